//! GTP, version 2, with the rules commands of GoGui (`gogui-rules_*`), so that it draws games that it does not know.

mod arguments;
mod clicks;
mod clock;
mod drawing;
mod questions;

use std::time::Instant;

use petteia_engine::{BestMove, JobEvent, JobResult, SearchInfo, Variant};
use petteia_files::InputLine;
use petteia_formats::gtp::{GtpCommand, clean, read_vertex, write_vertex};
use petteia_ugi::Error;

use crate::server::connection::{Connection, Protocol};
use arguments::{colour, colour_to_move, game_and_board, is_without_effect, number, seconds};
use clicks::{Click, Clicks};
use clock::GtpClocks;
use questions::{ANALYZE_COMMANDS, COMMANDS, game_ids};

/// Commands that no line of UGI or UCI begins with, and with which clients begin.
const FIRST_COMMANDS: [&str; 6] =
    ["protocol_version", "name", "version", "list_commands", "known_command", "boardsize"];

/// Whether a first line is GTP for sure.
pub(super) fn begins_with(line: &InputLine) -> bool {
    let text = clean(line.text().unwrap_or_default());
    GtpCommand::read(&text).is_some_and(|command| FIRST_COMMANDS.contains(&command.name))
}

/// What the running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GtpPurpose {
    Genmove,
    RegGenmove,
    BestMove,
    Line,
}

/// The search whose answer is owed.
#[derive(Debug)]
struct PendingReply {
    /// The number of the command, as in the line.
    id: String,
    purpose: GtpPurpose,
    /// When it began.
    since: Instant,
    colour: usize,
}

/// A connection in GTP.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    clicks: Clicks,
    clocks: GtpClocks,
    owed: Option<PendingReply>,
    last: Option<SearchInfo<String>>,
    /// `quit` came while a search was running; its number.
    leaving: Option<String>,
}

/// An answer, or the text of a failure. There is no answer yet where a search has begun.
type Answer = Result<Option<String>, String>;

#[expect(clippy::unnecessary_wraps, reason = "it is the answer of a command")]
fn said(text: impl Into<String>) -> Answer {
    Ok(Some(text.into()))
}

impl Protocol for Gtp {
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        let text = line.text().unwrap_or_default();
        let is_quit = GtpCommand::read(&clean(text)).is_some_and(|command| command.name == "quit");
        connection.engine.job().is_some() && !is_interrupt(line) && !is_quit
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, connection: &mut Connection, line: &InputLine) -> bool {
        let is_interrupt = is_interrupt(line);
        if is_interrupt {
            connection.engine.stop();
        }
        is_interrupt
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        let text = match line.text() {
            Ok(text) => text,
            Err(error) => return reply(connection, "", Err(error.to_string())),
        };
        if is_interrupt(line) {
            return connection.engine.stop();
        }
        let text = clean(text);
        let Some(command) = GtpCommand::read(&text) else { return };
        match self.answer(connection, &command) {
            Ok(None) => {}
            Ok(Some(text)) => reply(connection, command.id, Ok(text)),
            Err(why) => reply(connection, command.id, Err(why)),
        }
    }

    fn on_panic(&mut self, connection: &mut Connection, line: &InputLine, error: Error) {
        let text = clean(line.text().unwrap_or_default());
        let id = GtpCommand::read(&text).map_or("", |command| command.id);
        reply(connection, id, Err(error.text));
    }

    fn on_event(&mut self, _connection: &mut Connection, event: JobEvent) {
        if let JobEvent::Info(info) = event
            && info.multi_pv == 1
        {
            self.last = Some(info);
        }
    }

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        let Some(owed) = self.owed.take() else { return };
        self.clocks.charge(owed.colour, owed.since);
        let BestMove { best, error, .. } = end.into_best_move();
        let best = best.ok_or_else(|| error.unwrap_or("no move".into()));
        let info = self.last.take();
        let answer = best.and_then(|best| self.say_best(connection, &owed, &best, info.as_ref()));
        reply(connection, &owed.id, answer);
    }

    fn on_idle(&mut self, connection: &mut Connection) {
        if let Some(id) = self.leaving.take() {
            reply(connection, &id, Ok(String::new()));
            connection.quit();
        }
    }

    fn on_error(&mut self, _connection: &mut Connection, error: Error) {
        // Only answers to commands can be said.
        log::error!("{}", error.text);
    }
}

