//! The mixed strategies of a turn against their best responses, found by full enumeration.

use petteia_core::{EvaluateSimultaneous, Side, Simultaneous, SimultaneousNotation};
use petteia_games::epigo::handcrafted::HandcraftedEval;
use petteia_games::epigo::{Choice, Epigo};
use petteia_search::simultaneous::{SimultaneousTask, Solution, search, solve};
use petteia_search::{Control, Limits, SearchOptions};

/// Positions from the middle of games.
const POSITIONS: [&str; 3] = [
    "..../....b5./...b4b6w2../b7.b1w6..../..w1...w3b2/.b3....../....../..w4. 6",
    "..../b6..b2b1./......../b7w7b5w5..../..w1....b4/......../..w3..w2/.... 5",
    "..../....../......../b1.b6w3.b3.b5/.w7....w2w6/....b7.../....../.w1.. 3",
];

/// Values for p1 when p1, and when p2, plays the best response to the other's strategy.
fn best_responses(position: &Epigo, solution: &Solution<Choice>) -> [f64; 2] {
    let value = |first, second| {
        let mut after = *position;
        after.play_unchecked([first, second]);
        HandcraftedEval.evaluate(&after)
    };
    let (mut most, mut least) = (f64::MIN, f64::MAX);
    let [white, black] = &solution.mixes;
    position.for_each_choice(Side::First, |choice| {
        most = most.max(black.iter().map(|&(other, probability)| probability * value(choice, other)).sum());
    });
    position.for_each_choice(Side::Second, |choice| {
        least = least.min(white.iter().map(|&(other, probability)| probability * value(other, choice)).sum());
    });
    [most, least]
}

#[test]
fn bounds_equal_the_best_responses() {
    for fen in POSITIONS {
        let position = Epigo::parse_fen(fen).expect("a position");
        let solution = solve(&position, &HandcraftedEval, 0.02, None);
        assert!(solution.upper - solution.lower <= 0.02, "{fen}: {} to {}", solution.lower, solution.upper);
        let [most, least] = best_responses(&position, &solution);
        assert!((most - solution.upper).abs() < 1e-5 && (least - solution.lower).abs() < 1e-5, "{fen}");
        for mix in &solution.mixes {
            assert!((mix.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9, "{fen}");
        }
    }
}

/// The reported value less half the gap is the value of the strategy against its best response, found by full
/// enumeration, also of a restricted Nash response.
#[test]
fn reported_gaps_equal_the_loss_to_the_best_response() {
    for (fen, restricted_nash_response) in POSITIONS.into_iter().flat_map(|fen| [(fen, false), (fen, true)]) {
        let root = Epigo::parse_fen(fen).expect("a position");
        for side in Side::BOTH {
            let mut strategies = Vec::new();
            for threads in [1, 2] {
                let options = SearchOptions { threads, restricted_nash_response, ..SearchOptions::default() };
                let limits = Limits { depth: Some(1), ..Limits::default() };
                let task = SimultaneousTask { root, side, choices: Vec::new(), limits, options };
                let (info, choice) = search(&task, &HandcraftedEval, &Control::new(), &mut |_| ());
                assert!(info.mix.iter().any(|&(drawn, _)| Some(drawn) == choice), "{fen}");
                let limit = if restricted_nash_response { 0.006 } else { 0.001 };
                assert!(info.gap <= limit, "{fen}: {}", info.gap);
                let mut worst = vec![0.0; root.count_choices(!side) as usize];
                for &(own, probability) in &info.mix {
                    let mut sums = worst.iter_mut();
                    root.for_each_choice(!side, |other| {
                        let value = HandcraftedEval.evaluate(&root.after(side, own, other));
                        let value = if side == Side::First { value } else { -value };
                        *sums.next().expect("a sum for each choice") += probability * value;
                    });
                }
                let worst = worst.into_iter().fold(f64::INFINITY, f64::min);
                assert!((worst - (info.value - info.gap / 2.0)).abs() < 1e-5, "{fen}: {worst}, {info:?}");
                strategies.push(info.mix);
            }
            assert!(strategies[0] == strategies[1], "{fen}: two threads find another strategy");
        }
    }
}
