//! What JavaScript provides: a clock, random bytes, signals, and a place for output.

use std::time::Duration;

use petteia_engine::{Signal, SignalSource};
use petteia_platform::Host;

// The functions of the import object `petteia`.
#[expect(unsafe_code, reason = "functions of another language")]
#[link(wasm_import_module = "petteia")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    #[link_name = "now"]
    safe fn host_now() -> f64;
    /// Fills so many bytes at an address with random ones.
    #[link_name = "random"]
    safe fn host_random(bytes: *mut u8, length: usize);
    /// The signal that has come: 0 for none, 1 for stop, 2 for ponder hit.
    #[link_name = "poll"]
    safe fn host_poll() -> u32;
    /// The same, after waiting for one.
    #[link_name = "wait"]
    safe fn host_wait() -> u32;
    /// Takes so many bytes of text at an address.
    #[link_name = "output"]
    safe fn host_output(text: *const u8, length: usize);
}

/// The environment of the module.
pub struct JavaScript;

impl Host for JavaScript {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(host_now() / 1_000.0).unwrap_or_default()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        host_random(bytes.as_mut_ptr(), bytes.len());
    }
}

impl SignalSource for JavaScript {
    fn poll(&self) -> Option<Signal> {
        match host_poll() {
            0 => None,
            2 => Some(Signal::PonderHit),
            _ => Some(Signal::Stop),
        }
    }

    fn wait(&self) -> Signal {
        if host_wait() == 2 { Signal::PonderHit } else { Signal::Stop }
    }
}

/// Passes text to JavaScript.
pub fn output(text: &str) {
    output_bytes(text.as_bytes());
}

/// Passes a file to JavaScript.
pub fn output_bytes(bytes: &[u8]) {
    host_output(bytes.as_ptr(), bytes.len());
}
