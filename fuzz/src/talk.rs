//! A conversation under way: questions, their answers, and what holds for every line.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Fault;
use crate::engine::{Engine, Silence};

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

/// What the state of a conversation is made of, as far as it can be asked for.
pub const STATE: [&str; 5] = ["query fen", "query startfen", "query line", "query variant", "query key"];

/// A line that is no command, and the end of its answer: when that is heard, all that was asked before is answered.
const MARK: &str = "all-answered?";
const MARK_FOUND: &str = "found 'all-answered?'";

/// How a step of a conversation ends.
pub type Held<T = ()> = Result<T, Fault>;

/// One input's part of a conversation with an engine.
#[derive(Debug)]
pub struct Talk<'a> {
    engine: &'a Engine,
    /// For files that the engine is to read.
    folder: &'a Path,
    /// What has been said, as a script.
    script: Vec<u8>,
    /// What kinds of answers there were.
    shapes: HashSet<u64>,
    /// The game at the table.
    pub game: &'static str,
    ended: bool,
}

impl<'a> Talk<'a> {
    /// Nothing is said yet.
    #[must_use]
    pub fn new(engine: &'a Engine, folder: &'a Path) -> Self {
        let (script, shapes) = (Vec::new(), HashSet::new());
        Self { engine, folder, script, shapes, game: "dvonn", ended: false }
    }

    /// The kinds of answers, and whether the engine has ended.
    #[must_use]
    pub fn finish(self) -> (HashSet<u64>, bool) {
        (self.shapes, self.ended)
    }

    /// Says a line and does not wait for an answer.
    pub fn say(&mut self, line: impl AsRef<[u8]>) {
        self.script.extend_from_slice(line.as_ref());
        self.script.push(b'\n');
        self.engine.say(line.as_ref().to_vec());
    }

    /// The next line of output, which is no `internal` error.
    ///
    /// # Errors
    /// It is, or there is none.
    pub fn hear(&mut self) -> Held<String> {
        let line = self.engine.hear().map_err(|silence| {
            self.ended = true;
            self.fault(match silence {
                Silence::Hangs => "there is no answer",
                Silence::Ended => "the conversation has ended",
            })
        })?;
        if let Some(code) = code(&line) {
            self.hold(CODES.contains(&code), || format!("an error that must not be: {line}"))?;
        }
        self.note(&line);
        Ok(line)
    }

    /// Says a line; all that is said before the engine is ready for the next one.
    ///
    /// # Errors
    /// One of the answers must not be.
    pub fn ask(&mut self, line: impl AsRef<[u8]>) -> Held<Vec<String>> {
        self.say(line);
        self.catch_up()
    }

