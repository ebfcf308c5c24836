//! What differs between operating systems: signals, and the kind of standard input.

use std::io;

/// Calls `on_signal` with the number of each signal that asks the program to end, on a thread of its own. Windows and
/// WebAssembly have no such signals: there the program ends at once.
///
/// # Errors
/// The system has no thread, or refuses the signals.
#[cfg(unix)]
pub fn on_signals(mut on_signal: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use std::thread;

    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // With a handler, a file that may not grow further is an error of the write and not the end of the program.
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGXFSZ])?;
    let wait = move || signals.forever().filter(|&signal| signal != SIGXFSZ).for_each(&mut on_signal);
    thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(())
}

/// As for Unix.
#[cfg(not(unix))]
pub fn on_signals(_: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Whether standard input is a regular file. Nobody reads the answer to one of its lines before the next one is given.
#[must_use]
pub fn is_regular_file(input: &io::Stdin) -> bool {
    #[cfg(any(unix, target_os = "wasi"))]
    let handle = std::os::fd::AsFd::as_fd(input).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(input).try_clone_to_owned();
    let file = handle.map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}
