//! The first line of a file of games: which games they are.

use std::fmt;

/// What begins every header; the number is that of the format.
const TITLE: &str = "# petteia games 1: ";

/// What decides the games of a file, beside their numbers:
///
/// ```text
/// # petteia games 1: game reversi, nodes 1000, seed 1, engine 0.1.0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// Positions visited for each move.
    pub nodes: u64,
    /// The seed of the options.
    pub seed: u64,
    /// The version of the engine that plays.
    pub engine: String,
}

impl Header {
    /// The header of games that this engine plays.
    #[must_use]
    pub fn new(game: &str, nodes: u64, seed: u64) -> Self {
        Self { game: game.into(), nodes, seed, engine: env!("CARGO_PKG_VERSION").into() }
    }

    /// Reads a line without its end. Only what [`Display`](fmt::Display) writes is a header.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut fields = line.strip_prefix(TITLE)?.split(", ");
        let mut value = |name| fields.next()?.strip_prefix(name)?.strip_prefix(' ');
        let (game, nodes, seed, engine) = (value("game")?, value("nodes")?, value("seed")?, value("engine")?);
        let header =
            Self { game: game.into(), nodes: nodes.parse().ok()?, seed: seed.parse().ok()?, engine: engine.into() };
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic());
        (is_word(game) && is_word(engine) && header.to_string() == line).then_some(header)
    }

    /// Whether bytes begin like a file of games.
    #[must_use]
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(TITLE.as_bytes())
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { game, nodes, seed, engine } = self;
        write!(f, "{TITLE}game {game}, nodes {nodes}, seed {seed}, engine {engine}")
    }
}

#[cfg(test)]
mod tests {
    use super::Header;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
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
            ("engine 0", "engine 0 0"),
        ] {
            assert!(line.contains(from), "{from}");
            let wrong = line.replacen(from, to, 1);
            assert_eq!(Header::read(&wrong), None, "{wrong}");
        }
        assert_eq!(Header::read(&format!("{line}\r")), None);
    }
}
