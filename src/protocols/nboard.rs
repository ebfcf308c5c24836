//! The NBoard protocol, version 2 (`Protocol.htm` of NTest). Evaluations are in discs.

use std::time::Duration;

use petteia_engine::{BestMove, Clock, EngineError, JobEvent, JobResult, Limits, Origin, SearchInfo};
use petteia_files::InputLine;
use petteia_formats::ggf::{parse_move, read_game, write_move};
use petteia_ugi::Error;

use crate::server::connection::{Connection, Protocol};

/// What the running search is for.
#[derive(Debug, Default)]
enum NBoardPurpose {
    /// Nothing is asked for.
    #[default]
    None,
    /// `go`.
    Move,
    /// `hint`, and the number of lines to go back to afterwards.
    Hint(u64),
    /// `analyze`: the moves from the current position of the analysis to the end of the game.
    Analysis(Vec<String>),
}

/// A connection in the NBoard protocol.
#[derive(Debug, Default)]
pub(super) struct NBoard {
    depth: Option<u32>,
    /// Time of each player for the game and increment, if the game has them.
    time: Option<[Duration; 2]>,
    /// Time used for each move of the game.
    times: Vec<Duration>,
    purpose: NBoardPurpose,
    /// The last report of the running search.
    last: Option<SearchInfo<String>>,
    /// Answers to `ping` that wait for the end of the search.
    pings: Vec<String>,
}

impl Protocol for NBoard {
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        connection.engine.job().is_some() && ![b"ping".as_slice(), b"quit"].contains(&&*line.leading_words()[0])
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, connection: &mut Connection, line: &InputLine) -> bool {
        if line.leading_words()[0] == b"ping" {
            connection.stop();
        }
        // The answer follows those of the lines before.
        false
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        if let Err(why) = self.execute(connection, line) {
            say_error(connection, &why);
        }
    }

    fn on_event(&mut self, connection: &mut Connection, event: JobEvent) {
        let JobEvent::Info(info) = event else { return };
        if info.depth > 0 && !matches!(self.purpose, NBoardPurpose::Analysis(_)) {
            connection.write_line(&search_line(&info));
        }
        if info.multi_pv == 1 {
            self.last = Some(info);
        }
    }

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        let last = self.last.take();
        let BestMove { best, error, .. } = end.into_best_move();
        if let Some(error) = error {
            say_error(connection, &error);
        }
        match &mut self.purpose {
            NBoardPurpose::None => {}
            NBoardPurpose::Move => {
                let word = best.map_or("PA".into(), |word| write_move(&word));
                match &last {
                    Some(info) => {
                        let seconds = info.time.as_secs_f64();
                        connection.write_line(&format!("nodestats {} {seconds:.2}", info.nodes));
                        connection.write_line(&format!("=== {word}/{:.2}/{seconds:.2}", discs(info)));
                    }
                    None => connection.write_line(&format!("=== {word}")),
                }
                self.purpose = NBoardPurpose::None;
            }
            NBoardPurpose::Hint(lines) => {
                if let Err(error) = connection.set_multi_pv(*lines) {
                    say_error(connection, &error.to_string());
                }
                self.purpose = NBoardPurpose::None;
            }
            NBoardPurpose::Analysis(_) => say_analysis(connection, last.as_ref()),
        }
    }

    fn on_idle(&mut self, connection: &mut Connection) {
        if let Err(error) = self.analyse_next(connection) {
            say_error(connection, &error.to_string());
        }
        if connection.engine.job().is_none() {
            connection.write_line(&"status");
        }
        for ping in std::mem::take(&mut self.pings) {
            connection.write_line(&format!("pong {ping}"));
        }
    }

    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        say_error(connection, &error.text);
    }
}

impl NBoard {
    fn execute(&mut self, connection: &mut Connection, line: &InputLine) -> Result<(), String> {
        let text = line.text().map_err(|error| error.to_string())?.trim();
        let (command, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match command {
            "nboard" => connection.write_line(&concat!("set myname ", env!("CARGO_PKG_NAME"))),
            "set" => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                match name {
                    "depth" => self.depth = Some(number("set depth", value)?.clamp(1, 60) as u32),
                    "game" => return self.set_game(connection, value.trim()),
                    // Draws have no value of their own here.
                    _ => {}
                }
            }
            "move" => {
                let (word, time) = parse_move(rest)?;
                connection.engine.play(&[&word]).map_err(|error| error.to_string())?;
                self.times.push(time);
            }
            "go" => return self.go(connection),
            "hint" => return self.hint(connection, number("hint", rest)?),
            "analyze" => return self.analyse(connection),
            "ping" => self.ping(connection, rest),
            "learn" => connection.write_line(&"learned"),
            "quit" => connection.quit(),
            // The protocol says so.
            _ => {}
        }
        Ok(())
    }

    fn set_game(&mut self, connection: &mut Connection, text: &str) -> Result<(), String> {
        let game = read_game(text)?;
        let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
        connection.engine.set_position(Origin::Fen(&game.fen), &moves).map_err(|error| error.to_string())?;
        self.times = game.times;
        self.time = game.time.filter(|[main, increment]| !(*main + *increment).is_zero());
        Ok(())
    }

