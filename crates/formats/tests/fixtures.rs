//! The committed profiles: each opens without a warning, and says what the real tool says.

mod dump;

use std::fs;
use std::path::{Path, PathBuf};

use formats::{Cx, Limits, Opened};

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder)
}

fn opened(path: &Path) -> Opened {
    let bytes = fs::read(path).expect("a committed file");
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let opened = formats::open(&name, bytes, &mut cx).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(opened.warnings, [], "{name}");
    assert_eq!(opened.profiles.len(), 1, "{name}");
    opened.profiles[0].validate().expect("a sound profile");
    opened
}

#[test]
fn gos_profiles_have_gos_sample_types() {
    for (name, kinds, default) in [
        ("cpu", &["samples", "cpu"][..], "cpu"),
        (
            "heap",
            &[
                "alloc_objects",
                "alloc_space",
                "inuse_objects",
                "inuse_space",
            ],
            "inuse_space",
        ),
        (
            "allocs",
            &[
                "alloc_objects",
                "alloc_space",
                "inuse_objects",
                "inuse_space",
            ],
            "alloc_space",
        ),
        ("mutex", &["contentions", "delay"], "delay"),
        ("block", &["contentions", "delay"], "delay"),
        ("goroutine", &["goroutine"], "goroutine"),
        ("threadcreate", &["threadcreate"], "threadcreate"),
    ] {
        let opened = opened(&fixtures("go").join(format!("{name}.pb.gz")));
        assert_eq!(
            (opened.format.id, &opened.peeled[..]),
            ("pprof", &["gzip"][..])
        );
        let profile = &opened.profiles[0];
        let found: Vec<_> = (0..profile.sample_types.len())
            .map(|index| profile.kind_text(index))
            .collect();
        assert_eq!(found, kinds, "{name}");
        assert_eq!(
            profile.kind_text(profile.first_sample_type()),
            default,
            "{name}"
        );
        assert!(!profile.samples.is_empty(), "{name}");
    }
}

#[test]
fn gperftools_profiles_are_what_pprof_reads() {
    let folder = fixtures("gperftools");
    let opened = opened(&folder.join("mill.cpu.prof"));
    assert_eq!(opened.format.id, "gperftools-cpu");
    let text = fs::read_to_string(folder.join("mill.cpu.raw.txt")).expect("a committed file");
    let (ours, theirs) = (dump::ours(&opened.profiles[0]), dump::dump(&text));
    assert_eq!(ours.samples, theirs.samples);
    assert_eq!(ours.mappings, theirs.mappings);
    assert_eq!(ours.mapping_of, theirs.mapping_of);
}

