//! UGI (Universal Game Interface), which is UCI for games other than chess.
//!
//! [`petteia_ugi`] reads lines into commands; all output is written as replies (`reply.rs`).
//! `protocol.md` describes the protocol.

mod info;
mod reply;
mod saved;
mod scene;

use nom::Offset;
use petteia_draw::svg;
use petteia_engine::{BestMove, EngineError, JobEvent, JobResult, OptionError, Origin, Session, options, picture};
use petteia_files::InputLine;
use petteia_ugi::{Code, Command, Error, Go, Handshake, Manual, manual, parse};

use crate::server::connection::{Connection, Protocol};
use info::info_line;
use reply::{Board, Reply};

pub use scene::SceneJson;

/// UGI, which is also UCI.
#[derive(Debug, Default)]
pub struct Ugi {
    /// The last handshake; `None` for a script, which begins without one.
    handshake: Option<Handshake>,
    /// The handshake that counts for a script.
    default_handshake: Handshake,
    /// Executed before the first line.
    first: Option<Command<'static>>,
    /// The declarations of the options, whose defaults are the values at the start of the connection.
    declarations: Vec<String>,
}

impl Ugi {
    /// A session with this handshake until the client sends one.
    #[must_use]
    pub fn with_handshake(default_handshake: Handshake) -> Self {
        Self { default_handshake, ..Self::default() }
    }

    /// A session that executes a command before the first line.
    #[must_use]
    pub fn with_command(first: Command<'static>) -> Self {
        Self { first: Some(first), ..Self::default() }
    }
}

impl Protocol for Ugi {
    fn on_start(&mut self, connection: &mut Connection) {
        let engine = &connection.engine;
        self.declarations = options::handshake(engine.variants(), engine.options());
        if let Some(command) = self.first.take()
            && let Err(error) = self.execute(connection, "", command)
        {
            say_error(connection, error);
        }
    }

    /// Scripts do not wait for answers, so their next search begins after a search that ends by itself.
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        let [command, _] = line.leading_words();
        self.handshake.is_none()
            && connection.engine.job().is_some_and(|job| !job.unbounded)
            && [b"go".as_slice(), b"perft", b"divide"].contains(&&*command)
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        let parsed = line.text().map_err(Error::from).and_then(|text| Ok((text, parse(text)?)));
        let executed = match parsed {
            Ok((_, None)) => Ok(()),
            Ok((text, Some(command))) => {
                log::debug!("heard: {text}");
                self.execute(connection, text, command)
            }
            Err(error) => Err(error),
        };
        if let Err(error) = executed {
            refuse(connection, line, error);
        }
    }

    fn on_panic(&mut self, connection: &mut Connection, line: &InputLine, error: Error) {
        refuse(connection, line, error);
    }

    fn on_event(&mut self, connection: &mut Connection, event: JobEvent) {
        let reply = match event {
            JobEvent::Info(info) => {
                let show_wdl = connection.engine.options().show_wdl();
                return connection.write_line(&info_line(&info, self.handshake(), show_wdl));
            }
            JobEvent::Note(note) => Reply::Note(note),
            JobEvent::Case(label, why) => Reply::Case(label, why),
            JobEvent::Bench(result) => Reply::Bench(result),
            JobEvent::Error(error) => Reply::Error(error.into()),
            JobEvent::Progress { .. } | JobEvent::Ended(_) => return,
        };
        say(connection, &reply);
    }

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        let owes_move = connection.engine.job().is_some_and(|job| job.is_search);
        match end {
            JobResult::BestMove(answer) => self.say_best_move(connection, answer),
            JobResult::Perft(count) => say(connection, &Reply::Perft(count)),
            JobResult::Divide(counts, total) => say(connection, &Reply::Divide(counts, total)),
            JobResult::Checked { passed, failed } => say(connection, &Reply::Checked { passed, failed }),
            JobResult::Signature(nodes, time) => say(connection, &Reply::Signature(nodes, time)),
            JobResult::Aborted(what) => {
                say_error(connection, Error::new(Code::Aborted, format!("{what} stopped")));
            }
            JobResult::Failed(error) => say_error(connection, error.into()),
            JobResult::Panicked(panic) => {
                say_error(connection, Error::new(Code::Internal, panic));
                if owes_move {
                    say(connection, &Reply::BestMove(BestMove::default()));
                }
            }
        }
    }

    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        say_error(connection, error);
    }
}

