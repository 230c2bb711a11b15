//! Every text that people read, in one place, so that it can be read through in one sitting.
//!
//! Sentence case; what happened, where, what to do; no blame, no exclamation marks.

use analysis::find::Mode;
use engine::{FoundKeys, How, Part, ProfileSummary, Progress, SampleTypeSummary, Summary};
use profile::units::{self, grouped, human, label, percentage};
use std::fmt::Write as _;
use views::details::Details;

use crate::tracks::TrackRow;

// The start page.

/// What this is.
pub const LANDING: &str = "Drop a profile and see where time and memory went: flame graph, tables and reports, in this page.";
/// On the drop zone.
pub const DROP_HERE: &str = "Drop a profile anywhere on this page";
/// While something is dragged over the page.
pub const DROP_NOW: &str = "Drop to open";
/// The button that opens the file dialog.
pub const BROWSE: &str = "Choose files…";
/// Below it.
pub const OR_PASTE: &str = "or paste one with Ctrl+V";
/// Before the examples.
pub const EXAMPLES: &str = "No profile at hand?";
/// The promise.
pub const PRIVACY: &str =
    "Files stay on this computer: nothing is uploaded. Works without a network once loaded.";
/// Heading of the list of formats.
pub const WHAT_IS_READ: &str = "What can be read, and how to record it";

// Bars.

/// The button that opens another file.
pub const OPEN: &str = "Open…";
/// The file picker.
pub const FILES: &str = "Open files";
/// The sample type picker.
pub const SAMPLE_TYPES: &str = "What is counted";
/// The profile picker, where a file holds several.
pub const PROFILES: &str = "Profiles in this file";
/// Behind the name of a file that is being read.
pub const IS_LOADING: &str = " (opening…)";
/// Behind the name of a file that could not be opened.
pub const HAS_FAILED: &str = " (not opened)";
/// The box of the list of commands.
pub const COMMANDS: &str = "Type what to do";
/// The list of commands, for screen readers.
pub const COMMANDS_LABEL: &str = "Commands";
/// Nothing in the list fits.
pub const NO_COMMAND: &str = "No command has these letters in this order.";
/// The menu of what is selected, for screen readers.
pub const MENU_LABEL: &str = "Menu of the selection";

/// The search box.
pub const SEARCH: &str = "Search functions  /";
/// The search box, for screen readers.
pub const SEARCH_LABEL: &str = "Search functions and files";
/// What can be typed there.
pub const SEARCH_HINT: &str = "Finds text in function and file names; ~abc finds these letters in this order; a capital letter makes case matter. /…/ is a regular expression as in the filters: case matters unless it begins with (?i). Enter goes to the next match, Shift+Enter to the one before, ↓ to the view.";