    /// The limits of a search for a move: depth and clock.
    fn limits(&self) -> Limits {
        let clock = self.time.map(|[main, increment]| {
            // Those of the player to move are every second one before the next move.
            let own = self.times.iter().rev().skip(1).step_by(2);
            let (moves, used) = own.fold((0, Duration::ZERO), |(n, sum), time| (n + 1, sum + *time));
            let left = (main + increment * moves).saturating_sub(used);
            Clock { left, increment, moves_to_go: None }
        });
        Limits { clock, ..self.quiet_limits() }
    }

    fn go(&mut self, connection: &mut Connection) -> Result<(), String> {
        let limits = self.limits();
        self.begin(connection, limits, NBoardPurpose::Move)
    }

    /// Only the depth limits a hint.
    fn hint(&mut self, connection: &mut Connection, lines: u64) -> Result<(), String> {
        let before = connection.set_multi_pv(lines.clamp(1, 256)).map_err(|error| error.to_string())?;
        let limits = self.quiet_limits();
        self.begin(connection, limits, NBoardPurpose::Hint(before))
    }

    /// The limits of a search that the clock of the game does not concern.
    fn quiet_limits(&self) -> Limits {
        Limits { depth: self.depth, ..Limits::default() }
    }

    fn begin(&mut self, connection: &mut Connection, limits: Limits, purpose: NBoardPurpose) -> Result<(), String> {
        let has_clock = limits.clock.is_some();
        connection.search(&[], limits).map_err(|error| error.to_string())?;
        // A depth bounds no time, and it is for all searches.
        if !has_clock {
            connection.end_search_with_input();
        }
        self.purpose = purpose;
        connection.write_line(&"status Thinking");
        Ok(())
    }

    /// Evaluates all positions of the game, the last one first.
    fn analyse(&mut self, connection: &mut Connection) -> Result<(), String> {
        let limits = self.quiet_limits();
        if connection.engine.game().is_ok_and(|game| game.result().is_some()) {
            self.purpose = NBoardPurpose::Analysis(Vec::new());
            say_analysis(connection, None);
            return self.analyse_next(connection).map_err(|error| error.to_string());
        }
        self.begin(connection, limits, NBoardPurpose::Analysis(Vec::new()))
    }

    /// Goes a move back in an analysis and searches there; after the first position the game is as before.
    fn analyse_next(&mut self, connection: &mut Connection) -> Result<(), EngineError> {
        let limits = self.quiet_limits();
        let is_stopped = !self.pings.is_empty();
        let NBoardPurpose::Analysis(moves) = &mut self.purpose else { return Ok(()) };
        let last = connection.engine.game()?.played_moves().pop();
        match last {
            Some(last) if !is_stopped => {
                connection.engine.undo(1)?;
                moves.insert(0, last);
                connection.search(&[], limits)?;
                connection.end_search_with_input();
                Ok(())
            }
            _ => {
                let words: Vec<&str> = moves.iter().map(String::as_str).collect();
                let replayed = connection.engine.play(&words);
                self.purpose = NBoardPurpose::None;
                replayed
            }
        }
    }

    fn ping(&mut self, connection: &mut Connection, number: &str) {
        if connection.engine.job().is_some() {
            self.pings.push(number.to_owned());
            connection.stop();
        } else {
            connection.write_line(&format!("pong {number}"));
        }
    }
}

/// Whether a first line can only be of this protocol.
pub(super) fn begins_with(line: &InputLine) -> bool {
    let [command, argument] = line.leading_words();
    command == b"nboard" && !argument.is_empty() && argument.iter().all(u8::is_ascii_digit)
}

fn say_error(connection: &mut Connection, why: &str) {
    connection.write_line(&format!("status Error: {why}"));
}

fn number(command: &str, text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("{command}: expected a number, found '{text}'"))
}

/// The score in discs.
fn discs(info: &SearchInfo<String>) -> f64 {
    f64::from(info.score.centipieces()) / 100.0
}

fn search_line(info: &SearchInfo<String>) -> String {
    let line: String = info.pv.iter().map(|word| write_move(word)).collect::<Vec<_>>().join("-");
    let depth = if info.proved { "100%".into() } else { info.depth.to_string() };
    format!("search {line} {:.2} 0 {depth}", discs(info))
}

/// `analysis PLY EVAL` of the current position, for Black. A finished game counts its discs.
fn say_analysis(connection: &mut Connection, info: Option<&SearchInfo<String>>) {
    let Ok(game) = connection.engine.game() else { return };
    let sign = if game.p1_turn() { 1.0 } else { -1.0 };
    let for_black = match (game.result(), info) {
        (None, Some(info)) => sign * discs(info),
        _ => game.scores().first().zip(game.scores().get(1)).map_or(0.0, |(black, white)| f64::from(black - white)),
    };
    let line = format!("analysis {} {for_black:.2}", game.played_moves().len());
    connection.write_line(&line);
}
