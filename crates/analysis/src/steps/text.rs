//! Steps as text, for links and queries: `kind:value`.

use super::{STEPS, Step};

impl Step {
    /// Its value as text.
    pub fn value(&self) -> String {
        match self {
            Self::Focus(text)
            | Self::Ignore(text)
            | Self::Hide(text)
            | Self::Show(text)
            | Self::ShowFrom(text)
            | Self::Merge(text)
            | Self::Drop(text)
            | Self::Keep(text)
            | Self::Only(text)
            | Self::From(text)
            | Self::Recursion(text)
            | Self::DirectRecursion(text)
            | Self::Module(text)
            | Self::Package(text)
            | Self::Callees(text) => text.clone(),
            Self::Subtree(path) => {
                let mut text = String::new();
                for (at, name) in path.iter().enumerate() {
                    if at > 0 {
                        text.push(';');
                    }
                    for letter in name.chars() {
                        if matches!(letter, ';' | '\\') {
                            text.push('\\');
                        }
                        text.push(letter);
                    }
                }
                text
            }
        }
    }

    /// As text: `hide:^runtime`.
    pub fn write(&self) -> String {
        format!("{}:{}", self.kind().id, self.value())
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// A sentence without its last dot.
    pub fn read(text: &str) -> Result<Self, String> {
        let (id, value) = text
            .split_once(':')
            .ok_or_else(|| format!("“{text}” is no step: it has no colon"))?;
        Self::of(id, value).ok_or_else(|| format!("there is no step “{id}”"))
    }

    /// A step of a kind; `None` if there is no such kind.
    pub fn of(id: &str, value: &str) -> Option<Self> {
        let kind = STEPS.iter().find(|kind| kind.id == id)?;
        Some((kind.make)(value.to_owned()))
    }
}

/// Names of a path, with `;` between them and `\` before those in names.
pub(super) fn names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let last = names.len() - 1;
        match letter {
            '\\' => names[last].extend(letters.next()),
            ';' => names.push(String::new()),
            letter => names[last].push(letter),
        }
    }
    names
}
