//! Rules records of OpenTafl notation (`opentafl-notation-spec.txt`, section 3), compared with the rules of Tablut in
//! this program.
//!
//! A record is a list of `NAME:VALUE`; a rule that is left out has its default. Lists of pieces concern only the pieces
//! of Tablut: `t`, `T` and `K`.

use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::{char, i32, multispace1};
use nom::combinator::{all_consuming, opt};
use nom::multi::{many0, separated_list1};
use nom::sequence::{separated_pair, terminated};
use nom::{IResult, Offset, Parser};
use petteia_core::words::quoted;

use super::otn::{read_board, read_ranks, square, write_board};

/// What the value of a rule has to be.
#[derive(Clone, Copy, Debug)]
enum RuleValue {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of piece letters that has all of the first and none of the second.
    Pieces(&'static str, &'static str),
    /// A list of these squares, or `default` for them.
    Squares(&'static [&'static str]),
    /// A list of no squares.
    NoSquares,
    /// Speeds that limit no move: -1, or as far as the board goes.
    Speeds,
    /// Anything.
    Any,
}

use RuleValue::{Any, NoSquares, Pieces, Speeds, Squares, Word};

const NO: RuleValue = Word(&["n"]);
const EVERYONE: &str = "tcnkmTCNKM";

/// Every rule, its default, and what it is in Tablut. Points are those of the rules in `docs/games/tablut.md`.
const RULES: &[(&str, &str, RuleValue)] = &[
    ("dim", "", Word(&["9"])),
    ("name", "", Any),
    // A king on a corner wins (point 3).
    ("esc", "c", Word(&["c"])),
    // Nobody loses because he is surrounded (points 5 and 6).
    ("surf", "y", NO),
    // Black, who has the mercenaries, moves first.
    ("atkf", "y", Word(&["y"])),
    // The third repetition is a draw (point 7).
    ("tfr", "d", Word(&["d"])),
    // The king neither captures nor helps to capture (point 4).
    ("ka", "y", NO),
    // The king is taken when each square beside him is hostile; the edge closes him in (point 5).
    ("ks", "s", Word(&["m"])),
    // Nobody jumps (point 1). There are no pieces that could, apart from the king.
    ("kj", "n", NO),
    ("nj", "c", Any),
    ("cj", "j", Any),
    ("mj", "n", Any),
    ("gj", "n", Any),
    // Every piece moves as far as it can (point 1).
    ("spd", "-1", Speeds),
    // Corners and throne (points 2 and 3). There are no fortresses.
    ("cor", "default", Squares(&["a1", "a9", "i1", "i9"])),
    ("cen", "default", Squares(&["e5"])),
    ("afor", "", NoSquares),
    ("dfor", "", NoSquares),
    // Throne and corners do not help to capture (points 4 and 5). An empty throne may be hostile to the king.
    ("corh", EVERYONE, Pieces("", "tTK")),
    ("cenh", "tcnkm", Pieces("", "tT")),
    ("cenhe", EVERYONE, Pieces("", "tT")),
    ("aforh", "TCNKM", Any),
    ("dforh", "tcnkm", Any),
    // Everyone passes over the throne (point 2). Nothing lies behind a corner.
    ("corp", "K", Pieces("K", "")),
    ("cenp", EVERYONE, Pieces("tTK", "")),
    ("aforp", EVERYONE, Any),
    ("dforp", "TCNKM", Any),
    // Only the king ends a move on a corner (point 3), and nobody on the throne (point 2).
    ("cors", "K", Pieces("K", "tT")),
    ("cens", "K", Pieces("", "tTK")),
    ("afors", EVERYONE, Any),
    ("dfors", "TCNKM", Any),
    // OpenTafl asks these also of a piece that passes.
    ("corre", EVERYONE, Pieces("K", "")),
    ("cenre", EVERYONE, Pieces("tTK", "")),
    ("aforre", EVERYONE, Any),
    ("dforre", EVERYONE, Any),
    // No captures but those of point 4, no escapes but that of point 3, one move a turn.
    ("sw", "n", NO),
    ("swf", "y", Any),
    ("efe", "n", NO),
    ("linc", "n", NO),
    ("ber", "n", NO),
];

/// The start positions: the variants of this program and their boards.
const STARTS: [(&str, &str); 2] = [
    ("tablut", "3aaa3/4a4/4D4/a3D3a/aaDDKDDaa/a3D3a/4D4/4a4/3aaa3"),
    ("tablut-square", "3aaa3/4a4/9/a2DDD2a/aa1DKD1aa/a2DDD2a/9/4a4/3aaa3"),
];

/// What OpenTafl has no words for: how the rules here differ from the nearest that it can say.
pub const DIFFERENCES: &str = "an empty throne beside the king closes him in; 100 plies without a capture are a draw; \
                               attackers without a move lose";

