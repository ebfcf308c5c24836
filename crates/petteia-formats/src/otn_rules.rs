//! Rules records of OpenTafl notation (`opentafl-notation-spec.txt`, section 3), compared with the rules of the tafl games
//! of this program.
//!
//! A record is a list of `NAME:VALUE`; a rule that is left out has its default. Lists of pieces concern only the pieces
//! of these games: `t`, `T` and `K`.

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
const YES: RuleValue = Word(&["y"]);
const EVERYONE: &str = "tcnkmTCNKM";

/// The tafl games of this program, in the order of the columns of [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    Tablut,
    Brandub,
    Copenhagen,
}

/// The same in all games.
const fn all(value: RuleValue) -> [RuleValue; 3] {
    [value; 3]
}

/// Every rule, its default, and what it is in Tablut, Brandub and Copenhagen. Points are those of the rules of Tablut in
/// `docs/games/tablut.md`.
const RULES: &[(&str, &str, [RuleValue; 3])] = &[
    ("dim", "", [Word(&["9"]), Word(&["7"]), Word(&["11"])]),
    ("name", "", all(Any)),
    // A king on a corner wins (point 3).
    ("esc", "c", all(Word(&["c"]))),
    // Nobody loses because he is surrounded (points 5 and 6), but in Copenhagen.
    ("surf", "y", [NO, NO, YES]),
    // Black, who has the mercenaries, moves first.
    ("atkf", "y", all(YES)),
    // The third repetition is a draw (point 7). In Copenhagen the defenders lose, for which there is no word.
    ("tfr", "d", [Word(&["d"]), Word(&["d"]), Word(&["w"])]),
    // The king neither captures nor helps to capture (point 4), but in the other games.
    ("ka", "y", [NO, YES, YES]),
    // The king is taken when each square beside him is hostile; the edge closes him in (point 5). In Brandub he is taken
    // like a man, in Copenhagen on four sides.
    ("ks", "s", [Word(&["m"]), Word(&["w"]), Word(&["s"])]),
    // Nobody jumps (point 1). There are no pieces that could, apart from the king.
    ("kj", "n", all(NO)),
    ("nj", "c", all(Any)),
    ("cj", "j", all(Any)),
    ("mj", "n", all(Any)),
    ("gj", "n", all(Any)),
    // Every piece moves as far as it can (point 1).
    ("spd", "-1", all(Speeds)),
    // Corners and throne (points 2 and 3). There are no fortresses.
    (
        "cor",
        "default",
        [Squares(&["a1", "a9", "i1", "i9"]), Squares(&["a1", "a7", "g1", "g7"]), Squares(&["a1", "a11", "k1", "k11"])],
    ),
    ("cen", "default", [Squares(&["e5"]), Squares(&["d4"]), Squares(&["f6"])]),
    ("afor", "", all(NoSquares)),
    ("dfor", "", all(NoSquares)),
    // Throne and corners do not help to capture (points 4 and 5). An empty throne may be hostile to the king. In Brandub
    // corners help, in Copenhagen the empty throne too.
    ("corh", EVERYONE, [Pieces("", "tTK"), Pieces("tT", ""), Pieces("tT", "")]),
    ("cenh", "tcnkm", [Pieces("", "tT"), Pieces("", "tT"), Pieces("", "T")]),
    ("cenhe", EVERYONE, [Pieces("", "tT"), Pieces("", "tT"), Pieces("tT", "")]),
    ("aforh", "TCNKM", all(Any)),
    ("dforh", "tcnkm", all(Any)),
    // Everyone passes over the throne (point 2). Nothing lies behind a corner.
    ("corp", "K", all(Pieces("K", ""))),
    ("cenp", EVERYONE, all(Pieces("tTK", ""))),
    ("aforp", EVERYONE, all(Any)),
    ("dforp", "TCNKM", all(Any)),
    // Only the king ends a move on a corner (point 3), and nobody on the throne (point 2), but in the other games.
    ("cors", "K", all(Pieces("K", "tT"))),
    ("cens", "K", [Pieces("", "tTK"), Pieces("K", "tT"), Pieces("K", "tT")]),
    ("afors", EVERYONE, all(Any)),
    ("dfors", "TCNKM", all(Any)),
    // OpenTafl asks these also of a piece that passes.
    ("corre", EVERYONE, all(Pieces("K", ""))),
    ("cenre", EVERYONE, all(Pieces("tTK", ""))),
    ("aforre", EVERYONE, all(Any)),
    ("dforre", EVERYONE, all(Any)),
    // Copenhagen has shieldwalls that a move to the edge closes, with corners at their ends, and exit forts.
    ("sw", "n", [NO, NO, Word(&["s"])]),
    ("swf", "y", [Any, Any, YES]),
    ("efe", "n", [NO, NO, YES]),
    // No other captures, one move a turn.
    ("linc", "n", all(NO)),
    ("ber", "n", all(NO)),
];

/// A variant of this program: its name, its game, its board at the start, and the rules of its record that differ from
/// the defaults of OpenTafl.
const VARIANTS: [(&str, Game, &str, &str); 4] = [
    ("tablut", Game::Tablut, "3aaa3/4a4/4D4/a3D3a/aaDDKDDaa/a3D3a/4D4/4a4/3aaa3", TABLUT),
    ("tablut-square", Game::Tablut, "3aaa3/4a4/9/a2DDD2a/aa1DKD1aa/a2DDD2a/9/4a4/3aaa3", TABLUT),
    ("brandub", Game::Brandub, "3a3/3a3/3D3/aaDKDaa/3D3/3a3/3a3", "surf:n atkf:y ks:w cenh: cenhe:"),
    (
        "copenhagen",
        Game::Copenhagen,
        "3aaaaa3/5a5/11/a4D4a/a3DDD3a/aa1DDKDD1aa/a3DDD3a/a4D4a/11/5a5/3aaaaa3",
        "atkf:y tfr:w sw:s efe:y",
    ),
];
const TABLUT: &str = "surf:n atkf:y ka:n ks:m cens: corh: cenh: cenhe:";

