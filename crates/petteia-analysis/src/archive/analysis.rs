//! Analysis of a game: what each of its moves costs, by searches of the positions before and after it. Games in which
//! the players do not move in turn have an analysis of whole turns: [`super::turns`].

use petteia_core::{GameOptions, GameResult, Score};
use petteia_engine::{Engine, Origin, Variant};
use petteia_formats::record::GameRecord;
use petteia_ugi::{Error, Go};

use super::format::FileFormat;
use super::replay::Replay;
use super::turns::{self, AnalysedTurn};
use crate::batch::search::search;

/// What a mate counts, in centipieces.
const MATE_VALUE: i32 = 1_000;
/// Number of moves that a summary calls the worst.
const WORST: usize = 3;

/// A move of a game with the scores around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedMove {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// The player who made it: 0 is the first player.
    pub player: usize,
    /// The move.
    pub word: String,
    /// The move and the better line in the notation of the file.
    pub shown: ShownMove,
    /// The score before the move, for the player who made it.
    pub before: Score,
    /// The score after the move, for the same player.
    pub after: Score,
    /// What the move costs, in centipieces: the score before it minus the score after it, if that is more than 0 and
    /// the search would have played another move. A mate counts as ten pieces, and beside it no score counts more.
    pub loss: i32,
    /// The move that the search would have played.
    pub best: String,
    /// The line that begins with it.
    pub pv: Vec<String>,
}

/// A move and the better line in the notation of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownMove {
    /// The move.
    pub word: String,
    /// The line that the search would have played.
    pub pv: Vec<String>,
}

impl ShownMove {
    /// The move that the search would have played.
    #[must_use]
    pub fn best(&self) -> &str {
        self.pv.first().map_or("", String::as_str)
    }
}

/// A game with an analysis of all its moves.
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The game.
    pub record: GameRecord,
    /// The options that it was replayed with.
    pub game_options: GameOptions,
    /// The moves as [`file_moves`](petteia_engine::Session::file_moves) writes them.
    pub file_line: Vec<String>,
    /// Whether that is the notation of the protocol.
    pub is_plain: bool,
    /// The result by the rules and its reason, if the game is over.
    pub end: Option<(GameResult, &'static str)>,
    /// The moves in their order, if the players move in turn.
    pub moves: Vec<AnalysedMove>,
    /// The turns in their order, if they do not.
    pub turns: Vec<AnalysedTurn>,
}

impl GameAnalysis {
    /// Number of moves of a player, and how many centipieces all of them have cost.
    #[must_use]
    pub fn lost(&self, player: usize) -> (u32, i32) {
        let own = self.moves.iter().filter(|played| played.player == player);
        own.fold((0, 0), |(count, lost), played| (count + 1, lost + played.loss))
    }

    /// The accuracy of a player: the number of pieces lost a move. `None` without moves.
    #[must_use]
    pub fn average_loss(&self, player: usize) -> Option<f64> {
        let (count, lost) = self.lost(player);
        (count > 0).then(|| f64::from(lost) / 100.0 / f64::from(count))
    }

    /// The moves that cost most, at most three, the worst first. A move without a loss is none of them.
    #[must_use]
    pub fn worst(&self) -> Vec<&AnalysedMove> {
        let mut moves: Vec<&AnalysedMove> = self.moves.iter().filter(|played| played.loss > 0).collect();
        moves.sort_by_key(|played| -played.loss);
        moves.truncate(WORST);
        moves
    }
}

/// A position of a game as the search sees it.
struct Position {
    p1_turn: bool,
    score: Score,
    /// The line that the search would play, as the protocol and as the file write it.
    line: Vec<String>,
    shown: Vec<String>,
    best: Option<String>,
}

/// Analyses a game, in the notation of a format. The search begins at the end of the game, so that it knows the later
/// positions when it comes to the earlier ones.
///
/// # Errors
/// The engine refuses the search, or a bug ends it.
pub fn analyse(
    mut replay: Replay,
    variant: &'static Variant,
    format: &FileFormat,
    (engine, go): (&mut Engine, &Go),
) -> Result<GameAnalysis, Error> {
    let turns = if variant.secrets { turns::analyse(&replay, variant, engine, go)? } else { Vec::new() };
    let moves = if variant.secrets { Vec::new() } else { analyse_moves(&replay, variant, format, (engine, go))? };
    let _ = replay.hide_secrets();
    let Replay { record, end, file_moves: file_line, game_options, .. } = replay;
    Ok(GameAnalysis { record, game_options, file_line, is_plain: format.is_plain(), end, moves, turns })
}

fn analyse_moves(
    replay: &Replay,
    variant: &'static Variant,
    format: &FileFormat,
    (engine, go): (&mut Engine, &Go),
) -> Result<Vec<AnalysedMove>, Error> {
    if engine.options().variant.name != variant.name {
        engine.set_variant(variant);
    }
    engine.clear_table();
    let origin = replay.record.start.as_deref().map_or(Origin::Start, Origin::Fen);
    let words: Vec<&str> = replay.record.moves.iter().map(|played| played.word.as_str()).collect();
    engine.set_position(origin, &words)?;
    let mut positions = vec![searched(engine, go, format)?];
    for _ in &words {
        engine.undo(1)?;
        positions.push(searched(engine, go, format)?);
    }
    positions.reverse();
    let shown = format.spell_moves(replay);
    let moves = positions.windows(2).zip(words.iter().zip(shown)).enumerate();
    Ok(moves.map(|(i, (around, (word, shown)))| analysed(i + 1, &around[0], &around[1], word, shown)).collect())
}

fn searched(engine: &mut Engine, go: &Go, format: &FileFormat) -> Result<Position, Error> {
    let found = search(engine, go)?;
    let game = engine.game()?;
    let line = found.lines.into_iter().next();
    let score = line.as_ref().map_or(Score::DRAW, |line| line.score);
    let line = line.map(|line| line.pv).unwrap_or_default();
    let shown = format.spell_line(engine.options().variant, &game.fen(), &line);
    Ok(Position { p1_turn: game.p1_turn(), score, line, shown, best: found.best })
}

fn analysed(ply: usize, before: &Position, after: &Position, word: &str, shown: String) -> AnalysedMove {
    let own_after = one_ply_more(if before.p1_turn == after.p1_turn { after.score } else { -after.score });
    let best = before.best.clone().unwrap_or_default();
    AnalysedMove {
        ply,
        player: usize::from(!before.p1_turn),
        word: word.into(),
        shown: ShownMove { word: shown, pv: before.shown.clone() },
        before: before.score,
        after: own_after,
        loss: if best == word { 0 } else { cost(before.score, own_after).max(0) },
        best,
        pv: before.line.clone(),
    }
}

/// A score of the position after a move as that of the move: a mate is a ply further away.
fn one_ply_more(score: Score) -> Score {
    match score.mate_plies().map(i32::unsigned_abs) {
        Some(plies) if score > Score::DRAW => Score::mate_in(plies + 1),
        Some(plies) => Score::mated_in(plies + 1),
        None => score,
    }
}

/// The difference of two scores in centipieces. Where one is a mate, no score counts more than the mate.
fn cost(before: Score, after: Score) -> i32 {
    let has_mate = [before, after].iter().any(|score| score.mate_plies().is_some());
    let value = |score: Score| match score.mate_plies() {
        Some(_) => score.raw().signum() * MATE_VALUE,
        None if has_mate => score.centipieces().clamp(-MATE_VALUE, MATE_VALUE),
        None => score.centipieces(),
    };
    value(before) - value(after)
}