/// A comment that asks to end the running command, as GoGui sends it.
fn is_interrupt(line: &InputLine) -> bool {
    line.text().is_ok_and(|text| text.trim_start().starts_with("# interrupt"))
}

/// `= TEXT` or `? TEXT`, with the number of the command, and an empty line.
fn reply(connection: &mut Connection, id: &str, answer: Result<String, String>) {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(why) => ('?', why.replace('\n', " ")),
    };
    connection.write_line(&format!("{mark}{id} {text}\n"));
}

impl Gtp {
    fn answer(&mut self, connection: &mut Connection, command: &GtpCommand) -> Answer {
        let arguments = &command.arguments;
        match command.name {
            "protocol_version" => said("2"),
            "name" => said(env!("CARGO_PKG_NAME")),
            "version" => said(env!("CARGO_PKG_VERSION")),
            "list_commands" => said(COMMANDS.join("\n")),
            "known_command" => said(arguments.first().is_some_and(|name| COMMANDS.contains(name)).to_string()),
            "quit" => self.leave(connection, command.id),
            "gogui-analyze_commands" => said(ANALYZE_COMMANDS.join("\n")),
            "list_games" => said(game_ids(connection).join("\n")),
            "set_game" => self.set_game(connection, &arguments.join(" ")),
            "gogui-interrupt" | "komi" => said(""),
            "time_settings" => {
                let (main, period) = (seconds(arguments.first())?, seconds(arguments.get(1))?);
                self.clocks.set(main, period, number(arguments.get(2))?);
                said("")
            }
            "level" => {
                let level = number(arguments.first())?.to_string();
                connection.engine.set_option("Skill Level", Some(&level)).map_err(|error| error.to_string())?;
                said("")
            }
            "reg_genmove" => self.search(connection, command.id, arguments.first(), GtpPurpose::RegGenmove),
            "genmove" => self.genmove(connection, command.id, arguments.first()),
            "petteia-best_move" => self.search(connection, command.id, None, GtpPurpose::BestMove),
            "petteia-line" => self.search(connection, command.id, None, GtpPurpose::Line),
            "clear_board" => {
                game_and_board(connection)?;
                connection.engine.new_game().map_err(|error| error.to_string())?;
                self.clicks = Clicks::default();
                said("")
            }
            "play" => self.play(connection, arguments),
            "undo" => self.undo(connection),
            _ => self.ask(connection, command),
        }
    }

    fn leave(&mut self, connection: &mut Connection, id: &str) -> Answer {
        if connection.engine.job().is_some() {
            self.leaving = Some(id.to_owned());
            connection.stop();
            return Ok(None);
        }
        connection.quit();
        said("")
    }

    fn set_game(&mut self, connection: &mut Connection, name: &str) -> Answer {
        let variants = connection.engine.variants();
        let variant = Variant::find(variants, name).filter(|variant| !variant.secrets);
        let variant = variant.ok_or_else(|| format!("{name} is not supported over GTP"))?;
        connection.engine.set_variant(variant);
        self.clicks = Clicks::default();
        said("")
    }

    fn play(&mut self, connection: &mut Connection, arguments: &[&str]) -> Answer {
        let (game, _) = game_and_board(connection)?;
        let word = arguments.get(1).copied().unwrap_or_default();
        if word.eq_ignore_ascii_case("pass") && is_without_effect(game, arguments.first())? {
            return said("");
        }
        self.pass_for_other(connection, arguments.first())?;
        let (game, view) = game_and_board(connection)?;
        colour_to_move(game, arguments.first())?;
        let illegal = || format!("illegal move: {word}");
        let click = if word.eq_ignore_ascii_case("pass") {
            Click::Complete(self.clicks.pass(&game.moves_by_cells()).ok_or_else(illegal)?)
        } else {
            let cell =
                read_vertex(&view, word).ok_or_else(|| format!("expected a vertex of the board, found '{word}'"))?;
            self.clicks.click(&game.moves_by_cells(), cell).ok_or_else(illegal)?
        };
        self.clicks.plan.clear();
        self.finish(connection, click)
    }

