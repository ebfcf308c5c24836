//! The session of a game of several seats with hidden hands.

use std::any::Any;
use std::collections::HashSet;
use std::marker::PhantomData;

use petteia_core::party::{Player, seat_names};
use petteia_core::{FenError, GameOptions, GameResult, MoveError, Party, RandomSource, Scene};
use petteia_search::perft::playout::Playouts;
use petteia_search::{Control, party};

use super::jobs::{JobEvent, JobResult};
use super::record::MoveHistory;
use super::report::{BestMove, Effects, LastRound, SessionError};
use super::session::{DivideJob, GameSetup, PerftJob, SearchJob, SearchRequest, Session, ToMove};

/// A party game in progress, as its referee or one of its seats sees it.
#[derive(Debug)]
pub struct PartySession<P: Party, L> {
    line: MoveHistory<P, P::Action>,
    options: GameOptions,
    player: PhantomData<fn() -> L>,
}

impl<P: Party, L: Player<P>> PartySession<P, L> {
    pub(super) fn open(setup: &GameSetup) -> Result<Box<dyn Session>, FenError> {
        let start =
            setup.fen.map_or_else(|| Ok(P::deal(setup.options)), |fen| P::parse_fen_with(fen, setup.options))?;
        Ok(Box::new(Self { line: MoveHistory::new(start), options: setup.options.clone(), player: PhantomData }))
    }

    fn position(&self) -> &P {
        self.line.position()
    }

    /// The seats that are to act.
    fn acting(&self) -> Vec<usize> {
        (0..self.position().seats()).filter(|&seat| self.position().is_to_act(seat)).collect()
    }

    /// The index of a seat from its number, which counts from 1. Without a number it is the first seat that is to act.
    fn seat(&self, number: Option<u32>) -> Result<usize, SessionError> {
        let seats = self.position().seats();
        match number {
            None => Ok(self.acting().first().copied().unwrap_or(0)),
            Some(found @ 1..) if found as usize <= seats => Ok(found as usize - 1),
            Some(found) => Err(SessionError::Seat { seats: seats as u32, found }),
        }
    }

    /// The observation of a seat, if the position has all that the seat knows.
    fn observation(&self, seat: usize) -> Result<P, SessionError> {
        self.position().is_known_to(seat).map_err(|error| refuse(error, 1, ""))?;
        Ok(self.position().observation(seat))
    }

    /// Reads the words as actions of a seat that are legal in its observation.
    fn read_actions(&self, words: &[&str], observation: &P, seat: usize) -> Result<Vec<P::Action>, SessionError> {
        let (mut actions, mut seen) = (Vec::new(), HashSet::new());
        for (i, word) in words.iter().enumerate() {
            let action = P::read_action(word).map_err(|error| refuse(error, i + 1, word))?;
            if !seen.insert(P::write_action(&action)) {
                continue;
            }
            check(observation, seat, &action, &self.options.chance).map_err(|error| refuse(error, i + 1, word))?;
            actions.push(action);
        }
        Ok(actions)
    }
}

const NO_TREE: SessionError = SessionError::Unsupported("perft is not supported in this game");

