//! The session of a game of two players who choose in secret and move at the same time.

use std::any::Any;
use std::collections::HashSet;

use petteia_core::{
    BySide, EvaluateSimultaneous, FenError, GameResult, MoveError, Outcome, Scene, Score, Side, SimultaneousNotation,
};
use petteia_search::perft::PerftOptions;
use petteia_search::perft::playout::Playouts;
use petteia_search::simultaneous::{self as solver, SimultaneousTask};
use petteia_search::{Bound, Control, Limits, SearchInfo, SearchOptions};

use super::jobs::{JobEvent, JobResult};
use super::record::MoveHistory;
use super::report::{BestMove, DrawnMove, Effects, LastRound, SessionError, has_network};
use super::session::{
    DivideJob, GameSetup, JudgeJob, PerftJob, SearchJob, SearchRequest, Session, ToMove, TurnJudgement,
};

/// A simultaneous game in progress, with the evaluation that it is played with.
#[derive(Clone, Debug)]
pub struct SimultaneousSession<P: SimultaneousNotation, E> {
    line: MoveHistory<P, [P::Choice; 2]>,
    /// The choices of the turn that each side has committed, while one is lacking.
    committed: BySide<Option<P::Choice>>,
    evaluator: E,
}

impl<P: SimultaneousNotation, E: EvaluateSimultaneous<P> + Default + 'static> SimultaneousSession<P, E> {
    pub(super) fn open(setup: &GameSetup) -> Result<Box<dyn Session>, FenError> {
        let start = setup.fen.map_or_else(|| Ok(P::start()), P::parse_fen)?;
        Ok(Box::new(Self { line: MoveHistory::new(start), committed: BySide([None; 2]), evaluator: E::default() }))
    }
}

impl<P: SimultaneousNotation, E: EvaluateSimultaneous<P>> SimultaneousSession<P, E> {
    fn position(&self) -> &P {
        self.line.position()
    }

    /// Reads word number `index`, from 1, as a choice of a side. It knows no choice of the other side.
    fn read_choice(&self, side: Side, index: usize, word: &str) -> Result<P::Choice, SessionError> {
        let position = self.position();
        let choice = refuse_if_over(position).and_then(|()| position.read_choice(side, word));
        choice.map_err(|error| SessionError::of(error, index, word, Some(position.to_fen())))
    }
}

