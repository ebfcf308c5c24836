//! GTP, version 2, with the rules commands of GoGui (`gogui-rules_*`), so that it draws games that it does not know.

mod arguments;
mod clicks;
mod clock;
mod drawing;
mod questions;

use std::time::Instant;

use arguments::{colour, colour_to_move, game_and_board, is_without_effect, number, seconds};
use clicks::{Click, Clicks};
use clock::GtpClocks;
use questions::{ANALYZE_COMMANDS, COMMANDS, game_ids};

use crate::engine::{BestMove, InfoLine, JobEnd, JobUpdate, SearchUpdate, Variant};
use crate::formats::gtp::{GtpCommand, clean, read_vertex, write_vertex};
use crate::protocol::conversation::{Conversation, Language};
use crate::protocol::error::Error;
use crate::protocol::lines::InputLine;

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
struct Owed {
    /// The number of the command, as in the line.
    id: String,
    purpose: GtpPurpose,
    /// When it began.
    since: Instant,
    colour: usize,
}

/// A conversation in GTP.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    clicks: Clicks,
    clocks: GtpClocks,
    owed: Option<Owed>,
    last: Option<InfoLine>,
    /// `quit` came while a search was running; its number.
    leaving: Option<String>,
}

/// An answer, or the text of a failure. There is no answer yet where a search has begun.
type Answer = Result<Option<String>, String>;

#[expect(clippy::unnecessary_wraps, reason = "it is the answer of a command")]
fn said(text: impl Into<String>) -> Answer {
    Ok(Some(text.into()))
}

impl Language for Gtp {
    fn must_wait(&self, conversation: &Conversation, line: &InputLine) -> bool {
        let text = line.text().unwrap_or_default();
        let is_quit = GtpCommand::read(&clean(text)).is_some_and(|command| command.name == "quit");
        conversation.engine.job().is_some() && !is_interrupt(line) && !is_quit
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, conversation: &mut Conversation, line: &InputLine) -> bool {
        let is_interrupt = is_interrupt(line);
        if is_interrupt {
            conversation.engine.stop();
        }
        is_interrupt
    }

    fn obey(&mut self, conversation: &mut Conversation, line: &InputLine) {
        let text = match line.text() {
            Ok(text) => text,
            Err(error) => return reply(conversation, "", Err(error.text)),
        };
        if is_interrupt(line) {
            return conversation.engine.stop();
        }
        let text = clean(text);
        let Some(command) = GtpCommand::read(&text) else { return };
        match self.answer(conversation, &command) {
            Ok(None) => {}
            Ok(Some(text)) => reply(conversation, command.id, Ok(text)),
            Err(why) => reply(conversation, command.id, Err(why)),
        }
    }

    fn panicked(&mut self, conversation: &mut Conversation, line: &InputLine, error: Error) {
        let text = clean(line.text().unwrap_or_default());
        let id = GtpCommand::read(&text).map_or("", |command| command.id);
        reply(conversation, id, Err(error.text));
    }

    fn update(&mut self, _conversation: &mut Conversation, update: JobUpdate) {
        if let JobUpdate::Search(SearchUpdate::Info(info)) = update
            && info.multi_pv == 1
        {
            self.last = Some(info);
        }
    }

    fn job_ended(&mut self, conversation: &mut Conversation, end: JobEnd) {
        let Some(owed) = self.owed.take() else { return };
        self.clocks.charge(owed.colour, owed.since);
        let BestMove { best, fault, .. } = end.into_best_move();
        let best = best.ok_or_else(|| fault.unwrap_or("no move".into()));
        let info = self.last.take();
        let answer = best.and_then(|best| self.say_best(conversation, &owed, &best, info.as_ref()));
        reply(conversation, &owed.id, answer);
    }

    fn idle(&mut self, conversation: &mut Conversation) {
        if let Some(id) = self.leaving.take() {
            reply(conversation, &id, Ok(String::new()));
            conversation.quit();
        }
    }

    fn complain(&mut self, _conversation: &mut Conversation, error: Error) {
        // Only answers to commands can be said.
        log::error!("{}", error.text);
    }
}

/// A comment that asks to end the running command, as GoGui sends it.
fn is_interrupt(line: &InputLine) -> bool {
    line.text().is_ok_and(|text| text.trim_start().starts_with("# interrupt"))
}

/// `= TEXT` or `? TEXT`, with the number of the command, and an empty line.
fn reply(conversation: &mut Conversation, id: &str, answer: Result<String, String>) {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(why) => ('?', why.replace('\n', " ")),
    };
    conversation.say(&format!("{mark}{id} {text}\n"));
}

