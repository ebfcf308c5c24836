//! Files of values: a first line with the work, then one line for each iteration.

use std::path::Path;

use petteia_files::{AppendFile, FileError, FileLine, can_begin_with};
use petteia_matches::spsa::Spsa;
use serde::{Deserialize, Serialize};

/// Version of the format of files of values. Files without a version have version 1.
pub const FORMAT: u32 = 2;

/// Largest error of a value that has been written and read.
const ROUNDING: f64 = 1e-6;

/// The work of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneHeader {
    /// Version of the format of the file.
    pub format: u32,
    /// Version of the program that is the referee.
    pub version: String,
    /// The game.
    pub variant: String,
    /// The engine with its options.
    pub engine: String,
    /// How long both sides may think.
    pub paces: [String; 2],
    /// Adjudication and margin of the clocks.
    pub rules: String,
    /// Checksum of the openings.
    pub openings_crc32: String,
    /// Parameters, number of iterations and seed.
    pub spsa: Spsa,
}

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct HeaderLine {
    tune: TuneHeader,
}

/// The version of the format of a file, which the first line gives.
#[derive(Deserialize)]
struct FormatLine {
    tune: FormatOfHeader,
}

#[derive(Deserialize)]
struct FormatOfHeader {
    format: Option<u32>,
}

/// An iteration.
#[derive(Debug, Serialize, Deserialize)]
pub struct Iterate {
    /// Its number, from 1.
    pub iteration: u64,
    /// Wins of the values with the perturbation added, minus its losses.
    pub result: i32,
    /// The values after the iteration.
    pub values: Vec<f64>,
}

/// A file that the values of a run are appended to.
pub struct ValueFile {
    file: AppendFile,
    header: HeaderLine,
    done: u64,
    values: Vec<f64>,
}

impl ValueFile {
    /// Opens a file, which need not exist, and reads its iterations. Nothing is changed before the first
    /// [`append`](Self::append).
    ///
    /// # Errors
    /// The file is not of this run, or cannot be read or written.
    pub fn open(path: &Path, header: TuneHeader) -> Result<Self, FileError> {
        let mut file = AppendFile::open(path, "run")?;
        let (mut done, mut values) = (0, header.spsa.start());
        let header = HeaderLine { tune: header };
        let start = serde_json::to_string(&header).map_err(|error| FileError::io(path)(error.into()))?;
        let wrong = |number, expected: &str, found: String| FileError::in_line(path, number, expected, found);
        let other = |number| wrong(number, "values of this run", "something else".into());
        file.check(|number, line| match line {
            FileLine::Complete(text) if number == 1 => {
                let format: FormatLine = serde_json::from_slice(text).map_err(|_| other(1))?;
                let format = format.tune.format.unwrap_or(1);
                if format != FORMAT {
                    let expected = format!("a file of values of version {FORMAT}");
                    return Err(wrong(1, &expected, format!("version {format}")));
                }
                let found: HeaderLine = serde_json::from_slice(text).map_err(|_| other(1))?;
                found
                    .tune
                    .difference(&header.tune)
                    .map_or(Ok(()), |what| Err(wrong(1, "values of this run", format!("another run: {what} differs"))))
            }
            FileLine::Complete(text) => {
                let iterate: Iterate = serde_json::from_slice(text).map_err(|_| other(number))?;
                let expected = check(&header.tune.spsa, done, &values, &iterate);
                expected.map_err(|(expected, found)| wrong(number, &expected, found))?;
                (done, values) = (iterate.iteration, iterate.values);
                Ok(())
            }
            FileLine::Incomplete(text) if number == 1 => {
                if start.as_bytes().starts_with(text) {
                    Ok(())
                } else {
                    Err(other(1))
                }
            }
            FileLine::Incomplete(text) => {
                if can_begin_with(text, b"{\"iteration\":") {
                    Ok(())
                } else {
                    Err(other(number))
                }
            }
        })?;
        Ok(Self { file, header, done, values })
    }

    /// Number of iterations in the file.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The values after them.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Appends an iteration, after the first line if the file is new.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, iterate: Iterate) -> Result<(), FileError> {
        if self.file.is_empty() {
            self.file.append_json(&self.header)?;
        }
        self.file.append_json(&iterate)?;
        (self.done, self.values) = (iterate.iteration, iterate.values);
        Ok(())
    }
}

impl TuneHeader {
    /// What differs from another run.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let differs = [
            ("the version", self.version != other.version),
            ("the game", self.variant != other.variant),
            ("the engine", self.engine != other.engine),
            ("the time", self.paces != other.paces),
            ("a rule", self.rules != other.rules),
            ("an opening", self.openings_crc32 != other.openings_crc32),
            ("a parameter", self.spsa.parameters != other.spsa.parameters),
            ("the number of iterations", self.spsa.iterations != other.spsa.iterations),
            ("the seed", self.spsa.seed != other.spsa.seed),
        ];
        differs.iter().find(|(_, differs)| *differs).map(|(what, _)| *what)
    }
}

/// Checks the iteration after those that are done, with these values. Returns what was expected and what was found.
fn check(spsa: &Spsa, done: u64, values: &[f64], iterate: &Iterate) -> Result<(), (String, String)> {
    let Iterate { iteration, result, values: found } = iterate;
    if *iteration != done + 1 || *iteration > spsa.iterations {
        return Err((format!("iteration {} of {}", done + 1, spsa.iterations), iteration.to_string()));
    }
    if !(-2..=2).contains(result) {
        return Err(("a result from -2 to 2".into(), result.to_string()));
    }
    if found.len() != values.len() {
        return Err((format!("{} values", values.len()), found.len().to_string()));
    }
    let expected = spsa.updated(*iteration, values, f64::from(*result));
    for ((parameter, expected), found) in spsa.parameters.iter().zip(expected).zip(found) {
        // This keeps values in their range too.
        if (expected - found).abs() > ROUNDING * expected.abs().max(1.0) {
            return Err((format!("{}={expected} after this result", parameter.name), found.to_string()));
        }
    }
    Ok(())
}