impl<P: Party, L: Player<P>> Session for PartySession<P, L> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(Self { line: self.line.clone(), options: self.options.clone(), player: PhantomData })
    }

    fn position_any(&self) -> &dyn Any {
        self.position()
    }

    fn play(&mut self, words: &[&str]) -> Result<(), SessionError> {
        let chance = self.options.chance;
        let step = |position: &P, word: &str| {
            let action = P::read_action(word)?;
            let (after, _) = after(position, &action, &chance)?;
            Ok((action, after))
        };
        self.line.play(words, step, |_| None)
    }

    fn play_move(&mut self, word: &str) -> Result<String, SessionError> {
        let action = P::read_action(word).map_err(|error| refuse(error, 1, word))?;
        let (after, _) =
            after(self.position(), &action, &self.options.chance).map_err(|error| refuse(error, 1, word))?;
        let played = P::write_action(&action);
        self.line.push(action, after);
        Ok(played)
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)
    }

    /// A game that cannot go on with the options keeps those that it has, apart from the chance.
    fn configure(&mut self, options: &GameOptions) {
        if self.position().is_for(options) {
            self.options = options.clone();
        } else {
            self.options.chance = options.chance;
        }
    }

    fn seats(&self) -> u32 {
        self.position().seats() as u32
    }

    fn game_options(&self) -> Option<&GameOptions> {
        Some(&self.options)
    }

    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, SessionError> {
        let seat = self.seat(seat)?;
        if !self.position().is_to_act(seat) {
            return Ok(Vec::new());
        }
        let observation = self.observation(seat)?;
        let mut moves: Vec<String> =
            L::new(&self.options).actions(&observation, seat).iter().map(P::write_action).collect();
        moves.sort_unstable();
        Ok(moves)
    }

    fn observe(&self, seat: u32) -> Result<String, SessionError> {
        self.fen_of_seat(seat)
    }

    fn fen_of_seat(&self, seat: u32) -> Result<String, SessionError> {
        Ok(self.position().observation(self.seat(Some(seat))?).to_fen())
    }

    fn check_action(&self, seat: Option<u32>, word: &str) -> Result<String, SessionError> {
        let seat = self.seat(seat)?;
        let actions = self.read_actions(&[word], &self.observation(seat)?, seat)?;
        Ok(actions.iter().map(P::write_action).collect())
    }

    /// The choices of the seats are hidden from each other, so each is played at once.
    fn commit(&mut self, seat: u32, word: &str) -> Result<bool, SessionError> {
        let word = self.check_action(Some(seat), word)?;
        self.play(&[&word])?;
        Ok(true)
    }

    fn effects_of_seat(&self, seat: u32, word: &str) -> Result<Effects, SessionError> {
        let seat = self.seat(Some(seat))?;
        let observation = self.observation(seat)?;
        let actions = self.read_actions(&[word], &observation, seat)?;
        let played = actions.iter().map(P::write_action).collect();
        let (after, effects) = match observation.after(&actions[0], &self.options.chance) {
            Ok((after, effects)) => (after.observation(seat), effects),
            Err(error) => return Err(refuse(error, 1, word)),
        };
        Ok(Effects { played, effects, result: result(&after), fen: after.to_fen() })
    }

    fn last_round(&self) -> Result<Option<LastRound>, SessionError> {
        let rounds = self.line.steps().filter_map(|(before, action)| before.round_ended_by(action, &self.options));
        Ok(rounds.last().map(LastRound::Party))
    }

    fn public_fen(&self) -> Option<String> {
        // No seat sees more than all seats together, and an observation of the observation of another seat hides both.
        let position = self.position();
        Some((0..position.seats()).fold(position.clone(), |observation, seat| observation.observation(seat)).to_fen())
    }

    fn effects(&self, word: &str) -> Result<Effects, SessionError> {
        let action = P::read_action(word).map_err(|error| refuse(error, 1, word))?;
        let (after, effects) =
            after(self.position(), &action, &self.options.chance).map_err(|error| refuse(error, 1, word))?;
        Ok(Effects { played: P::write_action(&action), effects, result: result(&after), fen: after.to_fen() })
    }

    fn diagram(&self) -> String {
        self.position().diagram(&self.options)
    }

    fn scene(&self) -> Scene {
        self.position().scene(&self.options)
    }

    fn scene_of_seat(&self, seat: u32) -> Result<Scene, SessionError> {
        Ok(self.position().observation(self.seat(Some(seat))?).scene(&self.options))
    }

    fn turn(&self) -> ToMove {
        ToMove::Seats(self.acting().iter().map(|&seat| seat as u32 + 1).collect())
    }

    fn side_names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn side_name(&self) -> String {
        match &self.acting()[..] {
            [] => "none".into(),
            acting => seat_names(acting),
        }
    }

    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn start_fen(&self) -> String {
        self.line.start().to_fen()
    }

    fn played_moves(&self) -> Vec<String> {
        self.line.steps().map(|(_, action)| P::write_action(action)).collect()
    }

    fn plies(&self) -> usize {
        self.line.len()
    }

    fn last_word(&self) -> Option<String> {
        self.line.last().map(|(_, action)| P::write_action(action))
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn p1_turn(&self) -> bool {
        self.position().is_to_act(0)
    }

    fn result(&self) -> Option<GameResult> {
        result(self.position())
    }

    fn reason(&self) -> Option<&'static str> {
        self.position().winners().map(|(_, reason)| reason)
    }

    fn scores(&self) -> Vec<i32> {
        self.position().scores()
    }

    fn evaluate(&self) -> Result<i32, SessionError> {
        Err(SessionError::Unsupported("this game has no evaluation"))
    }

    fn search(&self, request: &SearchRequest) -> Result<SearchJob, SessionError> {
        let seat = self.seat(request.seat)?;
        let turn = if self.position().is_to_act(seat) {
            let observation = self.observation(seat)?;
            let only = self.read_actions(request.moves, &observation, seat)?;
            Some((observation, only))
        } else {
            None
        };
        let (options, limits, search_options) = (self.options.clone(), request.limits.clone(), request.options);
        Ok(Box::new(move |control, report| {
            let mut best = None;
            if let Some((observation, only)) = turn {
                let advice =
                    party::advise(&L::new(&options), (&observation, seat), &only, (&limits, &search_options), control);
                advice.notes.into_iter().for_each(|note| report(JobEvent::Note(note)));
                best = Some(P::write_action(&advice.action));
            }
            control.wait_for_answer_time(&limits);
            JobResult::BestMove(BestMove { best, ponder: None, error: None })
        }))
    }

    fn perft(&self, _: u32) -> Result<PerftJob, SessionError> {
        Err(NO_TREE)
    }

    fn divide(&self, _: u32) -> Result<DivideJob, SessionError> {
        Err(NO_TREE)
    }

    fn perft_without_bulk_counting(&self, _: u32) -> Result<PerftJob, SessionError> {
        Err(NO_TREE)
    }

    fn playouts(&self, _: u64, _: u64, _: &Control) -> Result<Playouts, SessionError> {
        Err(NO_TREE)
    }
}

