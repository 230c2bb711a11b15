//! Messages from worker to page, as JavaScript values.
//!
//! `["ready"]`, `["died", text]`, or `["reply", head, column, column, …]` where the head is
//! bytes and each column a typed array whose buffer is handed over without a copy.

use engine::protocol::Wire;
use js_sys::{Array, BigInt64Array, Float64Array, Uint8Array, Uint32Array};
use views::Blob;
use wasm_bindgen::{JsCast, JsValue};

/// What a worker said.
pub(super) enum Said {
    /// It takes questions now.
    Ready,
    /// It is broken.
    Died(String),
    /// A response.
    Reply(Wire),
}

pub(super) fn ready() -> JsValue {
    Array::of1(&JsValue::from_str("ready")).into()
}

pub(super) fn last_words(text: &str) -> JsValue {
    Array::of2(&JsValue::from_str("died"), &JsValue::from_str(text)).into()
}

/// The message, and the buffers to hand over.
pub(super) fn pack(wire: Wire) -> (Array, Array) {
    let head = Uint8Array::from(&wire.head[..]);
    let transfer = Array::of1(&head.buffer());
    let message = Array::of2(&JsValue::from_str("reply"), &head);
    for blob in wire.blobs {
        let (column, buffer): (JsValue, JsValue) = match &blob {
            Blob::U8(v) => {
                let column = Uint8Array::from(&v[..]);
                (column.clone().into(), column.buffer().into())
            }
            Blob::U32(v) => {
                let column = Uint32Array::from(&v[..]);
                (column.clone().into(), column.buffer().into())
            }
            Blob::I64(v) => {
                let column = BigInt64Array::from(&v[..]);
                (column.clone().into(), column.buffer().into())
            }
            Blob::F64(v) => {
                let column = Float64Array::from(&v[..]);
                (column.clone().into(), column.buffer().into())
            }
        };
        message.push(&column);
        transfer.push(&buffer);
    }
    (message, transfer)
}

/// Reads a message; `None` if it is not ours.
pub(super) fn unpack(message: &JsValue) -> Option<Said> {
    let parts: &Array = message.dyn_ref()?;
    match parts.get(0).as_string()?.as_str() {
        "ready" => Some(Said::Ready),
        "died" => Some(Said::Died(parts.get(1).as_string().unwrap_or_default())),
        "reply" => {
            let head = parts.get(1).dyn_into::<Uint8Array>().ok()?.to_vec();
            let blobs = parts
                .iter()
                .skip(2)
                .map(column)
                .collect::<Option<Vec<_>>>()?;
            Some(Said::Reply(Wire { head, blobs }))
        }
        _ => None,
    }
}

fn column(value: JsValue) -> Option<Blob> {
    let value = match value.dyn_into::<Uint8Array>() {
        Ok(column) => return Some(Blob::U8(column.to_vec())),
        Err(value) => value,
    };
    let value = match value.dyn_into::<Uint32Array>() {
        Ok(column) => return Some(Blob::U32(column.to_vec())),
        Err(value) => value,
    };
    let value = match value.dyn_into::<BigInt64Array>() {
        Ok(column) => return Some(Blob::I64(column.to_vec())),
        Err(value) => value,
    };
    value
        .dyn_into::<Float64Array>()
        .ok()
        .map(|column| Blob::F64(column.to_vec()))
}
