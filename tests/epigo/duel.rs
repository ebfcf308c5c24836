//! The mixed strategies of a turn, and an independent look at what the best reply to them gains.

use petteia::core::Side;
use petteia::game::{Appraise, JointNotation, Simultaneous};
use petteia::games::epigo::eval::HandWorth;
use petteia::games::epigo::{Choice, Epigo};
use petteia::search::duel::{Solution, solve};

/// Positions from the middle of games.
const POSITIONS: [&str; 3] = [
    "..../....b5./...b4b6w2../b7.b1w6..../..w1...w3b2/.b3....../....../..w4. 6",
    "..../b6..b2b1./......../b7w7b5w5..../..w1....b4/......../..w3..w2/.... 5",
    "..../....../......../b1.b6w3.b3.b5/.w7....w2w6/....b7.../....../.w1.. 3",
];

/// What p1 and p2 get at best against the other's mix, both to p1.
fn replies(position: &Epigo, solution: &Solution<Choice>) -> [f64; 2] {
    let value = |first, second| {
        let mut after = *position;
        after.play([first, second]);
        HandWorth.appraise(&after)
    };
    let (mut most, mut least) = (f64::MIN, f64::MAX);
    let [white, black] = &solution.mixes;
    position.for_each_choice(Side::First, |choice| {
        most = most.max(black.iter().map(|&(other, share)| share * value(choice, other)).sum());
    });
    position.for_each_choice(Side::Second, |choice| {
        least = least.min(white.iter().map(|&(other, share)| share * value(other, choice)).sum());
    });
    [most, least]
}

#[test]
fn bounds_are_what_the_best_replies_get() {
    for fen in POSITIONS {
        let position = Epigo::read_fen(fen).expect("a position");
        let solution = solve(&position, &HandWorth, 0.02);
        assert!(solution.upper - solution.lower <= 0.02, "{fen}: {} to {}", solution.lower, solution.upper);
        let [most, least] = replies(&position, &solution);
        assert!((most - solution.upper).abs() < 1e-5 && (least - solution.lower).abs() < 1e-5, "{fen}");
        for mix in &solution.mixes {
            assert!((mix.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9, "{fen}");
        }
    }
}
