//! Filters and steps about what is selected: "only stacks through this function".

use analysis::keys::package_of;
use analysis::lens::{Granularity, Lens};
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
    pub const BUTTONS: [Self; 5] = [
        Self::Focus,
        Self::Ignore,
        Self::Hide,
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
            Self::Focus => "Keeps stacks through this function.",
            Self::Ignore => "Drops stacks through this function.",
            Self::Hide => "Drops the frames of this function; its callers get the values.",
            Self::ShowFrom => "Drops what is above this function; stacks without it go.",
            Self::Peek => "Shows callers and callees of this function as a report.",
            Self::Subtree => "Keeps this one call path and what is beneath it.",
            Self::Callees => "What this function calls counts as its own.",
            Self::Recursion => "From its first to its last call on a path all becomes one.",
            Self::DirectRecursion => "Calls of this function by itself become one.",
            Self::Package => "Frames of its package that follow each other become one.",
            Self::Module => "Frames of its binary that follow each other become one.",
        }
    }

    /// True if it can be done with this selection.
    pub fn fits(self, picked: &Picked, module: &str) -> bool {
        match self {
            // A path that begins at the function of a picture around it is none from the root.
            Self::Subtree => !picked.path.is_empty() && !picked.path[0].is_empty(),
            Self::Package => !package_of(&picked.name).is_empty(),
            Self::Module => !module.is_empty(),
            _ => true,
        }
    }

    /// Changes the lens. `module` is the binary of the selected function.
    ///
    /// A filter that is free is pprof's own option; one that is taken already, or that comes
    /// after a step, becomes a step, so that what was filtered stays filtered. What is ignored or
    /// hidden by an option is added to it.
    pub fn apply(self, lens: &mut Lens, picked: &Picked, module: &str) {
        let name = function_name(&picked.name, lens.granularity);
        let exact = || format!("^{}$", analysis::rx::escaped(name));
        match self {
            Self::Focus => one(lens, "focus", Step::Focus, exact()),
            Self::ShowFrom => one(lens, "show_from", Step::ShowFrom, exact()),
            Self::Ignore => add(lens, "ignore", exact()),
            Self::Hide => add(lens, "hide", exact()),
            Self::Peek => set(lens, "about", &exact()),
            Self::Subtree => lens.steps.push(Step::Subtree(picked.path.clone())),
            Self::Callees => lens.steps.push(Step::Callees(picked.name.clone())),
            Self::Recursion => lens.steps.push(Step::Recursion(picked.name.clone())),
            Self::DirectRecursion => {
                lens.steps.push(Step::DirectRecursion(picked.name.clone()));
            }
            Self::Package => {
                let package = package_of(&picked.name).to_owned();
                lens.steps.push(Step::Package(package));
            }
            Self::Module => lens.steps.push(Step::Module(module.to_owned())),
        }
    }
}

/// Sets an option, or takes a step where the option is taken.
fn one(lens: &mut Lens, option: &str, step: fn(String) -> Step, expression: String) {
    let had = options::find(option).map_or_else(String::new, |option| (option.get)(lens));
    if had == expression && lens.steps.is_empty() {
        return;
    }
    if had.is_empty() && lens.steps.is_empty() {
        set(lens, option, &expression);
    } else if lens.steps.last() != Some(&step(expression.clone())) {
        lens.steps.push(step(expression));
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
        && place
            .rsplit(':')
            .next()
            .is_some_and(|line| line.bytes().all(|b| b.is_ascii_digit()))
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
        assert_eq!(lens.steps, [Step::Focus("^b$".into())]);
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
        assert!(Refine::Subtree.fits(&place, "") && Refine::Package.fits(&place, ""));
        assert!(!Refine::Subtree.fits(&around, "") && !Refine::Subtree.fits(&picked("a"), ""));
        assert!(!Refine::Package.fits(&picked("a"), "") && !Refine::Module.fits(&place, ""));
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
