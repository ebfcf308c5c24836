//! The arguments of `match`, and the match that they describe.

use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use petteia::exit_status::ExitStatus;
use petteia_engine::Engine;
use petteia_files::{is_same_file, open_input, without_bom};
use petteia_matches::game::{Adjudication, GameSettings};
use petteia_matches::limits::{PlayerLimit, TimeControl};
use petteia_matches::openings::{Opening, checksum};
use petteia_matches::players::{Launcher, PlayerScore, PlayerSpec};
use petteia_matches::record::{FORMAT, MatchHeader};
use petteia_matches::schedule::Match;
use petteia_matches::statistics::Sprt;

use super::run::process_groups;
use crate::commands::{CommandFailure, REFUSED, UNREADABLE, USAGE, game_names};

/// Largest number of games, plies and moves.
pub const MAX_COUNT: u64 = 1_000_000;
/// Largest number of moves and plies of an adjudication.
const MAX_MOVES: u32 = MAX_COUNT as u32;
/// Largest score of an adjudication: that of a mate.
const MAX_CENTIPIECES: u32 = PlayerScore::MATE.cast_unsigned();
/// Size limit of a file of openings in bytes.
const MAX_OPENINGS_SIZE: u64 = 64 << 20;

/// Play a match between two engines
#[derive(Debug, Args)]
#[command(
    after_help = "An engine is PROTOCOL:COMMAND, where the protocol is ugi, uci, hub, hub1, nboard, gtp, codecup or otep: \
                        petteia match --game dvonn --a ugi:petteia --b 'codecup:player' --tc 5 --games 20"
)]
pub struct MatchArguments {
    /// The game
    #[arg(long, ignore_case = true, value_parser = game_names())]
    pub game: Option<String>,

    /// The first engine
    #[arg(long, value_name = "PROTOCOL:COMMAND", required_unless_present = "merge")]
    a: Option<String>,

    /// The second engine
    #[arg(long, value_name = "PROTOCOL:COMMAND", required_unless_present = "merge")]
    b: Option<String>,

    /// An option of the first engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_of_engine)]
    a_option: Vec<(String, String)>,

    /// An option of the second engine
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_of_engine)]
    b_option: Vec<(String, String)>,

    /// Number of games, an even one: each opening is played with both sides
    #[arg(long, default_value_t = 100, value_parser = even)]
    games: usize,

    /// Time for each game: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "TC", group = "pace")]
    tc: Option<TimeControl>,

    /// Time of the first engine, if it has another
    #[arg(long, value_name = "TC", requires = "tc")]
    tc_a: Option<TimeControl>,

    /// Time of the second engine, if it has another
    #[arg(long, value_name = "TC", requires = "tc")]
    tc_b: Option<TimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", group = "pace", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Nodes for each move of the first engine, if it has another limit
    #[arg(long, value_name = "N", conflicts_with_all = ["tc_a", "depth_a"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes_a: Option<u64>,

    /// Nodes for each move of the second engine, if it has another limit
    #[arg(long, value_name = "N", conflicts_with_all = ["tc_b", "depth_b"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,

    /// Depth of each search
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: Option<u32>,

    /// Depth of each search of the first engine, if it has another limit
    #[arg(long, value_name = "N", conflicts_with = "tc_a", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth_a: Option<u32>,

    /// Depth of each search of the second engine, if it has another limit
    #[arg(long, value_name = "N", conflicts_with = "tc_b", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth_b: Option<u32>,

    /// Time margin in milliseconds
    #[arg(long, alias = "margin", value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    time_margin: u64,

    /// Milliseconds that an engine may take to get ready for a game
    #[arg(long, value_name = "MS", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    startup: u64,

    /// Openings, one a line: a FEN, startpos moves M..., or moves alone
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=512))]
    concurrency: usize,

    /// A draw after so many plies
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_COUNT))]
    max_plies: usize,

    /// Adjudicate a loss when both engines agree on CP for MOVES moves
    #[arg(long, value_name = "MOVES,CP", value_parser = resignation)]
    resign: Option<[u32; 2]>,

    /// A draw from this ply on when both scores are this near to 0 for so many moves of each
    #[arg(long, value_name = "PLY,MOVES,CP", value_parser = draw)]
    draw: Option<[u32; 3]>,

    /// Stop by SPRT with these Elo bounds (alpha = beta = 0.05)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = two_elos)]
    pub(super) sprt: Option<[f64; 2]>,

    /// Append games to FILE, resuming after the last
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Play part I of N of the same match
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: [usize; 2],

    /// Count the games of files instead, which are all of one match
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["a", "b", "resume"])]
    pub(super) merge: Vec<PathBuf>,
}

