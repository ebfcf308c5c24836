//! OTEP, the engine protocol of OpenTafl (`opentafl-engine-protocol.txt` of OpenTafl). Evaluations are in pieces, for
//! the attackers.
//!
//! The host keeps the game: what it says of the position replaces what the engine has, if they differ.

mod position;
mod searches;

use std::time::Duration;

use petteia_core::BySide;
use petteia_core::text::one_line;
use petteia_engine::{BestMove, JobEvent, JobResult, Variant};
use petteia_files::InputLine;
use petteia_formats::otep::{OtepClock, OtepLine};
use petteia_formats::otn_rules::{differences, read_rules};
use petteia_ugi::Error;

use crate::server::connection::{Connection, Protocol};
use searches::OtepPurpose;

/// The most characters of an error.
const MAX_ERROR_CHARS: usize = 600;
/// How long the answer to `rules` waits for the next line. OpenTafl ends by an exception where it reads one before its
/// window is there, and sends the next line after that.
const PATIENCE: Duration = Duration::from_secs(2);

/// A connection in OTEP.
#[derive(Debug, Default)]
pub(super) struct Otep {
    /// The variant whose rules the host has told.
    variant: Option<&'static str>,
    /// The answer to the last `rules`: an error or nothing, until it is said.
    owed: Option<Result<(), String>>,
    clocks: Option<BySide<OtepClock>>,
    goal: OtepPurpose,
    /// The move of the engine that the host has not answered.
    proposed: Option<String>,
    /// The moves of the engine that the host has refused in the current position.
    refused: Vec<String>,
}

impl Protocol for Otep {
    fn on_start(&mut self, connection: &mut Connection) {
        connection.write_line(&"hello");
    }

    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        let in_search = [b"clock".as_slice(), b"finish", b"goodbye"];
        connection.engine.job().is_some() && !in_search.contains(&&*line.leading_words()[0])
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, connection: &mut Connection, line: &InputLine) -> bool {
        let is_of_search = [b"clock".as_slice(), b"finish"].contains(&&*line.leading_words()[0]);
        if is_of_search {
            self.handle_line(connection, line);
        }
        is_of_search
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        self.pay(connection);
        let done = self.execute(connection, line);
        match (&*line.leading_words()[0], done) {
            (b"rules", done) => self.owed = Some(done),
            (_, Ok(())) => {}
            // Without a move the game cannot go on.
            (command, Err(why)) => say_error(connection, command == b"play", &why),
        }
    }

    fn on_panic(&mut self, connection: &mut Connection, _line: &InputLine, error: Error) {
        self.goal = OtepPurpose::Nothing;
        say_error(connection, true, &format!("internal: {}", error.text));
    }

    fn on_event(&mut self, _connection: &mut Connection, event: JobEvent) {
        if let JobEvent::Info(info) = event {
            self.goal.note(info);
        }
    }

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        let BestMove { best, error, .. } = end.into_best_move();
        if let Some(error) = error {
            say_error(connection, false, &error);
        }
        self.answer(connection, best);
    }

    fn on_idle(&mut self, connection: &mut Connection) {
        self.restart(connection);
    }

    fn read_timeout(&self) -> Option<Duration> {
        self.owed.as_ref().map(|_| PATIENCE)
    }

    fn on_timeout(&mut self, connection: &mut Connection) {
        self.pay(connection);
    }

    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        say_error(connection, false, &error.text);
    }
}

impl Otep {
    /// Says the answer to `rules` that is still owed.
    fn pay(&mut self, connection: &mut Connection) {
        match self.owed.take() {
            None => {}
            Some(Ok(())) => {
                let differences = self.variant.map_or("", differences);
                connection.write_line(&format!("status the rules here differ: {differences}"));
            }
            Some(Err(why)) => say_error(connection, true, &why),
        }
    }

    fn execute(&mut self, connection: &mut Connection, line: &InputLine) -> Result<(), String> {
        let text = line.text().map_err(|error| error.to_string())?.trim();
        if text.is_empty() {
            return Ok(());
        }
        let line = OtepLine::read(text)?;
        let needs_no_rules = matches!(
            line,
            OtepLine::Hello | OtepLine::Rules(_) | OtepLine::Clock(_) | OtepLine::Finish | OtepLine::Goodbye
        );
        if self.variant.is_none() && !needs_no_rules {
            return Err("no rules received".into());
        }
        match line {
            OtepLine::Hello => {}
            OtepLine::Rules(record) => return self.set_rules(connection, record),
            OtepLine::Board(board) => return self.set_board(connection, &board),
            OtepLine::Side(side) => return self.set_side(connection, side),
            OtepLine::Clock(clocks) => self.set_clocks(connection, clocks),
            OtepLine::Analyze(lines, seconds) => return self.analyse(connection, lines, seconds),
            OtepLine::Play(side) => {
                self.set_side(connection, side)?;
                return self.think(connection, false);
            }
            OtepLine::Moved(board) => return self.moved(connection, &board),
            OtepLine::OpponentMoved(moves, board) => return self.opponent_moved(connection, &moves, &board),
            OtepLine::Refused => self.refused.extend(self.proposed.take()),
            OtepLine::Finish => self.finish(connection),
            OtepLine::Goodbye => {
                self.goal = OtepPurpose::Nothing;
                connection.quit();
            }
        }
        Ok(())
    }

    fn set_rules(&mut self, connection: &mut Connection, record: &str) -> Result<(), String> {
        let name = read_rules(record)?;
        let engine = &mut connection.engine;
        let variant = Variant::find(engine.variants(), name).ok_or_else(|| format!("internal: no variant {name}"))?;
        engine.ensure_idle().map_err(|error| error.to_string())?;
        engine.set_variant(variant);
        engine.new_game().map_err(|error| error.to_string())?;
        *self = Self { variant: Some(name), ..Self::default() };
        Ok(())
    }

    /// Ends the search. No move is sent; an analysis is.
    fn finish(&mut self, connection: &mut Connection) {
        if !matches!(self.goal, OtepPurpose::Analysis { .. }) {
            self.goal = OtepPurpose::Nothing;
        }
        self.clocks = None;
        self.forget_moves();
        connection.stop();
    }
}

fn say_error(connection: &mut Connection, is_critical: bool, why: &str) {
    let why: String = one_line(why).chars().take(MAX_ERROR_CHARS).collect();
    let code = if is_critical { -1 } else { 0 };
    connection.write_line(&format!("error {code} {why}"));
}
