//! `main` of the program that holds the engine compiled for several levels of x86-64.
//!
//! `cargo xtask release` compiles the crates of the engine for each level, renames the `main` of each, and links them
//! with this file. The `main` of the level that fits the processor starts the runtime of Rust as usual, so arguments, signals
//! and the name of the program are as in a program for one level. Before it no code of a level runs.

#![no_main]

mod levels;

use std::env;
use std::ffi::{c_char, c_int};

/// `main` of C.
type Main = unsafe extern "C" fn(c_int, *const *const c_char) -> c_int;

unsafe extern "C" {
    fn petteia_x86_64(count: c_int, arguments: *const *const c_char) -> c_int;
    fn petteia_x86_64_v2(count: c_int, arguments: *const *const c_char) -> c_int;
    fn petteia_x86_64_v3(count: c_int, arguments: *const *const c_char) -> c_int;
}

/// The programs, in the order of the levels.
const PROGRAMS: [Main; levels::LEVELS.len()] = [petteia_x86_64, petteia_x86_64_v2, petteia_x86_64_v3];

/// The exit code of a wrong command line, as in the engine.
const USAGE: c_int = 2;

/// Runs the program of the level that fits.
///
/// # Safety
///
/// The arguments are those of `main` of C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(count: c_int, arguments: *const *const c_char) -> c_int {
    match levels::choose(env::var_os(levels::VARIABLE).as_deref(), levels::supported()) {
        // SAFETY: the arguments are passed on.
        Ok(level) => unsafe { PROGRAMS[level](count, arguments) },
        Err(error) => {
            eprintln!("error: {error}");
            USAGE
        }
    }
}