/// Reads a rules record; returns the variant of this program that is played by these rules.
///
/// # Errors
/// The text is no rules record, or names of rules that differ, each with what was expected and what was found.
pub fn read_rules(text: &str) -> Result<&'static str, String> {
    let entries = read_entries(text)?;
    let mut errors = Vec::new();
    for (name, default, expected) in RULES {
        let mut given = entries.iter().filter(|(known, _)| known == name).map(|(_, value)| *value).peekable();
        let found = match given.peek() {
            None => Some(*default)
                .filter(|value| !expected.admits(value))
                .map(|value| format!("none, which means {}", quoted(value))),
            Some(_) => given.find(|value| !expected.admits(value)).map(quoted),
        };
        errors.extend(found.map(|found| format!("{name}: expected {}, found {}", expected.in_words(), found)));
    }
    let mut start = None;
    for (name, value) in &entries {
        match *name {
            "start" | "starti" => match variant_of(name, value) {
                Ok(variant) => start = Some(variant),
                Err(error) => errors.push(error),
            },
            _ if RULES.iter().any(|(known, ..)| known == name) => {}
            _ => {
                errors
                    .push(format!("{name}: expected no rules but those of OpenTafl notation, found {}", quoted(value)));
            }
        }
    }
    match start {
        Some(variant) if errors.is_empty() => Ok(variant),
        None if errors.is_empty() => Err("start: expected a start position, found none".into()),
        _ => Err(errors.join("; ")),
    }
}

/// The rules record of a variant of Tablut, as far as the format has words for it (see [`DIFFERENCES`]); `None` for any
/// other variant. Rules that have their default are left out.
#[must_use]
pub fn write_rules(variant: &str) -> Option<String> {
    let (name, board) = STARTS.iter().find(|(name, _)| *name == variant)?;
    let start = write_board(board)?;
    Some(format!("dim:9 name:{name} surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe: start:{start}"))
}

fn read_entries(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    let entry = separated_pair(name, char(':'), take_till(char::is_whitespace));
    let text = text.trim();
    let parsed: IResult<&str, Vec<(&str, &str)>> = all_consuming(separated_list1(multispace1, entry)).parse(text);
    parsed.map(|(_, entries)| entries).map_err(|error| {
        let at = if let nom::Err::Error(error) = error { text.offset(error.input) } else { 0 };
        format!(
            "rules, character {}: expected NAME:VALUE, found {}",
            text[..at].chars().count() + 1,
            quoted(&text[at..])
        )
    })
}

/// The variant with this start position.
fn variant_of(name: &str, record: &str) -> Result<&'static str, String> {
    let board = match name {
        "start" => read_board(record),
        _ => read_ranks(record).map(|ranks| ranks.join("/")),
    };
    let board = board.map_err(|error| format!("{name}, character {}: {error}", error.at + 1))?;
    let variant = STARTS.iter().find(|(_, own)| *own == board).map(|(variant, _)| *variant);
    variant.ok_or_else(|| format!("{name}: expected the guards in a cross or in a square, found {}", quoted(record)))
}

impl RuleValue {
    fn admits(self, value: &str) -> bool {
        match self {
            Any => true,
            Word(words) => words.contains(&value),
            Pieces(all, none) => {
                value.chars().all(|c| "tcnkmgTCNKMG".contains(c))
                    && all.chars().all(|c| value.contains(c))
                    && !none.chars().any(|c| value.contains(c))
            }
            Squares(expected) => value == "default" || squares(value).is_some_and(|found| is_same(&found, expected)),
            NoSquares => squares(value).is_some_and(|found| found.is_empty()),
            Speeds => is_unlimited(value),
        }
    }

    fn in_words(self) -> String {
        match self {
            Any => "anything".into(),
            Word(words) => words.join(" or "),
            Pieces("", none) => format!("pieces without {none}"),
            Pieces(all, "") => format!("pieces with {all}"),
            Pieces(all, none) => format!("pieces with {all} and without {none}"),
            Squares(expected) => expected.join(","),
            NoSquares => "no squares".into(),
            Speeds => "-1".into(),
        }
    }
}

/// Reads a list of squares, each with a comma behind it or not.
fn squares(text: &str) -> Option<Vec<&str>> {
    let parsed: IResult<_, _> = all_consuming(many0(terminated(square, opt(char(','))))).parse(text);
    parsed.ok().map(|(_, squares)| squares)
}

fn is_same(found: &[&str], expected: &[&str]) -> bool {
    found.iter().all(|square| expected.contains(square)) && expected.iter().all(|square| found.contains(square))
}

