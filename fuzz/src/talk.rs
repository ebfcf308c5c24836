//! A running conversation: questions, their answers, and the laws of every line.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Fault;
use crate::engine::{Engine, ReadError};

/// The codes of `protocol.md`, without `internal`, which must never be seen.
const CODES: [&str; 14] = [
    "unknown-command",
    "syntax",
    "bad-number",
    "bad-fen",
    "illegal-move",
    "no-position",
    "bad-option",
    "busy",
    "aborted",
    "line-too-long",
    "bad-utf8",
    "perft-mismatch",
    "io",
    "unsupported",
];

/// Queries for every part of the state.
pub const STATE: [&str; 5] = ["query fen", "query startfen", "query line", "query variant", "query key"];

/// An unknown command. Its error shows that all earlier lines are answered.
const MARK: &str = "all-answered?";
/// End of the error for [`MARK`].
const MARK_FOUND: &str = "found 'all-answered?'";

/// Result of a step: a value, or the law that does not hold.
pub type Checked<T = ()> = Result<T, Fault>;

/// The conversation of one input.
#[derive(Debug)]
pub struct Talk<'a> {
    engine: &'a Engine,
    /// Folder for files that the engine reads.
    folder: &'a Path,
    /// The lines sent, as a script.
    script: Vec<u8>,
    /// Kinds of answers so far.
    answer_kinds: HashSet<u64>,
    /// Name of the current game.
    pub game: &'static str,
    ended: bool,
}

impl<'a> Talk<'a> {
    /// Creates a conversation without lines.
    #[must_use]
    pub fn new(engine: &'a Engine, folder: &'a Path) -> Self {
        let (script, answer_kinds) = (Vec::new(), HashSet::new());
        Self { engine, folder, script, answer_kinds, game: "dvonn", ended: false }
    }

    /// The kinds of answers, and whether the engine has ended.
    #[must_use]
    pub fn finish(self) -> (HashSet<u64>, bool) {
        (self.answer_kinds, self.ended)
    }

