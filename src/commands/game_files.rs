//! What the commands on files of games have in common: reading, replaying and writing.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia::archive::{FORMATS, FileFormat, Hints, Refusal, Replay, replay};
use petteia::base::files::is_same_file;
use petteia::base::replacement::Replacement;
use petteia::engine::Variant;
use petteia::formats::record::{GameRecord, RecordedGames};
use petteia::variants::VARIANTS;

use super::{CommandFailure, REFUSED, UNREADABLE, broken_output};

/// The file to read.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// File of games; - is standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// Format to read: by the end of the name unless told, else by the content
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = format_names())]
    from: Option<String>,

    /// The game, where the file does not tell
    #[arg(long, ignore_case = true, value_parser = super::game_names())]
    game: Option<String>,
}

/// The names of the formats, as values of an option.
pub fn format_names() -> PossibleValuesParser {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().into()
}

/// The games of a file.
pub struct Input {
    /// The name of the file, for messages.
    name: String,
    games: RecordedGames,
    /// The game that was asked for.
    game: Option<&'static Variant>,
}

/// How many games of a file were read.
#[derive(Default)]
struct Counts {
    accepted: usize,
    refused: usize,
    variations: usize,
}

impl InputArguments {
    /// Reads the games of the file, in the format of the arguments, of its name or of its content. `game` is the game
    /// that the options before the command name.
    pub fn read(&self, game: Option<&str>) -> Result<Input, CommandFailure> {
        let game = self.game.as_deref().or(game).and_then(|name| Variant::find(VARIANTS, name));
        let name = if is_standard(&self.input) { Cow::from("standard input") } else { self.input.to_string_lossy() };
        let bytes = read_input(&self.input).map_err(|error| (UNREADABLE, format!("{name}: {error}")))?;
        let find = |name: &str| Variant::find(VARIANTS, name).map(|variant| variant.name);
        let known = self.from.as_deref().and_then(FileFormat::find).or_else(|| FileFormat::of_path(&self.input));
        let companions = known.map(|format| companions(&self.input, format.companions)).unwrap_or_default();
        let hints = Hints { game: game.map(|variant| variant.name), find: &find, companions: &companions };
        let games = match known {
            Some(format) => {
                format.read(&bytes, &hints).map_err(|error| (REFUSED, format!("{name}: {}: {error}", format.name)))?
            }
            None => FileFormat::of_content(&bytes, &hints).map(|(_, games)| games).ok_or_else(|| {
                let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                (REFUSED, format!("{name}: wanted games in one of the formats {}, found none", names.join(" ")))
            })?,
        };
        // A file of which nothing can be read is of another format: its first fault tells why.
        if !games.is_empty() && games.iter().all(Result::is_err) {
            let fault = games.into_iter().find_map(Result::err).map(|error| error.to_string()).unwrap_or_default();
            return Err((REFUSED, format!("{name}: wanted a game that can be read, found none: {fault}")));
        }
        Ok(Input { name: name.into_owned(), games, game })
    }

    /// The output of the command: a file, or standard output without one.
    pub fn output(&self, path: Option<&Path>) -> Result<Output, CommandFailure> {
        let file = path.filter(|path| !is_standard(path)).map(|path| begin_output(path, &self.input)).transpose()?;
        Ok(Output { file, has_games: false })
    }
}

