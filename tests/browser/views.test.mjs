// Flame graph in its orders, sandwich, call tree, steps, query, details: through the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { choose, close, drawList, fixture, made, open, state, wholeTable } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');
const small = (t) => made(t, 'small.pb', pprof(['main;b;x 10', 'main;a 30', 'main;b;x 10', 'main;b 20', 'main 30']));
const calm = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale);
const key = async (page, ...keys) => {
  for (const each of keys) await page.keyboard.press(each);
  await calm(page);
};
const rows = (page) => page.evaluate(() => window.pprofweb.rows());
const link = async (page) => (await state(page)).link;
// Rows out of sight are not in the page: scroll until the row is there.
const pick = async (page, name) => {
  await page.waitForFunction(async (name) => {
    const view = document.querySelector('#view');
    const there = () => window.pprofweb.rows().some((row) => row.includes(name));
    for (let top = 0; !there() && top < view.scrollHeight; top += view.clientHeight / 2) {
      view.scrollTop = top;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    }
    return there();
  }, name);
  await page.locator('#view .row', { hasText: name }).first().click();
  await page.waitForFunction((name) => {
    const { picked, link } = window.pprofweb.state();
    return picked?.endsWith(name) && link.includes('sel=');
  }, name);
  await calm(page);
};

test('every order of the flame graph is a link, a step and goes back', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  const heavy = await drawList(page);
  for (const [index, id] of [[1, 'time'], [2, 'pprof'], [3, 'name']]) {
    await page.selectOption('select[aria-label=Order]', { index });
    await calm(page);
    await page.waitForFunction((heavy) => window.pprofweb.drawList() !== heavy, heavy);
    assert.match(await link(page), new RegExp(`look=m${id}`));
    if (id === 'time') assert.ok((await drawList(page)).includes('in the order of the file'));
    await page.goBack();
    await calm(page);
    await page.waitForFunction((heavy) => window.pprofweb.drawList() === heavy, heavy);
  }
});

test('a window is drawn on the map', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  const map = await page.locator('#view').boundingBox();
  await page.mouse.move(map.x + 400, map.y + 20);
  await page.mouse.down();
  await page.mouse.move(map.x + 800, map.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => window.pprofweb.state().look.startsWith('x0.25'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.pprofweb.state().look === '');
});

test('p hangs the picture on the selection, a click goes on, Escape comes back', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await key(page, 'ArrowDown', 'ArrowDown', 'p');
  await page.waitForFunction(() => window.pprofweb.state().look === 'pb');
  const around = await drawList(page);
  assert.ok(around.includes('main') && around.includes('x'));
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => window.pprofweb.state().picked === 'main');
  await key(page, 'Escape');
  await page.waitForFunction(() => window.pprofweb.state().look === '');
});

test('the sandwich moves with the selection in its table, by mouse, keys and back button', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await key(page, '2');
  await pick(page, 'main.handle');
  await page.waitForFunction(() => /"archive"/.test(window.pprofweb.drawList()));
  const first = await drawList(page);
  await page.locator('#view').focus();
  await key(page, 'ArrowDown');
  await page.waitForFunction((first) => window.pprofweb.drawList() !== first, first);
  await key(page, '/');
  await page.keyboard.type('~mharc');
  await page.waitForFunction(() => window.pprofweb.rows().every((row) => /m.*h.*a.*r.*c/i.test(row)));
});

test('the call tree is walked by keys and tells its levels', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await key(page, '4');
  assert.deepEqual((await rows(page)).map((row) => row.split('\t').at(-1).replace(/[▾▸]/, '')), ['main', 'b', 'a'], 'the heaviest path is open');
  await key(page, 'ArrowDown', 'ArrowLeft');
  await page.waitForFunction(() => window.pprofweb.rows().length === 1);
  const row = page.locator('#view .row').first();
  assert.equal(await row.getAttribute('aria-expanded'), 'false');
  await key(page, 'ArrowRight', 'ArrowRight');
  await page.waitForFunction(() => window.pprofweb.state().picked === 'b');
  await key(page, 'ArrowRight');
  await page.waitForFunction(() => window.pprofweb.rows().length === 4);
  assert.equal(await page.locator('#view .row').nth(1).getAttribute('aria-level'), '2');
  assert.equal(await page.locator('#view').getAttribute('role'), 'treegrid');
  await page.selectOption('select[aria-label=Direction]', { index: 1 });
  await page.waitForFunction(() => window.pprofweb.rows().some((row) => /▸x$/.test(row)));
  assert.match((await rows(page))[0], /^30\t30\.00%\t.*[▸▾](a|main)$/, 'functions by their self value');
});