    /// Sends a line and does not wait for an answer.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        self.script.extend_from_slice(line.as_ref());
        self.script.push(b'\n');
        self.engine.send(line.as_ref().to_vec());
    }

    /// Reads the next line, which must not be an `internal` error.
    ///
    /// # Errors
    /// The line is such an error, or is missing.
    pub fn read_line(&mut self) -> Checked<String> {
        let line = self.engine.read_line().map_err(|silence| {
            self.ended = true;
            self.fault(match silence {
                ReadError::TimedOut => "there is no answer",
                ReadError::Ended => "the conversation has ended",
            })
        })?;
        if let Some(code) = code(&line) {
            self.ensure(CODES.contains(&code), || format!("an error that must not be: {line}"))?;
        }
        self.note(&line);
        Ok(line)
    }

    /// Sends a line; returns all output before the engine is ready for the next one.
    ///
    /// # Errors
    /// An answer is an `internal` error or is missing.
    pub fn ask(&mut self, line: impl AsRef<[u8]>) -> Checked<Vec<String>> {
        self.send(line);
        self.read_answers()
    }

    /// Returns all output before the engine is ready for the next line.
    ///
    /// # Errors
    /// An answer is an `internal` error or is missing.
    pub fn read_answers(&mut self) -> Checked<Vec<String>> {
        // No other line has this answer.
        self.engine.send(MARK.into());
        let mut lines = Vec::new();
        loop {
            let line = self.read_line()?;
            if line.ends_with(MARK_FOUND) {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Reads lines until one begins with this word; returns them all.
    ///
    /// # Errors
    /// An answer is an `internal` error or is missing.
    pub fn until(&mut self, word: &str) -> Checked<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.read_line()?;
            let last = line.split(' ').next() == Some(word);
            lines.push(line);
            if last {
                return Ok(lines);
            }
        }
    }

    /// Sends a line that must have no answer.
    ///
    /// # Errors
    /// There is an answer.
    pub fn send_silent(&mut self, line: &str) -> Checked {
        let said = self.ask(line)?;
        self.ensure(said.is_empty(), || format!("{line}: expected no answer, found {said:?}"))
    }

    /// Asks a question; returns its one-line answer without the first word.
    ///
    /// # Errors
    /// The answer is an error or is not one line.
    pub fn question(&mut self, line: &str) -> Checked<String> {
        let said = self.ask(line)?;
        let [answer] = &said[..] else { return Err(self.fault(&format!("{line}: expected one line, found {said:?}"))) };
        self.ensure(code(answer).is_none(), || format!("{line}: {answer}"))?;
        Ok(answer.split_once(' ').map_or("", |(_, rest)| rest).to_owned())
    }

    /// The answers to questions of one line each, or their errors.
    ///
    /// # Errors
    /// The number of answers differs from the number of questions.
    pub fn questions<T: AsRef<str>>(&mut self, lines: &[T]) -> Checked<Vec<String>> {
        for line in lines {
            self.send(line.as_ref());
        }
        let said = self.read_answers()?;
        self.ensure(said.len() == lines.len(), || format!("expected {} answers, found {said:?}", lines.len()))?;
        Ok(said)
    }

    /// The answers to [`STATE`].
    ///
    /// # Errors
    /// An answer is an `internal` error or is missing.
    pub fn state(&mut self) -> Checked<Vec<String>> {
        self.questions(&STATE)
    }

    /// Checks that the state is unchanged.
    ///
    /// # Errors
    /// The state has changed.
    pub fn ensure_unchanged(&mut self, what: &str, before: &[String]) -> Checked {
        let now = self.state()?;
        self.ensure_equal(what, before, &now)
    }

    /// The legal moves of the position, of a seat if one is named; none where they are not known.
    ///
    /// # Errors
    /// The answer is not a list of moves.
    pub fn moves(&mut self, seat: Option<usize>) -> Checked<Vec<String>> {
        let said = self.ask(seat.map_or("moves".into(), |seat| format!("moves seat {seat}")))?;
        match said.first() {
            // The hand is hidden, or nobody sits there.
            Some(line) if code(line) == Some("unsupported") => Ok(Vec::new()),
            Some(line) if code(line) == Some("bad-number") && seat.is_some() => Ok(Vec::new()),
            Some(line) if line.starts_with("moves") => Ok(line.split(' ').skip(1).map(Into::into).collect()),
            _ => Err(self.fault(&format!("moves: {said:?}"))),
        }
    }

    /// Checks a law.
    ///
    /// # Errors
    /// The law does not hold.
    pub fn ensure(&self, holds: bool, why: impl FnOnce() -> String) -> Checked {
        if holds { Ok(()) } else { Err(self.fault(&why())) }
    }

    /// Checks that two values are equal.
    ///
    /// # Errors
    /// They differ.
    pub fn ensure_equal<T: PartialEq + std::fmt::Debug + ?Sized>(
        &self,
        what: &str,
        expected: &T,
        found: &T,
    ) -> Checked {
        self.ensure(expected == found, || format!("{what}: expected {expected:?}, found {found:?}"))
    }

    /// A fault with the script that leads to it.
    #[must_use]
    pub fn fault(&self, what: &str) -> Fault {
        Fault { what: what.into(), script: self.script.clone() }
    }

    /// Writes a file for the engine to read.
    ///
    /// # Panics
    /// If the file cannot be written.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).expect("the folder can be written to");
        let comment = format!("# {} is {}\n", path.display(), bytes.escape_ascii());
        self.script.extend_from_slice(comment.as_bytes());
        path
    }

    /// Stores the kind of an answer, such as what an error wants or which effects a move has.
    fn note(&mut self, line: &str) {
        let kind = |text: &str| text.chars().filter(|c| c.is_alphabetic() || " -".contains(*c)).collect::<String>();
        let answer_kind = match line.split(' ').next() {
            Some("info") if code(line).is_some() => kind(line.split(", found").next().unwrap_or_default()),
            Some("effects") => line.split("; ").filter_map(|part| part.split(' ').next()).map(kind).collect(),
            Some("response") if line.len() < 24 && !line.contains(['/', ':']) => kind(line),
            Some("bestmove") => line.split(' ').count().to_string(),
            _ => return,
        };
        let mut hasher = DefaultHasher::new();
        (self.game, answer_kind).hash(&mut hasher);
        self.answer_kinds.insert(hasher.finish());
    }
}

/// The code of an error line.
#[must_use]
pub fn code(line: &str) -> Option<&str> {
    line.strip_prefix("info string error ")?.split(':').next()
}
