//! Signals and panics at a terminal: they restore it, and save the unfinished game.

use std::io;
use std::panic;
use std::sync::Arc;

use super::mode::TerminalMode;
use super::recovery::Recovery;

/// Handles signals on a thread: Ctrl-C calls `on_interrupt`, a stop or the end of the program restores the terminal,
/// and before the end the unfinished game is saved. The exit code is 128 and the number of the signal.
///
/// # Errors
/// The system refuses the thread or the signal handlers.
#[cfg(unix)]
pub fn watch(
    mode: Arc<TerminalMode>,
    recovery: Arc<Recovery>,
    on_interrupt: impl Fn() + Send + 'static,
) -> io::Result<()> {
    use std::thread;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    let wait = move || {
        for signal in signals.forever() {
            match signal {
                SIGINT => on_interrupt(),
                SIGTSTP => mode.suspend(),
                SIGCONT => mode.resume(),
                SIGTERM | SIGHUP | SIGQUIT => {
                    mode.restore();
                    recovery.save();
                    std::process::exit(128 + signal);
                }
                _ => {}
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait)?;
    Ok(())
}

/// Does nothing: the program ends at once.
#[cfg(not(unix))]
pub fn watch(_: Arc<TerminalMode>, _: Arc<Recovery>, _: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Makes every panic restore the terminal and save the unfinished game, before the message of the panic.
pub fn on_panic(mode: &Arc<TerminalMode>, recovery: &Arc<Recovery>) {
    let (mode, recovery, report) = (Arc::clone(mode), Arc::clone(recovery), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        mode.restore();
        recovery.save();
        report(info);
    }));
}
