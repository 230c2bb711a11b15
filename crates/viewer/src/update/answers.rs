//! Answers: what came is shown or kept, what is wanted next is asked.

use std::rc::Rc;

use engine::{Answer, FoundKeys, Question, Reply};

use crate::slots::{self, FindKey, ViewAnswer, ViewKey};
use crate::{Effect, FileId, Model, messages};

/// A reply to a question about an open file.
pub(super) fn replied(model: &mut Model, id: FileId, request: u32, reply: Reply) {
    let (view, find) = slots::wanted(model);
    let asked_view = model.slots.view.key_of(request).map(|key| key.view.clone());
    let slots = &mut model.slots;
    let expected = match (reply, asked_view) {
        (Reply::Answer(answer), Some(name)) => {
            let answer = match answer {
                Answer::Data { packed, notes } => {
                    match views::find(&name).map(|v| v.unpack(packed)) {
                        Some(Ok(data)) => ViewAnswer::Data { data, notes },
                        _ => ViewAnswer::Failed(messages::MIXED_VERSIONS.to_owned()),
                    }
                }
                Answer::Gap(gap) => ViewAnswer::Gap(gap.0),
            };
            slots.view.answered(request, answer, view.as_ref())
        }
        (Reply::Failed(failure), Some(_)) => {
            let failed = ViewAnswer::Failed(failure.message);
            slots.view.answered(request, failed, view.as_ref())
        }
        (Reply::Found(found), None) => slots.find.answered(request, Rc::new(found), find.as_ref()),
        (Reply::Failed(failure), None) => {
            let fault = FoundKeys {
                fault: Some(failure.message),
                ..FoundKeys::default()
            };
            slots.find.answered(request, Rc::new(fault), find.as_ref())
        }
        // Nobody asked, or not for this.
        (Reply::Answer(_), None) | (Reply::Found(_), Some(_)) => false,
        (Reply::Progress(_) | Reply::Opened(_), _) => false,
    };
    if let Some(file) = model.file_mut(id).filter(|_| expected) {
        file.deaths = 0;
    }
}

/// Asks for what the visible view wants and nobody has asked for.
pub(super) fn ask(model: &mut Model, out: &mut Vec<Effect>) {
    let (Some(view), find) = slots::wanted(model) else {
        return;
    };
    if model.slots.view.wants(&view) {
        let request = model.number();
        model.slots.view.asked(request, view.clone());
        let ViewKey {
            file,
            profile,
            view,
            lens,
            args,
        } = view.clone();
        let question = Question::View {
            profile,
            view,
            lens,
            args,
        };
        out.push(Effect::Ask {
            file,
            request,
            question: Box::new(question),
        });
    }
    // A worker answers in the order it was asked: the search of a view that waits its turn must
    // not come before the view.
    if !model.slots.view.has_or_asks(&view) {
        return;
    }
    let Some(find) = find else { return };
    if model.slots.find.wants(&find) {
        let request = model.number();
        model.slots.find.asked(request, find.clone());
        let FindKey { within, text } = find;
        let ViewKey {
            file,
            profile,
            view,
            lens,
            ..
        } = within;
        let question = Question::Find {
            profile,
            view,
            lens,
            text,
        };
        out.push(Effect::Ask {
            file,
            request,
            question: Box::new(question),
        });
    }
}
