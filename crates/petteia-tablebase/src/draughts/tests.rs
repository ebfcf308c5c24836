//! The solver against a naive reference, and the files against damage.

use std::collections::HashMap;
use std::fs;

use petteia_core::{Notation, Position, Tablebase, TablebaseValue, Wdl};
use petteia_games::draughts::{Checkers, Draughts, EnglishRules, International, InternationalRules, Rules};

use super::material::{Army, Slice};
use crate::counts::Counts;
use crate::endgames::{Material, SliceIndex};
use crate::file::{self, SliceFile};
use crate::tables::Tables;
use crate::testing::{Folder, folder_with, generation};

/// All positions with White to move, both sides on the board and at most this many pieces, as FEN spells them.
fn all_positions<R: Rules>(pieces: usize) -> Vec<Draughts<R>> {
    let squares = 2 * R::ROW * R::ROW;
    let mut texts = vec![(0, String::new(), String::new())];
    let mut positions = Vec::new();
    for _ in 0..pieces {
        let mut longer = Vec::new();
        for (last, white, black) in &texts {
            for square in last + 1..=squares {
                for piece in [square.to_string(), format!("K{square}")] {
                    let add = |list: &str| if list.is_empty() { piece.clone() } else { format!("{list},{piece}") };
                    longer.push((square, add(white), black.clone()));
                    longer.push((square, white.clone(), add(black)));
                }
            }
        }
        let complete = longer.iter().filter(|(_, white, black)| !white.is_empty() && !black.is_empty());
        // FEN refuses men on their crowning row.
        positions.extend(complete.filter_map(|(_, w, b)| Draughts::parse_fen(&format!("W:W{w}:B{b}")).ok()));
        texts = longer;
    }
    positions
}

/// The text of a position with White to move. Black to move is White to move with the board turned and the colours
/// exchanged.
fn text_for_white<R: Rules>(position: &Draughts<R>) -> String {
    let text = position.to_fen();
    let squares = 2 * R::ROW * R::ROW;
    let list = |text: &str| {
        let piece = |piece: &str| {
            let (king, number) = piece.strip_prefix('K').map_or(("", piece), |number| ("K", number));
            format!("{king}{}", squares + 1 - number.parse::<u32>().expect("a square"))
        };
        text[1..].split(',').filter(|text| !text.is_empty()).rev().map(piece).collect::<Vec<_>>().join(",")
    };
    match text.split(':').collect::<Vec<_>>()[..] {
        ["B", white, black] => format!("W:W{}:B{}", list(black), list(white)),
        _ => text,
    }
}

/// A move: the number of the next position, `None` if its side has no piece left, and whether the move is progress.
type NaiveMove = (Option<usize>, bool);

/// The values of positions by plain iteration: first the results, then the distances.
fn naive_values<R: Rules>(positions: &[Draughts<R>]) -> Vec<TablebaseValue> {
    let texts = positions.iter().map(Notation::to_fen);
    let numbers: HashMap<String, usize> = texts.zip(0..).collect();
    let moves = |position: &Draughts<R>| {
        let mut moves: Vec<NaiveMove> = Vec::new();
        position.for_each_move(|m| {
            let next = numbers.get(&text_for_white(&position.after(m))).copied();
            moves.push((next, position.is_progress(m)));
        });
        moves
    };
    let moves: Vec<_> = positions.iter().map(moves).collect();
    let mut results = vec![Wdl::Draw; positions.len()];
    let result = |results: &[Wdl], (next, _): &NaiveMove| next.map_or(Wdl::Loss, |next| results[next]);
    loop {
        let mut is_changed = false;
        for (number, moves) in moves.iter().enumerate() {
            let worst = moves.iter().map(|m| result(&results, m)).min();
            let best = worst.map_or(Wdl::Loss, Wdl::negated);
            is_changed |= results[number] != best;
            results[number] = best;
        }
        if !is_changed {
            break;
        }
    }
    let mut distances: Vec<Option<u8>> = vec![None; positions.len()];
    for plies in 0..=100 {
        // A move is settled if the rest of the way takes fewer plies than are asked for.
        let is_settled = |&(next, is_progress): &NaiveMove| {
            let is_near = |next: usize| distances[next].is_some_and(|distance| distance < plies);
            plies > 0 && (is_progress || next.is_none_or(is_near))
        };
        let is_found = |&number: &usize| match results[number] {
            Wdl::Win => moves[number].iter().any(|m| result(&results, m) == Wdl::Loss && is_settled(m)),
            Wdl::Loss => moves[number].iter().all(is_settled),
            Wdl::Draw => false,
        };
        let open = (0..positions.len()).filter(|&number| distances[number].is_none());
        let found: Vec<usize> = open.filter(is_found).collect();
        for number in found {
            distances[number] = Some(plies);
        }
    }
    let values = results.into_iter().zip(distances);
    values.map(|(wdl, distance)| TablebaseValue::new(wdl, distance.unwrap_or(u8::MAX))).collect()
}

fn values_are_those_of_the_naive_twin<R: Rules>(pieces: usize) {
    let folder = folder_with::<Draughts<R>>(pieces);
    let tables = Tables::<Draughts<R>>::open(&folder.0, pieces).expect("files");
    let positions = all_positions::<R>(pieces);
    for (position, naive) in positions.iter().zip(naive_values(&positions)) {
        assert_eq!(tables.value(position), Some(naive), "{}", position.to_fen());
    }
    let slices = Slice::up_to(pieces).into_iter().flat_map(Material::with_twin);
    let counts = slices.map(|slice| tables.file(slice).map_or(0, |file| file.counts.positions()));
    assert_eq!(counts.sum::<u64>(), positions.len() as u64);
    generation(pieces).verify::<Draughts<R>>(&folder.0, &mut |_| ()).expect("the second pass");
}

