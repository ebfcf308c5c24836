//! A reader of files or messages for libFuzzer, with coverage guidance. The environment variable `READER` names it.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use petteia_fuzz::readers::{ReaderState, Target};

thread_local! {
    static STATE: RefCell<(ReaderState, &'static Target)> = RefCell::new((ReaderState::new(), target()));
}

fn target() -> &'static Target {
    let name = std::env::var("READER").expect("READER names a target");
    Target::find(&name).expect("READER names a target")
}

fuzz_target!(|data: &[u8]| {
    STATE.with_borrow_mut(|(state, target)| {
        if let Err(fault) = target.execute(state, data) {
            panic!("{fault}");
        }
    });
});
