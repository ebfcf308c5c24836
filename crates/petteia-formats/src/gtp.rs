//! Lines and vertices of GTP, version 2 ("GTP - Go Text Protocol, version 2, draft 2" by Gunnar Farnebäck).

use petteia_core::BoardView;

/// A command of GTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpCommand<'a> {
    /// The number in front, which the answer repeats; empty if there is none.
    pub id: &'a str,
    /// The name.
    pub name: &'a str,
    /// The words behind it.
    pub arguments: Vec<&'a str>,
}

/// A line without control characters and comments; a tabulator is a blank.
#[must_use]
pub fn clean(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

impl<'a> GtpCommand<'a> {
    /// Reads a line that is [clean]; `None` for an empty one.
    #[must_use]
    pub fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        Some(Self { id, name: words.next()?, arguments: words.collect() })
    }
}

/// The letter of a file; there is no `I`.
fn file_letter(file: usize) -> char {
    char::from(b'A' + file as u8 + u8::from(file >= 8))
}

/// The vertex at a file and a rank, both from 0, such as `J3`.
#[must_use]
pub fn vertex_at(file: usize, rank: usize) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

/// The vertex of a cell.
#[must_use]
pub fn write_vertex(view: &BoardView, cell: usize) -> String {
    vertex_at(cell % view.files, cell / view.files)
}

/// The cell of a vertex in upper or lower case; `None` if there is no such cell on the board.
#[must_use]
pub fn read_vertex(view: &BoardView, text: &str) -> Option<usize> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let file = (0..view.files).find(|&file| file_letter(file) == letter)?;
    let rank = text.get(1..).filter(|rank| rank.bytes().all(|byte| byte.is_ascii_digit()))?;
    let rank = rank.parse::<usize>().ok().filter(|rank| (1..=view.ranks()).contains(rank))?;
    let cell = view.files * (rank - 1) + file;
    view.cells[cell].is_some().then_some(cell)
}

#[cfg(test)]
mod tests {
    use petteia_core::CellView;

    use super::*;

    #[test]
    fn lines() {
        let read = |line| {
            let line = clean(line);
            GtpCommand::read(&line)
                .map(|command| (command.id.to_owned(), command.name.to_owned(), command.arguments.join(",")))
        };
        let expected =
            |id, name: &str, arguments: &str| Some((String::from(id), name.to_owned(), arguments.to_owned()));
        assert_eq!(read(" 12\tplay  black d4 # a move"), expected("12", "play", "black,d4"));
        assert_eq!(read("na\u{7}me\r"), expected("", "name", ""));
        assert_eq!(read("99999999999 name"), expected("99999999999", "name", ""));
        assert_eq!((read("# comment"), read(""), read(" \t"), read("7")), (None, None, None, None));
    }

    #[test]
    fn vertices() {
        let mut view = BoardView::of_squares(11, 5, |_| Some(CellView::default()));
        for cell in 0..55 {
            let vertex = write_vertex(&view, cell);
            assert!(!vertex.contains('I'));
            assert_eq!(read_vertex(&view, &vertex.to_lowercase()), Some(cell));
        }
        assert_eq!((write_vertex(&view, 8), write_vertex(&view, 54)), ("J1".into(), "L5".into()));
        view.cells[0] = None;
        for wrong in ["a1", "i1", "a0", "a6", "m1", "a", "", "1", "a+1", "é1", "aé"] {
            assert_eq!(read_vertex(&view, wrong), None, "{wrong}");
        }
    }
}
