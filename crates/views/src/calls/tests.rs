//! The call tree: rows, folds, both directions.

use profile::testing::sketch;

use super::*;
use crate::testing::compute_with;
use crate::view::Look;

const TEXT: &str = "main;a;b 60\nmain;a 5\nmain;c;b 20\nmain;c;d 10\nother 5";

fn data(args: &str) -> Paths {
    compute_with::<Calls>(&sketch(TEXT), &analysis::Lens::default(), args)
        .unwrap_or_else(|gap| panic!("{}", gap.0))
}

fn rows(data: &Paths, look: &CallsLook) -> Vec<String> {
    let row = |item: u32| {
        let fold = Calls::fold(data, look, item).unwrap();
        let mark = match fold.open {
            None => ' ',
            Some(true) => '-',
            Some(false) => '+',
        };
        let cell = |column| Calls::cell(data, item, column).text;
        let indent = fold.level;
        format!("{:indent$}{mark}{} {} {}", "", cell(4), cell(0), cell(2))
    };
    Calls::order(data, look).into_iter().map(row).collect()
}

fn named(data: &Paths, look: &CallsLook, name: &str) -> u32 {
    let mut order = Calls::order(data, look).into_iter();
    order
        .find(|&item| data.nodes.name_text(item) == name)
        .unwrap()
}

#[test]
fn the_heavy_path_is_open_from_the_start() {
    let data = data("");
    assert_eq!(
        rows(&data, &CallsLook::default()),
        [
            " -main 95 0",
            "  -a 65 5",
            "    b 60 60",
            "  +c 30 0",
            "  other 5 5",
        ]
    );
}

#[test]
fn rows_open_and_close_and_links_remember() {
    let data = data("");
    let mut look = CallsLook::default();
    let c = named(&data, &look, "c");
    Calls::unfold(&data, &mut look, c, Unfold::Open);
    let open = rows(&data, &look);
    assert_eq!(open[3..6], ["  -c 30 0", "    b 20 20", "    d 10 10"]);
    assert_eq!(CallsLook::read(&look.write()), Some(look.clone()));
    let main = named(&data, &look, "main");
    Calls::unfold(&data, &mut look, main, Unfold::Close);
    assert_eq!(rows(&data, &look), [" +main 95 0", "  other 5 5"]);
    Calls::unfold(&data, &mut look, main, Unfold::Open);
    assert_eq!(
        rows(&data, &look),
        open,
        "what was open below is open again"
    );
    for bad in ["x", "oz", "i_q"] {
        assert_eq!(CallsLook::read(bad), None);
    }
}

#[test]
fn inverted_callers_hang_under_the_functions_samples_end_in() {
    let data = data("inverted");
    let mut look = CallsLook {
        inverted: true,
        ..CallsLook::default()
    };
    let b = named(&data, &look, "b");
    look.open = Some(std::collections::BTreeSet::new());
    Calls::unfold(&data, &mut look, b, Unfold::Heaviest);
    assert_eq!(
        rows(&data, &look),
        [
            " -b 80 0",
            "  -a 60 0",
            "    main 60 60",
            "  +c 20 0",
            " +d 10 0",
            " +a 5 0",
            "  other 5 5",
        ]
    );
    let a = Picked {
        name: "a".into(),
        path: vec![String::new(), "b".into(), "a".into()],
        at: None,
    };
    let item = Calls::locate(&data, &a).item.unwrap();
    assert_eq!(Calls::pick(&data, item), Some(a));
    // A frame picked elsewhere is its function's own row here.
    let elsewhere = Picked {
        name: "b".into(),
        path: vec!["main".into(), "c".into(), "b".into()],
        at: None,
    };
    assert_eq!(Calls::locate(&data, &elsewhere).item, Some(b));
}

#[test]
fn a_row_is_revealed_by_opening_what_it_hangs_under() {
    let data = data("");
    let mut look = CallsLook {
        open: Some(std::collections::BTreeSet::new()),
        ..CallsLook::default()
    };
    let path = ["main", "c", "d"].map(str::to_owned);
    let d = data.nodes.walk(&path, None).unwrap();
    assert!(!Calls::order(&data, &look).contains(&d));
    Calls::unfold(&data, &mut look, d, Unfold::Reveal);
    assert!(Calls::order(&data, &look).contains(&d));
    let fold = Calls::fold(&data, &look, d).unwrap();
    assert_eq!((fold.level, fold.place, fold.among), (3, 2, 2));
}

#[test]
fn rows_beside_each_other_can_be_sorted() {
    let data = data("");
    let mut look = CallsLook::default();
    Calls::sort(&mut look, 4);
    Calls::sort(&mut look, 4);
    assert!(look.turned);
    assert_eq!(rows(&data, &look)[0], "  other 5 5");
    assert_eq!(Calls::sorting(&look), Some((4, true)));
}
