//! The laws of the traits of sequential games, along random games of every such game.

use std::collections::{HashMap, HashSet};
use std::thread;

use petteia_core::{MoveError, Notation, Outcome, Searchable};
use petteia_engine::VARIANTS;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256StarStar;

/// Limit of plies. Only a game with a no-progress limit may be longer, and it is abandoned there.
const MAX_PLIES: usize = 400;

/// The laws of each line of the registry. Simultaneous and party games have laws of their own, in `epigo` and `dixit`.
macro_rules! laws {
    (@of sequential $name:literal $game:ty) => { || laws_of::<$game>($name) };
    (@of $kind:ident $name:literal $game:ty) => { || () };
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty $(, $options:path)?;)+) => {
        [$(($name, laws!(@of $kind $name $game) as fn())),+]
    };
}

#[test]
fn laws_hold_for_every_sequential_game() {
    let games = petteia_engine::for_each_variant!(laws);
    assert_eq!(games.len(), VARIANTS.len());
    thread::scope(|scope| {
        for (name, laws) in games {
            thread::Builder::new().name(name.into()).spawn_scoped(scope, laws).expect("a thread");
        }
    });
}

pub(crate) fn laws_of<P: Notation + Searchable>(name: &str) {
    let (games, words, spelling) = notation_of(name);
    check_laws::<P>(games, &words, spelling);
    for fen in rare_positions(name) {
        laws_of_search(&P::parse_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}")), fen);
    }
}

/// Positions with moves that random games seldom have.
fn rare_positions(name: &str) -> &'static [&'static str] {
    match name {
        // The king captures from the throne.
        "brandub" => &["7/7/7/4aD1/7/3K3/7 w"],
        "copenhagen" => &["11/11/11/11/11/6aD3/11/11/5K5/11/11 w"],
        _ => &[],
    }
}

/// The number of random games to play, the words to try as moves, and the spellings of the moves.
fn notation_of(name: &str) -> (u64, Vec<String>, &'static Spelling) {
    match name {
        "dvonn" => (80, dvonn_words(), &FROM_AND_TO),
        "reversi" => (120, reversi_words(), &ONE_WAY),
        "reversi-6x6" => (300, reversi_words(), &ONE_WAY),
        "checkers" | "italian" => (60, steps(32), &NUMBERS),
        "draughts" | "frisian" | "killer" | "breakthrough" | "antidraughts" => (40, steps(50), &NUMBERS),
        "russian" | "brazilian" => (60, lettered_steps(), &LETTERS),
        "breakthrough-6x6" => (100, slides(6, 6, 1), &FROM_AND_TO),
        "gonu" | "sparta" | "latrunculi-conversion" => (15, slides(8, 8, 1), &FROM_AND_TO),
        "tablut" | "tablut-square" => (10, slides(9, 9, 1), &FROM_AND_TO),
        "brandub" => (30, slides(7, 7, 1), &FROM_AND_TO),
        "copenhagen" => (8, slides(11, 11, 3), &FROM_AND_TO),
        "latrunculi" => (10, slides(8, 8, 1), &FROM_AND_TO),
        "latrunculi-8x7" => (10, slides(8, 7, 1), &FROM_AND_TO),
        "latrunculi-12x8" => (8, slides(12, 8, 7), &FROM_AND_TO),
        "latrunculi-12x9" => (8, slides(12, 9, 7), &FROM_AND_TO),
        "latrunculi-19x11" => (3, slides(19, 11, 29), &FROM_AND_TO),
        _ => panic!("how are the moves of {name} written?"),
    }
}

fn dvonn_words() -> Vec<String> {
    let cells: Vec<String> = ('a'..='l').flat_map(|file| ('0'..='6').map(move |row| format!("{file}{row}"))).collect();
    let pairs = cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}")));
    let others = ["pass", "", "0000", "c", "c3d", "c3d4e5", "3c", "c3-", "-c3", "c-3", "c3--d4", "c3-d4-e5", "c3 d4"];
    let others = others.into_iter().chain(["é3", "c3é", "c3-é4", "p-ass", "-pass"]).map(String::from);
    cells.iter().cloned().chain(pairs).chain(others).collect()
}

