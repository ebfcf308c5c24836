//! Tests of messages and positions.

use super::*;

const NAME_AND_BLANKS: &str = "Tornado voor Windows 4.0        ";

fn start() -> String {
    format!("W{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20))
}

#[test]
fn messages_in_both_directions() {
    let name = NAME_AND_BLANKS.trim().to_owned();
    let request = |minutes, moves, position| {
        let initiator = name.clone();
        DxpMessage::Request(GameRequest { initiator, follower: DxpColour::White, minutes, moves, position })
    };
    let played = |seconds, from, to, captured: &[u32]| {
        DxpMessage::Move(DxpMove { seconds, from, to, captured: captured.to_vec() })
    };
    for (text, message) in [
        (format!("R01{NAME_AND_BLANKS}W060065A"), request(60, 65, None)),
        (format!("R01{NAME_AND_BLANKS}W005000B{}", start()), request(5, 0, Some(start()))),
        (format!("A{NAME_AND_BLANKS}0"), DxpMessage::Acceptance(name.clone(), Acceptance::Accepted)),
        (format!("A{NAME_AND_BLANKS}3"), DxpMessage::Acceptance(name.clone(), Acceptance::NoGame)),
        (format!("A{}2", " ".repeat(32)), DxpMessage::Acceptance(String::new(), Acceptance::NotThisGame)),
        ("M0012061100".into(), played(12, 6, 11, &[])),
        ("M001205250422122320".into(), played(12, 5, 25, &[22, 12, 23, 20])),
        ("E00".into(), DxpMessage::End(GameEnd { reason: EndReason::Unknown, stop: false })),
        ("E31".into(), DxpMessage::End(GameEnd { reason: EndReason::Win, stop: true })),
        ("CWhat do you think?".into(), DxpMessage::Chat("What do you think?".into())),
        ("C".into(), DxpMessage::Chat(String::new())),
        ("B005Z".into(), DxpMessage::BackRequest(5, DxpColour::Black)),
        ("K1".into(), DxpMessage::BackAnswer(BackAnswer::NotSupported)),
    ] {
        assert_eq!(DxpMessage::read(&text).as_ref(), Ok(&message), "{text}");
        assert_eq!(message.to_string(), text);
        assert!(text.len() <= MAX_MESSAGE_BYTES);
    }
    assert_eq!(DxpMessage::read("R02 and other fields"), Ok(DxpMessage::OtherRequest));
    assert_eq!(DxpMessage::read(&DxpMessage::OtherRequest.to_string()), Ok(DxpMessage::OtherRequest));
}

#[test]
fn anything_else_is_refused_with_its_column() {
    let request = format!("R01{NAME_AND_BLANKS}W060065A");
    let set_up = format!("R01{NAME_AND_BLANKS}W060065B{}", start());
    for (text, column) in [
        ("", 1),
        ("X", 1),
        ("m0012061100", 1),
        ("é", 1),
        ("R1", 2),
        ("R0x", 2),
        (&request[..20], 4),
        (&request.replace("W06", "w06"), 36),
        (&request.replace("060", "6.5"), 37),
        (&request[..42], 43),
        (&request.replace("065A", "065C"), 43),
        (&format!("{request}A"), 44),
        (&set_up[..93], 44),
        (&set_up.replace("BWz", "BBz"), 44),
        (&set_up.replace("BWz", "Bwz"), 44),
        (&set_up.replace("BWz", "BWb"), 44),
        (&format!("{set_up}e"), 95),
        ("Ashort0", 2),
        (&format!("A{NAME_AND_BLANKS}4"), 34),
        ("M", 2),
        ("M12", 2),
        ("M+012061100", 2),
        ("M0012001100", 6),
        ("M0012065100", 8),
        ("M00120611", 10),
        ("M0012061121", 10),
        ("M001205250422122300", 18),
        ("M0012052504221223", 18),
        ("M00120525042212232012", 20),
        ("E", 2),
        ("E40", 2),
        ("E0", 3),
        ("E02", 3),
        ("E000", 4),
        ("B05Z", 2),
        ("B005", 5),
        ("B005B", 5),
        ("K", 2),
        ("K3", 2),
        ("K11", 3),
    ] {
        let error = DxpMessage::read(text).expect_err(text);
        assert!(error.starts_with(&format!("column {column}: expected ")), "{text}: {error}");
    }
}

#[test]
fn long_values_are_cut() {
    let long = "é".repeat(200);
    assert_eq!(DxpMessage::Chat(long.clone()).to_string(), format!("C{}", "?".repeat(126)));
    let accepted = DxpMessage::Acceptance("x".repeat(40), Acceptance::Accepted).to_string();
    assert_eq!(accepted, format!("A{}0", "x".repeat(32)));
    let slow = DxpMessage::Move(DxpMove { seconds: 12_345, from: 1, to: 7, captured: Vec::new() });
    assert_eq!(slow.to_string(), "M9999010700");
}

#[test]
fn words_of_moves() {
    for (text, word) in [("M0000322800", "32-28"), ("M0007150302091999", ""), ("M00070503021909", "5x3x9x19")] {
        let Ok(DxpMessage::Move(played)) = DxpMessage::read(text) else { continue };
        assert_eq!(played.word(), word);
        let again = DxpMove::of_word(word, played.seconds).expect("a move");
        assert_eq!((again.from, again.to, again.word().as_str()), (played.from, played.to, word));
    }
    for wrong in ["", "32", "pass", "32-", "32-x28"] {
        assert_eq!(DxpMove::of_word(wrong, 0), None, "{wrong}");
    }
}

#[test]
fn positions() {
    let fen = read_position(&start()).expect("a position");
    assert!(fen.starts_with("W:W31,32,") && fen.ends_with(",19,20"), "{fen}");
    assert_eq!(write_position(&fen), Some(start()));
    let kings = "B:WK1,50:BK2,5";
    let text = write_position(kings).expect("a position");
    assert_eq!((text.len(), &text[..6], &text[50..]), (51, "ZWZeez", "w"));
    assert_eq!(read_position(&text).as_deref(), Ok(kings));
    assert_eq!(
        read_position(&start().replace('w', "b")).expect_err("a letter"),
        "column 32: expected w, z, W, Z or e, found 'b'"
    );
    assert_eq!(write_position("no position"), None);
}