#[test]
fn no_committed_profile_names_a_persons_folder() {
    for folder in ["go", "gperftools"] {
        for entry in fs::read_dir(fixtures(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_string_lossy();
            if !(name.ends_with(".gz") || name.ends_with("prof")) {
                continue;
            }
            let profile = &opened(&path).profiles[0];
            for id in 0..profile.strings.len() as u32 {
                let text = profile.strings.text(profile::StringId(id));
                // Folders of people and of single machines; programs are built in neutral ones.
                let private = ["home", "root", "Users", "tmp", "work"].map(|f| format!("/{f}"));
                assert!(
                    !private.iter().any(|p| text.starts_with(p.as_str())),
                    "{name}: {text}"
                );
            }
        }
    }
}

#[test]
fn gos_texts_have_names_labels_and_states() {
    let folder = fixtures("gotext");
    let names = |profile: &profile::Profile| {
        let names = profile.functions.name.iter();
        names
            .map(|&n| profile.strings.text(n).into_owned())
            .collect::<Vec<_>>()
    };
    let labels = |profile: &profile::Profile| {
        let sets = (0..profile.labels.len() as u32).map(profile::LabelSetId);
        let all = sets.flat_map(|set| profile.labels.get(set).to_vec());
        let texts = all.map(|label| match label.value {
            profile::LabelValue::Text(text) => profile.strings.text(text).into_owned(),
            profile::LabelValue::Number(number, _) => number.to_string(),
        });
        texts.collect::<Vec<_>>()
    };
    let one = &opened(&folder.join("goroutine.debug1.txt")).profiles[0];
    assert!(
        names(one).contains(&"main.main.func1".to_owned()),
        "{:?}",
        names(one)
    );
    assert!(
        labels(one).contains(&"w0 \"quoted\"".to_owned()),
        "{:?}",
        labels(one)
    );
    assert_eq!(one.samples.values[0].iter().sum::<i64>(), 5);
    let opened = opened(&folder.join("goroutine.debug2.txt"));
    let two = &opened.profiles[0];
    assert_eq!(opened.format.id, "go-goroutines");
    assert_eq!(two.samples.values, [[1, 1, 1, 1, 1]]);
    assert!(
        labels(two).contains(&"chan receive".to_owned()),
        "{:?}",
        labels(two)
    );
    let created = two.stacks.frame[1];
    assert_eq!(
        two.strings
            .text(two.function_name(two.function_of(created))),
        "main.main"
    );
}

#[test]
fn texts_cut_anywhere_are_read_in_part_or_told() {
    let mut files: Vec<PathBuf> = fs::read_dir(fixtures("gotext"))
        .expect("committed files")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    let made: [&[u8]; 5] = [
        b"heap profile: 1: 2 [3: 4] @ heap_v2/512\r\n 1: 16 [1: 16] @ 0x10 0x20\r\n 0: 9 [x: 9] @ 0x1\nMAPPED_LIBRARIES:\n400000-500000 r-xp 0 00:00 0 /bin/a\n",
        b"heap_v2/512\n t*: 3: 48 [0: 0]\n@ 0x10 0x20\n t*: 3: 48 [0: 0]\n t1: 3: 48 [0: 0]\n@ 0x\n",
        b"--- threadz 1 ---\n\n--- Thread 7f (name: main/1) stack: ---\n PC: 0x10: f()\n 0x20\n--- Thread 8f (name: b/2) stack: ---\n [same as previous thread]\n--- Memory map: ---\n",
        b"--- contentionz 1 ---\ncycles/second = 1000\nsampling period = 100\n 5 2 @ 0x10 0x20\n",
        b"--- heapz 1 ---\nformat = java\nresolution = bytes\n 100 1 @ 0x1 0x2\n 7 0 @ 0x1\n\n0x1 a.B.c (B.java:7)\n0x2 GC\n",
    ];
    let texts = files
        .iter()
        .map(|path| fs::read(path).expect("a committed file"));
    for bytes in texts.chain(made.iter().map(|bytes| bytes.to_vec())) {
        let step = if bytes.len() > 4000 { 13 } else { 1 };
        for end in (0..=bytes.len()).step_by(step) {
            let mut tick = |_, _, _| true;
            let mut cx = Cx::new(Limits::default(), &mut tick);
            match formats::open("x.txt", bytes[..end].to_vec(), &mut cx) {
                Ok(opened) => opened.profiles[0].validate().expect("a sound profile"),
                Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
            }
        }
    }
}

#[test]
fn legacy_texts_are_read() {
    let read = |text: &str| {
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        formats::open("x", text.as_bytes().to_vec(), &mut cx)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
    };
    let told = |text: &str| {
        let opened = read(text);
        let profile = &opened.profiles[0];
        let kinds: Vec<_> = (0..profile.sample_types.len())
            .map(|at| profile.kind_text(at))
            .collect();
        (
            opened.format.id,
            kinds.join(" "),
            profile.samples.values.clone(),
            opened.warnings.len(),
        )
    };
    let heap = "heap profile: 3: 48 [3: 48] @ heap_v2/1\n 3: 48 [3: 48] @ 0x10 0x20\nnonsense\n";
    assert_eq!(
        told(heap),
        (
            "heap-text",
            "objects space".into(),
            vec![vec![3], vec![48]],
            1
        )
    );
    let jemalloc =
        "heap_v2/1\n  t*: 3: 48 [5: 80]\n@ 0x10 0x20\n  t*: 3: 48 [5: 80]\n  t0: 3: 48 [5: 80]\n";
    assert_eq!(
        told(jemalloc),
        (
            "jemalloc",
            "alloc_objects alloc_space inuse_objects inuse_space".into(),
            vec![vec![5], vec![80], vec![3], vec![48]],
            0
        )
    );
    let threads = "--- Thread 7f (name: a/1) stack: ---\n 0x10\n 0x20\n--- Thread 8f (name: b/2) stack: ---\n same as previous thread\n";
    assert_eq!(
        told(threads),
        ("threadz", "thread".into(), vec![vec![2]], 0)
    );
    let locks =
        "--- contentionz 1 ---\ncycles/second = 1000000000\nsampling period = 100\n 5 2 @ 0x10\n";
    assert_eq!(
        told(locks),
        (
            "contention-text",
            "contentions delay".into(),
            vec![vec![200], vec![500]],
            0
        )
    );
    let java = "--- contentionz 1 ---\nformat = java\nresolution = microseconds\nsampling period = 10\n 7 2 @ 0x1\n\n0x1 a.B.c (B.java:7)\n";
    assert_eq!(
        told(java),
        (
            "java-text",
            "contentions delay".into(),
            vec![vec![20], vec![70]],
            0
        )
    );
    let panic = "panic: oh\n\ngoroutine 7 [select, 3 minutes]:\nmain.f(...)\n\t/a.go:3\nmain.g(0x1)\n\t/a.go:9 +0x1\n";
    assert_eq!(
        told(panic),
        ("go-goroutines", "goroutine".into(), vec![vec![1]], 0)
    );
}