fn reversi_words() -> Vec<String> {
    let squares = ('a'..='i').flat_map(|file| ('0'..='9').map(move |rank| format!("{file}{rank}")));
    let others =
        ["pass", "", "0000", "d", "3d", "d3e", "d3d4", "d-3", "d 3", "é3", "d3é", "pass3", "64"].map(String::from);
    squares.chain(others).collect()
}

/// Every `every`-th pair of squares, on and off the board, and malformed words.
fn slides(files: u8, ranks: u8, every: usize) -> Vec<String> {
    let squares: Vec<String> = (0..=files)
        .flat_map(|file| (0..=ranks + 1).map(move |rank| format!("{}{rank}", char::from(b'a' + file))))
        .collect();
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}"))).step_by(every);
    let others = [
        "pass",
        "",
        "0000",
        "a1",
        "a1a",
        "1a1a",
        "a1-",
        "-a1a2",
        "a1--a2",
        "a-1a2",
        "a1-a2-a3",
        "a1-é2",
        "a1a2a3",
        "a01a2",
        "a1a02",
        "é1a2",
        "a1é2",
        "a1a999999999999999999999",
    ];
    let hyphened = pairs.clone().step_by(11).filter_map(|pair| with_hyphen(&pair));
    pairs.chain(hyphened).chain(others.map(String::from)).collect()
}

/// Steps and captures between all pairs of squares, and malformed words.
fn steps(squares: u32) -> Vec<String> {
    let pairs = (0..=squares + 1).flat_map(|from| (0..=squares + 1).map(move |to| (from, to)));
    let others = ["pass", "", "0000", "1", "1-", "x", "1x", "1x99", "1-2-3", "1-6x10", "1--6", "1 - 6", "é-5", "a1-b2"];
    pairs
        .flat_map(|(from, to)| ["-", "x"].map(|by| format!("{from}{by}{to}")))
        .chain(others.map(String::from))
        .collect()
}

/// Steps and captures between all pairs of squares by letter and number, some by number alone, and malformed words.
fn lettered_steps() -> Vec<String> {
    let squares: Vec<String> =
        ('a'..='i').flat_map(|file| ('0'..='9').map(move |rank| format!("{file}{rank}"))).collect();
    let pairs = squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to)));
    let words = pairs.flat_map(|(from, to)| ["-", "x", ":"].map(|by| format!("{from}{by}{to}")));
    words.step_by(2).chain(steps(32).into_iter().filter(|word| word != "a1-b2")).collect()
}

/// Spellings of moves, independent of the engine.
struct Spelling {
    /// Other texts of a move than the canonical one.
    others: fn(&str) -> Vec<String>,
    /// The legal move in canonical text that a word means, if any.
    meaning: fn(&str, &HashSet<String>) -> Option<String>,
}

/// Each move has one spelling.
const ONE_WAY: Spelling = Spelling { others: |_| Vec::new(), meaning: |word, legal| legal.get(word).cloned() };

/// Two squares with an optional hyphen between them.
const FROM_AND_TO: Spelling = Spelling {
    others: |word| with_hyphen(word).into_iter().collect(),
    meaning: |word, legal| {
        let ends = word.split_once('-').filter(|(from, to)| is_square(from) && is_square(to));
        ends.map_or_else(|| legal.get(word), |(from, to)| legal.get(&format!("{from}{to}"))).cloned()
    },
};

/// Numbers with a hyphen or an x between them. A capture may give its ends alone.
const NUMBERS: Spelling = Spelling {
    others: |word| other_spellings(&split(word, &["x"], &numbered).expect("a move"), word, &["-", "x"]),
    meaning: |word, legal| meaning(&split(word, &["x"], &numbered)?, legal),
};

/// The same with squares such as `c3`, for which numbers may stand, and also with a colon.
const LETTERS: Spelling = Spelling {
    others: |word| other_spellings(&split(word, &["x", ":"], &lettered).expect("a move"), word, &["-", "x", ":"]),
    meaning: |word, legal| meaning(&split(word, &["x", ":"], &lettered)?, legal),
};

