//! What Scan and this program said to each other.

use petteia_core::{Notation, Outcome, Position};
use petteia_formats::dxp::{DxpMessage, EndReason};
use petteia_games::draughts::International;

use crate::common::root;

#[test]
fn every_message_is_understood_and_every_move_is_legal() {
    let file = root().join("fixtures/transcripts/dxp/scan-2.0.txt");
    let text = std::fs::read_to_string(file).expect("a transcript");
    let (mut position, mut side, mut plies) = (International::start(), "", Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (speaker, message) = line.split_once("> ").expect("a speaker");
        let read = DxpMessage::read(message).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.to_string(), message);
        match read {
            DxpMessage::Request(request) => {
                assert_eq!((request.minutes, request.position), (1, None));
                (position, side) = (International::start(), "");
                plies.push(0);
            }
            DxpMessage::Move(played) => {
                assert_ne!(speaker, side, "{line}: out of turn");
                let word = played.word();
                let legal = position.parse_move(&word).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(position.write_move(legal), word);
                position.play_unchecked(legal);
                side = speaker;
                *plies.last_mut().expect("a game") += 1;
            }
            DxpMessage::End(end) if end.reason == EndReason::Loss => {
                assert_ne!(speaker, side, "{line}: out of turn");
                assert_eq!(position.outcome(), Some(Outcome::Win(!position.side())));
            }
            DxpMessage::End(_) | DxpMessage::Acceptance(..) | DxpMessage::Chat(_) => {}
            other => panic!("{line}: {other:?}"),
        }
    }
    assert_eq!(plies, [150, 80]);
}
