//! The command `map`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use petteia::exit_status::ExitStatus;
use petteia_analysis::batch;
use petteia_analysis::batch::resume::{ResumeState, resume};
use petteia_analysis::batch::{Batch, BatchError, FIELDS, Format, LineSource, Summary, Work};
use petteia_engine::{Engine, MAX_DEPTH, VARIANTS, Variant};
use petteia_files::{FileError, check_input, is_same_file, is_standard_input, open_regular};

use super::progress::Progress;
use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, broken_stdout, say};

/// Read one position a line, write one record a line
#[derive(Debug, Args)]
#[command(after_help = "A line is a FEN, 'startpos [moves M...]', 'fen FEN moves M...' or a JSON object. \
                        protocol.md describes lines and records.")]
pub struct MapArguments {
    /// Default game
    #[arg(long, ignore_case = true, value_parser = super::game_names())]
    pub game: Option<String>,

    /// Search with these limits, as after go
    #[arg(long, value_name = "LIMITS")]
    go: Option<String>,

    /// Count the leaves N plies deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    perft: Option<u32>,

    /// Count the leaves N plies deep below each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    divide: Option<u32>,

    /// List the legal moves
    #[arg(long)]
    moves: bool,

    /// Say what the move M would do
    #[arg(long, value_name = "M")]
    effects: Vec<String>,

    /// Answer a query
    #[arg(long, value_name = "WHAT")]
    query: Vec<String>,

    /// Evaluate without a search
    #[arg(long)]
    eval: bool,

    /// Show what the seat K sees
    #[arg(long, value_name = "K")]
    observe: Option<u32>,

    /// Number of positions to work on at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=512))]
    jobs: usize,

    /// Format of the records
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    /// The fields of a record, in this order; all of the work without it
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = known_field)]
    fields: Vec<String>,

    /// Number of the first line, for a part of a larger input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1 << 53))]
    first_line: u64,

    /// Append records to FILE, resuming after the last
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,

    /// Files of positions. Without any, standard input is read
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// One JSON object a line
    #[default]
    Jsonl,
    /// Tab-separated values below a line of names
    Tsv,
    /// Positions of Reversi with the scores of --go in discs, as Edax reads them
    Obf,
}

/// The name of a field. A dotted name reaches into it: `score.cp`.
fn known_field(name: &str) -> Result<String, String> {
    let first = name.split('.').next().unwrap_or_default();
    if name.contains(char::is_control) {
        return Err("expected a name without control characters".into());
    }
    if FIELDS.contains(&first) { Ok(name.into()) } else { Err(format!("expected one of {}", FIELDS.join(" "))) }
}

/// Runs `map` with these arguments, for a game.
pub fn map(arguments: MapArguments, variant: &'static Variant, options: &[String], files: bool) -> ExitCode {
    match run_map(arguments, variant, options, files) {
        Ok(status) => status.into(),
        Err((status, text)) => {
            say(&format!("error: {text}"));
            status.into()
        }
    }
}

/// Runs a batch; returns its exit status.
fn run_map(
    arguments: MapArguments,
    variant: &'static Variant,
    options: &[String],
    files: bool,
) -> Result<ExitStatus, CommandFailure> {
    let mut engine = Engine::new(VARIANTS, variant)
        .map(|engine| engine.with_files(files))
        .map_err(|error| (INTERNAL, error.to_string()))?;
    super::set_options(options, &mut engine)?;
    let batch = Batch { work: arguments.work()?, jobs: arguments.jobs, format: arguments.format()? };
    let MapArguments { first_line, resume: path, files, .. } = arguments;
    check_inputs(&files, path.as_deref())?;
    let bar = Progress::of_bytes(size(&files));
    let source =
        if files.is_empty() { LineSource::of("standard input", io::stdin()) } else { LineSource::of_files(files) };
    let source = source.numbered_from(first_line);
    let mut kept = (false, false);
    let run = |Start { source, output, records, errors, internal, needs_header }: Start| {
        kept = (errors, internal);
        let mut progress = |summary: Summary| {
            bar.reach(summary.bytes);
            bar.describe(format!("{} lines", records + summary.records));
        };
        let mut output = BufWriter::new(output);
        if let Some(header) = batch.format.header().filter(|_| needs_header) {
            writeln!(output, "{header}").map_err(BatchError::Output)?;
        }
        batch::run(&engine, &batch, source, output, &mut progress)
    };
    let result = Start::new(path.as_deref(), &engine, &batch, source).and_then(run);
    drop(bar);
    match result {
        Ok(summary) if kept.1 || summary.internal => Ok(INTERNAL),
        Ok(summary) if kept.0 || summary.errors => Ok(REFUSED),
        Ok(_) => Ok(ExitStatus::Success),
        Err(BatchError::Output(error)) => match path {
            Some(path) => Err((UNREADABLE, FileError::io(&path)(error).to_string())),
            None => broken_stdout(&error).map(|()| ExitStatus::Success),
        },
        Err(error @ BatchError::Thread(_)) => Err((INTERNAL, error.to_string())),
        Err(error) => Err((UNREADABLE, error.to_string())),
    }
}