#[test]
fn values_of_checkers_are_those_of_the_naive_twin() {
    values_are_those_of_the_naive_twin::<EnglishRules>(3);
}

#[test]
fn values_of_draughts_are_those_of_the_naive_twin() {
    values_are_those_of_the_naive_twin::<InternationalRules>(2);
}

#[test]
fn one_king_each_is_as_published() {
    // Trice, "Checkers databases", damforum.nl, viewtopic.php?t=2603: one king each, the longest win 11 plies.
    let folder = folder_with::<Checkers>(2);
    let tables = Tables::<Checkers>::open(&folder.0, 2).expect("files");
    let king = Army { men: 0, kings: 1 };
    let file = tables.file(Slice { own: king, enemy: king }).expect("one king each");
    assert_eq!(file.counts, Counts { wins: 230, draws: 654, losses: 108, longest: 11 });
    // Of the wins, 72 are captures.
    let positions = (0..file.index.size()).filter_map(|number| file.index.placement(number));
    let captures = positions.filter(|placement| placement.position::<EnglishRules>().must_capture());
    assert_eq!(captures.count(), 72);
}

#[test]
fn a_run_goes_on_where_the_last_one_ended() {
    let folder = folder_with::<Checkers>(2);
    let mut lines = Vec::new();
    fs::write(folder.0.join(".petteia-1-2.tmp"), "left by a run that was killed").expect("a file");
    let one_missing = file::path::<Checkers>(&folder.0, "KvM".parse().expect("a slice"));
    fs::remove_file(&one_missing).expect("a file");
    let damaged = file::path::<Checkers>(&folder.0, "MvM".parse().expect("a slice"));
    let mut bytes = fs::read(&damaged).expect("a file");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&damaged, &bytes).expect("a file");
    generation(3).run::<Checkers>(&folder.0, &mut |line| lines.push(line.to_owned())).expect("files");
    assert!(lines[0].starts_with("checkers KvK: 992 positions, 230 wins, ") && lines[0].ends_with(", kept"));
    assert!(lines[1].starts_with("checkers ") && lines[1].ends_with(" s"), "{}", lines[1]);
    assert!(lines.iter().any(|line| line.contains("MvM.petb: block 1: expected the CRC-32 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.ends_with(", kept")).count(), 1);
    assert!(!folder.0.join(".petteia-1-2.tmp").exists());
    generation(3).verify::<Checkers>(&folder.0, &mut |_| ()).expect("the second pass");
}

#[test]
fn one_run_writes_to_a_folder() {
    let folder = Folder::new();
    let mut refusal = None;
    let mut lines = 0;
    generation(2)
        .run::<Checkers>(&folder.0, &mut |_| {
            lines += 1;
            let again = generation(2).run::<International>(&folder.0, &mut |_| ());
            refusal = again.err().map(|error| error.to_string());
        })
        .expect("files");
    let expected = format!("{}: expected a directory that no other run writes to, found one", folder.0.display());
    assert_eq!((refusal, lines), (Some(expected), 5));
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder_with::<Checkers>(2);
    let slice: Slice = "KvM".parse().expect("a slice");
    let path = file::path::<Checkers>(&folder.0, slice);
    let good = fs::read(&path).expect("a file");
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let file = SliceFile::<Checkers>::open(&folder.0, slice)?;
        (0..file.blocks()).try_for_each(|block| file.block(block).map(|_| ()))
    };
    assert!(open(&good).is_ok());
    for length in 0..good.len() {
        assert!(open(&good[..length]).is_err(), "{length} bytes");
    }
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        let error = open(&bytes).expect_err("a damaged byte").to_string();
        assert!(error.contains(": expected ") && error.contains(", found ") && error.lines().count() == 1, "{error}");
    }
    assert!(open(&[&good[..], b"more"].concat()).is_err());
    let foreign = fs::read(file::path::<Checkers>(&folder.0, slice.turned())).expect("a file");
    let error = open(&foreign).expect_err("another slice").to_string();
    assert!(error.ends_with("KvM.petb: line 3: expected the line 'slice: KvM', found 'slice: MvK'"), "{error}");
    fs::remove_file(&path).expect("a file");
    fs::create_dir(&path).expect("a folder");
    let error = Tables::<Checkers>::open(&folder.0, 2).expect_err("a folder").to_string();
    assert!(error.ends_with("expected a regular file, found something else"), "{error}");
}

#[test]
fn a_damaged_block_ends_the_probing() {
    let folder = folder_with::<Checkers>(2);
    let path = file::path::<Checkers>(&folder.0, "KvK".parse().expect("a slice"));
    let mut bytes = fs::read(&path).expect("a file");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&path, bytes).expect("a file");
    let tables = Tables::<Checkers>::open(&folder.0, 2).expect("good headers");
    let [king, man] = ["W:WK30:BK3", "W:W30:B3"].map(|text| Draughts::parse_fen(text).expect("a position"));
    assert!(tables.value(&man).is_some() && tables.take_error().is_none());
    assert_eq!(tables.value(&king), None);
    assert!(
        tables.take_error().is_some_and(|error| error.contains("checkers-KvK.petb: block 1: expected the CRC-32 "))
    );
    assert_eq!((tables.value(&man), tables.take_error()), (None, None), "no file is read any more");
}
