//! Turns small enough to be checked by hand.

use super::*;
use crate::base::Outcome;

/// Both name a number; the pair is worth what stands in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Table {
    values: [[i8; 3]; 3],
    played: Option<[usize; 2]>,
}

impl Simultaneous for Table {
    type Choice = usize;

    fn start() -> Self {
        // Stone, paper, scissors.
        Self { values: [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], played: None }
    }

    fn for_each_choice(&self, _: Side, visit: impl FnMut(usize)) {
        (0..3).for_each(visit);
    }

    fn count_choices(&self, _: Side) -> u64 {
        3
    }

    fn play(&mut self, choices: [usize; 2]) {
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
struct Payoffs;

impl EvaluateSimultaneous<Table> for Payoffs {
    fn evaluate(&self, table: &Table) -> f64 {
        table.played.map_or(0.0, |[first, second]| table.values[first][second].into())
    }
}

#[test]
fn stone_paper_scissors() {
    let solution = solve(&Table::start(), &Payoffs, 1e-3);
    assert!(solution.lower <= 0.0 && solution.upper >= 0.0 && solution.upper - solution.lower <= 1e-3);
    for mix in solution.mixes {
        assert_eq!(mix.len(), 3);
        assert!(mix.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 1e-2), "{mix:?}");
    }
}

#[test]
fn what_is_dominated_is_left_alone() {
    let game = Table { values: [[2, 1, 3], [0, -1, 9], [1, 0, 2]], played: None };
    let solution = solve(&game, &Payoffs, 1e-3);
    assert!((solution.lower - 1.0).abs() < 1e-2 && (solution.upper - 1.0).abs() < 1e-2, "{solution:?}");
    assert!(solution.mixes[0].iter().any(|&(choice, share)| choice == 0 && share > 0.99));
    assert!(solution.mixes[1].iter().any(|&(choice, share)| choice == 1 && share > 0.99));
}

fn run(side: Side, choices: Vec<usize>, limits: Limits) -> (Option<usize>, SimultaneousInfo<usize>) {
    let task = SimultaneousTask { root: Table::start(), side, choices, limits, options: SearchOptions::default() };
    let (info, choice) = search(&task, &Payoffs, &Control::new(), &mut |_| ());
    (choice, info)
}

#[test]
fn restricted_to_some_choices() {
    let (choice, info) = run(Side::Second, vec![0], Limits::default());
    assert_eq!((choice, info.mix), (Some(0), vec![(0, 1.0)]));
    assert!((info.value + 1.0).abs() < 1e-2, "stone against all is lost: {}", info.value);
    let (choice, info) = run(Side::First, vec![0, 1], Limits::default());
    assert!(choice.is_some_and(|choice| choice < 2) && (info.value + 1.0 / 3.0).abs() < 1e-2, "{}", info.value);
}

#[test]
fn without_a_look_any_choice_will_do() {
    let (choice, info) = run(Side::First, Vec::new(), Limits { nodes: Some(1), ..Limits::default() });
    assert!(choice.is_some() && info.gap >= 2.0 && info.nodes == 0);
}
