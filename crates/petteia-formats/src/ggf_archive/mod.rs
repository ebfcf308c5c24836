//! Archives of games of Reversi in the Generic Game Format, as the Generic Game Server keeps them.
//!
//! A line has one game, or the two games of a synchro match. Their number may stand before them: `2 (;...;)(;...;)`.

use nom::character::complete::{digit1, space0};
use nom::combinator::opt;
use nom::sequence::terminated;
use nom::{IResult, Parser};
use petteia_core::{Outcome, Side};

use super::decoding::{MAX_GAME, TextFile, found};
use super::ggf;
use super::record::{
    EachGame, FormatError, GameRecord, GameWriter, Games, Location, MAX_MOVES, RESIGNATION, RecordedGames,
    RecordedMove, Source, TIME, write_all,
};
use super::reversi::{self, PASS, REVERSI};

/// Whether a type of game has the rules of the variant: a single game or a synchro match (`s`) on 8 x 8 squares, from
/// the usual start or from a position after so many random moves (`r20`).
fn has_usual_rules(kind: &str) -> bool {
    match kind.strip_prefix('s').unwrap_or(kind).strip_prefix('8') {
        Some("") => true,
        Some(rest) => rest.strip_prefix('r').is_some_and(|count| count.chars().all(|c| c.is_ascii_digit())),
        None => false,
    }
}
/// The names of tags of a game, and of a record.
const TAGS: [(&str, &str); 5] =
    [("PC", "Site"), ("DT", "Date"), ("RB", "BlackRating"), ("RW", "WhiteRating"), ("TI", "TimeControl")];

/// What a game looks like.
const WANTED: &str = "a game as (;NAME[VALUE]...;)";
/// Number of games without an end after which the rest of an archive is not read: each costs a search for its end.
const MAX_OPEN_GAMES: usize = 64;

/// Opens an archive.
///
/// # Errors
/// The file is no text, or has no game.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut file = TextFile::open(source)?;
    while !file.text.contains("(;") {
        if !file.grow(MAX_GAME) {
            let error = file.error(0, WANTED, found(line(file.text.trim_start())));
            return Err(file.take_error().unwrap_or(error));
        }
    }
    Ok(Box::new(Archive { file, record: None, open_games: 0 }))
}

/// Reads the games of an archive.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

/// An archive that is being read.
struct Archive<'a> {
    file: TextFile<'a>,
    /// The line that is being read.
    record: Option<Record>,
    open_games: usize,
}

/// The games of a line, such as `2 (;...;)(;...;)`.
struct Record {
    /// The number before the games.
    count: Option<String>,
    /// The number of the line.
    line: usize,
    /// Number of games read.
    read: usize,
}

impl Iterator for Archive<'_> {
    type Item = Result<GameRecord, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.record.is_some() {
                while self.file.text.is_empty() && self.file.grow(MAX_GAME) {}
                if self.file.text.starts_with('(') {
                    return Some(self.game());
                }
            }
            if let Some(error) = self.end_record() {
                return Some(Err(error));
            }
            if !self.file.skip_blanks() {
                return self.file.take_error().map(Err);
            }
            let (at, count) = number(&self.file.text);
            if at == self.file.text.len() && self.file.grow(MAX_GAME) {
                continue;
            }
            if !self.file.text[at..].starts_with('(') {
                let error = self.file.error(0, WANTED, found(line(&self.file.text)));
                self.skip_line();
                return Some(Err(error));
            }
            self.record = Some(Record { count, line: self.file.line(0), read: 0 });
            self.file.drop_front(at);
        }
    }
}

