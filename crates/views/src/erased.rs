//! Views without their types: what hosts, engine and viewer hold.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use scene::{DrawList, Frame, Input, Point, Theme};

use crate::columns::{BadColumns, Packed};
use crate::paint::{LegendRow, Paint};
use crate::view::{
    Carry, Cell, Column, Cx, Fold, Gap, Look, Marks, Picked, Reaction, Spot, Switch, Tip, Unfold,
    View, ViewMeta,
};

/// Data of some view. Compared by identity: it is big and never changes.
#[derive(Clone)]
pub struct AnyData(Rc<dyn Any>);

impl AnyData {
    /// The data, if it is of this type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl PartialEq for AnyData {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for AnyData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyData")
    }
}

/// Look of some view.
pub struct AnyLook(Box<dyn Any>);

impl fmt::Debug for AnyLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyLook")
    }
}

/// A view whose types are hidden. Methods are those of [`View`].
#[expect(missing_docs, reason = "each method is documented at View")]
pub trait AnyView: Sync {
    fn meta(&self) -> &'static ViewMeta;
    fn args(&self, look: &str, picked: Option<&Picked>) -> String;
    fn compute(&self, cx: &mut Cx<'_>) -> Result<Packed, Gap>;
    fn unpack(&self, packed: Packed) -> Result<AnyData, BadColumns>;
    /// Reads a look from its text; a damaged one becomes the default.
    fn look(&self, text: &str) -> AnyLook;
    /// True if the text is a look of this view.
    fn is_look(&self, text: &str) -> bool;
    fn look_text(&self, look: &AnyLook) -> String;
    fn draw(
        &self,
        data: &AnyData,
        look: &AnyLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        out: &mut DrawList,
    );
    fn hit(&self, data: &AnyData, look: &AnyLook, frame: &Frame<'_>, at: Point) -> Option<u32>;
    fn paints(&self, data: &AnyData) -> &'static [Paint];
    fn legend(&self, data: &AnyData, paint: Paint, theme: &Theme) -> Vec<LegendRow>;
    fn input(
        &self,
        data: &AnyData,
        look: &mut AnyLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        input: Input,
    ) -> Reaction;
    fn reveal(&self, data: &AnyData, look: &mut AnyLook, frame: &Frame<'_>, item: u32);
    fn visible_matches(
        &self,
        data: &AnyData,
        look: &AnyLook,
        frame: &Frame<'_>,
        found: &[bool],
    ) -> Option<(usize, usize)>;
    fn carry(&self, old: &AnyData, new: &AnyData, look: &AnyLook) -> AnyLook;
    fn switches(&self) -> &'static [Switch];
    fn switched(&self, look: &AnyLook, switch: usize) -> usize;
    fn switch(&self, look: &mut AnyLook, switch: usize, choice: usize);
    fn locate(&self, data: &AnyData, picked: &Picked) -> Spot;
    fn pick(&self, data: &AnyData, item: u32) -> Option<Picked>;
    fn describe(&self, data: &AnyData, look: &AnyLook, item: u32) -> Tip;
    fn keys<'a>(&self, data: &'a AnyData) -> &'a [u32];
    fn refine(&self, data: &AnyData, item: u32) -> Option<(&'static str, String)>;
    fn columns(&self) -> &'static [Column];
    fn order(&self, data: &AnyData, look: &AnyLook) -> Vec<u32>;
    fn all(&self, data: &AnyData, look: &AnyLook) -> Vec<u32>;
    fn cell(&self, data: &AnyData, item: u32, column: usize) -> Cell;
    fn fold(&self, data: &AnyData, look: &AnyLook, item: u32) -> Option<Fold>;
    fn unfold(&self, data: &AnyData, look: &mut AnyLook, item: u32, how: Unfold);
    fn sorting(&self, look: &AnyLook) -> Option<(usize, bool)>;
    fn sort(&self, look: &mut AnyLook, column: usize);
    fn name_text<'a>(&self, data: &'a AnyData, name: u32) -> &'a str;
    fn item_of(&self, data: &AnyData, name: u32) -> Option<u32>;
    fn name_of(&self, data: &AnyData, item: u32) -> Option<u32>;
}

/// Wraps a [`View`] into an [`AnyView`].
pub struct Erased<V>(PhantomData<fn() -> V>);

impl<V: View> Erased<V> {
    /// The one value; views have no state.
    pub const NEW: Self = Self(PhantomData);

    /// The typed data. Hosts keep data beside the view that made it.
    fn data(data: &AnyData) -> &V::Data {
        data.0.downcast_ref().expect("data of this view")
    }

    fn typed(look: &AnyLook) -> &V::Look {
        look.0.downcast_ref().expect("look of this view")
    }
}

impl<V: View> AnyView for Erased<V> {
    fn meta(&self) -> &'static ViewMeta {
        const { &V::META }
    }

    fn args(&self, look: &str, picked: Option<&Picked>) -> String {
        V::args(&V::Look::read(look).unwrap_or_default(), picked)
    }

    fn compute(&self, cx: &mut Cx<'_>) -> Result<Packed, Gap> {
        V::compute(cx).map(V::pack)
    }

    fn unpack(&self, packed: Packed) -> Result<AnyData, BadColumns> {
        Ok(AnyData(Rc::new(V::unpack(packed)?)))
    }

    fn look(&self, text: &str) -> AnyLook {
        AnyLook(Box::new(V::Look::read(text).unwrap_or_default()))
    }

    fn is_look(&self, text: &str) -> bool {
        V::Look::read(text).is_some()
    }

    fn look_text(&self, look: &AnyLook) -> String {
        Self::typed(look).write()
    }

    fn draw(
        &self,
        data: &AnyData,
        look: &AnyLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        out: &mut DrawList,
    ) {
        V::draw(Self::data(data), Self::typed(look), marks, frame, out);
    }

    fn hit(&self, data: &AnyData, look: &AnyLook, frame: &Frame<'_>, at: Point) -> Option<u32> {
        V::hit(Self::data(data), Self::typed(look), frame, at)
    }

    fn paints(&self, data: &AnyData) -> &'static [Paint] {
        V::paints(Self::data(data))
    }

