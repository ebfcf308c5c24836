//! The search against plain minimax, its determinism and its limits.

use std::sync::Mutex;

use petteia_core::{Evaluate, Notation, Position, Score, Scoring, Searchable, Solving};
use petteia_games::draughts::Checkers;
use petteia_games::draughts::eval::NeuralEval as CheckersEval;
use petteia_games::dvonn::Dvonn;
use petteia_games::dvonn::eval::NeuralEval;
use petteia_games::reversi::Reversi;
use petteia_games::reversi::eval::NeuralEval as ReversiEval;
use petteia_search::{
    Bound, Control, GameHistory, HashTable, Limits, SearchInfo, SearchOptions, SearchResult, SearchTask, search,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plain minimax (Shannon 1950): the final margin under best play.
fn minimax<P: Searchable>(position: &P) -> i32 {
    let mut best = None;
    position.for_each_move(|m| {
        let after = position.after(m);
        let value = -minimax(&after);
        best = Some(best.map_or(value, |other: i32| other.max(value)));
    });
    best.unwrap_or_else(|| position.margin())
}

/// A position from random play with at most `max_plies` plies left.
fn late_position<P: Searchable>(max_plies: u32, seed: u64) -> Option<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = P::start();
    while position.outcome().is_none() {
        if position.plies_left_bound().is_some_and(|moves| moves <= max_plies) {
            return Some(position);
        }
        let moves = position.legal_moves();
        position.play_unchecked(moves[random.random_range(0..moves.len())]);
    }
    None
}

fn task<P: Searchable>(root: P, limits: Limits) -> SearchTask<P> {
    SearchTask {
        root,
        game_history: GameHistory::default(),
        moves: Vec::new(),
        tablebase: None,
        limits,
        options: SearchOptions::default(),
    }
}

/// Runs a search with a table of its own.
fn run(
    task: &SearchTask<Dvonn>,
) -> (SearchResult<<Dvonn as Position>::Move>, Vec<SearchInfo<<Dvonn as Position>::Move>>) {
    run_with(task, &NeuralEval)
}

fn run_with<P: Searchable, E: Evaluate<P>>(
    task: &SearchTask<P>,
    evaluator: &E,
) -> (SearchResult<P::Move>, Vec<SearchInfo<P::Move>>) {
    let table = HashTable::new(1).expect("a table");
    let infos = Mutex::new(Vec::new());
    let answer = search(task, evaluator, &table, &Control::new(), &|info| infos.lock().expect("a list").push(info));
    (answer, infos.into_inner().expect("a list"))
}

#[test]
fn proved_scores_equal_minimax() {
    assert!(solve_late_positions::<Dvonn, _>(&NeuralEval, 9, 400) > 200);
    // Two empty squares more than Reversi's solver takes.
    assert!(solve_late_positions::<Reversi, _>(&ReversiEval, 10, 60) > 50);
}

fn solve_late_positions<P: Searchable + Notation, E: Evaluate<P>>(evaluator: &E, max_plies: u32, games: u64) -> u32 {
    let mut solved = 0;
    for seed in 0..games {
        let Some(position) = late_position::<P>(max_plies, seed) else { continue };
        let (answer, infos) = run_with(&task(position, Limits::default()), evaluator);
        let last = infos.last().expect("a result");
        let context = format!("seed {seed}: {}", position.to_fen());
        assert!(last.proved && last.bound == Bound::Exact, "{context}");
        assert_eq!(last.score.centipieces(), 100 * minimax(&position), "{context}");
        let best = answer.best_move.expect("a move");
        assert_eq!(-minimax(&position.after(best)), minimax(&position), "{context}");
        solved += 1;
    }
    solved
}

#[test]
fn proved_scores_are_right_at_every_depth() {
    for seed in 0..150 {
        let Some(position) = late_position(10, seed) else { continue };
        let value = 100 * minimax(&position);
        for depth in 1..12 {
            let (_, infos) = run(&task(position, Limits { depth: Some(depth), ..Limits::default() }));
            for info in infos.iter().filter(|info| info.proved) {
                assert_eq!(info.score.centipieces(), value, "depth {depth}, seed {seed}: {}", position.to_fen());
            }
        }
    }
}

