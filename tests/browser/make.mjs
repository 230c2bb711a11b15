// Profiles made for a test: pprof's wire format written from lines of text.

function varint(out, value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  out.push(Number(rest));
}

const number = (out, field, value) => (varint(out, field << 3), varint(out, value));

function bytes(out, field, inner) {
  varint(out, (field << 3) | 2);
  varint(out, inner.length);
  for (const byte of inner) out.push(byte);
}

function message(out, field, fill) {
  const inner = [];
  fill(inner);
  bytes(out, field, inner);
}

// A profile of lines `main;parse;scan 3`, root first, counted in `kind` and `unit`, or in several
// `types` with commas between the values: `main;parse 3,40`. A line may end in labels, numbers as
// numbers: `main;parse 3 {thread=main,tid=7}`.
export function pprof(lines, { kind = 'samples', unit = 'count', types = [[kind, unit]], time = 0 } = {}) {
  const out = [];
  const strings = new Map([['', 0]]);
  const intern = (text) => strings.get(text) ?? (strings.set(text, strings.size), strings.size - 1);
  const functions = new Map();
  for (const [kind, unit] of types) message(out, 1, (type) => (number(type, 1, intern(kind)), number(type, 2, intern(unit))));
  for (const whole of lines) {
    const [, line, labels] = whole.match(/^(.* -?\d+(?:,-?\d+)*)(?: \{([^{}]*)\})?$/);
    const cut = line.lastIndexOf(' ');
    const ids = line.slice(0, cut).split(';').map((name) => {
      if (!functions.has(name)) functions.set(name, functions.size + 1);
      return functions.get(name);
    });
    message(out, 2, (sample) => {
      message(sample, 1, (list) => ids.reverse().forEach((id) => varint(list, id)));
      message(sample, 2, (list) => line.slice(cut + 1).split(',').forEach((value) => varint(list, value)));
      for (const label of (labels ?? '').split(',').filter(Boolean)) {
        const [key, value] = label.split('=');
        message(sample, 3, (out) => {
          number(out, 1, intern(key));
          if (/^\d+$/.test(value)) number(out, 3, value);
          else number(out, 2, intern(value));
        });
      }
    });
  }
  for (const [name, id] of functions) {
    message(out, 4, (location) => (number(location, 1, id), message(location, 4, (line) => number(line, 1, id))));
    message(out, 5, (function_) => (number(function_, 1, id), number(function_, 2, intern(name))));
  }
  for (const text of strings.keys()) bytes(out, 6, Buffer.from(text));
  if (time) number(out, 9, time);
  return Buffer.from(out);
}