fn say(connection: &mut Connection, reply: &Reply) {
    if let Reply::Error(error) = reply {
        connection.count_error(error.code);
    }
    connection.write_line(reply);
}

fn say_error(connection: &mut Connection, error: Error) {
    say(connection, &Reply::Error(error));
}

/// Replies with the error of a line. A failed `go` is also answered with an empty `bestmove`.
fn refuse(connection: &mut Connection, line: &InputLine, error: Error) {
    let [command, argument] = line.leading_words();
    if command == b"position" {
        connection.engine.clear_position();
    }
    let asks_for_move = command == b"go" && argument != b"perft";
    if asks_for_move && connection.engine.job().is_some() {
        // The running search sends the `bestmove`, so this `go` gets none.
        say_error(connection, EngineError::Busy.into());
        return;
    }
    say_error(connection, error);
    if asks_for_move {
        say(connection, &Reply::BestMove(BestMove::default()));
    }
}

impl Ugi {
    fn handshake(&self) -> Handshake {
        self.handshake.unwrap_or(self.default_handshake)
    }

    fn say_best_move(&self, connection: &mut Connection, mut answer: BestMove) {
        if let Some(error) = answer.error.take() {
            say(connection, &Reply::Error(Error::new(Code::Internal, error)));
        }
        if self.handshake() == Handshake::Ugi || !connection.engine.options().ponder() {
            answer.ponder = None;
        }
        say(connection, &Reply::BestMove(answer));
    }

    /// Executes a command that was parsed from `line`.
    fn execute(&mut self, connection: &mut Connection, line: &str, command: Command) -> Result<(), Error> {
        match command {
            Command::Handshake(handshake) => {
                self.handshake = Some(handshake);
                say(connection, &Reply::Handshake { handshake, options: self.declarations.clone() });
            }
            Command::NewGame => connection.engine.new_game()?,
            Command::IsReady => say(connection, &Reply::Ready),
            Command::Debug => {}
            Command::SetOption { name, value } => return execute_set_option(connection, line, name, value),
            Command::Position(origin, moves) => return set_position(connection, line, origin, &moves),
            Command::Play(moves) => connection.engine.play(&moves)?,
            Command::ListMoves(seat) => {
                let seat = seat.map(|seat| seat.admit(&connection.engine)).transpose()?;
                say(connection, &Reply::Moves(connection.engine.game()?.moves(seat)?));
            }
            Command::Observe { seat, json: false } => {
                let seat = seat.admit(&connection.engine)?;
                say(connection, &Reply::Response(connection.engine.game()?.observe(seat)?));
            }
            Command::Observe { seat, json: true } => {
                let seat = seat.admit(&connection.engine)?;
                let json = SceneJson::of_seat(&connection.engine, seat)?;
                say(connection, &Reply::Scene(json.to_text()));
            }
            Command::Draw(seat, drawing) => {
                let seat = seat.map(|seat| seat.admit(&connection.engine)).transpose()?;
                let (game, variant) = (connection.engine.game()?, connection.engine.options().variant.name);
                let picture = picture(game, variant, seat, drawing.planned)?;
                say(connection, &Reply::Picture(svg(&picture, &drawing.options)));
            }
            Command::Scene => say(connection, &Reply::Scene(SceneJson::of_referee(&connection.engine)?.to_text())),
            Command::NameSeat { seat, name } => connection.engine.set_seat_name(seat, name)?,
            Command::Tokens { on: true } => {
                let tokens = connection.engine.switch_tokens_on()?;
                say(connection, &Reply::Tokens(tokens));
            }
            Command::Tokens { on: false } => connection.engine.switch_tokens_off(),
            Command::Save => say(connection, &Reply::Saved(saved::write(&connection.engine.save()?)?)),
            Command::Restore(text) => connection.engine.restore(&saved::read(line, text)?)?,
            Command::Undo(plies) => connection.engine.undo(plies)?,
            Command::Display { eval_trace } => {
                say(connection, &Reply::Board(board(connection.engine.game()?, eval_trace)?));
            }
            Command::Query(query) => say(connection, &Reply::Response(query.answer(&connection.engine)?)),
            Command::Effects(seat, word) => {
                let seat = seat.map(|seat| seat.admit(&connection.engine)).transpose()?;
                let game = connection.engine.game()?;
                let effects = seat.map_or_else(|| game.effects(word), |seat| game.effects_of_seat(seat, word))?;
                say(connection, &Reply::Effects(effects));
            }
            Command::Legal(seat, word) => {
                let seat = seat.map(|seat| seat.admit(&connection.engine)).transpose()?;
                let is_legal = connection.engine.game()?.is_legal(seat, word)?;
                say(connection, &Reply::Response(is_legal.to_string()));
            }
            Command::Commit(seat, word) => {
                let seat = seat.admit(&connection.engine)?;
                let is_played = connection.engine.commit(seat, word)?;
                say(connection, &Reply::Response(is_played.to_string()));
            }
            Command::Go(go) => return self.go(connection, &go),
            Command::Perft { depth, hash } => {
                let smaller = connection.engine.perft(depth, hash)?;
                begin_job(connection, smaller);
            }
            Command::Divide(depth) => {
                connection.engine.divide(depth)?;
                begin_job(connection, None);
            }
            Command::Check(request) => {
                connection.engine.check(request)?;
                begin_job(connection, None);
            }
            Command::Bench(depth) => {
                connection.engine.bench(depth)?;
                begin_job(connection, None);
            }
            Command::Stop => connection.stop(),
            Command::PonderHit => connection.engine.ponder_hit(),
            Command::Wait => return wait(connection),
            Command::Help(None) => say(connection, &Reply::Manual(Manual(manual().collect()))),
            Command::Help(Some(entry)) => say(connection, &Reply::ManualEntry(entry)),
            Command::Quit => connection.quit(),
        }
        Ok(())
    }

