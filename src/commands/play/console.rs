//! Where a person types and reads, and the plain lines of scripts.

use std::io::{self, BufRead, Write};

use petteia_files::read_line;

use super::diagram::{Look, RenderStyle};
use super::text;

/// What a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsoleInput {
    /// A line.
    Line(String),
    /// A line that is no text; the error says why.
    Refused(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input, at a terminal Ctrl-D.
    End,
}

/// A prompt and how its line is read.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The text before the line.
    pub text: String,
    /// Lines, and beginnings of lines, that completion offers.
    pub words: Vec<String>,
    /// Nobody else may see the line.
    pub is_secret: bool,
}

/// Where a person types and reads.
pub trait Console {
    /// Reads a line.
    ///
    /// # Errors
    /// The input cannot be read, or the prompt cannot be written.
    fn ask(&mut self, prompt: Prompt) -> io::Result<ConsoleInput>;

    /// Writes text as it stands.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// How boards are drawn at the moment.
    fn look(&self) -> RenderStyle;

    /// Whether persons share a screen and a keyboard.
    fn is_terminal(&self) -> bool;

    /// Makes sure that a secret line is not shown.
    ///
    /// # Errors
    /// Why it would be.
    fn check_secrecy(&self) -> Result<(), String>;

    /// Clears the screen.
    ///
    /// # Errors
    /// The output cannot be written.
    fn clear(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Writes lines, broken between words where they are too long.
    ///
    /// # Errors
    /// The output cannot be written.
    fn say(&mut self, lines: &str) -> io::Result<()> {
        let width = self.look().width;
        self.write(&text::wrapped(lines, width))
    }
}

/// Lines without an editor, for scripts.
pub struct Lines<R, W> {
    input: R,
    output: W,
    look: Look,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    /// Reads and writes lines.
    pub fn new(input: R, output: W, has_colour: bool) -> Self {
        Self { input, output, look: if has_colour { Look::Letters } else { Look::Plain } }
    }
}

impl<R: BufRead, W: Write> Console for Lines<R, W> {
    fn ask(&mut self, _: Prompt) -> io::Result<ConsoleInput> {
        let Some(line) = read_line(&mut self.input)? else { return Ok(ConsoleInput::End) };
        Ok(match line.text() {
            Ok(text) => ConsoleInput::Line(text.to_owned()),
            Err(error) => ConsoleInput::Refused(error.to_string()),
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn look(&self) -> RenderStyle {
        // Lines for programs are not broken.
        RenderStyle { look: self.look, width: usize::MAX }
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn check_secrecy(&self) -> Result<(), String> {
        Err("the input or the output is not a terminal".into())
    }
}
