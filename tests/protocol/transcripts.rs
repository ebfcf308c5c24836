//! Conversations in `fixtures/transcripts`, compared word for word.

use crate::common::{converse, files, matches};

#[test]
fn every_transcript_is_reproduced() {
    let transcripts = files("fixtures/transcripts", "txt");
    assert!(!transcripts.is_empty());
    for file in transcripts {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        converse(&file.display().to_string(), &text);
    }
}

#[test]
fn wildcards_match_numbers_words_and_text() {
    assert!(matches("time <n> nps <n>", "time 12 nps -3"));
    assert!(!matches("time <n>", "time soon"));
    assert!(matches("bestmove <m>", "bestmove c3d4"));
    assert!(!matches("bestmove <m>", "bestmove c3d4 ponder a1"));
    assert!(matches("info ... pv a1...", "info depth 1 pv a1 b1"));
    assert!(!matches("info ... pv", "info depth 1 pv a1"));
    // Many places for each of many wildcards.
    assert!(!matches(&"...a".repeat(20), &format!("{}b", "a".repeat(4000))));
    assert!(matches(&"...a".repeat(20), &"a".repeat(4000)));
}
