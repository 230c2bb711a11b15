//! Filters about what is selected: "only stacks through this function".

use analysis::lens::{Granularity, Lens};
use analysis::options;
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
}

impl Refine {
    /// All of them, in the order of buttons.
    pub const ALL: [Self; 5] = [
        Self::Focus,
        Self::Ignore,
        Self::Hide,
        Self::ShowFrom,
        Self::Peek,
    ];

    /// The option it sets.
    pub fn option(self) -> &'static str {
        match self {
            Self::Focus => "focus",
            Self::Ignore => "ignore",
            Self::Hide => "hide",
            Self::ShowFrom => "show_from",
            Self::Peek => "about",
        }
    }

    /// Name on its button.
    pub fn title(self) -> &'static str {
        match self {
            Self::Focus => "Focus",
            Self::Ignore => "Ignore",
            Self::Hide => "Hide",
            Self::ShowFrom => "Show from",
            Self::Peek => "Peek",
        }
    }

    /// What it does, about "it".
    pub fn hint(self) -> &'static str {
        match self {
            Self::Focus => "Only stacks through it",
            Self::Ignore => "No stacks through it",
            Self::Hide => "Without its frames",
            Self::ShowFrom => "Only it and what it calls",
            Self::Peek => "Its callers and callees",
        }
    }

    /// Sets the option. What is ignored or hidden already stays so.
    pub fn apply(self, lens: &mut Lens, picked: &Picked) {
        let Some(option) = options::find(self.option()) else {
            return;
        };
        let name = function_name(&picked.name, lens.granularity);
        let mut expression = format!("^{}$", analysis::rx::escaped(name));
        let had = (option.get)(lens);
        let adds = matches!(self, Self::Ignore | Self::Hide) && !had.is_empty();
        if adds && had.split('|').any(|part| part == expression) {
            return;
        }
        if adds {
            expression = format!("{expression}|{had}");
        }
        // An expression of ours can always be read.
        let _ = (option.set)(lens, &expression);
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
            path: Vec::new(),
        }
    }

    #[test]
    fn names_are_matched_as_they_are() {
        let mut lens = Lens::default();
        Refine::Focus.apply(&mut lens, &picked("main.(*T).M"));
        assert_eq!(lens.focus, r"^main\.\(\*T\)\.M$");
        Refine::Focus.apply(&mut lens, &picked("b"));
        assert_eq!(lens.focus, "^b$", "focus replaces");
        Refine::Hide.apply(&mut lens, &picked("a"));
        Refine::Hide.apply(&mut lens, &picked("b"));
        Refine::Hide.apply(&mut lens, &picked("b"));
        assert_eq!(lens.hide, "^b$|^a$", "hide adds, once");
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
