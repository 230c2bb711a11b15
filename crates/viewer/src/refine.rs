//! Filters and steps about what is selected: "only stacks through this function".

use analysis::keys::package_of;
use analysis::lens::{Granularity, Lens};
use analysis::rx::Rx;
use analysis::{Step, options};
use views::Picked;

/// What to do with the selected function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refine {
    /// Keep stacks through it.
    Focus,
    /// Drop stacks through it.
    Ignore,
    /// Drop its frames.
    Hide,
    /// Keep only its frames.
    Show,
    /// Drop what is above it.
    ShowFrom,
    /// Show its callers and callees.
    Peek,
    /// Keep this one call path.
    Subtree,
    /// What it calls counts as its own.
    Callees,
    /// From its first to its last place on a path all becomes one.
    Recursion,
    /// Its neighbouring places become one.
    DirectRecursion,
    /// Frames of its package that follow each other become one.
    Package,
    /// Frames of its binary that follow each other become one.
    Module,
}

impl Refine {
    /// Those with a button of their own, in its order.
    pub const BUTTONS: [Self; 6] = [
        Self::Focus,
        Self::Ignore,
        Self::Hide,
        Self::Show,
        Self::ShowFrom,
        Self::Peek,
    ];

    /// Those in the menu beside the buttons, in its order.
    pub const MENU: [Self; 6] = [
        Self::Subtree,
        Self::Callees,
        Self::Recursion,
        Self::DirectRecursion,
        Self::Package,
        Self::Module,
    ];

    /// Name on its button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Focus => "Focus",
            Self::Ignore => "Ignore",
            Self::Hide => "Hide",
            Self::Show => "Show",
            Self::ShowFrom => "Show from",
            Self::Peek => "Peek",
            Self::Subtree => "Only this subtree",
            Self::Callees => "Collapse its callees",
            Self::Recursion => "Collapse its recursion",
            Self::DirectRecursion => "Collapse direct recursion",
            Self::Package => "Collapse its package",
            Self::Module => "Collapse its binary",
        }
    }

    /// What it does, as a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Focus => "Keeps the stacks through it.",
            Self::Ignore => "Drops the stacks through it.",
            Self::Hide => "Drops its frames; its callers get the values.",
            Self::Show => "Keeps only its frames; stacks without it go.",
            Self::ShowFrom => "Drops what is above it; stacks without it go.",
            Self::Peek => "Shows its callers and callees as a report.",
            Self::Subtree => "Keeps this one call path and what is beneath it.",
            Self::Callees => "What it calls counts as its own.",
            Self::Recursion => "From its first to its last call on a path all becomes one.",
            Self::DirectRecursion => "Its calls by itself become one.",
            Self::Package => "Frames of its package that follow each other become one.",
            Self::Module => "Frames of its binary that follow each other become one.",
        }
    }

    /// Why it cannot be done with this selection, as a sentence; `None` if it can.
    pub fn why_not(self, lens: &Lens, picked: &Picked, module: &str) -> Option<&'static str> {
        match self {
            // A path that begins at the function of a picture around it is none from the root.
            Self::Subtree => (picked.path.is_empty() || picked.path[0].is_empty())
                .then_some("A call path is selected in a flame graph."),
            Self::Package => package(&picked.name, lens.granularity)
                .is_empty()
                .then_some("It has no package."),
            Self::Module => module.is_empty().then_some("Its binary is not known."),
            // Reports put all such addresses of a binary into one row.
            Self::Peek => (is_address(&picked.name) && lens.granularity != Granularity::Addresses)
                .then_some("Addresses without a name are told one by one by addresses only."),
            _ => None,
        }
    }

    /// True if it can be done with this selection.
    pub fn fits(self, lens: &Lens, picked: &Picked, module: &str) -> bool {
        self.why_not(lens, picked, module).is_none()
    }

    /// Changes the lens. `module` is the binary of the selected function.
    ///
    /// A filter is pprof's own option where that says the same: it is free, and an expression can
    /// tell what is selected ([`is_told`]). Everything else becomes a step, which acts on what
    /// earlier ones have left and knows rows of every granularity by their names. What is ignored
    /// or hidden by an option is added to it.
    pub fn apply(self, lens: &mut Lens, picked: &Picked, module: &str) {
        let name = picked.name.clone();
        let exact = format!("^{}$", analysis::rx::escaped(&name));
        let told = is_told(lens, &name, module, &exact);
        // Filters see frames that these have dropped, so that more would match than is shown.
        let all_seen = lens.hide.is_empty() && lens.show.is_empty();
        let step = match self {
            Self::Focus => match told && all_seen {
                true => return one(lens, "focus", Step::Keep(name), &exact),
                false => Step::Keep(name),
            },
            Self::Show => match told {
                true => return one(lens, "show", Step::Only(name), &exact),
                false => Step::Only(name),
            },
            Self::ShowFrom => match told {
                true => return one(lens, "show_from", Step::From(name), &exact),
                false => Step::From(name),
            },
            Self::Ignore if told && all_seen => return add(lens, "ignore", exact),
            Self::Ignore => Step::Drop(name),
            Self::Hide if told => return add(lens, "hide", exact),
            Self::Hide => Step::Merge(name),
            Self::Peek => return set(lens, "about", &exact),
            Self::Subtree => Step::Subtree(picked.path.clone()),
            Self::Callees => Step::Callees(name),
            Self::Recursion => Step::Recursion(name),
            Self::DirectRecursion => Step::DirectRecursion(name),
            Self::Package => Step::Package(package(&name, lens.granularity).to_owned()),
            Self::Module => Step::Module(module.to_owned()),
        };
        take(lens, step);
    }
}

