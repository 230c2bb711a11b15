//! Tracks of profiles whose labels name processes and threads in many ways.

use profile::testing::sketch;
use proptest::prelude::*;

use super::*;

/// Each track as `name weight…`, processes before theirs where they have names.
fn told(text: &str, lens: &Lens) -> Vec<String> {
    let tracks = tracks(&sketch(text), lens).expect("a lens");
    let Some(tracks) = tracks else {
        return Vec::new();
    };
    let line = |name: &str, weights: &[i64]| {
        let weights: Vec<_> = weights.iter().map(i64::to_string).collect();
        format!("{name} {}", weights.join(" "))
    };
    let mut lines = Vec::new();
    for process in &tracks.processes {
        if !process.name.is_empty() {
            lines.push(line(&process.name, &process.weights));
        }
        let own = process.tracks.iter();
        lines.extend(own.map(|track| line(&track.name, &track.weights)));
    }
    lines
}

fn picking(list: &str) -> Lens {
    Lens {
        tracks: list.to_owned(),
        ..Lens::default()
    }
}

/// What is left, and what is told.
fn left(text: &str, lens: &Lens) -> (i64, Vec<String>) {
    let profile = sketch(text);
    let prepared = Prepared::new(&profile, lens).expect("a lens");
    let samples = prepared.values().iter().enumerate();
    let left = samples.filter(|(sample, _)| prepared.selection.has_sample(*sample));
    (left.map(|(_, value)| value).sum(), prepared.notes)
}

const THREADS: &str = "types: samples/count, *cpu/nanoseconds
main;a 1 30 {thread_name=main,thread_id=7}
main;b 5 20 {thread_name=pool,thread_id=8,handler=x}
main;b 1 25 {thread_name=pool,thread_id=8,handler=y}
gc 2 3";

#[test]
fn threads_are_listed_heaviest_first_and_nothing_is_dropped() {
    let all = told(THREADS, &Lens::default());
    assert_eq!(
        all,
        ["pool (8) 6 45", "main (7) 1 30", "no thread label 2 3"]
    );
    let by_count = told(THREADS, &Lens::of_type("samples"));
    assert_eq!(by_count[1], "no thread label 2 3", "as it is counted");
    let focused = Lens {
        focus: "^b$".to_owned(),
        ..picking("main (7)")
    };
    assert_eq!(told(THREADS, &focused), ["pool (8) 6 45"]);
    let keys = track_keys(&sketch(THREADS));
    assert_eq!(keys, ["thread_name", "thread_id"]);
}

#[test]
fn processes_hold_their_threads() {
    let text = "main;a 5 {Process=web,PID=1,Thread Name=io}
main;a 1 {Process=web,PID=1,Thread Name=main}
main;b 9 {PID=2,tid=20}
main;c 2 {TID=30}
main 1 {Process=,handler=x}";
    assert_eq!(
        told(text, &Lens::default()),
        [
            "process 2 9",
            "process 2 > thread 20 9",
            "web (1) 6",
            "web (1) > io 5",
            "web (1) > main 1",
            "no process label 3",
            "no process label > thread 30 2",
            "no process label > no thread label 1",
        ]
    );
    let keys = track_keys(&sketch(text));
    assert_eq!(keys, ["Process", "PID", "Thread Name", "TID", "tid"]);
    assert_eq!(left(text, &picking("web (1)")).0, 6);
    assert_eq!(left(text, &picking("web (1) > io,process 2")).0, 14);
}

#[test]
fn keys_are_known_in_every_spelling() {
    for (labels, name) in [
        ("comm=java", "java"),
        ("process.executable.name=java,process.pid=3", "java (3)"),
        ("thread=12", "thread 12"),
        ("thread=worker-1", "worker-1"),
        ("thread id=4,thread native id=99,thread name=w", "w (4)"),
        ("os thread id=99", "thread 99"),
        ("thread.name=a.b,thread.id=a.b", "thread a.b"),
        ("comm=java,tid=5", "java > thread 5"),
    ] {
        let all = told(&format!("main 1 {{{labels}}}"), &Lens::default());
        assert_eq!(all.last().expect(labels), &format!("{name} 1"), "{labels}");
    }
    for labels in [
        "threads=3",
        "handler=x",
        "thread_id_of_the_one_who_made_it_all=1",
    ] {
        let text = format!("main 1 {{{labels}}}");
        assert_eq!(told(&text, &Lens::default()), [""; 0], "{labels}");
    }
}

