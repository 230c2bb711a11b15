//! Go's goroutines in full: `debug=2` of net/http/pprof, a panic's or a SIGQUIT's output, also
//! inside a log. One sample a goroutine, with its state, how long it waits and its number as
//! labels; who created it stands above its first function. pprof does not read these.

use hashbrown::HashMap;
use profile::{
    Builder, FunctionId, Label, LabelSetId, LabelValue, LineSpec, LocationId, LocationSpec,
    StringId,
};

use super::text::{Lines, NOTHING_INSIDE, number};
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe, Step};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "go-goroutines",
    name: "Go goroutine dump",
    extensions: &["txt", "log"],
    how_to_record: "Go: `curl 'HOST/debug/pprof/goroutine?debug=2'`, or `kill -QUIT PID`.",
    sniff,
    read,
};

/// What the heading of a goroutine says.
#[derive(Debug, PartialEq, Eq)]
struct Heading<'a> {
    number: i64,
    state: &'a str,
    minutes: i64,
    locked: bool,
}

/// `goroutine 7 gp=0xc0 m=1 mp=0xc1 [chan receive, 5 minutes, locked to thread]:`, also behind
/// the prefix of a log.
fn heading(line: &str) -> Option<Heading<'_>> {
    let (_, rest) = line.rsplit_once("goroutine ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = rest.split_at_checked(digits)?;
    let (between, state) = rest.split_once('[')?;
    let plain = between
        .split_whitespace()
        .all(|word| word.contains('=') || word == "nil");
    let (state, behind) = state.rsplit_once(']')?;
    if !plain || behind.trim() != ":" {
        return None;
    }
    let mut heading = Heading {
        number: id.parse().ok()?,
        state: "",
        minutes: 0,
        locked: false,
    };
    for part in state.split(", ") {
        match part.strip_suffix(" minutes").and_then(number) {
            Some(minutes) => heading.minutes = minutes,
            None if part == "locked to thread" => heading.locked = true,
            None if heading.state.is_empty() => heading.state = part,
            None => {}
        }
    }
    Some(heading)
}

fn sniff(probe: &Probe<'_>) -> Match {
    let mut first = true;
    for line in Lines::of(probe.head) {
        if heading(line.text).is_some() {
            return match first {
                true => Match::Yes("it begins with a goroutine"),
                false => Match::Maybe(70, "there is a goroutine in it"),
            };
        }
        first &= line.text.trim().is_empty();
    }
    Match::No
}

/// A function on a goroutine's stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    name: String,
    inlined: bool,
    file: String,
    line: i64,
}

/// `main.(*T).M(0xc000, {0x1, 0x2})` without its arguments; `(...)` marks an inlined call.
fn function(line: &str) -> Option<Frame> {
    if line.starts_with("...") && line.contains("elided") {
        return Some(Frame {
            name: line.trim_matches('.').to_owned(),
            ..Frame::default()
        });
    }
    if let Some(creator) = line.strip_prefix("created by ") {
        // `created by main.main in goroutine 1`
        let name = creator.split(" in goroutine ").next().unwrap_or(creator);
        return Some(Frame {
            name: name.to_owned(),
            ..Frame::default()
        });
    }
    let inside = line.strip_suffix(')')?;
    let mut depth = 1_usize;
    for (at, c) in inside.char_indices().rev() {
        match c {
            ')' => depth = depth.saturating_add(1),
            '(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let (name, arguments) = inside.split_at_checked(at)?;
            return (!name.is_empty() && !name.contains(": ")).then(|| Frame {
                name: name.to_owned(),
                inlined: arguments == "(...",
                ..Frame::default()
            });
        }
    }
    None
}

/// `/src/main.go:12 +0x1d` behind a tab.
fn place(line: &str) -> Option<(&str, i64)> {
    let line = line.strip_prefix('\t')?;
    let line = match line.rsplit_once(" +0x") {
        Some((before, _)) => before,
        None => line,
    };
    // Crash dumps tell registers as well.
    let line = line.split(" fp=").next().unwrap_or(line);
    let (file, line) = line.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut reader = Reader {
        builder: Builder::new(),
        functions: HashMap::new(),
        locations: HashMap::new(),
    };
    reader.builder.add_sample_type(b"goroutine", b"count");
    let mut labels = LabelSetId(0);
    let mut frames: Vec<Frame> = Vec::new();
    let mut open = false;
    let mut count = 0_u64;
    for line in Lines::of(input.bytes) {
        if let Some(heading) = heading(line.text) {
            if open {
                reader.goroutine(&frames, labels, cx)?;
            }
            frames.clear();
            labels = reader.labels(&heading);
            open = true;
            count = count.saturating_add(1);
            if count.is_multiple_of(1024) {
                cx.tick(Step::Parsing, line.at as u64, input.bytes.len() as u64)?;
                cx.claim("samples", count, cx.limits.samples)?;
            }
            continue;
        }
        if !open {
            continue;
        }
        if line.text.trim().is_empty() {
            reader.goroutine(&frames, labels, cx)?;
            frames.clear();
            open = false;
        } else if let Some((file, number)) = place(line.text) {
            if let Some(frame) = frames.last_mut().filter(|frame| frame.file.is_empty()) {
                (frame.file, frame.line) = (file.to_owned(), number);
            }
        } else if let Some(frame) = function(line.text) {
            frames.push(frame);
        }
    }
    if open {
        reader.goroutine(&frames, labels, cx)?;
    }
    if reader.builder.profile.samples.is_empty() {
        return Err(ImportError::Unknown {
            looks_like: Some(NOTHING_INSIDE),
        });
    }
    Ok(Loaded::Profiles(vec![reader.builder.finish()]))
}

