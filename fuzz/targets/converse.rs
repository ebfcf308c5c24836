//! Conversations for libFuzzer, with coverage guidance.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use petteia_fuzz::Host;

thread_local! {
    static HOST: RefCell<Host> = RefCell::new(Host::new());
}

fuzz_target!(|data: &[u8]| {
    HOST.with_borrow_mut(|host| {
        if let Err(fault) = host.converse(data) {
            panic!("{fault}");
        }
    });
});
