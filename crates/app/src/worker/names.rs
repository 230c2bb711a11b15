//! What reads mangled names: a second module (`crates/symbols-wasm`), fetched once a profile has
//! such names. A worker may block, so it is fetched and started in one go.

use engine::{Demangler, Style};
use js_sys::{Array, Function, Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

/// The global of a worker that tells where the module is; its own address is a blob's.
pub(super) const PLACE: &str = "pprofwebNames";

/// The file of the module, beside the program.
pub(super) const FILE: &str = "symbols.wasm";

/// The functions of the module.
struct Module {
    memory: WebAssembly::Memory,
    room: Function,
    demangle: Function,
    answer: Function,
}

/// Fetches the module; `None` where that is not possible.
pub(super) fn load() -> Option<Box<Demangler<'static>>> {
    let module = fetch().ok()?;
    Some(Box::new(move |name, style| module.read(name, style)))
}

fn fetch() -> Result<Module, JsValue> {
    let place = Reflect::get(&js_sys::global(), &JsValue::from_str(PLACE))?;
    let place = place.as_string().ok_or(JsValue::NULL)?;
    let request = XmlHttpRequest::new()?;
    request.open_with_async("GET", &place, false)?;
    request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    request.send()?;
    if request.status()? != 200 {
        return Err(JsValue::NULL);
    }
    let module = WebAssembly::Module::new(&request.response()?)?;
    let instance = WebAssembly::Instance::new(&module, &Object::new())?;
    let exports = instance.exports();
    let function = |name: &str| -> Result<Function, JsValue> {
        Reflect::get(&exports, &JsValue::from_str(name))?.dyn_into()
    };
    Ok(Module {
        memory: Reflect::get(&exports, &JsValue::from_str("memory"))?.dyn_into()?,
        room: function("room")?,
        demangle: function("demangle")?,
        answer: function("answer")?,
    })
}

impl Module {
    /// A fault of the module (a stack that overflows) costs the one name.
    fn read(&self, name: &str, style: Style) -> Option<String> {
        let style = Style::ALL.iter().position(|&one| one == style)?;
        let room = number(&self.room, &[name.len()])?;
        if room == 0 {
            return None;
        }
        self.bytes(room, name.len()).copy_from(name.as_bytes());
        let length = number(&self.demangle, &[style]).filter(|&length| length > 0)?;
        let answer = number(&self.answer, &[])?;
        String::from_utf8(self.bytes(answer, length).to_vec()).ok()
    }

    /// A part of the module's memory. Not to be kept: memory that grows is another buffer.
    fn bytes(&self, start: usize, length: usize) -> Uint8Array {
        let buffer = self.memory.buffer();
        Uint8Array::new_with_byte_offset_and_length(&buffer, start as u32, length as u32)
    }
}

fn number(function: &Function, args: &[usize]) -> Option<usize> {
    let args: Array = args
        .iter()
        .map(|&arg| JsValue::from_f64(arg as f64))
        .collect();
    let answer = Reflect::apply(function, &JsValue::UNDEFINED, &args).ok()?;
    // Places beyond 2 GiB come as negative numbers.
    answer.as_f64().map(|number| number as i32 as u32 as usize)
}
