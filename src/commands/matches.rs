//! The commands `match` and `openings`.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use petteia::engine::{Engine, Limits, Variant};
use petteia::matches::files::{self, Games};
use petteia::matches::game::{Adjudication, GameRules};
use petteia::matches::limits::{Pace, TimeControl};
use petteia::matches::openings::{Opening, OpeningMaker, OpeningRules};
use petteia::matches::players::PlayerSpec;
use petteia::matches::record::{MatchGame, MatchHeader, Results};
use petteia::matches::schedule::Match;
use petteia::matches::statistics::{Sprt, Verdict};
use petteia::variants::VARIANTS;

use super::progress::Progress;
use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, broken_output, say};

/// Play a match between two engines
#[derive(Debug, Args)]
#[command(
    after_help = "An engine is LANGUAGE:COMMAND, where the language is ugi, uci, hub, hub1, nboard, gtp or codecup: \
                        petteia match --game dvonn --a ugi:petteia --b 'codecup:player' --tc 5 --games 20"
)]
pub struct MatchArguments {
    /// The game
    #[arg(long, ignore_case = true, value_parser = super::game_names())]
    pub game: Option<String>,

    /// The first engine
    #[arg(long, value_name = "LANGUAGE:COMMAND", required_unless_present = "merge")]
    a: Option<String>,

    /// The second engine
    #[arg(long, value_name = "LANGUAGE:COMMAND", required_unless_present = "merge")]
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

    /// Depth of each search
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: Option<u32>,

    /// Milliseconds that an answer may come later than its clock
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,

    /// Openings, one a line: a FEN, or startpos moves M...
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=512))]
    concurrency: usize,

    /// A draw after so many plies
    #[arg(long, value_name = "N", default_value = "1000")]
    max_plies: usize,

    /// A loss when both engines see this lead for so many moves of each
    #[arg(long, value_name = "MOVES,CP", value_parser = numbers::<2>)]
    resign: Option<[u32; 2]>,

    /// A draw from this ply on when both scores are this near to 0 for so many moves of each
    #[arg(long, value_name = "PLY,MOVES,CP", value_parser = numbers::<3>)]
    draw: Option<[u32; 3]>,

    /// End the match when a test of these Elo differences is decided, with errors of 5 %
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = two_elos)]
    sprt: Option<[f64; 2]>,

    /// Add the games to FILE, and go on behind those that stand there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Play part I of N of the same match
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: [usize; 2],

    /// Count the games of files instead, which are all of one match
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["a", "b", "resume"])]
    merge: Vec<PathBuf>,
}

/// Make different openings by random moves
#[derive(Debug, Args)]
pub struct OpeningsArguments {
    /// The game
    #[arg(ignore_case = true, value_parser = super::game_names())]
    pub game: String,

    /// Number of random plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,

    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// Largest absolute score of the search in centipieces
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    balance: Option<i32>,

    /// Nodes of the search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn option_of_engine(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("wanted NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

fn even(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n: &usize| n > 0 && n.is_multiple_of(2)).ok_or_else(|| "wanted an even number".into())
}

fn numbers<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| format!("wanted {N} numbers joined by commas"))
}

fn two_elos(text: &str) -> Result<[f64; 2], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[low, high]) if low < high && low.abs() <= 1_000.0 && high.abs() <= 1_000.0 => Ok([low, high]),
        _ => Err("wanted two Elo differences joined by a comma, the lower one first".into()),
    }
}

/// Reads `I/N`; returns the number of the part from 0, and the number of parts.
pub fn shard(text: &str) -> Result<[usize; 2], String> {
    let number = |text: &str| text.parse::<NonZeroUsize>().ok().map(NonZeroUsize::get);
    let parts = text.split_once('/').and_then(|(part, parts)| Some([number(part)?, number(parts)?]));
    match parts {
        Some([part, parts]) if part <= parts => Ok([part - 1, parts]),
        _ => Err("wanted I/N with I from 1 to N".into()),
    }
}

/// Runs `match` with these arguments.
pub fn play_match(arguments: &MatchArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    if arguments.merge.is_empty() { run(arguments, variant) } else { merge(arguments) }
}