impl<P: SimultaneousNotation, E: EvaluateSimultaneous<P> + 'static> Session for SimultaneousSession<P, E> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position_any(&self) -> &dyn Any {
        self.position()
    }

    fn play(&mut self, words: &[&str]) -> Result<(), SessionError> {
        let step =
            |position: &P, word: &str| read_choices(position, word).map(|choices| (choices, after(position, choices)));
        self.line.play(words, step, |position| Some(position.to_fen()))?;
        self.committed = BySide([None; 2]);
        Ok(())
    }

    fn play_move(&mut self, word: &str) -> Result<String, SessionError> {
        let position = *self.position();
        let choices = read_choices(&position, word);
        let choices = choices.map_err(|error| SessionError::of(error, 1, word, Some(position.to_fen())))?;
        self.line.push(choices, after(&position, choices));
        self.committed = BySide([None; 2]);
        Ok(write_choices(&position, choices))
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)?;
        self.committed = BySide([None; 2]);
        Ok(())
    }

    /// The position and the sides that have committed a choice, not what it is.
    fn observe(&self, seat: u32) -> Result<String, SessionError> {
        let fen = self.fen_of_seat(seat)?;
        let committed = self.committed().first().map_or_else(|| "none".into(), u32::to_string);
        Ok(format!("{fen}; committed {committed}"))
    }

    fn fen_of_seat(&self, seat: u32) -> Result<String, SessionError> {
        side(Some(seat)).map(|_| self.position().to_fen())
    }

    /// At most one, since the turn is played when both have.
    fn committed_choices(&self) -> Vec<(u32, String)> {
        let choice = |side: Side| Some((side.seat(), self.position().write_choice(self.committed[side]?)));
        Side::BOTH.into_iter().filter_map(choice).collect()
    }

    fn commit(&mut self, seat: u32, word: &str) -> Result<bool, SessionError> {
        let side = side(Some(seat))?;
        self.committed[side] = Some(self.read_choice(side, 1, word)?);
        let BySide([Some(first), Some(second)]) = self.committed else { return Ok(false) };
        self.play(&[&write_choices(self.position(), [first, second])])?;
        Ok(true)
    }

    fn effects_of_seat(&self, seat: u32, word: &str) -> Result<Effects, SessionError> {
        let side = side(Some(seat))?;
        let choice = self.read_choice(side, 1, word)?;
        let position = self.position();
        let (after, effects) = position.effects_alone(side, choice);
        Ok(Effects {
            played: position.write_choice(choice),
            effects,
            // The result depends on the other side too.
            result: None,
            fen: after.to_fen(),
        })
    }

    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, SessionError> {
        let side = side(seat)?;
        let position = self.position();
        let mut moves = Vec::new();
        if !position.is_over() {
            position.for_each_choice(side, |choice| moves.push(position.write_choice(choice)));
        }
        moves.sort_unstable();
        Ok(moves)
    }

    fn check_action(&self, seat: Option<u32>, word: &str) -> Result<String, SessionError> {
        let choice = self.read_choice(side(seat)?, 1, word)?;
        Ok(self.position().write_choice(choice))
    }

    fn effects(&self, word: &str) -> Result<Effects, SessionError> {
        let position = self.position();
        let choices = read_choices(position, word);
        let choices = choices.map_err(|error| SessionError::of(error, 1, word, Some(position.to_fen())))?;
        Ok(effects_of(position, choices))
    }

    fn last_round(&self) -> Result<Option<LastRound>, SessionError> {
        Ok(self.line.last().map(|(before, &choices)| LastRound::Turn(effects_of(before, choices))))
    }

    fn last_move(&self) -> Option<DrawnMove> {
        self.line.last().map(|(position, &choices)| drawn(position, position.effects(choices)))
    }

    fn drawn_move(&self, seat: Option<u32>, word: &str) -> Result<DrawnMove, SessionError> {
        let effects = seat.map_or_else(|| self.effects(word), |seat| self.effects_of_seat(seat, word))?;
        Ok(drawn(self.position(), effects.effects))
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn scene(&self) -> Scene {
        self.position().scene()
    }

    fn scene_of_seat(&self, seat: u32) -> Result<Scene, SessionError> {
        side(Some(seat)).map(|_| self.scene())
    }

    fn turn(&self) -> ToMove {
        ToMove::Both
    }

    fn side_name(&self) -> String {
        "both".into()
    }

    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn start_fen(&self) -> String {
        self.line.start().to_fen()
    }

    fn played_moves(&self) -> Vec<String> {
        self.line.steps().map(|(position, &choices)| write_choices(position, choices)).collect()
    }

    fn plies(&self) -> usize {
        self.line.len()
    }

    fn last_word(&self) -> Option<String> {
        self.line.last().map(|(position, &choices)| write_choices(position, choices))
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn p1_turn(&self) -> bool {
        true
    }

    fn result(&self) -> Option<GameResult> {
        ending(self.position()).map(|(outcome, _)| outcome.into())
    }

    fn reason(&self) -> Option<&'static str> {
        ending(self.position()).map(|(_, reason)| reason)
    }

    fn scores(&self) -> Vec<i32> {
        self.position().scores().to_vec()
    }

    fn evaluate(&self) -> Result<i32, SessionError> {
        has_network(E::network())?;
        Ok(centipieces::<P>(self.evaluator.evaluate(self.position())))
    }

    fn search(&self, request: &SearchRequest) -> Result<SearchJob, SessionError> {
        let side = side(request.seat)?;
        has_network(E::network())?;
        let root = *self.position();
        let (mut choices, mut seen) = (Vec::new(), HashSet::new());
        for (i, word) in request.moves.iter().enumerate() {
            let choice = self.read_choice(side, i + 1, word)?;
            if seen.insert(choice) {
                choices.push(choice);
            }
        }
        let task = SimultaneousTask { root, side, choices, limits: request.limits.clone(), options: request.options };
        let evaluator = self.evaluator.clone();
        Ok(Box::new(move |control, report| {
            let (last, choice) = solver::search(&task, &evaluator, control, &mut |info| {
                report(JobEvent::Info(in_text(&task, info)));
                report(JobEvent::Note(format!("gap {:.4} value {:.4}", info.gap, info.value)));
                if let Some(size) = info.sampled {
                    report(JobEvent::Note(format!("sampled {size} choices of each side")));
                }
            });
            for (choice, probability) in last.mix {
                report(JobEvent::Note(format!("mix {probability:.4} {}", task.root.write_choice(choice))));
            }
            let best = choice.map(|choice| task.root.write_choice(choice));
            JobResult::BestMove(BestMove { best, ponder: None, error: None })
        }))
    }

    fn judge(&self, word: &str, limits: Limits, options: SearchOptions) -> Result<JudgeJob, SessionError> {
        has_network(E::network())?;
        let position = *self.position();
        let choices = read_choices(&position, word);
        let choices = choices.map_err(|error| SessionError::of(error, 1, word, Some(position.to_fen())))?;
        let evaluator = self.evaluator.clone();
        Ok(Box::new(move |control| {
            let judged = solver::judge(&position, choices, &evaluator, (&limits, &options), control)?;
            Some(TurnJudgement {
                value: centipieces::<P>(judged.value),
                losses: judged.losses.map(centipieces::<P>),
                best: judged.best.map(|choice| position.write_choice(choice)),
            })
        }))
    }

    fn perft(&self, depth: u32) -> Result<PerftJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.simultaneous_perft(&position, depth)))
    }

    fn divide(&self, depth: u32) -> Result<DivideJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting: &PerftOptions| {
            let counts = counting.simultaneous_divide(&position, depth)?;
            let mut counts: Vec<_> = counts.into_iter().map(|(choice, n)| (position.write_choice(choice), n)).collect();
            counts.sort_unstable();
            Ok(counts)
        }))
    }

    fn perft_without_bulk_counting(&self, depth: u32) -> Result<PerftJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.simultaneous_perft_played(&position, depth)))
    }

    fn playouts(&self, _: u64, _: u64, _: &Control) -> Result<Playouts, SessionError> {
        Err(SessionError::Unsupported("expected a game of players who move in turn, found simultaneous choices"))
    }
}

