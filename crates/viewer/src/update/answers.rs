//! Answers: what came is shown or kept, what is wanted next is asked.

use std::rc::Rc;

use engine::{Answer, FoundKeys, Question, Reply};

use crate::slots::{self, FindKey, Slot, ViewAnswer, ViewKey};
use crate::{Effect, FileId, Model, messages};

/// A reply to a question about an open file.
pub(super) fn replied(model: &mut Model, id: FileId, request: u32, reply: Reply) {
    let ((view, find), beside) = (slots::wanted(model), slots::beside(model));
    let (details, tracks) = (slots::details(model), slots::tracks(model));
    let slots = &mut model.slots;
    let expected = match reply {
        // Work that goes on, and what only an opening is answered with.
        Reply::Progress(_) | Reply::Opened(_) => false,
        reply if slots.view.key_of(request).is_some() => {
            answered(&mut slots.view, request, reply, view.as_ref())
        }
        reply if slots.beside.key_of(request).is_some() => {
            answered(&mut slots.beside, request, reply, beside.as_ref())
        }
        reply if slots.details.key_of(request).is_some() => {
            answered(&mut slots.details, request, reply, details.as_ref())
        }
        reply if slots.tracks.key_of(request).is_some() => {
            answered(&mut slots.tracks, request, reply, tracks.as_ref())
        }
        Reply::Found(found) => slots.find.answered(request, Rc::new(found), find.as_ref()),
        Reply::Failed(failure) => {
            let fault = FoundKeys {
                fault: Some(failure.message),
                ..FoundKeys::default()
            };
            slots.find.answered(request, Rc::new(fault), find.as_ref())
        }
        // Nobody asked.
        Reply::Answer(_) => false,
    };
    if let Some(file) = model.file_mut(id).filter(|_| expected) {
        file.deaths = 0;
    }
}

/// A reply about a view's data. False if it is something else.
fn answered(
    slot: &mut Slot<ViewKey, ViewAnswer>,
    request: u32,
    reply: Reply,
    wanted: Option<&ViewKey>,
) -> bool {
    let name = slot.key_of(request).map(|key| key.view.clone());
    let view = name.and_then(|name| views::find(&name));
    let answer = match reply {
        Reply::Answer(Answer::Data { packed, notes }) => {
            match view.map(|view| view.unpack(packed)) {
                Some(Ok(data)) => ViewAnswer::Data { data, notes },
                _ => ViewAnswer::Failed(messages::MIXED_VERSIONS.to_owned()),
            }
        }
        Reply::Answer(Answer::Gap(gap)) => ViewAnswer::Gap(gap.0),
        Reply::Failed(failure) => ViewAnswer::Failed(failure.message),
        Reply::Found(_) | Reply::Progress(_) | Reply::Opened(_) => return false,
    };
    slot.answered(request, answer, wanted)
}

/// Asks for what the visible views want and nobody has asked for.
pub(super) fn ask(model: &mut Model, out: &mut Vec<Effect>) {
    let (Some(view), find) = slots::wanted(model) else {
        return;
    };
    if model.slots.view.wants(&view) {
        let request = model.number();
        model.slots.view.asked(request, view.clone());
        out.push(ask_view(request, view.clone()));
    }
    // A worker answers in the order it was asked: what belongs to a view that waits its turn
    // must not come before it.
    if !model.slots.view.has_or_asks(&view) {
        return;
    }
    if let Some(beside) = slots::beside(model)
        && model.slots.beside.wants(&beside)
    {
        let request = model.number();
        model.slots.beside.asked(request, beside.clone());
        out.push(ask_view(request, beside));
    }
    if let Some(details) = slots::details(model)
        && model.slots.details.wants(&details)
    {
        let request = model.number();
        model.slots.details.asked(request, details.clone());
        out.push(ask_view(request, details));
    }
    if let Some(tracks) = slots::tracks(model)
        && model.slots.tracks.wants(&tracks)
    {
        let request = model.number();
        model.slots.tracks.asked(request, tracks.clone());
        out.push(ask_view(request, tracks));
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

fn ask_view(request: u32, key: ViewKey) -> Effect {
    let ViewKey {
        file,
        profile,
        view,
        lens,
        args,
    } = key;
    Effect::Ask {
        file,
        request,
        question: Box::new(Question::View {
            profile,
            view,
            lens,
            args,
        }),
    }
}