    fn go(&self, connection: &mut Connection, go: &Go) -> Result<(), Error> {
        let seat = go.seat.map(|seat| seat.admit(&connection.engine)).transpose()?;
        connection.engine.ensure_ready()?;
        let p1_turn = seat.map_or(connection.engine.game()?.p1_turn(), |seat| seat == 1);
        let limits = go.limits(p1_turn, self.handshake());
        if connection.batch && (limits.ponder || limits.is_unbounded()) {
            return Err(Error::new(Code::Syntax, "batch mode needs a limit such as depth"));
        }
        let smaller = match go.judge {
            Some(turn) => connection.engine.judge(turn, limits).map(|()| None),
            None => connection.engine.search(seat, &go.moves, limits),
        }?;
        begin_job(connection, smaller);
        Ok(())
    }
}

/// Replies with a note if the table of the started job is smaller than expected. In batch mode no line is read before
/// the end of the job.
fn begin_job(connection: &mut Connection, smaller_table: Option<[usize; 2]>) {
    if let Some([expected, size]) = smaller_table {
        say(connection, &Reply::Note(format!("hash is {size} MiB: {expected} MiB not available")));
    }
    if connection.batch {
        connection.pause_input();
    }
}

fn execute_set_option(connection: &mut Connection, line: &str, name: &str, value: Option<&str>) -> Result<(), Error> {
    connection.engine.set_option(name, value).map_err(|error| match error {
        EngineError::Option(OptionError::Name { expected, found }) => {
            Error::at(Code::BadOption, line.offset(name), expected, found)
        }
        EngineError::Option(OptionError::Value { expected, found }) => {
            // A missing value belongs at the end of the line.
            let offset = value.map_or(line.len(), |value| line.offset(value));
            Error::at(Code::BadOption, offset, expected, found)
        }
        error => error.into(),
    })
}

fn set_position(connection: &mut Connection, line: &str, origin: Origin, moves: &[&str]) -> Result<(), Error> {
    connection.engine.set_position(origin, moves).map_err(|error| match (error, origin) {
        (EngineError::Fen(error), Origin::Fen(fen)) => {
            Error::at(Code::BadFen, line.offset(fen) + error.at, error.expected, error.found)
        }
        (error, _) => error.into(),
    })
}

fn wait(connection: &mut Connection) -> Result<(), Error> {
    match connection.engine.job() {
        Some(job) if job.unbounded => Err(EngineError::Busy.into()),
        _ => {
            connection.pause_input();
            Ok(())
        }
    }
}

fn board(game: &dyn Session, eval_trace: bool) -> Result<Board, Error> {
    const NO_TRACE: EngineError = EngineError::Unsupported("no evaluation trace for this position");
    Ok(Board {
        diagram: game.diagram(),
        eval_trace: eval_trace.then(|| game.eval_trace().ok_or(NO_TRACE)).transpose()?,
        fen: game.fen(),
        key: game.key(),
        side: game.side_name(),
        result: game.result().map(|result| result.to_string()),
    })
}
