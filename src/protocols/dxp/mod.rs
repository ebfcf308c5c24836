//! DXP, the DamExchange Protocol: games of International draughts against another program. A connection is a
//! connection, and a line is a message.
//!
//! The initiator requests games and the follower accepts them. In turn each side says its moves. The side to move ends
//! a game, and the other side confirms the end.

pub mod connection;
mod game;

use std::sync::Arc;
use std::time::Duration;

pub use game::DxpRecord;

use petteia_engine::{Engine, EngineError, JobEvent, JobResult, Origin};
use petteia_files::InputLine;
use petteia_formats::dxp::{
    Acceptance, BackAnswer, DxpColour, DxpMessage, DxpMove, EndReason, GameEnd, GameRequest, read_position,
};
use petteia_ugi::Error;

use self::connection::PeerWatch;
use self::game::{DxpGame, Ending};
use crate::server::connection::{Connection, Protocol};

/// The name of this program.
const OWN_NAME: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));

/// How to play.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The games that this program requests; `None` if it accepts those of the other one.
    pub offer: Option<GameOffer>,
    /// The number of games after which this program wants no other; `None` for no limit.
    pub games: Option<u64>,
    /// How long to wait for a request and for answers other than moves.
    pub read_timeout: Duration,
}

/// The games that an initiator requests.
#[derive(Clone, Debug)]
pub struct GameOffer {
    /// The colour of this program in the first game.
    pub colour: DxpColour,
    /// The colours change after each game.
    pub alternates: bool,
    /// Minutes of each side; 0 for no clock.
    pub minutes: u32,
    /// Moves of each side after which the game ends; 0 for no limit.
    pub moves: u32,
    /// The position in the text of DXP; `None` for the start of the game.
    pub position: Option<String>,
}

/// Receives the record of each game.
pub type TakeRecord = Box<dyn FnMut(DxpRecord) + Send>;

/// What the next message has to be.
#[derive(Debug)]
enum Stage {
    /// A request. There is no game.
    Idle,
    /// The answer to this request.
    Requested(GameRequest),
    /// A move of the opponent, if it is not the turn of this program.
    Playing(DxpGame),
    /// The confirmation of the end of a game.
    Ending,
}

/// A connection to another program.
pub struct Dxp {
    settings: DxpSettings,
    watch: Arc<PeerWatch>,
    take_record: TakeRecord,
    stage: Stage,
    /// Games that have ended.
    games: u64,
    /// The connection ends because of an error.
    is_broken: bool,
}

impl Protocol for Dxp {
    fn on_start(&mut self, connection: &mut Connection) {
        self.next_game(connection);
    }

    fn must_wait(&self, _connection: &Connection, _line: &InputLine) -> bool {
        false
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        if connection.is_ending() {
            return;
        }
        let message = line.text().map_err(|error| error.to_string()).and_then(DxpMessage::read);
        if let Err(why) = message.and_then(|message| self.answer(connection, message)) {
            self.refuse(connection, why);
        }
    }

    fn on_panic(&mut self, connection: &mut Connection, _line: &InputLine, error: Error) {
        self.refuse(connection, format!("internal: {}", error.text));
    }

    fn on_event(&mut self, _connection: &mut Connection, _event: JobEvent) {}

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        if connection.is_ending() {
            return;
        }
        if let Err(why) = self.say_move(connection, end) {
            self.refuse(connection, why);
        }
    }

    /// The peer is silent or gone, or says what is no message.
    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        let is_over = self.is_last(self.games) || self.settings.offer.is_none();
        if !self.watch.is_closed() {
            self.refuse(connection, error.text);
        } else if is_over && matches!(self.stage, Stage::Idle | Stage::Ending) {
            connection.quit();
        } else {
            self.is_broken = true;
            connection.abort(error.text);
        }
    }

    /// A game that is broken off has a record too.
    fn on_end(&mut self, connection: &mut Connection) {
        let is_interrupted = connection.is_ending() && !self.is_broken && !self.watch.is_closed();
        let reason = if is_interrupted { "interrupted" } else { "disconnected" };
        if let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Idle) {
            if is_interrupted {
                say_end(connection, EndReason::Unknown, true);
            }
            self.record(&connection.engine, game, (None, reason), true);
        }
    }
}

impl Dxp {
    /// The start of a connection. `watch` belongs to the reader of its input.
    #[must_use]
    pub fn new(settings: DxpSettings, watch: Arc<PeerWatch>, take_record: TakeRecord) -> Self {
        Self { settings, watch, take_record, stage: Stage::Idle, games: 0, is_broken: false }
    }