/// True if pprof's filters, given an expression for a row's name, mean just that row: it is a
/// function, all whose frames are seen and in the same place as the filters see them.
fn is_told(lens: &Lens, name: &str, module: &str, expression: &str) -> bool {
    let by_function = matches!(
        lens.granularity,
        Granularity::Default | Granularity::Functions | Granularity::FileFunctions
    );
    by_function
        && lens.steps.is_empty()
        && lens.show_from.is_empty()
        && lens.prune_from.is_empty()
        && !lens.noinlines
        && !is_address(name)
        // Expressions match files and binaries too.
        && name != module
        // A very long name makes no expression.
        && Rx::new(expression).is_ok()
}

/// Takes a step, once.
fn take(lens: &mut Lens, step: Step) {
    if lens.steps.last() != Some(&step) {
        lens.steps.push(step);
    }
}

/// Sets an option, or takes a step where the option is taken.
fn one(lens: &mut Lens, option: &str, step: Step, expression: &str) {
    let had = options::find(option).map_or_else(String::new, |option| (option.get)(lens));
    if had.is_empty() {
        set(lens, option, expression);
    } else if had != expression {
        take(lens, step);
    }
}

/// Adds to an option.
fn add(lens: &mut Lens, option: &str, expression: String) {
    let had = options::find(option).map_or_else(String::new, |option| (option.get)(lens));
    if had.is_empty() {
        set(lens, option, &expression);
    } else if !had.split('|').any(|part| part == expression) {
        set(lens, option, &format!("{expression}|{had}"));
    }
}

fn set(lens: &mut Lens, option: &str, value: &str) {
    if let Some(option) = options::find(option) {
        // An expression of ours can always be read.
        let _ = (option.set)(lens, value);
    }
}

/// True for rows that stand for an address without a name: `libc.so+0x1f`, `0x1f`.
fn is_address(name: &str) -> bool {
    let digits = match name.rsplit_once("+0x") {
        Some((_, digits)) => Some(digits),
        None => name.strip_prefix("0x"),
    };
    let is_hex = |digits: &str| digits.bytes().all(|b| b.is_ascii_hexdigit());
    name == "(unknown)" || digits.is_some_and(|digits| !digits.is_empty() && is_hex(digits))
}

/// The package of a row's function; empty for rows that are none.
fn package(name: &str, granularity: Granularity) -> &str {
    use Granularity::{Files, Modules, Packages};
    match granularity {
        Files | Modules | Packages => "",
        _ if is_address(name) => "",
        _ => package_of(function_name(name, granularity)),
    }
}

