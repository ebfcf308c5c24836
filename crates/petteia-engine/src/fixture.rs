//! Fixture files: what the rules say about positions, as text with its source.
//!
//! Blank lines separate the cases. Lines that begin with `#` name the source. Each line of a case is a keyword and its
//! value. `protocol.md` lists the keywords.

use petteia_core::words::quoted;

use crate::MAX_DEPTH;

/// The keywords of lines.
const KEYWORDS: [&str; 10] =
    ["case", "variant", "fen", "moves", "perft", "score", "result", "reason", "effects", "illegal"];

/// One position and what is true of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub label: String,
    /// The game.
    pub variant: String,
    /// The position; the start of the game without one.
    pub fen: Option<String>,
    /// All legal moves, sorted by byte order.
    pub moves: Option<Vec<String>>,
    /// Depths in plies, each with its number of leaves.
    pub perft: Vec<(u32, u64)>,
    /// The score of each player.
    pub score: Option<String>,
    /// The result of the game.
    pub result: Option<String>,
    /// Why the game is over.
    pub reason: Option<String>,
    /// Answers to the command `effects`, without the word `effects`.
    pub effects: Vec<String>,
    /// Words that are moves of the game, but not legal.
    pub illegal: Vec<String>,
}

/// A line of a fixture file that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found}")]
pub struct FixtureError {
    /// Its number, from 1.
    pub line: usize,
    /// What the line should have.
    pub expected: &'static str,
    /// The keyword found. Other text is not shown, since the file may have secrets.
    pub found: String,
}

/// Reads a fixture file.
///
/// # Errors
/// The first line that is not understood.
pub fn read(text: &str) -> Result<Vec<Case>, FixtureError> {
    let mut cases: Vec<Case> = Vec::new();
    let mut inside = false;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        let (keyword, value) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let value = value.trim_start();
        let read = match (keyword, cases.last_mut().filter(|_| inside)) {
            ("", _) => {
                inside = false;
                Ok(())
            }
            ("case", None) => {
                inside = true;
                cases.push(Case { label: value.into(), ..Case::default() });
                Ok(())
            }
            (_, None) => Err("case"),
            (_, Some(case)) => case.read(keyword, value),
        };
        let is_fixture = inside && cases.last().is_some_and(|case| !case.variant.is_empty());
        read.map_err(|expected| FixtureError { line: i + 1, expected, found: shown(keyword, is_fixture) })?;
    }
    Ok(cases)
}

/// A word as an error shows it: a keyword, or in a file that is certainly a fixture a word that could be a mistyped one.
/// Any other file may have secrets.
fn shown(keyword: &str, is_fixture: bool) -> String {
    const MAX_KEYWORD_BYTES: usize = 10;
    let can_be_keyword = keyword.len() <= MAX_KEYWORD_BYTES && keyword.bytes().all(|b| b.is_ascii_lowercase());
    if KEYWORDS.contains(&keyword) || (is_fixture && can_be_keyword) {
        quoted(keyword)
    } else {
        "something else".into()
    }
}

impl Case {
    fn read(&mut self, keyword: &str, value: &str) -> Result<(), &'static str> {
        match keyword {
            "variant" => self.variant = value.into(),
            "fen" => self.fen = Some(value.into()),
            "moves" => self.moves = Some(value.split_whitespace().map(Into::into).collect()),
            "perft" => self.perft.push(read_perft(value).ok_or("perft, a depth from 0 to 255 and a count")?),
            "score" => self.score = Some(value.into()),
            "result" => self.result = Some(value.into()),
            "reason" => self.reason = Some(value.into()),
            "effects" => self.effects.push(value.into()),
            "illegal" => self.illegal.push(value.into()),
            _ => return Err("one of variant fen moves perft score result reason effects illegal, or an empty line"),
        }
        Ok(())
    }
}

fn read_perft(value: &str) -> Option<(u32, u64)> {
    let (depth, count) = value.split_once([' ', '\t'])?;
    let depth = depth.parse().ok().filter(|&depth| depth <= MAX_DEPTH)?;
    Some((depth, count.trim_start().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_comments() {
        let text =
            "# source\ncase one  two\nvariant dvonn\nperft 1 49\nperft 2 2352\nmoves\n# more\n\n\ncase b\nscore 1 2\n";
        let cases = read(text).expect("well formed");
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0].label, "one  two");
        assert_eq!(cases[0].perft, [(1, 49), (2, 2352)]);
        assert_eq!(cases[0].moves.as_deref(), Some(&[][..]));
        assert_eq!(cases[1].score.as_deref(), Some("1 2"));
    }

    #[test]
    fn errors_say_where() {
        for (text, line) in [("fen x", 1), ("case a\nfan x", 2), ("case a\n\nperft 1 2", 3), ("case a\nperft 1", 2)] {
            assert_eq!(read(text).expect_err(text).line, line, "{text}");
        }
        let mistyped = read("case a\nvariant dvonn\nperfect 1").expect_err("no keyword");
        assert!(mistyped.to_string().ends_with("found 'perfect'"));
        assert!(read("fen x").is_err_and(|error| error.to_string().ends_with("found 'fen'")));
    }

    #[test]
    fn errors_tell_nothing_of_other_files() {
        for secret in
            ["root:$6$salt$hash:19000:0:99999:7:::", "Secret", "secret-with-dashes", "averylongpassword", "hunter"]
        {
            for text in [secret.to_owned(), format!("case a\n{secret} x"), format!("case a\nperft {secret}")] {
                let error = read(&text).expect_err(&text).to_string();
                assert!(!error.contains(secret), "{error}");
            }
        }
    }
}
