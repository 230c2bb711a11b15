//! Files that the user gave: kept here as the browser's own handles, known elsewhere by number.

use std::collections::BTreeMap;

use js_sys::{Array, Reflect};
use viewer::FileId;
use viewer::msg::Given;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, DataTransfer, File, FileList};

use super::clock;
use super::dom::window;

/// The files of this page.
#[derive(Default)]
pub(crate) struct Files {
    next: u32,
    blobs: BTreeMap<FileId, Vec<Blob>>,
}

impl Files {
    /// Takes files in and says what they are. Marks the moment for whoever measures.
    pub(crate) fn take(&mut self, files: Vec<(String, Blob)>) -> Vec<Given> {
        clock::mark("pprofweb:chosen");
        files
            .into_iter()
            .map(|(name, blob)| self.add(name, blob))
            .collect()
    }

    fn add(&mut self, name: String, blob: Blob) -> Given {
        self.next += 1;
        let id = FileId(self.next);
        let bytes = blob.size() as u64;
        self.blobs.insert(id, vec![blob]);
        Given { id, name, bytes }
    }

    /// A file whose bytes are those of others.
    pub(crate) fn derive(&mut self, id: FileId, from: &[FileId]) {
        let blobs = from.iter().filter_map(|id| self.blobs.get(id)?.first());
        let blobs = blobs.cloned().collect();
        self.blobs.insert(id, blobs);
    }

    /// The bytes' handles: one, or several for a file that is made of others.
    pub(crate) fn blobs(&self, id: FileId) -> Option<&[Blob]> {
        self.blobs.get(&id).map(Vec::as_slice)
    }

    /// Forgets a file.
    pub(crate) fn forget(&mut self, id: FileId) {
        self.blobs.remove(&id);
    }
}

/// Files of a list, with their names.
pub(crate) fn of_list(list: Option<FileList>) -> Vec<(String, Blob)> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length())
        .filter_map(|at| list.get(at))
        .map(named)
        .collect()
}

/// Files of something dropped or pasted; text that is no file becomes one.
pub(crate) fn of_transfer(data: Option<DataTransfer>, text_name: &str) -> Vec<(String, Blob)> {
    let Some(data) = data else { return Vec::new() };
    let files = of_list(data.files());
    if !files.is_empty() {
        return files;
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    match text.trim().is_empty() {
        true => Vec::new(),
        false => of_text(&text)
            .map(|blob| (text_name.to_owned(), blob))
            .into_iter()
            .collect(),
    }
}

fn of_text(text: &str) -> Option<Blob> {
    let parts = Array::of1(&JsValue::from_str(text));
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain");
    Blob::new_with_str_sequence_and_options(&parts, &kind).ok()
}

fn named(file: File) -> (String, Blob) {
    (file.name(), file.unchecked_into())
}

/// Files that were dropped or chosen before this program ran.
pub(crate) fn early() -> Vec<(String, Blob)> {
    let key = JsValue::from_str("__pprofwebEarly");
    let Ok(list) = Reflect::get(&window(), &key) else {
        return Vec::new();
    };
    let Ok(list) = list.dyn_into::<Array>() else {
        return Vec::new();
    };
    let files = list
        .iter()
        .filter_map(|file| file.dyn_into::<File>().ok())
        .map(named)
        .collect();
    list.set_length(0);
    files
}
