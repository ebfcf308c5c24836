//! The mode of the terminal, on systems where the console library hides keys.

use std::io;

use console::Term;

use super::console::ConsoleInput;

/// What the terminal does with keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Nobody is asked.
    Idle,
    /// Nobody is asked, and the last line was a secret.
    Hidden,
    /// The line editor reads keys.
    Line,
    /// [`TerminalMode::read_secret`] reads keys. They are not shown.
    Secret,
}

/// Draws the prompt again.
pub type Redraw = Box<dyn FnMut() + Send>;

/// The mode of the terminal. There is nothing to restore.
pub struct TerminalMode;

#[expect(clippy::unused_self, reason = "the mode of other systems has a state")]
impl TerminalMode {
    /// The mode of the terminal that is the standard input.
    pub fn of_input() -> io::Result<Self> {
        Ok(Self)
    }

    /// Changes nothing.
    pub fn enter(&self, _: Input, _: Option<Redraw>) -> io::Result<()> {
        Ok(())
    }

    /// Restores nothing.
    pub fn restore(&self) {}

    /// Whether the terminal is still there.
    pub fn is_alive(&self) -> bool {
        true
    }

    /// Reads a line of which nothing is shown or kept.
    pub fn read_secret(&self) -> io::Result<ConsoleInput> {
        Term::stdout().read_secure_line().map(ConsoleInput::Line)
    }
}
