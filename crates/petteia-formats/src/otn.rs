//! OpenTafl notation (`opentafl-notation-spec.txt` of OpenTafl) of positions and moves, as text to and from the tafl games
//! of this program.
//!
//! A position begins with rank 1: `/3ttt3/4t4/.../`. The letter `t` is an attacker (a mercenary here), `T` a defender (a
//! guard), `K` the king; a number counts empty squares. A move is `a4-a1`, or has its piece, its captures and what it
//! threatens as well: `Ke5-e8xe9/d8+`.

use nom::branch::alt;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{char, digit1, one_of, u8};
use nom::combinator::{all_consuming, map_opt, not, opt, recognize, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use petteia_core::{FenError, Side};

/// The pieces: their letters in this notation and in a FEN.
const PIECES: [(char, char); 3] = [('t', 'a'), ('T', 'D'), ('K', 'K')];
/// The sizes of the boards, in files and in ranks.
const SIZES: [usize; 3] = [7, 9, 11];

/// Reads a position record into the board of a FEN.
///
/// # Errors
/// The first part of the text that does not belong there.
pub fn read_board(text: &str) -> Result<String, FenError> {
    let mut ranks = read_ranks(text)?;
    ranks.reverse();
    Ok(ranks.join("/"))
}

/// Reads the ranks of a record, each as a FEN has it, in the order of the text.
pub(super) fn read_ranks(text: &str) -> Result<Vec<String>, FenError> {
    let piece = map_opt(one_of("tTK"), |letter| {
        PIECES.iter().find(|(own, _)| *own == letter).map(|(_, piece)| (1, piece.to_string()))
    });
    let body = text.strip_prefix('/').unwrap_or(text);
    let parts = body.strip_suffix('/').unwrap_or(body).split('/');
    let size = parts.clone().count();
    let run = |digits: &str| digits.parse().ok().filter(|squares| (1..=size).contains(squares));
    let empty = map_opt(digit1, run).map(|squares| (squares, squares.to_string()));
    let is_full = |parts: &Vec<(usize, String)>| parts.iter().map(|(squares, _)| squares).sum::<usize>() == size;
    let mut rank = all_consuming(verify(many1(alt((piece, empty))), is_full));
    let mut at = text.len() - body.len();
    let refuse = |at: usize| {
        let found = text[at..].chars().next().map_or("the end".into(), |c| format!("'{c}'"));
        FenError::new(at, "7, 9 or 11 ranks of as many squares, with t, T, K and numbers between slashes", found)
    };
    if !SIZES.contains(&size) {
        return Err(refuse(usize::from(text == "/")));
    }
    let mut ranks = Vec::new();
    for part in parts {
        let parsed: IResult<&str, Vec<(usize, String)>> = rank.parse(part);
        let (_, pieces) = parsed.map_err(|_| refuse(at))?;
        ranks.push(pieces.into_iter().map(|(_, piece)| piece).collect());
        at += part.len() + 1;
    }
    Ok(ranks)
}

/// The position record of a board of a FEN; `None` for any other text.
#[must_use]
pub fn write_board(board: &str) -> Option<String> {
    let letter = |c: char| {
        let piece = PIECES.iter().find(|(_, piece)| *piece == c).map(|(letter, _)| *letter);
        piece.or(Some(c).filter(char::is_ascii_digit))
    };
    let rank = |rank: &str| rank.chars().map(letter).collect::<Option<String>>();
    let ranks: Vec<String> = board.rsplit('/').map(rank).collect::<Option<_>>()?;
    Some(format!("/{}/", ranks.join("/"))).filter(|record| read_ranks(record).is_ok())
}

/// The side of the piece on a square such as `e5` of the board of a FEN. Attackers are the first player.
#[must_use]
pub fn side_on(board: &str, square: &str) -> Option<Side> {
    let (rest, (file, rank)) = file_and_rank(square).ok()?;
    let lower = board.split('/').count().checked_sub(usize::from(rank)).filter(|_| rest.is_empty())?;
    let mut before = usize::from(file as u8 - b'a');
    let mut letters = board.split('/').nth(lower)?.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut run = letter.to_digit(10).unwrap_or(1);
        while let Some(digit) = letters.peek().filter(|_| letter.is_ascii_digit()).and_then(|next| next.to_digit(10)) {
            run = 10 * run + digit;
            letters.next();
        }
        match before.checked_sub(run as usize) {
            Some(further) => before = further,
            None if letter == 'a' => return Some(Side::First),
            None => return ['D', 'K'].contains(&letter).then_some(Side::Second),
        }
    }
    None
}

/// The square on which a move of this program, such as `a4a1`, ends.
#[must_use]
pub fn target(word: &str) -> Option<&str> {
    let parsed: IResult<_, _> = all_consuming((square, square)).parse(word);
    parsed.ok().map(|(_, (_, to))| to)
}

