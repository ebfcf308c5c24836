//! Replays games of files by the rules.

use petteia_core::GameOptions;
use petteia_core::GameResult;
use petteia_core::options::OptionValues;
use petteia_engine::{GameSetup, OptionError, SEED, Session, SessionError, ToMove, Variant, recorded_options};
use petteia_formats::record::{GameRecord, RecordedMove};

use super::format::{FileFormat, Spelling};

/// A game that the rules accept.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game, with moves in their canonical text.
    pub record: GameRecord,
    /// The moves as files of games have them.
    pub file_moves: Vec<String>,
    /// The position after the moves.
    pub last: String,
    /// The result by the rules, and why, if the game is over.
    pub end: Option<(GameResult, &'static str)>,
    /// The score of each player, if the game of two players is over.
    pub scores: Option<[i32; 2]>,
    /// Whether the game goes on and its players have secrets from each other.
    pub has_secrets: bool,
    /// The position as somebody sees it who has no seat, if the game goes on and hides something from some of them.
    pub public_position: Option<String>,
    /// The options that the game was replayed with.
    pub game_options: GameOptions,
}

impl Replay {
    /// The game without what not all players see, if it goes on: without the seed, and in a game of hidden hands from
    /// the current position. Returns whether moves are left out.
    pub fn hide_secrets(&mut self) -> bool {
        if self.has_secrets {
            self.record.options.retain(|(name, _)| !name.eq_ignore_ascii_case(SEED));
        }
        let Some(position) = self.public_position.take() else { return false };
        self.record.start = Some(position);
        self.file_moves.clear();
        !std::mem::take(&mut self.record.moves).is_empty()
    }

    /// The record as a format has it: the spelling of the moves, and the score as a tag.
    #[must_use]
    pub fn for_format(self, format: &FileFormat) -> GameRecord {
        let scores = self.scores;
        if format.is_of_positions {
            return self.into_last_position();
        }
        let mut record =
            if matches!(format.spelling, Spelling::FileLine) { self.with_file_moves() } else { self.record };
        if let (Some(set), Some(scores)) = (format.set_score, scores) {
            set(&mut record, scores);
        }
        record
    }

    /// The last position of the game. What the file says of the first one, such as scores, is not true of another one.
    fn into_last_position(self) -> GameRecord {
        let mut record = self.record;
        if !record.moves.is_empty() {
            record.tags.clear();
            record.moves.clear();
            record.start = Some(self.last);
        }
        record
    }

    /// The record with the moves as files of games have them.
    #[must_use]
    pub fn with_file_moves(self) -> GameRecord {
        let mut record = self.record;
        for (played, word) in record.moves.iter_mut().zip(self.file_moves) {
            played.word = word;
        }
        record
    }
}

/// Why the rules refuse a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Neither the file nor the command says which game it is.
    #[error("the file names no game: pass --game")]
    NoVariant,
    /// The file is of another game than the command says.
    #[error("expected a game of {expected}, found {found}")]
    Variant {
        /// The game that is asked for.
        expected: &'static str,
        /// The game of the file.
        found: &'static str,
    },
    /// The start position is none.
    #[error("start position: {0}")]
    Start(String),
    /// The options are not those of the game.
    #[error("options: expected {0}")]
    Options(String),
    /// A move is not legal. The text has its number, from 1, its word and the reason.
    #[error("{0}")]
    Move(String),
}

/// Replays a game of a variant. `game` is the variant that was asked for, if one was.
///
/// The result that the file gives stays; the one by the rules stands where there is none.
///
/// # Errors
/// The first thing that the rules do not accept.
pub fn replay(
    record: GameRecord,
    variants: &'static [Variant],
    game: Option<&'static Variant>,
) -> Result<Replay, ReplayError> {
    replay_with(record, variants, game, &OptionValues::default())
}

/// The same with files of options, such as a deck, for games that name one.
///
/// # Errors
/// As for [`replay`].
pub fn replay_with(
    record: GameRecord,
    variants: &'static [Variant],
    game: Option<&'static Variant>,
    files: &OptionValues,
) -> Result<Replay, ReplayError> {
    let own = record.variant.and_then(|name| Variant::find(variants, name));
    let variant = match (own, game) {
        (Some(own), Some(game)) if own.name != game.name => {
            return Err(ReplayError::Variant { expected: game.name, found: own.name });
        }
        (own, game) => own.or(game).ok_or(ReplayError::NoVariant)?,
    };
    let options = options(&record, variants, variant, files)?;
    let setup = GameSetup { fen: record.start.as_deref(), options: &options };
    let mut session =
        (variant.open)(&setup).map_err(|error| ReplayError::Start(format!("column {}: {error}", error.at + 1)))?;
    if matches!(session.turn(), ToMove::Seats(_)) && !has_deals(&record) {
        return Err(ReplayError::Options("the Seed of the deals, found none".into()));
    }
    let words: Vec<String> = record.moves.iter().map(|played| played.word.clone()).collect();
    let mut guesses = MAX_GUESSES;
    play(&mut *session, &words, &mut guesses).map_err(|error| ReplayError::Move(error.to_string()))?;
    pass_at_end(&mut *session);
    let (line, file_moves) = (session.played_moves(), session.file_moves());
    let (last, end) = (session.fen(), session.result().zip(session.reason()));
    let by_rules = end.as_ref().map(|(result, _)| result.clone());
    let result = match record.result {
        Some(GameResult::Sides(outcome)) => Some(outcome.into()),
        Some(GameResult::Seats(_)) | None => by_rules,
    };
    let start = record.start.is_some().then(|| session.start_fen());
    let notes = annotations(&record, &setup, variant, line.len());
    let moves = line.into_iter().zip(notes).map(|(word, played)| RecordedMove { word, ..played }).collect();
    let has_secrets = variant.secrets && end.is_none();
    let public_position = session.public_fen().filter(|_| has_secrets);
    let scores = end.as_ref().and_then(|_| session.scores().try_into().ok());
    let record = GameRecord { variant: Some(variant.name), start, moves, result, ..record };
    Ok(Replay { record, file_moves, last, end, scores, has_secrets, public_position, game_options: options })
}

