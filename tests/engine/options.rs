//! Options: advertised defaults, and values that an option has already.

use petteia_core::RandomSource;
use petteia_engine::{Engine, Origin, VARIANTS, Variant, options};

fn engine(variant: &'static Variant) -> Engine {
    Engine::new(VARIANTS, variant).expect("random bytes").with_files(true)
}

/// Name and default of every option with a value, as the handshake advertises them.
fn defaults(engine: &Engine) -> Vec<(String, String)> {
    let lines = options::handshake(VARIANTS, engine.options());
    let read = |line: &String| {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let (_, value) = rest.split_once(" default ")?;
        let end = [" min ", " var "].iter().filter_map(|end| value.find(end)).min().unwrap_or(value.len());
        Some((name.to_owned(), value[..end].to_owned()))
    };
    let found: Vec<_> = lines.iter().filter_map(read).collect();
    assert!(found.len() >= 11, "{lines:?}");
    found
}

/// All that a client can notice of an engine, and its chance.
fn state(engine: &Engine) -> (Vec<String>, String, String, Vec<String>, u64, RandomSource) {
    let game = engine.game().expect("a position");
    let declared = options::handshake(VARIANTS, engine.options());
    (declared, game.fen(), game.start_fen(), game.played_moves(), game.key(), engine.options().chance())
}

/// Sets every option to its default, in a position of a game in progress.
fn send_defaults_back(engine: &mut Engine) {
    for (name, value) in defaults(engine) {
        let before = state(engine);
        engine.set_option(&name, Some(&value)).unwrap_or_else(|error| panic!("{name} {value}: {error}"));
        assert_eq!(state(engine), before, "{name} {value}");
    }
}

#[test]
fn every_advertised_default_changes_nothing() {
    for variant in VARIANTS {
        let mut engine = engine(variant);
        send_defaults_back(&mut engine);
        if variant.secrets {
            assert!(matches!(engine.options().chance(), RandomSource::Key(_)), "{}", variant.name);
            let before = engine.options().chance();
            engine.new_game().expect("no job");
            assert_ne!(engine.options().chance(), before, "{}", variant.name);
        } else {
            let first = engine.game().and_then(|game| Ok(game.moves(None)?)).expect("moves").remove(0);
            engine.play(&[&first]).expect("a legal move");
            send_defaults_back(&mut engine);
            assert_eq!(engine.game().expect("a position").played_moves(), [first]);
            assert_eq!(engine.options().chance(), RandomSource::Seed(1), "{}", variant.name);
        }
    }
}

#[test]
fn a_value_that_an_option_has_is_without_effect() {
    for variant in VARIANTS {
        let mut engine = engine(variant);
        for (name, value) in [("Seed", "7"), ("Hash", "2"), ("Seats", "5"), ("UCI_ShowWDL", "true"), ("Threads", "2")] {
            engine.set_option(name, Some(value)).expect(name);
        }
        if !variant.secrets {
            let fen = engine.game().expect("a position").fen();
            engine.set_position(Origin::Fen(&fen), &[]).expect("the same position");
        }
        send_defaults_back(&mut engine);
        let names = variant.names().map(str::to_ascii_uppercase);
        for name in names {
            let before = state(&engine);
            engine.set_option("Game", Some(&name)).expect("a game");
            assert_eq!(state(&engine), before, "{name}");
        }
    }
}

#[test]
fn a_seed_of_zero_is_unset() {
    for variant in VARIANTS {
        let mut engine = engine(variant);
        let first = engine.options().chance();
        engine.set_option("Seed", Some("5")).expect("a seed");
        assert_eq!(engine.options().chance(), RandomSource::Seed(5));
        engine.set_option("Seed", Some("0")).expect("no seed");
        let unset = engine.options().chance();
        engine.new_game().expect("no job");
        let second = engine.options().chance();
        if variant.secrets {
            assert!([unset, second].iter().all(|chance| matches!(chance, RandomSource::Key(_))));
            assert!(first != second && unset != second && first != unset, "{}", variant.name);
            assert!(engine.seed().is_err());
        } else {
            assert_eq!([first, unset, second], [RandomSource::Seed(1); 3]);
        }
    }
}

#[test]
fn a_file_that_an_option_has_is_not_read_again() {
    let mut engine = engine(VARIANTS.iter().find(|variant| variant.name == "dixit").expect("the game"));
    let deck = std::env::temp_dir().join(format!("petteia-deck-{}.tsv", std::process::id()));
    std::fs::copy("crates/petteia-games/src/dixit/deck.tsv", &deck).expect("a deck");
    let name = deck.to_str().expect("text");
    engine.set_option("Deck", Some(name)).expect("a deck");
    std::fs::remove_file(&deck).expect("it is there");
    let before = state(&engine);
    assert!(before.0.iter().any(|line| line.ends_with(&format!("default {name}"))), "{:?}", before.0);
    engine.set_option("Deck", Some(name)).expect("the same deck");
    assert_eq!(state(&engine), before);
    for empty in [Some("<empty>"), Some(""), None] {
        engine.set_option("Deck", empty).expect("no deck");
    }
    assert!(engine.set_option("Deck", Some(name)).is_err(), "it is read now");
}
