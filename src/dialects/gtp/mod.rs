//! GTP, version 2, with the rules commands of GoGui (`gogui-rules_*`), so that it draws games that it does not know.

mod clicks;
mod clock;
mod drawing;

use std::time::{Duration, Instant};

use clicks::{Click, Clicks};
use clock::GtpClocks;

use crate::base::Side;
use crate::engine::{InfoLine, JobEnd, JobUpdate, SearchUpdate, Session, Setup, Variant};
use crate::formats::gtp::{GtpCommand, clean, read_vertex, write_vertex};
use crate::game::{BoardView, GameOptions};
use crate::protocol::conversation::{Conversation, Language};
use crate::protocol::error::Error;
use crate::protocol::lines::InputLine;

/// Every command, in byte order.
const COMMANDS: [&str; 34] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_board_size",
    "gogui-rules_captured_count",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "petteia-best_move",
    "petteia-evaluation",
    "petteia-legal_moves",
    "petteia-line",
    "petteia-moves",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

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
enum Purpose {
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
    purpose: Purpose,
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
        let is_interrupt = text.trim_start().starts_with("# interrupt");
        let is_quit = GtpCommand::read(&clean(text)).is_some_and(|command| command.name == "quit");
        conversation.engine.job().is_some() && !is_interrupt && !is_quit
    }

    fn obey(&mut self, conversation: &mut Conversation, line: &InputLine) {
        let text = match line.text() {
            Ok(text) => text,
            Err(error) => return reply(conversation, "", Err(error.text)),
        };
        if text.trim_start().starts_with("# interrupt") {
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
        let best = match end {
            JobEnd::BestMove(answer) => answer.best.ok_or_else(|| answer.fault.unwrap_or("no move".into())),
            JobEnd::Failed(error) => Err(error.to_string()),
            JobEnd::Panicked(panic) => Err(format!("internal: {panic}")),
            _ => Err("no move".into()),
        };
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

/// `= TEXT` or `? TEXT`, with the number of the command, and an empty line.
fn reply(conversation: &mut Conversation, id: &str, answer: Result<String, String>) {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(why) => ('?', why.replace('\n', " ")),
    };
    conversation.say(&format!("{mark}{id} {text}\n"));
}

/// The game at the table and its board.
fn game<'a>(conversation: &'a Conversation) -> Result<(&'a dyn Session, BoardView), String> {
    let game = conversation.engine.game().map_err(|error| error.to_string())?;
    let name = conversation.engine.options().variant.name;
    let view = game.board_view().ok_or_else(|| format!("{name} is not in this dialect"))?;
    Ok((game, view))
}

/// The index of a colour: 0 for the first player.
fn colour(game: &dyn Session, word: Option<&&str>) -> Result<usize, String> {
    let word = word.map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let full = match word.as_str() {
        "b" | "black" => "black",
        "w" | "white" => "white",
        _ => return Err(format!("wanted a colour, black or white, found '{word}'")),
    };
    Ok(usize::from(drawing::colours(game)[0] != full))
}

/// The colour, if it is to move.
fn colour_to_move(game: &dyn Session, word: Option<&&str>) -> Result<usize, String> {
    let colour = colour(game, word)?;
    if game.result().is_some() {
        return Err("the game is over".into());
    }
    if (colour == 0) == game.p1_turn() { Ok(colour) } else { Err("wrong side".into()) }
}

/// Whether a pass of this colour is none of the game. Programs that know of strict turns only, such as twogtp, ask each
/// colour in turn, Black first, and end with two passes. So the other side passes where a move takes two clicks or White
/// begins, and so do both after the end.
fn is_without_effect(game: &dyn Session, word: Option<&&str>) -> Result<bool, String> {
    let is_to_move = (colour(game, word)? == 0) == game.p1_turn();
    let is_strict =
        drawing::colours(game)[0] == "black" && game.moves_by_cells().iter().all(|(_, cells)| cells.len() < 2);
    Ok(game.result().is_some() || (!is_to_move && !is_strict))
}

fn seconds(word: Option<&&str>) -> Result<Duration, String> {
    let word = word.copied().unwrap_or_default();
    let number = word.parse::<f64>().ok().filter(|number| (0.0..=3.2e9).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("wanted seconds, found '{word}'"))
}