fn option_of_engine(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').filter(|(name, _)| !name.trim().is_empty() && !text.contains(char::is_control));
    let (name, value) = option.ok_or("expected NAME=VALUE without control characters")?;
    Ok((name.into(), value.into()))
}

fn even(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number: &u64| (2..=MAX_COUNT).contains(&number));
    let even = number.filter(|number| number.is_multiple_of(2)).map(|number| number as usize);
    even.ok_or_else(|| format!("expected an even number from 2 to {MAX_COUNT}"))
}

/// Reads `MOVES,CP` of `--resign`.
fn resignation(text: &str) -> Result<[u32; 2], String> {
    numbers(text, [("MOVES", 1, MAX_MOVES), ("CP", 1, MAX_CENTIPIECES)])
}

/// Reads `PLY,MOVES,CP` of `--draw`.
fn draw(text: &str) -> Result<[u32; 3], String> {
    numbers(text, [("PLY", 0, MAX_MOVES), ("MOVES", 1, MAX_MOVES), ("CP", 0, MAX_CENTIPIECES)])
}

/// Reads numbers joined by commas, each with its name and its range.
fn numbers<const N: usize>(text: &str, ranges: [(&str, u32, u32); N]) -> Result<[u32; N], String> {
    let words: Vec<&str> = text.split(',').collect();
    let names = ranges.map(|(name, ..)| name).join(",");
    let words: [&str; N] = words.try_into().map_err(|_| format!("expected {names}"))?;
    let mut numbers = [0; N];
    for ((number, word), (name, min, max)) in numbers.iter_mut().zip(words).zip(ranges) {
        let read = word.parse().ok().filter(|read| (min..=max).contains(read));
        *number = read.ok_or_else(|| format!("expected {name} from {min} to {max}, found '{word}'"))?;
    }
    Ok(numbers)
}

fn two_elos(text: &str) -> Result<[f64; 2], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[low, high]) if low < high && low.abs() <= 1_000.0 && high.abs() <= 1_000.0 => Ok([low, high]),
        _ => Err("expected two Elo differences joined by a comma, the lower one first".into()),
    }
}

/// Reads `I/N`; returns the number of the part from 0, and the number of parts.
pub fn shard(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| text.parse::<NonZeroUsize>().ok().map(NonZeroUsize::get);
    let parts = text.split_once('/').and_then(|(part, parts)| Some([number(part)?, number(parts)?]));
    match parts {
        Some([part, parts]) if part <= parts => Ok([part - 1, parts]),
        _ => Err("expected I/N with I from 1 to N".into()),
    }
}

/// The time of a game, unless the command line says something else.
const DEFAULT_TIME: TimeControl =
    TimeControl { moves: None, time: Duration::from_secs(10), increment: Duration::from_millis(100) };

impl MatchArguments {
    pub(super) fn test(&self) -> Option<Sprt> {
        self.sprt.map(|elo| Sprt { elo, errors: [0.05, 0.05] })
    }