impl Gtp {
    fn answer(&mut self, conversation: &mut Conversation, command: &GtpCommand) -> Answer {
        let arguments = &command.arguments;
        match command.name {
            "protocol_version" => said("2"),
            "name" => said(env!("CARGO_PKG_NAME")),
            "version" => said(env!("CARGO_PKG_VERSION")),
            "list_commands" => said(COMMANDS.join("\n")),
            "known_command" => said(arguments.first().is_some_and(|name| COMMANDS.contains(name)).to_string()),
            "quit" => self.leave(conversation, command.id),
            "gogui-analyze_commands" => said(ANALYZE_COMMANDS.join("\n")),
            "list_games" => said(game_ids(conversation).join("\n")),
            "set_game" => self.set_game(conversation, &arguments.join(" ")),
            "gogui-interrupt" | "komi" => said(""),
            "time_settings" => {
                let (main, period) = (seconds(arguments.first())?, seconds(arguments.get(1))?);
                self.clocks.set(main, period, number(arguments.get(2))?);
                said("")
            }
            "reg_genmove" => self.search(conversation, command.id, arguments.first(), GtpPurpose::RegGenmove),
            "genmove" => self.genmove(conversation, command.id, arguments.first()),
            "petteia-best_move" => self.search(conversation, command.id, None, GtpPurpose::BestMove),
            "petteia-line" => self.search(conversation, command.id, None, GtpPurpose::Line),
            "clear_board" => {
                game_and_board(conversation)?;
                conversation.engine.new_game().map_err(|error| error.to_string())?;
                self.clicks = Clicks::default();
                said("")
            }
            "play" => self.play(conversation, arguments),
            "undo" => self.undo(conversation),
            _ => self.ask(conversation, command),
        }
    }

    fn leave(&mut self, conversation: &mut Conversation, id: &str) -> Answer {
        if conversation.engine.job().is_some() {
            self.leaving = Some(id.to_owned());
            conversation.stop();
            return Ok(None);
        }
        conversation.quit();
        said("")
    }

    fn set_game(&mut self, conversation: &mut Conversation, name: &str) -> Answer {
        let variants = conversation.engine.variants();
        let variant = Variant::find(variants, name).filter(|variant| !variant.secrets);
        let variant = variant.ok_or_else(|| format!("{name} is not supported over GTP"))?;
        conversation.engine.set_variant(variant);
        self.clicks = Clicks::default();
        said("")
    }

    fn play(&mut self, conversation: &mut Conversation, arguments: &[&str]) -> Answer {
        let (game, _) = game_and_board(conversation)?;
        let word = arguments.get(1).copied().unwrap_or_default();
        if word.eq_ignore_ascii_case("pass") && is_without_effect(game, arguments.first())? {
            return said("");
        }
        self.pass_for_other(conversation, arguments.first())?;
        let (game, view) = game_and_board(conversation)?;
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
        self.finish(conversation, click)
    }

    /// Passes for the side to move if this colour is the other one and nothing else is legal. Quarry says no passes.
    fn pass_for_other(&mut self, conversation: &mut Conversation, word: Option<&&str>) -> Result<(), String> {
        let (game, _) = game_and_board(conversation)?;
        let is_other = (colour(game, word)? == 0) != game.p1_turn();
        let moves = game.moves_by_cells();
        if is_other
            && game.result().is_none()
            && self.clicks.next(&moves).is_empty()
            && let Some(pass) = self.clicks.pass(&moves)
        {
            conversation.engine.play(&[&pass]).map_err(|error| error.to_string())?;
            self.clicks.close_without_click();
        }
        Ok(())
    }

    /// Plays the move that a click has completed.
    fn finish(&mut self, conversation: &mut Conversation, click: Click) -> Answer {
        if let Click::Complete(word) = click {
            conversation.engine.play(&[&word]).map_err(|error| error.to_string())?;
            self.clicks.close();
        }
        said("")
    }

    fn undo(&mut self, conversation: &mut Conversation) -> Answer {
        match self.clicks.undo() {
            None => Err("cannot undo".into()),
            Some(0) => said(""),
            Some(moves) => {
                conversation.engine.undo(moves).map(|()| Some(String::new())).map_err(|error| error.to_string())
            }
        }
    }

    fn genmove(&mut self, conversation: &mut Conversation, id: &str, word: Option<&&str>) -> Answer {
        let (game, _) = game_and_board(conversation)?;
        if is_without_effect(game, word)? {
            return said("pass");
        }
        self.pass_for_other(conversation, word)?;
        let (game, view) = game_and_board(conversation)?;
        colour_to_move(game, word)?;
        if self.clicks.plan.is_empty() {
            return self.search(conversation, id, word, GtpPurpose::Genmove);
        }
        let cell = self.clicks.plan.remove(0);
        let vertex = write_vertex(&view, cell);
        let click = self.clicks.click(&game.moves_by_cells(), cell).ok_or("internal: the planned move is not legal")?;
        self.finish(conversation, click)?;
        said(vertex)
    }

    /// Starts a search of the moves that are still open.
    fn search(
        &mut self,
        conversation: &mut Conversation,
        id: &str,
        word: Option<&&str>,
        purpose: GtpPurpose,
    ) -> Answer {
        let (game, _) = game_and_board(conversation)?;
        let side = game.side_name();
        let colour = colour_to_move(game, word.or(Some(&side.as_str())))?;
        let open = if self.clicks.open.is_empty() { Vec::new() } else { self.clicks.words(&game.moves_by_cells()) };
        let moves: Vec<&str> = open.iter().map(String::as_str).collect();
        let limits = self.clocks.limits(colour);
        conversation.search(&moves, limits).map_err(|error| error.to_string())?;
        self.owed = Some(Owed { id: id.to_owned(), purpose, since: Instant::now(), colour });
        Ok(None)
    }

    /// The answer to a search that has found its move.
    fn say_best(
        &mut self,
        conversation: &mut Conversation,
        owed: &Owed,
        best: &str,
        info: Option<&InfoLine>,
    ) -> Result<String, String> {
        let (game, view) = game_and_board(conversation)?;
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
                self.finish(conversation, click)?;
                self.clicks.plan = clicks;
                Ok(first)
            }
        }
    }
}
