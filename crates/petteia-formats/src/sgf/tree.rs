//! The text of the Smart Game Format: collections of game trees, of which the main line is kept.

use crate::decoding::{MAX_GAME, TextFile, found};
use crate::record::{FormatError, Source};

/// A property: its name, and its values as they stand in the file, with their escapes.
pub(super) struct Property<'a> {
    /// The name, such as `PB`.
    pub name: String,
    values: Vec<&'a str>,
    /// Offset in bytes in the file.
    pub at: usize,
}

/// The main line of a game.
pub(super) struct GameTree<'a> {
    /// Its nodes, the root first.
    pub nodes: Vec<Vec<Property<'a>>>,
    /// Number of variations that are left out.
    pub variations: usize,
    /// Offset in bytes in the file.
    pub at: usize,
}

impl Property<'_> {
    /// The values without escapes.
    pub fn values(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|value| unescaped(value))
    }

    /// The first value without escapes.
    pub fn value(&self) -> String {
        self.values.first().map(|value| unescaped(value)).unwrap_or_default()
    }
}

/// A text without escapes: a backslash is left out before any character, and with the end of a line.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' if rest.next_if_eq(&'\r').is_some() => _ = rest.next_if_eq(&'\n'),
            '\\' => plain.extend(rest.next().filter(|c| *c != '\n')),
            c => plain.push(c),
        }
    }
    plain
}

/// A text as the value of a property.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if ['\\', ']', ':'].contains(&c) {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

/// Number of games without an end after which the rest of a collection is not read: each costs a search for its end.
const MAX_OPEN_GAMES: usize = 32;

/// Greatest number of properties of a game.
const MAX_PROPERTIES: usize = 100_000;

/// The games of a collection that is being read. What stands before the first game or between games is left out.
pub(super) struct Trees<'a> {
    file: TextFile<'a>,
    open_games: usize,
}

impl<'a> Trees<'a> {
    /// Opens a collection.
    ///
    /// # Errors
    /// The file is no text, or has no game in its beginning.
    pub fn open(source: Source<'a>) -> Result<Self, FormatError> {
        let mut file = TextFile::open(source)?;
        while begin_of_game(&file.text).is_none() {
            if !file.grow(MAX_GAME) {
                let first = file.text.trim_start().lines().next().unwrap_or_default();
                let error = file.error(0, "a game as (;NAME[VALUE]...)", found(first));
                return Err(file.take_error().unwrap_or(error));
            }
        }
        Ok(Self { file, open_games: 0 })
    }

