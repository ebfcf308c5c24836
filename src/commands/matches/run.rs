//! Plays and counts matches.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use petteia_engine::{Engine, GameKind, VARIANTS, Variant};
use petteia_files::{FileError, open_regular};
use petteia_matches::files::{GameFile, GameReader, Games};
use petteia_matches::players::PlayerError;
use petteia_matches::players::process_groups::ProcessGroups;
use petteia_matches::record::{MatchGame, NAMES, Results};
use petteia_matches::schedule::{Match, MatchError};

use super::arguments::MatchArguments;
use super::summary::{score, summary};
use crate::commands::progress::Progress;
use crate::commands::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, print, say};
use crate::platform;

/// Runs `match` with these arguments.
pub fn play_match(arguments: &MatchArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    if arguments.merge.is_empty() { run(arguments, variant) } else { merge(arguments) }
}

pub(super) fn new_engine(variant: &'static Variant) -> Result<Engine, CommandFailure> {
    Engine::new(VARIANTS, variant).map_err(|error| (INTERNAL, error.to_string()))
}

/// An engine as the referee of a game of two players.
pub fn referee(variant: &'static Variant) -> Result<Engine, CommandFailure> {
    let referee = new_engine(variant)?;
    let game = referee.game().map_err(|error| (INTERNAL, error.to_string()))?;
    if game.kind() == GameKind::Party {
        return Err((USAGE, format!("expected a game of two players, found {}", variant.name)));
    }
    Ok(referee)
}

fn run(arguments: &MatchArguments, variant: &'static Variant) -> Result<(), CommandFailure> {
    let mut referee = referee(variant)?;
    let planned = arguments.to_match(&mut referee)?;
    let interruption = Interruption::watch(&planned.launcher.groups)?;
    play_planned(arguments, &planned, &referee, &interruption)
}

/// The groups of the processes of engines. Their leaders are processes of this program.
pub(super) fn process_groups() -> ProcessGroups {
    // This path leads to the running program, even if its file has been replaced.
    let own = Path::new("/proc/self/exe");
    let program = if own.exists() { Ok(own.into()) } else { std::env::current_exe() };
    program.map(|program| ProcessGroups::with_leader(program.into())).unwrap_or_default()
}

/// The signal that ends a match.
pub struct Interruption(Arc<AtomicI32>);

impl Interruption {
    /// Kills the engines at the first signal, which ends the match, and exits at the second one.
    pub fn watch(groups: &ProcessGroups) -> Result<Self, CommandFailure> {
        let first = Arc::new(AtomicI32::new(0));
        let (seen, groups) = (Arc::clone(&first), groups.clone());
        platform::on_signals(move |signal| {
            if seen.swap(signal, Ordering::SeqCst) != 0 {
                std::process::exit(128 + signal);
            }
            groups.terminate();
        })
        .map_err(|error| (INTERNAL, format!("signals: {error}")))?;
        Ok(Self(first))
    }

    /// Exits if there has been a signal. The engines have been killed.
    pub fn exit_after_signal(&self) {
        let signal = self.0.load(Ordering::SeqCst);
        if signal != 0 {
            say("interrupted");
            std::process::exit(128 + signal);
        }
    }
}

/// The exit code and the error of a match that has stopped. Shows what an engine that does not start has written to its
/// standard error.
pub fn stop_failure(error: &MatchError, planned: &Match) -> CommandFailure {
    match error {
        MatchError::Engine(engine, error) => {
            let name = NAMES[*engine];
            let code = if let PlayerError::NotStarted(failure) = error {
                failure.errors.iter().for_each(|line| say(&format!("{name}: {line}")));
                REFUSED
            } else {
                USAGE
            };
            (code, format!("{name}: {}: {error}", planned.engines[*engine]))
        }
        MatchError::Keep(error) => (UNREADABLE, error.clone()),
        MatchError::Internal(error) => (INTERNAL, error.clone()),
    }
}

/// Plays a match and prints its summary, also that of the games until then when the match stops before its end.
pub fn play_planned(
    arguments: &MatchArguments,
    planned: &Match,
    referee: &Engine,
    interruption: &Interruption,
) -> Result<(), CommandFailure> {
    let variant = referee.options().variant.name;
    for engine in &planned.engines {
        engine.player(variant, &planned.launcher).map_err(|error| (USAGE, format!("{engine}: {error}")))?;
    }
    if planned.games > 2 * planned.openings.len() {
        say(&format!("{} openings for {} pairs: games may repeat", planned.openings.len(), planned.games / 2));
    }
    let header = arguments.header(planned, variant);
    let (mut file, played) = match &arguments.resume {
        Some(path) => {
            arguments.check_output(path)?;
            let opened = GameFile::open(path, &header, referee);
            let (file, games) = opened.map_err(|error| (UNREADABLE, error.to_string()))?;
            (Some(file), games)
        }
        None => (None, Games::default()),
    };
    let progress = Progress::of_steps(played.numbers.len() as u64, planned.numbers().len() as u64, "games");
    let mut keep = |game: &MatchGame, results: &Results| {
        if let Some(file) = &mut file {
            file.append(game).map_err(|error| error.to_string())?;
        }
        let forfeit = game.forfeit.as_ref().map(|[engine, what]| format!(" ({engine}: {what})")).unwrap_or_default();
        let winner = game.winner.as_deref().unwrap_or("nobody");
        let plies = game.moves.len();
        let line =
            format!("game {}: {winner} wins, {}{forfeit}, {plies} plies; {}", game.game, game.reason, score(results));
        progress.say(&line);
        progress.reach(results.count());
        Ok(())
    };
    let results = planned.play(referee, &played.numbers, played.results, &mut keep);
    drop(progress);
    let (results, error) = match results {
        Ok(results) => (results, None),
        Err(stopped) => (stopped.results, Some(stopped.error)),
    };
    print(&summary(&header, &results, planned.sprt.as_ref()))?;
    interruption.exit_after_signal();
    error.map_or(Ok(()), |error| Err(stop_failure(&error, planned)))
}

fn merge(arguments: &MatchArguments) -> Result<(), CommandFailure> {
    let new_referee = |name: &str| referee(Variant::find(VARIANTS, name)?).ok();
    let mut reader = GameReader::new(&new_referee);
    for path in &arguments.merge {
        // Anything but a regular file cannot be read, whatever it holds.
        open_regular(path).map_err(|error| (UNREADABLE, error.to_string()))?;
        reader.read(path).map_err(|error| match error {
            FileError::Io { .. } => (UNREADABLE, error.to_string()),
            FileError::Unexpected { .. } => (REFUSED, error.to_string()),
        })?;
    }
    let games = reader.games;
    let Some(header) = games.header else { return Err((REFUSED, "expected a match, found empty files".into())) };
    print(&summary(&header, &games.results, arguments.test().as_ref()))?;
    match (1..=header.games).find(|number| !games.numbers.contains(number)) {
        Some(missing) if arguments.sprt.is_none() => Err((
            REFUSED,
            format!("expected {} games, found {}: game {missing} is missing", header.games, games.numbers.len()),
        )),
        _ => Ok(()),
    }
}
