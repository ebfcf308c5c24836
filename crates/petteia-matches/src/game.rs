//! One game of a match. The rules of this crate are the referee.

use std::time::{Duration, Instant};

use petteia_core::Outcome;
use petteia_engine::{Engine, EngineError, GameKind, Session};

use super::limits::{GameClock, PlayerLimit};
use super::players::{self, MatchPlayer, MoveRequest, PlayerError, PlayerMove, PlayerScore};

/// When a game ends before its end by the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw after so many plies; `None` for no limit.
    pub max_plies: Option<usize>,
    /// A loss when the scores of both players agree on it for a number of moves of each: moves and centipieces.
    pub resign: Option<(usize, i32)>,
    /// A draw when the scores of both players are near 0 for a number of moves of each: the first ply that counts,
    /// moves and centipieces.
    pub draw: Option<(usize, usize, i32)>,
}

/// What a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct GameSettings {
    /// How long each player may think, the first player's first.
    pub paces: [PlayerLimit; 2],
    /// How much later than its clock an answer may come.
    pub time_margin: Duration,
    /// When the game ends before its end.
    pub adjudication: Adjudication,
}

/// Longest wait for an answer without a clock.
const TIMEOUT: Duration = Duration::from_secs(600);
/// How much longer than its time an answer is awaited, where the margin is shorter. A player without an answer by then
/// is killed, which takes less than a second more.
const GRACE: Duration = Duration::from_secs(1);

/// Reason: a player has lost on time.
pub const TIME: &str = "time";
/// Reason: the process of a player has ended, or broken its protocol.
pub const CRASH: &str = "crash";
/// Reason: a player has not answered, where no clock ran.
pub const NO_REPLY: &str = "no-reply";
/// Reason: a player has made an illegal move.
pub const ILLEGAL_MOVE: &str = "illegal-move";
/// Reason: a player has resigned.
pub const RESIGNATION: &str = "resignation";
/// Reason: a draw by adjudication after a number of plies.
pub const MAX_PLIES: &str = "max-plies";
/// Reason: a loss by adjudication.
pub const RESIGN_ADJUDICATION: &str = "resign-adjudication";
/// Reason: a draw by adjudication.
pub const DRAW_ADJUDICATION: &str = "draw-adjudication";

/// Who has won a game; `None` for a draw. 0 is the first player.
pub type Winner = Option<usize>;

/// A game that has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGame {
    /// The moves after the opening, in canonical form.
    pub moves: Vec<String>,
    /// The scores of the moves by those who played them.
    pub scores: Vec<Option<PlayerScore>>,
    /// The times of the moves in milliseconds.
    pub times: Vec<u64>,
    /// Who has won.
    pub winner: Winner,
    /// Why the game is over: a reason of the rules, `max-plies`, `resign-adjudication`, `draw-adjudication`, `time`,
    /// `crash`, `no-reply`, `illegal-move`, `resignation`.
    pub reason: String,
    /// The player that forfeited the game, and why.
    pub forfeit: Option<(usize, String)>,
}

/// Why a game cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The referee has no position.
    #[error("the referee: {0}")]
    Referee(#[from] EngineError),
    /// This player does not start, cannot play this game at all, or has been terminated with the match.
    #[error("{1}")]
    Player(usize, PlayerError),
}

