//! Network files: lines of text on the origin of the network, an empty line, then 16-bit little-endian integers.
//!
//! The integers are the feature bias, the row of each feature, then the weights and the bias of each output layer.

use std::error::Error;
use std::fmt;

use super::{Network, OutputLayer, Row};
use crate::text::one_line;

/// First line of every network file.
const TITLE: &str = "petteia network 1";

/// Whether these first bytes of a file are the start of a network file.
#[must_use]
pub fn is_network(bytes: &[u8]) -> bool {
    bytes.starts_with(TITLE.as_bytes())
}

/// Why bytes are not a network file of the requested size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkFileError {
    /// The title line or the empty line after the text is missing.
    Text,
    /// The length of the integers is wrong.
    Length {
        /// Bytes that the features, stages and units need.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text => {
                write!(f, "no network: expected the line '{TITLE}' and an empty line at the end of the text")
            }
            Self::Length { expected, found } => write!(f, "expected {expected} bytes of numbers, found {found}"),
        }
    }
}

impl Error for NetworkFileError {}

/// The origin of a network: the name and the value of each line of the text.
pub type Provenance<'a> = &'a [(&'a str, String)];

/// Writes a network file. Control characters in a value are escaped, since a line feed would end the line or the text.
#[must_use]
pub fn write<const L: usize, const U: usize, const P: usize>(
    network: &Network<L, U, P>,
    provenance: Provenance,
) -> Vec<u8> {
    let mut text = format!("{TITLE}\n");
    for (name, value) in provenance {
        text.push_str(&format!("{name}: {}\n", one_line(value)));
    }
    text.push('\n');
    let mut bytes = text.into_bytes();
    let write_row = |bytes: &mut Vec<u8>, row: &Row<U>| bytes.extend(row.0.iter().flat_map(|x| x.to_le_bytes()));
    write_row(&mut bytes, &network.feature_bias);
    network.feature_rows.iter().for_each(|row| write_row(&mut bytes, row));
    for layer in &network.output_layers {
        layer.weights.iter().for_each(|row| write_row(&mut bytes, row));
        bytes.extend(layer.bias.to_le_bytes());
    }
    bytes
}

impl<const L: usize, const U: usize, const P: usize> Network<L, U, P> {
    /// Reads a network file with this number of features and stages.
    ///
    /// # Errors
    /// The bytes are not such a file.
    pub fn read(bytes: &[u8], features: usize, stages: usize) -> Result<Self, NetworkFileError> {
        let text_end = bytes.windows(2).position(|two| two == b"\n\n").filter(|_| bytes.starts_with(TITLE.as_bytes()));
        let bytes = &bytes[text_end.ok_or(NetworkFileError::Text)? + 2..];
        let expected = 2 * ((1 + features + stages * P) * U + stages);
        if bytes.len() != expected {
            return Err(NetworkFileError::Length { expected, found: bytes.len() });
        }
        let (rows, layers) = bytes.split_at(2 * (1 + features) * U);
        let mut rows = rows.chunks_exact(2 * U).map(read_row);
        let feature_bias = rows.next().unwrap_or(Row::ZERO);
        let feature_rows = rows.collect();
        let read_layer = |layer: &[u8]| {
            let (weights, bias) = layer.split_at(2 * P * U);
            let weights = std::array::from_fn(|p| read_row(&weights[2 * p * U..]));
            OutputLayer { weights, bias: i16::from_le_bytes([bias[0], bias[1]]) }
        };
        let output_layers = layers.chunks_exact(2 * (P * U + 1)).map(read_layer).collect();
        Ok(Self { feature_bias, feature_rows, output_layers })
    }
}

/// The row at the start of bytes.
fn read_row<const U: usize>(bytes: &[u8]) -> Row<U> {
    let mut row = Row::ZERO;
    row.0.iter_mut().zip(bytes.chunks_exact(2)).for_each(|(x, two)| *x = i16::from_le_bytes([two[0], two[1]]));
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_written() {
        let row = |n: i16| Row([n, -n, n + 1, 300, -300]);
        let network = Network::<2, 5, 1> {
            feature_bias: row(1),
            feature_rows: vec![row(2), row(-3)],
            output_layers: vec![OutputLayer { weights: [row(4)], bias: -5 }],
        };
        let bytes = write(&network, &[("seed", "1".into())]);
        assert_eq!(Network::<2, 5, 1>::read(&bytes, 2, 1).as_ref(), Ok(&network));
        assert!(bytes.starts_with(b"petteia network 1\nseed: 1\n\n"));
        let bytes_of = |commit: &str| write(&network, &[("commit", commit.into())]);
        assert!(bytes_of("a\n\nb\0").starts_with(b"petteia network 1\ncommit: a\\n\\nb\\u{0}\n\n"));
        assert_eq!(Network::<2, 5, 1>::read(&bytes_of("a\n\nb"), 2, 1).as_ref(), Ok(&network));
        let length = NetworkFileError::Length { expected: 52, found: 42 };
        assert_eq!(Network::<2, 5, 1>::read(&bytes, 3, 1), Err(length));
        assert_eq!(Network::<2, 5, 1>::read(&bytes[1..], 2, 1), Err(NetworkFileError::Text));
    }
}