#[test]
fn what_is_picked_counts() {
    for (list, kept) in [
        ("", 78),
        ("main (7)", 30),
        ("pool (8), no thread label", 48),
        ("!main (7)", 48),
        ("!gone", 78),
        ("-", 0),
        ("gone", 0),
    ] {
        assert_eq!(left(THREADS, &picking(list)).0, kept, "{list}");
    }
}

#[test]
fn names_that_are_not_there_are_told() {
    let notes = |list: &str| left(THREADS, &picking(list)).1;
    assert_eq!(notes("main (7)"), [""; 0]);
    assert_eq!(notes("-"), ["Tracks: none is picked."]);
    assert_eq!(
        notes("main (7),a\\,b,c"),
        ["Tracks: there is no “a,b”, “c”."]
    );
    assert_eq!(
        notes("a,b,c,d"),
        ["Tracks: there is no “a”, “b”, “c” and 1 more."]
    );
    let (kept, notes) = left("main 1 {handler=x}", &picking("main"));
    assert_eq!(kept, 0);
    assert!(notes[0].contains("no label of this profile"), "{notes:?}");
}

#[test]
fn labels_at_the_root_and_steps_go_with_picks() {
    let lens = Lens {
        tagroot: "thread_name".to_owned(),
        steps: vec![crate::Step::Drop("a".to_owned())],
        ..picking("pool (8),main (7)")
    };
    assert_eq!(left(THREADS, &lens).0, 45);
    assert_eq!(
        told(THREADS, &lens),
        ["pool (8) 6 45", "no thread label 2 3"]
    );
}

#[test]
fn very_many_tracks_are_cut_and_told() {
    let many = MOST + 5;
    let lines: Vec<String> = (0..many).map(|at| format!("main 1 {{tid={at}}}")).collect();
    let tracks = tracks(&sketch(&lines.join("\n")), &Lens::default());
    let tracks = tracks.expect("a lens").expect("tracks");
    assert_eq!((tracks.more, tracks.processes[0].tracks.len()), (5, MOST));
    assert_eq!(tracks.processes[0].weights, [many as i64]);
}

proptest! {
    #[test]
    fn tracks_add_up_and_each_weighs_what_picking_it_leaves(
        samples in proptest::collection::vec((0_u8..4, 0_u8..4, -9_i64..99), 1..30)
    ) {
        let lines: Vec<String> = samples.iter().map(|(process, thread, value)| {
            let process = ["", "process=a,", "process=b", "pid=1,"][usize::from(*process)];
            let thread = ["", "thread=main,", "tid=3,", "thread=main,tid=3"][usize::from(*thread)];
            format!("main {value} {{{process}{thread}}}")
        }).collect();
        let text = lines.join("\n");
        let Some(tracks) = tracks(&sketch(&text), &Lens::default()).expect("a lens") else {
            return Ok(());
        };
        let all = samples.iter().map(|(_, _, value)| value).sum::<i64>();
        let weights = tracks.processes.iter().map(|process| process.weights[0]);
        prop_assert_eq!(weights.sum::<i64>(), all);
        for process in &tracks.processes {
            if !process.name.is_empty() {
                let list = escaped(&process.name);
                prop_assert_eq!(left(&text, &picking(&list)).0, process.weights[0]);
            }
            let own = process.tracks.iter().map(|track| track.weights[0]);
            prop_assert_eq!(own.sum::<i64>(), process.weights[0]);
            for track in &process.tracks {
                let list = escaped(&track.name);
                prop_assert_eq!(left(&text, &picking(&list)).0, track.weights[0], "{}", list);
            }
        }
    }
}
