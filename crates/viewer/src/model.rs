//! All that is known.

use analysis::select;
use analysis::{Lens, LensFault};
use engine::{FoundKeys, ProfileSummary};
use scene::Theme;
use views::details::Details;
use views::{AnyData, AnyView, LegendRow, Paint};

use crate::asked::QueryBox;
use crate::looks::Looks;
use crate::slots::{self, FindAnswer, FindKey, ViewAnswer, ViewKey};
use crate::walk::Walk;
use crate::{
    FileEntry, FileId, History, Phase, Picker, Prefs, Slot, TrackList, ViewState, messages,
};

/// The application's state.
#[derive(Debug, Default)]
pub struct Model {
    /// Files, in the order they were given.
    pub files: Vec<FileEntry>,
    /// What is looked at.
    pub state: ViewState,
    /// A link's state that waits for a file to be opened.
    pub waiting_link: Option<ViewState>,
    /// Steps taken.
    pub history: History,
    /// The newest step is a text that is being typed: `find`, or the name of an option.
    pub typing: Option<&'static str>,
    /// The browser does not take our links: undo walks our own steps.
    pub history_refused: bool,
    /// Answers the visible view lives on.
    pub slots: Slots,
    /// In which data looks were made.
    pub looks: Looks,
    /// Preferences.
    pub prefs: Prefs,
    /// Short messages, oldest first.
    pub toasts: Vec<Toast>,
    /// The list of keys is shown.
    pub keys_shown: bool,
    /// The query box.
    pub query: QueryBox,
    /// What colours mean is shown.
    pub legend_shown: bool,
    /// The options are shown.
    pub options_shown: bool,
    /// What the lens of the state is good for.
    pub looking: Looking,
    /// The palette or the menu, while it is open.
    pub picker: Option<Picker>,
    /// The list of tracks.
    pub track_list: TrackList,
    /// The walk through what a search found.
    pub walk: Walk,
    /// Places that match the search: the view that counted them, inside its zoom, in all.
    pub visible: Option<(&'static str, usize, usize)>,
    /// Number of the next request or toast.
    pub next_number: u32,
}

/// The lens as it is asked with: options that cannot be understood are left out and told.
#[derive(Debug, Default)]
pub struct Looking {
    /// The lens this was made from.
    of: Lens,
    /// The lens without what is wrong.
    pub lens: Lens,
    /// What is wrong, option by option.
    pub faults: Vec<LensFault>,
    /// A value that is no value of its option, as it was typed.
    pub typed: Option<Typed>,
}

/// A value that cannot be taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The option.
    pub name: &'static str,
    /// What was typed.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl Looking {
    /// Follows the lens of the state.
    pub(crate) fn follow(&mut self, lens: &Lens) {
        if self.of != *lens {
            self.faults = select::check(lens);
            self.lens = select::usable(lens, &self.faults);
            self.of = lens.clone();
        }
    }

    /// What is wrong with an option.
    pub fn fault(&self, option: &str) -> Option<&str> {
        let typed = self.typed.as_ref().filter(|typed| typed.name == option);
        let fault = self.faults.iter().find(|fault| fault.option == option);
        typed
            .map(|typed| typed.why.as_str())
            .or(fault.map(|fault| fault.why.as_str()))
    }
}

/// The slots.
#[derive(Debug, Default)]
pub struct Slots {
    /// Data of the visible view.
    pub view: Slot<ViewKey, ViewAnswer>,
    /// Data of the view beside it.
    pub beside: Slot<ViewKey, ViewAnswer>,
    /// Details of the selection.
    pub details: Slot<ViewKey, ViewAnswer>,
    /// Tracks of the profile.
    pub tracks: Slot<ViewKey, ViewAnswer>,
    /// Search result of the visible view.
    pub find: Slot<FindKey, FindAnswer>,
}

impl Slots {
    /// Forgets what belongs to a file that is gone.
    pub fn forget(&mut self, file: FileId) {
        self.view.forget(file);
        self.beside.forget(file);
        self.details.forget(file);
        self.tracks.forget(file);
        self.find.forget(file);
    }

    /// Forgets requests whose worker is gone; answers stay.
    pub fn lost(&mut self, file: FileId) {
        self.view.lost(file);
        self.beside.lost(file);
        self.details.lost(file);
        self.tracks.lost(file);
        self.find.lost(file);
    }
}

/// A short message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Its number.
    pub id: u32,
    /// The sentence.
    pub text: String,
    /// How serious it is.
    pub tone: Tone,
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    Note,
    /// Something could not be done.
    Trouble,
}