    fn legend(&self, data: &AnyData, paint: Paint, theme: &Theme) -> Vec<LegendRow> {
        V::legend(Self::data(data), paint, theme)
    }

    fn input(
        &self,
        data: &AnyData,
        look: &mut AnyLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        input: Input,
    ) -> Reaction {
        let look = look.0.downcast_mut().expect("look of this view");
        V::input(Self::data(data), look, marks, frame, input)
    }

    fn reveal(&self, data: &AnyData, look: &mut AnyLook, frame: &Frame<'_>, item: u32) {
        let look = look.0.downcast_mut().expect("look of this view");
        V::reveal(Self::data(data), look, frame, item);
    }

    fn visible_matches(
        &self,
        data: &AnyData,
        look: &AnyLook,
        frame: &Frame<'_>,
        found: &[bool],
    ) -> Option<(usize, usize)> {
        V::visible_matches(Self::data(data), Self::typed(look), frame, found)
    }

    fn carry(&self, old: &AnyData, new: &AnyData, look: &AnyLook) -> AnyLook {
        let carry = Carry {
            old: Self::data(old),
            new: Self::data(new),
        };
        AnyLook(Box::new(V::carry(carry, Self::typed(look))))
    }

    fn switches(&self) -> &'static [Switch] {
        V::switches()
    }

    fn switched(&self, look: &AnyLook, switch: usize) -> usize {
        V::switched(Self::typed(look), switch)
    }

    fn switch(&self, look: &mut AnyLook, switch: usize, choice: usize) {
        let look = look.0.downcast_mut().expect("look of this view");
        V::switch(look, switch, choice);
    }

    fn locate(&self, data: &AnyData, picked: &Picked) -> Spot {
        V::locate(Self::data(data), picked)
    }

    fn pick(&self, data: &AnyData, item: u32) -> Option<Picked> {
        V::pick(Self::data(data), item)
    }

    fn describe(&self, data: &AnyData, look: &AnyLook, item: u32) -> Tip {
        V::describe(Self::data(data), Self::typed(look), item)
    }

    fn keys<'a>(&self, data: &'a AnyData) -> &'a [u32] {
        V::keys(Self::data(data))
    }

    fn refine(&self, data: &AnyData, item: u32) -> Option<(&'static str, String)> {
        V::refine(Self::data(data), item)
    }

    fn columns(&self) -> &'static [Column] {
        V::columns()
    }

    fn order(&self, data: &AnyData, look: &AnyLook) -> Vec<u32> {
        V::order(Self::data(data), Self::typed(look))
    }

    fn all(&self, data: &AnyData, look: &AnyLook) -> Vec<u32> {
        V::all(Self::data(data), Self::typed(look))
    }

    fn cell(&self, data: &AnyData, item: u32, column: usize) -> Cell {
        V::cell(Self::data(data), item, column)
    }

    fn fold(&self, data: &AnyData, look: &AnyLook, item: u32) -> Option<Fold> {
        V::fold(Self::data(data), Self::typed(look), item)
    }

    fn unfold(&self, data: &AnyData, look: &mut AnyLook, item: u32, how: Unfold) {
        let look = look.0.downcast_mut().expect("look of this view");
        V::unfold(Self::data(data), look, item, how);
    }

    fn sorting(&self, look: &AnyLook) -> Option<(usize, bool)> {
        V::sorting(Self::typed(look))
    }

    fn sort(&self, look: &mut AnyLook, column: usize) {
        V::sort(look.0.downcast_mut().expect("look of this view"), column);
    }

    fn name_text<'a>(&self, data: &'a AnyData, name: u32) -> &'a str {
        V::name_text(Self::data(data), name)
    }

    fn item_of(&self, data: &AnyData, name: u32) -> Option<u32> {
        V::item_of(Self::data(data), name)
    }

    fn name_of(&self, data: &AnyData, item: u32) -> Option<u32> {
        V::name_of(Self::data(data), item)
    }
}
