//! Commands: one table for keys, menus, buttons and the list of keys.

use scene::Mods;

use crate::Model;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandId {
    /// Open the file dialog.
    Browse,
    /// Open an example, by its id.
    Example(&'static str),
    /// Close the shown file.
    Close,
    /// Show the file after this one.
    NextFile,
    /// Show the file before this one.
    PreviousFile,
    /// Show a view, by its place in the registry.
    View(usize),
    /// Go to the search box.
    Search,
    /// Clear what is transient: dialog, toasts, search, selection.
    Clear,
    /// The next theme.
    NextTheme,
    /// Callers above and callees below the selected function, in the flame graph.
    Pivot,
    /// The selected function in the sandwich view.
    Sandwich,
    /// Colours tell the next thing.
    NextPaint,
    /// Show or hide the query box.
    Query,
    /// Show or hide the details of the selection.
    Details,
    /// Show or hide what colours mean.
    Legend,
    /// Show or hide the options.
    Options,
    /// Show or hide the list of tracks.
    Tracks,
    /// Labels that name processes and threads become frames at the root, or no more.
    ThreadsAtRoot,
    /// Show or hide the list of keys.
    Keys,
    /// Show or hide the list of all commands.
    Palette,
    /// Open the menu of what is selected.
    Menu,
    /// Go to the next place that the search found.
    NextMatch,
    /// Go to the place before.
    PreviousMatch,
    /// Back one step.
    Undo,
    /// Forward one step.
    Redo,
}

impl CommandId {
    /// True if its keys count while a text is typed as well: others are letters of the text, or
    /// edit it.
    fn is_anywhere(self) -> bool {
        matches!(self, Self::Clear | Self::Palette)
    }
}

/// A key with what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The DOM's name of the key, lower-case letters.
    pub key: &'static str,
    /// With Control or Command.
    pub ctrl: bool,
    /// With Shift; left out is asked of letters and of chords with `ctrl` only, a sign carries it
    /// in itself.
    pub shift: bool,
}

const fn plain(key: &'static str) -> Chord {
    Chord {
        key,
        ctrl: false,
        shift: false,
    }
}

const fn ctrl(key: &'static str, shift: bool) -> Chord {
    Chord {
        key,
        ctrl: true,
        shift,
    }
}

const fn shift(key: &'static str) -> Chord {
    Chord {
        key,
        ctrl: false,
        shift: true,
    }
}

impl Chord {
    /// As it is printed.
    pub fn text(self) -> String {
        self.text_for(false)
    }

    /// As it is printed on the keys of that system.
    pub fn text_for(self, mac: bool) -> String {
        let key = match self.key {
            "Escape" => "Esc".to_owned(),
            "ContextMenu" => "Menu".to_owned(),
            key if self.ctrl => key.to_uppercase(),
            key => key.to_owned(),
        };
        match (self.ctrl, self.shift, mac) {
            (true, true, false) => format!("Ctrl+Shift+{key}"),
            (true, true, true) => format!("⇧⌘{key}"),
            (true, false, false) => format!("Ctrl+{key}"),
            (true, false, true) => format!("⌘{key}"),
            (false, true, _) if key.len() == 1 => key.to_uppercase(),
            (false, true, _) => format!("Shift+{key}"),
            (false, false, _) => key,
        }
    }
}

/// A row of the table.
pub struct Command {
    /// The command.
    pub id: CommandId,
    /// What it does, for lists and tooltips.
    pub title: &'static str,
    /// Keys that give it.
    pub chords: &'static [Chord],
}

impl Command {
    /// Its keys, as they are printed.
    pub fn keys(&self) -> String {
        let chords: Vec<_> = self.chords.iter().map(|chord| chord.text()).collect();
        chords.join(", ")
    }
}

