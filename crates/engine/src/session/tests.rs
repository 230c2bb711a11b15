//! Scripted sessions over the loopback wire.

use analysis::Lens;
use profile::testing::sketch;

use crate::protocol::{Answer, Question, Reply};
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