/// On the button that changes how a search is meant: a sign, what it is now, for its tooltip.
pub fn search_mode(mode: Mode) -> (&'static str, &'static str) {
    match mode {
        Mode::Contains => ("abc", "Search: contains the text"),
        Mode::Fuzzy => ("a…c", "Search: fuzzy, the letters in their order"),
        Mode::Regex => (".*", "Search: regular expression"),
    }
}
/// The worker has not answered yet.
pub const SEARCHING: &str = "searching…";
/// The tabs.
pub const VIEWS: &str = "Views";
/// The button that hangs the flame graph on the selection.
pub const PIVOT: &str = "Pivot";
/// The menu of steps about the selection.
pub const TRANSFORM: &str = "Transform";
/// The choice of what colours tell.
pub const PAINT: &str = "Colours";
/// What the colours mean.
pub const LEGEND: &str = "Legend";
/// The button that shows the query box.
pub const QUERY: &str = "Query";
/// What can be typed there.
pub const QUERY_EXAMPLE: &str = "focus:json hide:^runtime tag:handler=/api recursion:";
/// What it is.
pub const QUERY_HINT: &str = "All filters and steps as text; docs/query.md tells the words.";
/// The button and the panel of details.
pub const DETAILS: &str = "Details";
/// Nothing is selected.
pub const NOTHING_SELECTED: &str = "Select a frame or a row to see everything about it.";
/// Sums of the one place.
pub const HERE: &str = "This call path";
/// Sums of all places.
pub const EVERYWHERE: &str = "All of this function";
/// Self value.
pub const SELF: &str = "Self";
/// Total.
pub const TOTAL: &str = "Total";
/// Who calls it.
pub const CALLERS: &str = "Callers";
/// Whom it calls.
pub const CALLEES: &str = "Callees";
/// A label of its samples, before the key.
pub const LABEL: &str = "Label";
/// Copies the name.
pub const COPY_NAME: &str = "Copy name";
/// Copies the names from the root.
pub const COPY_STACK: &str = "Copy stack";
/// Copies all figures.
pub const COPY_TSV: &str = "Copy as TSV";
/// The button that shows the selection in the sandwich view.
pub const SANDWICH: &str = "Sandwich";
/// The button that shows everything again.
pub const RESET: &str = "Reset zoom";
/// Zooms in at the middle.
pub const ZOOM_IN: &str = "Zoom in";
/// Zooms out.
pub const ZOOM_OUT: &str = "Zoom out";
/// Shows the root.
pub const TO_THE_ROOT: &str = "Go to the root";
/// A screenful on.
pub const SCROLL_ON: &str = "Scroll on";
/// A screenful back.
pub const SCROLL_BACK: &str = "Scroll back";
/// What it does.
pub const RESET_HINT: &str = "Show the whole profile (Esc)";

/// The button and the list of processes and threads.
pub const TRACKS: &str = "Threads";
/// The list, for screen readers.
pub const TRACKS_TITLE: &str = "Processes and threads";
/// Picks all of them.
pub const ALL_TRACKS: &str = "All";
/// Picks none of them.
pub const NO_TRACKS: &str = "None";
/// The box that searches them.
pub const SEARCH_TRACKS: &str = "Search processes and threads";
/// No name holds what is searched.
pub const NO_SUCH_TRACK: &str = "No process or thread has this in its name.";
/// Under the list where it is cut.
pub const MORE_TRACKS: &str = "search to see them";
/// The list has not come yet.
pub const TRACKS_COME: &str = "Counting…";

/// A track in words, for screen readers.
pub fn track(row: &TrackRow) -> String {
    format!("{}, {}, {} of total", row.of.name, row.value, row.share)
}

/// What a click on the name of a track does.
pub fn only_track(name: &str) -> String {
    format!("Only {name}")
}

/// The button that shows the options.
pub const OPTIONS: &str = "Filters";
/// Heading of the options.
pub const OPTIONS_TITLE: &str = "Filters and options";
/// The button that puts all options back.
pub const CLEAR_OPTIONS: &str = "Clear all";
/// The filters that are on.
pub const ACTIVE_OPTIONS: &str = "Filters that are on";
/// What a choice says when nothing is chosen.
pub const DEFAULT_CHOICE: &str = "default of the view";
/// The menu that copies a table.
pub const COPY: &str = "Copy";
/// A table is on the clipboard.
pub const COPIED: &str = "Copied.";
/// The clipboard is closed to the page.
pub const COPY_REFUSED: &str =
    "The browser does not let this page write to the clipboard. Allow it in the page's settings.";
/// Heading above the choice of a file to compare with.
pub const COMPARE: &str = "Compare and merge";
/// The choice of the other file.
pub const COMPARE_WITH: &str = "With";
/// Where there is no other file.
pub const COMPARE_NEEDS_ANOTHER: &str =
    "Open a second profile to compare this one with it, or to merge both.";
