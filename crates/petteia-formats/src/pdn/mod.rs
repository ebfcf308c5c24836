//! Games of draughts in PDN (Portable Draughts Notation), [version 3.0](https://pdn.fmjd.org) and older dialects.
//!
//! `GameType` names the game, by the table in `games`. Without it, squares above 32, the first move and letters tell.
//!
//! In the files of `CheckerBoard` `1-0` is a win of the player who moves first, in English draughts Black: M. Tinsley
//! has 61 games with `1-0` and 11 with `0-1` as Black, 5 and 114 as White. The draft of PDN 2.0 (M. Cash, 2003) says the
//! same. PDN 3.0 leaves it open. International draughts has `2-0` or `1-0` for White, who moves first there.

mod clocks;
mod games;
pub mod othello;
mod tokens;
mod write;

pub use write::{write_games, writer};

use std::collections::VecDeque;

use petteia_core::words::quoted;
use petteia_core::{GameResult, Outcome};

use super::decoding::{MAX_GAME, TextFile, too_large};
use super::record::{FormatError, GameRecord, Games, Location, MAX_MOVES, RecordedGames, RecordedMove, Source};
use super::reversi::REVERSI;
use games::{CHECKERS, GAMES, PdnGame, Told};
use tokens::{Syntax, Token};

/// Number of squares of the smaller board.
const SMALL_BOARD: u32 = 32;
/// The name under which [`GameRecord::tags`] has the comment before the first move.
pub(super) const COMMENT: &str = "Comment";

/// Text behind a token that tells where the token ends. A tag is not longer, and neither is a comment with nested
/// braces.
const LOOKAHEAD: usize = 1 << 15;

/// Opens a file. `game` is the game of those that do not tell; without it they are of English draughts.
///
/// # Errors
/// The file is no text, or empty.
pub fn open<'a>(source: Source<'a>, game: Option<&'static str>) -> Result<Games<'a>, FormatError> {
    Ok(Box::new(Reader::open(source, PdnGame::find(game).map_or(CHECKERS, |game| game.name))?))
}

/// The game that all games of a file are of that tell, if they are not of English draughts.
#[must_use]
pub fn common_game(source: Source) -> Option<&'static str> {
    let mut reader = Reader::open(source, CHECKERS).ok()?;
    while !reader.told.contains(&CHECKERS) && reader.next().is_some() {}
    match reader.told[..] {
        [name] if name != CHECKERS => Some(name),
        _ => None,
    }
}

/// Whether the beginning of a file is PDN: it has a tag, or a game that can be read.
#[must_use]
pub fn is_pdn(beginning: &[u8]) -> bool {
    let Ok(mut reader) = Reader::open(Box::new(beginning), CHECKERS) else { return false };
    reader.any(|game| game.is_ok()) || reader.has_tags
}

/// Reads the games of a file. `game` is the game of those that do not tell. Without it they are what all others of the
/// file are, else English draughts.
///
/// # Errors
/// The file has no game at all.
pub fn read_games(bytes: &[u8], game: Option<&'static str>) -> Result<RecordedGames, FormatError> {
    let games: RecordedGames = open(Box::new(bytes), game.or_else(|| common_game(Box::new(bytes))))?.collect();
    match games.first() {
        Some(Err(error)) if !is_pdn(bytes) => Err(error.clone()),
        None => Err(no_games("PDN")),
        _ => Ok(games),
    }
}

fn no_games(format: &str) -> FormatError {
    FormatError { place: Location::Line(1), expected: format!("games in {format}"), found: "none".into() }
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    /// The tags, each with its line.
    tags: Vec<(String, String, usize)>,
    /// The comment before the first move.
    comment: String,
    moves: Vec<RecordedMove>,
    variations: usize,
    /// The discs of both players at the end of a game of Othello.
    discs: Option<[u8; 2]>,
    /// Number of variations that are open, and the line of the first one.
    depth: usize,
    open_line: usize,
    error: Option<FormatError>,
}

struct Reader<'a> {
    file: TextFile<'a>,
    /// Offset of the text that has not been read.
    at: usize,
    syntax: Syntax,
    /// Whether a line begins there.
    at_line_start: bool,
    has_ended: bool,
    games: VecDeque<Result<GameRecord, FormatError>>,
    has_tags: bool,
    draft: Draft,
    /// Size of the text of the draft, in bytes.
    size: usize,
    /// The line of the current token, from 1.
    line: usize,
    /// The game of those that do not tell.
    default: &'static str,
    /// The games of those that tell, each once.
    told: Vec<&'static str>,
}

impl Iterator for Reader<'_> {
    type Item = Result<GameRecord, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.games.is_empty() && !self.has_ended {
            self.read_token();
        }
        self.games.pop_front()
    }
}

