//! The command `convert`: games of a file in another format.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia::archive::{FORMATS, FileFormat, Hints, replay};
use petteia::base::replacement::Replacement;
use petteia::engine::Variant;
use petteia::formats::record::{GameRecord, RecordedGames};
use petteia::variants::VARIANTS;

use super::{CommandFailure, UNREADABLE, USAGE, broken_output, exit_code, say};

/// Exit code for content that is refused.
const REFUSED: u8 = 3;

/// Write the games of a file in another format. The rules replay each game; one that they refuse is left out
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// File of games; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// Format to write
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = format_names())]
    to: String,

    /// Format to read: by the end of the name unless told, else by the content
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = format_names())]
    from: Option<String>,

    /// The game, where the file does not tell
    #[arg(long, ignore_case = true, value_parser = super::game_names())]
    game: Option<String>,

    /// File to write; without it, or with -, the games go to standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Runs `convert` with these arguments. `game` is the game that the options before the command name.
pub fn convert(arguments: &ConvertArguments, game: Option<&str>) -> ExitCode {
    let game = arguments.game.as_deref().or(game);
    exit_code(run(arguments, game.and_then(|name| Variant::find(VARIANTS, name))))
}

fn run(arguments: &ConvertArguments, game: Option<&'static Variant>) -> Result<(), CommandFailure> {
    let format = FileFormat::find(&arguments.to).ok_or((USAGE, "--to: no such format".to_owned()))?;
    let output = arguments
        .output
        .as_deref()
        .filter(|path| !is_standard(path))
        .map(|path| target(path, &arguments.input))
        .transpose()?;
    let name = input_name(&arguments.input);
    let bytes = read_input(&arguments.input).map_err(|error| (UNREADABLE, format!("{name}: {error}")))?;
    let games = read_games(arguments, &name, &bytes, game)?;
    let converted = Converted::new(&name, games, format, game);
    converted.tell(&name);
    if converted.games.is_empty() {
        return Err((REFUSED, format!("{name}: wanted a game to write, found none")));
    }
    let bytes = format.write(&converted.games).map_err(|why| (REFUSED, format!("--to {}: {why}", format.name)))?;
    if let Some((target, permissions)) = output {
        replace(&target, permissions, &bytes)
            .map_err(|error| (UNREADABLE, format!("{}: {error}", target.display())))?;
    } else {
        let mut output = io::stdout().lock();
        output.write_all(&bytes).and_then(|()| output.flush()).or_else(|error| broken_output(&error))?;
    }
    match converted.refused {
        0 => Ok(()),
        1 => Err((REFUSED, format!("{name}: 1 game is refused"))),
        refused => Err((REFUSED, format!("{name}: {refused} games are refused"))),
    }
}

/// The games that the rules accept.
struct Converted {
    games: Vec<GameRecord>,
    refused: usize,
    variations: usize,
}

impl Converted {
    /// Replays games, and says on standard error which are refused and why.
    fn new(name: &str, games: RecordedGames, format: &FileFormat, game: Option<&'static Variant>) -> Self {
        let mut converted = Self { games: Vec::with_capacity(games.len()), refused: 0, variations: 0 };
        for (i, record) in games.into_iter().enumerate() {
            let players = record.as_ref().map(players).unwrap_or_default();
            let variations = record.as_ref().map_or(0, |record| record.variations);
            let done = record
                .map_err(|error| error.to_string())
                .and_then(|record| replay(record, VARIANTS, game).map_err(|refusal| refusal.to_string()));
            match done {
                Ok(done) => {
                    converted.variations += variations;
                    converted.games.push(if format.has_file_moves { done.with_file_moves() } else { done.record });
                }
                Err(why) => {
                    converted.refused += 1;
                    say(&format!("{name}: game {}{players}: {why}", i + 1));
                }
            }
        }
        converted
    }

    /// Says on standard error what is left out.
    fn tell(&self, name: &str) {
        if self.refused > 0 || self.variations > 0 {
            let read = self.games.len() + self.refused;
            say(&format!("{name}: games {read}, refused {}, variations left out {}", self.refused, self.variations));
        }
    }
}

/// The players of a game, for its error message.
fn players(record: &GameRecord) -> String {
    match &record.players {
        [Some(first), Some(second)] => format!(" ({first} - {second})"),
        _ => String::new(),
    }
}

/// The games of a file, in the format of the arguments, of its name or of its content.
fn read_games(
    arguments: &ConvertArguments,
    name: &str,
    bytes: &[u8],
    game: Option<&'static Variant>,
) -> Result<RecordedGames, CommandFailure> {
    let find = |name: &str| Variant::find(VARIANTS, name).map(|variant| variant.name);
    let hints = Hints { game: game.map(|variant| variant.name), find: &find };
    let known = arguments.from.as_deref().and_then(FileFormat::find).or_else(|| FileFormat::of_path(&arguments.input));
    match known {
        Some(format) => {
            format.read(bytes, &hints).map_err(|error| (REFUSED, format!("{name}: {}: {error}", format.name)))
        }
        None => FileFormat::of_content(bytes, &hints).map(|(_, games)| games).ok_or_else(|| {
            let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            (REFUSED, format!("{name}: wanted games in one of the formats {}, found none", names.join(" ")))
        }),
    }
}

/// Whether a path stands for standard input or output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn input_name(path: &Path) -> Cow<'_, str> {
    if is_standard(path) { "standard input".into() } else { path.to_string_lossy() }
}

fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    if !is_standard(path) {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file to replace and the permissions that it keeps. A link stays, and the file that it leads to is replaced.
fn target(path: &Path, input: &Path) -> Result<(PathBuf, Option<fs::Permissions>), CommandFailure> {
    let unwritable = |why: &str| (UNREADABLE, format!("{}: {why}", path.display()));
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            let target = fs::canonicalize(path).map_err(|error| unwritable(&error.to_string()))?;
            if !is_standard(input) && fs::canonicalize(input).is_ok_and(|input| input == target) {
                return Err((USAGE, format!("{}: wanted another file than the input, found the same", path.display())));
            }
            fs::OpenOptions::new().write(true).open(&target).map_err(|error| unwritable(&error.to_string()))?;
            Ok((target, Some(metadata.permissions())))
        }
        Ok(_) => Err(unwritable("wanted a regular file, found something else")),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => Ok((path.into(), None)),
        Err(error) => Err(unwritable(&error.to_string())),
    }
}

fn replace(target: &Path, permissions: Option<fs::Permissions>, bytes: &[u8]) -> io::Result<()> {
    let replacement = Replacement::begin(target)?;
    if let Some(permissions) = permissions {
        replacement.set_permissions(permissions)?;
    }
    replacement.finish(bytes)
}

fn format_names() -> PossibleValuesParser {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().into()
}