/// Makes sure that a seat may carry out an action. Every refusal to a seat comes from here. It depends on the
/// observation of the seat alone, so it reveals nothing that is hidden from the seat.
fn check<P: Party>(observation: &P, seat: usize, action: &P::Action, chance: &RandomSource) -> Result<(), MoveError> {
    if observation.actor(action) != seat {
        return Err(MoveError::Illegal(format!("it is not an action of seat {}", seat + 1)));
    }
    match observation.after(action, chance) {
        Err(error @ MoveError::Illegal(_)) => Err(error),
        // The result of a legal action may be hidden from the seat.
        Err(MoveError::Hidden(_) | MoveError::Syntax(_)) | Ok(_) => Ok(()),
    }
}

/// The position after an action, and the effects of the action. The seat that acts is the one that asks.
fn after<P: Party>(position: &P, action: &P::Action, chance: &RandomSource) -> Result<(P, Vec<String>), MoveError> {
    let seat = position.actor(action);
    check(&position.observation(seat), seat, action, chance)?;
    position.after(action, chance)
}

fn result<P: Party>(position: &P) -> Option<GameResult> {
    position.winners().map(|(winners, _)| GameResult::Seats(winners))
}

/// The error for word number `index`, from 1. It leaves out the position, which has secrets.
fn refuse(error: MoveError, index: usize, word: &str) -> SessionError {
    SessionError::of(error, index, word, None)
}
