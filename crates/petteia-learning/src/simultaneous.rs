//! Self-play of simultaneous games, and the samples of their lines.
//!
//! A line lists the turns of a game from its start. A turn that was solved is followed by `:` and its value to p1 in
//! thousandths, from -1000 to 1000. The line ends with `=` and 1, 0 or -1 for a win, a draw or a loss of p1:
//!
//! ```text
//! # petteia games 1: game epigo, nodes 30000, seed 1, engine 0.1.0
//! 1234X567/7654X321 3N-7E-1W/2S-5S-6W:-12 1N-2N-4E/1S-2S-3S:40 ... = 1
//! ```

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use petteia_core::words::quoted;
use petteia_core::{EvaluateSimultaneous, Learnable, MoveError, Outcome, Side, SimultaneousNotation};
use petteia_search::simultaneous::{draw, solve};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::error::Error;
use super::samples::{GameChecks, GameError, Sample};
use super::self_play::{SelfPlayOptions, play_games};

/// Largest number of choices of a side in a turn that is solved. In a turn with more of them the choice is random.
const MAX_CHOICES: u64 = 20_000;
/// One choice in this many is random, so that games differ and show what weak play leads to.
const RANDOM_CHOICES: u32 = 12;
/// The value 1 in a line.
const VALUE_UNIT: f64 = 1_000.0;
/// Gap below which a turn is not solved more precisely.
const TARGET_GAP: f64 = 0.01;

/// Plays games until the file holds as many as the options ask for, as [`self_play::play`](super::self_play::play) does
/// for sequential games. The nodes are joint turns for each turn of a game.
///
/// # Errors
/// Those of [`self_play::play`](super::self_play::play).
pub fn play<P: SimultaneousNotation, E: EvaluateSimultaneous<P>>(
    file: &Path,
    name: &str,
    options: SelfPlayOptions,
    evaluator: &E,
    progress: impl FnMut(u64),
) -> Result<(), Error> {
    let workers = vec![(); options.threads.max(1)];
    let checks = GameChecks { game: check_game::<P>, start: check_start::<P> };
    let play_one = |(): &(), number: u64, is_stopped: &AtomicBool| play_game(number, options, evaluator, is_stopped);
    play_games(file, name, options, checks, &workers, play_one, progress)
}

/// Plays a game and returns its line; `None` if the run stops before the game ends.
fn play_game<P: SimultaneousNotation, E: EvaluateSimultaneous<P>>(
    number: u64,
    options: SelfPlayOptions,
    evaluator: &E,
    is_stopped: &AtomicBool,
) -> Option<String> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(options.seed << 40 ^ number);
    let mut position = P::start();
    let mut text = String::new();
    while !position.is_over() {
        if is_stopped.load(Ordering::Relaxed) {
            return None;
        }
        let is_solved = Side::BOTH.iter().all(|&side| position.count_choices(side) <= MAX_CHOICES);
        let solution = is_solved.then(|| solve(&position, evaluator, TARGET_GAP, Some(options.nodes)));
        let choices = Side::BOTH.map(|side| match &solution {
            Some(solution) if !rng.random_ratio(1, RANDOM_CHOICES) => draw(&solution.mixes[side as usize], rng),
            _ => position.legal_choices(side).choose(rng).copied(),
        });
        let choices = choices.map(|choice| choice.expect("a game that goes on has a choice"));
        text.push_str(&choices.map(|choice| position.write_choice(choice)).join("/"));
        if let Some(solution) = solution {
            text.push_str(&format!(":{:.0}", VALUE_UNIT * solution.value));
        }
        text.push(' ');
        position.play_unchecked(choices);
    }
    Some(format!("{text}= {}", result(&position)))
}

/// The result for p1: 1, 0 or -1.
fn result<P: SimultaneousNotation>(position: &P) -> i8 {
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}