impl<'a> Reader<'a> {
    /// Opens a file. `default` is the game of those that do not tell.
    fn open(source: Source<'a>, default: &'static str) -> Result<Self, FormatError> {
        let syntax = if default == REVERSI { Syntax::Othello } else { Syntax::Draughts };
        let file = TextFile::open(source)?;
        if file.is_whole() && file.text.trim_start().is_empty() {
            return Err(no_games(if syntax == Syntax::Draughts { "PDN" } else { "PGN" }));
        }
        Ok(Self {
            file,
            at: 0,
            syntax,
            at_line_start: true,
            has_ended: false,
            games: VecDeque::new(),
            has_tags: false,
            draft: Draft::default(),
            size: 0,
            line: 1,
            default,
            told: Vec::new(),
        })
    }

    /// Reads more text. Returns false if there is none.
    fn grow(&mut self) -> bool {
        self.file.drop_front(self.at);
        self.at = 0;
        self.file.grow(MAX_GAME)
    }

    /// Reads the next token and the blanks before it, or the end of the file.
    fn read_token(&mut self) {
        let text = &self.file.text[self.at..];
        let rest = text.trim_start();
        let blank = text.len() - rest.len();
        if rest.is_empty() {
            self.pass(blank);
            if !self.grow() {
                self.end(None);
                self.games.extend(self.file.take_error().map(Err));
                self.has_ended = true;
            }
            return;
        }
        let at_line_start = self.at_line_start || text[..blank].contains(['\n', '\r']);
        let (behind, token) = tokens::next(rest, at_line_start, self.syntax);
        let left = match token {
            Token::Wrong { lost: true, .. } => rest.len() - tokens::next_tags(rest.as_bytes()).unwrap_or(rest.len()),
            _ => behind.len(),
        };
        let passed = rest.len() - left;
        if left < LOOKAHEAD && self.grow() {
            return;
        }
        self.pass(blank);
        self.size += passed;
        self.take(token);
        self.pass(passed);
    }

    /// Passes text that has been read, and counts its lines. A line ends with `\n`, `\r\n` or `\r`.
    fn pass(&mut self, size: usize) {
        let text = &self.file.text[self.at..][..size];
        self.line += text.matches('\n').count();
        self.line += text.match_indices('\r').filter(|(at, _)| !text[at + 1..].starts_with('\n')).count();
        self.at_line_start = text.chars().next_back().map_or(self.at_line_start, |c| c == '\n' || c == '\r');
        self.at += size;
    }

    fn error(&mut self, line: usize, expected: &str, found: String) {
        let error = FormatError { place: Location::Line(line), expected: expected.into(), found };
        self.draft.error.get_or_insert(error);
    }

    fn take(&mut self, token: Token) {
        let line = self.line;
        let is_too_large = self.size > MAX_GAME || self.draft.moves.len() > MAX_MOVES;
        match token {
            Token::Tag(name, value) => self.take_tag(name, value),
            Token::BrokenTag(found) => {
                self.take_tag(String::new(), String::new());
                self.error(line, "a tag such as [Event \"...\"]", quoted(&found));
            }
            Token::End(result) if self.draft.depth == 0 => self.end(result),
            Token::Discs(discs) if self.draft.depth == 0 => {
                self.draft.discs = Some(discs);
                self.end(None);
            }
            _ if is_too_large => {
                self.draft.error.get_or_insert(too_large(line, MAX_GAME));
            }
            Token::Open => {
                if self.draft.depth == 0 {
                    self.draft.open_line = line;
                }
                self.draft.depth += 1;
                self.draft.variations += 1;
            }
            Token::Close => match self.draft.depth.checked_sub(1) {
                Some(depth) => self.draft.depth = depth,
                None => self.error(line, "( before )", "none".into()),
            },
            Token::Skipped => {}
            Token::Wrong { expected, found, .. } => self.error(line, expected, found),
            // The rest stands in a variation.
            _ if self.draft.depth > 0 => {}
            Token::Comment(text) => {
                let comment = self.draft.moves.last_mut().map_or(&mut self.draft.comment, |last| &mut last.comment);
                if !comment.is_empty() && !text.is_empty() {
                    comment.push(' ');
                }
                *comment += &text;
            }
            Token::Move(word) => self.draft.moves.push(word.into()),
            Token::End(_) | Token::Discs(_) => {}
        }
    }

    fn take_tag(&mut self, name: String, value: String) {
        let is_of_next = !self.draft.moves.is_empty() || self.draft.depth > 0;
        if is_of_next || (self.draft.tags.is_empty() && self.draft.error.is_some()) {
            self.end(None);
        }
        self.has_tags = true;
        if self.size <= MAX_GAME {
            self.draft.tags.push((name, value, self.line));
        }
    }