/// DVONN's static bounds on the margin agree with plain minimax.
#[test]
fn static_bounds_on_the_margin_hold() {
    let mut known = 0;
    for seed in 0..400 {
        let Some(position) = late_position::<Dvonn>(9, seed) else { continue };
        let value = minimax(&position);
        for alpha in -49..49 {
            let Some(bound) = position.solve(&mut (), alpha, alpha + 1, &mut 0) else { continue };
            let holds = if bound <= alpha { value <= bound } else { value >= bound };
            assert!(holds, "seed {seed}, {alpha}: {bound}, not {value}: {}", position.to_fen());
            // Bounds beyond the margin on the board are trivial.
            known += u32::from(alpha.abs() <= position.margin().abs());
        }
    }
    assert!(known > 10, "{known}");
}

/// White wins every piece, and Black can hardly move, so that the proof needs few nodes.
#[test]
fn a_stuck_side_is_proved_lost_in_few_nodes() {
    let root = Dvonn::parse_fen("...wwww../...w2w3bw2.../....w2W6w4..../B9....w2..../....rw2... w s");
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let (_, infos) = run(&task(root.expect("a position"), limits));
    let last = infos.last().expect("a result");
    assert!(last.proved && last.score == Score::margin(38), "{:?}, {} nodes", last.score, last.nodes);
}

#[test]
fn threads_and_multi_pv_do_not_change_proofs() {
    for seed in 0..60 {
        let Some(position) = late_position(10, seed) else { continue };
        let value = 100 * minimax(&position);
        let mut task = task(position, Limits::default());
        task.options.threads = 4;
        task.options.multi_pv = 3;
        let (_, infos) = run(&task);
        let last = |rank| infos.iter().rfind(|info| info.multi_pv == rank);
        assert_eq!(last(1).expect("a line").score.centipieces(), value, "seed {seed}: {}", position.to_fen());
        let (mut scores, mut firsts) = (Vec::new(), Vec::new());
        for line in (1..=3).filter_map(last) {
            assert!(line.proved, "seed {seed}");
            let first = line.pv[0];
            assert_eq!(line.score.centipieces(), -100 * minimax(&position.after(first)), "seed {seed}");
            assert!(!firsts.contains(&first), "seed {seed}");
            firsts.push(first);
            scores.push(line.score);
        }
        assert!(scores.is_sorted_by(|a, b| a >= b), "seed {seed}");
    }
}

/// After each iteration the MultiPV lines are sorted by score, and the first move of the best line is played.
#[test]
fn multi_pv_lines_are_sorted_by_score() {
    for fen in [
        "bwb.wwb../.bw..wbw2b2./.w2rww4wwbrb3./b2b2wbbb3ww2b3./...br.w2.. w s",
        "bbbwbrbrb/wwwbwrbbwb/wwwbbwbwwbw/wbwwbwbbwb/bwbbwwwbw w s",
        "..b2ww.wwb/....W3b2bw2../bbbw2.www3r../w2bwB2..b4b2w2./.w2.bw..wb b s",
    ] {
        let root = Dvonn::parse_fen(fen).expect(fen);
        // Most limits on nodes end in the middle of an iteration.
        let nodes = (3_000..40_001).step_by(3_700).map(|nodes| Limits { nodes: Some(nodes), ..Limits::default() });
        for limits in nodes.chain([Limits { depth: Some(7), ..Limits::default() }]) {
            let mut task = task(root, limits);
            task.options.multi_pv = 5;
            let (answer, infos) = run(&task);
            assert!(infos.len() >= 10 && infos.len().is_multiple_of(5), "{fen}");
            for lines in infos.chunks(5) {
                assert!(lines.iter().map(|info| info.multi_pv).eq(1..=5), "{fen}");
                assert!(lines.iter().all(|info| info.depth == lines[0].depth && info.bound == Bound::Exact), "{fen}");
                assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{fen}");
            }
            assert_eq!(answer.best_move, Some(infos[infos.len() - 5].pv[0]), "{fen}");
        }
    }
}