fn engine(variant: &'static Variant) -> Result<Engine, CommandFailure> {
    Engine::new(VARIANTS, variant, false, Arc::new(|_| ())).map_err(|error| (INTERNAL, error.to_string()))
}

/// An engine as the referee of a game of two players.
pub fn referee(variant: &'static Variant) -> Result<Engine, CommandFailure> {
    let referee = engine(variant)?;
    let game = referee.game().map_err(|error| (INTERNAL, error.to_string()))?;
    if game.observe(1).is_ok() {
        return Err((USAGE, format!("wanted a game of two players, found {}", variant.name)));
    }
    Ok(referee)
}

fn run(arguments: &MatchArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let mut referee = referee(variant)?;
    let planned = arguments.to_match(&mut referee)?;
    print_summary(arguments, &planned, &referee)
}

/// Plays a match and prints its summary.
pub fn print_summary(arguments: &MatchArguments, planned: &Match, referee: &Engine) -> Result<(), CommandFailure> {
    let variant = referee.options().variant.name;
    for engine in &planned.engines {
        engine.player(variant).map_err(|error| (USAGE, format!("{engine}: {error}")))?;
    }
    if planned.games > 2 * planned.openings.len() {
        say(&format!("{} openings for {} pairs: games may be alike", planned.openings.len(), planned.games / 2));
    }
    let header = arguments.header(planned, variant);
    let (mut file, played) = match &arguments.resume {
        Some(path) => {
            let (file, games) = files::open(path, &header).map_err(|error| (UNREADABLE, error.to_string()))?;
            (Some(file), games)
        }
        None => (None, Games::default()),
    };
    let progress = Progress::of_steps(played.numbers.len() as u64, planned.numbers().len() as u64, "games");
    let mut keep = |game: &MatchGame, results: &Results| {
        if let Some(file) = &mut file {
            file.append_json(game).map_err(|error| error.to_string())?;
        }
        let fault = game.fault.as_ref().map(|[engine, what]| format!(" ({engine}: {what})")).unwrap_or_default();
        let winner = game.winner.as_deref().unwrap_or("nobody");
        let plies = game.moves.len();
        let line =
            format!("game {}: {winner} wins, {}{fault}, {plies} plies; {}", game.game, game.reason, score(results));
        progress.say(&line);
        progress.reach(results.count());
        Ok(())
    };
    let results = planned.play(referee, &played.numbers, played.results, &mut keep);
    drop(progress);
    let results = results.map_err(|error| (UNREADABLE, error))?;
    print(&summary(&header, &results, planned.sprt.as_ref()))
}

fn merge(arguments: &MatchArguments) -> Result<(), CommandFailure> {
    let mut games = Games::default();
    for path in &arguments.merge {
        games.read(path).map_err(|error| (UNREADABLE, error.to_string()))?;
    }
    let Some(header) = games.header else { return Err((UNREADABLE, "wanted a match, found empty files".into())) };
    print(&summary(&header, &games.results, arguments.test().as_ref()))?;
    match (1..=header.games).find(|number| !games.numbers.contains(number)) {
        Some(missing) if arguments.sprt.is_none() => Err((
            REFUSED,
            format!("wanted {} games, found {}: game {missing} is missing", header.games, games.numbers.len()),
        )),
        _ => Ok(()),
    }
}

fn print(text: &str) -> Result<(), CommandFailure> {
    io::stdout().write_all(text.as_bytes()).or_else(|error| broken_output(&error))
}

impl MatchArguments {
    fn test(&self) -> Option<Sprt> {
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
        let rules = GameRules { paces: self.paces(), margin: Duration::from_millis(self.margin), adjudication };
        let openings = match &self.openings {
            Some(path) => read_openings(path, referee)?,
            None => vec![Opening::start()],
        };
        let Self { games, shard, concurrency, .. } = *self;
        Ok(Match { engines, rules, openings, games, shard, concurrency, sprt: self.test() })
    }

    fn paces(&self) -> [Pace; 2] {
        let same = match (self.movetime, self.nodes, self.depth) {
            (Some(time), ..) => Pace::MoveTime(Duration::from_millis(time)),
            (_, Some(nodes), _) => Pace::Nodes(nodes),
            (.., Some(depth)) => Pace::Depth(depth),
            _ => Pace::Clock(self.tc.unwrap_or(DEFAULT_TIME)),
        };
        [self.tc_a, self.tc_b].map(|own| own.map_or(same, Pace::Clock))
    }

