//! The session of a game of two players who choose in secret and move at the same time.

use std::collections::HashSet;

use super::line::Line;
use super::sequential::result_name;
use super::{Answer, DivideJob, Effects, Info, News, PerftJob, Refused, Request, SearchJob, Session, Setup};
use crate::core::{Outcome, Score, Side};
use crate::game::{Appraise, FenError, JointNotation, MoveError};
use crate::search::duel::{self, Task};
use crate::search::perft::Counting;
use crate::search::playout::Playouts;
use crate::search::{Bound, Control};

/// A simultaneous game in progress, with the beliefs that it is played with.
#[derive(Debug)]
pub struct Joint<P: JointNotation, J> {
    line: Line<P, [P::Choice; 2]>,
    judge: J,
}

impl<P: JointNotation, J: Appraise<P> + Default + 'static> Joint<P, J> {
    pub(super) fn open(setup: &Setup) -> Result<Box<dyn Session>, FenError> {
        let start = setup.fen.map_or_else(|| Ok(P::start()), P::read_fen)?;
        Ok(Box::new(Self { line: Line::new(start), judge: J::default() }))
    }
}

impl<P: JointNotation, J: Appraise<P>> Joint<P, J> {
    fn position(&self) -> &P {
        self.line.position()
    }
}

impl<P: JointNotation, J: Appraise<P> + 'static> Session for Joint<P, J> {
    fn play(&mut self, words: &[&str]) -> Result<(), Refused> {
        let step = |position: &P, word: &str| read_joint(position, word).map(|joint| (joint, after(position, joint)));
        self.line.play(words, step, |position| Some(position.write_fen()))
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)
    }

    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, Refused> {
        let side = side(seat)?;
        let position = self.position();
        let mut moves = Vec::new();
        position.for_each_choice(side, |choice| moves.push(position.write_choice(choice)));
        moves.sort_unstable();
        Ok(moves)
    }

    fn effects(&self, word: &str) -> Result<Effects, Refused> {
        let position = self.position();
        let joint = read_joint(position, word);
        let joint = joint.map_err(|error| Refused::of(error, 1, word, Some(position.write_fen())))?;
        let after = after(position, joint);
        Ok(Effects {
            played: write_joint(position, joint),
            effects: position.effects(joint),
            result: ending(&after).map(|(outcome, _)| result_name(outcome)),
            fen: after.write_fen(),
        })
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn side_name(&self) -> String {
        "both".into()
    }

    fn fen(&self) -> String {
        self.position().write_fen()
    }

    fn start_fen(&self) -> String {
        self.line.start().write_fen()
    }

    fn line(&self) -> Vec<String> {
        self.line.steps().map(|(position, &joint)| write_joint(position, joint)).collect()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn p1_turn(&self) -> bool {
        true
    }

    fn result(&self) -> Option<String> {
        ending(self.position()).map(|(outcome, _)| result_name(outcome))
    }

    fn reason(&self) -> Option<&'static str> {
        ending(self.position()).map(|(_, reason)| reason)
    }

    fn scores(&self) -> Vec<i32> {
        self.position().scores().to_vec()
    }

    fn evaluate(&self) -> Result<i32, Refused> {
        Ok(centipieces::<P>(self.judge.appraise(self.position())))
    }

    fn search(&self, request: &Request) -> Result<SearchJob, Refused> {
        let side = side(request.seat)?;
        let root = *self.position();
        let (mut choices, mut seen) = (Vec::new(), HashSet::new());
        for (i, word) in request.moves.iter().enumerate() {
            let choice = root.read_choice(side, word);
            let choice = choice.map_err(|error| Refused::of(error, i + 1, word, Some(root.write_fen())))?;
            if seen.insert(choice) {
                choices.push(choice);
            }
        }
        let task = Task { root, side, choices, limits: request.limits.clone(), settings: request.settings };
        let judge = self.judge.clone();
        Ok(Box::new(move |_, control, report| {
            let (last, choice) = duel::search(&task, &judge, control, &mut |info| {
                report(News::Info(in_text(&task, info)));
                report(News::Note(format!("gap {:.4} value {:.4}", info.gap, info.value)));
                if let Some(size) = info.sampled {
                    report(News::Note(format!("sampled {size} choices of each side")));
                }
            });
            for (choice, share) in last.mix {
                report(News::Note(format!("mix {share:.4} {}", task.root.write_choice(choice))));
            }
            Answer { best: choice.map(|choice| task.root.write_choice(choice)), ponder: None, fault: None }
        }))
    }

    fn perft(&self, depth: u32) -> Result<PerftJob, Refused> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.joint_perft(&position, depth)))
    }

    fn divide(&self, depth: u32) -> Result<DivideJob, Refused> {
        let position = *self.position();
        Ok(Box::new(move |counting: &Counting| {
            let counts = counting.joint_divide(&position, depth)?;
            let mut counts: Vec<_> = counts.into_iter().map(|(choice, n)| (position.write_choice(choice), n)).collect();
            counts.sort_unstable();
            Ok(counts)
        }))
    }

    fn perft_played(&self, depth: u32) -> Result<PerftJob, Refused> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.joint_perft_played(&position, depth)))
    }

    fn playouts(&self, _: u64, _: u64, _: &Control) -> Result<Playouts, Refused> {
        Err(Refused::Unsupported("wanted a game of players who move in turn, found simultaneous choices"))
    }
}

