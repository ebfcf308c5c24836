//! The solver against a naive twin, and the files against damage.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::file::{self, SliceFile};
use super::generate::Generation;
use super::material::{Army, Slice};
use super::solve::Counts;
use super::tables::Tables;
use super::value::{Value, Wdl};
use crate::game::{Notation, Position};
use crate::games::draughts::rules::{English, Tournament};
use crate::games::draughts::{Draughts, Rules};

/// A folder of a test, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("petteia-endgame-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn generation(game: &str, pieces: usize) -> Generation<'_> {
    Generation { game, pieces, threads: 2 }
}

/// A folder with the files of a game.
fn folder_with<R: Rules>(game: &str, pieces: usize) -> Folder {
    let folder = Folder::new();
    generation(game, pieces).run::<R>(&folder.0, &mut |_| ()).expect("files");
    folder
}

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
        positions.extend(complete.filter_map(|(_, w, b)| Draughts::read_fen(&format!("W:W{w}:B{b}")).ok()));
        texts = longer;
    }
    positions
}

/// The values of positions by plain iteration: first the results, then the distances.
fn naive_values<R: Rules>(positions: &[Draughts<R>]) -> HashMap<String, Value> {
    let white = |position: &Draughts<R>| position.write_fen();
    let turned = |position: &Draughts<R>| {
        // Black to move is White to move with the board turned and the colours exchanged.
        let text = position.write_fen();
        let squares = 2 * R::ROW * R::ROW;
        let list = |text: &str| {
            let piece = |piece: &str| {
                let (king, number) = piece.strip_prefix('K').map_or(("", piece), |number| ("K", number));
                format!("{king}{}", squares + 1 - number.parse::<u32>().expect("a square"))
            };
            text[1..].split(',').filter(|text| !text.is_empty()).rev().map(piece).collect::<Vec<_>>().join(",")
        };
        let parts: Vec<&str> = text.split(':').collect();
        format!("W:W{}:B{}", list(parts[2]), list(parts[1]))
    };
    // The moves of each position: the text of the next one, and whether the move is progress.
    let mut moves: Vec<(String, Vec<(String, bool)>)> = Vec::new();
    for position in positions {
        let mut after = Vec::new();
        position.for_each_move(|m| after.push((turned(&position.after(m)), position.is_progress(m))));
        moves.push((white(position), after));
    }
    let mut results: HashMap<&str, Wdl> = HashMap::new();
    let result = |results: &HashMap<&str, Wdl>, next: &str| {
        // A side without pieces has lost.
        if next.starts_with("W:W:") { Wdl::Loss } else { *results.get(next).unwrap_or(&Wdl::Draw) }
    };
    loop {
        let before = results.len();
        for (text, next) in &moves {
            if results.contains_key(text.as_str()) {
                continue;
            }
            if next.iter().any(|(next, _)| result(&results, next) == Wdl::Loss) {
                results.insert(text, Wdl::Win);
            } else if next.iter().all(|(next, _)| result(&results, next) == Wdl::Win) {
                results.insert(text, Wdl::Loss);
            }
        }
        if results.len() == before {
            break;
        }
    }
    let mut values: HashMap<String, Value> = HashMap::new();
    for plies in 0..=u8::MAX {
        let mut found = Vec::new();
        for (text, next) in moves.iter().filter(|(text, _)| !values.contains_key(text)) {
            let wdl = result(&results, text);
            // A move is settled if the rest of the way takes fewer plies than are asked for.
            let is_settled = |(next, is_progress): &(String, bool)| {
                plies > 0 && (*is_progress || values.get(next).is_some_and(|value| value.distance() < Some(plies)))
            };
            let value = match wdl {
                Wdl::Draw => Value::Draw,
                Wdl::Win => {
                    let is_winning = |m: &&(String, bool)| result(&results, &m.0) == Wdl::Loss;
                    if !next.iter().filter(is_winning).any(is_settled) {
                        continue;
                    }
                    Value::Win(plies)
                }
                Wdl::Loss => {
                    if !next.iter().all(is_settled) {
                        continue;
                    }
                    Value::Loss(plies)
                }
            };
            found.push((text.clone(), value));
        }
        if found.is_empty() && plies > 1 {
            break;
        }
        values.extend(found);
    }
    values
}

fn values_are_those_of_the_naive_twin<R: Rules>(game: &str, pieces: usize) {
    let folder = folder_with::<R>(game, pieces);
    let tables = Tables::<R>::open(&folder.0, game, pieces).expect("files");
    let positions = all_positions::<R>(pieces);
    let naive = naive_values(&positions);
    for position in &positions {
        let text = position.write_fen();
        assert_eq!(tables.value(position).as_ref(), naive.get(&text), "{text}");
    }
    let count = |slice: Slice| {
        let pair = [slice, slice.turned()];
        let counts = |slice| tables.file(slice).map_or(0, |file| file.counts.positions());
        counts(slice) + if pair[0] == pair[1] { 0 } else { counts(pair[1]) }
    };
    assert_eq!(Slice::up_to(pieces).into_iter().map(count).sum::<u64>(), positions.len() as u64);
    generation(game, pieces).verify::<R>(&folder.0, &mut |_| ()).expect("the second pass");
}

