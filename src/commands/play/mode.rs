//! The mode of the terminal: what it does with keys at the moment, and what a signal has to restore.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;

use super::console::ConsoleInput;
use super::secret;

/// What the terminal does with keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Nobody is asked.
    Idle,
    /// Nobody is asked, and keys are not shown, because the last line was a secret.
    Hidden,
    /// The line editor reads keys.
    Line,
    /// [`TerminalMode::read_secret`] reads keys. They are not shown.
    Secret,
}

/// Draws the prompt again.
pub type Redraw = Box<dyn FnMut() + Send>;

/// The mode of a terminal. Its methods may be called from the thread that handles signals.
pub struct TerminalMode {
    terminal: OwnedFd,
    /// The mode that the program found. It is restored before the program stops or ends.
    original: Termios,
    /// The mode while nobody is asked.
    base: Termios,
    state: Mutex<State>,
}

struct State {
    input: Input,
    redraw: Option<Redraw>,
}

impl TerminalMode {
    /// The mode of the terminal that is the standard input.
    ///
    /// # Errors
    /// It is no terminal.
    pub fn of_input() -> io::Result<Self> {
        Self::of(io::stdin().as_fd().try_clone_to_owned()?)
    }

    /// The mode of a terminal.
    ///
    /// # Errors
    /// It is no terminal.
    pub fn of(terminal: OwnedFd) -> io::Result<Self> {
        let original = tcgetattr(&terminal)?;
        let mut base = original.clone();
        if getsid(None)? == getpgrp() {
            // There is no shell that could continue a stopped program, so Ctrl-Z must not stop it. 0 disables the key.
            base.special_codes[SpecialCodeIndex::VSUSP] = 0;
        }
        let state = Mutex::new(State { input: Input::Idle, redraw: None });
        Ok(Self { terminal, original, base, state })
    }

    /// Changes what the terminal does with keys. `redraw` draws the prompt after the program has been stopped and
    /// continued.
    ///
    /// # Errors
    /// Those of the system.
    pub fn enter(&self, input: Input, redraw: Option<Redraw>) -> io::Result<()> {
        let mut state = self.state();
        (state.input, state.redraw) = (input, redraw);
        let (mode, when) = match input {
            // The line editor changes the mode itself.
            Input::Line => (self.base.clone(), OptionalActions::Drain),
            // Keys that were pressed before the prompt may be those of another person.
            Input::Secret => (self.mode(input), OptionalActions::Flush),
            Input::Idle | Input::Hidden => (self.mode(input), OptionalActions::Drain),
        };
        Ok(tcsetattr(&self.terminal, when, &mode)?)
    }

    /// Restores the mode that the program found.
    pub fn restore(&self) {
        // A terminal that is gone needs no mode.
        let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.original);
    }

    /// Restores the mode that the program found, and stops the program.
    pub fn suspend(&self) {
        // The other threads must not change the mode before the program stops.
        let _state = self.state();
        self.restore();
        let _ = rustix::io::write(&self.terminal, b"\n");
        let _ = emulate_default_handler(SIGTSTP);
    }

    /// Sets the mode again after the program was stopped, and draws the prompt again.
    pub fn resume(&self) {
        let mut state = self.state();
        let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.mode(state.input));
        if let Some(redraw) = &mut state.redraw {
            redraw();
        }
    }

    /// Whether the terminal is still there.
    pub fn is_alive(&self) -> bool {
        tcgetattr(&self.terminal).is_ok()
    }

    /// Reads a line of which nothing is shown or kept, in [`Input::Secret`].
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn read_secret(&self) -> io::Result<ConsoleInput> {
        // One byte at a time: the rest belongs to the next question, which discards it.
        let next = || loop {
            let mut byte = [0];
            match rustix::io::read(&self.terminal, &mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) => return Ok(Some(byte[0])),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        };
        let can_stop = self.base.special_codes[SpecialCodeIndex::VSUSP] != 0;
        let suspend = || {
            let _ = can_stop.then(|| kill_current_process_group(Signal::TSTP));
        };
        secret::read(next, suspend)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mode of the terminal for this input.
    fn mode(&self, input: Input) -> Termios {
        let mut mode = self.base.clone();
        match input {
            Input::Idle => {}
            Input::Hidden => mode.local_modes.remove(LocalModes::ECHO),
            Input::Line | Input::Secret => {
                // As the line editor does it.
                mode.input_modes.remove(
                    InputModes::BRKINT | InputModes::ICRNL | InputModes::INPCK | InputModes::ISTRIP | InputModes::IXON,
                );
                mode.control_modes.insert(ControlModes::CS8);
                mode.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN);
                mode.local_modes.set(LocalModes::ISIG, input == Input::Line);
                mode.special_codes[SpecialCodeIndex::VMIN] = 1;
                mode.special_codes[SpecialCodeIndex::VTIME] = 0;
            }
        }
        mode
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::sync::Arc;
    use std::thread;

    use super::*;
    use crate::commands::play::recovery::Recovery;
    use crate::commands::play::signals::on_panic;

    #[test]
    fn every_input_has_its_mode_and_a_panic_restores_the_first() {
        let pty = rustix_openpty::openpty(None, None).expect("a terminal");
        let read = || format!("{:?}", tcgetattr(pty.user.as_fd()).expect("a mode"));
        let local = || tcgetattr(pty.user.as_fd()).expect("a mode").local_modes;
        let before = read();
        let mode = Arc::new(TerminalMode::of(pty.user.try_clone().expect("a handle")).expect("a terminal"));
        mode.enter(Input::Secret, None).expect("a mode");
        assert!(!local().intersects(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG));
        mode.enter(Input::Hidden, None).expect("a mode");
        assert!(local().contains(LocalModes::ICANON | LocalModes::ISIG) && !local().contains(LocalModes::ECHO));
        mode.enter(Input::Line, None).expect("a mode");
        assert!(local().contains(LocalModes::ECHO), "the line editor sets its own");
        mode.enter(Input::Secret, None).expect("a mode");
        on_panic(&mode, &Arc::new(Recovery::new(false)));
        assert_ne!(read(), before);
        let panicked = thread::spawn(|| panic!("a test of the panic hook")).join();
        assert!(panicked.is_err());
        assert_eq!(read(), before);
    }
}
