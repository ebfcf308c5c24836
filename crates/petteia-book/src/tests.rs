//! Scores and expansions against naive references, choices, counts, and files against damage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use petteia_core::{Notation, Outcome, Position, Score, Scoring, Side};
use petteia_games::draughts::Checkers;
use petteia_games::reversi::Reversi;
use petteia_games::reversi::eval::NeuralEval;
use petteia_games::tafl::TablutCross;
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::book::{one_ply_earlier, successors, worth};
use super::expansion::next_expansion;
use super::file::to_bytes;
use super::tree::Tree;
use super::{
    Book, BookGame, Builder, Counts, Deviation, Entry, GameLine, Shown, candidates, choose, line, open, write,
};

const REVERSI: BookGame = BookGame::of::<Reversi, NeuralEval>("reversi");

fn builder(positions: usize, threads: usize) -> Builder {
    let stop = Arc::new(AtomicBool::new(false));
    Builder { positions, full_width: 0, nodes: 300, threads, hash: 1, stop }
}

/// Builds on a book up to this number of positions.
fn built(book: Book, positions: usize, threads: usize) -> Book {
    let mut saved = None;
    let save = &mut |book: &Book| {
        saved = Some(book.clone());
        Ok(())
    };
    REVERSI.build(&builder(positions, threads), book, (&[], 0), save, &mut |_| ()).expect("a book");
    saved.expect("it is saved in the end")
}

fn small_book() -> Book {
    built(Book::new::<Reversi>("reversi"), 40, 1)
}

/// A path that no other test uses.
fn path() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("petteia-book-{}-{number}.book", std::process::id()))
}

/// The score of a position by its whole tree in the book.
fn naive_score(book: &Book, position: &Reversi) -> Score {
    let entry = book.get(position).expect("a position of the book");
    let mut scores = Vec::new();
    if let Deviation::Move { score, .. } = entry.deviation {
        scores.push(score);
    }
    position.for_each_move(|m| {
        let after = position.after(m);
        if book.get(&after).is_some() {
            scores.push(one_ply_earlier(naive_score(book, &after)));
        }
    });
    scores.into_iter().max().expect("a move")
}

#[test]
fn scores_are_those_of_plain_minimax() {
    let book = small_book();
    assert_eq!((book.entries.len(), book.game.as_str()), (40, "reversi"));
    let mut open = vec![Reversi::start()];
    let mut seen = BTreeSet::new();
    while let Some(position) = open.pop() {
        if !seen.insert(position.symmetric_key()) {
            continue;
        }
        let entry = book.get(&position).expect("a position of the book");
        assert_eq!(entry.score, Some(naive_score(&book, &position)), "{}", position.to_fen());
        if let Deviation::Move { rank, .. } = entry.deviation {
            let (key, _) = successors(&position)[usize::from(rank)];
            assert!(!book.entries.contains_key(&key), "a deviation leads out of the book");
        }
        position.for_each_move(|m| open.extend(Some(position.after(m)).filter(|after| book.get(after).is_some())));
    }
    assert_eq!(seen.len(), 40, "all positions can be reached");
}

#[test]
fn a_run_that_was_interrupted_continues() {
    let book = small_book();
    let more = built(book.clone(), 60, 2);
    assert_eq!(more.entries.len(), 60);
    assert!(book.entries.keys().all(|key| more.entries.contains_key(key)));
    assert!(more.entries.values().all(|entry| entry.deviation != Deviation::Unsearched));
    assert_eq!(more.entries[&Reversi::start().symmetric_key()].score, Some(naive_score(&more, &Reversi::start())));
    // One that stops at once leaves the book as it is, and what was not searched is searched the next time.
    let stopped = Builder { stop: Arc::new(AtomicBool::new(true)), ..builder(90, 2) };
    let mut saved = None;
    let save = &mut |book: &Book| {
        saved = Some(book.clone());
        Ok(())
    };
    REVERSI.build(&stopped, more.clone(), (&[], 0), save, &mut |_| ()).expect("a book");
    assert_eq!(saved, Some(more));
}

