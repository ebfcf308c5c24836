//! Games of Reversi in PGN (Portable Game Notation), as Edax and `PlayOK` write them: the tags of PDN, numbered moves, and
//! the result or the discs of both players at the end.
//!
//! Black moves first, so `1-0` is a win of Black, and `38-26` has the discs of Black first.

use petteia_core::{Outcome, Side};

use super::clocks;
use super::tokens;
use super::write::{FIRST_TAGS, Lines, Writer, is_name, write_first_tags, write_tag};
use super::{COMMENT, Draft, Reader};
use crate::record::{FormatError, GameRecord, GameWriter, Games, Location, RecordedGames, Source, write_all};
use crate::reversi::{self, PASS, REVERSI, SCORE, SQUARES};

/// Opens a file.
///
/// # Errors
/// The file is no text, or empty.
pub fn open(source: Source) -> Result<Games, FormatError> {
    Ok(Box::new(Reader::open(source, REVERSI)?))
}

/// Whether the beginning of a file is such a PGN: the first game has moves that are squares alone.
#[must_use]
pub fn is_pgn(beginning: &[u8]) -> bool {
    let Ok(mut reader) = Reader::open(Box::new(beginning), REVERSI) else { return false };
    matches!(reader.next(), Some(Ok(game)) if !game.moves.is_empty())
}

/// Reads the games of a file.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

impl Draft {
    /// The record of a game of Reversi. `end` is the result behind its moves.
    pub(super) fn into_othello(mut self, end: Option<Outcome>) -> Result<GameRecord, FormatError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut game = GameRecord { variant: Some(REVERSI), variations: self.variations, ..GameRecord::default() };
        self.moves.iter_mut().for_each(clocks::read);
        game.moves = self.moves;
        game.result = end.map(Into::into);
        for (name, value, line) in self.tags {
            let wrong = |expected: &str| FormatError {
                place: Location::Line(line),
                expected: expected.into(),
                found: super::quoted(&value),
            };
            match name.to_ascii_lowercase().as_str() {
                _ if ["", "?"].contains(&value.as_str()) => {}
                "black" => game.players[0] = Some(value),
                "white" => game.players[1] = Some(value),
                "fen" => game.start = read_fen(&value).ok_or_else(|| wrong("a position of Reversi"))?,
                "setup" => {}
                "result" => {
                    let discs = tokens::disc_counts(&value).filter(|discs| discs.iter().any(|&count| count > 2));
                    match (tokens::result(&value), discs) {
                        (_, Some(discs)) => self.discs = self.discs.or(Some(discs)),
                        (Some(result), None) => game.result = result.map(Into::into).or(game.result),
                        (None, None) => game.tags.push((name, value)),
                    }
                }
                _ => game.tags.push((name, value)),
            }
        }
        if let Some(difference) = self.discs.and_then(reversi::difference) {
            reversi::set_score(&mut game, difference);
        }
        if !self.comment.is_empty() {
            game.tags.push((COMMENT.into(), self.comment));
        }
        Ok(game)
    }
}

/// A start position: 64 squares and the side to move, or ranks from 8 to 1 as in chess, with `p` or `X` for Black. The
/// outer `None` is no position, the inner one the start of the game.
#[expect(clippy::option_option, reason = "the start of the game is none in a record")]
fn read_fen(text: &str) -> Option<Option<String>> {
    let mut words = text.split_ascii_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let side = match side {
        "b" | "B" | "X" | "x" | "*" => 'b',
        "w" | "W" | "O" | "o" => 'w',
        _ => return None,
    };
    let mut squares = String::new();
    for c in board.chars().filter(|&c| c != '/') {
        match c {
            '1'..='8' => squares.extend(std::iter::repeat_n('-', c as usize - '0' as usize)),
            'p' | 'X' | 'x' | '*' | 'B' | 'b' => squares.push('X'),
            'P' | 'O' | 'o' | 'W' | 'w' => squares.push('O'),
            '-' | '.' => squares.push('-'),
            _ => return None,
        }
    }
    (squares.len() == usize::from(SQUARES)).then(|| reversi::start_of(&squares, side))
}

/// A writer of games.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(Writer::new(write_game))
}

/// Writes games.
///
/// # Errors
/// A game is not one of Reversi.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(Writer::new(write_game), games)
}

