//! Network files: lines of text on the origin of the network, an empty line, then the numbers, compressed with zlib
//! (RFC 1950), whose checksum they have.
//!
//! The numbers are the feature bias, the row of each feature, then the weights and the bias of each output layer. Each is
//! an unsigned 16-bit integer in the order 0, -1, 1, -2, ..., so that small numbers have a high byte of 0. The low bytes
//! of all numbers come first, then the high bytes: they have more in common with each other.

use std::error::Error;
use std::fmt;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::{Network, OutputLayer, Row};
use crate::text::one_line;

/// First line of every network file, without the version.
const TITLE: &str = "petteia network ";
/// The version of the format.
const VERSION: &str = "2";
/// Effort of the compression: the highest of zlib.
const LEVEL: u8 = 9;

/// Whether these first bytes of a file are the start of a network file of any version.
#[must_use]
pub fn is_network(bytes: &[u8]) -> bool {
    bytes.starts_with(TITLE.as_bytes())
}

/// Why bytes are not a network file of the requested size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkFileError {
    /// The title line or the empty line after the text is missing.
    Text,
    /// The compressed numbers are damaged or incomplete.
    Damaged,
    /// The network has another number of features, units or stages.
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
                write!(f, "no network: expected the line '{TITLE}{VERSION}' and an empty line at the end of the text")
            }
            Self::Damaged => f.write_str("expected numbers with their checksum, found damaged ones"),
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
    let mut text = format!("{TITLE}{VERSION}\n");
    for (name, value) in provenance {
        text.push_str(&format!("{name}: {}\n", one_line(value)));
    }
    text.push('\n');
    let mut numbers = network.feature_bias.0.to_vec();
    numbers.extend(network.feature_rows.iter().flat_map(|row| row.0));
    for layer in &network.output_layers {
        numbers.extend(layer.weights.iter().flat_map(|row| row.0));
        numbers.push(layer.bias);
    }
    let folded = || numbers.iter().map(|&number| fold(number).to_le_bytes());
    let bytes: Vec<u8> = folded().map(|[low, _]| low).chain(folded().map(|[_, high]| high)).collect();
    [text.into_bytes(), compress_to_vec_zlib(&bytes, LEVEL)].concat()
}

/// The place of a number in the order 0, -1, 1, -2, ...
const fn fold(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)).cast_unsigned()
}

/// The number at a place of the order 0, -1, 1, -2, ...
const fn unfold(place: u16) -> i16 {
    (place >> 1).cast_signed() ^ -(place & 1).cast_signed()
}

impl<const L: usize, const U: usize, const P: usize> Network<L, U, P> {
    /// Reads a network file with this number of features and stages.
    ///
    /// # Errors
    /// The bytes are not such a file.
    pub fn read(bytes: &[u8], features: usize, stages: usize) -> Result<Self, NetworkFileError> {
        let title = bytes.strip_prefix(TITLE.as_bytes()).and_then(|rest| rest.strip_prefix(VERSION.as_bytes()));
        let text_end = bytes.windows(2).position(|two| two == b"\n\n").filter(|_| title.is_some());
        let packed = &bytes[text_end.ok_or(NetworkFileError::Text)? + 2..];
        let layer = P * U + 1;
        let expected = 2 * ((1 + features) * U + stages * layer);
        let bytes = decompress_to_vec_zlib_with_limit(packed, expected).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => NetworkFileError::Length { expected, found: error.output.len() + 1 },
            _ => NetworkFileError::Damaged,
        })?;
        if bytes.len() != expected {
            return Err(NetworkFileError::Length { expected, found: bytes.len() });
        }
        let (low, high) = bytes.split_at(expected / 2);
        let numbers: Vec<i16> =
            low.iter().zip(high).map(|(&low, &high)| unfold(u16::from_le_bytes([low, high]))).collect();
        let (rows, layers) = numbers.split_at((1 + features) * U);
        let mut rows = rows.chunks_exact(U).map(read_row);
        let feature_bias = rows.next().unwrap_or(Row::ZERO);
        let feature_rows = rows.collect();
        let read_layer = |layer: &[i16]| {
            let weights = std::array::from_fn(|p| read_row(&layer[p * U..(p + 1) * U]));
            OutputLayer { weights, bias: layer[P * U] }
        };
        let output_layers = layers.chunks_exact(layer).map(read_layer).collect();
        Ok(Self { feature_bias, feature_rows, output_layers })
    }
}

/// A row of these numbers.
fn read_row<const U: usize>(numbers: &[i16]) -> Row<U> {
    let mut row = Row::ZERO;
    row.0.copy_from_slice(numbers);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_folded_by_size() {
        assert_eq!([0, -1, 1, -2, 2, i16::MAX, i16::MIN].map(fold), [0, 1, 2, 3, 4, u16::MAX - 1, u16::MAX]);
        assert!((i16::MIN..=i16::MAX).all(|number| unfold(fold(number)) == number));
    }

    #[test]
    fn files_are_read_as_written() {
        let row = |n: i16| Row([n, -n, n + 1, 300, -300]);
        let network = Network::<2, 5, 1> {
            feature_bias: row(1),
            feature_rows: vec![row(2), row(-3)],
            output_layers: vec![OutputLayer { weights: [row(4)], bias: -5 }],
        };
        let read = |bytes: &[u8], features| Network::<2, 5, 1>::read(bytes, features, 1);
        let bytes = write(&network, &[("seed", "1".into())]);
        assert_eq!(read(&bytes, 2).as_ref(), Ok(&network));
        assert!(bytes.starts_with(b"petteia network 2\nseed: 1\n\n"));
        let bytes_of = |commit: &str| write(&network, &[("commit", commit.into())]);
        assert!(bytes_of("a\n\nb\0").starts_with(b"petteia network 2\ncommit: a\\n\\nb\\u{0}\n\n"));
        assert_eq!(read(&bytes_of("a\n\nb"), 2).as_ref(), Ok(&network));
        assert_eq!(read(&bytes, 3), Err(NetworkFileError::Length { expected: 52, found: 42 }));
        assert!(matches!(read(&bytes, 1), Err(NetworkFileError::Length { expected: 32, .. })));
        assert_eq!(read(&bytes[1..], 2), Err(NetworkFileError::Text));
        for at in bytes.len() - 20..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(
                matches!(read(&damaged, 2), Err(NetworkFileError::Damaged | NetworkFileError::Length { .. })),
                "{at}"
            );
            assert_eq!(read(&bytes[..at], 2), Err(NetworkFileError::Damaged), "{at}");
        }
    }
}