/// Plays a game from the position of the referee, whose text is `start`. The first of the players is the first player
/// of the game.
///
/// # Errors
/// The referee has no position, or a player cannot play this game at all. A player that does not start is started once
/// more first.
pub fn play<'a>(
    referee: &mut Engine,
    start: &'a str,
    players: [&'a mut (dyn MatchPlayer + 'a); 2],
    rules: &'a GameSettings,
) -> Result<PlayedGame, GameError> {
    let game = referee.game()?;
    let is_simultaneous = game.kind() == GameKind::Simultaneous;
    let (origin, _) = start.split_once(" moves ").unwrap_or((start, ""));
    let (start_fen, line, fens) = (game.start_fen(), game.played_moves(), vec![game.fen()]);
    let mut table =
        Table { start, origin, start_fen, line, fens, players, rules, clocks: [None; 2], game: PlayedGame::default() };
    for p in 0..2 {
        if let (PlayerLimit::Clock(control), false) = (rules.paces[p], table.players[p].keeps_own_clock()) {
            table.clocks[p] = Some(GameClock::new(control));
        }
        table.begin(p)?;
    }
    while !table.is_over(referee)? {
        let game = referee.game()?;
        let chosen = if is_simultaneous {
            table.ask(0, Some(1)).and_then(|first| Ok((0, first, Some(table.ask(1, Some(2))?))))
        } else {
            let p = usize::from(!game.p1_turn());
            table.ask(p, None).map(|answer| (p, answer, None))
        };
        let (p, answer, other) = match chosen {
            Ok(chosen) => chosen,
            Err((p, error)) => {
                table.lose(p, error)?;
                break;
            }
        };
        let words = [Some(&answer), other.as_ref()].into_iter().flatten().map(|answer| answer.choice.word.as_str());
        let word = words.collect::<Vec<_>>().join("/");
        if let Err(error) = referee.play(&[&word]) {
            // Of two choices, the first that is refused on its own.
            let p = if other.is_some() && referee.game().is_ok_and(|game| knows(game, &answer)) { 1 } else { p };
            table.end(Some(1 - p), ILLEGAL_MOVE, Some((p, error.to_string())));
            break;
        }
        let game = referee.game()?;
        let played = game.played_moves().pop().unwrap_or(word);
        table.fens.push(game.fen());
        table.line.push(played.clone());
        table.game.moves.push(played);
        table.game.scores.push(answer.choice.score);
        table.game.times.push(answer.time.as_millis() as u64);
        let answers = [(p, Some(&answer)), (1, other.as_ref())];
        if let Some((late, _)) = answers.into_iter().find(|(_, answer)| answer.is_some_and(|answer| !answer.in_time)) {
            table.end(Some(1 - late), TIME, Some((late, "out of time".into())));
            break;
        }
    }
    Ok(table.game)
}

/// The winner and the reason of a game that is over by the rules.
pub(super) fn end_by_rules(game: &dyn Session) -> Option<(Winner, &'static str)> {
    let winner = game.result()?.outcome().and_then(Outcome::winner);
    Some((winner.map(|side| side as usize), game.reason().unwrap_or("none")))
}

/// Whether the first seat has this choice.
fn knows(game: &dyn Session, answer: &Answer) -> bool {
    game.moves(Some(1)).is_ok_and(|moves| moves.contains(&answer.choice.word))
}

/// The answer of a player and its time.
struct Answer {
    choice: PlayerMove,
    time: Duration,
    in_time: bool,
}

/// A game in progress.
struct Table<'a> {
    /// The opening, as after `position`.
    start: &'a str,
    /// The position before all moves, as after `position`.
    origin: &'a str,
    start_fen: String,
    /// All moves, those of the opening too.
    line: Vec<String>,
    /// The FENs at the end of the opening and after each move since.
    fens: Vec<String>,
    players: [&'a mut (dyn MatchPlayer + 'a); 2],
    rules: &'a GameSettings,
    clocks: [Option<GameClock>; 2],
    game: PlayedGame,
}

