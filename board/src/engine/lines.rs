//! Which lines of visitors reach an engine, and what they do to the state that a restarted engine needs.

use petteia_core::words::quoted;
use petteia_ugi::{Command, parse};

/// The option that names the game, in lower case. `Game` is another name for it.
pub const VARIANT: &str = "uci_variant";

/// Options that visitors may set, in lower case, and whether the value has a limit.
const OPTIONS: [(&str, Option<Limited>); 15] = [
    (VARIANT, None),
    ("game", None),
    ("hash", Some(Limited::Hash)),
    ("threads", Some(Limited::Threads)),
    ("multipv", None),
    ("ponder", None),
    ("move overhead", None),
    ("seed", None),
    ("uci_showwdl", None),
    ("skill level", None),
    ("uci_limitstrength", None),
    ("uci_elo", None),
    ("clear hash", None),
    ("seats", None),
    ("storyteller", None),
];

/// An option with a limit of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limited {
    Hash,
    Threads,
}

/// The greatest values of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionLimits {
    /// In MiB.
    pub hash: u64,
    /// Threads of a search.
    pub threads: u64,
}

/// A search or a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// Ends with `bestmove`.
    Go,
    /// Ends with its number of nodes.
    Count,
}

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// `ugi` or `uci`
    Handshake,
    /// Sets an option, by its name in lower case.
    Option(String),
    /// Sets a position.
    Position,
    /// Begins a new game, at its start position.
    NewGame,
    /// Changes the position.
    Change,
    /// Begins a search or a count.
    Search(SearchKind),
    /// Ends the search.
    Stop,
    /// `isready`
    Ready,
    /// `quit`
    Quit,
    /// Anything else that an engine may read.
    Question,
}

impl SearchKind {
    /// Whether a line of the engine ends such a search.
    pub fn is_ended_by(self, line: &str) -> bool {
        match self {
            Self::Go => line.split(' ').next() == Some("bestmove"),
            Self::Count => {
                line.starts_with("perft ")
                    || line.starts_with("Nodes searched")
                    || line.starts_with("info string error")
            }
        }
    }

    /// The end of a search that has found nothing.
    pub fn empty_end(self) -> &'static str {
        match self {
            Self::Go => "bestmove (none)",
            Self::Count => "info string error aborted: count stopped",
        }
    }
}

impl LineKind {
    /// Reads a line.
    ///
    /// # Errors
    /// The line must not reach the engine; the text is an answer to it.
    pub fn read(line: &str, limits: OptionLimits) -> Result<Self, String> {
        let mut words = line.split_ascii_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let argument = words.next();
        Ok(match (command.as_str(), argument) {
            ("ugi" | "uci", None) => Self::Handshake,
            ("setoption", _) => return read_option(line, limits),
            ("position", _) => Self::Position,
            ("ucinewgame" | "uginewgame", _) => Self::NewGame,
            ("moves", Some(word)) if !word.eq_ignore_ascii_case("seat") => Self::Change,
            ("undo" | "commit", _) => Self::Change,
            ("go", Some(word)) if word.eq_ignore_ascii_case("perft") => Self::Search(SearchKind::Count),
            ("go", _) => Self::Search(SearchKind::Go),
            ("perft" | "divide", _) => Self::Search(SearchKind::Count),
            ("stop", _) => Self::Stop,
            ("isready", None) => Self::Ready,
            ("quit", None) => Self::Quit,
            ("moves" | "legal" | "effects" | "observe" | "d" | "query" | "help" | "debug" | "ponderhit", _) => {
                Self::Question
            }
            _ => {
                let what = quoted(command.as_str());
                return Err(format!("info string error unsupported: {what} is not available on this server"));
            }
        })
    }
}

fn read_option(line: &str, limits: OptionLimits) -> Result<LineKind, String> {
    let refuse = |text: String| Err(format!("info string error bad-option: {text}"));
    let (name, value) = match parse(line) {
        Ok(Some(Command::SetOption { name, value })) => (name, value.unwrap_or_default()),
        Ok(_) => return refuse("expected an option".into()),
        Err(error) => return Err(error.to_string()),
    };
    let name = name.split_ascii_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let Some((_, limited)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
        return refuse(format!("expected an option that visitors may set, found {}", quoted(&name)));
    };
    let most = match limited {
        None => u64::MAX,
        Some(Limited::Hash) => limits.hash,
        Some(Limited::Threads) => limits.threads,
    };
    // A value that is no number is for the engine to refuse.
    if value.parse::<u64>().is_ok_and(|number| number > most) {
        return refuse(format!("expected at most {most} for {name} on this server, found {}", quoted(value)));
    }
    Ok(LineKind::Option(name))
}

/// A line of the handshake as visitors see it: without options that they may not set, and with the limits of the server.
pub fn declaration(line: &str, limits: OptionLimits) -> Option<String> {
    let Some(rest) = line.strip_prefix("option name ") else { return Some(line.to_owned()) };
    let (name, kind) = rest.split_once(" type ")?;
    let (_, limited) = OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    let most = match limited {
        None => return Some(line.to_owned()),
        Some(Limited::Hash) => limits.hash,
        Some(Limited::Threads) => limits.threads,
    };
    let mut words: Vec<String> = kind.split(' ').map(str::to_owned).collect();
    let limit_after = |words: &mut Vec<String>, key: &str| {
        if let Some(at) = words.iter().position(|word| word == key)
            && let Some(number) = words.get_mut(at + 1)
            && number.parse::<u64>().is_ok_and(|number| number > most)
        {
            *number = most.to_string();
        }
    };
    limit_after(&mut words, "max");
    limit_after(&mut words, "default");
    Some(format!("option name {name} type {}", words.join(" ")))
}