fn number(word: Option<&&str>) -> Result<u32, String> {
    let word = word.copied().unwrap_or_default();
    word.parse().map_err(|_| format!("wanted a number, found '{word}'"))
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
            "reg_genmove" => self.search(conversation, command.id, arguments.first(), Purpose::RegGenmove),
            "genmove" => self.genmove(conversation, command.id, arguments.first()),
            "petteia-best_move" => self.search(conversation, command.id, None, Purpose::BestMove),
            "petteia-line" => self.search(conversation, command.id, None, Purpose::Line),
            "clear_board" => {
                game(conversation)?;
                conversation.engine.new_game().map_err(|error| error.to_string())?;
                self.clicks = Clicks::default();
                said("")
            }
            "play" => self.play(conversation, arguments),
            "undo" => self.undo(conversation),
            _ => self.ask(conversation, command),
        }
    }

    /// Questions about the position.
    fn ask(&mut self, conversation: &mut Conversation, command: &GtpCommand) -> Answer {
        let arguments = &command.arguments;
        if !COMMANDS.contains(&command.name) {
            return Err("unknown command".into());
        }
        let (game, view) = game(conversation)?;
        match command.name {
            "boardsize" => {
                let size = number(arguments.first())?;
                if size as usize == drawing::size(&view) { said("") } else { Err("unacceptable size".into()) }
            }
            "time_left" => {
                let colour = colour(game, arguments.first())?;
                self.clocks.set_left(colour, seconds(arguments.get(1))?, number(arguments.get(2))?);
                said("")
            }
            "showboard" => said(format!("\n{}", game.diagram().trim_end())),
            "final_score" => drawing::final_score(game).map(Some).ok_or_else(|| "the game is not over".into()),
            "gogui-rules_game_id" => said(drawing::game_id(conversation.engine.options().variant.name)),
            "gogui-rules_board" => said(drawing::board(&view)),
            "gogui-rules_board_gfx" => said(drawing::graphics(&view, &self.clicks.open)),
            "gogui-rules_board_size" => {
                said(format!("{}{}", drawing::size(&view), if view.is_hex { " hex" } else { "" }))
            }
            "gogui-rules_legal_moves" => said(self.legal_moves(game, &view)),
            "gogui-rules_side_to_move" => said(game.side_name()),
            "gogui-rules_final_result" => said(drawing::result(game)),
            "gogui-rules_captured_count" => said(captured(conversation, game, &view)),
            "petteia-legal_moves" => {
                let cells = self.clicks.next(game);
                said(if cells.is_empty() {
                    String::new()
                } else {
                    format!("MARK {}", drawing::vertices(&view, &cells))
                })
            }
            "petteia-moves" => said(self.clicks.words(game).join(" ")),
            "petteia-evaluation" => {
                let score = game.evaluate().map_err(|error| error.to_string())?;
                said(format!("{:.2}", f64::from(score) / 100.0))
            }
            _ => Err("unknown command".into()),
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
        let variant = variant.ok_or_else(|| format!("{name} is not in this dialect"))?;
        conversation.engine.set_variant(variant);
        self.clicks = Clicks::default();
        said("")
    }

    /// The cells that can be clicked next, and `pass`; nothing if the game is over.
    fn legal_moves(&self, game: &dyn Session, view: &BoardView) -> String {
        if game.result().is_some() {
            return String::new();
        }
        let pass = self.clicks.pass(game).map(|_| "pass".to_owned());
        let cells = self.clicks.next(game).into_iter().map(|cell| write_vertex(view, cell));
        cells.chain(pass).collect::<Vec<_>>().join(" ")
    }

    fn play(&mut self, conversation: &mut Conversation, arguments: &[&str]) -> Answer {
        let (game, view) = game(conversation)?;
        let word = arguments.get(1).copied().unwrap_or_default();
        if word.eq_ignore_ascii_case("pass") && is_without_effect(game, arguments.first())? {
            return said("");
        }
        colour_to_move(game, arguments.first())?;
        let illegal = || format!("illegal move: {word}");
        let click = if word.eq_ignore_ascii_case("pass") {
            Click::Complete(self.clicks.pass(game).ok_or_else(illegal)?)
        } else {
            let cell =
                read_vertex(&view, word).ok_or_else(|| format!("wanted a vertex of the board, found '{word}'"))?;
            self.clicks.click(game, cell).ok_or_else(illegal)?
        };
        self.clicks.plan.clear();
        self.finish(conversation, click)
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
            Some(false) => said(""),
            Some(true) => conversation.engine.undo(1).map(|()| Some(String::new())).map_err(|error| error.to_string()),
        }
    }

    fn genmove(&mut self, conversation: &mut Conversation, id: &str, word: Option<&&str>) -> Answer {
        let (game, view) = game(conversation)?;
        if is_without_effect(game, word)? {
            return said("pass");
        }
        colour_to_move(game, word)?;
        if self.clicks.plan.is_empty() {
            return self.search(conversation, id, word, Purpose::Genmove);
        }
        let cell = self.clicks.plan.remove(0);
        let vertex = write_vertex(&view, cell);
        let click = self.clicks.click(game, cell).ok_or("internal: the planned move is not legal")?;
        self.finish(conversation, click)?;
        said(vertex)
    }

    /// Starts a search of the moves that are still open.
    fn search(&mut self, conversation: &mut Conversation, id: &str, word: Option<&&str>, purpose: Purpose) -> Answer {
        let (game, _) = game(conversation)?;
        let side = game.side_name();
        let colour = colour_to_move(game, word.or(Some(&side.as_str())))?;
        let open = if self.clicks.open.is_empty() { Vec::new() } else { self.clicks.words(game) };
        let moves: Vec<&str> = open.iter().map(String::as_str).collect();
        let limits = self.clocks.limits(colour, conversation.times.a_move);
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
        let (game, view) = game(conversation)?;
        let mut clicks = self.clicks.rest_of(game, best);
        let first = clicks.first().map_or("pass".into(), |&cell| write_vertex(&view, cell));
        match owed.purpose {
            Purpose::RegGenmove => Ok(first),
            Purpose::BestMove => {
                let line = info.map(drawing::line).unwrap_or_default();
                let mark = if clicks.is_empty() {
                    String::new()
                } else {
                    format!("SQUARE {}\n", drawing::vertices(&view, &clicks))
                };
                Ok(format!("{mark}TEXT {best} {line}"))
            }
            Purpose::Line => Ok(info.map(drawing::line).unwrap_or_default()),
            Purpose::Genmove => {
                let click = if clicks.is_empty() {
                    Click::Complete(best.to_owned())
                } else {
                    let cell = clicks.remove(0);
                    self.clicks.click(game, cell).ok_or("internal: the move is not legal")?
                };
                self.finish(conversation, click)?;
                self.clicks.plan = clicks;
                Ok(first)
            }
        }
    }
}