fn other_spellings(squares: &[String], word: &str, separators: &[&str]) -> Vec<String> {
    let ways = [squares, &squares[..2]].into_iter().flat_map(|squares| separators.iter().map(|by| squares.join(by)));
    ways.filter(|other| other != word).collect()
}

fn meaning(expected: &[String], legal: &HashSet<String>) -> Option<String> {
    let exact = ["-", "x"].into_iter().find_map(|by| legal.get(&expected.join(by)));
    let beginning = expected.join("x") + "x";
    let mut fitting = legal.iter().filter(|other| expected.len() == 2 && other.starts_with(&beginning));
    let only = (fitting.next(), fitting.next());
    exact.or(if only.1.is_none() { only.0 } else { None }).cloned()
}

/// The squares of a word, in canonical form.
fn split(word: &str, captures: &[&str], square: &dyn Fn(&str) -> Option<String>) -> Option<Vec<String>> {
    let by = if word.contains('-') { "-" } else { captures.iter().find(|by| word.contains(**by))? };
    let squares: Option<Vec<String>> = word.split(by).map(square).collect();
    squares.filter(|squares| squares.len() > 1)
}

fn numbered(text: &str) -> Option<String> {
    text.parse::<u32>().ok().map(|number| number.to_string())
}

/// A dark square of the 8x8 board.
fn lettered(text: &str) -> Option<String> {
    if let Ok(number) = text.parse::<u32>() {
        let (row, index) = ((number.checked_sub(1)?) / 4, (number - 1) % 4);
        let file = char::from(b'a' + u8::try_from(2 * index + (row + 1) % 2).expect("few"));
        return (number <= 32).then(|| format!("{file}{}", 8 - row));
    }
    let (file, rank) = (u32::from(*text.as_bytes().first()?) - 96, text.get(1..)?.parse::<u32>().ok()?);
    ((1..=8).contains(&file) && (1..=8).contains(&rank) && (file + rank) % 2 == 0).then(|| text.to_owned())
}

fn is_square(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|file| file.is_ascii_lowercase()) && letters.as_str().parse::<u8>().is_ok()
}

fn with_hyphen(word: &str) -> Option<String> {
    let to = word.rfind(|letter: char| letter.is_ascii_lowercase())?;
    let (from, to) = word.split_at(to);
    (is_square(from) && is_square(to)).then(|| format!("{from}-{to}"))
}

/// Checks the laws along random games. `words` are valid and invalid spellings of moves.
fn check_laws<P: Notation + Searchable>(games: u64, words: &[String], spelling: &Spelling) {
    let mut fens_by_key = HashMap::new();
    for seed in 0..games {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut position = P::start();
        for ply in 0.. {
            if ply == MAX_PLIES {
                assert!(P::NO_PROGRESS_LIMIT.is_some(), "seed {seed}");
                break;
            }
            let context = format!("seed {seed}, ply {ply}: {}", position.to_fen());
            laws_of_position(&position, &context);
            laws_of_notation(&position, &context);
            laws_of_search(&position, &context);
            if (seed + ply as u64).is_multiple_of(8) {
                accepted_words_are_moves(&position, words, spelling, &context);
            }
            let fen = fens_by_key.entry(position.key()).or_insert_with(|| position.to_fen());
            assert_eq!(*fen, position.to_fen(), "one key for two positions, {context}");
            let Some(&m) = position.legal_moves().choose(rng) else { break };
            position.play_unchecked(m);
        }
    }
}

