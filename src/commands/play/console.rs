//! Where a person types and reads: a terminal with a line editor, or plain lines.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, Write};

use clap::ColorChoice;
use console::Term;
use petteia::protocol::lines::read_line;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

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

/// Columns of a terminal that does not tell them.
const WIDTH: usize = 80;

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
}

/// A terminal.
pub struct Terminal {
    editor: Editor<Assistant, MemHistory>,
    screen: Term,
    colour: bool,
    /// Characters other than ASCII are written as `?`.
    ascii: bool,
}

/// What helps the line editor.
struct Assistant {
    files: FilenameCompleter,
    words: Vec<String>,
    is_secret: bool,
}

/// Lines that the editor remembers.
const HISTORY: usize = 1_000;

impl Terminal {
    /// The terminal of the process. `None` if its input or output is something else.
    ///
    /// # Errors
    /// The line editor cannot begin.
    pub fn open(colour: bool, ascii: bool) -> io::Result<Option<Self>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false);
        let config = config.max_history_size(HISTORY).map_err(of_editor)?;
        // Secret lines are masked by highlighting, which must not depend on NO_COLOR.
        let config = config.color_mode(ColorMode::Forced).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).map_err(of_editor)?;
        editor.set_helper(Some(Assistant { files: FilenameCompleter::new(), words: Vec::new(), is_secret: false }));
        Ok(Some(Self { editor, screen: Term::stdout(), colour, ascii }))
    }
}

/// Whether to use colours. Without a wish they are for terminals that have them, unless `NO_COLOR` is set.
pub fn has_colours(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            !is_unwanted && Term::stdout().features().colors_supported()
        }
    }
}

impl Console for Terminal {
    fn ask(&mut self, question: Question) -> io::Result<Typed> {
        let Question { prompt, words, is_secret } = question;
        if let Some(assistant) = self.editor.helper_mut() {
            (assistant.words, assistant.is_secret) = (words, is_secret);
        }
        match self.editor.readline(&prompt) {
            Ok(line) => {
                if !is_secret && !line.trim().is_empty() {
                    self.editor.add_history_entry(line.as_str()).map_err(of_editor)?;
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
            Err(error) => Err(of_editor(error)),
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut output = io::stdout().lock();
        if self.ascii {
            let text: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
            output.write_all(text.as_bytes())?;
        } else {
            output.write_all(text.as_bytes())?;
        }
        output.flush()
    }

    fn look(&self) -> Look {
        let width = self.screen.size_checked().map_or(WIDTH, |(_, columns)| usize::from(columns));
        Look { colour: self.colour, width: if width == 0 { WIDTH } else { width } }
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn clear(&mut self) -> io::Result<()> {
        if self.screen.features().is_attended() && std::env::var_os("TERM").is_none_or(|name| name != "dumb") {
            // The lines above the screen too.
            self.write("\x1b[H\x1b[2J\x1b[3J")
        } else {
            let (rows, _) = self.screen.size();
            self.write(&"\n".repeat(usize::from(rows)))
        }
    }
}

/// An error of the line editor.
fn of_editor(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}

impl Helper for Assistant {}
impl Validator for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.is_secret {
            return Ok((at, Vec::new()));
        }
        let typed = &line[..at];
        if ["load ", "save "].iter().any(|command| typed.trim_start().starts_with(command)) {
            let (start, mut files) = self.files.complete_path(line, at)?;
            // The commands take file names as they stand, without escapes.
            files.retain(|file| !file.replacement.contains('\\'));
            return Ok((start, files));
        }
        let found = text::completions(&self.words, typed);
        let pair = |word: &str| Pair { display: word.into(), replacement: word.into() };
        Ok((0, found.into_iter().map(pair).collect()))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.is_secret { " ".repeat(console::measure_text_width(line)).into() } else { line.into() }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.is_secret && !matches!(kind, CmdKind::MoveCursor)
    }
}