/// Every command but the views, which follow their registry.
pub static COMMANDS: &[Command] = &[
    Command {
        id: CommandId::Browse,
        title: "Open files",
        chords: &[plain("o")],
    },
    Command {
        id: CommandId::Palette,
        title: "All commands",
        chords: &[ctrl("k", false)],
    },
    Command {
        id: CommandId::Search,
        title: "Search",
        chords: &[plain("/")],
    },
    Command {
        id: CommandId::NextMatch,
        title: "Next match",
        chords: &[plain("n")],
    },
    Command {
        id: CommandId::PreviousMatch,
        title: "Previous match",
        chords: &[shift("n")],
    },
    Command {
        id: CommandId::Menu,
        title: "Menu of the selection",
        chords: &[shift("F10"), plain("ContextMenu")],
    },
    Command {
        id: CommandId::Options,
        title: "Filters and options",
        chords: &[plain("f")],
    },
    Command {
        id: CommandId::Query,
        title: "Filters and steps as text",
        chords: &[plain("q")],
    },
    Command {
        id: CommandId::Details,
        title: "Details of the selection",
        chords: &[plain("d")],
    },
    Command {
        id: CommandId::Legend,
        title: "What colours mean",
        chords: &[plain("l")],
    },
    Command {
        id: CommandId::Pivot,
        title: "Flame graph: callers above and callees below the selection, and back",
        chords: &[plain("p")],
    },
    Command {
        id: CommandId::Sandwich,
        title: "The selected function in the sandwich view",
        chords: &[],
    },
    Command {
        id: CommandId::Tracks,
        title: "Choose threads…",
        chords: &[plain("r")],
    },
    Command {
        id: CommandId::ThreadsAtRoot,
        title: "Threads at the root",
        chords: &[],
    },
    Command {
        id: CommandId::NextFile,
        title: "Next file",
        chords: &[plain("]")],
    },
    Command {
        id: CommandId::PreviousFile,
        title: "Previous file",
        chords: &[plain("[")],
    },
    Command {
        id: CommandId::Close,
        title: "Close the file",
        chords: &[plain("x")],
    },
    Command {
        id: CommandId::Undo,
        title: "Undo",
        chords: &[ctrl("z", false)],
    },
    Command {
        id: CommandId::Redo,
        title: "Redo",
        chords: &[ctrl("z", true), ctrl("y", false)],
    },
    Command {
        id: CommandId::NextTheme,
        title: "Next theme",
        chords: &[plain("t")],
    },
    Command {
        id: CommandId::NextPaint,
        title: "Next colouring",
        chords: &[plain("c")],
    },
    Command {
        id: CommandId::Keys,
        title: "List of keys",
        chords: &[plain("?")],
    },
    Command {
        id: CommandId::Clear,
        title: "Close, clear the search, clear the selection",
        chords: &[plain("Escape")],
    },
];

/// An example that can be opened.
pub struct Example {
    /// Short name in links.
    pub id: &'static str,
    /// On its button.
    pub title: &'static str,
    /// Where it lies beside the page.
    pub path: &'static str,
}

/// The examples on the start page.
pub static EXAMPLES: &[Example] = &[
    Example {
        id: "go-cpu",
        title: "Go CPU profile",
        path: "examples/go-cpu.pb.gz",
    },
    Example {
        id: "go-heap",
        title: "Go heap profile",
        path: "examples/go-heap.pb.gz",
    },
];

/// A key that a view answers itself.
pub struct ViewKey {
    /// As it is printed.
    pub keys: &'static str,
    /// What it does.
    pub title: &'static str,
}

/// Keys and gestures of views.
pub static VIEW_KEYS: &[ViewKey] = &[
    ViewKey {
        keys: "← ↑ → ↓",
        title: "Move the selection",
    },
    ViewKey {
        keys: "Enter",
        title: "Zoom to the selection",
    },
    ViewKey {
        keys: "Esc",
        title: "Show everything again, then clear the selection",
    },
    ViewKey {
        keys: "Home",
        title: "To the root, or the first row",
    },
    ViewKey {
        keys: "Page Up, Page Down",
        title: "Scroll",
    },
    ViewKey {
        keys: "Shift + ← ↑ → ↓",
        title: "Flame graph: move the picture",
    },
    ViewKey {
        keys: "+ −",
        title: "Zoom in and out",
    },
    ViewKey {
        keys: "→ ← Enter",
        title: "Call tree: open and close a row",
    },
    ViewKey {
        keys: "*",
        title: "Call tree: open the heaviest path under the row",
    },
    ViewKey {
        keys: "i",
        title: "Root on top or at the bottom",
    },
    ViewKey {
        keys: "Enter, Shift + Enter",
        title: "In the search box: next match, previous match",
    },
    ViewKey {
        keys: "right click, long press",
        title: "Menu of the frame or row",
    },
    ViewKey {
        keys: "click",
        title: "Zoom to the frame, select it",
    },
    ViewKey {
        keys: "double click",
        title: "Show everything again",
    },
    ViewKey {
        keys: "wheel, pinch",
        title: "Zoom at the pointer",
    },
    ViewKey {
        keys: "Shift + wheel",
        title: "Move sideways",
    },
    ViewKey {
        keys: "Alt + wheel",
        title: "Scroll rows",
    },
    ViewKey {
        keys: "drag",
        title: "Move in both directions",
    },
];

