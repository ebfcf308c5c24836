//! Hub, version 2, the protocol of Scan (`protocol.txt` of Scan 3.1).

use std::time::Duration;

use petteia_core::FenError;
use petteia_core::options::OptionKind;
use petteia_engine::{BestMove, Bound, Clock, EngineError, JobEvent, JobResult, Limits, Origin, SearchInfo, options};
use petteia_files::InputLine;
use petteia_formats::hub::{HubLine, VARIANTS, quoted, read_position};
use petteia_ugi::Error;

use crate::server::connection::{Connection, Protocol};

/// The table has 2 to the power of `tt-size` entries of 16 bytes in Scan. This one has 1 MiB.
const MIN_TABLE_LOG: u32 = 16;
/// The largest table is 65,536 MiB.
const MAX_TABLE_LOG: u32 = 32;
/// The score of a win at once, in men. It is less by a hundredth for each ply.
const WIN: f64 = 100.0;

/// Parameters that are options of the engine, and their names there.
const NUMBERS: [(&str, &str); 3] =
    [("threads", "Threads"), ("move-overhead", "Move Overhead"), ("skill-level", "Skill Level")];

/// A connection in Hub.
#[derive(Debug, Default)]
pub(super) struct Hub {
    /// Limits of the next search.
    limits: Limits,
}

impl Protocol for Hub {
    /// A search that ends by itself is waited for.
    fn must_wait(&self, connection: &Connection, line: &InputLine) -> bool {
        let in_search = [b"stop".as_slice(), b"ping", b"ponder-hit", b"quit"];
        let [command, _] = line.leading_words();
        connection.engine.job().is_some_and(|job| !job.unbounded) && !in_search.contains(&&*command)
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, connection: &mut Connection, line: &InputLine) -> bool {
        let is_stop = line.leading_words()[0] == b"stop";
        if is_stop {
            connection.stop();
        }
        is_stop
    }

    fn handle_line(&mut self, connection: &mut Connection, line: &InputLine) {
        if let Err(why) = self.execute(connection, line) {
            say_error(connection, &why);
        }
    }

    fn on_event(&mut self, connection: &mut Connection, event: JobEvent) {
        if let JobEvent::Info(info) = event
            && info.multi_pv == 1
            && info.depth > 0
        {
            connection.write_line(&info_line(&info));
        }
    }

    fn on_job_end(&mut self, connection: &mut Connection, end: JobResult) {
        let BestMove { best, ponder, error } = end.into_best_move();
        if let Some(error) = error {
            say_error(connection, &error);
        }
        let best = best.map(|word| format!(" move={word}")).unwrap_or_default();
        let ponder = ponder.map(|word| format!(" ponder={word}")).unwrap_or_default();
        connection.write_line(&format!("done{best}{ponder}"));
        self.limits = Limits::default();
    }

    fn on_error(&mut self, connection: &mut Connection, error: Error) {
        say_error(connection, &error.text);
    }
}

impl Hub {
    fn execute(&mut self, connection: &mut Connection, line: &InputLine) -> Result<(), String> {
        let text = line.text().map_err(|error| error.to_string())?;
        if text.trim().is_empty() {
            return Ok(());
        }
        let line = HubLine::read(text).ok_or("expected COMMAND NAME=VALUE ..., with quotes in pairs")?;
        match line.command {
            "hub" => introduce(connection),
            "init" => connection.write_line(&"ready"),
            "set-param" => return set_parameter(connection, &line),
            "new-game" => return connection.engine.new_game().map_err(|error| error.to_string()),
            "pos" => return self.set_position(connection, &line),
            "level" => return self.set_level(&line),
            "go" => return self.go(connection, &line),
            "ponder-hit" => connection.engine.ponder_hit(),
            "stop" => connection.stop(),
            "ping" => connection.write_line(&"pong"),
            "quit" => connection.quit(),
            // The protocol says so.
            _ => {}
        }
        Ok(())
    }

    fn set_position(&mut self, connection: &mut Connection, line: &HubLine) -> Result<(), String> {
        connection.engine.ensure_idle().map_err(|error| error.to_string())?;
        let fen = line.argument("pos").map(|text| parse_fen(text.trim())).transpose();
        let fen = fen.map_err(|error| format!("pos, character {}: {error}", error.at + 1))?;
        let moves: Vec<&str> = line.argument("moves").unwrap_or_default().split_ascii_whitespace().collect();
        connection.engine.set_position(fen.as_deref().map_or(Origin::Start, Origin::Fen), &moves).map_err(|error| {
            match error {
                EngineError::Fen(error) => format!("pos, character {}: {error}", error.at + 1),
                error => error.to_string(),
            }
        })?;
        self.limits = Limits::default();
        Ok(())
    }