    /// Ends the connection with an error, which the peer hears as a chat.
    fn refuse(&mut self, connection: &mut Connection, why: String) {
        self.is_broken = true;
        connection.write_line(&DxpMessage::Chat(format!("error: {why}")));
        connection.abort(why);
    }

    /// Whether these are all the games that were asked for.
    fn is_last(&self, games: u64) -> bool {
        self.settings.games.is_some_and(|expected| games >= expected)
    }

    fn answer(&mut self, connection: &mut Connection, message: DxpMessage) -> Result<(), String> {
        let is_follower = self.settings.offer.is_none();
        match (message, &mut self.stage) {
            // They need no answer.
            (DxpMessage::Chat(_) | DxpMessage::BackAnswer(_), _) => Ok(()),
            (DxpMessage::BackRequest(..), _) => {
                connection.write_line(&DxpMessage::BackAnswer(BackAnswer::NotSupported));
                Ok(())
            }
            (DxpMessage::Request(request), Stage::Idle) if is_follower => self.accept(connection, request),
            (DxpMessage::OtherRequest, Stage::Idle) if is_follower => {
                say_acceptance(connection, Acceptance::OtherVersion);
                Ok(())
            }
            (DxpMessage::Acceptance(name, acceptance), Stage::Requested(request)) => {
                let request = request.clone();
                self.accepted(connection, request, name, acceptance)
            }
            (DxpMessage::Move(played), Stage::Playing(game)) => {
                play(&mut connection.engine, game, &played)?;
                self.turn(connection)
            }
            (DxpMessage::End(end), _) => self.on_game_end(connection, end),
            (DxpMessage::Request(_) | DxpMessage::OtherRequest, stage) => {
                Err(format!("expected {}, found a game request", stage.expected()))
            }
            (DxpMessage::Acceptance(..), stage) => {
                Err(format!("expected {}, found a game acceptance", stage.expected()))
            }
            (DxpMessage::Move(_), stage) => Err(format!("expected {}, found a move", stage.expected())),
        }
    }

    /// Requests the next game or waits for a request.
    fn next_game(&mut self, connection: &mut Connection) {
        self.watch.wait(Some(self.settings.read_timeout));
        let Some(offer) = &self.settings.offer else {
            self.stage = Stage::Idle;
            return;
        };
        let is_white = (offer.colour == DxpColour::White) == (!offer.alternates || self.games.is_multiple_of(2));
        let request = GameRequest {
            initiator: OWN_NAME.into(),
            follower: if is_white { DxpColour::Black } else { DxpColour::White },
            minutes: offer.minutes,
            moves: offer.moves,
            position: offer.position.clone(),
        };
        connection.write_line(&DxpMessage::Request(request.clone()));
        self.stage = Stage::Requested(request);
    }

    /// Accepts a game or declines it.
    fn accept(&mut self, connection: &mut Connection, request: GameRequest) -> Result<(), String> {
        if set_up(&mut connection.engine, &request).is_err() {
            say_acceptance(connection, Acceptance::NotThisGame);
            return Ok(());
        }
        say_acceptance(connection, Acceptance::Accepted);
        let (opponent, own) = (request.initiator.clone(), request.follower);
        self.begin_game(connection, DxpGame::new(request, opponent, own))
    }

    fn accepted(
        &mut self,
        connection: &mut Connection,
        request: GameRequest,
        opponent: String,
        acceptance: Acceptance,
    ) -> Result<(), String> {
        let why = match acceptance {
            Acceptance::Accepted => {
                set_up(&mut connection.engine, &request)?;
                let own = request.follower.other();
                return self.begin_game(connection, DxpGame::new(request, opponent, own));
            }
            Acceptance::OtherVersion => "another version of the protocol",
            Acceptance::NotThisGame => "not this game",
            Acceptance::NoGame => "no game at all",
        };
        Err(format!("game request declined: {why}"))
    }

    fn begin_game(&mut self, connection: &mut Connection, game: DxpGame) -> Result<(), String> {
        self.stage = Stage::Playing(game);
        self.turn(connection)
    }

    /// Searches or ends the game if this side is to move.
    fn turn(&mut self, connection: &mut Connection) -> Result<(), String> {
        let Stage::Playing(game) = &mut self.stage else { return Ok(()) };
        let session = connection.engine.game().map_err(|error| error.to_string())?;
        if !game.is_own_turn(session) {
            self.watch.wait(Some(game.read_timeout()));
            return Ok(());
        }
        if let Some(ending) = game.ending(session) {
            let reason = game.reason(&ending);
            say_end(connection, reason, self.is_last(self.games + 1));
            self.end_game(connection, ending);
            self.stage = Stage::Ending;
            self.watch.wait(Some(self.settings.read_timeout));
            return Ok(());
        }
        self.watch.wait(None);
        let limits = game.begin_move();
        connection.search(&[], limits).map_err(|error| error.to_string())
    }