fn laws_of_position<P: Notation>(position: &P, context: &str) {
    let listed = position.legal_moves();
    assert_eq!(position.outcome().is_none(), !listed.is_empty(), "{context}");
    assert_eq!(position.count_moves(), listed.len() as u64, "{context}");
    assert!(listed == position.legal_moves(), "another order: {context}");
    let words: HashSet<String> = listed.iter().map(|&m| position.write_move(m)).collect();
    assert_eq!(words.len(), listed.len(), "{context}");
    let replies: u64 = listed.iter().map(|&m| position.after(m).count_moves()).sum();
    assert_eq!(position.count_replies(), replies, "{context}");
    assert_eq!((position.perft(0), position.perft(2)), (1, replies), "{context}");
    assert!(listed.iter().all(|&m| position.play(m) == Ok(position.after(m))), "{context}");
    if let Some(&m) = listed.first() {
        let later = position.after(m).legal_moves();
        let is_legal = |m: &P::Move| listed.contains(m);
        assert!(later.iter().all(|m| position.play(*m).is_ok() == is_legal(m)), "{context}");
    }
}

fn laws_of_notation<P: Notation>(position: &P, context: &str) {
    let again = P::parse_fen(&position.to_fen()).unwrap_or_else(|error| panic!("{error}: {context}"));
    assert!(again == *position, "{context}");
    assert_eq!(again.key(), position.key(), "{context}");
    assert_eq!(position.end_reason().is_some(), position.outcome().is_some(), "{context}");
    assert!(position.diagram().ends_with('\n'), "{context}");
    for m in position.legal_moves() {
        let word = position.write_move(m);
        assert!(position.parse_move(&word) == Ok(m), "{word}, {context}");
        assert_eq!(P::split_moves(&word), [word.as_str()], "{context}");
        for effect in position.effects(m) {
            assert!(!effect.is_empty() && !effect.contains(';'), "{word} {effect}, {context}");
        }
    }
}

fn laws_of_search<P: Notation + Searchable>(position: &P, context: &str) {
    let listed = position.legal_moves();
    let indices: HashSet<usize> = listed.iter().map(|&m| P::move_index(m)).collect();
    assert_eq!(indices.len(), listed.len(), "{context}");
    assert!(indices.iter().all(|&index| index < P::MOVE_INDICES), "{context}");
    assert!(listed.iter().all(|&m| position.ordering_score(m).abs() <= 1_000), "{context}");
    let ordering_score = position.ordering_scores();
    assert!(listed.iter().all(|&m| ordering_score(m) == position.ordering_score(m)), "{context}");
    assert!(listed.iter().all(|&m| position.is_progress(m) || !position.is_irreversible(m)), "{context}");
    let mut noisy = HashSet::new();
    if position.outcome().is_none() {
        position.for_each_noisy_move(|m| {
            assert!(noisy.insert(P::move_index(m)) && listed.contains(&m), "{}, {context}", position.write_move(m));
        });
    }
    if let Some(m) = position.winning_move() {
        let word = position.write_move(m);
        assert!(listed.contains(&m), "{word}, {context}");
        assert_eq!(position.after(m).outcome(), Some(Outcome::Win(position.side())), "{word}, {context}");
    }
    if let Some(outcome) = position.outcome().filter(|_| P::WON_BY_MARGIN) {
        let expected = match outcome {
            Outcome::Win(side) if side == position.side() => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        };
        assert_eq!(position.margin().signum(), expected, "{context}");
    }
}

fn accepted_words_are_moves<P: Notation>(position: &P, words: &[String], spelling: &Spelling, context: &str) {
    let legal: HashSet<String> = position.legal_moves().into_iter().map(|m| position.write_move(m)).collect();
    let others: Vec<String> = legal.iter().flat_map(|word| (spelling.others)(word)).collect();
    let words: HashSet<&String> = words.iter().chain(&legal).chain(&others).collect();
    for word in words {
        let meaning = (spelling.meaning)(word, &legal);
        assert!(!legal.contains(word) || meaning.as_ref() == Some(word), "{word}, {context}");
        let read = position.parse_move(word);
        assert_eq!(read.as_ref().ok().map(|&m| position.write_move(m)), meaning, "{word}, {context}");
        match read {
            Ok(_) => {}
            Err(MoveError::Syntax(expected)) => assert!(!expected.is_empty()),
            Err(MoveError::Hidden(what)) => panic!("{what} is hidden, {context}"),
            Err(MoveError::Illegal(why)) => assert!(!why.is_empty(), "{word}, {context}"),
        }
    }
}
