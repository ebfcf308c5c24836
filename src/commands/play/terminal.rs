//! A terminal: a line editor for what all may see, and lines that are not shown.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::ColorChoice;
use console::Term;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use super::console::{Console, ConsoleInput, Prompt};
use super::diagram::{Look, RenderStyle};
use super::mode::{Input, Redraw, TerminalMode};
use super::text;

/// Columns of a terminal that does not report them.
const WIDTH: usize = 80;

/// Lines that the editor remembers.
const HISTORY: usize = 1_000;

/// Values of `TERM` for terminals that show what is typed, whatever the program asks for. The line editor does not
/// edit there.
const ECHOING: [&str; 3] = ["dumb", "cons25", "emacs"];

/// A terminal.
pub struct Terminal {
    /// The line editor; `None` after a secret line, so that nothing of it can come back.
    editor: Option<Editor<Assistant, MemHistory>>,
    mode: Arc<TerminalMode>,
    screen: Term,
    look: Look,
    /// Characters other than ASCII are written as `?`.
    ascii: bool,
    /// The value of `TERM`, if it is one of [`ECHOING`].
    echoing: Option<String>,
}

/// What helps the line editor.
struct Assistant {
    files: FilenameCompleter,
    words: Vec<String>,
}

impl Terminal {
    /// The terminal of the process. `None` if its input or output is something else.
    ///
    /// # Errors
    /// The mode of the terminal cannot be read.
    pub fn open(look: Look, ascii: bool) -> io::Result<Option<Self>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let name = std::env::var("TERM").unwrap_or_default();
        let echoing = ECHOING.iter().any(|known| known.eq_ignore_ascii_case(&name)).then_some(name);
        let mode = Arc::new(TerminalMode::of_input()?);
        mode.enter(Input::Idle, None)?;
        Ok(Some(Self { editor: None, mode, screen: Term::stdout(), look, ascii, echoing }))
    }

    /// The mode of the terminal.
    pub fn mode(&self) -> Arc<TerminalMode> {
        Arc::clone(&self.mode)
    }

    /// Reads a line that all may see.
    fn read_line(&mut self, prompt: &str, words: Vec<String>) -> io::Result<ConsoleInput> {
        let editor = match &mut self.editor {
            Some(editor) => editor,
            none => none.insert(new_editor()?),
        };
        if let Some(assistant) = editor.helper_mut() {
            assistant.words = words;
        }
        if self.echoing.is_none() {
            let mut printer = editor.create_external_printer().map_err(of_editor)?;
            // Printing makes the editor draw the line again.
            let redraw: Redraw = Box::new(move || drop(printer.print(String::new())));
            self.mode.enter(Input::Line, Some(redraw))?;
        }
        let typed = editor.readline(prompt);
        self.mode.enter(Input::Idle, None)?;
        match typed {
            Ok(line) => {
                if !line.trim().is_empty() {
                    editor.add_history_entry(line.as_str()).map_err(of_editor)?;
                }
                Ok(ConsoleInput::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(ConsoleInput::End),
            Err(ReadlineError::Interrupted) => Ok(ConsoleInput::Interrupt),
            Err(error) => Err(of_editor(error)),
        }
    }

    /// Reads a line that nobody else may see.
    fn read_secret(&mut self, prompt: &str) -> io::Result<ConsoleInput> {
        self.editor = None;
        let shown = prompt.to_owned();
        let redraw: Redraw = Box::new(move || {
            let mut output = io::stdout().lock();
            let _ = write!(output, "\r{shown}").and_then(|()| output.flush());
        });
        self.mode.enter(Input::Secret, Some(redraw))?;
        self.write(prompt)?;
        let typed = self.mode.read_secret();
        self.mode.enter(Input::Hidden, None)?;
        self.write("\n")?;
        typed
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.mode.restore();
    }
}

fn new_editor() -> io::Result<Editor<Assistant, MemHistory>> {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false);
    // Signals are keys: the terminal sends them, and their handler restores it. Without bracketed paste there is
    // nothing else to restore.
    let config = config.enable_signals(true).bracketed_paste(false);
    let config = config.max_history_size(HISTORY).map_err(of_editor)?.build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history).map_err(of_editor)?;
    editor.set_helper(Some(Assistant { files: FilenameCompleter::new(), words: Vec::new() }));
    Ok(editor)
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

/// What boards a terminal with colours can show: squares need 256 colours and Unicode.
pub fn best_look() -> Look {
    let value = |name| std::env::var(name).unwrap_or_default().to_ascii_lowercase();
    let terminal = value("TERM");
    let has_palette = ["256color", "direct", "alacritty", "foot", "ghostty", "kitty"];
    let has_palette = !value("COLORTERM").is_empty() || has_palette.iter().any(|part| terminal.contains(part));
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).into_iter().find(|locale| !locale.is_empty());
    let is_unicode = locale.is_some_and(|locale| locale.contains("utf-8") || locale.contains("utf8"));
    // The terminal of Windows, which has no such variables.
    let is_windows_terminal = !value("WT_SESSION").is_empty();
    if (has_palette && is_unicode) || is_windows_terminal { Look::Painted } else { Look::Letters }
}

impl Console for Terminal {
    fn ask(&mut self, prompt: Prompt) -> io::Result<ConsoleInput> {
        let Prompt { text: prompt, words, is_secret } = prompt;
        let typed = if is_secret { self.read_secret(&prompt) } else { self.read_line(&prompt, words) };
        match typed {
            Ok(ConsoleInput::End) | Err(_) if !self.mode.is_alive() => Err(io::ErrorKind::ConnectionAborted.into()),
            typed => typed,
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

    fn look(&self) -> RenderStyle {
        let width = self.screen.size_checked().map_or(WIDTH, |(_, columns)| usize::from(columns));
        RenderStyle { look: self.look, width: if width == 0 { WIDTH } else { width } }
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn check_secrecy(&self) -> Result<(), String> {
        self.echoing.as_ref().map_or(Ok(()), |name| Err(format!("TERM is {name}")))
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

impl Highlighter for Assistant {}