    /// Reads the next game.
    pub fn next<T>(
        &mut self,
        read: impl Fn(&TextFile, &GameTree) -> Result<T, FormatError>,
    ) -> Option<Result<T, FormatError>> {
        if !self.file.seek(begin_of_game) {
            return self.file.take_error().map(Err);
        }
        loop {
            let result = read_tree(&self.file).map(|(tree, end)| (read(&self.file, &tree), end));
            match result {
                Ok((game, end)) => {
                    self.file.drop_front(end);
                    return Some(game);
                }
                Err(Fault { is_open: true, .. }) if self.file.grow(MAX_GAME) => {}
                Err(Fault { error, is_open }) => {
                    self.open_games += usize::from(is_open);
                    // A line that begins with a game is taken for the next one.
                    let limit = MAX_OPEN_GAMES;
                    self.file.seek(|text| line_of_game(text).filter(|_| self.open_games < limit));
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Why a game cannot be read.
struct Fault {
    error: FormatError,
    /// Whether the text ends before the game does, or before its end was looked for.
    is_open: bool,
}

/// The offset of the next begin of a game.
fn begin_of_game(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|at| is_game(&text[*at..]))
}

/// The offset of the next line that begins with a game.
fn line_of_game(text: &str) -> Option<usize> {
    text.match_indices("\n(").map(|(at, _)| at).find(|at| is_game(&text[at + 1..]))
}

fn is_game(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads the game that the text begins with, and returns the offset behind it.
fn read_tree<'a>(file: &'a TextFile<'_>) -> Result<(GameTree<'a>, usize), Fault> {
    let text = file.text.as_str();
    let mut tree = GameTree { nodes: Vec::new(), variations: 0, at: 0 };
    let mut depth = 0_usize;
    // The main line is what stands before the first tree that ends. A tree behind one that ended is a variation.
    let mut is_main = true;
    let mut is_behind = false;
    let mut properties = 0;
    let mut rest = text;
    loop {
        let at = text.len() - rest.len();
        let error = |expected: &str, is_open| {
            let error = file.error(at, expected, found(rest.lines().next().unwrap_or("")));
            Fault { error, is_open }
        };
        let mut next = rest.chars();
        match next.next() {
            Some('(') => {
                depth += 1;
                tree.variations += usize::from(is_behind);
                is_behind = false;
            }
            Some(')') => {
                depth -= 1;
                is_main = false;
                is_behind = true;
            }
            Some(';') if is_main && tree.nodes.len() < MAX_PROPERTIES => tree.nodes.push(Vec::new()),
            Some(';') => {}
            Some(c) if c.is_ascii_alphanumeric() && !tree.nodes.is_empty() => {
                let (behind, name, values) =
                    property(rest).map_err(|is_open| error("a property as NAME[VALUE]", is_open))?;
                properties += 1;
                if properties > MAX_PROPERTIES {
                    return Err(error("a game of at most 100000 properties", true));
                }
                if let Some(node) = tree.nodes.last_mut().filter(|_| is_main) {
                    node.push(Property { name, values, at });
                }
                next = behind.chars();
            }
            _ => return Err(error("a property, ;, ( or )", rest.is_empty() || rest.starts_with('['))),
        }
        if depth == 0 {
            return Ok((tree, text.len() - next.as_str().len()));
        }
        rest = next.as_str().trim_start();
    }
}

/// A name and its values, and the text behind them. Lower-case letters of the name are left out, as in old files:
/// `PlayerBlack` is `PB`.
///
/// # Errors
/// There is no value, or one has no end. The error is whether the text ends there.
fn property(text: &str) -> Result<(&str, String, Vec<&str>), bool> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let name = text[..text.len() - behind.len()].chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let mut values = Vec::new();
    let mut rest = behind.trim_ascii_start();
    while let Some(value) = rest.strip_prefix('[') {
        let (inner, behind) = inner(value);
        // A value without an end is left for the caller, who does not expect it.
        let Some(behind) = behind.strip_prefix(']') else { break };
        values.push(inner);
        rest = behind.trim_ascii_start();
    }
    if values.is_empty() { Err(rest.is_empty() || rest.starts_with('[')) } else { Ok((rest, name, values)) }
}

/// The text before the `]` that is not escaped, and the text from there.
fn inner(text: &str) -> (&str, &str) {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let is_end = c == ']' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees(text: &str) -> Vec<Result<(Vec<String>, usize), String>> {
        let line = |tree: &GameTree| {
            let node = |node: &Vec<Property>| {
                node.iter()
                    .map(|p| format!("{}={}", p.name, p.values().collect::<Vec<_>>().join("|")))
                    .collect::<Vec<_>>()
            };
            (tree.nodes.iter().map(|properties| node(properties).join(" ")).collect(), tree.variations)
        };
        let mut trees = Trees::open(Box::new(text.as_bytes())).expect("a collection");
        let mut read = Vec::new();
        while let Some(tree) = trees.next(|_, tree| Ok(line(tree))) {
            read.push(tree.map_err(|error| error.to_string()));
        }
        read
    }

    #[test]
    fn main_lines_and_variations() {
        let text = "junk (;GM[2] PlayerBlack[a\\]b\\\\]\r\n;AB[a1] [b2]\r\n(;B[c3](;W[d4])(;W[e5]))(;B[f6](;W[a1])(;W[a2])))\n\
                    x(\r\n;C[two\\\nlines:\\:])";
        let main = ["GM=2 PB=a]b\\", "AB=a1|b2", "B=c3", "W=d4"].map(String::from).to_vec();
        assert_eq!(trees(text), [Ok((main, 3)), Ok((vec!["C=twolines::".into()], 0))]);
        assert_eq!(escaped("a]b\\c:\nd"), "a\\]b\\\\c\\: d");
        assert_eq!(unescaped("a\\\r\nb\\"), "ab");
    }

    #[test]
    fn bad_trees_leave_the_others() {
        for (bad, expected) in [
            ("(;B[c3", "line 2: expected a property as NAME[VALUE], found 'B[c3'"),
            ("(;B[c3]", "line 3: expected a property, ;, ( or ), found the end"),
            ("(;B)", "line 2: expected a property as NAME[VALUE], found 'B)'"),
            ("(;[c3])", "line 2: expected a property, ;, ( or ), found '[c3])'"),
            ("(;B[c3]\u{e9})", "line 2: expected a property, ;, ( or ), found '\u{e9})'"),
        ] {
            let found = trees(&format!("(;GM[1])\n{bad}\n"));
            assert_eq!(found[1], Err(expected.into()), "{bad}");
        }
        let found = trees("(;GM[1])\n(;B[c3]]\n(;W[d4])");
        assert_eq!((found.len(), &found[2]), (3, &Ok((vec!["W=d4".into()], 0))));
        assert!(Trees::open(Box::new(&b"a[b]"[..])).is_err());
        let cut = "(;B[c3]\n".repeat(MAX_OPEN_GAMES + 10);
        assert_eq!(trees(&cut).len(), MAX_OPEN_GAMES);
        for text in
            ["(;".repeat(300_000), format!("(;{}", "(".repeat(300_000)), format!("(;{}", "B[a]".repeat(200_000))]
        {
            assert_eq!(trees(&text).len(), 1);
        }
    }
}