fn write_game(text: &mut String, game: &GameRecord) -> Result<(), String> {
    reversi::check_variant(game)?;
    write_first_tags(text, game);
    for (name, player) in [("Black", 0), ("White", 1)] {
        write_tag(text, name, game.players[player].as_deref().unwrap_or("?"));
    }
    let result = match (reversi::score(game), game.outcome()) {
        (Some([black, white]), _) => format!("{black}-{white}"),
        (None, Some(Outcome::Draw)) => "1/2-1/2".into(),
        (None, Some(Outcome::Win(Side::First))) => "1-0".into(),
        (None, Some(Outcome::Win(Side::Second))) => "0-1".into(),
        (None, None) => "*".into(),
    };
    write_tag(text, "Result", &result);
    let (squares, side) = reversi::start_squares(game)?;
    if game.start.is_some() {
        write_tag(text, "FEN", &format!("{squares} {side}"));
    }
    for (name, value) in &game.tags {
        let is_written = FIRST_TAGS.contains(&name.as_str()) || [COMMENT, "Result", SCORE].contains(&name.as_str());
        if !is_written && is_name(name) {
            write_tag(text, name, value);
        }
    }
    text.push('\n');
    let mut lines = Lines { text, column: 0 };
    lines.comment(game.tag(COMMENT).unwrap_or_default());
    let skipped = usize::from(side == 'w');
    for (i, played) in game.moves.iter().enumerate() {
        let ply = i + skipped;
        let number = ply / 2 + 1;
        let word = if played.word == PASS { "--" } else { &played.word };
        match (ply % 2, i) {
            (0, _) => lines.word(&format!("{number}. {word}")),
            (_, 0) => lines.word(&format!("{number}... {word}")),
            _ => lines.word(word),
        }
        lines.comment(&clocks::write(played));
    }
    lines.word(&result);
    lines.text.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game as `PlayOK` writes it.
    const PLAYOK: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"first\"]\n\
        [White \"second\"]\n[Result \"38-26\"]\n[TimeControl \"300\"]\n\n\
        1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g3 5. e6 c6 6. c5 e7 7. f6 g4 8. g5 h4 9. e8\n\
        d7 10. d2 b5 11. d8 e3 12. e2 f2 13. h6 h5 14. h3 b4 15. g6 e1 16. g1 f7 17. f8\n\
        g7 18. a5 f1 19. d1 c1 20. b1 c2 21. h8 g2 22. a4 b3 23. a3 a6 24. a7 b6 25. c7\n\
        c8 26. b2 b7 27. a8 b8 28. h1 h2 29. -- g8 30. h7 a2 31. a1 38-26\n";

    fn games(text: &str) -> Vec<GameRecord> {
        read_games(text.as_bytes()).expect("a file").into_iter().map(|game| game.expect("a game")).collect()
    }

    #[test]
    fn games_of_playok() {
        let found = games(&PLAYOK.replace('\n', "\r\n"));
        let game = &found[0];
        assert_eq!((found.len(), game.moves.len(), game.moves[56].word.as_str()), (1, 61, PASS));
        assert_eq!(game.players, [Some("first".into()), Some("second".into())]);
        assert_eq!((game.tag(SCORE), game.outcome()), (Some("38-26"), Some(Outcome::Win(Side::First))));
        let written = String::from_utf8(write_games(&found).expect("room")).expect("text");
        assert_eq!(games(&written), found);
        assert!(written.lines().all(|line| line.len() <= 79) && written.ends_with(" 38-26\n"), "{written}");
    }

    #[test]
    fn games_of_edax_and_others() {
        let edax = "[Event \"?\"]\n[Site \"edax\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n\n 1. F5 d6 2. c3! pass\n\
            {b wins 20-44} 0-1\n\n\n[Black \"c\"]\n[FEN \"8/8/8/3Pp3/3pP3/8/8/7p w - - 0 1\"]\n1... c3 {[%clk 0:01:00] good} *\n\
            [FEN \"---------------------------OX------XO--------------------------- b\"]\n1. f5 (1. d3 c5) d6\n";
        let found = games(edax);
        let words =
            |game: &GameRecord| game.moves.iter().map(|played| played.word.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(found.iter().map(words).collect::<Vec<_>>(), ["f5 d6 c3 pass", "c3", "f5 d6"]);
        assert_eq!(found[0].outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!(found[0].moves[3].comment, "b wins 20-44");
        assert!(found[1].start.as_ref().is_some_and(|start| start.starts_with("-----") && start.ends_with("X w")));
        assert_eq!((found[1].moves[0].comment.as_str(), found[1].moves[0].left.is_some()), ("good", true));
        assert_eq!((found[2].start.as_ref(), found[2].variations), (None, 1));
        assert_eq!(games(&String::from_utf8(write_games(&found[..2]).expect("room")).expect("text")), found[..2]);
        assert!(is_pgn(edax.as_bytes()) && is_pgn(PLAYOK.as_bytes()) && is_pgn(b"1. f5 d6 2. c3"));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, error) in [
            ("1. f5 hello", "line 1: expected a square, a pass, a comment or a result, found 'hello'"),
            ("1. f5 d6-c3 *", "line 1: expected a square, a pass, a comment or a result, found 'd6-c3'"),
            ("[FEN \"8/8 b\"]\n1. f5", "line 1: expected a position of Reversi, found '8/8 b'"),
            ("[FEN \"8/8/8/8/8/8/8/8 q\"]\n1. f5", "line 1: expected a position of Reversi, found '8/8/8/8/8/8/8/8 q'"),
            ("1. f5 {open", "line 1: expected } at the end of the comment, found the end of the game"),
        ] {
            let found = read_games(text.as_bytes()).expect("a file");
            assert_eq!(found[0].as_ref().map_err(ToString::to_string), Err(error.into()), "{text}");
        }
        for no in [&b"[Event \"x\"]\n1. 11-15 *"[..], b"", b"\0", b"1. e2e4", b"[Event \"x\"]\n*", b"f5d6c3"] {
            assert!(!is_pgn(no), "{no:?}");
        }
        let tafl = GameRecord { variant: Some("tablut"), ..GameRecord::default() };
        assert_eq!(write_games(&[tafl]), Err("expected a game of reversi, found tablut".into()));
    }
}