/// The shares of a difference are of the other file.
pub const OF_BASE: &str = "Shares of the other";
/// The shown profile is scaled to the sums of the other one.
pub const NORMALIZE: &str = "Scale to equal sums";
/// The button that takes the other file away.
pub const SUBTRACT: &str = "Difference";
/// The button that adds both.
pub const MERGE: &str = "Merge";
/// The button that adds all open files.
pub const MERGE_ALL: &str = "Merge all";
/// What is combined cannot be combined again.
pub const COMBINED_ALREADY: &str =
    "This is made of several files already. Choose one of the files to compare or merge.";
/// What can be done with the selected function.
pub const SELECTED: &str = "Selected";

// Buttons of panels.

/// Stop reading.
pub const CANCEL: &str = "Cancel";
/// Try again.
pub const RETRY: &str = "Try again";
/// Close.
pub const CLOSE: &str = "Close";
/// Dismiss a message.
pub const DISMISS: &str = "Dismiss";
/// Files that load while another one is shown.
pub const LOADING_BESIDE: &str = "Files being opened";

// Views.

/// How the canvas is used, for screen readers.
pub const CANVAS_HELP: &str = "Arrow keys move from frame to frame, Enter zooms, Escape goes \
     back. The top view holds the same numbers as a table.";
/// The table is empty because of the search.
pub const NO_ROW_MATCHES: &str =
    "No function matches the search. Escape in the search box clears it.";
/// The dialog of keys.
pub const KEYS: &str = "Keys";
/// Commands.
pub const KEYS_EVERYWHERE: &str = "Everywhere";
/// Keys of views.
pub const KEYS_IN_VIEWS: &str = "In the flame graph and the table";

// Faults.

/// Page and worker do not understand each other.
pub const MIXED_VERSIONS: &str =
    "The page and its worker are of different versions. Reload the page to get one version.";
/// The browser does not hand the bytes out.
pub const UNREADABLE: &str = "The browser cannot read the file: it was moved, changed or deleted \
     since it was chosen. Choose it again.";
/// The page itself is broken.
pub const PAGE_CRASHED: &str = "Something in this page broke";
/// What to do then.
pub const PAGE_CRASHED_WAY_OUT: &str = "This is a fault of pprofweb, not of your profile. Reload \
     the page; the link keeps the view. If it happens again, report the lines below.";
/// Nothing usable was dropped or pasted.
pub const NOTHING_GIVEN: &str = "There was no file and no text in what was dropped or pasted. Drop a profile file, or choose one.";
/// The browser does not take links.
pub const HISTORY_REFUSED: &str = "The browser does not let this page write its address, so the link does not follow the view. Undo still works.";
/// Name of pasted text.
pub const PASTED_TEXT: &str = "pasted text";
/// Name of dropped text.
pub const DROPPED_TEXT: &str = "dropped text";

/// The file does not fit into memory.
pub fn no_room_for(bytes: u64) -> String {
    format!(
        "The file has {} and does not fit into the memory a page may use. Record for a shorter \
         time, or use `pprofweb` on the command line.",
        human(bytes as i64, "bytes")
    )
}

/// A file that could not be opened.
pub fn with_name(name: &str, message: &str) -> String {
    format!("{name}: {message}")
}

/// Heading of the error panel.
pub fn could_not_open(name: &str) -> String {
    format!("{name} could not be opened")
}

/// Heading where a view is empty.
pub fn nothing_to_show(name: &str) -> String {
    format!("Nothing to show in {name}")
}

/// Heading where a view failed.
pub fn could_not_show(name: &str) -> String {
    format!("{name} could not be shown")
}

/// A worker died and was started again.
pub fn worker_restarted(name: &str, last_words: &str) -> String {
    format!(
        "The worker for {name} stopped ({}). It was started again; the file is being opened anew.",
        trimmed(last_words)
    )
}

/// A worker died again and again.
pub fn worker_gave_up(name: &str, last_words: &str) -> String {
    format!(
        "{name}: The worker stopped several times while reading it ({}). This is a fault of \
         pprofweb; try again, or report it with the file if you may share it.",
        trimmed(last_words)
    )
}