    /// The match of these arguments.
    pub fn to_match(&self, referee: &mut Engine) -> Result<Match, CommandFailure> {
        let engine = |name: &str, text: &Option<String>, options: &[(String, String)]| {
            let spec = PlayerSpec::read(text.as_deref().unwrap_or_default());
            let spec = spec.map_err(|error| (USAGE, format!("--{name}: {error}")))?;
            Ok::<_, CommandFailure>(PlayerSpec { options: options.to_vec(), ..spec })
        };
        let engines = [engine("a", &self.a, &self.a_option)?, engine("b", &self.b, &self.b_option)?];
        let adjudication = Adjudication {
            max_plies: Some(self.max_plies),
            resign: self.resign.map(|[moves, lead]| (moves as usize, lead.cast_signed())),
            draw: self.draw.map(|[ply, moves, bound]| (ply as usize, moves as usize, bound.cast_signed())),
        };
        let rules =
            GameSettings { paces: self.paces(), time_margin: Duration::from_millis(self.time_margin), adjudication };
        let openings = match &self.openings {
            Some(path) => read_openings(path, referee)?,
            None => vec![Opening::start()],
        };
        let Self { games, shard, concurrency, .. } = *self;
        let launcher = Launcher { groups: process_groups(), startup: Duration::from_millis(self.startup) };
        Ok(Match { engines, launcher, rules, openings, games, shard, concurrency, sprt: self.test() })
    }

    fn paces(&self) -> [PlayerLimit; 2] {
        let same = match (self.movetime, self.nodes, self.depth) {
            (Some(time), ..) => PlayerLimit::MoveTime(Duration::from_millis(time)),
            (_, Some(nodes), _) => PlayerLimit::Nodes(nodes),
            (.., Some(depth)) => PlayerLimit::Depth(depth),
            _ => PlayerLimit::Clock(self.tc.unwrap_or(DEFAULT_TIME)),
        };
        [(self.tc_a, self.nodes_a, self.depth_a), (self.tc_b, self.nodes_b, self.depth_b)].map(|own| match own {
            (Some(time), ..) => PlayerLimit::Clock(time),
            (_, Some(nodes), _) => PlayerLimit::Nodes(nodes),
            (.., Some(depth)) => PlayerLimit::Depth(depth),
            _ => same,
        })
    }

    pub(super) fn header(&self, planned: &Match, variant: &str) -> MatchHeader {
        MatchHeader {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            variant: variant.into(),
            engines: planned.engines.each_ref().map(ToString::to_string),
            paces: planned.rules.paces.map(|pace| pace.to_string()),
            rules: self.rules_text(),
            games: planned.games,
            openings: planned.openings.iter().map(|opening| opening.text().to_owned()).collect(),
            openings_crc32: checksum(planned.openings.iter().map(Opening::text)),
        }
    }

    /// Adjudication and margin, as in the first line of a file.
    pub fn rules_text(&self) -> String {
        let Self { time_margin: margin, max_plies, resign, draw, .. } = self;
        format!("margin {margin} max-plies {max_plies} resign {resign:?} draw {draw:?}")
    }

    /// Refuses an output file that is also the file of openings.
    pub fn check_output(&self, output: &Path) -> Result<(), CommandFailure> {
        if self.openings.as_ref().is_some_and(|openings| is_same_file(output, openings)) {
            return Err((UNREADABLE, format!("{}: expected another file than --openings", output.display())));
        }
        Ok(())
    }
}

/// Reads the openings of a file, which may be a pipe.
pub fn read_openings(path: &Path, referee: &mut Engine) -> Result<Vec<Opening>, CommandFailure> {
    let named = |status: ExitStatus, error: &str| (status, format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = open_input(path).map_err(|error| (UNREADABLE, error.to_string()))?;
    file.take(MAX_OPENINGS_SIZE + 1).read_to_end(&mut bytes).map_err(|error| named(UNREADABLE, &error.to_string()))?;
    if bytes.len() as u64 > MAX_OPENINGS_SIZE {
        return Err(named(REFUSED, "expected at most 64 MiB, found more"));
    }
    let text = str::from_utf8(without_bom(&bytes)).map_err(|error| named(REFUSED, &error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut openings = Vec::new();
    for (i, line) in lines {
        let opening = Opening::read(line, referee).map_err(|error| {
            let column = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
            named(REFUSED, &format!("line {}: {column}{}", i + 1, error.text))
        })?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(named(REFUSED, "expected openings, found none")) } else { Ok(openings) }
}
