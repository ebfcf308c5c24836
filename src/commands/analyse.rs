//! The command `analyse`: what each move of the games of a file costs.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use petteia_analysis::archive::{FORMATS, FileFormat, GameAnalysis, analyse as analyse_game, html, report};
use petteia_analysis::batch::search::parse_limits;
use petteia_engine::{Engine, VARIANTS, Variant};

use super::game_files::InputArguments;
use super::game_output::{GameOutput, Output};
use super::progress::Progress;
use super::{CommandFailure, INTERNAL, REFUSED, USAGE};

/// The output for people.
const TEXT: &str = "text";
/// The output for programs.
const JSON: &str = "json";
/// The page with boards.
const HTML: &str = "html";

/// Say what each move of the games of a file costs, by searches before and after it
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    #[command(flatten)]
    input: InputArguments,

    /// Limits of the search of each position, as after go
    #[arg(long, value_name = "LIMITS", default_value = "nodes 100000")]
    go: String,

    /// Output: text for people, html for a page with boards, json with one object a game, or the games with comments in
    /// a format of files
    #[arg(long, value_name = "FORMAT", ignore_case = true, default_value = TEXT, value_parser = outputs())]
    to: String,

    /// File to write; without it, or with -, standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// The outputs: text, JSON, and the formats that have comments.
fn outputs() -> PossibleValuesParser {
    let of_files = FORMATS.iter().filter(|format| format.has_comments).map(|format| format.name);
    [TEXT, HTML, JSON].into_iter().chain(of_files.filter(|name| *name != JSON)).collect::<Vec<_>>().into()
}

/// Runs `analyse` with these arguments, and the game and the options that stand before the command.
pub fn analyse(
    arguments: AnalyseArguments,
    game: Option<&str>,
    mut options: Vec<String>,
    files: bool,
) -> Result<(), CommandFailure> {
    let AnalyseArguments { input, go, to, output, options: own } = arguments;
    options.extend(own);
    let to = to.to_ascii_lowercase();
    let go = parse_limits(&go).map_err(|error| {
        let place = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
        (USAGE, format!("--go: {place}{}", error.text))
    })?;
    let variant = VARIANTS.first().ok_or((USAGE, "there are no games".to_owned()))?;
    let engine = Engine::new(VARIANTS, variant).map(|engine| engine.with_files(files));
    let mut engine = engine.map_err(|error| (INTERNAL, error.to_string()))?;
    super::set_options(&options, &mut engine)?;
    let mut output = AnalysisOutput::open(&to, Output::open(output.as_deref(), &input.input)?);
    let games = input.open(game)?;
    let progress = Progress::of_bytes(games.length);
    let format = games.format;
    let given = engine.options().game_options().values;
    let replayed = games.for_each_replay(&given, &|line| progress.say(line), |number, read, replay| {
        let variant = replay.record.variant.and_then(|name| Variant::find(VARIANTS, name));
        let variant = variant.ok_or((INTERNAL, "a game without a variant".to_owned()))?;
        progress.describe(format!("game {number}"));
        let analysis = analyse_game(replay, variant, format, (&mut engine, &go))
            .map_err(|error| (REFUSED, format!("game {number}: {}", error.text)))?;
        progress.reach(read);
        output.add(number, &analysis, variant)
    });
    drop(progress);
    let replayed = replayed?;
    if replayed.has_games() {
        output.finish()?;
    }
    replayed.verdict(&input)
}

/// Where analyses go.
enum AnalysisOutput {
    /// Text for people, and whether a game is there.
    Text(Output, bool),
    /// Objects of JSON.
    Json(Output),
    /// A page, and whether a game is there.
    Html(Output, bool),
    /// Games with comments.
    Games(GameOutput),
}

impl AnalysisOutput {
    /// An output in this format.
    fn open(to: &str, output: Output) -> Self {
        match FileFormat::find(to) {
            _ if to == JSON => Self::Json(output),
            _ if to == HTML => Self::Html(output, false),
            Some(format) => Self::Games(GameOutput::new(format, output)),
            None => Self::Text(output, false),
        }
    }

    /// Writes an analysis. The result says whether somebody still reads the output.
    fn add(
        &mut self,
        number: usize,
        analysis: &GameAnalysis,
        variant: &'static Variant,
    ) -> Result<ControlFlow<()>, CommandFailure> {
        match self {
            Self::Json(output) => output.add(format!("{}\n", report::json_line(number, analysis)).as_bytes()),
            Self::Games(games) => games.add(&report::annotated(analysis, games.format)),
            Self::Html(output, has_games) => {
                let header = if *has_games { "" } else { html::HEADER };
                *has_games = true;
                output.add(format!("{header}{}", html::game(number, analysis, variant)).as_bytes())
            }
            Self::Text(output, has_games) => {
                let blank = if *has_games { "\n" } else { "" };
                *has_games = true;
                output.add(format!("{blank}{}", report::text(number, analysis)).as_bytes())
            }
        }
    }

    fn finish(self) -> Result<(), CommandFailure> {
        match self {
            Self::Text(output, _) | Self::Json(output) => output.finish(),
            Self::Html(mut output, _) => {
                let flow = output.add(html::FOOTER.as_bytes())?;
                if flow.is_break() { Ok(()) } else { output.finish() }
            }
            Self::Games(games) => games.finish(),
        }
    }
}