#[test]
fn the_first_plies_are_complete() {
    let mut saved = Book::new::<Reversi>("reversi");
    let save = &mut |book: &Book| {
        saved = book.clone();
        Ok(())
    };
    let wide = Builder { full_width: 3, ..builder(1, 2) };
    REVERSI.build(&wide, Book::new::<Reversi>("reversi"), (&[], 0), save, &mut |_| ()).expect("a book");
    let mut positions = vec![Reversi::start()];
    let mut keys = BTreeSet::new();
    for _ in 0..=3 {
        keys.extend(positions.iter().map(Position::symmetric_key));
        positions = positions
            .iter()
            .flat_map(|position| position.legal_moves().into_iter().map(|m| position.after(m)))
            .collect();
    }
    assert_eq!(saved.entries.keys().copied().collect::<BTreeSet<_>>(), keys);
    assert_eq!(keys.len(), 1 + 1 + 3 + 14);
}

#[test]
fn symmetric_moves_are_one_move() {
    let book = small_book();
    let moves = candidates(&book, &Reversi::start());
    assert_eq!(moves.len(), 1);
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let chosen = choose(&book, &Reversi::start(), |_| true, rng).expect("a move");
        seen.insert(Reversi::start().write_move(chosen.m));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
    for first in ["c4", "d3", "e6", "f5"] {
        let after = Reversi::start().after(Reversi::start().parse_move(first).expect("a move"));
        let known = candidates(&book, &after);
        assert!(!known.is_empty() && known.is_sorted_by_key(|found| std::cmp::Reverse(found.score)), "{first}");
    }
}

/// The least length of an expansion by all paths from the start.
fn naive_length<P: Scoring>(tree: &Tree<P>, node: usize, own: usize) -> Option<u64> {
    let entry = &tree.nodes[node].entry;
    let best = worth(entry.score?, P::WON_BY_MARGIN);
    let weight = [6_000, 60_000][own];
    let step = |score: Score| {
        let loss = u64::from((best - worth(score, P::WON_BY_MARGIN)).max(0).unsigned_abs());
        1_000 + weight * loss / u64::from(P::EVAL_ERROR.unsigned_abs())
    };
    let deviation = match entry.deviation {
        Deviation::Move { score, .. } => Some(step(score)),
        _ => None,
    };
    let below = tree.links(node).filter_map(|(_, to)| {
        let length = naive_length(tree, to, 1 - own)?;
        Some(length + step(tree.link_score(to)?))
    });
    below.chain(deviation).min()
}

#[test]
fn the_nearest_deviation_is_expanded() {
    let mut book = Book::new::<Reversi>("reversi");
    for positions in [5, 12, 25, 40] {
        book = built(book, positions, 1);
        let tree = Tree::<Reversi>::of(book.clone());
        let least = [0, 1].map(|own| naive_length(&tree, 0, own)).into_iter().flatten().min().expect("a deviation");
        let node = next_expansion(&tree, 0).expect("a deviation");
        // Without this deviation no other one is as near.
        let mut without = tree.clone();
        without.nodes[node].entry.deviation = Deviation::Absent;
        let rest = [0, 1].map(|own| naive_length(&without, 0, own)).into_iter().flatten().min();
        assert!(rest.is_none_or(|rest| rest >= least), "{positions} positions: {rest:?}, {least}");
        assert_ne!([0, 1].map(|own| naive_length(&tree, 0, own)), [0, 1].map(|own| naive_length(&without, 0, own)));
    }
}

#[test]
fn cycles_of_positions_end() {
    // In Tablut pieces go back and forth.
    let mut book = Book::new::<TablutCross>("tablut");
    let mut position = TablutCross::start();
    let entry =
        Entry { score: None, deviation: Deviation::Move { rank: 0, score: Score::estimate(10) }, ..Entry::default() };
    book.entries.insert(position.symmetric_key(), entry);
    for word in ["d1c1", "e3d3", "c1d1", "d3e3"] {
        let m = position.parse_move(word).unwrap_or_else(|error| panic!("{word}: {error}"));
        position.play_unchecked(m);
        book.entries.entry(position.symmetric_key()).or_insert(entry);
    }
    let mut tree = Tree::<TablutCross>::of(book);
    (0..tree.nodes.len()).for_each(|node| tree.update(node));
    assert!(tree.nodes.len() >= 4 && next_expansion(&tree, 0).is_some());
}

