//! Functions that depend on the operating system: signals, and the kinds of standard input and output.

use std::io;

/// The number of the signal that Ctrl-C sends: `SIGINT`.
pub const INTERRUPT: i32 = 2;

/// Calls `on_signal` on a new thread with the number of each signal that asks the program to end.
///
/// # Errors
/// The system refuses the thread or the signal handlers.
#[cfg(unix)]
pub fn on_signals(mut on_signal: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    // nohup ignores SIGHUP, and a handler would undo that.
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    let wait = move || signals.forever().for_each(&mut on_signal);
    thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(())
}

/// Whether the signal was ignored when the program started. Only Linux tells this without unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Makes a write above the limit of a file's size (`ulimit -f`) an error in place of the end of the program.
///
/// # Errors
/// The system refuses the signal handler.
#[cfg(unix)]
pub fn report_file_size_limit() -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).map(drop)
}

/// Does nothing: Windows and WebAssembly have no such signal.
///
/// # Errors
/// There are none.
#[cfg(not(unix))]
pub fn report_file_size_limit() -> io::Result<()> {
    Ok(())
}

/// Does nothing: Windows and WebAssembly have no such signals, and the program ends at once.
///
/// # Errors
/// There are none.
#[cfg(not(unix))]
pub fn on_signals(_: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Ends the program with `code` in place of a core dump when it aborts, as it does when a small allocation fails. The
/// standard library has said why on standard error then.
///
/// # Errors
/// The system refuses the signal handler.
#[cfg(unix)]
pub fn exit_on_abort(code: u8) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, code.into(), always).map(drop)
}

/// Does nothing: Windows and WebAssembly have no such signal.
///
/// # Errors
/// There are none.
#[cfg(not(unix))]
pub fn exit_on_abort(_: u8) -> io::Result<()> {
    Ok(())
}

/// Calls `interrupt` at the first signal and ends the process at the second.
///
/// # Errors
/// As for [`on_signals`].
pub fn interrupt_on_signals(interrupt: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut is_repeated = false;
    on_signals(move |signal| {
        if is_repeated {
            std::process::exit(128 + signal);
        }
        is_repeated = true;
        interrupt();
    })
}

/// Calls `on_closed` on a new thread when the reader of standard output has closed it. A program that waits for its input
/// or searches for long would not notice that otherwise.
///
/// # Errors
/// The system refuses the thread.
#[cfg(unix)]
pub fn on_closed_output(on_closed: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};

    /// Room for a system call and a message. The default takes more memory than a small machine has to spare.
    const STACK: usize = 64 << 10;
    let wait = move || {
        let output = io::stdout();
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        while let Err(rustix::io::Errno::INTR) = poll(&mut watched, None) {}
        // Of a file nothing comes, so the wait lasts as long as the program.
        if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            on_closed();
        }
    };
    thread::Builder::new().name("output".into()).stack_size(STACK).spawn(wait)?;
    Ok(())
}

/// Does nothing: elsewhere a closed output is noticed by the next line that is written.
///
/// # Errors
/// There are none.
#[cfg(not(unix))]
pub fn on_closed_output(_: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Whether the standard input is a regular file. Regular files are read as batches, because no client waits for
/// replies.
#[must_use]
pub fn is_regular_file(input: &io::Stdin) -> bool {
    #[cfg(any(unix, target_os = "wasi"))]
    let handle = std::os::fd::AsFd::as_fd(input).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(input).try_clone_to_owned();
    let file = handle.map(std::fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|metadata| metadata.is_file())
}