/// Reads a move into one of this program, such as `a4a1`; `None` if the text is no move.
#[must_use]
pub fn parse_move(text: &str) -> Option<String> {
    let piece = || opt(one_of("tTK"));
    let captures = (char('x'), separated_list1(char('/'), (piece(), square)));
    let threat = take_while_m_n(0, 3, |c| c == '+' || c == '-');
    let parsed: IResult<_, _> = all_consuming((piece(), square, char('-'), square, opt(captures), threat)).parse(text);
    parsed.ok().map(|(_, (_, from, _, to, _, _))| format!("{from}{to}"))
}

/// A move of this program in simple notation, such as `a4-a1`; `None` if the word is no move.
#[must_use]
pub fn write_move(word: &str) -> Option<String> {
    let parsed: IResult<_, _> = all_consuming((square, square)).parse(word);
    parsed.ok().map(|(_, (from, to))| format!("{from}-{to}"))
}

pub(super) fn square(text: &str) -> IResult<&str, &str> {
    recognize(file_and_rank).parse(text)
}

/// The file, `a` to `k`, and the rank, 1 to 11, of a square.
fn file_and_rank(text: &str) -> IResult<&str, (char, u8)> {
    (one_of("abcdefghijk"), verify(preceded(not(char('0')), u8), |rank| (1..=11).contains(rank))).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "8K/9/9/9/4D4/9/9/9/a1a6";
    const RECORD: &str = "/t1t6/9/9/9/4T4/9/9/9/8K/";

    #[test]
    fn positions() {
        assert_eq!(read_board(RECORD).as_deref(), Ok(BOARD));
        assert_eq!(read_board(RECORD.trim_matches('/')).as_deref(), Ok(BOARD));
        assert_eq!(write_board(BOARD).as_deref(), Some(RECORD));
        for (wrong, at) in [
            ("", 0),
            ("/", 1),
            ("/9/9/9/9/9/9/9/9/", 0),
            ("/9/9/9/9/9/9/9/9/9/9/", 0),
            ("/t1t6/8/9/9/9/9/9/9/9/", 6),
            ("/7/7/7/7/7/7/8/", 13),
            ("/10/10/10/10/10/10/10/10/10/10/", 0),
            ("/t1t6/10/9/9/9/9/9/9/9/", 6),
            ("/t1t6/45/9/9/9/9/9/9/9/", 6),
            ("/t1t6/k8/9/9/9/9/9/9/9/", 6),
            ("/t1té6/9/9/9/9/9/9/9/9/", 1),
            ("//9/9/9/9/9/9/9/9/9/", 0),
        ] {
            assert_eq!(read_board(wrong).expect_err(wrong).at, at, "{wrong}");
        }
        for (board, record) in [
            ("7/7/7/3K3/7/7/a6", "/t6/7/7/3K3/7/7/7/"),
            ("11/10a/11/11/11/K10/11/11/11/11/11", "/11/11/11/11/11/K10/11/11/11/10t/11/"),
        ] {
            assert_eq!(read_board(record).as_deref(), Ok(board));
            assert_eq!(write_board(board).as_deref(), Some(record));
        }
        for wrong in ["", "8K", "8K/9/9/9/4D4/9/9/9/a1a7", "8K/9/9/9/4D4/9/9/9/a1t6", &format!("{BOARD}/9")] {
            assert_eq!(write_board(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pieces_on_squares() {
        let sides = ["a1", "b1", "c1", "e5", "i9", "i1", "a9"].map(|square| side_on(BOARD, square));
        let [black, white] = Side::BOTH.map(Some);
        assert_eq!(sides, [black, None, black, white, white, None, None]);
        let large = "11/10a/11/11/11/K10/11/11/11/11/11";
        assert_eq!(["k10", "j10", "a6", "a11"].map(|square| side_on(large, square)), [black, None, white, None]);
        for wrong in ["", "a", "j1", "a0", "A1", "é", "a:", "a10", "a01", "a1b"] {
            assert_eq!(side_on(BOARD, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moves() {
        for (text, word) in [
            ("a4-a1", "a4a1"),
            ("e5-e8", "e5e8"),
            ("f8-f7xf6", "f8f7"),
            ("Kb5-b9--", "b5b9"),
            ("Te6-e7xe8/td7/f7+", "e6e7"),
            ("a3-e3-", "a3e3"),
            ("e3-e4xKe5++", "e3e4"),
            ("k10-k11xj11/i11", "k10k11"),
        ] {
            assert_eq!(parse_move(text).as_deref(), Some(word));
        }
        for wrong in [
            "", "---", "a4", "a4a1", "a4-", "a4-a0", "a4-l1", "a4-a12", "a4-a01", "a4^a1", "a4=a1", "a4-a1x", "a4-a1 ",
            "é4-a1",
        ] {
            assert_eq!(parse_move(wrong), None, "{wrong}");
        }
        assert_eq!(write_move("a4a1").as_deref(), Some("a4-a1"));
        assert_eq!(write_move("a11k11").as_deref(), Some("a11-k11"));
        assert_eq!(target("a10a11"), Some("a11"));
        assert_eq!(["a4", "a4a12", "a4-a1", ""].map(write_move), [None, None, None, None]);
    }
}
