//! Endgame databases in the search: won endings are won in time, drawn ones are kept.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use petteia_core::{Evaluate, Notation, Outcome, Position, Searchable, Tablebase, TablebaseValue, Wdl};
use petteia_games::draughts::eval::NeuralEval;
use petteia_games::draughts::{Checkers, International};
use petteia_games::gonu::handcrafted::HandcraftedEval;
use petteia_games::{Gonu, Latrunculi8x8, TablutCross};
use petteia_search::{Control, GameHistory, HashTable, Limits, SearchInfo, SearchTask, search};
use petteia_tablebase::{Endgames, SliceIndex, TABLEBASE_GAMES, Tables};

/// The databases of a game, made in a folder that is removed again. On Unix the open files stay readable.
fn tables<P: Endgames>(pieces: usize) -> Arc<Tables<P>> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("{}-{}-{number}", P::NAME, std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let game = TABLEBASE_GAMES.iter().find(|game| game.name == P::NAME).expect("a game with databases");
    game.generate(pieces, 1, &folder, &mut |_| ()).expect("databases");
    let tables = Tables::open(&folder, pieces).expect("databases");
    let _ = fs::remove_dir_all(&folder);
    Arc::new(tables)
}

/// The best move and the last report of a short search.
fn think<P: Endgames + Searchable>(
    position: P,
    history: &GameHistory,
    tables: &Arc<Tables<P>>,
    eval: &impl Evaluate<P>,
    nodes: u64,
) -> (P::Move, SearchInfo<P::Move>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let task = SearchTask {
        game_history: history.clone(),
        tablebase: Some(Arc::clone(tables) as Arc<dyn Tablebase<P>>),
        ..SearchTask::new(position, limits)
    };
    let table = HashTable::new(1).expect("a table");
    let last = Mutex::new(None);
    let report = |info| *last.lock().expect("a report") = Some(info);
    let answer = search(&task, eval, &table, &Control::new(), &report);
    (answer.best_move.expect("a move"), last.into_inner().expect("a report").expect("a report"))
}

/// The move that leaves the enemy the worst result, and among lost ones the longest.
fn most_stubborn<P: Searchable>(position: &P, tablebase: &impl Tablebase<P>) -> P::Move {
    let moves = position.legal_moves();
    let rank = |m: &P::Move| {
        let after = position.after(*m);
        match tablebase.value(&after) {
            Some(TablebaseValue::Win(plies)) => i32::from(plies),
            Some(TablebaseValue::Draw) => 1_000,
            Some(TablebaseValue::Loss(_)) => 2_000,
            // The game is over. A move can lose it.
            None if after.outcome() == Some(Outcome::Win(position.side())) => 2_000,
            None => 0,
        }
    };
    moves.into_iter().max_by_key(rank).expect("a move")
}

/// Plays from a position until the game is over, the databases against the engine. Returns the outcome.
fn play<P: Endgames + Searchable>(start: P, tables: &Arc<Tables<P>>, eval: &impl Evaluate<P>) -> Outcome {
    let (mut position, mut history) = (start, GameHistory::default());
    for _ in 0..400 {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        if history.ending(&position).is_some() {
            return Outcome::Draw;
        }
        let m = if position.side() == start.side() {
            think(position, &history, tables, eval, 200).0
        } else {
            most_stubborn(&position, &**tables)
        };
        history.push(&position, m);
        position.play_unchecked(m);
    }
    panic!("no end from {}", start.to_fen());
}

/// Each of these positions ends as the databases say.
fn endings_end_as_known<P: Endgames + Searchable>(
    tables: &Arc<Tables<P>>,
    eval: &impl Evaluate<P>,
    endings: &[(String, Wdl)],
) {
    for (fen, wdl) in endings {
        let position = P::parse_fen(fen).expect(fen);
        assert_eq!(tables.value(&position).map(TablebaseValue::wdl), Some(*wdl), "{fen}");
        let expected = match wdl {
            Wdl::Win => Outcome::Win(position.side()),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Win(!position.side()),
        };
        assert_eq!(play(position, tables, eval), expected, "{fen}");
    }
}

#[test]
fn endings_of_checkers_end_as_known() {
    let tables = tables::<Checkers>(3);
    endings_end_as_known(&tables, &NeuralEval, &longest_and_others(&tables));
}

/// The longest win of two kings against one, and endings of each result.
fn longest_and_others(tables: &Tables<Checkers>) -> Vec<(String, Wdl)> {
    let file = tables.file("KKvK".parse().expect("a slice")).expect("two kings against one");
    let all = (0..file.index.size()).filter_map(|number| file.index.placement(number));
    let positions: Vec<Checkers> = all.map(Endgames::from_placement).collect();
    let distance = |position: &&Checkers| tables.value(position).and_then(TablebaseValue::distance);
    let longest = positions.iter().max_by_key(distance).expect("a position");
    assert_eq!(tables.value(longest), Some(TablebaseValue::Win(33)));
    let drawn = positions.iter().find(|position| tables.value(position) == Some(TablebaseValue::Draw)).expect("a draw");
    let some = positions.iter().step_by(3_001);
    let fens = some
        .chain([longest, drawn])
        .map(|position| (position.to_fen(), tables.value(position).map_or(Wdl::Draw, TablebaseValue::wdl)));
    fens.collect()
}

#[test]
fn endings_of_draughts_end_as_known() {
    let tables = tables::<International>(2);
    let endings =
        [("W:W6:BK50", Wdl::Draw), ("W:WK46:B27", Wdl::Win), ("B:WK46:B27", Wdl::Loss), ("W:WK1:BK3", Wdl::Draw)];
    endings_end_as_known(&tables, &NeuralEval, &endings.map(|(fen, wdl)| (fen.to_owned(), wdl)));
}