/// Checks that the inputs can be opened and that none of them is the output.
fn check_inputs(files: &[PathBuf], output: Option<&Path>) -> Result<(), CommandFailure> {
    if let Some((file, error)) = files.iter().find_map(|file| Some((file, unreadable(file)?))) {
        return Err((UNREADABLE, format!("{}: {error}", file.display())));
    }
    if let Some(path) = output
        && let Some(input) = input_at(path, files)
    {
        return Err((UNREADABLE, FileError::in_file(path, "another file than the input", input).to_string()));
    }
    Ok(())
}

/// Where a batch begins.
struct Start {
    source: LineSource,
    output: Box<dyn Write + Send>,
    /// Number of records in the output.
    records: u64,
    /// Whether one of them has an error.
    errors: bool,
    /// Whether one of them has an internal error.
    internal: bool,
    needs_header: bool,
}

impl Start {
    fn new(path: Option<&Path>, engine: &Engine, batch: &Batch, source: LineSource) -> Result<Self, BatchError> {
        let Some(path) = path else {
            let output = Box::new(io::stdout());
            return Ok(Self { source, output, records: 0, errors: false, internal: false, needs_header: true });
        };
        let ResumeState { file, source, records, errors, internal, needs_header } =
            resume(path, engine, &batch.work, &batch.format, source)?;
        Ok(Self { source, output: Box::new(file), records, errors, internal, needs_header })
    }
}

/// The input that a path leads to, by whatever name.
fn input_at(path: &Path, files: &[PathBuf]) -> Option<String> {
    if files.is_empty() {
        return is_standard_input(path).then(|| "standard input".into());
    }
    files.iter().find(|file| is_same_file(path, file)).map(|file| file.display().to_string())
}

impl MapArguments {
    /// The work, which has been checked.
    fn work(&self) -> Result<Work, CommandFailure> {
        let Self { go, perft, divide, moves, effects, query, eval, observe, .. } = self;
        let work = Work {
            go: go.clone(),
            perft: *perft,
            divide: *divide,
            moves: *moves,
            effects: effects.clone(),
            queries: query.clone(),
            eval: *eval,
            observe: *observe,
        };
        if work.is_empty() {
            return Err((USAGE, "expected work such as --go 'depth 8', --perft 4 or --moves, found none".into()));
        }
        work.check().map_err(|(option, error)| {
            let place = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
            (USAGE, format!("{option}: {place}{}", error.text))
        })?;
        Ok(work)
    }

    /// The format of the records. Without fields, TSV has those of the work.
    fn format(&self) -> Result<Format, CommandFailure> {
        Ok(match self.format {
            FormatName::Jsonl => Format::JsonLines(self.fields.clone()),
            FormatName::Tsv if self.fields.is_empty() => Format::Tsv(self.fields_of_work()),
            FormatName::Tsv => Format::Tsv(self.fields.clone()),
            FormatName::Obf if self.fields.is_empty() && self.resume.is_none() => Format::Obf,
            FormatName::Obf => return Err((USAGE, "--format obf: expected no --fields and no --resume".into())),
        })
    }

    fn fields_of_work(&self) -> Vec<String> {
        const OF_SEARCH: [&str; 10] =
            ["bestmove", "score", "bound", "proved", "wdl", "depth", "seldepth", "nodes", "time", "pv"];
        let is_wanted = |name: &str| match name {
            // The errors are in a column of their own.
            "lines" | "id" | "error" | "errors" => false,
            "perft" => self.perft.is_some(),
            "divide" => self.divide.is_some(),
            "moves" => self.moves,
            "query" => !self.query.is_empty(),
            "eval" => self.eval,
            "effects" => !self.effects.is_empty(),
            "observe" => self.observe.is_some(),
            name => self.go.is_some() || !OF_SEARCH.contains(&name),
        };
        FIELDS.into_iter().filter(|name| is_wanted(name)).map(str::to_owned).collect()
    }
}

/// Why a file cannot be read, as far as that can be told without waiting for a pipe.
fn unreadable(file: &Path) -> Option<FileError> {
    check_input(file).and_then(|()| if file.is_file() { open_regular(file).map(drop) } else { Ok(()) }).err()
}

/// The number of bytes of the input, which is known of files alone.
fn size(files: &[PathBuf]) -> Option<u64> {
    let sizes = files.iter().map(|file| file.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()));
    sizes.sum::<Option<u64>>().filter(|&size| size > 0)
}
