//! Profile, bytes, profile: nothing is lost or added, whatever the profile holds.

use formats::{Cx, Limits};
use profile::{
    Builder, FunctionId, Label, LabelValue, LineSpec, LocationId, LocationSpec, Mapping, MappingId,
    Profile, SampleType, StringId,
};

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn number(&mut self) -> i64 {
        match self.roll(6) {
            0 => 0,
            1 => i64::MIN,
            2 => i64::MAX,
            3 => -(self.roll(1000) as i64),
            _ => self.roll(1 << 30) as i64,
        }
    }

    fn text(&mut self, builder: &mut Builder) -> StringId {
        let texts: [&[u8]; 7] = [
            b"main",
            b"",
            b"a\"b\n",
            b"\xff\xfe",
            "größe".as_bytes(),
            b"x",
            b"y",
        ];
        builder.intern(texts[self.roll(7) as usize])
    }
}

fn random(dice: &mut Dice) -> Profile {
    let mut builder = Builder::new();
    for _ in 0..=dice.roll(3) {
        let (kind, unit) = (dice.text(&mut builder), dice.text(&mut builder));
        builder.profile.sample_types.push(SampleType { kind, unit });
        builder.profile.samples.values.push(Vec::new());
    }
    for _ in 0..dice.roll(4) {
        let mapping = Mapping {
            start: dice.roll(1 << 40),
            limit: dice.roll(1 << 40),
            offset: dice.roll(9),
            file: dice.text(&mut builder),
            build_id: dice.text(&mut builder),
            ..Mapping::default()
        };
        builder.add_mapping(mapping);
    }
    // A function without a name takes the linker's when it is read.
    for at in 0..=dice.roll(6) {
        let name = builder.intern(format!("f{at}").as_bytes());
        let (system, file) = (dice.text(&mut builder), dice.text(&mut builder));
        let line = dice.roll(99) as i64;
        builder.add_function(name, system, file, line);
    }
    let (mappings, functions) = (
        builder.profile.mappings.len() as u64,
        builder.profile.functions.len() as u64,
    );
    for _ in 0..=dice.roll(9) {
        let lines: Vec<LineSpec> = (0..dice.roll(4))
            .map(|_| LineSpec {
                function: Some(FunctionId(dice.roll(functions) as u32)),
                line: dice.roll(99) as i64,
                column: dice.roll(5) as i64,
            })
            .collect();
        builder.add_location(LocationSpec {
            mapping: (mappings > 0 && dice.roll(2) == 0)
                .then(|| MappingId(dice.roll(mappings) as u32)),
            address: dice.roll(1 << 45),
            folded: dice.roll(5) == 0,
            lines: &lines,
        });
    }
    let locations = builder.profile.locations.len() as u64;
    for _ in 0..dice.roll(30) {
        let path: Vec<LocationId> = (0..dice.roll(9))
            .map(|_| LocationId(dice.roll(locations) as u32))
            .collect();
        let mut labels = Vec::new();
        for _ in 0..dice.roll(3) {
            let key = builder.intern(b"key");
            let text = dice.text(&mut builder);
            // An empty text is a number 0 on the wire.
            labels.push(Label {
                key,
                value: match dice.roll(2) == 0 && text != StringId::default() {
                    true => LabelValue::Text(text),
                    false => LabelValue::Number(dice.number(), text),
                },
            });
        }
        let values: Vec<i64> = (0..builder.profile.sample_types.len())
            .map(|_| dice.number())
            .collect();
        let stack = builder.stack_of(&path);
        let labels = builder.label_set(&labels);
        builder.add_sample(stack, &values, labels);
    }
    builder.profile.meta.time_nanos = dice.number();
    builder.profile.meta.duration_nanos = dice.number();
    builder.profile.meta.period = dice.number();
    builder.profile.meta.comments = (0..dice.roll(3)).map(|_| dice.text(&mut builder)).collect();
    builder.profile.meta.doc_url = dice.text(&mut builder);
    builder.finish()
}

fn read(bytes: &[u8]) -> Profile {
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    let opened = formats::open("x.pb", bytes.to_vec(), &mut cx).expect("our own bytes");
    assert_eq!(opened.warnings, []);
    opened.profiles.into_iter().next().expect("a profile")
}

/// Everything a profile says, names written out.
fn told(profile: &Profile) -> String {
    use std::fmt::Write as _;
    let text = |id| format!("{:?}", String::from_utf8_lossy(profile.strings.bytes(id)));
    let mut out = format!(
        "{:?} {:?}\n",
        profile.default_sample_type, profile.samples.values
    );
    for kind in &profile.sample_types {
        let _ = writeln!(out, "type {} {}", text(kind.kind), text(kind.unit));
    }
    for m in &profile.mappings {
        let _ = writeln!(
            out,
            "map {} {} {} {} {}",
            m.start,
            m.limit,
            m.offset,
            text(m.file),
            text(m.build_id)
        );
    }
    for sample in 0..profile.samples.len() {
        for (_, frame) in profile.stacks.walk(profile.samples.stack[sample]) {
            let function = profile.function_of(frame);
            let location = profile.frames.location[frame.index()];
            let at = function.index();
            let file = profile.function_file(function);
            let _ = write!(
                out,
                " {}|{}|{}|{:?}|{}|{}|{}|{}|{:?}|{}",
                text(profile.function_name(function)),
                text(file),
                text(
                    profile
                        .functions
                        .system_name
                        .get(at)
                        .copied()
                        .unwrap_or_default()
                ),
                profile.functions.start_line.get(at),
                profile.frames.line[frame.index()],
                profile.frames.column[frame.index()],
                profile.frames.inlined[frame.index()],
                profile.address_of(frame),
                profile.locations.mapping[location.index()],
                profile.locations.folded[location.index()],
            );
        }
        let mut labels: Vec<String> = profile
            .labels
            .get(profile.samples.labels[sample])
            .iter()
            .map(|label| match label.value {
                LabelValue::Text(value) => format!("{}={}", text(label.key), text(value)),
                LabelValue::Number(number, unit) => {
                    format!("{}={number}{}", text(label.key), text(unit))
                }
            })
            .collect();
        labels.sort();
        let _ = writeln!(out, " {labels:?}");
    }
    let meta = &profile.meta;
    let comments: Vec<_> = meta.comments.iter().map(|&c| text(c)).collect();
    let _ = writeln!(
        out,
        "{} {} {} {comments:?} {}",
        meta.time_nanos,
        meta.duration_nanos,
        meta.period,
        text(meta.doc_url)
    );
    out
}

#[test]
fn a_profile_written_and_read_is_the_same_profile() {
    let mut dice = Dice(3);
    let mut with_samples = 0;
    for _ in 0..500 {
        let profile = random(&mut dice);
        // A file without samples names its types all the same, and is another test.
        if profile.samples.is_empty() {
            continue;
        }
        with_samples += 1;
        let bytes = formats::export::pprof::write(&profile);
        let again = read(&bytes);
        assert_eq!(told(&again), told(&profile));
    }
    assert!(with_samples > 400);
}