impl Table<'_> {
    /// Gets a player ready, with a new process if the first try fails.
    fn begin(&mut self, p: usize) -> Result<(), GameError> {
        players::begin(self.players[p], self.start).map_err(|error| GameError::Player(p, error))
    }

    /// Asks a player for a move, with a new process if its first one turns out not to play.
    fn ask(&mut self, p: usize, seat: Option<u32>) -> Result<Answer, (usize, PlayerError)> {
        self.ask_once(p, seat).or_else(|(p, error)| match error {
            PlayerError::NotStarted(_) => {
                self.players[p].begin(self.start).map_err(|error| (p, error))?;
                self.ask_once(p, seat)
            }
            error => Err((p, error)),
        })
    }

    fn ask_once(&mut self, p: usize, seat: Option<u32>) -> Result<Answer, (usize, PlayerError)> {
        let pace = self.rules.paces[p];
        let timeout = match (pace, self.clocks[p]) {
            (_, Some(clock)) => clock.left() + self.rules.time_margin.max(GRACE),
            (PlayerLimit::MoveTime(time), None) => time + self.rules.time_margin.max(GRACE),
            _ => TIMEOUT,
        };
        let turn = MoveRequest {
            start: self.origin,
            start_fen: &self.start_fen,
            moves: &self.line,
            fens: &self.fens,
            player: p,
            seat,
            clocks: self.clocks,
            pace,
            timeout,
        };
        let started = Instant::now();
        let choice = self.players[p].choose(&turn).map_err(|error| (p, error))?;
        let time = started.elapsed();
        let in_time = match (&mut self.clocks[p], pace) {
            (Some(clock), _) => clock.charge(time, self.rules.time_margin),
            (None, PlayerLimit::MoveTime(limit)) => time <= limit + self.rules.time_margin,
            _ => true,
        };
        Ok(Answer { choice, time, in_time })
    }

    /// Whether the match limits the time of a player.
    fn has_limited_time(&self, p: usize) -> bool {
        self.clocks[p].is_some() || matches!(self.rules.paces[p], PlayerLimit::MoveTime(_))
    }

    /// Ends the game, which a player forfeits.
    fn lose(&mut self, p: usize, error: PlayerError) -> Result<(), GameError> {
        self.players[p].stop();
        let reason = match error {
            PlayerError::NotStarted(_) | PlayerError::Unsupported(_) | PlayerError::Terminated => {
                return Err(GameError::Player(p, error));
            }
            PlayerError::Crash(_) => CRASH,
            PlayerError::Resigned => RESIGNATION,
            // Without an answer at the end of a clock the game is lost on time as well.
            PlayerError::NoReply(_) if self.has_limited_time(p) => TIME,
            PlayerError::NoReply(_) => NO_REPLY,
        };
        self.end(Some(1 - p), reason, Some((p, error.to_string())));
        Ok(())
    }

    fn end(&mut self, winner: Winner, reason: &str, forfeit: Option<(usize, String)>) {
        self.game.winner = winner;
        self.game.reason = reason.into();
        self.game.forfeit = forfeit;
    }

    /// Whether the game is over, by the rules or by adjudication.
    fn is_over(&mut self, referee: &Engine) -> Result<bool, GameError> {
        let game = referee.game()?;
        let plies = self.game.moves.len();
        let end = if let Some((winner, reason)) = end_by_rules(game) {
            Some((winner, reason))
        } else if self.rules.adjudication.max_plies.is_some_and(|max| plies >= max) {
            Some((None, MAX_PLIES))
        } else {
            // Scores are those of the player to move before each ply.
            let mover = usize::from(!game.p1_turn());
            self.rules.adjudication.by_scores(&self.game.scores, mover)
        };
        if let Some((winner, reason)) = end {
            self.end(winner, reason, None);
        }
        Ok(end.is_some())
    }
}

impl Adjudication {
    /// The end of a game by the scores of its moves, if players alternate. `mover` is to move now.
    fn by_scores(&self, scores: &[Option<PlayerScore>], mover: usize) -> Option<(Winner, &'static str)> {
        let last = |moves: usize| -> Option<Vec<i32>> {
            let tail = scores.get(scores.len().checked_sub(2 * moves)?..)?;
            tail.iter().rev().map(|score| score.map(PlayerScore::centipieces)).collect()
        };
        if let Some((moves, limit)) = self.resign
            && let Some(tail) = last(moves)
            && moves > 0
        {
            // The last score is that of the player who is not to move.
            let lead =
                |sign: i32| tail.iter().enumerate().all(|(i, cp)| sign * cp * if i % 2 == 0 { 1 } else { -1 } >= limit);
            if lead(1) {
                return Some((Some(1 - mover), RESIGN_ADJUDICATION));
            }
            if lead(-1) {
                return Some((Some(mover), RESIGN_ADJUDICATION));
            }
        }
        if let Some((first, moves, limit)) = self.draw
            && let Some(tail) = last(moves)
            && moves > 0
            && scores.len() >= first
            && tail.iter().all(|cp| cp.abs() <= limit)
        {
            return Some((None, DRAW_ADJUDICATION));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjudication_wants_both_players_to_agree() {
        let rules = Adjudication { max_plies: None, resign: Some((2, 300)), draw: Some((4, 2, 10)) };
        let end = |scores: &[i32], mover| {
            let scores: Vec<_> = scores.iter().map(|&cp| Some(PlayerScore::Cp(cp))).collect();
            rules.by_scores(&scores, mover)
        };
        // The players alternate; player 0 is to move, so player 1 gave the last score.
        assert_eq!(end(&[-400, 400, -300, 301], 0), Some((Some(1), "resign-adjudication")));
        assert_eq!(end(&[400, -400, 300, -301], 0), Some((Some(0), "resign-adjudication")));
        assert_eq!(end(&[400, -400, 299, -301], 0), None);
        assert_eq!(end(&[400, 400, 400, 400], 0), None);
        assert_eq!(end(&[-400, 300, -301], 1), None);
        assert_eq!(end(&[9, -10, 0, 3], 1), Some((None, "draw-adjudication")));
        assert_eq!(end(&[9, -11, 0, 3], 1), None);
        assert_eq!(rules.by_scores(&[None; 6], 0), None);
    }
}
