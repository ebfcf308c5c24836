//! Games of Reversi in the WTHOR format of the French Othello federation: files of games (`.wtb`), and of the names of
//! players (`WTHOR.JOU`) and tournaments (`WTHOR.TRN`) to them.
//!
//! Numbers of several bytes are little-endian. The moves of a game have no passes.

use std::io::{self, BufReader, Read, Seek, Write};

use super::decoding::latin_1;
use super::record::{
    FormatError, GameRecord, GameWriter, Games, Location, MakeSpool, RecordedGames, RecordedMove, Source, Spool,
    WriteError, write_all,
};
use super::reversi::{self, PASS, REVERSI, SQUARES};

/// Bytes of the header of each file.
const HEADER: usize = 16;
/// Bytes of a game.
const GAME: usize = 68;
/// Bytes of a game before its moves.
const GAME_HEADER: usize = 8;
/// Bytes of a name of a player, which ends with NUL.
const PLAYER: usize = 20;
/// Bytes of a name of a tournament, which ends with NUL.
const TOURNAMENT: usize = 26;
/// The number of the player, and of the tournament, without a name.
const UNKNOWN: u16 = 0;

/// The header of a file.
struct Header {
    /// Games of a file of games.
    games: u32,
    /// Names of a file of names.
    names: u16,
    /// Year of the games.
    year: u16,
    /// Squares of a side of the board; 0 for 8.
    size: u8,
    /// 0 for a file of games, 1 for a file of positions to solve.
    kind: u8,
}

/// The names of players and tournaments by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// Reads the names of the players (`WTHOR.JOU`) and of the tournaments (`WTHOR.TRN`).
    ///
    /// # Errors
    /// A file is not of this format, or its length is not what its header says.
    pub fn read(players: &[u8], tournaments: &[u8]) -> Result<Self, FormatError> {
        let players = read_names(players, PLAYER, "names of players")?;
        Ok(Self { players, tournaments: read_names(tournaments, TOURNAMENT, "names of tournaments")? })
    }
}

/// Opens a file of games. Players and tournaments that have no name are numbers. `length` is the length of the file in
/// bytes.
///
/// # Errors
/// The file is not of this format, or its length is not what its header says.
pub fn open(mut source: Source, names: Names, length: u64) -> Result<Games, FormatError> {
    let mut bytes = Vec::with_capacity(HEADER);
    let _ = (&mut source).take(HEADER as u64).read_to_end(&mut bytes);
    let header = read_header(&bytes)?;
    if header.names != 0 {
        return Err(error(8, "0, for a file of games", header.names.to_string()));
    }
    if ![0, 8].contains(&header.size) {
        return Err(error(12, "a board of 8 by 8 squares, 0 or 8", header.size.to_string()));
    }
    if header.kind != 0 {
        return Err(error(13, "0, for a file of games", header.kind.to_string()));
    }
    check_length(length, 4, header.games.into(), GAME, "games")?;
    let mut source = BufReader::new(source);
    Ok(Box::new((0..header.games as usize).map_while(move |i| {
        let mut game = [0; GAME];
        source.read_exact(&mut game).ok()?;
        Some(read_game(&game, HEADER + GAME * i, header.year, &names))
    })))
}

/// Whether the beginning of a file of unknown length is that of a file of games.
#[must_use]
pub fn is_wthor(beginning: &[u8]) -> bool {
    read_header(beginning)
        .is_ok_and(|header| header.games > 0 && header.names == 0 && [0, 8].contains(&header.size) && header.kind == 0)
}

/// Reads a file of games. Players and tournaments are numbers.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes), Names::default(), bytes.len() as u64)?.collect())
}

fn error(byte: usize, expected: impl Into<String>, found: impl Into<String>) -> FormatError {
    FormatError { place: Location::Byte(byte), expected: expected.into(), found: found.into() }
}

fn read_header(bytes: &[u8]) -> Result<Header, FormatError> {
    let header = bytes
        .first_chunk::<HEADER>()
        .ok_or_else(|| error(bytes.len(), format!("a header of {HEADER} bytes"), "the end"))?;
    Ok(Header {
        games: u32::from_le_bytes([header[4], header[5], header[6], header[7]]),
        names: u16::from_le_bytes([header[8], header[9]]),
        year: u16::from_le_bytes([header[10], header[11]]),
        size: header[12],
        kind: header[13],
    })
}

/// Checks that a file of this length has as many things of this size as its header says at this byte.
fn check_length(length: u64, at: usize, count: u64, size: usize, what: &str) -> Result<(), FormatError> {
    let body = length.saturating_sub(HEADER as u64);
    let rest = body % size as u64;
    if rest != 0 {
        let whole = usize::try_from(length - rest).unwrap_or(usize::MAX);
        return Err(error(whole, format!("{what} of {size} bytes"), format!("{rest} bytes")));
    }
    let expected = body / size as u64;
    if count == expected {
        Ok(())
    } else {
        Err(error(at, format!("{expected} {what}, by the length of the file"), count.to_string()))
    }
}

fn read_names(bytes: &[u8], size: usize, what: &str) -> Result<Vec<String>, FormatError> {
    let header = read_header(bytes)?;
    if header.games != 0 {
        return Err(error(4, format!("0, for a file of {what}"), header.games.to_string()));
    }
    check_length(bytes.len() as u64, 8, header.names.into(), size, what)?;
    let names = bytes[HEADER..].chunks_exact(size);
    Ok(names.map(|name| latin_1(name.split(|byte| *byte == 0).next().unwrap_or_default())).collect())
}