/// The names of the variants that have a rules record.
pub const NAMES: [&str; VARIANTS.len()] = {
    let mut names = [""; VARIANTS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = VARIANTS[i].0;
        i += 1;
    }
    names
};

/// What OpenTafl has no words for: how the rules of a variant here differ from the nearest that it can say.
#[must_use]
pub fn differences(variant: &str) -> &'static str {
    match game_of(variant) {
        Some(Game::Brandub) => "100 plies without a capture are a draw; attackers without a move lose",
        Some(Game::Copenhagen) => {
            "the defenders lose by repetition; an exit fort is one that no attackers could break; 100 plies without a \
             capture are a draw; attackers without a move lose"
        }
        _ => {
            "an empty throne beside the king closes him in; 100 plies without a capture are a draw; attackers without a \
             move lose"
        }
    }
}

fn game_of(variant: &str) -> Option<Game> {
    VARIANTS.iter().find(|(name, ..)| *name == variant).map(|(_, game, ..)| *game)
}

/// Reads a rules record; returns the variant of this program that is played by these rules.
///
/// # Errors
/// The text is no rules record, or names of rules that differ, each with what was expected and what was found.
pub fn read_rules(text: &str) -> Result<&'static str, String> {
    let entries = read_entries(text)?;
    let mut errors = Vec::new();
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
    let game = start.and_then(game_of).unwrap_or_else(|| game_of_size(&entries));
    for (name, default, expected) in RULES {
        let expected = expected[game as usize];
        let mut given = entries.iter().filter(|(known, _)| known == name).map(|(_, value)| *value).peekable();
        let found = match given.peek() {
            None => Some(*default)
                .filter(|value| !expected.admits(value))
                .map(|value| format!("none, which means {}", quoted(value))),
            Some(_) => given.find(|value| !expected.admits(value)).map(quoted),
        };
        errors.extend(found.map(|found| format!("{name}: expected {}, found {}", expected.in_words(), found)));
    }
    match start {
        Some(variant) if errors.is_empty() => Ok(variant),
        None if errors.is_empty() => Err("start: expected a start position, found none".into()),
        _ => Err(errors.join("; ")),
    }
}

/// The game on a board of the size that the entries tell.
fn game_of_size(entries: &[(&str, &str)]) -> Game {
    match entries.iter().find(|(name, _)| *name == "dim") {
        Some((_, "7")) => Game::Brandub,
        Some((_, "11")) => Game::Copenhagen,
        _ => Game::Tablut,
    }
}

/// The rules record of a tafl variant, as far as the format has words for it (see [`differences`]); `None` for any
/// other variant. Rules that have their default are left out.
#[must_use]
pub fn write_rules(variant: &str) -> Option<String> {
    let (name, _, board, rules) = VARIANTS.iter().find(|(name, ..)| *name == variant)?;
    let (start, size) = (write_board(board)?, board.split('/').count());
    Some(format!("dim:{size} name:{name} {rules} start:{start}"))
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
    let variant = VARIANTS.iter().find(|(_, _, own, _)| *own == board).map(|(variant, ..)| *variant);
    let expected = match board.split('/').count() {
        7 => "the start of Brandub",
        11 => "the start of Copenhagen Hnefatafl",
        _ => "the guards in a cross or in a square",
    };
    variant.ok_or_else(|| format!("{name}: expected {expected}, found {}", quoted(record)))
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

/// Whether no speed keeps a piece from crossing a board of 11 squares.
fn is_unlimited(text: &str) -> bool {
    let parsed: IResult<_, Vec<i32>> =
        all_consuming(terminated(separated_list1(char(','), i32), opt(char(',')))).parse(text);
    parsed.is_ok_and(|(_, speeds)| speeds.iter().all(|speed| *speed == -1 || *speed >= 10))
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
        for rules in [NEAREST, long, "  cens: dim:9 surf:n  ka:n\tks:m corh: cenh: cenhe: cor:default spd:10 "] {
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
        // What OpenTafl 0.4.8 writes for its variants 6 and 3, but for the names.
        for (variant, expected) in [
            ("brandub", "dim:7 name:brandub surf:n atkf:y ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"),
            (
                "copenhagen",
                "dim:11 name:copenhagen atkf:y tfr:w sw:s efe:y \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
            ),
        ] {
            assert_eq!(write_rules(variant).as_deref(), Some(expected));
            assert_eq!(read_rules(expected), Ok(variant));
        }
    }

    #[test]
    fn other_rules_of_other_boards_are_named() {
        for (variant, [old, new], expected) in [
            ("brandub", ["ks:w", "ks:s"], "ks: expected w, found 's'"),
            ("brandub", ["cenhe:", "cenhe:t"], "cenhe: expected pieces without tT, found 't'"),
            ("copenhagen", ["sw:s", "sw:w"], "sw: expected s, found 'w'"),
            ("copenhagen", ["efe:y ", ""], "efe: expected y, found none, which means 'n'"),
            (
                "copenhagen",
                ["/5t5/11/", "/5t5/5t5/"],
                "start: expected the start of Copenhagen Hnefatafl, found '/3ttttt3",
            ),
        ] {
            let rules = write_rules(variant).expect("rules").replacen(old, new, 1);
            let found = read_rules(&rules).expect_err(&rules);
            assert!(found.starts_with(expected), "{found}");
        }
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
            "cor:l1",
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
