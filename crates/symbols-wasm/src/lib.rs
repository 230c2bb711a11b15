//! The reading of mangled names as a module of its own: half as large as the rest of the program,
//! and most profiles have none.
//!
//! The interface is three functions over plain numbers, so that no glue is generated: ask for
//! [`room`], write the name there, call [`demangle`], read what stands at [`answer`].

// Exported names are what the lint is about; there is no other unsafe code here.
#![allow(unsafe_code)]

use std::cell::RefCell;

use symbols::Style;

/// The name that came and the one that goes.
#[derive(Default)]
struct Desk {
    name: Vec<u8>,
    answer: String,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Where a name of so many bytes is to be written; 0 for one that is too long.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> usize {
    if length > symbols::LONGEST {
        return 0;
    }
    DESK.with_borrow_mut(|desk| {
        desk.name.clear();
        desk.name.resize(length, 0);
        desk.name.as_ptr() as usize
    })
}

/// Reads the name in a style (0 simple, 1 with templates, 2 full); answers how many bytes stand
/// at [`answer`], 0 where it cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn demangle(style: usize) -> usize {
    DESK.with_borrow_mut(|desk| {
        let read = std::str::from_utf8(&desk.name)
            .ok()
            .zip(Style::ALL.get(style))
            .and_then(|(name, style)| symbols::demangle(name, *style));
        desk.answer = read.unwrap_or_default();
        desk.answer.len()
    })
}

/// Where the readable name stands, until the next one is read.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    DESK.with_borrow(|desk| desk.answer.as_ptr() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, style: usize) -> String {
        assert!(room(name.len()) != 0 || name.is_empty());
        DESK.with_borrow_mut(|desk| desk.name.copy_from_slice(name.as_bytes()));
        let length = demangle(style);
        DESK.with_borrow(|desk| {
            assert_eq!(length, desk.answer.len());
            desk.answer.clone()
        })
    }

    #[test]
    fn names_are_read_one_after_the_other() {
        assert_eq!(read("_ZN1aIiE1bEi", 0), "a::b");
        assert_eq!(read("_ZN1aIiE1bEi", 1), "a<int>::b");
        assert_eq!(read("_ZN1aIiE1bEi", 2), "a<int>::b(int)");
        assert_eq!(read("main", 0), "");
        assert_eq!(read("_ZN1aIiE1bEi", 3), "");
        assert_eq!(read("", 0), "");
        assert_eq!(room(symbols::LONGEST + 1), 0);
    }
}