impl Input {
    /// The number of games.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Replays the games and hands those that the rules accept to `each`, with their number from 1. Which are refused
    /// and why, and what is left out, is said by `tell`.
    ///
    /// # Errors
    /// A failure of `each`, or, when all games have been read, that some or all are refused.
    pub fn for_each_replay(
        self,
        tell: &dyn Fn(&str),
        mut each: impl FnMut(usize, Replay) -> Result<ControlFlow<()>, CommandFailure>,
    ) -> Result<(), CommandFailure> {
        let Self { name, games, game } = self;
        let mut counts = Counts::default();
        for (i, record) in games.into_iter().enumerate() {
            let players = record.as_ref().map(players).unwrap_or_default();
            let variations = record.as_ref().map_or(0, |record| record.variations);
            let done = match record.map(|record| replay(record, VARIANTS, game)) {
                Ok(Ok(done)) => Ok(done),
                // So it is with all games of the file.
                Ok(Err(refusal @ Refusal::NoVariant)) => {
                    return Err((REFUSED, format!("{name}: game {}{players}: {refusal}", i + 1)));
                }
                Ok(Err(refusal)) => Err(refusal.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match done {
                Ok(done) => {
                    counts.accepted += 1;
                    counts.variations += variations;
                    if each(i + 1, done)?.is_break() {
                        return Ok(());
                    }
                }
                Err(why) => {
                    counts.refused += 1;
                    tell(&format!("{name}: game {}{players}: {why}", i + 1));
                }
            }
        }
        counts.tell(&name, tell)
    }
}

impl Counts {
    /// Says what is left out. It is a failure if games are refused, or if there are none.
    fn tell(&self, name: &str, tell: &dyn Fn(&str)) -> Result<(), CommandFailure> {
        let Self { accepted, refused, variations } = self;
        if refused + variations > 0 {
            let read = accepted + refused;
            tell(&format!("{name}: games {read}, refused {refused}, variations left out {variations}"));
        }
        match refused {
            0 if *accepted == 0 => Err((REFUSED, format!("{name}: wanted a game, found none"))),
            0 => Ok(()),
            1 => Err((REFUSED, format!("{name}: 1 game is refused"))),
            refused => Err((REFUSED, format!("{name}: {refused} games are refused"))),
        }
    }
}

/// The output of a command. A file is replaced as a whole in the end.
pub struct Output {
    file: Option<Replacement>,
    has_games: bool,
}

impl Output {
    /// Adds bytes. Standard output has them at once; the result says whether it still has a reader.
    pub fn add(&mut self, bytes: &[u8]) -> Result<ControlFlow<()>, CommandFailure> {
        self.has_games |= !bytes.is_empty();
        if let Some(file) = &mut self.file {
            file.add(bytes).map_err(|error| (UNREADABLE, error.to_string()))?;
            return Ok(ControlFlow::Continue(()));
        }
        let mut output = io::stdout().lock();
        match output.write_all(bytes).and_then(|()| output.flush()) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(error) => broken_output(&error).map(ControlFlow::Break),
        }
    }

    /// Replaces the file, if there is something to write.
    pub fn finish(self) -> Result<(), CommandFailure> {
        let Some(file) = self.file.filter(|_| self.has_games) else { return Ok(()) };
        file.finish().map_err(|error| (UNREADABLE, error.to_string()))
    }
}

/// The files in the folder of a file that have these names, in upper or lower case.
fn companions(input: &Path, names: &[&str]) -> Vec<Option<Vec<u8>>> {
    let folder = input.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let read = |name: &str| {
        [name.to_owned(), name.to_lowercase()].into_iter().find_map(|name| fs::read(folder.join(name)).ok())
    };
    names.iter().map(|name| read(name)).collect()
}

/// The players of a game, for its error message.
fn players(record: &GameRecord) -> String {
    match &record.players {
        [Some(first), Some(second)] => format!(" ({first} - {second})"),
        _ => String::new(),
    }
}

/// Whether a path stands for standard input or output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Greatest size of a file of games, in bytes: all public archives are smaller.
const MAX_SIZE: u64 = 1 << 30;

fn read_input(path: &Path) -> io::Result<Vec<u8>> {
    let source: Box<dyn Read> = if is_standard(path) { Box::new(io::stdin()) } else { Box::new(fs::File::open(path)?) };
    let mut bytes = Vec::new();
    source.take(MAX_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(io::Error::other("wanted at most 1 GiB, found more"));
    }
    Ok(bytes)
}

/// Begins the replacement of the output file, which cannot be the input.
fn begin_output(path: &Path, input: &Path) -> Result<Replacement, CommandFailure> {
    if !is_standard(input) && is_same_file(path, input) {
        return Err((UNREADABLE, format!("{}: expected another file than the input", path.display())));
    }
    Replacement::begin(path).map_err(|error| (UNREADABLE, error.to_string()))
}
