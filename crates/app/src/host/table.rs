//! The table host: rows of a view, of which only the visible ones are in the page.
//!
//! Rows have one height, so the window of rows follows from the scroll position alone, and a
//! table of 100,000 rows costs what fits on the screen.

use std::rc::Rc;

use scene::Point;
use viewer::messages;
use viewer::{FileId, Msg, Pattern};
use views::{Align, Commit, Fold, Host, Spot, Unfold};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};
use yew::{Callback, Component, Context, Html, NodeRef, classes, html};

use super::press::Press;
use super::{HostProps, tip};
use crate::panels::picker::{open_at, point};
use crate::web::dom;

/// Height of a row in CSS px; the style sheet's `--row` is the same.
const ROW: f64 = 24.0;

/// Height of a line of text; the style sheet's `--line-row` is the same.
const LINE: f64 = 20.0;

/// Rows kept in the page beyond the visible ones, on each side.
const SPARE: usize = 8;

/// What happens inside the table.
pub(crate) enum TableMsg {
    /// The table was scrolled, or its size is known.
    Scrolled,
    /// A row was clicked: its place in the order.
    Clicked(usize),
    /// The menu of a row shall open at a place of the window.
    Menu(usize, Point),
    /// A finger went down on a row.
    Press(usize, PointerEvent),
    /// A pointer moved; `None`: it left.
    Moved(Option<PointerEvent>),
    /// A heading was clicked.
    Sort(usize),
    /// The mark before a row was clicked: the item.
    Fold(u32),
    /// A key was pressed.
    Key(KeyboardEvent),
}

/// The component.
pub(crate) struct TableHost {
    node: NodeRef,
    /// Items in their order, those that do not match a search left out.
    order: Rc<Vec<u32>>,
    spot: Spot,
    top: f64,
    height: f64,
    /// Height of a row.
    row: f64,
    marked: Option<FileId>,
    /// What is searched in a text.
    pattern: Option<Pattern>,
    press: Press,
}

impl Component for TableHost {
    type Message = TableMsg;
    type Properties = HostProps;