/// A book of the start with some moves, by their words, scores and counts.
fn book_of(moves: &[(&str, Option<i32>, [u32; 3])], deviation: Deviation) -> Book {
    let mut book = Book::new::<Checkers>("checkers");
    let start = Checkers::start();
    book.entries.insert(start.symmetric_key(), Entry { score: None, deviation, ..Entry::default() });
    for &(word, score, [wins, draws, losses]) in moves {
        let after = start.after(start.parse_move(word).expect("a move"));
        let counts = Counts { wins: losses, draws, losses: wins };
        let score = score.map(|score| -Score::estimate(score));
        book.entries.insert(after.symmetric_key(), Entry { score, counts, ..Entry::default() });
    }
    book
}

/// How often each move is chosen by so many seeds.
fn choices(book: &Book, seeds: u64) -> BTreeMap<String, u32> {
    let start = Checkers::start();
    let mut found = BTreeMap::new();
    for seed in 0..seeds {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let Some(chosen) = choose(book, &start, |_| true, rng) else { continue };
        *found.entry(start.write_move(chosen.m)).or_default() += 1;
        let again = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        assert!(choose(book, &start, |_| true, again).is_some_and(|again| again.m == chosen.m), "seed {seed}");
    }
    found
}

#[test]
fn moves_are_drawn_by_score() {
    let games = [0, 0, 0];
    let moves = [("11-15", Some(20), games), ("10-14", Some(15), games), ("9-13", Some(-40), games)];
    let found = choices(&book_of(&moves, Deviation::Absent), 2_000);
    let [best, second] = ["11-15", "10-14"].map(|word| found[word]);
    assert_eq!((found.len(), best + second), (2, 2_000), "a bad move is never chosen");
    // exp(-1) for a loss of a twentieth of the error of the evaluation.
    let share = f64::from(second) / f64::from(best);
    assert!((share - (-1.0_f64).exp()).abs() < 0.06, "{share}");
    // Results of games shift the choice among good moves.
    let moves = [("11-15", Some(20), [0, 0, 98]), ("10-14", Some(20), [0, 0, 0])];
    let found = choices(&book_of(&moves, Deviation::Absent), 2_000);
    assert!(found["10-14"] > 1_900, "{found:?}");
    let start = Checkers::start();
    let only = |word: &'static str| move |m| start.write_move(m) == word;
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    assert!(choose(&book_of(&moves, Deviation::Absent), &start, only("9-13"), rng).is_none());
}

#[test]
fn moves_without_scores_are_drawn_by_results() {
    let moves = [("11-15", None, [3, 0, 0]), ("10-14", None, [1, 1, 7]), ("9-13", None, [0, 0, 5])];
    let found = choices(&book_of(&moves, Deviation::Unsearched), 2_000);
    assert_eq!(found.len(), 2, "a move that always lost is not chosen");
    let share = f64::from(found["10-14"]) / f64::from(found["11-15"]);
    assert!((share - 0.5).abs() < 0.08, "{share}");
    assert!(choices(&book_of(&[], Deviation::Unsearched), 3).is_empty());
    assert!(choices(&book_of(&[("9-13", None, [0, 0, 1])], Deviation::Unsearched), 3).is_empty());
}

#[test]
fn results_of_games_are_counted() {
    let mut book = Book::new::<Reversi>("reversi");
    let game =
        |moves: &str, outcome| GameLine { start: None, moves: moves.split(' ').map(str::to_owned).collect(), outcome };
    let games = [
        game("f5 d6 c3", Some(Outcome::Win(Side::First))),
        game("c4 e3 f6", Some(Outcome::Draw)),
        game("f5 f6 e6", Some(Outcome::Win(Side::Second))),
        game("f5 f4", None),
    ];
    for game in &games {
        REVERSI.learn(&mut book, game, 2).expect("legal moves");
    }
    let counts = |wins, draws, losses| Counts { wins, draws, losses };
    let after = |moves: &str| {
        moves.split_whitespace().fold(Reversi::start(), |at, word| at.after(at.parse_move(word).expect("a move")))
    };
    // The first two games are the same but for a symmetry of the board.
    for (moves, expected) in [
        ("", counts(1, 1, 1)),
        ("d3", counts(1, 1, 1)),
        ("f5 d6", counts(1, 1, 0)),
        ("c4 e3", counts(1, 1, 0)),
        ("f5 f6", counts(0, 0, 1)),
        ("f5 f4", counts(0, 0, 0)),
    ] {
        let entry = book.get(&after(moves)).unwrap_or_else(|| panic!("{moves} is not in the book"));
        assert_eq!(entry.counts, expected, "{moves}");
    }
    assert_eq!(book.entries.len(), 5, "two plies of each game");
    let shown = REVERSI.show(&book, &Shown { plies: 2, moves: 2 }, &[]).expect("a tree");
    assert_eq!(shown, "d3 +1 =1 -1\n  c5 +0 =1 -1\n  c3 +1 =0 -0\n");
    let wrong = REVERSI.show(&book, &Shown { plies: 2, moves: 2 }, &["f5".into(), "a1".into()]);
    assert!(wrong.is_err_and(|error| error.to_string().starts_with("move 2: 'a1': ")));
}