#[test]
fn values_of_checkers_are_those_of_the_naive_twin() {
    values_are_those_of_the_naive_twin::<English>("checkers", 3);
}

#[test]
fn values_of_draughts_are_those_of_the_naive_twin() {
    values_are_those_of_the_naive_twin::<Tournament>("draughts", 2);
}

#[test]
fn one_king_each_is_as_published() {
    // Trice, "Checkers databases", damforum.nl, viewtopic.php?t=2603: one king each, the longest win 11 plies.
    let folder = folder_with::<English>("checkers", 2);
    let tables = Tables::<English>::open(&folder.0, "checkers", 2).expect("files");
    let king = Army { men: 0, kings: 1 };
    let file = tables.file(Slice { own: king, enemy: king }).expect("one king each");
    assert_eq!(file.counts, Counts { wins: 230, draws: 654, losses: 108, longest: 11 });
    // Of the wins, 72 are captures.
    let positions = (0..file.index.size()).filter_map(|number| file.index.placement(number));
    let captures = positions.filter(|placement| placement.position::<English>().must_capture());
    assert_eq!(captures.count(), 72);
}

#[test]
fn a_run_goes_on_where_the_last_one_ended() {
    let folder = folder_with::<English>("checkers", 2);
    let mut lines = Vec::new();
    fs::write(folder.0.join(".petteia-1-2.tmp"), "left by a run that was killed").expect("a file");
    let one_missing = file::path(&folder.0, "checkers", "KvM".parse().expect("a slice"));
    fs::remove_file(&one_missing).expect("a file");
    let damaged = file::path(&folder.0, "checkers", "MvM".parse().expect("a slice"));
    let mut bytes = fs::read(&damaged).expect("a file");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&damaged, &bytes).expect("a file");
    generation("checkers", 3).run::<English>(&folder.0, &mut |line| lines.push(line.to_owned())).expect("files");
    assert!(lines[0].starts_with("checkers KvK: 992 positions, 230 wins, ") && lines[0].ends_with(", kept"));
    assert!(lines[1].starts_with("checkers ") && lines[1].ends_with(" s"), "{}", lines[1]);
    assert!(lines.iter().any(|line| line.contains("MvM.petb: block 1: wanted the CRC-32 ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.ends_with(", kept")).count(), 1);
    assert!(!folder.0.join(".petteia-1-2.tmp").exists());
    generation("checkers", 3).verify::<English>(&folder.0, &mut |_| ()).expect("the second pass");
}

#[test]
fn one_run_writes_to_a_folder() {
    let folder = Folder::new();
    let mut refusal = None;
    let mut lines = 0;
    generation("checkers", 2)
        .run::<English>(&folder.0, &mut |_| {
            lines += 1;
            let again = generation("draughts", 2).run::<Tournament>(&folder.0, &mut |_| ());
            refusal = again.err().map(|error| error.to_string());
        })
        .expect("files");
    let wanted = format!("{}: wanted a folder that no other run writes to, found one", folder.0.display());
    assert_eq!((refusal, lines), (Some(wanted), 5));
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let folder = folder_with::<English>("checkers", 2);
    let slice: Slice = "KvM".parse().expect("a slice");
    let path = file::path(&folder.0, "checkers", slice);
    let good = fs::read(&path).expect("a file");
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let file = SliceFile::<English>::open(&folder.0, "checkers", slice)?;
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
        assert!(error.contains(": wanted ") && error.contains(", found ") && error.lines().count() == 1, "{error}");
    }
    assert!(open(&[&good[..], b"more"].concat()).is_err());
    let foreign = fs::read(file::path(&folder.0, "checkers", slice.turned())).expect("a file");
    let error = open(&foreign).expect_err("another slice").to_string();
    assert!(error.ends_with("KvM.petb: line 3: wanted the line 'slice: KvM', found 'slice: MvK'"), "{error}");
    fs::remove_file(&path).expect("a file");
    fs::create_dir(&path).expect("a folder");
    let error = Tables::<English>::open(&folder.0, "checkers", 2).expect_err("a folder").to_string();
    assert!(error.ends_with("wanted a regular file, found something else"), "{error}");
}

#[test]
fn a_damaged_block_ends_the_probing() {
    let folder = folder_with::<English>("checkers", 2);
    let path = file::path(&folder.0, "checkers", "KvK".parse().expect("a slice"));
    let mut bytes = fs::read(&path).expect("a file");
    *bytes.last_mut().expect("a block") ^= 1;
    fs::write(&path, bytes).expect("a file");
    let tables = Tables::<English>::open(&folder.0, "checkers", 2).expect("good headers");
    let [king, man] = ["W:WK30:BK3", "W:W30:B3"].map(|text| Draughts::read_fen(text).expect("a position"));
    assert!(tables.value(&man).is_some() && tables.fault().is_none());
    assert_eq!(tables.value(&king), None);
    assert!(tables.fault().is_some_and(|fault| fault.contains("checkers-KvK.petb: block 1: wanted the CRC-32 ")));
    assert_eq!(tables.value(&man), None, "no file is read any more");
}
