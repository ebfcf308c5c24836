//! Turns that can be solved by hand.

use petteia_core::Outcome;

use super::*;

/// A matrix game of one turn. Both sides name a number, and `values` holds the value to p1 of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MatrixTurn {
    values: [[i8; 3]; 3],
    played: Option<[usize; 2]>,
}

impl Simultaneous for MatrixTurn {
    type Choice = usize;

    fn start() -> Self {
        // Rock, paper, scissors.
        Self { values: [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], played: None }
    }

    fn for_each_choice(&self, _: Side, visit: impl FnMut(usize)) {
        (0..3).for_each(visit);
    }

    fn count_choices(&self, _: Side) -> u64 {
        3
    }

    fn play_unchecked(&mut self, choices: [usize; 2]) {
        self.played = Some(choices);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.map(|_| Outcome::Draw)
    }

    fn key(&self) -> u64 {
        0
    }

    fn turns_to_go(&self) -> u32 {
        1
    }
}

#[derive(Clone)]
struct Evaluation;

impl EvaluateSimultaneous<MatrixTurn> for Evaluation {
    fn evaluate(&self, turn: &MatrixTurn) -> f64 {
        turn.played.map_or(0.0, |[first, second]| turn.values[first][second].into())
    }
}

#[test]
fn rock_paper_scissors() {
    let solution = solve(&MatrixTurn::start(), &Evaluation, 1e-3, None);
    assert!(solution.lower <= 0.0 && solution.upper >= 0.0 && solution.upper - solution.lower <= 1e-3);
    for mix in solution.mixes {
        assert_eq!(mix.len(), 3);
        assert!(mix.iter().all(|(_, probability)| (probability - 1.0 / 3.0).abs() < 1e-2), "{mix:?}");
    }
}

#[test]
fn dominated_choices_are_not_played() {
    let game = MatrixTurn { values: [[2, 1, 3], [0, -1, 9], [1, 0, 2]], played: None };
    let solution = solve(&game, &Evaluation, 1e-3, None);
    assert!((solution.lower - 1.0).abs() < 1e-2 && (solution.upper - 1.0).abs() < 1e-2, "{solution:?}");
    assert!(solution.mixes[0].iter().any(|&(choice, p)| choice == 0 && p > 0.99));
    assert!(solution.mixes[1].iter().any(|&(choice, p)| choice == 1 && p > 0.99));
}

fn run(side: Side, choices: Vec<usize>, limits: Limits) -> (Option<usize>, SimultaneousInfo<usize>) {
    let task = SimultaneousTask { root: MatrixTurn::start(), side, choices, limits, options: SearchOptions::default() };
    let (info, choice) = search(&task, &Evaluation, &Control::new(), &mut |_| ());
    (choice, info)
}

#[test]
fn restricted_to_some_choices() {
    let (choice, info) = run(Side::Second, vec![0], Limits::default());
    assert_eq!((choice, info.mix), (Some(0), vec![(0, 1.0)]));
    assert!((info.value + 1.0).abs() < 1e-2, "rock against all choices loses: {}", info.value);
    let (choice, info) = run(Side::First, vec![0, 1], Limits::default());
    assert!(choice.is_some_and(|choice| choice < 2) && (info.value + 1.0 / 3.0).abs() < 1e-2, "{}", info.value);
}

#[test]
fn too_few_nodes_give_a_random_choice() {
    let (choice, info) = run(Side::First, Vec::new(), Limits { nodes: Some(1), ..Limits::default() });
    assert!(choice.is_some() && info.gap >= 2.0 && info.nodes == 0);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_choice() {
    for nodes in [None, Some(40), Some(400)] {
        let limits = Limits { nodes, ..Limits::default() };
        let (root, options) = (MatrixTurn::start(), SearchOptions::default());
        let task = SimultaneousTask { root, side: Side::First, choices: Vec::new(), limits, options };
        let control = Control::new();
        control.stop();
        let (info, choice) = search(&task, &Evaluation, &control, &mut |_| ());
        assert!(choice.is_some() && info.gap >= 2.0, "{info:?}");
    }
}

/// With nodes for one pair of choices, or for none, an estimate is the value of the position.
#[test]
fn an_estimate_without_nodes_is_the_evaluation() {
    let control = Control::new();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let search_limits = SearchLimits::new(&control, &limits, None);
    assert!(DoubleOracle::new(MatrixTurn::start(), None, &Evaluation, &search_limits, 1).estimate().abs() < 1e-9);
}
