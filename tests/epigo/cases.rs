//! The cases of an independent oracle, in the format of the fixtures.

use petteia::core::{Outcome, Side};
use petteia::game::Simultaneous;
use petteia::games::epigo::Epigo;
use petteia::games::epigo::notation::write_choice;
use petteia::protocol::fixture;

/// The answer to `effects`, without that word.
fn answer(position: &Epigo, word: &str) -> String {
    let choices = position.read_joint(word).unwrap_or_else(|error| panic!("{error}: {word}"));
    let mut after = *position;
    after.play(choices);
    let mut parts = position.events(choices);
    match after.outcome() {
        Some(Outcome::Win(Side::First)) => parts.push("result p1win".into()),
        Some(Outcome::Win(Side::Second)) => parts.push("result p2win".into()),
        Some(Outcome::Draw) => parts.push("result draw".into()),
        None => (),
    }
    parts.push(format!("fen {}", after.write_fen()));
    format!("{}: {}", choices.map(write_choice).join("/"), parts.join("; "))
}

#[test]
fn joint_turns() {
    let cases = fixture::read(include_str!("cases.txt")).expect("a fixture file");
    assert_eq!(cases.len(), 58);
    for case in cases {
        let fen = case.fen.expect("a position");
        let position = Epigo::read_fen(&fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
        assert_eq!(position.write_fen(), fen, "{}", case.label);
        for effects in case.effects {
            let (word, _) = effects.split_once(':').expect("a joint turn");
            assert_eq!(answer(&position, word), effects, "{}", case.label);
        }
    }
}