/// The side of a seat from its number, which counts from 1. Without a number it is the first side.
fn side(seat: Option<u32>) -> Result<Side, SessionError> {
    match seat {
        None | Some(1) => Ok(Side::First),
        Some(2) => Ok(Side::Second),
        Some(found) => Err(SessionError::Seat { seats: 2, found }),
    }
}

/// Reads a choice of each side, `A/B`, the first player's first.
fn read_choices<P: SimultaneousNotation>(position: &P, word: &str) -> Result<[P::Choice; 2], MoveError> {
    const SYNTAX: &str = "the choices of both sides, separated by /, the first player's first";
    let (first, second) = word.split_once('/').ok_or(MoveError::Syntax(SYNTAX))?;
    refuse_if_over(position)?;
    Ok([position.read_choice(Side::First, first)?, position.read_choice(Side::Second, second)?])
}

/// Refuses choices in a position where the game is over, also by the number of turns.
fn refuse_if_over<P: SimultaneousNotation>(position: &P) -> Result<(), MoveError> {
    if position.is_over() { Err(MoveError::Illegal("the game is over".into())) } else { Ok(()) }
}

fn write_choices<P: SimultaneousNotation>(position: &P, choices: [P::Choice; 2]) -> String {
    choices.map(|choice| position.write_choice(choice)).join("/")
}

fn after<P: SimultaneousNotation>(position: &P, [first, second]: [P::Choice; 2]) -> P {
    position.after(Side::First, first, second)
}

fn effects_of<P: SimultaneousNotation>(position: &P, choices: [P::Choice; 2]) -> Effects {
    let after = after(position, choices);
    Effects {
        played: write_choices(position, choices),
        effects: position.effects(choices),
        result: ending(&after).map(|(outcome, _)| outcome.into()),
        fen: after.to_fen(),
    }
}

/// How a game ends at a position: by its rules first, else as a draw by the number of turns.
fn ending<P: SimultaneousNotation>(position: &P) -> Option<(Outcome, &'static str)> {
    match position.outcome() {
        Some(outcome) => Some((outcome, P::END_REASON)),
        None => position.draw_reason().map(|reason| (Outcome::Draw, reason)),
    }
}

/// A turn of a position with these effects, as it is drawn.
fn drawn<P: SimultaneousNotation>(position: &P, effects: Vec<String>) -> DrawnMove {
    DrawnMove { effects, path: Vec::new(), before: position.scene() }
}

/// A value from -1 to 1 as a score in centipieces.
fn centipieces<P: SimultaneousNotation>(value: f64) -> i32 {
    (100.0 * value / P::PIECE).round() as i32
}

fn in_text<P: SimultaneousNotation>(
    task: &SimultaneousTask<P>,
    info: &solver::SimultaneousInfo<P::Choice>,
) -> SearchInfo<String> {
    let lost = matches!(task.root.outcome(), Some(Outcome::Win(side)) if side != task.side);
    SearchInfo {
        depth: info.depth,
        sel_depth: info.depth,
        multi_pv: 1,
        score: if lost { Score::mated_in(0) } else { Score::estimate(centipieces::<P>(info.value)) },
        bound: Bound::Exact,
        proved: info.depth == 0,
        moves_to_end: None,
        nodes: info.nodes,
        hash_full: 0,
        tb_hits: None,
        time: info.time,
        pv: info.mix.first().map(|&(choice, _)| task.root.write_choice(choice)).into_iter().collect(),
    }
}