fn trimmed(text: &str) -> &str {
    match text.trim() {
        "" => "no message",
        text => text.trim_end_matches('.'),
    }
}

/// An example could not be fetched.
pub fn example_failed(name: &str, why: &str) -> String {
    format!("The example {name} could not be fetched ({why}). Is the network there?")
}

/// A link of another version.
pub fn link_version(version: &str) -> String {
    format!(
        "The link is of version {version}, which this page does not know; what it could read is shown."
    )
}

/// A field of a link that is damaged.
pub fn link_field(title: &str) -> String {
    format!("The link is damaged: {title} could not be read and was left out.")
}

/// A filter or step is longer than links may be.
pub const LINK_CUT: &str = "A filter or step is too long for a link and is left out of it: whoever \
    opens the link sees other numbers. The query box has it whole.";

/// A link names an example that is not there.
pub fn link_example(id: &str) -> String {
    format!("The link asks for an example “{id}”, which is not here. The start page lists them.")
}

/// A link asks for a profile that the file does not hold.
pub fn no_such_profile(name: &str, number: u32, count: usize) -> String {
    let number = u64::from(number) + 1;
    format!(
        "{name} holds {}, not a profile {number}; the first one is shown.",
        counted(count as u64, "profile")
    )
}

/// A link asks for a sample type that the profile does not hold.
pub fn no_such_sample_type(name: &str, kind: &str) -> String {
    format!("{name} does not count “{kind}”; its own default is shown.")
}

// Facts.

/// The step of a file that is being opened.
pub fn step(progress: Progress, bytes: u64) -> String {
    match progress.share() {
        Some(share) => format!("{} · {:.0}%", progress.label(), share * 100.0),
        None => format!("{} · {}", progress.label(), human(bytes as i64, "bytes")),
    }
}

/// Time since a file was chosen, in milliseconds.
pub fn elapsed(millis: f64) -> String {
    format!("{:.1} s", millis / 1000.0)
}

/// A profile of a file that holds several.
pub fn profile(profiles: &[ProfileSummary], at: usize) -> String {
    let mut parts = vec![format!("{} of {}", at + 1, profiles.len())];
    if let Some(profile) = profiles.get(at) {
        let named = !profile.title.is_empty();
        parts.extend(named.then(|| profile.title.clone()));
        parts.push(counted(profile.samples, "sample"));
    }
    parts.join(" · ")
}

/// A sample type in the menu.
pub fn sample_type(kind: &SampleTypeSummary) -> String {
    let name = if kind.kind.is_empty() {
        "value"
    } else {
        &kind.kind
    };
    format!("{name} · {}", human(kind.total, &kind.unit))
}

/// The right side of the status line.
pub fn facts(summary: &Summary, profile: &ProfileSummary) -> String {
    let mut parts = vec![summary.format_name.clone()];
    if !profile.title.is_empty() {
        parts.push(profile.title.clone());
    }
    if profile.duration_nanos > 0 {
        parts.push(label(profile.duration_nanos, "nanoseconds", "auto"));
    }
    parts.push(counted(profile.samples, "sample"));
    parts.push(counted(profile.functions, "function"));
    parts.join(" · ")
}

/// Name of several files as one.
pub fn combined(parts: &[Part], how: How) -> String {
    let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
    match (how, names.as_slice()) {
        (How::Merge, [first, rest @ ..]) if rest.len() > 2 => {
            format!("{first} + {} more", rest.len())
        }
        (How::Merge, names) => names.join(" + "),
        (How::Diff { .. }, names) => names.join(" − "),
    }
}

/// An option that is on, on its chip.
pub fn option_on(title: &str, value: &str) -> String {
    match value {
        "true" => title.to_owned(),
        value => format!("{title}: {value}"),
    }
}

