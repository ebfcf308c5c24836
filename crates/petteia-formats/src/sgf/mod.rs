//! Games in the Smart Game Format: Reversi as Edax writes it, and DVONN as boardspace.net does.

mod boardspace;
mod othello;
mod tree;

use super::decoding::{TextFile, found};
use super::record::{EachGame, FormatError, GameRecord, GameWriter, Games, RecordedGames, Source, write_all};
use super::reversi;
use tree::{GameTree, Property, Trees, escaped};

/// The properties of a game that both kinds of file have, and their tags in a record.
const TAGS: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("BR", "BlackRating"),
    ("WR", "WhiteRating"),
    ("TM", "TimeControl"),
];

/// Opens a collection, of which the main lines are read.
///
/// # Errors
/// The file is no text, or has no game.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut trees = Trees::open(source)?;
    Ok(Box::new(std::iter::from_fn(move || trees.next(read_game))))
}

/// Reads the main lines of the games of a collection.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

fn read_game(file: &TextFile, tree: &GameTree) -> Result<GameRecord, FormatError> {
    let expected = "GM[2], Othello, or GM[Dvonn] of boardspace.net";
    let property = property(tree, "GM").ok_or_else(|| file.error(tree.at, expected, "no game"))?;
    let kind = property.value().trim().to_ascii_lowercase();
    let mut game = match kind.as_str() {
        "2" | "othello" | "reversi" => othello::read_game(file, tree)?,
        "dvonn" => boardspace::read_game(file, tree)?,
        _ => return Err(file.error(property.at, expected, found(&property.value()))),
    };
    game.variations = tree.variations;
    Ok(game)
}

/// The first property of this name in the root.
fn property<'a>(tree: &'a GameTree, name: &str) -> Option<&'a Property<'a>> {
    tree.nodes.first()?.iter().find(|property| property.name == name)
}

/// The tags of a game.
fn read_tags(tree: &GameTree) -> Vec<(String, String)> {
    let value = |name| property(tree, name).map(|property| property.value().trim().to_owned());
    let named = TAGS.iter().filter_map(|(name, tag)| Some(((*tag).to_owned(), value(name)?)));
    named.filter(|(_, value)| !value.is_empty()).collect()
}

/// The properties of the tags of a record.
fn write_tags(game: &GameRecord) -> String {
    let value = |(name, tag): &(&str, &str)| Some(format!("{name}[{}]", escaped(reversi::tag(game, tag)?)));
    TAGS.iter().filter_map(value).collect()
}

/// A move in the notation of the games of Reversi, such as `f5` and `PA`, or of DVONN, such as `move C 3 D 4`.
#[must_use]
pub fn spell_move(word: &str) -> Option<String> {
    match word {
        reversi::PASS => Some("PA".into()),
        _ => reversi::square(word).filter(|_| word.len() == 2).or_else(|| boardspace::write_action(word)),
    }
}

/// Writes a collection of games of Reversi and DVONN.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(EachGame::new(write_game))
}

/// Writes a collection.
///
/// # Errors
/// A game that this format has no room for: what was expected and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(EachGame::new(write_game), games)
}

fn write_game(game: &GameRecord) -> Result<String, String> {
    match game.variant {
        Some(boardspace::DVONN) => boardspace::write_game(game),
        Some(reversi::REVERSI) => othello::write_game(game),
        other => Err(format!("expected a game of reversi or dvonn, found {}", other.unwrap_or("none"))),
    }
}