    fn create(ctx: &Context<Self>) -> Self {
        let mut table = Self {
            node: NodeRef::default(),
            order: Rc::default(),
            spot: Spot::default(),
            top: 0.0,
            height: 0.0,
            row: match ctx.props().view.meta().host {
                Host::Text => LINE,
                _ => ROW,
            },
            marked: None,
            pattern: None,
            press: Press::default(),
        };
        table.arrange(ctx.props());
        table.seek(ctx.props(), false);
        table
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &HostProps) -> bool {
        let props = ctx.props();
        self.arrange(props);
        if old.picked != props.picked {
            self.open_to(props);
        }
        if old.find != props.find || old.data != props.data {
            self.seek(props, old.find != props.find);
        }
        if old.line != props.line && self.is_outside() {
            self.reveal();
        } else if props.view.meta().host == Host::Table
            && self.place().is_none()
            && old.found.is_some() != props.found.is_some()
        {
            // Another set of rows, the selection not among them: read it from its beginning.
            // Texts and trees keep their rows.
            self.scroll_to(0.0);
        } else if old.picked != props.picked && self.is_outside() {
            self.reveal();
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: TableMsg) -> bool {
        let props = ctx.props();
        match msg {
            TableMsg::Scrolled => {
                let Some(element) = self.node.cast::<Element>() else {
                    return false;
                };
                let (top, height) = (
                    f64::from(element.scroll_top()),
                    f64::from(element.client_height()),
                );
                let before = self.window();
                (self.top, self.height) = (top, height);
                before != self.window()
            }
            TableMsg::Clicked(place) => {
                self.pick(props, place);
                self.refine(props, place);
                false
            }
            TableMsg::Menu(place, at) => {
                self.press.end();
                self.pick(props, place);
                props.dispatch.emit(open_at(at));
                false
            }
            TableMsg::Press(place, event) => {
                let rested = ctx.link().callback(move |at| TableMsg::Menu(place, at));
                let at = point(&event);
                self.press.down(&event, move || rested.emit(at));
                false
            }
            TableMsg::Moved(event) => {
                match event {
                    Some(event) => self.press.moved(&event),
                    None => self.press.end(),
                }
                false
            }
            TableMsg::Sort(column) => {
                let mut look = props.view.look(&props.look);
                props.view.sort(&mut look, column);
                props.dispatch.emit(Msg::Look {
                    view: props.view.meta().id.to_owned(),
                    look: props.view.look_text(&look),
                    commit: Commit::Push,
                });
                false
            }
            TableMsg::Fold(item) => {
                Self::fold(props, item);
                false
            }
            TableMsg::Key(event) => {
                self.key(props, &event);
                false
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let link = ctx.link();
        let columns = props.view.columns();
        let look = props.view.look(&props.look);
        let sorting = props.view.sorting(&look);
        let (first, end) = self.window();
        let rows = (first..end).filter_map(|place| {
            let item = *self.order.get(place)?;
            Some(self.row(ctx, item, place))
        });
        let heads = columns.iter().enumerate().map(|(at, column)| {
            let sorted = sorting
                .filter(|(by, _)| *by == at)
                .map(|(_, descending)| descending);
            let (aria, arrow) = match sorted {
                Some(true) => ("descending", "▼"),
                Some(false) => ("ascending", "▲"),
                None => ("none", ""),
            };
            let onclick = link.callback(move |_| TableMsg::Sort(at));
            html! {
                <div role="columnheader" aria-sort={aria}
                    class={classes!("head", side(column.align), format!("col-{}", column.id))}>
                    <button type="button" title={column.hint} {onclick}>
                        { column.title }<span class="arrow" aria-hidden="true">{ arrow }</span>
                    </button>
                </div>
            }
        });
        let active = self.place().map(row_id);
        let empty = self.order.is_empty().then(|| {
            html! { <p class="table-empty">{ messages::NO_ROW_MATCHES }</p> }
        });
        let is_text = props.view.meta().host == Host::Text;
        let is_tree = props.view.meta().host == Host::Tree;
        let room = self.order.len() as f64 * self.row;
        html! {
            <div id="view" class={classes!("table", is_text.then_some("text"),
                    format!("table-{}", props.view.meta().id),
                    props.stale.then_some("stale"))}
                ref={self.node.clone()} tabindex="0" role={if is_tree { "treegrid" } else { "grid" }}
                aria-label={format!("{}: {}", props.view.meta().title, props.label)}
                aria-rowcount={(self.order.len() + 1).to_string()}
                aria-colcount={columns.len().to_string()}
                aria-activedescendant={active}
                onpointermove={link.callback(|event| TableMsg::Moved(Some(event)))}
                onpointerup={link.callback(|_: PointerEvent| TableMsg::Moved(None))}
                onpointercancel={link.callback(|_: PointerEvent| TableMsg::Moved(None))}
                onscroll={link.callback(|_: Event| TableMsg::Scrolled)}
                onkeydown={link.callback(TableMsg::Key)}>
                if !is_text {
                    <div role="row" aria-rowindex="1" class="heads">{ for heads }</div>
                }
                <div role="rowgroup" class="rows" style={format!("height:{room}px")}>
                    { for rows }
                </div>
                { empty }
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.open_to(ctx.props());
            ctx.link().send_message(TableMsg::Scrolled);
            self.reveal();
            dom::focus_if_free("view");
        }
        if self.marked != Some(ctx.props().file) {
            self.marked = Some(ctx.props().file);
            ctx.props().probe.painted(ctx.props().file);
        }
    }
}

fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Right => "right",
    }
}

fn row_id(place: usize) -> String {
    format!("row-{place}")
}

impl TableHost {
    /// Brings items into their order and finds the selection.
    fn arrange(&mut self, props: &HostProps) {
        let look = props.view.look(&props.look);
        let mut order = props.view.order(&props.data, &look);
        let found = props.found.as_ref();
        // A tree keeps its rows: one that matches hangs under rows that do not.
        if let Some(found) = found.filter(|_| props.view.meta().host != Host::Tree) {
            let matches = |item: u32| {
                // Rows without a name of their own are not searched.
                let name = props.view.name_of(&props.data, item);
                name.is_none_or(|name| found.get(name as usize).copied().unwrap_or(false))
            };
            order.retain(|&item| matches(item));
        }
        self.order = Rc::new(order);
        if let Some(line) = props.line {
            self.spot = Spot {
                item: Some(line),
                name: None,
            };
            return;
        }
        self.spot = props.picked.as_ref().map_or_else(Spot::default, |picked| {
            props.view.locate(&props.data, picked)
        });
    }

    /// Reads what is searched in a text; goes to the first line that has it, if asked.
    fn seek(&mut self, props: &HostProps, go: bool) {
        let pattern = (!props.find.is_empty()).then(|| Pattern::parse(&props.find).ok());
        self.pattern = pattern.flatten();
        let first = self.order.iter().position(|&item| self.is_hit(props, item));
        if let Some(first) = first.filter(|_| go) {
            self.scroll_to((first as f64 * self.row - self.height / 3.0).max(0.0));
        }
    }