    fn set_level(&mut self, line: &HubLine) -> Result<(), String> {
        let mut limits = self.limits.clone();
        let mut clock =
            limits.clock.unwrap_or(Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None });
        let mut has_clock = limits.clock.is_some();
        for &(name, value) in &line.arguments {
            match name {
                "depth" => limits.depth = Some(number(name, value)?.clamp(1, 255) as u32),
                "nodes" => limits.nodes = Some(number(name, value)?.max(1)),
                "move-time" => limits.move_time = Some(seconds(name, value)?),
                "moves" => clock.moves_to_go = Some(number(name, value)? as u32).filter(|&moves| moves > 0),
                "time" => (clock.left, has_clock) = (seconds(name, value)?, true),
                "inc" => clock.increment = seconds(name, value)?,
                "infinite" => limits.infinite = true,
                _ => {}
            }
        }
        limits.clock = has_clock.then_some(clock);
        self.limits = limits;
        Ok(())
    }

    fn go(&mut self, connection: &mut Connection, line: &HubLine) -> Result<(), String> {
        let mut limits = self.limits.clone();
        limits.ponder = line.argument("ponder").is_some();
        connection.search(&[], limits).map_err(|error| error.to_string())
    }
}

/// The FEN of a position, which stands as in Hub or as a FEN.
fn parse_fen(text: &str) -> Result<String, FenError> {
    if text.contains(':') { Ok(text.into()) } else { read_position(text) }
}

/// Whether a first line can only be of this protocol.
pub(super) fn begins_with(line: &InputLine) -> bool {
    let [command, argument] = line.leading_words();
    command == b"hub" && argument.is_empty()
}

fn say_error(connection: &mut Connection, why: &str) {
    connection.write_line(&format!("error message={}", quoted(why)));
}

fn introduce(connection: &mut Connection) {
    let author = quoted(concat!("the ", env!("CARGO_PKG_NAME"), " authors"));
    connection.write_line(&format!(
        "id name={} version={} author={author}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION")
    ));
    let name = connection.engine.options().variant.name;
    let value = VARIANTS.iter().find(|(.., variant)| *variant == name).map_or(VARIANTS[0].0, |(scan, ..)| scan);
    let values = quoted(&VARIANTS.map(|(scan, ..)| scan).join(" "));
    connection.write_line(&format!("param name=variant value={value} type=enum values={values}"));
    let declarations = options::declarations(connection.engine.variants());
    for (name, option) in NUMBERS {
        let declared = declarations.iter().find(|declared| declared.is_named(option)).map(|declared| &declared.kind);
        if let Some(OptionKind::Spin { default, range }) = declared {
            let (low, high) = (range.start(), range.end());
            connection.write_line(&format!("param name={name} value={default} type=int min={low} max={high}"));
        }
    }
    connection.write_line(&format!("param name=tt-size value=22 type=int min={MIN_TABLE_LOG} max={MAX_TABLE_LOG}"));
    connection.write_line(&"wait");
}

fn set_parameter(connection: &mut Connection, line: &HubLine) -> Result<(), String> {
    let name = line.argument("name").ok_or("set-param: expected name=..., found none")?;
    let value = line.argument("value").unwrap_or_default();
    let (option, value) = match name {
        "variant" => {
            let known = VARIANTS.iter().find(|(scan, others, _)| *scan == value || others.contains(&value));
            let names = VARIANTS.map(|(scan, ..)| scan).join(", ");
            let (.., variant) = known.ok_or_else(|| format!("variant: expected {names}, found '{value}'"))?;
            ("UCI_Variant", (*variant).to_owned())
        }
        "tt-size" => {
            let range = u64::from(MIN_TABLE_LOG)..=u64::from(MAX_TABLE_LOG);
            let size = number(name, value)?;
            if !range.contains(&size) {
                return Err(format!(
                    "tt-size: expected a value from {MIN_TABLE_LOG} to {MAX_TABLE_LOG}, found {value}"
                ));
            }
            ("Hash", (1_u64 << (size - u64::from(MIN_TABLE_LOG))).to_string())
        }
        _ => match NUMBERS.iter().find(|(known, _)| *known == name) {
            Some((_, option)) => (*option, value.to_owned()),
            // Like an unknown command.
            None => return Ok(()),
        },
    };
    connection.engine.set_option(option, Some(&value)).map_err(|error| format!("{name}: {error}"))
}

fn number(name: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("{name}: expected a number, found '{value}'"))
}

fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    // A hundred years are enough, so that sums of times cannot overflow. Some clients say how late they are.
    let number = value.parse::<f64>().ok().filter(|number| number.abs() <= 3.2e9);
    number
        .map(|seconds| Duration::from_secs_f64(seconds.max(0.0)))
        .ok_or_else(|| format!("{name}: expected seconds, found '{value}'"))
}

/// The score in men.
pub(super) fn men(info: &SearchInfo<String>) -> f64 {
    match info.score.mate_plies() {
        Some(plies) if plies > 0 => WIN - f64::from(plies) / 100.0,
        Some(plies) => -WIN - f64::from(plies) / 100.0,
        None => f64::from(info.score.centipieces()) / 100.0,
    }
}

fn info_line(info: &SearchInfo<String>) -> String {
    let seconds = info.time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed has few digits")]
    let speed = info.nodes as f64 / seconds.max(1e-9) / 1e6;
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " bound=lower",
        Bound::Upper => " bound=upper",
    };
    format!(
        "info depth={} score={:.2}{bound} nodes={} time={seconds:.3} nps={speed:.3} pv={}",
        info.depth,
        men(info),
        info.nodes,
        quoted(&info.pv.join(" "))
    )
}