/// The function in a row's name: rows of lines and addresses have their place behind it.
fn function_name(name: &str, granularity: Granularity) -> &str {
    let mut name = name;
    if granularity == Granularity::Addresses
        && let Some((before, address)) = name.rsplit_once(" 0x")
        && address.bytes().all(|b| b.is_ascii_hexdigit())
    {
        name = before;
    }
    if matches!(granularity, Granularity::Addresses | Granularity::Lines)
        && let Some((before, place)) = name.rsplit_once(' ')
        && let Some((_, line)) = place.rsplit_once(':')
        && line.bytes().all(|b| b.is_ascii_digit())
    {
        name = before;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(name: &str) -> Picked {
        Picked {
            name: name.to_owned(),
            ..Picked::default()
        }
    }

    #[test]
    fn names_are_matched_as_they_are() {
        let mut lens = Lens::default();
        Refine::Focus.apply(&mut lens, &picked("main.(*T).M"), "");
        assert_eq!(lens.focus, r"^main\.\(\*T\)\.M$");
        Refine::Hide.apply(&mut lens, &picked("a"), "");
        Refine::Hide.apply(&mut lens, &picked("b"), "");
        Refine::Hide.apply(&mut lens, &picked("b"), "");
        assert_eq!(lens.hide, "^b$|^a$", "hide adds, once");
    }

    #[test]
    fn a_second_focus_goes_on_from_the_first() {
        let mut lens = Lens::default();
        for name in ["a", "a", "b", "b"] {
            Refine::Focus.apply(&mut lens, &picked(name), "");
        }
        assert_eq!(lens.focus, "^a$");
        assert_eq!(lens.steps, [Step::Keep("b".into())]);
        let mut lens = Lens::default();
        Refine::Callees.apply(&mut lens, &picked("c"), "");
        Refine::Focus.apply(&mut lens, &picked("a"), "");
        assert_eq!(lens.focus, "", "after a step comes a step");
        assert_eq!(lens.steps.len(), 2);
    }

    #[test]
    fn only_what_fits_is_offered() {
        let place = Picked {
            name: "net/http.Get".into(),
            path: vec!["main.main".into(), "net/http.Get".into()],
            at: None,
        };
        let around = Picked {
            path: vec![String::new(), "f".into(), "main.main".into()],
            ..picked("main.main")
        };
        let fits = |how: Refine, picked: &Picked| how.fits(&Lens::default(), picked, "");
        assert!(fits(Refine::Subtree, &place) && fits(Refine::Package, &place));
        assert!(!fits(Refine::Subtree, &around) && !fits(Refine::Subtree, &picked("a")));
        assert!(!fits(Refine::Package, &picked("a")) && !fits(Refine::Module, &place));
        assert!(!fits(Refine::Package, &picked("libc.so+0x1f")));
        let by = |granularity| Lens {
            granularity,
            ..Lens::default()
        };
        let offered =
            |how: Refine, granularity, name: &str| how.fits(&by(granularity), &picked(name), "");
        use Granularity::{Addresses, Files, Functions, Lines, Packages};
        assert!(!offered(Refine::Package, Files, "/usr/src/a.go"));
        assert!(!offered(Refine::Package, Packages, "net/http"));
        assert!(offered(Refine::Package, Lines, "io.Copy a.go:3"));
        assert!(!offered(Refine::Package, Lines, "operator new a.cc:3"));
        assert!(!offered(Refine::Peek, Functions, "libc.so+0x1f"));
        assert!(offered(Refine::Peek, Addresses, "libc.so+0x1f"));
    }

    #[test]
    fn what_expressions_cannot_tell_becomes_a_step() {
        let after = |lens: &Lens, how: Refine, name: &str, module: &str| {
            let mut lens = lens.clone();
            how.apply(&mut lens, &picked(name), module);
            lens
        };
        let all = [
            Refine::Focus,
            Refine::Ignore,
            Refine::Hide,
            Refine::Show,
            Refine::ShowFrom,
        ];
        let set = |change: fn(&mut Lens)| {
            let mut lens = Lens::default();
            change(&mut lens);
            lens
        };
        let lenses = [
            set(|lens| lens.granularity = Granularity::Lines),
            set(|lens| lens.granularity = Granularity::Packages),
            set(|lens| lens.noinlines = true),
            set(|lens| lens.show_from = "x".into()),
            set(|lens| lens.steps = vec![Step::Package("net/http".into())]),
        ];
        let steps = ["keep:f", "drop:f", "merge:f", "only:f", "from:f"];
        for lens in lenses {
            for (how, step) in all.into_iter().zip(steps) {
                let after = after(&lens, how, "f", "");
                let last = after.steps.last().map(Step::write);
                assert_eq!(last.as_deref(), Some(step), "{lens:?}");
            }
        }
        for how in all {
            let address = after(&Lens::default(), how, "libc.so+0x1f", "libc.so");
            assert_eq!(address.steps.len(), 1, "addresses have no expression");
            let module = after(&Lens::default(), how, "main", "main");
            assert_eq!(module.steps.len(), 1, "it would match the binary");
            let long = after(&Lens::default(), how, &"x".repeat(1 << 20), "");
            assert_eq!(long.steps.len(), 1, "it is too long");
            let plain = after(&Lens::default(), how, "f", "main");
            assert_eq!(plain.steps.len(), 0);
        }
    }

    const TEXT: &str = "main@m.go:1;f@x/a.go:2;>g@b.go:7 1\nmain@m.go:1;f@x/a.go:5;g@b.go:9 2\n\
        main@m.go:1;!/lib/m+0x1;g@y/b.go:9 4\nf@x/a.go:5 8\nmain@m.go:1;g@b.go:7;f@x/a.go:2;g 16\n\
        main@m.go:1;!/lib/m+0x2;p.q@p.go:3;>p.r@p.go:4 32";

    /// Total of all rows of a name, each sample once, and the total of all.
    fn sums(profile: &profile::Profile, lens: &Lens, name: &str) -> (i64, i64) {
        let tree = analysis::Tree::under(profile, lens, analysis::Naming::FUNCTIONS).unwrap();
        let mut within = vec![false; tree.len()];
        let mut sum = 0;
        for node in 1..tree.len() {
            within[node] =
                within[tree.parent[node] as usize] || tree.keys.text(tree.key[node]) == name;
            sum += if within[node] {
                tree.self_value[node]
            } else {
                0
            };
        }
        (sum, tree.total[0])
    }

    #[test]
    fn what_is_left_is_what_the_row_weighs() {
        let profile = profile::testing::sketch(TEXT);
        let queries = [
            "",
            "noinlines",
            "hide:^g$",
            "hide:x/a.go",
            "show:a.go|m",
            "show_from:^f$",
            "focus:^g$ hide:b.go",
            "package:p",
            "prune_from:^f$",
            "-gone +hide:^g$",
        ];
        for (query, granularity) in queries.iter().flat_map(|query| {
            options::GRANULARITIES
                .iter()
                .map(move |grain| (query, grain))
        }) {
            let lens =
                analysis::query::read(&format!("{query} granularity:{granularity}")).unwrap();
            let tree = analysis::Tree::under(&profile, &lens, analysis::Naming::FUNCTIONS).unwrap();
            let mut names: Vec<_> = (1..tree.len())
                .map(|node| tree.keys.text(tree.key[node]).into_owned())
                .collect();
            names.sort();
            names.dedup();
            for name in names {
                let (row, whole) = sums(&profile, &lens, &name);
                let after = |how: Refine| {
                    let mut lens = lens.clone();
                    how.apply(&mut lens, &picked(&name), "m");
                    sums(&profile, &lens, &name)
                };
                let told = format!("{query} {granularity} {name}");
                assert_eq!(after(Refine::Focus), (row, row), "focus {told}");
                assert_eq!(after(Refine::Show), (row, row), "show {told}");
                assert_eq!(after(Refine::ShowFrom), (row, row), "show from {told}");
                assert_eq!(after(Refine::Ignore), (0, whole - row), "ignore {told}");
                assert_eq!(after(Refine::Hide).0, 0, "hide {told}");
                assert_eq!(after(Refine::Callees), (row, whole), "callees {told}");
            }
        }
    }

    #[test]
    fn places_are_no_part_of_a_name() {
        for (granularity, name, function) in [
            (Granularity::Lines, "main.f a.go:12", "main.f"),
            (Granularity::Lines, "f(int, int) a.cc:3:7", "f(int, int)"),
            (Granularity::Addresses, "main.f a.go:12 0x4a0", "main.f"),
            (Granularity::Default, "operator new", "operator new"),
            (Granularity::Lines, "operator new", "operator new"),
        ] {
            assert_eq!(function_name(name, granularity), function, "{name}");
        }
    }
}
