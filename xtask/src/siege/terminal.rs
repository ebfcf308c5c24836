//! A pseudo-terminal for the program.

use std::io::{self, Read, Write};
use std::process::{Child, Command};
use std::sync::Arc;

use pty_process::Size;
use pty_process::blocking::{Command as PtyCommand, Pts, Pty, open};
use rustix::termios::{Termios, tcgetattr};

use super::process::Output;

/// A terminal and its settings before the program.
pub struct Terminal {
    pty: Arc<Pty>,
    /// The end of the program stays open, so that its settings can be read after it.
    pts: Pts,
    before: String,
    output: Output,
}

impl Terminal {
    /// Starts a command, whose input, output and errors are the terminal.
    pub fn start(command: &Command) -> io::Result<(Child, Self)> {
        let (pty, pts) = open().map_err(io::Error::other)?;
        pty.resize(Size::new(24, 80)).map_err(io::Error::other)?;
        let before = settings(&tcgetattr(&pts)?);
        let mut started = PtyCommand::new(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            started = match value {
                Some(value) => started.env(name, value),
                None => started.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            started = started.current_dir(folder);
        }
        let child = started.spawn_borrowed(&pts).map_err(io::Error::other)?;
        let pty = Arc::new(pty);
        let output = Output::collect(PtyHandle(Arc::clone(&pty)));
        Ok((child, Self { pty, pts, before, output }))
    }

    pub fn writer(&self) -> Box<dyn Write + Send> {
        Box::new(PtyHandle(Arc::clone(&self.pty)))
    }

    pub fn output(&self) -> Output {
        self.output.clone()
    }

    /// Whether the settings differ from those before the program.
    pub fn is_changed(&self) -> bool {
        tcgetattr(&self.pts).map_or(true, |after| settings(&after) != self.before)
    }
}

/// The settings as text: modes and special characters.
fn settings(termios: &Termios) -> String {
    let Termios { input_modes, output_modes, control_modes, local_modes, special_codes, .. } = termios;
    format!("{input_modes:?} {output_modes:?} {control_modes:?} {local_modes:?} {special_codes:?}")
}

/// A shared handle of the terminal.
struct PtyHandle(Arc<Pty>);

impl Read for PtyHandle {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (&*self.0).read(bytes)
    }
}

impl Write for PtyHandle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.0).flush()
    }
}
