//! Networks as files: lines of text that say where the network comes from, an empty line, then numbers of 16 bits,
//! the low byte first.

use super::{Network, Row, Stage};
use crate::base::text::one_line;

/// The first line of every file.
const TITLE: &str = "petteia network 1";

/// Why bytes are no network of the kind wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The text does not begin with its title, or does not end.
    #[error("no network: wanted the line '{TITLE}' and an empty line at the end of the text")]
    Text,
    /// Too many or too few numbers.
    #[error("wanted {wanted} bytes of numbers, found {found}")]
    Length {
        /// For the features, stages and units asked for.
        wanted: usize,
        /// In the file.
        found: usize,
    },
}

/// What a file says of the origin of its network: a name and what it stands for in each line.
pub type Provenance<'a> = &'a [(&'a str, String)];

/// The file of a network. A control character in what it stands for is written as an escape, as a line or the whole
/// text would end with it.
#[must_use]
pub fn write<const L: usize, const R: usize>(network: &Network<L, R>, provenance: Provenance) -> Vec<u8> {
    let mut text = format!("{TITLE}\n");
    for (name, value) in provenance {
        text.push_str(&format!("{name}: {}\n", one_line(value)));
    }
    text.push('\n');
    let mut bytes = text.into_bytes();
    let row = |bytes: &mut Vec<u8>, row: &Row<L, R>| {
        bytes.extend(row.linear.iter().chain(&row.screlu).flat_map(|x| x.to_le_bytes()));
    };
    row(&mut bytes, &network.bias);
    network.rows.iter().for_each(|r| row(&mut bytes, r));
    for stage in &network.stages {
        row(&mut bytes, &stage.weights);
        bytes.extend(stage.bias.to_le_bytes());
    }
    bytes
}

impl<const L: usize, const R: usize> Network<L, R> {
    /// Reads a file: a network of so many features and stages.
    ///
    /// # Errors
    /// It is no such file.
    pub fn read(bytes: &[u8], features: usize, stages: usize) -> Result<Self, Malformed> {
        let end = bytes.windows(2).position(|two| two == b"\n\n").filter(|_| bytes.starts_with(TITLE.as_bytes()));
        let bytes = &bytes[end.ok_or(Malformed::Text)? + 2..];
        let wanted = 2 * ((1 + features + stages) * (L + R) + stages);
        if bytes.len() != wanted {
            return Err(Malformed::Length { wanted, found: bytes.len() });
        }
        let mut numbers = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut number = || numbers.next().unwrap_or_default();
        let row = |number: &mut dyn FnMut() -> i16| {
            let mut row = Row::ZERO;
            row.linear.iter_mut().chain(&mut row.screlu).for_each(|x| *x = number());
            row
        };
        let bias = row(&mut number);
        let rows = (0..features).map(|_| row(&mut number)).collect();
        let stages = (0..stages).map(|_| Stage { weights: row(&mut number), bias: number() }).collect();
        Ok(Self { bias, rows, stages })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let row = |n: i16| Row { linear: [n, -n], screlu: [n + 1, 300, -300] };
        let network =
            Network { bias: row(1), rows: vec![row(2), row(-3)], stages: vec![Stage { weights: row(4), bias: -5 }] };
        let bytes = write(&network, &[("seed", "1".into())]);
        assert_eq!(Network::read(&bytes, 2, 1).as_ref(), Ok(&network));
        assert!(bytes.starts_with(b"petteia network 1\nseed: 1\n\n"));
        let bytes_of = |commit: &str| write(&network, &[("commit", commit.into())]);
        assert!(bytes_of("a\n\nb\0").starts_with(b"petteia network 1\ncommit: a\\n\\nb\\u{0}\n\n"));
        assert_eq!(Network::read(&bytes_of("a\n\nb"), 2, 1).as_ref(), Ok(&network));
        let length = Malformed::Length { wanted: 52, found: 42 };
        assert_eq!(Network::<2, 3>::read(&bytes, 3, 1), Err(length));
        assert_eq!(Network::<2, 3>::read(&bytes[1..], 2, 1), Err(Malformed::Text));
    }
}
