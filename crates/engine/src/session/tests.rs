//! Scripted sessions over the loopback wire.

use analysis::Lens;
use analysis::lens::Demangle;
use profile::testing::sketch;
use views::Blob;

use crate::protocol::{Answer, Question, Reply};
use crate::session::Session;
use crate::wire::Loopback;

const TEXT: &str = "types: *cpu/nanoseconds, samples/count
main;json.Decode;json.scan 40 4 {job=x}
main;io.Read 60 6";

fn file() -> Vec<u8> {
    formats::export::pprof::write(&sketch(TEXT))
}

fn opened() -> Loopback {
    let (loopback, reply) = Loopback::open("a.pb", file());
    assert!(matches!(reply, Reply::Opened(_)), "{reply:?}");
    loopback
}

fn view(view: &str, kind: &str) -> Question {
    Question::View {
        profile: 0,
        view: view.to_owned(),
        lens: Lens {
            // The peek view is about some functions.
            about: "json".to_owned(),
            ..Lens::of_type(kind)
        },
        args: String::new(),
    }
}

#[test]
fn opening_answers_a_summary_and_tells_progress() {
    let (loopback, reply) = Loopback::open("a.pb", file());
    let Reply::Opened(summary) = reply else {
        panic!("{reply:?}")
    };
    let profile = &summary.profiles[0];
    let types: Vec<_> = profile
        .sample_types
        .iter()
        .map(|t| (t.kind.as_str(), t.unit.as_str(), t.total))
        .collect();
    assert_eq!(
        types,
        [("cpu", "nanoseconds", 100), ("samples", "count", 10)]
    );
    assert_eq!(
        (
            profile.default_type,
            profile.samples,
            summary.format.as_str()
        ),
        (0, 2, "pprof")
    );
    assert!(loopback.progress.iter().any(|p| p.label() == "Parsing"));
}

#[test]
fn views_answer_columns_or_a_sentence() {
    let mut loopback = opened();
    for each in views::VIEWS {
        let reply = loopback.ask(view(each.meta().id, "cpu"));
        let Reply::Answer(Answer::Data { packed, .. }) = reply else {
            panic!("{reply:?}")
        };
        each.unpack(packed).unwrap();
        let reply = loopback.ask(view(each.meta().id, "nope"));
        assert!(matches!(reply, Reply::Answer(Answer::Gap(_))), "{reply:?}");
    }
    assert!(matches!(
        loopback.ask(view("nope", "cpu")),
        Reply::Failed(_)
    ));
    let other = Question::View {
        profile: 9,
        view: "top".into(),
        lens: Lens::default(),
        args: String::new(),
    };
    assert!(matches!(loopback.ask(other), Reply::Failed(_)));
}

#[test]
fn search_counts_nested_matches_once() {
    let mut loopback = opened();
    let find = |text: &str| Question::Find {
        profile: 0,
        view: "flame".to_owned(),
        lens: Lens::default(),
        text: text.to_owned(),
    };
    let Reply::Found(found) = loopback.ask(find("json")) else {
        panic!()
    };
    assert_eq!(
        (found.keys.len(), found.covered, found.grand_total),
        (2, 40, 100)
    );
    let Reply::Found(found) = loopback.ask(find("/(/")) else {
        panic!()
    };
    assert!(found.fault.is_some());
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_open_one() {
    let mut loopback = opened();
    let reply = loopback.open_again("b.txt", b"not a profile, a note".to_vec());
    let Reply::Failed(failure) = reply else {
        panic!("{reply:?}")
    };
    assert_eq!(failure.code, "unknown-format");
    assert!(matches!(
        loopback.ask(view("top", "cpu")),
        Reply::Answer(Answer::Data { .. })
    ));
}

#[test]
fn a_crash_is_seen_by_the_asker() {
    let mut loopback = opened();
    assert!(loopback.try_ask(Question::Crash).is_err());
}

/// The names of the top table's answer, as text somewhere in its bytes, and the notes.
fn names_in(loopback: &mut Loopback, lens: Lens) -> (String, Vec<String>) {
    let question = Question::View {
        profile: 0,
        view: "top".to_owned(),
        lens,
        args: String::new(),
    };
    let Reply::Answer(Answer::Data { packed, notes }) = loopback.ask(question) else {
        panic!("no answer")
    };
    let bytes = packed.blobs.iter().map(|blob| match blob {
        Blob::U8(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    });
    (bytes.collect(), notes)
}

fn mangled() -> Vec<u8> {
    formats::export::pprof::write(&sketch("main;_ZN1aIiE1bEi 3\nmain;c::d(int) 4"))
}

#[test]
fn what_reads_names_is_asked_for_once_and_only_where_names_are_mangled() {
    let asked = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = asked.clone();
    let mut loopback = Loopback::over(Session::with_demangler(Box::new(move || {
        count.set(count.get() + 1);
        Some(Box::new(symbols::demangle))
    })));
    loopback.open_again("a.pb", file());
    names_in(&mut loopback, Lens::default());
    assert_eq!(asked.get(), 0);
    loopback.open_again("b.pb", mangled());
    let of = |demangle| Lens {
        demangle,
        ..Lens::default()
    };
    for (way, wanted) in [
        (Demangle::None, ["_ZN1aIiE1bEi", "c::d(int)"]),
        (Demangle::Simple, ["a::b", "c::d"]),
        (Demangle::Full, ["a<int>::b(int)", "c::d(int)"]),
        (Demangle::Simple, ["a::b", "c::d"]),
        (Demangle::Recorded, ["_ZN1aIiE1bEi", "c::d(int)"]),
    ] {
        let (names, notes) = names_in(&mut loopback, of(way));
        assert!(
            wanted.iter().all(|name| names.contains(name)),
            "{names} {way:?}"
        );
        assert!(
            way != Demangle::Simple || !names.contains("(int)"),
            "{names}"
        );
        assert!(notes.is_empty(), "{notes:?}");
    }
    assert_eq!(asked.get(), 1);
}

#[test]
fn where_names_cannot_be_read_they_stay_and_that_is_told() {
    let mut loopback = Loopback::over(Session::with_demangler(Box::new(|| None)));
    loopback.open_again("b.pb", mangled());
    let (names, notes) = names_in(&mut loopback, Lens::default());
    assert!(names.contains("_ZN1aIiE1bEi"), "{names}");
    assert_eq!(notes.len(), 1, "{notes:?}");
}