/// The options that a game was played with.
fn options(
    record: &GameRecord,
    variants: &'static [Variant],
    variant: &'static Variant,
    files: &OptionValues,
) -> Result<GameOptions, ReplayError> {
    recorded_options(variants, variant, &record.options, files).map_err(|error| match error {
        OptionError::Name { expected, found } | OptionError::Value { expected, found } => {
            ReplayError::Options(format!("{expected}, found {found}"))
        }
        OptionError::Unreadable(why) => ReplayError::Options(why),
    })
}

/// Whether a record of a game with hands has what they are dealt by, or nothing to deal.
fn has_deals(record: &GameRecord) -> bool {
    record.start.is_some() || record.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED))
}

/// Greatest number of readings of ambiguous words that are tried in a game.
const MAX_GUESSES: usize = 64;

/// The word of a pass.
const PASS: &str = "pass";

/// Plays the pass that ends a game, which files leave out.
fn pass_at_end(session: &mut dyn Session) {
    let is_forced = session.moves(None).is_ok_and(|legal| legal == [PASS]);
    if is_forced && session.play(&[PASS]).is_ok() && session.result().is_none() {
        let played = session.played_moves().len();
        take_back(session, played - 1);
    }
}

/// The error of a pass and the words behind it as that of all words, of which `at` are before the pass.
fn without_pass(mut error: SessionError, at: usize) -> SessionError {
    if let SessionError::Syntax { index, .. } | SessionError::Illegal { index, .. } = &mut error {
        *index = at + *index - 1;
    }
    error
}

/// Plays words. Many files leave out forced passes. Archives have captures that two moves fit, such as `36x16` by either
/// of two routes. The one with which the rest of the game is legal is meant, if it is the only one. An error is that of
/// the words as they are, and leaves the game as it was.
fn play(session: &mut dyn Session, words: &[String], guesses: &mut usize) -> Result<(), SessionError> {
    let refs: Vec<&str> = words.iter().map(String::as_str).collect();
    let Err(error) = session.play(&refs) else { return Ok(()) };
    let SessionError::Illegal { index, ref found, .. } = error else { return Err(error) };
    let (at, start) = (index - 1, session.played_moves().len());
    if words.get(at) != Some(found) || session.play(&refs[..at]).is_err() {
        return Err(error);
    }
    let legal = session.moves(None).unwrap_or_default();
    if legal == [PASS] {
        let with_pass: Vec<String> = [PASS.to_owned()].into_iter().chain(words[at..].iter().cloned()).collect();
        return play(session, &with_pass, guesses).map_err(|error| {
            take_back(session, start);
            without_pass(error, at)
        });
    }
    let fits = |m: &String| m.strip_prefix(found.as_str()).is_some_and(|rest| rest.starts_with('x'));
    let candidates: Vec<String> = legal.into_iter().filter(fits).collect();
    let mut meant = Vec::new();
    for candidate in candidates {
        let Some(left) = guesses.checked_sub(1) else { break };
        *guesses = left;
        let before = session.played_moves().len();
        let mut rest = words[at..].to_vec();
        rest[0] = candidate;
        if play(session, &rest, guesses).is_ok() {
            meant.push(session.played_moves().split_off(before));
            take_back(session, before);
        }
    }
    if let [only] = &meant[..]
        && session.play(&only.iter().map(String::as_str).collect::<Vec<_>>()).is_ok()
    {
        return Ok(());
    }
    take_back(session, start);
    Err(error)
}

/// Takes moves back up to this number of them. There are at least so many.
fn take_back(session: &mut dyn Session, left: usize) {
    let _ = session.undo(session.played_moves().len() - left);
}

/// What a file says of each of the moves played, without its word. A word of a file can be several moves; it belongs to
/// the last of them.
fn annotations(record: &GameRecord, setup: &GameSetup, variant: &Variant, count: usize) -> Vec<RecordedMove> {
    if count == record.moves.len() {
        return record.moves.clone();
    }
    let mut notes = vec![RecordedMove::default(); count];
    let Ok(mut session) = (variant.open)(setup) else { return notes };
    for played in &record.moves {
        let is_played = session.play(&[&played.word]).is_ok() || session.play(&[PASS, &played.word]).is_ok();
        if is_played
            && let Some(last) = session.played_moves().len().checked_sub(1).and_then(|last| notes.get_mut(last))
        {
            last.clone_from(played);
        }
    }
    notes
}
