//! What the commands on files of games have in common: reading and replaying.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia_analysis::archive::{FORMATS, FileFormat, Hints, Replay, ReplayError, replay_with};
use petteia_core::options::OptionValues;
use petteia_engine::{VARIANTS, Variant};
use petteia_files::{FileError, open_input, open_regular};
use petteia_formats::record::{GameRecord, Games, Source};

use super::{CommandFailure, REFUSED, UNREADABLE};

/// Bytes of a file that its format is detected by.
const BEGINNING: u64 = 1 << 16;
/// Largest size of a file that belongs to another one, in bytes.
const MAX_COMPANION: u64 = 1 << 24;
/// Greatest number of errors that are kept until the first game of a file is read.
const MAX_KEPT_ERRORS: usize = 1_000;

/// The file to read.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// File of games; - is standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    /// Input format [default: by extension, then content]
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

/// A file of games.
pub struct Input {
    /// The name of the file, for messages.
    name: String,
    /// Its format.
    pub format: &'static FileFormat,
    games: Games<'static>,
    /// The game that was asked for.
    game: Option<&'static Variant>,
    state: Rc<SourceState>,
    /// The length of the file in bytes, where it is known.
    pub length: Option<u64>,
}

/// What a source has done so far.
#[derive(Default)]
struct SourceState {
    /// Number of bytes read.
    read: Cell<u64>,
    /// Why it has ended early.
    error: RefCell<Option<io::Error>>,
}

/// A source that ends with its first error, and keeps it.
struct Watched<R> {
    source: R,
    state: Rc<SourceState>,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.source.read(buffer) {
            Ok(read) => {
                self.state.read.set(self.state.read.get() + read as u64);
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                *self.state.error.borrow_mut() = Some(error);
                Ok(0)
            }
        }
    }
}

/// The outcome of replaying the games of a file.
#[derive(Default)]
pub struct Replayed {
    accepted: usize,
    refused: usize,
    variations: usize,
}

impl InputArguments {
    /// The game that the arguments name.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Opens the file in the format of the arguments, of its name or of its content. `game` is the game that the options
    /// before the command name.
    pub fn open(&self, game: Option<&str>) -> Result<Input, CommandFailure> {
        let game = self.game.as_deref().or(game).and_then(|name| Variant::find(VARIANTS, name));
        let name = if is_standard(&self.input) { Cow::from("standard input") } else { self.input.to_string_lossy() };
        let unreadable = |error: io::Error| (UNREADABLE, format!("{name}: {error}"));
        let mut bytes = Bytes::open(&self.input).map_err(|error| (UNREADABLE, error.to_string()))?;
        let known = self.from.as_deref().and_then(FileFormat::find).or_else(|| FileFormat::from_path(&self.input));
        let find = |name: &str| Variant::find(VARIANTS, name).map(|variant| variant.name);
        let mut hints = Hints { game: game.map(|variant| variant.name), find, companions: &[], length: bytes.length() };
        let format = if let Some(format) = known {
            format
        } else {
            let beginning = bytes.beginning().map_err(unreadable)?;
            FileFormat::of_beginning(&beginning, &hints).ok_or_else(|| {
                let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
                let names = names.join(" ");
                (REFUSED, format!("{name}: expected games in one of the formats {names}, found none"))
            })?
        };
        let companions = companions(&self.input, format.companions);
        hints.companions = &companions;
        let survey = format.survey.filter(|_| game.is_none());
        if format.needs_length || survey.is_some() {
            bytes.keep().map_err(unreadable)?;
            hints.length = bytes.length();
        }
        if let Some(survey) = survey {
            hints.game = survey(bytes.source().map_err(unreadable)?);
        }
        let state = Rc::<SourceState>::default();
        let length = bytes.length();
        let source = bytes.into_source().map_err(unreadable)?;
        let source = Box::new(Watched { source, state: Rc::clone(&state) });
        let games = format.open(source, &hints);
        if let Some(error) = state.error.take() {
            return Err(unreadable(error));
        }
        let games = games.map_err(|error| (REFUSED, format!("{name}: {}: {error}", format.name)))?;
        Ok(Input { name: name.into_owned(), format, games, game, state, length })
    }
}

impl Input {
    /// Replays the games, with these files of options for games that name one, and hands those that the rules accept to `each`, with their number from 1 and the number of
    /// bytes read so far. Which are refused and why is said by `tell`.
    ///
    /// # Errors
    /// A failure of `each` or of the file. No game can be read: a file of which nothing can be read is of another
    /// format, and its first error tells why.
    pub fn for_each_replay(
        self,
        files: &OptionValues,
        tell: &dyn Fn(&str),
        mut each: impl FnMut(usize, u64, Replay) -> Result<ControlFlow<()>, CommandFailure>,
    ) -> Result<Replayed, CommandFailure> {
        let Self { name, games, game, state, .. } = self;
        let unreadable = |error: io::Error| (UNREADABLE, format!("{name}: {error}"));
        let mut replayed = Replayed::default();
        let mut kept: Option<Vec<String>> = Some(Vec::new());
        for (i, record) in games.enumerate() {
            if let Some(error) = state.error.take() {
                return Err(unreadable(error));
            }
            let record = match (record, &mut kept) {
                (Ok(record), kept) => {
                    kept.take().unwrap_or_default().iter().for_each(|error| tell(error));
                    record
                }
                (Err(error), kept) => {
                    replayed.refused += 1;
                    let error = format!("{name}: game {}: {error}", i + 1);
                    match kept {
                        None => tell(&error),
                        Some(kept) if kept.len() < MAX_KEPT_ERRORS => kept.push(error),
                        Some(_) => {}
                    }
                    continue;
                }
            };
            let (players, variations) = (players(&record), record.variations);
            match replay_with(record, VARIANTS, game, files) {
                Ok(done) => {
                    replayed.accepted += 1;
                    replayed.variations += variations;
                    if each(i + 1, state.read.get(), done)?.is_break() {
                        return Ok(Replayed { refused: 0, ..replayed });
                    }
                }
                // So it is with all games of the file.
                Err(refusal @ ReplayError::NoVariant) => {
                    return Err((REFUSED, format!("{name}: game {}{players}: {refusal}", i + 1)));
                }
                Err(refusal) => {
                    replayed.refused += 1;
                    tell(&format!("{name}: game {}{players}: {refusal}", i + 1));
                }
            }
        }
        if let Some(error) = state.error.take() {
            return Err(unreadable(error));
        }
        if let Some(error) = kept.unwrap_or_default().first() {
            let error = error.split_once(": game 1: ").map_or(error.as_str(), |(_, error)| error);
            return Err((REFUSED, format!("{name}: expected a game that can be read, found none: {error}")));
        }
        replayed.tell(&name, tell);
        if replayed.accepted + replayed.refused == 0 {
            return Err((REFUSED, format!("{name}: expected a game, found none")));
        }
        Ok(replayed)
    }
}