/// Reads the samples of a game from its line. `visit` gets each solved position.
///
/// The target is `wdl_lambda` times the result plus `1 - wdl_lambda` times the value of the turn, as win probabilities.
///
/// # Errors
/// The line is not a game.
pub fn of_game<P: SimultaneousNotation + Learnable>(
    line: &str,
    wdl_lambda: f32,
    visit: &mut dyn FnMut(Sample<P>),
) -> Result<(), GameError> {
    let replay = Replay::<P>::of_line(line)?;
    let probability = |value: f32| f32::midpoint(1.0, value);
    let by_result = probability(f32::from(result(&replay.position)));
    for (position, value) in replay.solved {
        let by_value = probability(f32::from(value) / VALUE_UNIT as f32);
        let target = wdl_lambda * by_result + (1.0 - wdl_lambda) * by_value;
        visit(Sample { position, target });
    }
    Ok(())
}

fn check_game<P: SimultaneousNotation>(line: &str) -> Result<(), GameError> {
    Replay::<P>::of_line(line).map(drop)
}

/// The last word of the start of a line can be cut.
fn check_start<P: SimultaneousNotation>(start: &str) -> Result<(), GameError> {
    let turns = start.rsplit_once(' ').map_or("", |(turns, _)| turns);
    Replay::<P>::of_turns(turns.strip_suffix(" =").unwrap_or(turns)).map(drop)
}

/// A game that is replayed, with its solved positions and their values in thousandths.
struct Replay<P> {
    position: P,
    solved: Vec<(P, i16)>,
}

impl<P: SimultaneousNotation> Replay<P> {
    fn of_line(line: &str) -> Result<Self, GameError> {
        let wrong = || GameError::new(0, "turns, ' = ' and a result", quoted(line));
        let (turns, end) = line.split_once(" = ").ok_or_else(wrong)?;
        let replay = Self::of_turns(turns)?;
        if !replay.position.is_over() {
            return Err(GameError::new(turns.len() + 1, "more turns, as the game has not ended", "its result"));
        }
        let reached = result(&replay.position).to_string();
        if end != reached {
            let expected = format!("the result {reached} that the turns lead to");
            return Err(GameError::new(turns.len() + " = ".len(), expected, quoted(end)));
        }
        Ok(replay)
    }

    fn of_turns(turns: &str) -> Result<Self, GameError> {
        let mut replay = Self { position: P::start(), solved: Vec::new() };
        let mut offset = 0;
        for word in turns.split(' ').filter(|word| !word.is_empty()) {
            replay.play(word, offset)?;
            offset += word.len() + 1;
        }
        Ok(replay)
    }

    /// Plays a turn with its value, at this offset of the line.
    fn play(&mut self, word: &str, offset: usize) -> Result<(), GameError> {
        if self.position.is_over() {
            return Err(GameError::new(offset, "the end of the game", quoted(word)));
        }
        let (turn, value) = word.split_once(':').map_or((word, None), |(turn, value)| (turn, Some(value)));
        if let Some(value) = value {
            let number = value.parse().ok().filter(|number: &i16| number.abs() <= VALUE_UNIT as i16);
            let wrong = || GameError::new(offset + turn.len() + 1, "a value from -1000 to 1000", quoted(value));
            self.solved.push((self.position, number.ok_or_else(wrong)?));
        }
        let wrong = || GameError::new(offset, "the choices of both sides, separated by /", quoted(turn));
        let (first, second) = turn.split_once('/').ok_or_else(wrong)?;
        let choice = |side, word: &str| {
            self.position.read_choice(side, word).map_err(|error| match error {
                MoveError::Syntax(expected) => GameError::new(offset, expected, quoted(word)),
                MoveError::Illegal(why) => GameError::new(offset, "a legal choice", format!("{}: {why}", quoted(word))),
                MoveError::Hidden(why) => GameError::new(offset, "a choice", format!("{}: {why}", quoted(word))),
            })
        };
        let choices = [choice(Side::First, first)?, choice(Side::Second, second)?];
        self.position.play_unchecked(choices);
        Ok(())
    }
}