/// The command a key gives, by the DOM's name of the key. While a text is typed only Escape and
/// the palette's key count: others are the text's own, or edit it.
pub fn for_key(key: &str, mods: Mods, typing: bool) -> Option<CommandId> {
    let mut chars = key.chars();
    let typed = chars.next().filter(|_| chars.next().is_none());
    let is_letter = typed.is_some_and(char::is_alphabetic);
    // On many keyboards a sign needs Alt, or AltGr, which some browsers tell as Control with Alt.
    let (ctrl, alt) = match (typed, mods.alt) {
        (Some(_), true) if !is_letter => (false, false),
        _ => (mods.ctrl, mods.alt),
    };
    if alt {
        return None;
    }
    let lower = match is_letter {
        true => key.to_lowercase(),
        false => key.to_owned(),
    };
    let fits = |chord: &Chord| {
        // A sign carries its Shift in itself.
        let shift = chord.shift == mods.shift || !(is_letter || chord.ctrl || chord.shift);
        chord.key == lower && chord.ctrl == ctrl && shift
    };
    let view = || {
        let typed = typed.filter(|_| !ctrl)?;
        let mut views = views::VIEWS.iter();
        Some(CommandId::View(
            views.position(|view| view.meta().key == typed)?,
        ))
    };
    COMMANDS
        .iter()
        .find(|command| command.chords.iter().any(fits))
        .map(|command| command.id)
        .or_else(view)
        .filter(|id| !typing || id.is_anywhere())
}

/// True if a command would do something now: its button or menu entry is enabled.
pub fn is_available(model: &Model, id: CommandId) -> bool {
    match id {
        CommandId::Browse | CommandId::Example(_) | CommandId::NextTheme => true,
        CommandId::Keys | CommandId::Palette => true,
        CommandId::Menu => model.profile().is_some() && model.state.picked.is_some(),
        CommandId::NextMatch | CommandId::PreviousMatch => {
            model.profile().is_some() && model.state.searched().is_some()
        }
        CommandId::Close => !model.files.is_empty(),
        CommandId::NextFile | CommandId::PreviousFile => model.files.len() > 1,
        CommandId::View(at) => {
            let other = |view: &&dyn views::AnyView| view.meta().id != model.state.view_id();
            model.profile().is_some() && views::VIEWS.get(at).is_some_and(other)
        }
        CommandId::NextPaint | CommandId::Legend => model.paints().len() > 1,
        CommandId::Search | CommandId::Options | CommandId::Details | CommandId::Query => {
            model.profile().is_some()
        }
        CommandId::Tracks | CommandId::ThreadsAtRoot => model.has_tracks(),
        CommandId::Pivot | CommandId::Sandwich => {
            model.profile().is_some() && model.state.picked.is_some()
        }
        CommandId::Clear => {
            let state = &model.state;
            model.keys_shown
                || model.options_shown
                || model.track_list.shown
                || model.query.shown
                || !model.toasts.is_empty()
                || !state.find.is_empty()
                || state.picked.is_some()
        }
        CommandId::Undo => model.history.can_undo(),
        CommandId::Redo => model.history.can_redo(),
    }
}

/// Rows of the list of keys: keys, title.
pub fn rows() -> Vec<(String, String)> {
    let views = views::VIEWS
        .iter()
        .map(|view| (view.meta().key.to_string(), view.meta().title.to_owned()));
    let with_keys = COMMANDS.iter().filter(|command| !command.chords.is_empty());
    let commands = with_keys.map(|command| (command.keys(), command.title.to_owned()));
    views.chain(commands).collect()
}

/// What a command does, with its keys: the tooltip of its button.
pub fn hint(id: CommandId) -> String {
    match COMMANDS.iter().find(|command| command.id == id) {
        Some(command) if command.chords.is_empty() => command.title.to_owned(),
        Some(command) => format!("{} ({})", command.title, command.keys()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