#[test]
fn lines_follow_the_best_moves() {
    let book = small_book();
    let line = line(&book, Reversi::start(), 6);
    assert!((2..=6).contains(&line.len()));
    let mut position = Reversi::start();
    for m in line {
        assert!(position.is_legal(m));
        position.play_unchecked(m);
    }
}

#[test]
fn files_come_back_as_they_were() {
    let (path, book) = (path(), small_book());
    write(&path, &book).expect("a file");
    assert_eq!(open(&path).expect("a book"), book);
    let mut strange = book.clone();
    let scores = [None, Some(Score::mate_in(3)), Some(Score::margin(-64)), Some(Score::estimate(-7))];
    let deviations =
        [Deviation::Unsearched, Deviation::Absent, Deviation::Move { rank: 900, score: Score::mated_in(2) }];
    for (i, entry) in strange.entries.values_mut().enumerate() {
        let counts = Counts { wins: u32::MAX, draws: i as u32, losses: 1 << 20 };
        *entry = Entry { score: scores[i % 4], deviation: deviations[i % 3], counts };
    }
    write(&path, &strange).expect("a file");
    assert_eq!(open(&path).expect("a book"), strange);
    fs::remove_file(path).expect("the file");
}

#[test]
fn damaged_files_are_refused() {
    let (path, mut book) = (path(), small_book());
    while book.entries.len() > 3 {
        book.entries.pop_first();
    }
    let good = to_bytes(&book);
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let error = open(&path).expect_err("a damaged file").to_string();
        assert!(error.starts_with(path.to_str().expect("a name")) && !error.contains('\n'), "{error}");
        error
    };
    for length in 0..good.len() {
        error(&good[..length]);
    }
    error(&[&good[..], b"x"].concat());
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        error(&bytes);
    }
    let with = |at: usize, word: [u8; 4]| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word);
        error(&bytes)
    };
    assert!(with(0, *b"PDN\n").ends_with(": expected an opening book of petteia, found another file"));
    assert!(with(8, 2_u32.to_le_bytes()).ends_with(": expected version 1 of a book, found 2"));
    assert!(with(12, u32::MAX.to_le_bytes()).ends_with(": expected at most 4000000 positions, found 4294967295"));
    assert!(with(12, 4_u32.to_le_bytes()).ends_with(": expected 172 bytes, found 146"));
    assert!(with(24, *b"\n\x1b[m").contains(": expected the name of a game, found '\\n\\u{1b}[m"));
    assert!(with(70, *b"abcd").contains(": expected the CRC-32 "));
    // Positions out of order, with the right checksum.
    let mut bytes = good[..good.len() - 4].to_vec();
    let swapped = [&bytes[90..116], &bytes[64..90]].concat();
    bytes[64..116].copy_from_slice(&swapped);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    assert!(error(&bytes).contains(": position 2: expected a key above the one before, found "));
    fs::remove_file(&path).expect("the file");
    assert!(open(&path).is_err() && open(&std::env::temp_dir()).is_err());
}

#[test]
fn a_book_of_another_game_or_version_is_refused() {
    let book = Book::new::<Reversi>("reversi");
    assert_eq!(book.check::<Reversi>("reversi"), Ok(()));
    let refused = book.check::<Checkers>("checkers");
    assert_eq!(refused, Err("expected a book of checkers, found one of reversi".into()));
    let other = Book { keys: 1, ..book };
    let refused = other.check::<Reversi>("reversi").expect_err("other keys");
    assert!(refused.ends_with(", found 0000000000000001"), "{refused}");
}

#[test]
fn a_hundred_thousand_positions_take_less_than_5_mb() {
    let mut book = Book::new::<Reversi>("reversi");
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    book.entries.extend((0..100_000).map(|_| (rng.next_u64(), Entry::default())));
    assert_eq!(book.entries.len(), 100_000);
    assert!(to_bytes(&book).len() <= 5_000_000);
}