/// What an engine that is started again must be told.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    handshake: Option<String>,
    /// Names in lower case and lines, the game first.
    options: Vec<(String, String)>,
    /// The line that set the position, and those that have changed it since.
    position: Vec<String>,
}

/// Most lines that change a position.
const CHANGES: usize = 1_000;

impl Memory {
    /// Remembers a line. False if it cannot, since too many lines have changed the position.
    pub fn keep(&mut self, line: &str, kind: &LineKind) -> bool {
        match kind {
            LineKind::Handshake => self.handshake = Some(line.to_owned()),
            LineKind::NewGame => self.position.clear(),
            LineKind::Option(name) if name == "clear hash" => {}
            LineKind::Option(name) => {
                let is_game = name == VARIANT || name == "game";
                let name = if is_game { VARIANT } else { name };
                self.options.retain(|(known, _)| known != name);
                let at = if is_game { 0 } else { self.options.len() };
                self.options.insert(at, (name.to_owned(), line.to_owned()));
                if is_game {
                    self.position.clear();
                }
            }
            // `position current` depends on the position before it.
            LineKind::Position if !is_relative(line) => self.position = vec![line.to_owned()],
            LineKind::Position | LineKind::Change if self.position.len() < CHANGES => {
                self.position.push(line.to_owned());
            }
            LineKind::Position | LineKind::Change => return false,
            _ => {}
        }
        true
    }

    /// Forgets the position, since a line is about to set another one.
    pub fn forget_position(&mut self) {
        self.position.clear();
    }

    /// The lines for a new process that has some of the options; empty for none.
    pub fn lines(&self, has_option: impl Fn(&str) -> bool) -> String {
        let options = self.options.iter().filter(|(name, _)| has_option(name)).map(|(_, line)| line.as_str());
        let lines =
            self.handshake.as_deref().into_iter().chain(options).chain(self.position.iter().map(String::as_str));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Whether a `position` line begins at the current position.
pub fn is_relative(line: &str) -> bool {
    line.split_ascii_whitespace().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("current"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: OptionLimits = OptionLimits { hash: 64, threads: 1 };

    fn read(line: &str) -> Result<LineKind, String> {
        LineKind::read(line, LIMITS)
    }

    #[test]
    fn lines_are_known_or_refused() {
        assert_eq!(read("go infinite"), Ok(LineKind::Search(SearchKind::Go)));
        assert_eq!(read("GO perft 4"), Ok(LineKind::Search(SearchKind::Count)));
        assert_eq!(read("moves a1 b2"), Ok(LineKind::Change));
        assert_eq!(read("moves seat 1"), Ok(LineKind::Question));
        assert_eq!(read(" moves "), Ok(LineKind::Question));
        for line in ["check /etc/passwd", "bench", "wait", "hub", "\u{1f600}", "setoption", "go\u{a0}x"] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn options_have_limits() {
        assert_eq!(read("setoption name Hash value 64"), Ok(LineKind::Option("hash".into())));
        assert_eq!(read("setoption name move  Overhead value 5"), Ok(LineKind::Option("move overhead".into())));
        for line in [
            "setoption name Hash value 65",
            "setoption name threads value 2",
            "setoption name Deck value /etc/passwd",
            "setoption name TablebasePath value /",
            "setoption name <b> value 1",
        ] {
            assert!(read(line).is_err_and(|error| error.starts_with("info string error bad-option: ")), "{line}");
        }
        for line in ["setoption", "setoption name", "setoption Hash value 1"] {
            assert!(read(line).is_err_and(|error| error.starts_with("info string error syntax: column ")), "{line}");
        }
        assert_eq!(read("setoption name UCI_ShowWDL value true"), Ok(LineKind::Option("uci_showwdl".into())));
        assert!(read("SetOption name Hash value  65 ").is_err());
        let declared = |line: &str| declaration(line, LIMITS);
        assert_eq!(
            declared("option name Hash type spin default 128 min 1 max 65536").as_deref(),
            Some("option name Hash type spin default 64 min 1 max 64")
        );
        assert_eq!(declared("option name Deck type string default <empty>"), None);
        assert_eq!(declared("id name petteia").as_deref(), Some("id name petteia"));
    }

    #[test]
    fn a_new_process_gets_the_state() {
        let mut memory = Memory::default();
        for line in [
            "setoption name MultiPV value 2",
            "ugi",
            "setoption name MultiPV value 3",
            "position startpos moves a1",
            "setoption name Game value reversi",
            "position startpos moves d3",
            "moves c5",
            "position current moves f6",
            "setoption name Clear Hash",
            "d",
        ] {
            assert!(memory.keep(line, &read(line).expect("a line")));
        }
        assert!(!memory.lines(|name| name != "multipv").contains("MultiPV"));
        assert_eq!(
            memory.lines(|_| true),
            "ugi\nsetoption name Game value reversi\nsetoption name MultiPV value 3\n\
             position startpos moves d3\nmoves c5\nposition current moves f6"
        );
        assert!((0..CHANGES).any(|_| !memory.keep("undo", &LineKind::Change)));
        memory.keep("ucinewgame", &LineKind::NewGame);
        assert!(!memory.lines(|_| true).contains("position"));
    }
}