    /// True for a line that has what is searched.
    fn is_hit(&self, props: &HostProps, item: u32) -> bool {
        if props.view.meta().host == Host::Tree {
            let name = props.view.name_of(&props.data, item);
            return props.found.as_ref().is_some_and(|found| {
                name.is_some_and(|name| found.get(name as usize) == Some(&true))
            });
        }
        let line = || props.view.cell(&props.data, item, 0).text;
        self.pattern
            .as_ref()
            .is_some_and(|pattern| pattern.matches(line().as_bytes()))
    }

    /// Changes folds and makes the look known.
    fn refold(props: &HostProps, item: u32, how: Unfold) {
        let mut look = props.view.look(&props.look);
        props.view.unfold(&props.data, &mut look, item, how);
        props.dispatch.emit(Msg::Look {
            view: props.view.meta().id.to_owned(),
            look: props.view.look_text(&look),
            commit: Commit::Amend,
        });
    }

    /// How a row stands, in a tree.
    fn stands(props: &HostProps, item: u32) -> Option<Fold> {
        let look = props.view.look(&props.look);
        props.view.fold(&props.data, &look, item)
    }

    /// Opens a closed row, closes an open one.
    fn fold(props: &HostProps, item: u32) {
        let how = match Self::stands(props, item).and_then(|fold| fold.open) {
            Some(true) => Unfold::Close,
            Some(false) => Unfold::Open,
            None => return,
        };
        Self::refold(props, item, how);
    }

    /// Opens what the selected row hangs under.
    fn open_to(&self, props: &HostProps) {
        if let Some(item) = self.spot.item
            && props.view.meta().host == Host::Tree
            && self.place().is_none()
        {
            Self::refold(props, item, Unfold::Reveal);
        }
    }

    /// A key that folds. True if it was one.
    fn fold_key(&self, props: &HostProps, key: &str) -> bool {
        let Some(item) = self.spot.item else {
            return false;
        };
        let Some(fold) = Self::stands(props, item) else {
            return false;
        };
        match (key, fold.open) {
            ("ArrowRight", Some(false)) => Self::refold(props, item, Unfold::Open),
            ("ArrowRight", Some(true)) => {
                let next = self.place().map_or(0, |at| at + 1);
                self.pick(props, next.min(self.order.len().saturating_sub(1)));
            }
            ("ArrowLeft", Some(true)) => Self::refold(props, item, Unfold::Close),
            ("ArrowLeft", _) => {
                let above = fold.above;
                if let Some(place) = self.order.iter().position(|&row| Some(row) == above) {
                    self.pick(props, place);
                }
            }
            ("Enter", Some(_)) => Self::fold(props, item),
            ("*", _) => Self::refold(props, item, Unfold::Heaviest),
            _ => return false,
        }
        true
    }

    /// Rows that are in the page: from, to.
    fn window(&self) -> (usize, usize) {
        let first = (self.top / self.row).floor() as usize;
        let count = (self.height / self.row).ceil() as usize + 1;
        let end = (first + count + SPARE).min(self.order.len());
        (first.saturating_sub(SPARE).min(end), end)
    }

    /// Place of the selected row in the order.
    fn place(&self) -> Option<usize> {
        let item = self.spot.item?;
        self.order.iter().position(|&other| other == item)
    }

    fn is_outside(&self) -> bool {
        self.place().is_some_and(|place| {
            let y = place as f64 * self.row;
            y < self.top || y + 2.0 * self.row > self.top + self.height
        })
    }

    fn scroll_to(&self, y: f64) {
        if let Some(element) = self.node.cast::<HtmlElement>() {
            element.set_scroll_top(y as i32);
        }
    }

    /// Scrolls so that the selected row is in the middle.
    fn reveal(&self) {
        if let (Some(place), Some(element)) = (self.place(), self.node.cast::<HtmlElement>()) {
            let middle = f64::from(element.client_height()) / 2.0;
            self.scroll_to((place as f64 * self.row - middle).max(0.0));
        }
    }

    fn pick(&self, props: &HostProps, place: usize) {
        let picked = self
            .order
            .get(place)
            .and_then(|&item| props.view.pick(&props.data, item));
        if let Some(&item) = self.order.get(place) {
            let look = props.view.look(&props.look);
            let line = props.view.describe(&props.data, &look, item).line();
            dom::set_text(tip::LIVE, &line);
            dom::set_text(tip::STATUS, &line);
        }
        props.dispatch.emit(Msg::Picked {
            picked,
            look: None,
            commit: Commit::Amend,
        });
    }

