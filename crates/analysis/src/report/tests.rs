//! Reports where ours is not pprof's, each for its reason in `docs/pprof-differences.md`.

use profile::testing::sketch;

use super::{find, run};
use crate::Lens;

fn printed(name: &str, text: &str, lens: &Lens) -> String {
    let kind = find(name).expect(name);
    let profile = sketch(text);
    run(kind, &profile, lens, None, usize::MAX)
        .expect(name)
        .text
}

#[test]
fn quotes_of_labels_do_not_end_a_graph() {
    let dot = printed("dot", "main;a 3 {job=say \"hi\"}", &Lens::default());
    assert!(dot.contains("label = \"job:say \\\"hi\\\"\""), "{dot}");
}

#[test]
fn no_call_points_to_a_node_that_is_left_out() {
    let lens = Lens {
        drop_negative: true,
        ..Lens::default()
    };
    let dot = printed("dot", "main;a 30\nmain;b -3", &lens);
    assert!(
        !dot.contains("-> N0") && dot.contains("N2 -> N1 ["),
        "{dot}"
    );
}

#[test]
fn callees_without_a_value_keep_their_names() {
    let text = "types: samples/count, cpu/nanoseconds\nmain;a 2 0\nmain;b 1 5";
    let lens = Lens {
        mean: true,
        ..Lens::default()
    };
    let callgrind = printed("callgrind", text, &lens);
    assert!(!callgrind.contains("cfn=\n"), "{callgrind}");
}

#[test]
fn long_listings_stop_and_say_so() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for at in 0..500 {
        let _ = writeln!(text, "main;f{at} 1");
    }
    let profile = sketch(&text);
    let kind = find("traces").expect("traces");
    let all = run(kind, &profile, &Lens::default(), None, usize::MAX)
        .expect("traces")
        .text;
    let some = run(kind, &profile, &Lens::default(), None, 4000)
        .expect("traces")
        .text;
    assert!(some.len() < 5000 && all.len() > 40_000);
    assert!(
        some.contains("more samples: `pprofweb traces FILE` prints all of them"),
        "{some}"
    );
}