impl Archive<'_> {
    /// Ends the games of a line. It is an error if they are not as many as it says.
    fn end_record(&mut self) -> Option<FormatError> {
        let Record { count, line, read } = self.record.take()?;
        let count = count.filter(|count| count.parse() != Ok(read))?;
        let expected = format!("as many games as the number {count} says");
        Some(FormatError { place: Location::Line(line), expected, found: read.to_string() })
    }

    /// Reads the game that the text begins with.
    fn game(&mut self) -> Result<GameRecord, FormatError> {
        loop {
            match read_game(&self.file) {
                // What is open, and blanks behind a game, may go on.
                Read { is_open: true, .. } if self.file.grow(MAX_GAME) => {}
                Read { game, end: Some(end), .. } => {
                    self.file.drop_front(end);
                    self.record.iter_mut().for_each(|record| record.read += 1);
                    return game;
                }
                Read { game, is_open, .. } => {
                    self.record = None;
                    self.open_games += usize::from(is_open);
                    if self.open_games < MAX_OPEN_GAMES {
                        self.skip_line();
                    } else {
                        self.file.seek(|_| None);
                    }
                    return game;
                }
            }
        }
    }

    /// Drops the text up to the next line that has the beginning of a game.
    fn skip_line(&mut self) {
        if self.file.seek(|text| text.find('\n')) {
            self.file.seek(|text| {
                let begin = text.find("(;")?;
                Some(text[..begin].rfind('\n').map_or(begin, |end| end + 1))
            });
        }
    }
}

/// A game that the text of a file begins with.
struct Read {
    game: Result<GameRecord, FormatError>,
    /// The offset behind it; `None` if it has no end.
    end: Option<usize>,
    /// Whether the text ends with it or before its end.
    is_open: bool,
}

fn read_game(file: &TextFile) -> Read {
    let text = file.text.as_str();
    match terminated(ggf::tags, space0).parse(text) {
        Ok((rest, tags)) => Read {
            game: record(&tags).map_err(|(expected, found)| file.error(0, expected, found)),
            end: Some(text.len() - rest.len()),
            is_open: rest.is_empty(),
        },
        Err(_) => Read { game: Err(file.error(0, WANTED, found(line(text)))), end: None, is_open: ggf::is_open(text) },
    }
}

/// The number before the games of a line, and the offset behind it and its blanks.
fn number(text: &str) -> (usize, Option<String>) {
    let parsed: IResult<_, _> = opt(terminated(digit1, space0)).parse(text);
    parsed.map_or((0, None), |(rest, count)| (text.len() - rest.len(), count.map(str::to_owned)))
}

fn line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The record of a game, or what was expected and found.
fn record(tags: &[(&str, &str)]) -> Result<GameRecord, (String, String)> {
    let mut game = GameRecord { variant: Some(REVERSI), ..GameRecord::default() };
    let mut is_started = false;
    for &(name, value) in tags {
        let wrong = |expected: &str| Err((format!("{name}: expected {expected}"), found(value)));
        let trimmed = value.trim();
        match name {
            "GM" if !trimmed.eq_ignore_ascii_case("othello") => return wrong("Othello"),
            "TY" if !has_usual_rules(trimmed) => return wrong("8, s8, 8rN or s8rN, games by the usual rules"),
            "BO" => {
                let Some((squares, side)) = ggf::board(value) else {
                    return wrong("8, 64 squares of *, O and -, and the side to move");
                };
                game.start = reversi::start_of(&squares, side);
                is_started = true;
            }
            "PB" | "PW" => {
                game.players[usize::from(name == "PW")] =
                    Some(trimmed.to_owned()).filter(|name| !["", "?"].contains(&name.as_str()));
            }
            "RE" => read_result(trimmed, &mut game),
            "B" | "W" if game.moves.len() >= MAX_MOVES => {
                return Err((format!("at most {MAX_MOVES} moves"), "more".into()));
            }
            "B" | "W" => {
                let (word, time) = ggf::parse_move(value)
                    .map_err(|_| (format!("{name}: expected a move such as F5"), found(value)))?;
                // MOVE/EVALUATION/TIME
                let mut parts = value.split('/').skip(1).map(str::trim);
                let comment = parts.next().unwrap_or_default().to_owned();
                let used = parts.next().filter(|time| !time.is_empty()).map(|_| time);
                game.moves.push(RecordedMove { word, comment, used, left: None });
            }
            _ => {
                if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name).filter(|_| !trimmed.is_empty()) {
                    game.tags.push(((*tag).into(), trimmed.into()));
                }
            }
        }
    }
    if is_started { Ok(game) } else { Err(("BO[8 ...], the board at the start".into(), "none".into())) }
}