struct Reader {
    builder: Builder,
    functions: HashMap<(StringId, StringId), FunctionId>,
    locations: HashMap<Vec<(FunctionId, i64)>, LocationId>,
}

impl Reader {
    fn labels(&mut self, heading: &Heading<'_>) -> LabelSetId {
        let builder = &mut self.builder;
        let mut text = |key: &str, value: &str| Label {
            key: builder.intern(key.as_bytes()),
            value: LabelValue::Text(builder.intern(value.as_bytes())),
        };
        let mut labels = vec![text("state", heading.state)];
        if heading.locked {
            labels.push(text("locked to thread", "true"));
        }
        let mut numeric = |key: &str, value: i64, unit: &str| Label {
            key: builder.intern(key.as_bytes()),
            value: LabelValue::Number(value, builder.intern(unit.as_bytes())),
        };
        if heading.minutes != 0 {
            labels.push(numeric(
                "waiting",
                heading.minutes.saturating_mul(60),
                "seconds",
            ));
        }
        labels.push(numeric("goroutine", heading.number, "number"));
        self.builder.label_set(&labels)
    }

    fn goroutine(
        &mut self,
        frames: &[Frame],
        labels: LabelSetId,
        cx: &mut Cx<'_>,
    ) -> Result<(), ImportError> {
        let mut path = Vec::with_capacity(frames.len());
        let mut lines: Vec<(FunctionId, i64)> = Vec::new();
        for frame in frames {
            let function = self.function(frame);
            lines.push((function, frame.line));
            // Inlined calls share the place of the function that holds them.
            if !frame.inlined {
                path.push(self.location(std::mem::take(&mut lines)));
            }
        }
        if !lines.is_empty() {
            path.push(self.location(lines));
        }
        let nodes = self
            .builder
            .profile
            .stacks
            .len()
            .saturating_add(frames.len());
        cx.claim("distinct stack frames", nodes as u64, cx.limits.stack_nodes)?;
        let stack = self.builder.stack_of(&path);
        self.builder.add_sample(stack, &[1], labels);
        Ok(())
    }

    fn function(&mut self, frame: &Frame) -> FunctionId {
        let builder = &mut self.builder;
        let name = builder.intern(frame.name.as_bytes());
        let file = builder.intern(frame.file.as_bytes());
        *self
            .functions
            .entry((name, file))
            .or_insert_with(|| builder.add_function(name, name, file, 0))
    }

    fn location(&mut self, lines: Vec<(FunctionId, i64)>) -> LocationId {
        let builder = &mut self.builder;
        *self.locations.entry(lines).or_insert_with_key(|lines| {
            let specs = lines.iter().map(|&(function, line)| LineSpec {
                function: Some(function),
                line,
                column: 0,
            });
            builder.add_location(LocationSpec {
                lines: &specs.collect::<Vec<_>>(),
                ..LocationSpec::default()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_all_kinds() {
        let told = |line| heading(line).map(|h| (h.number, h.state, h.minutes, h.locked));
        assert_eq!(
            told("goroutine 1 [running]:"),
            Some((1, "running", 0, false))
        );
        assert_eq!(
            told("goroutine 7 gp=0xc1 m=nil [chan receive, 5 minutes, locked to thread]:"),
            Some((7, "chan receive", 5, true))
        );
        assert_eq!(
            told("12:00 app: goroutine 3 [IO wait]:"),
            Some((3, "IO wait", 0, false))
        );
        for line in [
            "goroutine profile: total 9",
            "goroutine 1 [x",
            "goroutine x [y]:",
            "my goroutine 1 is [here]: no",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }

    #[test]
    fn functions_lose_their_arguments() {
        let name = |line| function(line).map(|f| (f.name, f.inlined));
        let named = |name: &str, inlined| Some((name.to_owned(), inlined));
        assert_eq!(
            name("main.(*T).M(0xc0, {0x1, 0x2})"),
            named("main.(*T).M", false)
        );
        assert_eq!(name("main.f(...)"), named("main.f", true));
        assert_eq!(name("main.G[...]()"), named("main.G[...]", false));
        assert_eq!(
            name("created by main.main in goroutine 1"),
            named("main.main", false)
        );
        assert_eq!(
            name("...additional frames elided..."),
            named("additional frames elided", false)
        );
        assert_eq!(name("panic: it broke"), None);
        assert_eq!(place("\t/a b/main.go:12 +0x1d"), Some(("/a b/main.go", 12)));
        assert_eq!(
            place("\t/a.go:7 +0x1 fp=0xc0 sp=0xc1 pc=0x1"),
            Some(("/a.go", 7))
        );
    }
}
