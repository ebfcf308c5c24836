//! The header of a game file: its first line, which says how the games were played.

use std::fmt;
use std::ops::Range;

/// Start of every header, with the number of the format.
const TITLE: &str = "# petteia games 1: ";

/// How the games of a file were played:
///
/// ```text
/// # petteia games 1: game reversi, nodes 1000, seed 1, engine 0.1.0
/// ```
///
/// The file of a part of the games has one more field, `part 2/8 of 1000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// Nodes per searched move.
    pub nodes: u64,
    /// Seed of the self-play options.
    pub seed: u64,
    /// Version of the engine that plays.
    pub engine: String,
    /// The part of the games that the file holds; `None` for all.
    pub part: Option<Shard>,
}

/// A part of the games of a run, which several machines can play side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 0.
    pub number: u64,
    /// Number of parts.
    pub parts: u64,
    /// Number of games of all parts.
    pub games: u64,
}

impl Shard {
    /// The numbers of its games, from 0. The parts in their order have all games in their order.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        let start = |part: u64| (u128::from(self.games) * u128::from(part) / u128::from(self.parts)) as u64;
        start(self.number)..start(self.number + 1)
    }

    /// Reads `I/N of GAMES`.
    fn read(text: &str) -> Option<Self> {
        let (fraction, games) = text.split_once(" of ")?;
        let (number, parts) = fraction.split_once('/')?;
        let part = Self {
            number: number.parse::<u64>().ok()?.checked_sub(1)?,
            parts: parts.parse().ok()?,
            games: games.parse().ok()?,
        };
        (part.number < part.parts).then_some(part)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{} of {}", self.number + 1, self.parts, self.games)
    }
}

impl Header {
    /// The header of games that this version of the engine plays.
    #[must_use]
    pub fn new(game: &str, nodes: u64, seed: u64) -> Self {
        Self { game: game.into(), nodes, seed, engine: env!("CARGO_PKG_VERSION").into(), part: None }
    }

    /// Reads a header line without its line feed; `None` for a line that [`Display`](fmt::Display) would not write.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut fields = line.strip_prefix(TITLE)?.split(", ");
        let mut value = |name| fields.next()?.strip_prefix(name)?.strip_prefix(' ');
        let (game, nodes, seed, engine) = (value("game")?, value("nodes")?, value("seed")?, value("engine")?);
        let part =
            fields.next().map(|part| part.strip_prefix("part ").and_then(Shard::read).ok_or(())).transpose().ok()?;
        let (nodes, seed) = (nodes.parse().ok()?, seed.parse().ok()?);
        let header = Self { game: game.into(), nodes, seed, engine: engine.into(), part };
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic());
        (is_word(game) && is_word(engine) && header.to_string() == line).then_some(header)
    }

    /// Whether two files have games of the same run.
    #[must_use]
    pub fn is_same_run(&self, other: &Self) -> bool {
        Self { part: None, ..self.clone() } == Self { part: None, ..other.clone() }
    }

    /// Whether these first bytes of a file are the start of a header.
    #[must_use]
    pub fn has_title(bytes: &[u8]) -> bool {
        bytes.starts_with(TITLE.as_bytes())
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { game, nodes, seed, engine, part } = self;
        write!(f, "{TITLE}game {game}, nodes {nodes}, seed {seed}, engine {engine}")?;
        part.iter().try_for_each(|part| write!(f, ", part {part}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Header, Shard};

    #[test]
    fn read_accepts_only_what_display_writes() {
        let header = Header::new("reversi", 1_000, 1);
        let line = header.to_string();
        assert_eq!(
            line,
            concat!("# petteia games 1: game reversi, nodes 1000, seed 1, engine ", env!("CARGO_PKG_VERSION"))
        );
        assert_eq!(Header::read(&line), Some(header));
        for (from, to) in [
            ("games 1", "games 2"),
            ("# p", "#p"),
            ("1000", "01000"),
            ("1000", "+1000"),
            ("1000", ""),
            ("1000", "18446744073709551616"),
            (", seed", ",  seed"),
            ("game reversi", "game "),
            ("game reversi", "game rev\0ersi"),
            ("seed 1", "seed 1, depth 2"),
            ("0.1.0", "0.1.0, part 0/2 of 9"),
            ("0.1.0", "0.1.0, part 3/2 of 9"),
            ("0.1.0", "0.1.0, part 1/2 of 9, "),
            ("0.1.0", "0.1.0, part 1/2"),
            ("engine 0", "engine 0 0"),
        ] {
            assert!(line.contains(from), "{from}");
            let wrong = line.replacen(from, to, 1);
            assert_eq!(Header::read(&wrong), None, "{wrong}");
        }
        assert_eq!(Header::read(&format!("{line}\r")), None);
    }

    #[test]
    fn parts_have_every_game_once() {
        for (games, parts) in [(10, 3), (2, 5), (0, 2), (u64::MAX, 7)] {
            let mut next = 0;
            for number in 0..parts {
                let part = Shard { number, parts, games };
                assert_eq!(part.numbers().start, next);
                next = part.numbers().end;
                let header = Header { part: Some(part), ..Header::new("gonu", 7, 1) };
                assert_eq!(Header::read(&header.to_string()), Some(header.clone()));
                assert!(
                    header.is_same_run(&Header::new("gonu", 7, 1)) && !header.is_same_run(&Header::new("gonu", 8, 1))
                );
            }
            assert_eq!(next, games);
        }
    }
}