#[test]
fn one_thread_searches_the_same_tree_every_time() {
    for fen in [
        "........./........../.........../........../......... w p",
        "bbbwbrbrb/wwwbwrbbwb/wwwbbwbwwbw/wbwwbwbbwb/bwbbwwwbw w s",
        "..b2ww.wwb/....W3b2bw2../bbbw2.www3r../w2bwB2..b4b2w2./.w2.bw..wb b s",
    ] {
        let position = Dvonn::parse_fen(fen).expect(fen);
        for limits in
            [Limits { depth: Some(6), ..Limits::default() }, Limits { nodes: Some(30_000), ..Limits::default() }]
        {
            let signature = |(answer, infos): (
                SearchResult<<Dvonn as Position>::Move>,
                Vec<SearchInfo<<Dvonn as Position>::Move>>,
            )| {
                let lines: Vec<_> = infos.into_iter().map(|info| (info.nodes, info.score, info.pv)).collect();
                (answer.best_move, lines)
            };
            let task = task(position, limits);
            assert!(signature(run(&task)) == signature(run(&task)), "{fen}");
        }
    }
}

/// A search that stops inside an iteration has reported the move that it plays.
#[test]
fn the_last_line_begins_with_the_best_move() {
    for seed in 0..30 {
        let Some(position) = late_position::<Dvonn>(30, seed) else { continue };
        for nodes in [1, 20, 100, 300, 1_000, 3_000, 10_000] {
            let (answer, infos) = run(&task(position, Limits { nodes: Some(nodes), ..Limits::default() }));
            let last = infos.last().expect("a result");
            assert_eq!(Some(last.pv[0]), answer.best_move, "seed {seed}, {nodes} nodes: {}", position.to_fen());
        }
    }
}

#[test]
fn limits_are_kept() {
    let root = Dvonn::parse_fen("bbbwbrbrb/wwwbwrbbwb/wwwbbwbwwbw/wbwwbwbbwb/bwbbwwwbw w s").expect("a position");
    for nodes in [1, 2, 100, 5_000] {
        let (answer, infos) = run(&task(root, Limits { nodes: Some(nodes), ..Limits::default() }));
        assert!(answer.best_move.is_some());
        assert!(infos.iter().all(|info| info.nodes <= nodes), "{nodes}");
    }
    let (_, infos) = run(&task(root, Limits { depth: Some(3), ..Limits::default() }));
    assert!(infos.iter().all(|info| info.depth <= 3) && infos.iter().any(|info| info.depth == 3));
    let mut only = task(root, Limits { depth: Some(4), ..Limits::default() });
    only.moves = vec![root.parse_move("b1a1").expect("a move")];
    assert_eq!(run(&only).0.best_move, Some(only.moves[0]));
}

#[test]
fn a_second_repetition_is_a_draw() {
    // Black is two kings ahead, but each of its moves leads to a position that has occurred twice.
    let root = Checkers::parse_fen("B:WK32:BK1,K2,K10").expect("a position");
    let mut task = task(root, Limits { depth: Some(5), ..Limits::default() });
    let run = |task: &SearchTask<Checkers>| {
        let (answer, infos) = run_with(task, &CheckersEval);
        (answer.best_move.expect("a move"), infos.last().expect("a result").clone())
    };
    assert!(run(&task).1.score.centipieces() > 50);
    let mut after = Vec::new();
    root.for_each_move(|m| after.push((m, root.after(m).key())));
    task.game_history.keys = after.iter().flat_map(|&(_, key)| [key, key]).collect();
    let (_, info) = run(&task);
    assert_eq!((info.score, info.proved), (Score::DRAW, false));
    // One move leads to a new position, and it is played.
    let (fresh, _) = after.pop().expect("a move");
    task.game_history.keys = after.iter().flat_map(|&(_, key)| [key, key]).collect();
    let (best, info) = run(&task);
    assert!(best == fresh && info.score > Score::DRAW);
}

#[test]
fn eighty_plies_without_progress_are_a_draw() {
    let root = Checkers::parse_fen("B:WK32:BK1,K2,K10").expect("a position");
    let mut task = task(root, Limits { depth: Some(5), ..Limits::default() });
    task.game_history.halfmove_clock = 79;
    let (_, infos) = run_with(&task, &CheckersEval);
    assert_eq!(infos.last().expect("a result").score, Score::DRAW);
}

#[test]
fn a_finished_position_has_a_score_and_no_move() {
    let root = Dvonn::parse_fen("...b3b6..../.b5.B6....../..b6......../.r......../r........ w s").expect("a position");
    let (answer, infos) = run(&task(root, Limits::default()));
    assert!(answer.best_move.is_none() && infos.len() == 1);
    assert_eq!((infos[0].depth, infos[0].score.centipieces(), infos[0].proved), (0, -2_600, true));
    assert!(infos[0].pv.is_empty());
}
