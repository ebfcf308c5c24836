//! What each move of the game at the table has cost.

use petteia_analysis::archive::{FileFormat, analyse, replay_with, report};
use petteia_analysis::batch::search::parse_limits;
use petteia_engine::{Engine, VARIANTS};
use petteia_formats::record::{GameRecord, RecordedMove};

use super::host::GameLoop;
use super::table::PlayState;
use crate::commands::set_options;

/// Nodes of all searches of an analysis, and the least and the most of one of them. A game takes a few seconds.
const ALL_NODES: usize = 5_000_000;
const NODES: [usize; 2] = [10_000, 100_000];

impl GameLoop<'_> {
    pub(super) fn analyse(&mut self) -> Result<String, String> {
        if self.table.setup().variant.secrets && self.table.result().is_none() {
            return Err("the game is not over, and its analysis would tell secrets".into());
        }
        if self.table.game().played_moves().is_empty() {
            return Err("no move has been played".into());
        }
        self.console.say("analysing ...").map_err(|error| error.to_string())?;
        review(&self.table)
    }
}

/// The report of `petteia analyse` on the game at a table.
fn review(table: &PlayState) -> Result<String, String> {
    let saved = table.to_saved();
    let variant = table.setup().variant;
    let moves: Vec<RecordedMove> =
        saved.moves.into_iter().map(|word| RecordedMove { word, ..RecordedMove::default() }).collect();
    let nodes = (ALL_NODES / (moves.len() + 1)).clamp(NODES[0], NODES[1]);
    let record = GameRecord {
        variant: Some(variant.name),
        options: saved.options.into_iter().collect(),
        start: saved.start,
        moves,
        result: saved.result,
        ..GameRecord::default()
    };
    let mut engine = Engine::new(VARIANTS, variant).map_err(|error| error.to_string())?;
    engine = engine.with_files(table.setup().files);
    set_options(&table.setup().options, &mut engine).map_err(|(_, error)| error)?;
    let files = engine.options().game_options().values;
    let replay = replay_with(record, VARIANTS, Some(variant), &files).map_err(|error| error.to_string())?;
    let limits = format!("nodes {nodes}");
    let go = parse_limits(&limits).map_err(|error| error.text)?;
    let format = FileFormat::find("json").ok_or("expected the format json")?;
    let analysis = analyse(replay, variant, format, (&mut engine, &go)).map_err(|error| error.text)?;
    Ok(report::text(1, &analysis).trim_end().to_owned())
}
