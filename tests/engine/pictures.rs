//! Pictures of positions of every game.

use std::collections::BTreeSet;

use petteia_core::{GameOptions, RandomSource};
use petteia_draw::{Options, Picture, Theme, svg};
use petteia_engine::{GameSetup, Session, VARIANTS, Variant, picture};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use roxmltree::Document;

use crate::scenes::play_random;

/// The greatest size of a picture, in bytes.
const SIZE: usize = 40_000;
/// The greatest size with roles and labels of a board of more than 100 cells, in bytes.
const LARGE_SIZE: usize = 100_000;

fn draw(game: &dyn Session, variant: &Variant) -> Picture {
    picture(game, variant.name, None, None).expect("a picture")
}

/// What is true of every picture.
fn check(picture: &Picture, options: &Options, fen: &str) {
    let text = svg(picture, options);
    assert_eq!(text, svg(picture, options), "{fen}");
    let limit = if options.interactive && picture.scene.cells.len() > 100 { LARGE_SIZE } else { SIZE };
    assert!(text.len() <= limit, "{} bytes of {}: {fen}", text.len(), picture.game);
    // A renderer without style sheets paints `var()` black.
    assert!(!text.contains("var(") && !text.contains(char::is_control), "{fen}");
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut ids = BTreeSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id) && id.starts_with(&options.prefix), "{fen}: {id}");
    }
    let uses = document.descendants().filter_map(|node| node.attribute("href"));
    assert!(uses.into_iter().all(|href| href.strip_prefix('#').is_some_and(|id| ids.contains(id))), "{fen}");
    let with = |attribute: &'static str| {
        let nodes = document.descendants().filter_map(move |node| node.attribute(attribute));
        nodes.collect::<BTreeSet<_>>()
    };
    let scene = &picture.scene;
    let keys: BTreeSet<&str> = scene.cells.iter().map(|cell| &*cell.key).filter(|key| !key.is_empty()).collect();
    assert_eq!(with("data-key"), keys, "{fen}");
    let class = |node: &roxmltree::Node, name: &str| node.attribute("class").is_some_and(|c| c.starts_with(name));
    let pieces: BTreeSet<&str> = document
        .descendants()
        .filter(|node| class(node, "pt-piece "))
        .filter_map(|node| node.attribute("data-at"))
        .collect();
    assert_eq!(pieces, scene.pieces.iter().map(|piece| &*piece.at).collect(), "{fen}");
}

#[test]
fn pictures_of_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    for variant in VARIANTS {
        let options = GameOptions { chance: RandomSource::Seed(rng.random()), ..GameOptions::default() };
        let mut game = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a start");
        for ply in 0..60 {
            let theme = Theme::ALL[ply % Theme::ALL.len()];
            let options = Options { theme, turned: ply % 3 == 1, interactive: ply % 2 == 0, ..Options::default() };
            check(&draw(&*game, variant), &options, &game.fen());
            if !play_random(&mut *game, &mut rng) {
                break;
            }
        }
    }
}

/// Marks and arrows of a last move.
fn last_move(variant: &str, fen: &str, word: &str) -> Picture {
    let variant = Variant::find(VARIANTS, variant).expect("a game");
    let options = GameOptions::default();
    let mut game = (variant.open)(&GameSetup { fen: Some(fen), options: &options }).expect("a position");
    game.play(&[word]).expect("a move");
    draw(&*game, variant)
}

#[test]
fn the_last_move_is_marked() {
    let cases = [
        (
            "dvonn",
            "wb......./.b......../.b2........./W4w......../W4r....... b s",
            "b3b1",
            "from b3, to b1, captured c4, captured c5, captured d5",
        ),
        ("reversi", "8/8/8/3OX3/3XO3/8/8/8 b", "d3", "to d3, changed d4"),
        ("checkers", "W:WK15:B10,18", "15x6", "from 15, to 6, captured 10"),
        ("gonu", "p6p/8/3P4/3p4/1Pp1pP2/8/8/3P4 w", "d1d4", "from d1, to d4, captured c4, captured d5, captured e4"),
        ("sparta", "7p/8/8/8/1Ppp4/8/4P3/8 w w:a4,d5,e4,h5;b:a5,d4,e5,h4", "e2e4", "from e2, to e4, changed e4"),
        ("dvonn", ".....W7.../..w.W3w..../r..b7w3....../..b5w5....../......... b s", "pass", ""),
    ];
    for (variant, fen, word, expected) in cases {
        let picture = last_move(variant, fen, word);
        let marks: Vec<String> = picture.marks.iter().map(|mark| format!("{} {}", mark.kind.name(), mark.at)).collect();
        assert_eq!(marks.join(", "), expected, "{variant}");
    }
}

/// The largest picture: all pieces of the largest board, three of which are captured.
#[test]
fn the_largest_board_is_small_enough() {
    let ranks =
        ["pppppppppppppppp3", "8d10", "19", "5P13", "5p13", "3Pp1pP11", "19", "19", "19", "10D8", "PPPPPPPPPPPPPPPP3"];
    let fen = format!("{} w", ranks.join("/"));
    let picture = last_move("latrunculi-19x11", &fen, "f1f6");
    assert_eq!(picture.marks.len(), 5);
    for theme in Theme::ALL {
        for (interactive, turned) in [(false, true), (true, false)] {
            check(&picture, &Options { theme, interactive, turned, ..Options::default() }, &fen);
        }
    }
}

#[test]
fn captures_have_waypoints() {
    let picture = last_move("checkers", "W:WK15:B10,18,19,26-27.", "15x6x10x18x19x26x27");
    let [arrow] = &picture.arrows[..] else { panic!("{:?}", picture.arrows) };
    assert_eq!((arrow.path.first().map(String::as_str), arrow.path.len()), (Some("15"), 6));
    let picture = last_move(
        "epigo",
        "..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../.... 1",
        "3S-7S-1N/2N-5N-6N",
    );
    let arrows: Vec<String> =
        picture.arrows.iter().map(|arrow| format!("{} {}", arrow.label, arrow.path.join(" "))).collect();
    assert!(arrows.contains(&"1 c4 c2".to_owned()), "{arrows:?}");
}

/// The picture of a seat depends on nothing that the seat does not see: it is that of its observation read back.
#[test]
fn pictures_of_seats_have_no_secrets() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(36);
    let variant = Variant::find(VARIANTS, "dixit").expect("a game");
    let options = GameOptions { chance: RandomSource::Seed(7), ..GameOptions::default() };
    let mut game = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a start");
    for _ in 0..30 {
        for seat in 1..=4 {
            let fen = game.fen_of_seat(seat).expect("a seat");
            let alone = (variant.open)(&GameSetup { fen: Some(&fen), options: &options }).expect("an observation");
            let seen = picture(&*game, variant.name, Some(seat), None).expect("a picture");
            assert_eq!(seen, draw(&*alone, variant), "{fen}");
        }
        if !play_random(&mut *game, &mut rng) {
            break;
        }
    }
}

/// What one side of Epigo has committed is in no picture.
#[test]
fn committed_plans_are_in_no_picture() {
    let variant = Variant::find(VARIANTS, "epigo").expect("a game");
    let options = GameOptions::default();
    let mut game = (variant.open)(&GameSetup { fen: None, options: &options }).expect("a start");
    game.play(&["1234X567/7654X321"]).expect("the line-ups");
    let before = [None, Some(1), Some(2)].map(|seat| picture(&*game, variant.name, seat, None));
    game.commit(1, "3S-7S-1N").expect("a plan");
    assert_eq!(before, [None, Some(1), Some(2)].map(|seat| picture(&*game, variant.name, seat, None)));
}