#[test]
fn endings_of_gonu_end_as_known() {
    let tables = tables::<Gonu>(4);
    let file = tables.file("MMvMM".parse().expect("a slice")).expect("two men each");
    let all = (0..file.index.size()).filter_map(|number| file.index.placement(number));
    let positions: Vec<Gonu> = all.map(Endgames::from_placement).collect();
    let with = |value: fn(TablebaseValue) -> bool| {
        let tables = &tables;
        positions.iter().filter(move |position| tables.value(*position).is_some_and(value))
    };
    let won = with(|value| matches!(value, TablebaseValue::Win(_))).step_by(701);
    let longest = with(|value| value == TablebaseValue::Win(11)).take(1);
    let lost = with(|value| matches!(value, TablebaseValue::Loss(_))).step_by(31);
    let drawn = with(|value| value == TablebaseValue::Draw).step_by(150_001);
    let endings = won.chain(longest).chain(lost).chain(drawn);
    let endings =
        endings.map(|position| (position.to_fen(), tables.value(position).map_or(Wdl::Draw, TablebaseValue::wdl)));
    endings_end_as_known(&tables, &HandcraftedEval, &endings.collect::<Vec<_>>());
    // A search without the databases finds the same mates. With two men each a capture ends the game.
    let table = HashTable::new(1).expect("a table");
    for position in with(|value| matches!(value, TablebaseValue::Win(1 | 3 | 5))).step_by(211) {
        let plies = tables.value(position).and_then(TablebaseValue::distance).expect("a win");
        let task = SearchTask::new(*position, Limits { mate: Some(plies.into()), ..Limits::default() });
        let found = Mutex::new(None);
        let report = |info: SearchInfo<_>| *found.lock().expect("a report") = Some(info.score);
        search(&task, &HandcraftedEval, &table, &Control::new(), &report);
        let score = found.into_inner().expect("a report").expect("a report");
        assert_eq!(score.mate_plies(), Some(i32::from(plies)), "{}", position.to_fen());
    }
}

/// Every `steps[0]`-th win among every `step`-th position of a slice, every `steps[1]`-th loss and every `steps[2]`-th
/// draw, and a win of the longest distance.
fn known_endings<P: Endgames>(
    tables: &Tables<P>,
    slice: P::Slice,
    step: usize,
    steps: [usize; 3],
) -> Vec<(String, Wdl)> {
    let file = tables.file(slice).expect("a file");
    let all = (0..file.index.size()).step_by(step).filter_map(|number| file.index.placement(number));
    let known: Vec<(String, TablebaseValue)> = all
        .map(P::from_placement)
        .map(|position| (position.to_fen(), tables.value(&position).expect("a value")))
        .collect();
    let of = |wdl, step| {
        known.iter().filter(move |(_, value)| value.wdl() == wdl).step_by(step).map(move |(fen, _)| (fen.clone(), wdl))
    };
    let longest = known.iter().filter(|(_, value)| value.wdl() == Wdl::Win).max_by_key(|(_, value)| value.distance());
    let longest = longest.map(|(fen, _)| (fen.clone(), Wdl::Win));
    let [wins, losses, draws] = steps;
    let endings: Vec<_> =
        of(Wdl::Win, wins).chain(longest).chain(of(Wdl::Loss, losses)).chain(of(Wdl::Draw, draws)).collect();
    assert!(endings.len() > 20, "{}", endings.len());
    endings
}

#[test]
fn endings_of_latrunculi_end_as_known() {
    let tables = tables::<Latrunculi8x8>(4);
    let endings = known_endings(&tables, "DMvDM".parse().expect("a slice"), 13, [101, 1, 20_001]);
    endings_end_as_known(&tables, &petteia_games::latrunculi::eval::NeuralEval, &endings);
}

#[test]
fn endings_of_tablut_end_as_known() {
    let tables = tables::<TablutCross>(4);
    let endings = known_endings(&tables, "Kvaaa".parse().expect("a slice"), 1, [50_001, 1, 101]);
    endings_end_as_known(&tables, &petteia_games::tafl::eval::NeuralEval, &endings);
}

#[test]
fn databases_decide_positions_below_the_root() {
    let tables = tables::<Checkers>(3);
    // After the exchange three pieces are left.
    let root = Checkers::parse_fen("W:WK10,K11,21:B7,K32").expect("a position");
    let (_, info) = think(root, &GameHistory::default(), &tables, &NeuralEval, 20_000);
    assert!(info.tb_hits.is_some_and(|hits| hits > 0));
    assert!(info.score.is_decided() && info.score.raw() > 0, "{:?}", info.score);
    let no_tables = SearchTask::new(root, Limits { nodes: Some(1_000), ..Limits::default() });
    let table = HashTable::new(1).expect("a table");
    search(&no_tables, &NeuralEval, &table, &Control::new(), &|info| assert_eq!(info.tb_hits, None));
}

#[test]
fn wins_that_come_too_late_are_draws() {
    let tables = tables::<Checkers>(3);
    let root = longest_and_others(&tables).into_iter().rev().nth(1).map(|(fen, _)| fen).expect("the longest win");
    let root = Checkers::parse_fen(&root).expect("a position");
    for (halfmove_clock, is_won) in [(0, true), (80 - 33, true), (81 - 33, false)] {
        let history = GameHistory { keys: Vec::new(), halfmove_clock };
        let (_, info) = think(root, &history, &tables, &NeuralEval, 200);
        assert_eq!(info.score.is_decided(), is_won, "{halfmove_clock} plies without progress: {:?}", info.score);
    }
    assert_eq!(International::NO_PROGRESS_LIMIT, Some(50));
}