/// The side of a seat, the first one without a seat.
fn side(seat: Option<u32>) -> Result<Side, Refused> {
    match seat {
        None | Some(1) => Ok(Side::First),
        Some(2) => Ok(Side::Second),
        Some(found) => Err(Refused::Seat { seats: 2, found }),
    }
}

/// Reads a choice of each side, `A/B`, the first player's first.
fn read_joint<P: JointNotation>(position: &P, word: &str) -> Result<[P::Choice; 2], MoveError> {
    const SYNTAX: &str = "the choices of both sides, separated by /, the first player's first";
    let (first, second) = word.split_once('/').ok_or(MoveError::Syntax(SYNTAX))?;
    Ok([position.read_choice(Side::First, first)?, position.read_choice(Side::Second, second)?])
}

fn write_joint<P: JointNotation>(position: &P, joint: [P::Choice; 2]) -> String {
    joint.map(|choice| position.write_choice(choice)).join("/")
}

fn after<P: JointNotation>(position: &P, [first, second]: [P::Choice; 2]) -> P {
    position.after(Side::First, first, second)
}

/// How a game ends at a position: by its rules, which go first, or by a draw that ends nothing.
fn ending<P: JointNotation>(position: &P) -> Option<(Outcome, &'static str)> {
    match position.outcome() {
        Some(outcome) => Some((outcome, P::END_REASON)),
        None => position.draw_reason().map(|reason| (Outcome::Draw, reason)),
    }
}

/// A value from -1 to 1 on the scale of scores.
fn centipieces<P: JointNotation>(value: f64) -> i32 {
    (100.0 * value / P::PIECE).round() as i32
}

fn in_text<P: JointNotation>(task: &Task<P>, info: &duel::Info<P::Choice>) -> Info {
    let lost = matches!(task.root.outcome(), Some(Outcome::Win(side)) if side != task.side);
    Info {
        depth: info.depth,
        sel_depth: info.depth,
        multi_pv: 1,
        score: if lost { Score::mated_in(0) } else { Score::estimate(centipieces::<P>(info.value)) },
        bound: Bound::Exact,
        proved: info.depth == 0,
        counted: false,
        nodes: info.nodes,
        hash_full: 0,
        time: info.time,
        own_moves: 0,
        pv: info.mix.first().map(|&(choice, _)| task.root.write_choice(choice)).into_iter().collect(),
    }
}