    /// Passes for the side to move if this colour is the other one and nothing else is legal. Quarry says no passes.
    fn pass_for_other(&mut self, connection: &mut Connection, word: Option<&&str>) -> Result<(), String> {
        let (game, _) = game_and_board(connection)?;
        let is_other = (colour(game, word)? == 0) != game.p1_turn();
        let moves = game.moves_by_cells();
        if is_other
            && game.result().is_none()
            && self.clicks.next(&moves).is_empty()
            && let Some(pass) = self.clicks.pass(&moves)
        {
            connection.engine.play(&[&pass]).map_err(|error| error.to_string())?;
            self.clicks.close_without_click();
        }
        Ok(())
    }

    /// Plays the move that a click has completed.
    fn finish(&mut self, connection: &mut Connection, click: Click) -> Answer {
        if let Click::Complete(word) = click {
            connection.engine.play(&[&word]).map_err(|error| error.to_string())?;
            self.clicks.close();
        }
        said("")
    }

    fn undo(&mut self, connection: &mut Connection) -> Answer {
        match self.clicks.undo() {
            None => Err("cannot undo".into()),
            Some(0) => said(""),
            Some(moves) => {
                connection.engine.undo(moves).map(|()| Some(String::new())).map_err(|error| error.to_string())
            }
        }
    }

    fn genmove(&mut self, connection: &mut Connection, id: &str, word: Option<&&str>) -> Answer {
        let (game, _) = game_and_board(connection)?;
        if is_without_effect(game, word)? {
            return said("pass");
        }
        self.pass_for_other(connection, word)?;
        let (game, view) = game_and_board(connection)?;
        colour_to_move(game, word)?;
        if self.clicks.plan.is_empty() {
            return self.search(connection, id, word, GtpPurpose::Genmove);
        }
        let cell = self.clicks.plan.remove(0);
        let vertex = write_vertex(&view, cell);
        let click = self.clicks.click(&game.moves_by_cells(), cell).ok_or("internal: the planned move is not legal")?;
        self.finish(connection, click)?;
        said(vertex)
    }

    /// Starts a search of the moves that are still open.
    fn search(&mut self, connection: &mut Connection, id: &str, word: Option<&&str>, purpose: GtpPurpose) -> Answer {
        let (game, _) = game_and_board(connection)?;
        let side = game.side_name();
        let colour = colour_to_move(game, word.or(Some(&side.as_str())))?;
        let open = if self.clicks.open.is_empty() { Vec::new() } else { self.clicks.words(&game.moves_by_cells()) };
        let moves: Vec<&str> = open.iter().map(String::as_str).collect();
        let limits = self.clocks.limits(colour);
        connection.search(&moves, limits).map_err(|error| error.to_string())?;
        self.owed = Some(PendingReply { id: id.to_owned(), purpose, since: Instant::now(), colour });
        Ok(None)
    }

    /// The answer to a search that has found its move.
    fn say_best(
        &mut self,
        connection: &mut Connection,
        owed: &PendingReply,
        best: &str,
        info: Option<&SearchInfo<String>>,
    ) -> Result<String, String> {
        let (game, view) = game_and_board(connection)?;
        let mut clicks = self.clicks.rest_of(&game.moves_by_cells(), best);
        let first = clicks.first().map_or("pass".into(), |&cell| write_vertex(&view, cell));
        match owed.purpose {
            GtpPurpose::RegGenmove => Ok(first),
            GtpPurpose::BestMove => {
                let line = info.map(drawing::line).unwrap_or_default();
                let mark = if clicks.is_empty() {
                    String::new()
                } else {
                    format!("SQUARE {}\n", drawing::vertices(&view, &clicks))
                };
                Ok(format!("{mark}TEXT {best} {line}"))
            }
            GtpPurpose::Line => Ok(info.map(drawing::line).unwrap_or_default()),
            GtpPurpose::Genmove => {
                let click = if clicks.is_empty() {
                    Click::Complete(best.to_owned())
                } else {
                    let cell = clicks.remove(0);
                    self.clicks.click(&game.moves_by_cells(), cell).ok_or("internal: the move is not legal")?
                };
                self.finish(connection, click)?;
                self.clicks.plan = clicks;
                Ok(first)
            }
        }
    }
}