    /// Plays the move that was found.
    fn say_move(&mut self, connection: &mut Connection, end: JobResult) -> Result<(), String> {
        // The end of the game has stopped the search.
        let Stage::Playing(game) = &mut self.stage else { return Ok(()) };
        let best = match end {
            JobResult::BestMove(answer) => answer.best.ok_or("internal: the search found no move"),
            JobResult::Failed(error) => return Err(error.to_string()),
            JobResult::Panicked(panic) => return Err(format!("internal: {panic}")),
            _ => Err("internal: expected a search, found another job"),
        }?;
        let played = DxpMove::of_word(&best, game.end_move()).ok_or("internal: the move has no form in DXP")?;
        connection.engine.play(&[&best]).map_err(|error| format!("internal: {error}"))?;
        connection.write_line(&DxpMessage::Move(played));
        self.turn(connection)
    }

    /// The opponent ends the game, or confirms the end.
    fn on_game_end(&mut self, connection: &mut Connection, end: GameEnd) -> Result<(), String> {
        match &self.stage {
            Stage::Playing(game) => {
                // The opponent may give up while it is not to move.
                connection.stop();
                let session = connection.engine.game().map_err(|error| error.to_string())?;
                let ending = game.ending_by_opponent(session, end.reason);
                say_end(connection, EndReason::Unknown, self.is_last(self.games + 1));
                self.end_game(connection, ending);
            }
            // There is nothing to end.
            Stage::Idle | Stage::Requested(_) if !end.stop => return Ok(()),
            Stage::Idle | Stage::Requested(_) | Stage::Ending => {}
        }
        if end.stop || self.is_last(self.games) {
            self.stage = Stage::Idle;
            connection.quit();
        } else {
            self.next_game(connection);
        }
        Ok(())
    }

    /// The game is over: its record.
    fn end_game(&mut self, connection: &Connection, ending: Ending) {
        if let Stage::Playing(game) = std::mem::replace(&mut self.stage, Stage::Idle) {
            self.games += 1;
            self.record(&connection.engine, game, ending, false);
        }
    }

    fn record(&mut self, engine: &Engine, game: DxpGame, ending: Ending, is_broken_off: bool) {
        if let Ok(session) = engine.game() {
            (self.take_record)(game.record(session, OWN_NAME, ending, is_broken_off));
        }
    }
}

impl Stage {
    /// What the next message has to be.
    fn expected(&self) -> &'static str {
        match self {
            Self::Idle => "a game request",
            Self::Requested(_) => "a game acceptance",
            Self::Playing(_) => "a move in turn",
            Self::Ending => "the end of the game",
        }
    }
}

/// Sets the game of a request up.
///
/// # Errors
/// The position is none of this program, or it has no move.
fn set_up(engine: &mut Engine, request: &GameRequest) -> Result<(), String> {
    let refused = |error: EngineError| error.to_string();
    engine.new_game().map_err(refused)?;
    if let Some(position) = &request.position {
        let fen = read_position(position)?;
        engine.set_position(Origin::Fen(&fen), &[]).map_err(refused)?;
    }
    let is_over = engine.game().map_err(refused)?.result().is_some();
    if is_over { Err("expected a position with a legal move, found none".into()) } else { Ok(()) }
}

/// Plays a move of the opponent.
///
/// # Errors
/// It is not its turn, or the move is not legal.
fn play(engine: &mut Engine, game: &mut DxpGame, played: &DxpMove) -> Result<(), String> {
    let session = engine.game().map_err(|error| error.to_string())?;
    if game.is_own_turn(session) {
        return Err("move out of turn".into());
    }
    let word = played.word();
    // Other readings of the same numbers are no moves here.
    if !session.moves(None).is_ok_and(|moves| moves.contains(&word)) {
        return Err(format!("expected a legal move, found {word} in {}", session.fen()));
    }
    engine.play(&[&word]).map_err(|error| error.to_string())?;
    game.opponent_moved(played.seconds);
    Ok(())
}

fn say_acceptance(connection: &mut Connection, acceptance: Acceptance) {
    connection.write_line(&DxpMessage::Acceptance(OWN_NAME.into(), acceptance));
}

fn say_end(connection: &mut Connection, reason: EndReason, stop: bool) {
    connection.write_line(&DxpMessage::End(GameEnd { reason, stop }));
}
