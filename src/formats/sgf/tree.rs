//! The text of the Smart Game Format: collections of game trees, of which the main line is kept.

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::map;
use nom::multi::fold_many1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::formats::decoding::{TextFile, found};
use crate::formats::record::FormatError;

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

/// Reads the games of a collection. What stands before the first game or between games is left out.
///
/// # Errors
/// There is no game.
pub(super) fn read_trees(file: &TextFile) -> Result<Vec<Result<GameTree<'_>, FormatError>>, FormatError> {
    let text = file.text.as_str();
    let mut trees = Vec::new();
    let mut rest = text;
    while let Some(begin) = begin_of_game(rest) {
        let tree = read_tree(file, text.len() - begin.len());
        rest = match &tree {
            Ok((_, end)) => &text[*end..],
            // A line that begins with a game is taken for the next one.
            Err(_) => {
                begin.match_indices("\n(").map(|(at, _)| &begin[at..]).find(|rest| is_game(&rest[1..])).unwrap_or("")
            }
        };
        trees.push(tree.map(|(tree, _)| tree));
    }
    if trees.is_empty() {
        let first = text.trim_start().lines().next().unwrap_or_default();
        return Err(file.error(0, "a game as (;NAME[VALUE]...)", found(first)));
    }
    Ok(trees)
}

fn is_game(text: &str) -> bool {
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// The text from the next begin of a game.
fn begin_of_game(text: &str) -> Option<&str> {
    text.match_indices('(').map(|(at, _)| &text[at..]).find(|rest| is_game(rest))
}

/// Reads the game at this offset, and returns the offset behind it.
fn read_tree(file: &TextFile, at: usize) -> Result<(GameTree<'_>, usize), FormatError> {
    let text = file.text.as_str();
    let mut tree = GameTree { nodes: Vec::new(), variations: 0, at };
    let mut depth = 0_usize;
    // The main line is what stands before the first tree that ends. A tree behind one that ended is a variation.
    let mut is_main = true;
    let mut is_behind = false;
    let mut rest = &text[at..];
    loop {
        let at = text.len() - rest.len();
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
            Some(';') if is_main => tree.nodes.push(Vec::new()),
            Some(';') => {}
            Some(c) if c.is_ascii_alphanumeric() && !tree.nodes.is_empty() => {
                let (behind, (name, values)) = property(rest).map_err(|_| {
                    file.error(at, "a property as NAME[VALUE]", found(rest.lines().next().unwrap_or("")))
                })?;
                if let Some(node) = tree.nodes.last_mut().filter(|_| is_main) {
                    node.push(Property { name, values, at });
                }
                next = behind.chars();
            }
            _ => return Err(file.error(at, "a property, ;, ( or )", found(rest.lines().next().unwrap_or("")))),
        }
        if depth == 0 {
            return Ok((tree, text.len() - next.as_str().len()));
        }
        rest = next.as_str().trim_start();
    }
}

/// A name and its values. Lower-case letters of the name are left out, as in old files: `PlayerBlack` is `PB`.
fn property(text: &str) -> IResult<&str, (String, Vec<&str>)> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-');
    let name = map(name, |name: &str| name.chars().filter(|c| !c.is_ascii_lowercase()).collect());
    let values = fold_many1(preceded(multispace0, value), Vec::new, |mut values, value| {
        values.push(value);
        values
    });
    terminated((name, values), multispace0).parse(text)
}

fn value(text: &str) -> IResult<&str, &str> {
    delimited(char('['), |text| Ok(inner(text)), char(']')).parse(text)
}

/// The text from the `]` that is not escaped, and the text before it.
fn inner(text: &str) -> (&str, &str) {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let is_end = c == ']' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    let (inner, rest) = text.split_at(end.unwrap_or(text.len()));
    (rest, inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees(text: &str) -> Vec<Result<(Vec<String>, usize), String>> {
        let file = TextFile::read(text.as_bytes()).expect("a text");
        let trees = read_trees(&file).expect("a collection");
        let line = |tree: GameTree| {
            let node = |node: &Vec<Property>| {
                node.iter()
                    .map(|p| format!("{}={}", p.name, p.values().collect::<Vec<_>>().join("|")))
                    .collect::<Vec<_>>()
            };
            (tree.nodes.iter().map(|properties| node(properties).join(" ")).collect(), tree.variations)
        };
        trees.into_iter().map(|tree| tree.map(line).map_err(|error| error.to_string())).collect()
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
        for (bad, wanted) in [
            ("(;B[c3", "line 2: wanted a property as NAME[VALUE], found 'B[c3'"),
            ("(;B[c3]", "line 3: wanted a property, ;, ( or ), found the end"),
            ("(;B)", "line 2: wanted a property as NAME[VALUE], found 'B)'"),
            ("(;[c3])", "line 2: wanted a property, ;, ( or ), found '[c3])'"),
            ("(;B[c3]\u{e9})", "line 2: wanted a property, ;, ( or ), found '\u{e9})'"),
        ] {
            let found = trees(&format!("(;GM[1])\n{bad}\n"));
            assert_eq!(found[1], Err(wanted.into()), "{bad}");
        }
        let found = trees("(;GM[1])\n(;B[c3]]\n(;W[d4])");
        assert_eq!((found.len(), &found[2]), (3, &Ok((vec!["W=d4".into()], 0))));
        let file = TextFile::read(b"a[b]").expect("a text");
        assert!(read_trees(&file).is_err());
        for text in
            ["(;".repeat(300_000), format!("(;{}", "(".repeat(300_000)), format!("(;{}", "B[a]".repeat(200_000))]
        {
            assert_eq!(trees(&text).len(), 1);
        }
    }
}
