//! What the formats of Reversi share: squares, start positions and scores.

use std::cmp::Ordering;

use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{char, one_of, space0};
use nom::combinator::map;
use nom::sequence::{separated_pair, terminated};
use nom::{IResult, Parser};
use petteia_core::{Outcome, Side};

use super::record::GameRecord;

/// The name of the variant in the registry.
pub(super) const REVERSI: &str = "reversi";
/// The tag with the score: the discs of Black and of White at the end, the empty squares counted for the winner.
pub(super) const SCORE: &str = "Score";
/// A pass, as this program writes it.
pub(super) const PASS: &str = "pass";
/// Squares of the board.
pub(super) const SQUARES: u8 = 64;
/// The squares of the start of the game, rank by rank from a1, and the side to move.
const START: (&str, char) = ("---------------------------OX------XO---------------------------", 'b');

/// A square such as `f5`, from a word in letters of either case; `None` for any other word.
pub(super) fn square(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']).then_some(word)
}

/// A position as Edax writes it: 64 squares and the side to move with a semicolon. Returns the squares, of `X`, `O` and
/// `-`, and `b` or `w`.
pub(super) fn edax_board(text: &str) -> IResult<&str, (String, char)> {
    let squares = take_while_m_n(64, 64, |c| "XO*-.xo".contains(c));
    let squares = map(squares, |text: &str| text.to_ascii_uppercase().replace('*', "X").replace('.', "-"));
    let side = map(one_of("XO*xo"), |c| if "Oo".contains(c) { 'w' } else { 'b' });
    terminated(separated_pair(squares, space0, side), (space0, char(';'))).parse(text)
}

/// The discs that Black has more than White, the empty squares counted for the winner. `None` if there are more discs
/// than squares.
pub(super) fn difference(discs: [u8; 2]) -> Option<i32> {
    let squares = i32::from(SQUARES);
    let [black, white] = discs.map(i32::from);
    let difference = match black.cmp(&white) {
        Ordering::Less => 2 * black - squares,
        Ordering::Equal => 0,
        Ordering::Greater => squares - 2 * white,
    };
    (black + white <= squares).then_some(difference)
}

/// A start position as a record has it: `None` for the start of the game. The squares are 64 of `X`, `O` and `-`.
pub(super) fn start_of(squares: &str, side: char) -> Option<String> {
    ((squares, side) != START).then(|| format!("{squares} {side}"))
}

/// The squares and the side to move at the start of a record, as [`start_of`] takes them.
///
/// # Errors
/// What was expected and what was found.
pub(super) fn start_squares(game: &GameRecord) -> Result<(String, char), String> {
    let Some(start) = &game.start else { return Ok((START.0.into(), START.1)) };
    let wrong = || format!("expected a position of Reversi, found '{start}'");
    let (board, side) = start.split_once(' ').ok_or_else(wrong)?;
    let side = match side {
        "b" | "X" => 'b',
        "w" | "O" => 'w',
        _ => return Err(wrong()),
    };
    let squares: String = board
        .chars()
        .filter(|c| *c != '/')
        .flat_map(|c| match c {
            '1'..='8' => std::iter::repeat_n('-', c as usize - '0' as usize),
            '.' => std::iter::repeat_n('-', 1),
            c => std::iter::repeat_n(c, 1),
        })
        .collect();
    let is_board = squares.len() == usize::from(SQUARES) && squares.bytes().all(|c| b"XO-".contains(&c));
    if is_board { Ok((squares, side)) } else { Err(wrong()) }
}