/// The letters behind a result, and the reasons that they stand for.
const REASONS: [(&str, &str); 2] = [("r", RESIGNATION), ("t", TIME)];

/// `+12.000` for Black's discs more than White's, with `:r` or another letter if the game did not end on the board.
fn read_result(value: &str, game: &mut GameRecord) {
    let (number, end) = value.split_once(':').map_or((value, None), |(number, end)| (number, Some(end)));
    let squares = f64::from(reversi::SQUARES);
    let Some(difference) = number.parse::<f64>().ok().filter(|difference| difference.abs() <= squares) else { return };
    if let Some((_, reason)) = REASONS.iter().find(|(letter, _)| end.is_some_and(|end| end.trim() == *letter)) {
        game.set_termination(reason);
    }
    let whole = difference.round() as i32;
    if end.is_none() && (f64::from(whole) - difference).abs() < 1e-9 && reversi::set_score(game, whole) {
        return;
    }
    game.result = Some((reversi::result_of(if difference > 0.0 { 1 } else { -i32::from(difference < 0.0) })).into());
}

/// Writes an archive, one game a line.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(EachGame::new(write_line))
}

/// Writes an archive.
///
/// # Errors
/// A game that this format has no room for: what was expected and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(EachGame::new(write_line), games)
}

fn write_line(game: &GameRecord) -> Result<String, String> {
    write_game(game).map(|text| text + "\n")
}

fn write_game(game: &GameRecord) -> Result<String, String> {
    reversi::check_variant(game)?;
    let (squares, side) = reversi::start_squares(game)?;
    let tag = |name: &str, value: &str| {
        let is_plain = !value.contains(|c: char| c == ']' || c.is_control());
        is_plain
            .then(|| format!("{name}[{value}]"))
            .ok_or_else(|| format!("{name}: expected a text without ], found '{value}'"))
    };
    let [black, white] = [0, 1].map(|i| game.players[i].as_deref().unwrap_or("?"));
    let mut text = format!("(;GM[Othello]{}{}", tag("PB", black)?, tag("PW", white)?);
    for (name, known) in TAGS {
        if let Some(value) = reversi::tag(game, known) {
            text += &tag(name, value)?;
        }
    }
    let board = ggf::write_board(&squares, side);
    text += &format!("RE[{}]TY[8]BO[{board}]", write_result(game));
    let mut mover = if side == 'b' { Side::First } else { Side::Second };
    for RecordedMove { word, comment, used, .. } in &game.moves {
        if word != PASS && reversi::square(word).is_none() {
            return Err(format!("expected a square or a pass, found '{word}'"));
        }
        let is_short = !comment.is_empty() && comment.chars().all(|c| c.is_ascii_digit() || "+-./".contains(c));
        let comment = match (is_short, used) {
            (_, Some(used)) => format!("/{}/{:.3}", if is_short { comment } else { "" }, used.as_secs_f64()),
            (true, None) => format!("/{comment}"),
            (false, None) => String::new(),
        };
        let colour = if mover == Side::First { 'B' } else { 'W' };
        text += &format!("{colour}[{}{comment}]", ggf::write_move(word));
        mover = !mover;
    }
    Ok(text + ";)")
}

fn write_result(game: &GameRecord) -> String {
    let score = reversi::score(game).map(|[black, white]| i32::from(black) - i32::from(white));
    match (score, game.outcome()) {
        (_, None) => "?".into(),
        (Some(difference), _) => format!("{difference:+}.000"),
        (_, Some(Outcome::Draw)) => "+0.000".into(),
        // Who resigns loses by all discs.
        (_, Some(Outcome::Win(winner))) => {
            let sign = if winner == Side::First { '+' } else { '-' };
            format!("{sign}64.000:{}", if game.termination() == Some(TIME) { 't' } else { 'r' })
        }
    }
}

#[cfg(test)]
mod tests;