impl Replayed {
    /// Whether the rules accepted a game.
    pub fn has_games(&self) -> bool {
        self.accepted > 0
    }

    /// Says what is left out.
    fn tell(&self, name: &str, tell: &dyn Fn(&str)) {
        let Self { accepted, refused, variations } = self;
        if refused + variations > 0 {
            let read = accepted + refused;
            tell(&format!("{name}: games {read}, refused {refused}, variations left out {variations}"));
        }
    }

    /// The failure of a command whose input has games that are refused.
    ///
    /// # Errors
    /// There are such games.
    pub fn verdict(&self, input: &InputArguments) -> Result<(), CommandFailure> {
        let name = if is_standard(&input.input) { Cow::from("standard input") } else { input.input.to_string_lossy() };
        match self.refused {
            0 => Ok(()),
            1 => Err((REFUSED, format!("{name}: 1 game is refused"))),
            refused => Err((REFUSED, format!("{name}: {refused} games are refused"))),
        }
    }
}

/// The bytes of an input.
enum Bytes {
    /// A regular file, or an unnamed copy of what is none, and its length.
    File(File, u64),
    /// What cannot be read twice: its beginning, and the rest.
    Stream(Vec<u8>, Box<dyn Read>),
}

impl Bytes {
    fn open(path: &Path) -> Result<Self, FileError> {
        if is_standard(path) {
            return Ok(Self::Stream(Vec::new(), Box::new(io::stdin())));
        }
        let file = open_input(path)?;
        let metadata = file.metadata().map_err(FileError::io(path))?;
        if metadata.is_file() {
            return Ok(Self::File(file, metadata.len()));
        }
        Ok(Self::Stream(Vec::new(), Box::new(file)))
    }

    /// The length in bytes, where it is known.
    fn length(&self) -> Option<u64> {
        match self {
            Self::File(_, length) => Some(*length),
            Self::Stream(..) => None,
        }
    }

    /// The first bytes.
    fn beginning(&mut self) -> io::Result<Vec<u8>> {
        match self {
            Self::File(file, _) => {
                let mut bytes = Vec::new();
                file.take(BEGINNING).read_to_end(&mut bytes)?;
                file.rewind()?;
                Ok(bytes)
            }
            Self::Stream(beginning, rest) => {
                rest.take(BEGINNING - beginning.len() as u64).read_to_end(beginning)?;
                Ok(beginning.clone())
            }
        }
    }

    /// Keeps what cannot be read twice in an unnamed file.
    fn keep(&mut self) -> io::Result<()> {
        if let Self::Stream(beginning, rest) = self {
            let mut file = tempfile::tempfile()?;
            let length = io::copy(&mut beginning.as_slice().chain(rest), &mut file)?;
            file.rewind()?;
            *self = Self::File(file, length);
        }
        Ok(())
    }

    /// The bytes of a file from the beginning, to be read once more later.
    fn source(&mut self) -> io::Result<Source<'_>> {
        match self {
            Self::File(file, _) => {
                file.rewind()?;
                Ok(Box::new(file))
            }
            Self::Stream(..) => Ok(Box::new(io::empty())),
        }
    }

    /// All bytes.
    fn into_source(self) -> io::Result<Source<'static>> {
        match self {
            Self::File(mut file, _) => {
                file.rewind()?;
                Ok(Box::new(file))
            }
            Self::Stream(beginning, rest) => Ok(Box::new(io::Cursor::new(beginning).chain(rest))),
        }
    }
}

/// The contents of the files in the folder of a file that have these names, in upper or lower case. Those that are not
/// regular files, or are too large, are left out.
fn companions(input: &Path, names: &[&str]) -> Vec<Option<Vec<u8>>> {
    let folder = input.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let read = |name: String| {
        let mut bytes = Vec::new();
        open_regular(&folder.join(name)).ok()?.take(MAX_COMPANION + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= MAX_COMPANION).then_some(bytes)
    };
    names.iter().map(|name| [(*name).to_owned(), name.to_lowercase()].into_iter().find_map(read)).collect()
}

/// The players of a game, for its error message.
fn players(record: &GameRecord) -> String {
    match &record.players {
        [Some(first), Some(second)] => format!(" ({first} - {second})"),
        _ => String::new(),
    }
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}