/// The result by the discs that Black has more than White.
pub(super) fn result_of(difference: i32) -> Outcome {
    match difference {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

/// Sets the result, and the score as a tag, by the discs that Black has more than White once the empty squares are
/// counted. Returns false, and sets nothing, if no game ends so.
pub(super) fn set_score(game: &mut GameRecord, difference: i32) -> bool {
    let squares = i32::from(SQUARES);
    let is_score = difference.abs() <= squares && difference % 2 == 0;
    if is_score {
        let [black, white] = [squares + difference, squares - difference].map(|discs| discs / 2);
        game.tags.push((SCORE.into(), format!("{black}-{white}")));
        game.result = Some(result_of(difference).into());
    }
    is_score
}

/// Sets the result and the score by the discs at the end of a game. The empty squares are the winner's. A file that gives
/// another result, such as that of a loss on time, keeps its own score.
pub fn set_final_score(game: &mut GameRecord, [black, white]: [i32; 2]) {
    let empty = i32::from(SQUARES) - black - white;
    let difference = black - white + empty * (black - white).signum();
    if game.outcome().is_none_or(|result| result == result_of(difference)) {
        game.tags.retain(|(name, _)| name != SCORE);
        set_score(game, difference);
    }
}

/// The discs of Black and of White by the score of a record; `None` if it has no score, or one that does not fit the
/// result, such as that of a finished game whose loser ran out of time.
pub(super) fn score(game: &GameRecord) -> Option<[u8; 2]> {
    let (black, white) = tag(game, SCORE)?.split_once('-')?;
    let score: [u8; 2] = [black.parse().ok()?, white.parse().ok()?];
    let [black, white] = score.map(i32::from);
    let fits = game.outcome().is_none_or(|result| result == result_of(black - white));
    (black + white == i32::from(SQUARES) && fits).then_some(score)
}

/// The value of a tag of a record.
pub(super) fn tag<'a>(game: &'a GameRecord, name: &str) -> Option<&'a str> {
    game.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// Checks that a record is a game of Reversi.
///
/// # Errors
/// What was expected and what was found.
pub(super) fn check_variant(game: &GameRecord) -> Result<(), String> {
    match game.variant {
        None | Some(REVERSI) => Ok(()),
        Some(other) => Err(format!("expected a game of reversi, found {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_positions_and_scores() {
        assert_eq!(
            ["F5", "a1", "i1", "a9", "", "é1", "a11"].map(|word| square(word).is_some()),
            [true, true, false, false, false, false, false]
        );
        let mut game = GameRecord::default();
        assert_eq!(start_squares(&game).map(|(squares, side)| start_of(&squares, side)), Ok(None));
        for same in ["8/8/8/3OX3/3XO3/8/8/8 b", &format!("{} X", START.0.replace('-', "."))] {
            game.start = Some(same.into());
            assert_eq!(start_squares(&game), Ok((START.0.into(), 'b')), "{same}");
        }
        game.start = Some("8/8/8/3OX3/3XO3/8/8/7X w".into());
        let (squares, side) = start_squares(&game).expect("a position");
        assert_eq!(start_of(&squares, side), Some(format!("{squares} w")));
        for wrong in ["", "8 b", "8/8/8/8/8/8/8/8/8 b", "8/8/8/3OX3/3XO3/8/8/7Z w", "8/8/8/3OX3/3XO3/8/8/8 x", "é b"] {
            game.start = Some(wrong.into());
            assert!(start_squares(&game).is_err(), "{wrong}");
        }
        for (difference, score, discs) in [(0, "32-32", [32, 32]), (64, "64-0", [64, 0]), (-10, "27-37", [27, 37])] {
            let mut game = GameRecord::default();
            assert!(set_score(&mut game, difference));
            assert_eq!((tag(&game, SCORE), super::score(&game)), (Some(score), Some(discs)));
            assert_eq!(game.outcome(), Some(result_of(difference)));
            game.result = Some(result_of(if difference > 0 { -1 } else { 1 }).into());
            assert_eq!(super::score(&game), None);
        }
        let mut none = GameRecord::default();
        assert_eq!([1, 66, -66].map(|difference| set_score(&mut none, difference)), [false; 3]);
        for wrong in ["", "3", "30-30", "300-1", "-1-65", "255-65"] {
            none.tags = vec![(SCORE.into(), wrong.into())];
            assert_eq!(score(&none), None, "{wrong}");
        }
    }
}
