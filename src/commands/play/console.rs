//! Where a person types and reads, and the plain lines of scripts.

use std::io::{self, BufRead, Write};

use petteia::server::lines::read_line;

use super::diagram::Look;
use super::text;

/// What a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line.
    Line(String),
    /// A line that is no text; the error says why.
    Refused(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input, at a terminal Ctrl-D.
    End,
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What stands before the line.
    pub prompt: String,
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
    fn ask(&mut self, question: Question) -> io::Result<Typed>;

    /// Writes text as it stands.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// How boards are drawn at the moment.
    fn look(&self) -> Look;

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
    colour: bool,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    /// Reads and writes lines.
    pub fn new(input: R, output: W, colour: bool) -> Self {
        Self { input, output, colour }
    }
}

impl<R: BufRead, W: Write> Console for Lines<R, W> {
    fn ask(&mut self, _: Question) -> io::Result<Typed> {
        let Some(line) = read_line(&mut self.input)? else { return Ok(Typed::End) };
        Ok(match line.text() {
            Ok(text) => Typed::Line(text.to_owned()),
            Err(error) => Typed::Refused(error.text),
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn look(&self) -> Look {
        // Lines for programs are not broken.
        Look { colour: self.colour, width: usize::MAX }
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn check_secrecy(&self) -> Result<(), String> {
        Err("the input or the output is not a terminal".into())
    }
}
