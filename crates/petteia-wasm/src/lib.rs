//! The engine as a WebAssembly module for JavaScript: what the module imports, and the functions that it exports.
//!
//! Text goes in through a buffer: JavaScript asks for [`petteia_buffer`] of a length, writes UTF-8 there, and calls a
//! function that reads it. Text comes out through the import `output`. `npm/petteia.worker.js` is the other side.
//!
//! This is the one crate with `unsafe`, which functions with names for another language need.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

mod host;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use petteia::embedded::{EmbeddedEngine, Jobs, convert_games};
use petteia_engine::VARIANTS;
use petteia_platform::set_host;

use host::{JavaScript, output, output_bytes};

/// Text or a file from JavaScript.
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ENGINE: Mutex<Option<EmbeddedEngine<'static>>> = Mutex::new(None);

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What JavaScript has written into the buffer, which is empty afterwards.
fn take_buffer() -> Vec<u8> {
    std::mem::take(&mut *lock(&BUFFER))
}

/// Calls something with the engine, unless it has not been started or is in the middle of a call.
fn with_engine<T>(act: impl FnOnce(&mut EmbeddedEngine) -> T) -> Option<T> {
    ENGINE.try_lock().ok()?.as_mut().map(act)
}

/// Makes room for a text or a file of this length. Returns where to write it.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_buffer(length: usize) -> *mut u8 {
    let mut buffer = lock(&BUFFER);
    *buffer = vec![0; length];
    buffer.as_mut_ptr()
}

/// Starts the engine; with `rules_only` it refuses searches and counts. Returns whether it could.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_start(rules_only: bool) -> bool {
    set_host(&JavaScript);
    // A panic ends the call as a trap, after this line.
    std::panic::set_hook(Box::new(|panic| output(&format!("info string error internal: {panic}").replace('\n', " "))));
    let jobs = if rules_only { Jobs::Refused } else { Jobs::OnCaller(Arc::new(JavaScript)) };
    *lock(&ENGINE) = EmbeddedEngine::new(&VARIANTS[0], jobs, output).ok();
    lock(&ENGINE).is_some()
}

/// Carries out the lines in the buffer. Returns whether the engine reads more, which it does until `quit`.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_lines() -> bool {
    let text = take_buffer();
    with_engine(|engine| {
        engine.lines(&String::from_utf8_lossy(&text));
        !engine.has_quit()
    })
    .unwrap_or(false)
}

/// Passes the name of the network of the game to `output` if it has not been loaded: the game that it was trained for. Returns whether that is so.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_lacks_network() -> bool {
    let variant = with_engine(|engine| engine.variant()).filter(|variant| variant.lacks_network());
    variant.and_then(|variant| (variant.network)()).inspect(|network| output(network.game())).is_some()
}

/// Loads the network of the game from the file in the buffer. Returns whether it could; else `output` gets the reason.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_load_network() -> bool {
    let file = take_buffer();
    let network = with_engine(|engine| engine.variant()).and_then(|variant| (variant.network)());
    network.is_none_or(|network| network.load(&file).inspect_err(|why| output(why)).is_ok())
}

/// Converts games. The buffer has the names of the game, the format and the format to write, each ended by a zero byte,
/// then the file. Returns whether it could; `output` gets the file and then a note for each game left out, else the
/// reason.
#[expect(unsafe_code, reason = "a name for JavaScript")]
#[unsafe(no_mangle)]
pub extern "C" fn petteia_convert() -> bool {
    let request = take_buffer();
    let mut parts = request.splitn(4, |&byte| byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let [game, from, to] = [(); 3].map(|()| String::from_utf8_lossy(part()));
    match convert_games(&game, &from, &to, part()) {
        Ok(converted) => {
            output_bytes(&converted.bytes);
            converted.notes.iter().for_each(|note| output(note));
            true
        }
        Err(why) => {
            output(&why);
            false
        }
    }
}
