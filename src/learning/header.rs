//! The header of a game file: its first line, which says how the games were played.

use std::fmt;

/// Start of every header, with the number of the format.
const TITLE: &str = "# petteia games 1: ";

/// How the games of a file were played:
///
/// ```text
/// # petteia games 1: game reversi, nodes 1000, seed 1, engine 0.1.0
/// ```
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
}

impl Header {
    /// The header of games that this version of the engine plays.
    #[must_use]
    pub fn new(game: &str, nodes: u64, seed: u64) -> Self {
        Self { game: game.into(), nodes, seed, engine: env!("CARGO_PKG_VERSION").into() }
    }

    /// Reads a header line without its line feed; `None` for a line that [`Display`](fmt::Display) would not write.
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

    /// Whether these first bytes of a file are the start of a header.
    #[must_use]
    pub fn has_title(bytes: &[u8]) -> bool {
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
            ("engine 0", "engine 0 0"),
        ] {
            assert!(line.contains(from), "{from}");
            let wrong = line.replacen(from, to, 1);
            assert_eq!(Header::read(&wrong), None, "{wrong}");
        }
        assert_eq!(Header::read(&format!("{line}\r")), None);
    }
}
