//! What painters rely on: order, grouping, clips, and that a warm list stays warm.

use super::*;

const RED: Color = Color::rgb(255, 0, 0);
const BLUE: Color = Color::rgb(0, 0, 255);
const ROOM: Rect = Rect::new(0.0, 0.0, 100.0, 100.0);

fn unit(x: f64) -> Rect {
    Rect::new(x, 0.0, 1.0, 1.0)
}

#[test]
fn fills_of_a_layer_come_grouped_in_order_of_first_use() {
    let mut list = DrawList::new();
    list.layer(ROOM);
    for x in 0..6 {
        list.fill(unit(f64::from(x)), if x % 2 == 0 { RED } else { BLUE });
    }
    list.layer(ROOM);
    list.fill(unit(9.0), BLUE);
    let layers: Vec<_> = list.layers().collect();
    let xs = |layer: &Layer<'_>| layer.fills.iter().map(|f| f.rect.x).collect::<Vec<_>>();
    assert_eq!(xs(&layers[0]), [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]);
    assert_eq!(xs(&layers[1]), [9.0]);
    let groups: Vec<_> = layers[0]
        .fills_by_color()
        .map(|(c, same)| (c, same.len()))
        .collect();
    assert_eq!(groups, [(RED, 3), (BLUE, 3)]);
}

#[test]
fn grouping_loses_nothing_and_makes_each_color_one_run() {
    let mut list = DrawList::new();
    let mut seed = 7u32;
    for round in 0..20 {
        list.clear();
        list.layer(ROOM);
        for _ in 0..round * 50 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            list.fill(unit(f64::from(seed >> 26)), Color((seed >> 20) % 37));
        }
        let Some(layer) = list.layers().next() else {
            panic!("no layer")
        };
        assert_eq!(layer.fills.len(), round * 50);
        let mut colors: Vec<_> = layer.fills_by_color().map(|(color, _)| color).collect();
        let runs = colors.len();
        colors.sort();
        colors.dedup();
        assert_eq!(runs, colors.len(), "a colour came in two runs");
        let key = |f: &Fill| (f.color, f.rect.x as u32);
        let mut before: Vec<_> = list.fills.iter().map(key).collect();
        let mut after: Vec<_> = layer.fills.iter().map(key).collect();
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(before, after);
    }
}

#[test]
fn what_the_clip_hides_is_left_out() {
    let mut list = DrawList::new();
    list.layer(ROOM);
    list.fill(unit(-1.0), RED);
    list.fill(unit(100.0), RED);
    list.fill(Rect::new(0.0, 0.0, f64::NAN, 1.0), RED);
    list.stroke(unit(-5.0), RED, 1.0);
    list.stroke(unit(5.0), RED, 0.0);
    list.text(Point::new(0.0, 300.0), "below", RED, Font::Ui);
    list.text(Point::new(101.0, 10.0), "right", RED, Font::Ui);
    list.text(Point::new(1.0, 10.0), "", RED, Font::Ui);
    assert!(list.is_empty());
    // A text that begins left of the clip may still reach into it.
    list.text(Point::new(-50.0, 10.0), "reaches in", RED, Font::Ui);
    list.fill(unit(99.5), RED);
    assert_eq!(list.counts(), (1, 0, 1));
}

#[test]
fn drawing_without_a_layer_is_still_seen() {
    let mut list = DrawList::new();
    list.text(Point::new(1.0, 2.0), "ä", BLUE, Font::FrameStrong);
    list.text(Point::new(3.0, 4.0), "b", RED, Font::UiDim);
    let texts: Vec<_> = list.layers().flat_map(|layer| layer.texts).collect();
    assert_eq!(
        texts,
        [
            (Point::new(1.0, 2.0), "ä", BLUE, Font::FrameStrong),
            (Point::new(3.0, 4.0), "b", RED, Font::UiDim),
        ]
    );
}

#[test]
fn a_look_between_two_fills_misses_neither() {
    let mut list = DrawList::new();
    list.fill(unit(1.0), RED);
    assert_eq!(list.layers().map(|l| l.fills.len()).sum::<usize>(), 1);
    list.fill(unit(2.0), RED);
    assert_eq!(list.layers().map(|l| l.fills.len()).sum::<usize>(), 2);
    list.clear();
    assert_eq!(list.layers().count(), 0);
}

#[test]
fn a_warm_list_keeps_its_buffers() {
    let mut list = DrawList::new();
    let mut addresses = Vec::new();
    for _ in 0..3 {
        list.clear();
        list.layer(ROOM);
        for x in 0..90 {
            list.fill(unit(f64::from(x)), Color(x));
            list.text(Point::new(1.0, 9.0), "label", RED, Font::Frame);
        }
        let grouped = list.grouped().as_ptr() as usize;
        addresses.push((
            grouped,
            list.fills.as_ptr() as usize,
            list.letters.as_ptr() as usize,
        ));
    }
    assert_eq!(addresses[1], addresses[2]);
}