/// The button of a chip.
pub fn remove_option(title: &str) -> String {
    format!("Remove {title}")
}

/// How many more rows there would be.
pub fn more(count: u32) -> String {
    format!("and {} more", grouped(i64::from(count)))
}

/// So many of them.
pub fn some_of(some: usize, all: usize) -> String {
    format!("{} of {}", grouped(some as i64), grouped(all as i64))
}

/// A value and its share of the total.
pub fn with_share(value: i64, unit: &str, total: i64) -> String {
    let share = units::signed_percentage(value, total);
    format!("{} ({share} of total)", human(value, unit))
}

/// A value and its share, where it is told elsewhere of what.
pub fn value_and_share(value: i64, unit: &str, whole: i64) -> String {
    let share = units::signed_percentage(value, whole);
    format!("{} · {share}", human(value, unit))
}

/// Of what shares of callers and callees are told.
pub const SHARE_OF_TOTAL: &str = "% of total";
/// Of what shares of labels are told.
pub const SHARE_OF_FUNCTION: &str = "label, % of this function";

/// In how many places of the tree a function is.
pub fn places(count: u32) -> String {
    match count {
        1 => "in 1 call path".to_owned(),
        count => format!("in {} call paths", grouped(i64::from(count))),
    }
}

/// Details as a table for spreadsheets.
pub fn details_tsv(details: &Details) -> String {
    let mut out = "what\tof\tself\ttotal\tunit\n".to_owned();
    let clean = crate::tables::cell;
    for sums in &details.sums {
        let rows = sums.here.map(|here| (HERE, here));
        for (what, (own, total)) in rows.into_iter().chain([(EVERYWHERE, sums.all)]) {
            let (kind, unit) = (clean(&sums.kind), clean(&sums.unit));
            let _ = writeln!(out, "{what}\t{kind}\t{own}\t{total}\t{unit}");
        }
    }
    let counted = details.sums.get(details.counted as usize);
    let unit = counted.map_or(String::new(), |sums| clean(&sums.unit));
    let mut row = |what: &str, name: &str, value: i64| {
        let (what, name) = (clean(what), clean(name));
        let _ = writeln!(out, "{what}\t{name}\t\t{value}\t{unit}");
    };
    for (what, nears) in [(CALLERS, &details.callers), (CALLEES, &details.callees)] {
        for near in &nears.listed {
            row(what, &near.name, near.value);
        }
    }
    for label in &details.labels {
        for value in &label.listed {
            row(&format!("{LABEL} {}", label.key), &value.name, value.value);
        }
    }
    out
}

/// A share of the total.
pub fn of_total(share: f64) -> String {
    const PARTS: i64 = 1_000_000_000;
    let parts = (share * PARTS as f64).round() as i64;
    format!("{} of total", units::signed_percentage(parts, PARTS))
}

/// How many repairs there were.
pub fn warnings(count: usize) -> String {
    counted(count as u64, "warning")
}

/// What a search found.
pub fn found(found: &FoundKeys) -> String {
    match found.keys.len() {
        0 => "no match".to_owned(),
        count => format!(
            "{} · {} of total",
            counted(count as u64, "function"),
            percentage(found.covered, found.grand_total)
        ),
    }
}

/// Where a walk through the matches is.
pub fn place(at: usize, count: usize, found: &FoundKeys) -> String {
    format!(
        "{} of {} · {} of total",
        grouped(at as i64 + 1),
        grouped(count as i64),
        percentage(found.covered, found.grand_total)
    )
}

/// Behind what was found: how many matches are zoomed or scrolled away.
pub fn outside(count: usize) -> String {
    format!(" · {} outside the view", grouped(count as i64))
}

/// A file is open.
pub fn opened(name: &str) -> String {
    format!("{name} is open")
}

/// Title of the window.
pub fn title(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{name} · pprofweb"),
        None => "pprofweb".to_owned(),
    }
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count as i64))
}
