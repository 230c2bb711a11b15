//! The query box: the lens as one line of text, while it is typed and after.

use analysis::Lens;
use analysis::options::{self, Kind};
use analysis::query::{self, Completion, Names, QueryFault};

use crate::Model;

/// The box.
#[derive(Clone, Debug, Default)]
pub struct QueryBox {
    /// It is shown.
    pub shown: bool,
    /// What was typed and the lens it was read as: as long as that is the state's, the text stays
    /// as it was typed.
    typed: Option<(String, Lens)>,
    /// What is wrong with it.
    pub fault: Option<QueryFault>,
}

/// A text was typed: the lens it describes, if it can be understood.
pub(crate) fn typed(model: &mut Model, text: String) -> bool {
    let lens = match query::read(finished(&text)) {
        Ok(lens) => {
            model.query.fault = None;
            lens
        }
        Err(fault) => {
            // The lens stays as it is until the text can be read.
            model.query.fault = Some(fault);
            model.state.lens.clone()
        }
    };
    let changed = lens != model.state.lens;
    model.query.typed = Some((text, lens.clone()));
    model.state.lens = lens;
    changed
}

/// The text without a last word that is still being typed: one without a colon could become the
/// name of an option, and would filter everything away meanwhile. A blank finishes it.
fn finished(text: &str) -> &str {
    let last = &text[query::last_word(text)..];
    let is_flag =
        options::find(last.trim_start_matches('-')).is_some_and(|option| option.kind == Kind::Flag);
    match last.is_empty() || last.contains(':') || is_flag {
        true => text,
        false => &text[..text.len() - last.len()],
    }
}

impl Model {
    /// What stands in the query box.
    pub fn query_text(&self) -> String {
        match &self.query.typed {
            Some((text, lens)) if *lens == self.state.lens => text.clone(),
            _ => query::write(&self.state.lens),
        }
    }

    /// What is wrong with it, if it is what was typed.
    pub fn query_fault(&self) -> Option<&QueryFault> {
        let typed = self.query.typed.as_ref();
        let fault = self.query.fault.as_ref();
        fault.filter(|_| typed.is_some_and(|(_, lens)| *lens == self.state.lens))
    }

    /// What its last word could become.
    pub fn query_completions(&self) -> Vec<Completion> {
        let shown = self.shown_data();
        let functions = |part: &str| -> Vec<String> {
            let Some((view, data, _)) = shown else {
                return Vec::new();
            };
            let part = part.to_lowercase();
            let names = 0..view.keys(data).len() as u32;
            let names = names.map(|name| view.name_text(data, name));
            let fitting = names.filter(|name| name.to_lowercase().contains(&part));
            fitting.take(12).map(str::to_owned).collect()
        };
        let names = Names {
            functions: &functions,
            tracks: &|part| self.track_names(part),
        };
        query::complete(&self.query_text(), &names)
    }
}