impl Model {
    /// A file by number.
    pub fn file(&self, id: FileId) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.id == id)
    }

    /// A file by number, to be changed.
    pub fn file_mut(&mut self, id: FileId) -> Option<&mut FileEntry> {
        self.files.iter_mut().find(|file| file.id == id)
    }

    /// The file that is shown.
    pub fn current(&self) -> Option<&FileEntry> {
        self.state.file.and_then(|id| self.file(id))
    }

    /// The profile that is shown.
    pub fn profile(&self) -> Option<&ProfileSummary> {
        self.current()?
            .summary()?
            .profiles
            .get(self.state.profile as usize)
    }

    /// Which sample type of the profile is counted.
    pub fn sample_type(&self) -> Option<usize> {
        let profile = self.profile()?;
        match self.state.lens.sample_type.as_str() {
            "" => Some(profile.default_type as usize),
            kind => profile.sample_types.iter().position(|t| t.kind == kind),
        }
    }

    /// A number never given before.
    pub fn number(&mut self) -> u32 {
        self.next_number += 1;
        self.next_number
    }

    /// The answer on the screen: the wanted one, or an older one of the same file and view while
    /// the wanted one is under way.
    pub fn shown_answer(&self) -> Option<&ViewAnswer> {
        shown_in(&self.slots.view, &slots::wanted(self).0?)
    }

    /// The same of the view beside the visible one.
    pub fn beside_answer(&self) -> Option<&ViewAnswer> {
        shown_in(&self.slots.beside, &slots::beside(self)?)
    }

    /// Details of the selection, or why there are none; `None` while they are not there yet. Those
    /// of the selection before are never shown as this one's.
    pub fn details(&self) -> Option<Result<&Details, &str>> {
        let wanted = slots::details(self)?;
        let shown = self.slots.details.shown.as_ref();
        match &shown.filter(|shown| shown.key == wanted)?.answer {
            ViewAnswer::Data { data, .. } => views::details::of(data).map(Ok),
            ViewAnswer::Gap(text) | ViewAnswer::Failed(text) => Some(Err(text)),
        }
    }

    /// Data of the list of tracks: that of before stays while the wanted one is under way.
    pub(crate) fn tracks_data(&self) -> Option<&AnyData> {
        match shown_in(&self.slots.tracks, &slots::of_tracks(self)?)? {
            ViewAnswer::Data { data, .. } => Some(data),
            ViewAnswer::Gap(_) | ViewAnswer::Failed(_) => None,
        }
    }

    /// View, data and key of what is beside the visible view, if it is data.
    pub fn beside_data(&self) -> Option<(&'static dyn AnyView, &AnyData, &ViewKey)> {
        data_in(&self.slots.beside, self.beside_answer()?)
    }

    /// True if what is beside the visible view answers an older question.
    pub fn beside_is_stale(&self) -> bool {
        let shown = self.slots.beside.shown.as_ref();
        shown.map(|shown| &shown.key) != slots::beside(self).as_ref()
    }

    /// View, data and key of what is on the screen, if it is data.
    pub fn shown_data(&self) -> Option<(&'static dyn AnyView, &AnyData, &ViewKey)> {
        data_in(&self.slots.view, self.shown_answer()?)
    }

    /// The view on the screen, or the one beside it, whose colours tell something.
    fn painted(&self) -> Option<(&'static dyn AnyView, &AnyData)> {
        let shown = [self.shown_data(), self.beside_data()];
        let mut shown = shown.into_iter().flatten();
        let painted = shown.find(|(view, data, _)| !view.paints(data).is_empty());
        painted.map(|(view, data, _)| (view, data))
    }

    /// What colours can tell of the data on the screen, the default first; nothing where colours
    /// are the view's own.
    pub fn paints(&self) -> &'static [Paint] {
        self.painted().map_or(&[], |(view, data)| view.paints(data))
    }

    /// What colours tell of the data on the screen; `None` where they are the view's own.
    pub fn paint(&self) -> Option<Paint> {
        let default = self.paints().first().copied()?;
        match self.state.paint() {
            Paint::Auto => Some(default),
            paint => Some(paint),
        }
    }

    /// What the colours on the screen mean. O(data).
    pub fn legend(&self, theme: &Theme) -> Vec<LegendRow> {
        self.painted().map_or_else(Vec::new, |(view, data)| {
            view.legend(data, self.state.paint(), theme)
        })
    }

    /// The binary of the selected function, without its folder; empty where it is not known.
    pub fn picked_module(&self) -> String {
        let (Some(picked), Some((view, data, key))) = (&self.state.picked, self.shown_data())
        else {
            return String::new();
        };
        let spot = view.locate(data, picked);
        let look = view.look(self.state.look(&key.view));
        let named = spot.item.or_else(|| view.item_of(data, spot.name?));
        let tip = named.map(|item| view.describe(data, &look, item));
        tip.map(|tip| tip.module).unwrap_or_default()
    }

    /// True if what is on the screen answers an older question.
    pub fn view_is_stale(&self) -> bool {
        let (wanted, _) = slots::wanted(self);
        self.slots.view.shown.as_ref().map(|shown| &shown.key) != wanted.as_ref()
    }

    /// True while something is being opened or asked.
    pub fn is_busy(&self) -> bool {
        let is_loading = |file: &FileEntry| matches!(file.phase, Phase::Loading(_));
        let (view, find) = slots::wanted(self);
        self.files.iter().any(is_loading)
            || view.is_some_and(|key| !self.slots.view.shows(&key))
            || slots::details(self).is_some_and(|key| !self.slots.details.shows(&key))
            || slots::tracks(self).is_some_and(|key| !self.slots.tracks.shows(&key))
            || slots::beside(self).is_some_and(|key| !self.slots.beside.shows(&key))
            || find.is_some_and(|key| !self.slots.find.shows(&key))
    }

    /// The sentence why there is nothing to show.
    pub fn gap(&self) -> Option<&str> {
        match self.shown_answer()? {
            ViewAnswer::Gap(text) | ViewAnswer::Failed(text) => Some(text),
            ViewAnswer::Data { .. } => None,
        }
    }

    /// What is to be told beside the view on the screen: filters that matched nothing.
    pub fn notes(&self) -> &[String] {
        match self.shown_answer() {
            Some(ViewAnswer::Data { notes, .. }) => notes,
            _ => &[],
        }
    }

    /// The search result whose matches are marked in the data on the screen. While a text is
    /// being typed the result of the text before stays, or marks would flicker.
    pub fn found_answer(&self) -> Option<&FindAnswer> {
        slots::wanted(self).1?;
        let shown = self.slots.find.shown.as_ref()?;
        let (_, _, key) = self.shown_data()?;
        (shown.key.within == *key && shown.answer.fault.is_none()).then_some(&shown.answer)
    }

    /// The result of the very text that is searched.
    pub fn found(&self) -> Option<&FoundKeys> {
        let wanted = slots::wanted(self).1?;
        let shown = self.slots.find.shown.as_ref();
        let shown = shown.filter(|shown| shown.key == wanted)?;
        Some(&shown.answer)
    }

    /// What the search found, in words; empty if nothing is searched.
    pub fn find_summary(&self) -> String {
        match (slots::wanted(self).1, self.found()) {
            (None, _) => String::new(),
            (Some(_), None) => messages::SEARCHING.to_owned(),
            (Some(_), Some(found)) => match &found.fault {
                Some(fault) => fault.clone(),
                None => {
                    let mut text = match self.place() {
                        Some((at, count)) => messages::place(at, count, found),
                        None => messages::found(found),
                    };
                    let outside = self.outside();
                    if outside > 0 {
                        text.push_str(&messages::outside(outside));
                    }
                    text
                }
            },
        }
    }

    /// How many matches are out of sight in the visible picture, or in the one beside the visible
    /// table.
    fn outside(&self) -> usize {
        let Some((told, inside, all)) = self.visible else {
            return 0;
        };
        let shown = [self.shown_data(), self.beside_data()];
        let mut ids = shown.iter().flatten().map(|(view, ..)| view.meta().id);
        match ids.any(|id| id == told) {
            true => all.saturating_sub(inside),
            false => 0,
        }
    }

    /// True if the search text is wrong.
    pub fn find_fault(&self) -> bool {
        self.found().is_some_and(|found| found.fault.is_some())
    }
}

/// The answer a slot shows, if it is the wanted one, or an older one of the same file and view.
fn shown_in<'a>(slot: &'a Slot<ViewKey, ViewAnswer>, wanted: &ViewKey) -> Option<&'a ViewAnswer> {
    let shown = slot.shown.as_ref()?;
    let same = shown.key.file == wanted.file
        && shown.key.view == wanted.view
        && shown.key.profile == wanted.profile;
    (same && (shown.key == *wanted || matches!(shown.answer, ViewAnswer::Data { .. })))
        .then_some(&shown.answer)
}

fn data_in<'a>(
    slot: &'a Slot<ViewKey, ViewAnswer>,
    answer: &'a ViewAnswer,
) -> Option<(&'static dyn AnyView, &'a AnyData, &'a ViewKey)> {
    let ViewAnswer::Data { data, .. } = answer else {
        return None;
    };
    let key = &slot.shown.as_ref()?.key;
    Some((views::find(&key.view)?, data, key))
}
