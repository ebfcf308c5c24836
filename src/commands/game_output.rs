//! The output of the commands on files of games.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use petteia_analysis::archive::FileFormat;
use petteia_files::{Replacement, is_same_file, is_standard_input};
use petteia_formats::record::{GameRecord, GameWriter, WriteError};

use super::game_files::is_standard;
use super::{CommandFailure, REFUSED, UNREADABLE, broken_output};

/// The output of a command. A file is replaced as a whole in the end; standard output has everything at once.
pub struct Output {
    /// The name of the file, for messages.
    name: String,
    file: Option<BufWriter<Replacement>>,
}

impl Output {
    /// Opens a file, or standard output without one. The file cannot be the input.
    pub fn open(path: Option<&Path>, input: &Path) -> Result<Self, CommandFailure> {
        let Some(path) = path.filter(|path| !is_standard(path)) else {
            return Ok(Self { name: "the output".into(), file: None });
        };
        let is_input = if is_standard(input) { is_standard_input(path) } else { is_same_file(path, input) };
        let name = path.display().to_string();
        if is_input {
            return Err((UNREADABLE, format!("{name}: output is the input file")));
        }
        let file = Replacement::begin(path).map_err(|error| (UNREADABLE, error.to_string()))?;
        Ok(Self { name, file: Some(BufWriter::new(file)) })
    }

    /// Writes bytes. The result says whether somebody still reads the output.
    pub fn add(&mut self, bytes: &[u8]) -> Result<ControlFlow<()>, CommandFailure> {
        let written = self.write_all(bytes).and_then(|()| self.flush_standard());
        self.after(written.map_err(WriteError::Io))
    }

    /// Replaces the file.
    pub fn finish(self) -> Result<(), CommandFailure> {
        let Self { name, file } = self;
        let Some(file) = file else { return Ok(()) };
        let file = file.into_inner().map_err(|error| (UNREADABLE, format!("{name}: {}", error.error())))?;
        file.finish().map_err(|error| (UNREADABLE, error.to_string()))
    }

    fn flush_standard(&mut self) -> io::Result<()> {
        if self.file.is_none() { io::stdout().flush() } else { Ok(()) }
    }

    /// What to do after something was written.
    fn after(&self, written: Result<(), WriteError>) -> Result<ControlFlow<()>, CommandFailure> {
        match written {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(WriteError::NoRoom(why)) => Err((REFUSED, why)),
            Err(WriteError::Io(error)) if self.file.is_none() => broken_output(&error).map(ControlFlow::Break),
            Err(WriteError::Io(error)) => Err((UNREADABLE, format!("{}: {error}", self.name))),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => io::stdout().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.flush(),
            None => io::stdout().flush(),
        }
    }
}

/// An output of games in a format.
pub struct GameOutput {
    /// The format.
    pub format: &'static FileFormat,
    writer: Box<dyn GameWriter>,
    output: Output,
}

impl GameOutput {
    /// Games in a format for this output.
    pub fn new(format: &'static FileFormat, output: Output) -> Self {
        let writer = format.writer(|| Ok(Box::new(tempfile::tempfile()?)));
        Self { format, writer, output }
    }

    /// Writes a game. The result says whether somebody still reads the output.
    pub fn add(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, CommandFailure> {
        let written = self.writer.write(game, &mut self.output);
        let written = written.and_then(|()| Ok(self.output.flush_standard()?));
        self.result(written)
    }

    /// Writes the end, and replaces the file.
    pub fn finish(mut self) -> Result<(), CommandFailure> {
        let written = self.writer.finish(&mut self.output);
        let written = written.and_then(|()| Ok(self.output.flush_standard()?));
        if self.result(written)?.is_break() { Ok(()) } else { self.output.finish() }
    }

    fn result(&self, written: Result<(), WriteError>) -> Result<ControlFlow<()>, CommandFailure> {
        let format = self.format.name;
        self.output.after(written.map_err(|error| match error {
            WriteError::NoRoom(why) => WriteError::NoRoom(format!("--to {format}: {why}")),
            error @ WriteError::Io(_) => error,
        }))
    }
}