/// Type, label and command, as GoGui wants them.
const ANALYZE_COMMANDS: [&str; 6] = [
    "gfx/Best Move/petteia-best_move",
    "string/Principal Variation/petteia-line",
    "string/Evaluation/petteia-evaluation",
    "gfx/Legal Moves/petteia-legal_moves",
    "string/Moves/petteia-moves",
    "gfx/Pieces/gogui-rules_board_gfx",
];

fn game_ids(conversation: &Conversation) -> Vec<String> {
    let variants = conversation.engine.variants().iter().filter(|variant| !variant.secrets);
    variants.map(|variant| drawing::game_id(variant.name)).collect()
}

/// How many pieces Black and White have taken: those that the other one has less than at the start.
fn captured(conversation: &Conversation, game: &dyn Session, view: &BoardView) -> String {
    let (variant, fen) = (conversation.engine.options().variant, game.start_fen());
    let start = (variant.open)(&Setup { fen: Some(&fen), options: &GameOptions::default() });
    let start = start.ok().and_then(|start| start.board_view());
    let lost = |side| start.as_ref().map_or(0, |start| start.pieces(side).saturating_sub(view.pieces(side)));
    let pieces = |view: &BoardView| view.pieces(Side::First) + view.pieces(Side::Second);
    // Where the number of pieces does not fall, they change their owner and are not taken.
    let is_less = start.as_ref().is_some_and(|start| pieces(view) < pieces(start));
    let [by_first, by_second] = if is_less { [lost(Side::Second), lost(Side::First)] } else { [0, 0] };
    let [black, white] =
        if drawing::colours(game)[0] == "black" { [by_first, by_second] } else { [by_second, by_first] };
    format!("{black} {white}")
}