    /// Ends the game. `result` is what stands at its end.
    fn end(&mut self, result: Option<Outcome>) {
        let (line, open) = (self.draft.open_line, self.draft.depth);
        if open > 0 {
            self.error(line, ") at the end of the variation", "the end of the game".into());
        }
        let draft = std::mem::take(&mut self.draft);
        self.size = 0;
        if draft.tags.is_empty() && draft.moves.is_empty() && draft.error.is_none() {
            return;
        }
        if self.syntax == Syntax::Othello {
            self.games.push_back(draft.into_othello(result));
            return;
        }
        let default = self.default;
        let game = draft.into_record(result).map(|(mut record, told)| {
            let told = told.map(|told| told.name(default));
            if let Some(name) = told.filter(|name| !self.told.contains(name)) {
                self.told.push(name);
            }
            let variant = told.unwrap_or(self.default);
            record.variant = Some(variant);
            if variant == CHECKERS {
                record.players.reverse();
            }
            record
        });
        self.games.push_back(game);
    }
}

impl Draft {
    /// The value of a tag and its line.
    fn tag(&self, name: &str) -> Option<(&str, usize)> {
        let known = self.tags.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        known.map(|(_, value, line)| (value.as_str(), *line))
    }

    /// The record of the game with White as the first player, and what it tells of its variant.
    fn into_record(mut self, end: Option<Outcome>) -> Result<(GameRecord, Option<Told>), FormatError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let result = self.result(end).map(GameResult::from);
        let told = self.variant()?;
        let start = self.tag("FEN").map(|(fen, _)| plain_fen(fen)).filter(|fen| !fen.is_empty());
        self.moves.iter_mut().for_each(clocks::read);
        let (moves, variations) = (self.moves, self.variations);
        let mut record = GameRecord { start, moves, result, variations, ..GameRecord::default() };
        for (name, value, _) in self.tags.into_iter().filter(|(_, value, _)| !["", "?"].contains(&value.as_str())) {
            match name.to_ascii_lowercase().as_str() {
                "white" => record.players[0] = Some(value),
                "black" => record.players[1] = Some(value),
                "fen" | "setup" | "gametype" => {}
                "result" if tokens::result(&value).is_some() => {}
                _ => record.tags.push((name, value)),
            }
        }
        if !self.comment.is_empty() {
            record.tags.push((COMMENT.into(), self.comment));
        }
        Ok((record, told))
    }

    /// The result by the tag, else by the end. Points of another system, such as `9-1`, can stand as a move at the end.
    fn result(&mut self, end: Option<Outcome>) -> Option<Outcome> {
        let Some((value, _)) = self.tag("Result") else { return end };
        let known = tokens::result(value);
        let points = known.is_none().then(|| value.to_owned());
        self.moves.pop_if(|last| points.is_some_and(|points| points == last.word));
        known.flatten().or(end)
    }

    /// The game: by its number, else by its squares, else by its first move from the start, which is from 31 to 35 in
    /// International draughts and from 9 to 12 in the English game. `None` if it does not tell.
    fn variant(&self) -> Result<Option<Told>, FormatError> {
        if let Some((value, line)) = self.tag("GameType").filter(|(value, _)| !value.is_empty()) {
            let number = value.split(',').next().unwrap_or_default().trim();
            let known = GAMES.iter().find(|game| number == game.number);
            return known.map(|game| Some(Told::Name(game.name))).ok_or_else(|| FormatError {
                place: Location::Line(line),
                expected: format!("GameType {}", GAMES.each_ref().map(|game| game.number).join(", ")),
                found: quoted(value),
            });
        }
        let fen = self.tag("FEN").map(|(fen, _)| fen);
        if self.moves.first().is_some_and(|played| played.word.starts_with(|c: char| c.is_ascii_lowercase())) {
            return Ok(Some(Told::Letters));
        }
        let words = fen.into_iter().chain(self.moves.iter().map(|played| played.word.as_str()));
        if words.flat_map(numbers).any(|number| number > SMALL_BOARD) {
            return Ok(Some(Told::LargeBoard));
        }
        let first = self.moves.first().and_then(|played| numbers(&played.word).next());
        Ok(match (fen, first) {
            (None, Some(31..)) => Some(Told::LargeBoard),
            (None, Some(9..=12)) => Some(Told::Name(CHECKERS)),
            _ => None,
        })
    }
}

/// The numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok())
}

/// A FEN without quotes, and without the clocks that lidraughts adds, such as `:H0:F1`.
fn plain_fen(text: &str) -> String {
    let text = text.trim_matches(['"', '\'', ' ']);
    let is_clock = |part: &&str| part.trim_start().starts_with(['H', 'F', 'h', 'f']);
    text.split(':').filter(|part| !is_clock(part)).map(plain_side).collect::<Vec<_>>().join(":")
}

/// A side of a FEN with its colour and `K` in upper case, and files in lower case.
fn plain_side(part: &str) -> String {
    let mut plain = String::with_capacity(part.len());
    let mut is_square = false;
    for c in part.chars() {
        let is_colour = plain.trim_start().is_empty();
        let is_king = c.eq_ignore_ascii_case(&'k');
        plain.push(if is_colour || is_king && !is_square { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
        is_square = !is_colour && !is_king && c.is_ascii_alphanumeric();
    }
    plain
}

#[cfg(test)]
mod tests;