    /// All that is said before the engine is ready for the next line.
    ///
    /// # Errors
    /// One of the answers must not be.
    pub fn catch_up(&mut self) -> Held<Vec<String>> {
        // Nothing else is answered so, whatever was said before.
        self.engine.say(MARK.into());
        let mut lines = Vec::new();
        loop {
            let line = self.hear()?;
            if line.ends_with(MARK_FOUND) {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// The lines up to the one that begins with a word.
    ///
    /// # Errors
    /// One of the answers must not be.
    pub fn until(&mut self, word: &str) -> Held<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear()?;
            let last = line.split(' ').next() == Some(word);
            lines.push(line);
            if last {
                return Ok(lines);
            }
        }
    }

    /// Says a line that has nothing to answer.
    ///
    /// # Errors
    /// There is an answer.
    pub fn silently(&mut self, line: &str) -> Held {
        let said = self.ask(line)?;
        self.hold(said.is_empty(), || format!("{line}: wanted no answer, found {said:?}"))
    }

    /// The answer to a question that has one line for it, without its first word.
    ///
    /// # Errors
    /// It has another answer.
    pub fn question(&mut self, line: &str) -> Held<String> {
        let said = self.ask(line)?;
        let [answer] = &said[..] else { return Err(self.fault(&format!("{line}: wanted one line, found {said:?}"))) };
        self.hold(code(answer).is_none(), || format!("{line}: {answer}"))?;
        Ok(answer.split_once(' ').map_or("", |(_, rest)| rest).to_owned())
    }

    /// The answers to questions of one line each, or their errors.
    ///
    /// # Errors
    /// There is another number of answers.
    pub fn questions<T: AsRef<str>>(&mut self, lines: &[T]) -> Held<Vec<String>> {
        for line in lines {
            self.say(line.as_ref());
        }
        let said = self.catch_up()?;
        self.hold(said.len() == lines.len(), || format!("wanted {} answers, found {said:?}", lines.len()))?;
        Ok(said)
    }

    /// The state, as far as it can be asked for.
    ///
    /// # Errors
    /// One of the answers must not be.
    pub fn state(&mut self) -> Held<Vec<String>> {
        self.questions(&STATE)
    }

    /// The state is what it was.
    ///
    /// # Errors
    /// It is not.
    pub fn still(&mut self, what: &str, before: &[String]) -> Held {
        let now = self.state()?;
        self.same(what, before, &now)
    }

    /// The legal moves of the position, of a seat if one is named; none where they are not known.
    ///
    /// # Errors
    /// The answer is no such list.
    pub fn moves(&mut self, seat: Option<usize>) -> Held<Vec<String>> {
        let said = self.ask(seat.map_or("moves".into(), |seat| format!("moves seat {seat}")))?;
        match said.first() {
            // The hand is hidden, or nobody sits there.
            Some(line) if code(line) == Some("unsupported") => Ok(Vec::new()),
            Some(line) if code(line) == Some("bad-number") && seat.is_some() => Ok(Vec::new()),
            Some(line) if line.starts_with("moves") => Ok(line.split(' ').skip(1).map(Into::into).collect()),
            _ => Err(self.fault(&format!("moves: {said:?}"))),
        }
    }

    /// A law.
    ///
    /// # Errors
    /// It does not hold.
    pub fn hold(&self, holds: bool, why: impl FnOnce() -> String) -> Held {
        if holds { Ok(()) } else { Err(self.fault(&why())) }
    }

    /// What is the same by a law.
    ///
    /// # Errors
    /// It is not the same.
    pub fn same<T: PartialEq + std::fmt::Debug + ?Sized>(&self, what: &str, wanted: &T, found: &T) -> Held {
        self.hold(wanted == found, || format!("{what}: wanted {wanted:?}, found {found:?}"))
    }

    /// What is wrong, with the script that leads there.
    #[must_use]
    pub fn fault(&self, what: &str) -> Fault {
        Fault { what: what.into(), script: self.script.clone() }
    }

    /// Writes a file for the engine to read.
    ///
    /// # Panics
    /// When the folder is gone.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).expect("the folder can be written to");
        let comment = format!("# {} is {}\n", path.display(), bytes.escape_ascii());
        self.script.extend_from_slice(comment.as_bytes());
        path
    }

    /// Remembers the kind of an answer: what an error wants, and which effects a move has.
    fn note(&mut self, line: &str) {
        let kind = |text: &str| text.chars().filter(|c| c.is_alphabetic() || " -".contains(*c)).collect::<String>();
        let shape = match line.split(' ').next() {
            Some("info") if code(line).is_some() => kind(line.split(", found").next().unwrap_or_default()),
            Some("effects") => line.split("; ").filter_map(|part| part.split(' ').next()).map(kind).collect(),
            Some("response") if line.len() < 24 && !line.contains(['/', ':']) => kind(line),
            Some("bestmove") => line.split(' ').count().to_string(),
            _ => return,
        };
        let mut hasher = DefaultHasher::new();
        (self.game, shape).hash(&mut hasher);
        self.shapes.insert(hasher.finish());
    }
}

/// The code of an error line.
#[must_use]
pub fn code(line: &str) -> Option<&str> {
    line.strip_prefix("info string error ")?.split(':').next()
}