// What `pprofweb top --step …` prints of functions, as name and figures.
function native(steps) {
  const args = steps.flatMap((step) => ['--step', step]);
  const out = execFileSync(process.env.PPROFWEB_BIN, ['top', cpu, '--nodecount=0', '--nodefraction=0', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = out.split('\n').slice(out.split('\n').findIndex((line) => /flat%/.test(line)) + 1);
  return new Map(lines.filter(Boolean).map((line) => {
    const [flat, flatShare, , cum, cumShare, ...name] = line.trim().split(/\s+/);
    return [name.join(' ').replace(/ \((inline|partial-inline)\)$/, ''), [flat, flatShare, cum, cumShare].join(' ')];
  }));
}

const menu = [
  ['Only this subtree', null],
  ['Collapse its callees', 'callees:main.handle'],
  ['Collapse its recursion', 'recursion:main.handle'],
  ['Collapse direct recursion', 'direct_recursion:main.handle'],
  ['Collapse its package', 'package:main'],
  ['Collapse its binary', 'module:shop'],
];
for (const [title, step] of menu) {
  test(`“${title}” of the selection is what the native tool counts, and undone`, async (t) => {
    const page = await open(t);
    await choose(page, cpu);
    await key(page, '3');
    await pick(page, 'main.handle');
    const select = page.locator('select.transform');
    const offered = await select.locator('option').allInnerTexts();
    if (step === null) return assert.ok(!offered.includes(title), 'a function is no place');
    const before = await link(page);
    await select.selectOption({ label: title });
    await page.waitForFunction((before) => window.pprofweb.state().link !== before, before);
    await calm(page);
    assert.match(await link(page), new RegExp(`step=${step.replace('.', '\\.')}$`));
    const wanted = native([step]);
    for (const row of (await wholeTable(page)).slice(0, 40)) {
      const [self, selfShare, , total, totalShare, name] = row.split('\t');
      assert.equal([self, selfShare, total, totalShare].join(' '), wanted.get(name), name);
    }
    await page.getByRole('button', { name: /^Remove Collapse/ }).click();
    await calm(page);
    assert.equal(await link(page), before);
    await page.goBack();
    await page.waitForFunction((step) => window.pprofweb.state().link.includes(step), step);
  });
}

test('a subtree is kept and steps follow each other', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await key(page, 'ArrowDown', 'ArrowDown');
  await page.locator('select.transform').selectOption({ label: 'Only this subtree' });
  await page.waitForFunction(() => /step=subtree:main;b|step=subtree:main%3Bb/.test(window.pprofweb.state().link));
  await calm(page);
  const only = await drawList(page);
  assert.ok(only.includes('x') && !only.includes('“main”'));
});

test('the query says what is set, and sets what it says', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await key(page, '3', 'q');
  await page.keyboard.type('focus:json callees:main.handle');
  await page.waitForFunction(() => /step=callees:main\.handle$/.test(window.pprofweb.state().link));
  await calm(page);
  assert.match(await link(page), /f=json&step=callees:main\.handle$/);
  const count = (await wholeTable(page)).length;
  assert.ok(count > 3);
  await page.fill('#query', 'focus:json ingore:x');
  await page.locator('#query-fault').waitFor();
  assert.match(await page.locator('#query-fault').innerText(), /is “ignore” meant/);
  await page.fill('#query', 'gran');
  assert.match(await page.locator('#query-words option').first().getAttribute('value'), /^granularity:/);
  await page.keyboard.press('Escape');
  await page.locator('#query').waitFor({ state: 'detached' });
});

test('details tell every sample type, callers, callees and labels', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await key(page, '3', 'd');
  await pick(page, 'main.archive');
  const panel = page.locator('.details');
  await panel.getByText('main.handle').waitFor();
  const text = await panel.innerText();
  for (const part of ['samples', 'cpu', 'Callers', 'Callees', 'handler', 'compress/gzip', 'of total']) assert.ok(text.includes(part), part);
  const self = (await rows(page)).find((row) => row.includes('main.archive')).split('\t');
  assert.ok(text.includes(`(${self[4]} of total)`), `${self[4]} in the panel`);
  await panel.getByRole('button', { name: 'main.handle' }).click();
  await page.waitForFunction(() => window.pprofweb.state().picked === 'main.handle');
  await page.reload();
  await page.waitForFunction(() => window.pprofweb);
  await choose(page, cpu);
  await page.locator('.details').waitFor();
});

test('colours tell something else on demand, with a legend', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  const before = await drawList(page);
  await page.selectOption('select[aria-label=Colours]', { label: 'By self value' }).catch(() => page.selectOption('select[aria-label=Colours]', { index: 3 }));
  await page.waitForFunction((before) => window.pprofweb.drawList() !== before, before);
  assert.match(await link(page), /paint=/);
  await key(page, 'l');
  assert.ok((await page.locator('.legend li').count()) >= 3);
});

test('a session without a mouse', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await key(page, 'ArrowDown', 'ArrowDown', 'Enter', '/');
  await page.keyboard.type('json');
  await page.waitForFunction(() => window.pprofweb.state().found?.count > 0);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /json/.test(window.pprofweb.state().picked ?? ''));
  await page.keyboard.press('Escape');
  await key(page, '2');
  await key(page, 'Control+k');
  await page.keyboard.type('call tree');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.pprofweb.state().view === 'calls');
  await key(page, 'Control+z');
  await page.waitForFunction(() => window.pprofweb.state().view === 'sandwich');
});

test('two fingers zoom, one pans, a long press opens the menu', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  const box = await page.locator('#view').boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })) });
  await touch('touchStart', [500, 200], [700, 200]);
  for (let step = 1; step <= 10; step++) await touch('touchMove', [500 - 20 * step, 200], [700 + 20 * step, 200]);
  await touch('touchEnd');
  await page.waitForFunction(() => window.pprofweb.state().look.startsWith('x'));
  await touch('touchStart', [300, 110]);
  await page.waitForTimeout(900);
  await touch('touchEnd');
  await page.getByRole('menu').waitFor();
});