/// Reads a game that begins at this byte of its file.
fn read_game(bytes: &[u8], at: usize, year: u16, names: &Names) -> Result<GameRecord, FormatError> {
    let number = |i: usize| u16::from_le_bytes([bytes[i], bytes[i + 1]]);
    let name = |names: &[String], number: u16| {
        let known = names.get(usize::from(number)).cloned();
        known.or_else(|| (number != UNKNOWN).then(|| number.to_string()))
    };
    let mut game = GameRecord {
        variant: Some(REVERSI),
        players: [2, 4].map(|i| name(&names.players, number(i))),
        ..GameRecord::default()
    };
    let event = name(&names.tournaments, number(0)).map(|event| ("Event".into(), event));
    let date = (year != 0).then(|| ("Date".into(), year.to_string()));
    game.tags = event.into_iter().chain(date).collect();
    let discs = bytes[6];
    if !reversi::set_score(&mut game, 2 * i32::from(discs) - i32::from(SQUARES)) {
        return Err(error(at + 6, format!("discs of Black from 0 to {SQUARES}"), discs.to_string()));
    }
    for (i, byte) in bytes.iter().enumerate().skip(GAME_HEADER).filter(|(_, byte)| **byte != 0) {
        let word = read_square(*byte).ok_or_else(|| {
            error(at + i, "a square as ten times its rank and its file, from 11 to 88", byte.to_string())
        })?;
        game.moves.push(RecordedMove::from(word));
    }
    Ok(game)
}

fn read_square(byte: u8) -> Option<String> {
    let [rank, file] = [byte / 10, byte % 10];
    let is_square = (1..=8).contains(&rank) && (1..=8).contains(&file);
    is_square.then(|| format!("{}{rank}", char::from(b'a' + file - 1)))
}

fn write_square(word: &str) -> Option<u8> {
    let square = reversi::square(word)?;
    let [file, rank] = <[u8; 2]>::try_from(square.as_bytes()).ok()?;
    Some(10 * (rank - b'0') + file - b'a' + 1)
}

/// Writes a file of games. A player or tournament whose name is no number becomes the one without a name, and passes
/// are left out. The year of the file is that of the first game.
///
/// The header has the number of games, so they stay in an unnamed file until the end.
pub struct Writer {
    names: Names,
    make_spool: MakeSpool,
    games: Option<Box<dyn Spool>>,
    count: u32,
    year: u16,
}

impl Writer {
    /// A writer that gives players and tournaments with one of these names their numbers.
    #[must_use]
    pub fn new(names: Names, make_spool: MakeSpool) -> Self {
        Self { names, make_spool, games: None, count: 0, year: 0 }
    }
}

impl GameWriter for Writer {
    fn write(&mut self, game: &GameRecord, _: &mut dyn Write) -> Result<(), WriteError> {
        let number = self.count.checked_add(1).ok_or_else(|| "expected fewer games, found more".to_owned())?;
        let bytes = write_game(game, &self.names).map_err(|error| format!("game {number}: {error}"))?;
        if self.games.is_none() {
            let year = reversi::tag(game, "Date").and_then(|date| date.get(..4)?.parse().ok());
            self.year = year.unwrap_or(0);
            self.games = Some((self.make_spool)()?);
        }
        let Some(games) = &mut self.games else { return Ok(()) };
        games.write_all(&bytes)?;
        self.count = number;
        Ok(())
    }

    fn finish(&mut self, output: &mut dyn Write) -> Result<(), WriteError> {
        let mut header = [0; HEADER];
        header[4..8].copy_from_slice(&self.count.to_le_bytes());
        header[10..12].copy_from_slice(&self.year.to_le_bytes());
        header[12] = 8;
        output.write_all(&header)?;
        if let Some(games) = &mut self.games {
            games.rewind()?;
            io::copy(games, output)?;
        }
        Ok(())
    }
}

/// Writes a file of games with players and tournaments as numbers.
///
/// # Errors
/// A game that this format has no room for: what was expected and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_named_games(games, Names::default())
}

/// Writes a file of games.
///
/// # Errors
/// A game that this format has no room for: what was expected and what was found.
pub fn write_named_games(games: &[GameRecord], names: Names) -> Result<Vec<u8>, String> {
    write_all(Writer::new(names, || Ok(Box::new(io::Cursor::new(Vec::new())))), games)
}

fn write_game(game: &GameRecord, names: &Names) -> Result<[u8; GAME], String> {
    reversi::check_variant(game)?;
    let (squares, side) = reversi::start_squares(game)?;
    if let Some(start) = reversi::start_of(&squares, side) {
        return Err(format!("expected the start of the game, found '{start}'"));
    }
    let [discs, _] =
        reversi::score(game).ok_or("expected a tag Score that fits the result, such as 40-24, found none")?;
    let number = |names: &[String], name: Option<&str>| {
        let number = name.and_then(|name| {
            let known = names.iter().position(|known| known == name).and_then(|i| u16::try_from(i).ok());
            known.or_else(|| name.parse().ok())
        });
        number.unwrap_or(UNKNOWN).to_le_bytes()
    };
    let mut bytes = [0; GAME];
    bytes[..2].copy_from_slice(&number(&names.tournaments, reversi::tag(game, "Event")));
    for (i, player) in game.players.iter().enumerate() {
        bytes[2 + 2 * i..4 + 2 * i].copy_from_slice(&number(&names.players, player.as_deref()));
    }
    // The score of best play is not known. Both stand for the score of the game.
    bytes[6..GAME_HEADER].fill(discs);
    let words = game.moves.iter().map(|played| played.word.as_str()).filter(|word| *word != PASS);
    let mut room = bytes[GAME_HEADER..].iter_mut();
    for word in words {
        let byte = write_square(word).ok_or_else(|| format!("expected a square, found '{word}'"))?;
        *room.next().ok_or("expected at most 60 moves without passes, found more")? = byte;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
