//! A malformed position is refused with its place.

use petteia_core::Notation;

use crate::custodial::games::{
    Gonu, Latrunculi8x7, Latrunculi8x8, Latrunculi19x11, LatrunculiConversion, Sparta, TablutCross,
};

fn refused<P: Notation>(cases: &[(&str, usize)]) {
    for &(text, at) in cases {
        let Err(error) = P::parse_fen(text) else { panic!("{text} is read") };
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty(), "{text}");
        assert!(error.found.len() < 70, "{text}: {error}");
    }
}

fn read<P: Notation>(cases: &[(&str, &str)]) {
    for &(text, canonical) in cases {
        assert_eq!(P::parse_fen(text).map(|p| p.to_fen()).as_deref(), Ok(canonical), "{text}");
    }
}

#[test]
fn malformed_gonu_positions_are_refused() {
    refused::<Gonu>(&[
        ("", 0),
        ("8/8/8/8/8/8/8/8", 15),
        ("8/8/8/8/8/8/8/8 x", 16),
        ("8/8/8/8/8/8/8/8 W", 16),
        ("8/8/8/8/8/8/8/8 w w", 18),
        ("8/8/8/8/8/8/8 w", 13),
        ("8/8/8/8/8/8/8/8/8 w", 15),
        ("8/8/8/8/8/8/8/ w", 14),
        ("8/8/8/8/8/8/8/9 w", 14),
        ("8/8/8/8/8/8/8/7 w", 15),
        ("8/8/8/8/8/8/8/P8 w", 15),
        ("8/8/8/8/8/8/8/8P w", 15),
        ("8/8/8/8/8/8/8/0P7 w", 14),
        ("8/8/8/8/8/8/8/44 w", 14),
        ("8/8/8/8/8/8/8/99999999999999999999999 w", 14),
        ("8/8/8/8/8/8/8/D7 w", 14),
        ("8/8/8/8/8/8/8/é7 w", 14),
        ("8/8/8/８/8/8/8/8 w", 6),
        ("8/8/8/\0/8/8/8/8 w", 6),
    ]);
    read::<Gonu>(&[
        (" 8/8/8/8/8/8/8/8\t w ", "8/8/8/8/8/8/8/8 w"),
        ("PPPPPPPP/PPPPPPPP/8/8/8/8/8/p1p5 b", "PPPPPPPP/PPPPPPPP/8/8/8/8/8/p1p5 b"),
    ]);
}

#[test]
fn malformed_tablut_positions_are_refused() {
    refused::<TablutCross>(&[
        ("9/9/9/9/9/9/9/9/8 w", 17),
        ("9/9/9/9/9/9/9/9/10 w", 16),
        ("9/9/9/9/4K4/9/9/9/8K w", 19),
        ("9/9/9/9/4A4/9/9/9/9 w", 9),
    ]);
    // A piece may stand on a closed square and leave it.
    read::<TablutCross>(&[
        ("a7D/9/9/9/4D4/9/9/K8/9 b", "a7D/9/9/9/4D4/9/9/K8/9 b"),
        ("9/9/9/9/9/9/9/9/9 b", "9/9/9/9/9/9/9/9/9 b"),
    ]);
}

#[test]
fn malformed_latrunculi_positions_are_refused() {
    refused::<Latrunculi8x8>(&[
        ("8/8/8/8/8/8/8/8 w", 15),
        ("D7/8/8/8/8/8/8/8 w", 16),
        ("D7/d7/8/8/8/8/8/D7 w", 16),
        ("D7/d7/8/8/8/8/8/d7 w", 16),
        ("D7/d7/8/8/8/8/8 w", 15),
        ("D7/d7/7/8/8/8/8/8 w", 7),
    ]);
    refused::<Latrunculi8x7>(&[("D7/d7/8/8/8/8/8/8 w", 15)]);
    refused::<Latrunculi19x11>(&[("D18/d18/19/19/19/19/19/19/19/19/20 w", 32), ("D18/d18/19 w", 10)]);
    refused::<LatrunculiConversion>(&[("D7/d7/8/8/8/8/8/8 w", 0)]);
    read::<Latrunculi19x11>(&[("D18/d18/19/19/19/19/19/19/19/19/5P13 w", "D18/d18/19/19/19/19/19/19/19/19/5P13 w")]);
}

#[test]
fn malformed_sparta_positions_are_refused() {
    const BOARD: &str = "p7/8/8/8/8/8/8/7P w";
    let with = |cities: &str| format!("{BOARD} {cities}");
    for (cities, at) in [
        ("", 20),
        ("w:a4", 24),
        ("w:a4;", 25),
        ("b:a4;w:-", 20),
        ("w:;b:-", 22),
        ("w:a4,;b:-", 25),
        ("w:a4,i4;b:-", 25),
        ("w:A4;b:-", 22),
        ("w:a4,a4;b:-", 25),
        ("w:a4;b:a4", 27),
        ("w:a4;b:-;", 28),
        ("w:-,a4;b:-", 22),
        ("w:-;b:a44", 26),
        ("w:-;b:- x", 28),
    ] {
        let text = with(cities);
        let Err(error) = Sparta::parse_fen(&text) else { panic!("{text} is read") };
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty(), "{text}");
    }
    for (cities, canonical) in [("w:h5,a4,a3;b:-", "w:a3,a4,h5;b:-"), ("w:-;b:-", "w:-;b:-")] {
        let position = Sparta::parse_fen(&with(cities)).unwrap_or_else(|error| panic!("{cities}: {error}"));
        assert_eq!(position.to_fen(), with(canonical));
    }
}
