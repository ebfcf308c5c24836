//! The command `map`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use petteia::base::ExitStatus;
use petteia::batch::resume::resume;
use petteia::batch::{self, Batch, BatchError, FIELDS, Format, LineSource, Summary, Work};
use petteia::engine::{Engine, MAX_DEPTH, Variant};
use petteia::variants::VARIANTS;

use super::progress::Progress;
use super::{INTERNAL, REFUSED, UNREADABLE, USAGE, say};

/// Read one position a line, write one record a line
#[derive(Debug, Args)]
#[command(after_help = "A line is a FEN, 'startpos [moves M...]', 'fen FEN moves M...' or a JSON object. \
                        protocol.md describes lines and records.")]
pub struct MapArguments {
    /// The game of lines that name none
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

    /// Add the records to FILE, behind those that stand there
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
}

/// The name of a field. A dotted name reaches into it: `score.cp`.
fn known_field(name: &str) -> Result<String, String> {
    let first = name.split('.').next().unwrap_or_default();
    if FIELDS.contains(&first) { Ok(name.into()) } else { Err(format!("wanted one of {}", FIELDS.join(" "))) }
}

/// Runs `map` with these arguments, for a game.
pub fn map(arguments: MapArguments, variant: &'static Variant, options: &[String], files: bool) -> ExitCode {
    let fail = |status: ExitStatus, text: String| {
        say(&format!("error: {text}"));
        ExitCode::from(status)
    };
    let mut engine = match Engine::new(VARIANTS, variant, files, Arc::new(|_| ())) {
        Ok(engine) => engine,
        Err(error) => return fail(INTERNAL, error.to_string()),
    };
    for option in options {
        if let Err((code, text)) = super::set_option(option, |name, value| engine.set_option(name, value)) {
            return fail(code, text);
        }
    }
    let format = arguments.format();
    let MapArguments { go, perft, divide, moves, effects, query, eval, observe, jobs, resume: path, files, .. } =
        arguments;
    let work = Work { go, perft, divide, moves, effects, queries: query, eval, observe };
    if work.is_empty() {
        return fail(USAGE, "wanted work such as --go 'depth 8', --perft 4 or --moves, found none".into());
    }
    if let Err((option, error)) = work.check() {
        let place = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
        return fail(USAGE, format!("{option}: {place}{}", error.text));
    }
    if let Some((file, error)) = files.iter().find_map(|file| Some((file, unreadable(file)?))) {
        return fail(UNREADABLE, format!("{}: {error}", file.display()));
    }
    let (mut done, mut errors, mut needs_header) = (0, false, format.header().is_some());
    let output: Box<dyn Write + Send> = match &path {
        None => Box::new(io::stdout()),
        Some(path) => match resume(path, &format) {
            Ok(resumed) => {
                (done, errors, needs_header) = (resumed.done, resumed.errors, resumed.needs_header);
                Box::new(resumed.file)
            }
            Err(error) => return fail(UNREADABLE, error.to_string()),
        },
    };
    let mut output = BufWriter::new(output);
    let header = format.header().filter(|_| needs_header);
    let bar = Progress::of_bytes(size(&files));
    let source =
        if files.is_empty() { LineSource::of("standard input", io::stdin()) } else { LineSource::of_files(files) };
    let mut progress = |summary: Summary| {
        bar.reach(summary.bytes);
        bar.describe(format!("{} lines", done + summary.records));
    };
    let result = header
        .map_or(Ok(()), |header| writeln!(output, "{header}"))
        .map_err(BatchError::Output)
        .and_then(|()| batch::run(&engine, &Batch { work, jobs, format, done }, source, output, &mut progress));
    drop(bar);
    match result {
        Ok(summary) if summary.internal => INTERNAL.into(),
        Ok(summary) if errors || summary.errors => REFUSED.into(),
        Ok(_) => ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(BatchError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error @ BatchError::Thread(_)) => fail(INTERNAL, error.to_string()),
        Err(error) => fail(UNREADABLE, error.to_string()),
    }
}

impl MapArguments {
    /// The format of the records. Without fields, TSV has those of the work.
    fn format(&self) -> Format {
        match self.format {
            FormatName::Jsonl => Format::JsonLines(self.fields.clone()),
            FormatName::Tsv if self.fields.is_empty() => Format::Tsv(self.fields_of_work()),
            FormatName::Tsv => Format::Tsv(self.fields.clone()),
        }
    }

    fn fields_of_work(&self) -> Vec<String> {
        const OF_SEARCH: [&str; 10] =
            ["bestmove", "score", "bound", "proved", "wdl", "depth", "seldepth", "nodes", "time", "pv"];
        let is_wanted = |name: &str| match name {
            "lines" | "id" => false,
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
fn unreadable(file: &Path) -> Option<io::Error> {
    match file.metadata() {
        Err(error) => Some(error),
        Ok(metadata) if metadata.is_dir() => Some(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if metadata.is_file() => File::open(file).err(),
        Ok(_) => None,
    }
}

/// The number of bytes of the input, which is known of files alone.
fn size(files: &[PathBuf]) -> Option<u64> {
    let sizes = files.iter().map(|file| file.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()));
    sizes.sum::<Option<u64>>().filter(|&size| size > 0)
}
