//! The input lines of a batch: of files one after another, or of standard input.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;

use petteia_files::{InputLine, SkipBom, read_line};

use super::input::is_skipped;
use super::run::BatchError;

/// A line with a position.
#[derive(Debug)]
pub struct BatchLine {
    /// Its number among all lines of the input, from 1.
    pub number: u64,
    /// Its text.
    pub text: InputLine,
    /// Bytes read of the input so far.
    pub bytes: u64,
}

/// The lines of one input after another. A byte order mark at the start of an input is skipped.
pub struct LineSource {
    name: String,
    input: BufReader<Counted>,
    files: VecDeque<PathBuf>,
    number: u64,
    /// A line that has been put back.
    returned: Option<BatchLine>,
}

/// Counts the bytes that are read.
struct Counted {
    input: SkipBom<Box<dyn Read + Send>>,
    bytes: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

impl LineSource {
    /// The lines of an input, whose name is for error messages.
    #[must_use]
    pub fn of(name: &str, input: impl Read + Send + 'static) -> Self {
        let input = BufReader::new(Counted { input: SkipBom::new(Box::new(input)), bytes: 0 });
        Self { name: name.into(), input, files: VecDeque::new(), number: 0, returned: None }
    }

    /// The lines of files one after another.
    #[must_use]
    pub fn of_files(files: Vec<PathBuf>) -> Self {
        Self { files: files.into(), ..Self::of("no file", io::empty()) }
    }

    /// The same lines with other numbers: the first line of the input has this one.
    #[must_use]
    pub fn numbered_from(self, first: u64) -> Self {
        Self { number: first.saturating_sub(1), ..self }
    }

    /// Puts back the last line, which is then the next one again.
    pub(super) fn put_back(&mut self, line: BatchLine) {
        self.returned = Some(line);
    }

    /// The next line with a position. Empty lines and comments count, but are passed over.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn next_line(&mut self) -> Result<Option<BatchLine>, BatchError> {
        if let Some(line) = self.returned.take() {
            return Ok(Some(line));
        }
        loop {
            let failed = |error| BatchError::Input(self.name.clone(), error);
            if let Some(text) = read_line(&mut self.input).map_err(failed)? {
                self.number += 1;
                if !text.text().is_ok_and(is_skipped) {
                    let bytes = self.input.get_ref().bytes - self.input.buffer().len() as u64;
                    return Ok(Some(BatchLine { number: self.number, text, bytes }));
                }
            } else {
                let Some(file) = self.files.pop_front() else { return Ok(None) };
                self.name = file.display().to_string();
                let opened = File::open(&file).map_err(|error| BatchError::Input(self.name.clone(), error))?;
                let bytes = self.input.get_ref().bytes;
                self.input = BufReader::new(Counted { input: SkipBom::new(Box::new(opened)), bytes });
            }
        }
    }

    /// Whether the next line has been read already, so that asking for it does not wait.
    #[must_use]
    pub fn has_line(&self) -> bool {
        self.returned.is_some() || self.input.buffer().contains(&b'\n')
    }
}