    /// A row may stand for a filter.
    fn refine(&self, props: &HostProps, place: usize) {
        let item = self.order.get(place).copied();
        if let Some((name, value)) = item.and_then(|item| props.view.refine(&props.data, item)) {
            props.dispatch.emit(Msg::Option {
                name,
                value,
                typing: false,
            });
        }
    }

    fn key(&self, props: &HostProps, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || self.order.is_empty() {
            return;
        }
        if self.fold_key(props, &event.key()) {
            event.prevent_default();
            event.stop_propagation();
            return;
        }
        let last = self.order.len() - 1;
        let page = ((self.height / self.row) as usize).saturating_sub(2).max(1);
        let here = self.place();
        let to = match event.key().as_str() {
            "ArrowDown" => here.map_or(0, |at| (at + 1).min(last)),
            "ArrowUp" => here.map_or(last, |at| at.saturating_sub(1)),
            "PageDown" => here.map_or(0, |at| (at + page).min(last)),
            "PageUp" => here.map_or(last, |at| at.saturating_sub(page)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        self.pick(props, to);
    }

    fn row(&self, ctx: &Context<Self>, item: u32, place: usize) -> Html {
        let props = ctx.props();
        let picked = self.spot.item == Some(item);
        let fold = Self::stands(props, item);
        let columns = props.view.columns().len();
        let cells = props.view.columns().iter().enumerate().map(|(at, column)| {
            let cell = props.view.cell(&props.data, item, at);
            let bar = cell.bar.map(|share| {
                html! { <span class="bar" style={format!("width:{:.2}%", share * 100.0)} /> }
            });
            let (dim, rest) = cell
                .text
                .split_at_checked(cell.dim)
                .unwrap_or(("", &cell.text));
            let dim = (!dim.is_empty()).then(|| html! { <span class="dim">{ dim }</span> });
            // The last column of a tree has its folds.
            let mark = fold.filter(|_| at + 1 == columns).map(|fold| {
                let onclick = ctx.link().callback(move |event: MouseEvent| {
                    event.stop_propagation();
                    TableMsg::Fold(item)
                });
                let sign = match fold.open {
                    Some(true) => "▾",
                    Some(false) => "▸",
                    None => "",
                };
                // The style sheet says how wide a level is, and which one is the last.
                let under = fold.level.saturating_sub(1);
                html! {
                    <span class="fold" aria-hidden="true" style={format!("--under:{under}")}
                        {onclick}>{ sign }</span>
                }
            });
            html! {
                <div role="gridcell" title={cell.text.clone()}
                    class={classes!("cell", side(column.align), format!("col-{}", column.id))}>
                    { bar }{ mark }<span class="cell-text"><bdi dir="ltr">{ dim }{ rest }</bdi></span>
                </div>
            }
        });
        let link = ctx.link();
        let onclick: Callback<_> = link.callback(move |_| TableMsg::Clicked(place));
        // A row that stands for nothing has no menu of ours: texts keep the browser's.
        let has_menu = props.view.pick(&props.data, item).is_some();
        let oncontextmenu = has_menu.then(|| {
            link.callback(move |event: MouseEvent| {
                event.prevent_default();
                TableMsg::Menu(place, point(&event))
            })
        });
        let onpointerdown =
            has_menu.then(|| link.callback(move |event| TableMsg::Press(place, event)));
        html! {
            <div role="row" key={item.to_string()} id={row_id(place)} {onclick} {oncontextmenu}
                {onpointerdown}
                aria-level={fold.map(|fold| fold.level.to_string())}
                aria-expanded={fold.and_then(|fold| fold.open).map(|open| open.to_string())}
                aria-posinset={fold.map(|fold| fold.place.to_string())}
                aria-setsize={fold.map(|fold| fold.among.to_string())}
                aria-rowindex={(place + 2).to_string()} aria-selected={picked.to_string()}
                class={classes!("row", picked.then_some("picked"),
                    self.is_hit(props, item).then_some("hit"))}
                style={format!("transform:translateY({}px)", place as f64 * self.row)}>
                { for cells }
            </div>
        }
    }
}

/// The table's text, for tests: its visible rows, cells joined by tabs.
pub(crate) fn visible_rows() -> Vec<String> {
    let Ok(rows) = dom::document().query_selector_all("#view .row") else {
        return Vec::new();
    };
    (0..rows.length())
        .filter_map(|at| rows.get(at)?.dyn_into::<Element>().ok())
        .map(|row| {
            let cells = row.children();
            let texts: Vec<String> = (0..cells.length())
                .filter_map(|at| cells.item(at)?.text_content())
                .collect();
            texts.join("\t")
        })
        .collect()
}