    fn header(&self, planned: &Match, variant: &str) -> MatchHeader {
        let MatchArguments { margin, max_plies, resign, draw, .. } = self;
        MatchHeader {
            version: env!("CARGO_PKG_VERSION").into(),
            variant: variant.into(),
            engines: planned.engines.each_ref().map(ToString::to_string),
            paces: planned.rules.paces.map(|pace| pace.to_string()),
            rules: format!("margin {margin} max-plies {max_plies} resign {resign:?} draw {draw:?}"),
            games: planned.games,
            openings: planned.openings.iter().map(|opening| opening.text().to_owned()).collect(),
        }
    }
}

/// The time of a game, unless the command line says something else.
const DEFAULT_TIME: TimeControl =
    TimeControl { moves: None, time: Duration::from_secs(10), increment: Duration::from_millis(100) };

fn read_openings(path: &Path, referee: &mut Engine) -> Result<Vec<Opening>, CommandFailure> {
    let named = |error: String| (UNREADABLE, format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let mut openings = Vec::new();
    for (i, line) in lines {
        let opening = Opening::read(line, referee).map_err(|error| {
            let column = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
            named(format!("line {}: {column}{}", i + 1, error.text))
        })?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(named("wanted openings, found none".into())) } else { Ok(openings) }
}

/// The score so far in a few words.
fn score(results: &Results) -> String {
    let [wins, losses, draws] = [0, 1, 2].map(|column| results.games[0][column] + results.games[1][column]);
    format!("a - b: {wins} - {losses} - {draws}")
}

/// The results of a match, for people.
fn summary(header: &MatchHeader, results: &Results, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let mut line = |content: String| _ = writeln!(text, "{content}");
    for (name, (engine, pace)) in ["a", "b"].into_iter().zip(header.engines.iter().zip(&header.paces)) {
        line(format!("{name}: {engine}, {pace}"));
    }
    line(format!("{}, {} of {} games, wins - losses - draws of a", header.variant, results.count(), header.games));
    line(score(results).replace("a - b", "all"));
    for (name, [wins, losses, draws]) in ["as first player", "as second player"].into_iter().zip(results.games) {
        line(format!("{name}: {wins} - {losses} - {draws}"));
    }
    if let (Some(score), Some([elo, elo_low, elo_high])) = (results.pairs.score(), results.pairs.elo()) {
        let [score, low, high] = score.map(|fraction| 100.0 * fraction);
        line(format!("score: {score:.1} % [{low:.1}, {high:.1}]"));
        line(format!("elo: {elo:.1} [{elo_low:.1}, {elo_high:.1}]"));
    }
    line(format!("pairs with 0, 1/2, 1, 3/2, 2 points: {:?}", results.pairs.0));
    if let Some(sprt) = sprt {
        let ((ratio, verdict), [low, high]) = (sprt.test(&results.pairs), sprt.bounds());
        let verdict = match verdict {
            Some(Verdict::Accepted) => ", accepted",
            Some(Verdict::Rejected) => ", rejected",
            None => "",
        };
        line(format!("llr: {ratio:.2} ({low:.2}, {high:.2}) [{}, {}]{verdict}", sprt.elo[0], sprt.elo[1]));
    }
    for (name, [time, crash, illegal]) in ["a", "b"].into_iter().zip(results.faults) {
        line(format!("{name} lost on time {time}, by a crash {crash}, by an illegal move {illegal}"));
    }
    text
}

/// Runs `openings` with these arguments.
pub fn openings(arguments: &OpeningsArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let OpeningsArguments { plies, count, balance, nodes, seed, .. } = *arguments;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut maker = OpeningMaker::new(engine(variant)?, OpeningRules { plies, balance, limits, seed });
    for made in 0..count {
        let opening = maker.next_opening().map_err(|error| (USAGE, format!("{}: {}", variant.name, error.text)))?;
        let Some(opening) = opening else {
            return Err((REFUSED, format!("wanted {count} openings, found {made} and no more")));
        };
        print(&format!("{opening}\n"))?;
    }
    Ok(())
}
