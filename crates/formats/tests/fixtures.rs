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
