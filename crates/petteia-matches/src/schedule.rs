//! Plays the games of a match, several at a time.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use petteia_engine::{Engine, STACK_SIZE};

use super::game::{self, GameError, GameSettings, PlayedGame};
use super::openings::Opening;
use super::players::{Launcher, MatchPlayer, PlayerError, PlayerSpec};
use super::record::{MatchGame, Results};
use super::statistics::{Sprt, Verdict};

/// A match to play.
#[derive(Clone, Debug)]
pub struct Match {
    /// Both engines.
    pub engines: [PlayerSpec; 2],
    /// How they are started.
    pub launcher: Launcher,
    /// How games are played; the paces are those of the engines.
    pub rules: GameSettings,
    /// The openings. A pair of games begins at each, then at each again.
    pub openings: Vec<Opening>,
    /// Number of games, an even one.
    pub games: usize,
    /// Only the pairs of this part: its number from 0, and the number of parts.
    pub shard: [usize; 2],
    /// Number of games at the same time.
    pub concurrency: usize,
    /// A test that ends the match.
    pub sprt: Option<Sprt>,
}

/// Why a match stops before its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// This engine (0 or 1) does not start, cannot play, or has been terminated with the match.
    #[error("{1}")]
    Engine(usize, PlayerError),
    /// A game cannot be kept.
    #[error("{0}")]
    Keep(String),
    /// The referee fails, or the system refuses a thread.
    #[error("{0}")]
    Internal(String),
}

/// A match that has stopped before its end.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct StoppedMatch {
    /// Why.
    pub error: MatchError,
    /// The results of all games until then.
    pub results: Results,
}

/// The state that all threads share.
struct State<'a> {
    waiting: Vec<usize>,
    results: Results,
    /// The first error, which stops the match.
    error: Option<MatchError>,
    /// Keeps a game; an error ends the match.
    keep: &'a mut (dyn FnMut(&MatchGame, &Results) -> Result<(), String> + Send),
}

impl State<'_> {
    fn stop(&mut self, error: MatchError) {
        self.error.get_or_insert(error);
    }
}

impl Match {
    /// The numbers of all games of this part, from 1.
    #[must_use]
    pub fn numbers(&self) -> BTreeSet<usize> {
        let [part, parts] = self.shard;
        (1..=self.games).filter(|number| (number - 1) / 2 % parts == part).collect()
    }

    /// Plays the games whose numbers are not in `played`, and calls `keep` after each. Returns the results of all
    /// games.
    ///
    /// # Errors
    /// An engine does not start or cannot play the game at all, `keep` fails, or the system refuses a thread. Games
    /// that other threads play at that time are played to their end.
    pub fn play(
        &self,
        referee: &Engine,
        played: &BTreeSet<usize>,
        results: Results,
        keep: &mut (dyn FnMut(&MatchGame, &Results) -> Result<(), String> + Send),
    ) -> Result<Results, Box<StoppedMatch>> {
        let mut waiting: Vec<usize> = self.numbers().difference(played).copied().collect();
        waiting.reverse();
        let state = Mutex::new(State { waiting, results, error: None, keep });
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for _ in 0..self.concurrency {
                let (state, mut referee) = (&state, referee.fork());
                let work = move || self.play_games(&mut referee, state);
                let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
                match thread {
                    Ok(thread) => threads.push(thread),
                    Err(error) => {
                        let error = MatchError::Internal(format!("cannot start a thread: {error}"));
                        state.lock().unwrap_or_else(PoisonError::into_inner).stop(error);
                    }
                }
            }
            for thread in threads {
                thread.join().unwrap_or_else(|cause| resume_unwind(cause));
            }
        });
        let State { results, error, .. } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match error {
            Some(error) => Err(Box::new(StoppedMatch { error, results })),
            None => Ok(results),
        }
    }

    /// Plays one game after another, until none is left or the match has ended.
    fn play_games(&self, referee: &mut Engine, state: &Mutex<State>) {
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let variant = referee.options().variant.name;
        let unable = |engine, why| lock().stop(MatchError::Engine(engine, PlayerError::Unsupported(why)));
        let mut players = match self.engines.each_ref().map(|engine| engine.player(variant, &self.launcher)) {
            [Ok(a), Ok(b)] => [a, b],
            [Err(why), _] => return unable(0, why),
            [_, Err(why)] => return unable(1, why),
        };
        loop {
            let number = {
                let mut state = lock();
                let is_decided = self.sprt.is_some_and(|sprt| sprt.test(&state.results.pairs).1.is_some());
                if state.error.is_some() || is_decided {
                    return;
                }
                let Some(number) = state.waiting.pop() else { return };
                number
            };
            let opening = &self.openings[(number - 1) / 2 % self.openings.len()];
            let first = (number - 1) % 2;
            let game = match self.play_game(referee, opening, first, &mut players) {
                Ok(played) => MatchGame::new(number, opening.text(), first, played),
                Err(GameError::Player(player, error)) => {
                    return lock().stop(MatchError::Engine(player ^ first, error));
                }
                Err(GameError::Referee(error)) => return lock().stop(MatchError::Internal(error.to_string())),
            };
            let mut state = lock();
            state.results.add(&game);
            let State { keep, results, .. } = &mut *state;
            if let Err(error) = keep(&game, results) {
                state.stop(MatchError::Keep(error));
            }
        }
    }

    /// Plays one game; `first` is the index of the engine that is the first player.
    fn play_game(
        &self,
        referee: &mut Engine,
        opening: &Opening,
        first: usize,
        players: &mut [Box<dyn MatchPlayer>; 2],
    ) -> Result<PlayedGame, GameError> {
        opening.set_up(referee)?;
        let [a, b] = players;
        let ordered: [&mut dyn MatchPlayer; 2] =
            if first == 0 { [a.as_mut(), b.as_mut()] } else { [b.as_mut(), a.as_mut()] };
        let mut rules = self.rules;
        if first == 1 {
            rules.paces.reverse();
        }
        game::play(referee, opening.text(), ordered, &rules)
    }

    /// The log-likelihood ratio of the test, and its verdict if it has one; `None` without a test.
    #[must_use]
    pub fn verdict(&self, results: &Results) -> Option<(f64, Option<Verdict>)> {
        self.sprt.map(|sprt| sprt.test(&results.pairs))
    }
}