/// Whether no speed keeps a piece from crossing the board of 9 squares.
fn is_unlimited(text: &str) -> bool {
    let parsed: IResult<_, Vec<i32>> =
        all_consuming(terminated(separated_list1(char(','), i32), opt(char(',')))).parse(text);
    parsed.is_ok_and(|(_, speeds)| speeds.iter().all(|speed| *speed == -1 || *speed >= 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CROSS: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
    const SQUARE: &str = "starti:/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/";
    /// What OpenTafl 0.4.8 makes of the nearest rules, without the start position.
    const NEAREST: &str = "dim:9 name:My_Tablut surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe: ";

    #[test]
    fn the_nearest_rules_are_accepted() {
        let long = "dim:9 esc:c surf:n atkf:y tfr:d ka:n ks:m kj:n nj:j cj:n mj:c gj:n spd:-1,-1, cor:i9,a1,i1,a9, cen:e5 \
                    afor: dfor: corh:cnkm cenh:K cenhe:K aforh:TCNKM dforh: corp:KT cenp:tcnkmgTCNKMG aforp: dforp: \
                    cors:Kc cens:c afors: dfors: corre:K cenre:KTt aforre: dforre: sw:n swf:n efe:n linc:n ber:n ";
        for rules in [NEAREST, long, "  cens: dim:9 surf:n  ka:n\tks:m corh: cenh: cenhe: cor:default spd:8 "] {
            for (start, variant) in [(CROSS, "tablut"), (SQUARE, "tablut-square")] {
                assert_eq!(read_rules(&format!("{rules}{start}")), Ok(variant));
                assert_eq!(read_rules(&format!("{start} {rules}")), Ok(variant));
            }
        }
    }

    #[test]
    fn rules_are_written() {
        for (variant, start) in [("tablut", CROSS), ("tablut-square", &SQUARE.replace("starti", "start"))] {
            let rules = write_rules(variant).expect("rules");
            assert_eq!(read_rules(&rules), Ok(variant));
            assert!(rules.ends_with(start), "{rules}");
        }
        assert_eq!(write_rules("dvonn"), None);
    }

    #[test]
    fn other_rules_are_named() {
        let error = |rules: &str| read_rules(rules).expect_err(rules);
        for rule in [
            "dim:11",
            "esc:e",
            "surf:y",
            "atkf:n",
            "tfr:i",
            "tfr:w",
            "ka:y",
            "ka:a",
            "ka:h",
            "ks:s",
            "ks:w",
            "ks:c",
            "kj:r",
            "spd:3",
            "spd:-1,4",
            "spd:0",
            "spd:",
            "spd:x",
            "cor:",
            "cor:a1,a9,i1",
            "cor:a1,a9,i1,i9,e1",
            "cor:j1",
            "cen:",
            "cen:e5,e6",
            "afor:a4,",
            "dfor:d5",
            "corh:K",
            "corh:t",
            "corh:x",
            "cenh:t",
            "cenhe:T",
            "corp:",
            "cenp:tT",
            "cors:",
            "cors:KT",
            "cens:K",
            "cens:t",
            "corre:",
            "cenre:",
            "sw:w",
            "efe:y",
            "linc:y",
            "ber:c",
            "ber:",
            "new:y",
            "ks:",
            "start:/9/",
            "starti:/3ttt3/",
        ] {
            let (name, _) = rule.split_once(':').expect("a rule");
            let found = error(&format!("{NEAREST}{rule} {CROSS}"));
            assert!(
                found.starts_with(&format!("{name}: expected ")) || found.starts_with(&format!("{name}, ")),
                "{found}"
            );
            assert!(!found.contains(';'), "{found}");
        }
        for (left_out, name) in [
            ("surf:n ", "surf"),
            ("ka:n ", "ka"),
            ("ks:m ", "ks"),
            ("cens: ", "cens"),
            ("corh: ", "corh"),
            ("dim:9 ", "dim"),
        ] {
            let found = error(&format!("{}{CROSS}", NEAREST.replace(left_out, "")));
            assert!(found.starts_with(&format!("{name}: expected ")) && found.contains("found none"), "{found}");
        }
        assert!(error(NEAREST).starts_with("start: "));
        let other = error(&format!("{NEAREST}start:/4t4/3ttt3/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"));
        assert!(other.starts_with("start: expected the guards in a cross or in a square"), "{other}");
    }

    #[test]
    fn rules_of_opentafl_itself() {
        // Its variants 8 and 9.
        let tablut = "dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK linc:y ";
        let found = read_rules(&format!("{tablut}{CROSS}")).expect_err("other rules");
        let names: Vec<&str> = found.split("; ").filter_map(|error| error.split(':').next()).collect();
        assert_eq!(names, ["esc", "surf", "ka", "ks", "cor", "corh", "cenhe", "linc"]);
    }

    #[test]
    fn texts_that_are_no_rules() {
        for (text, at) in [("", 1), ("dim", 4), ("dim:9 é:n", 6), ("dim:9 :n", 6), ("dim:9 esc", 6), ("\0", 1)] {
            let found = read_rules(text).expect_err(text);
            assert!(found.starts_with(&format!("rules, character {at}: expected NAME:VALUE")), "{text}: {found}");
        }
    }
}
