//! Files of games of other programs: what the readers make of them is played by the rules.

use std::fs;

use petteia_core::{Notation, Outcome, Position, Side};
use petteia_formats::record::{GameRecord, RecordedGames};
use petteia_formats::{ggf_archive, obf, otg, otn_rules, pdn::othello, sgf, transcript, wthor};
use petteia_games::dvonn::Dvonn;
use petteia_games::reversi::Reversi;

fn file(name: &str) -> Vec<u8> {
    fs::read(format!("fixtures/games/{name}")).expect("a fixture")
}

fn games(read: RecordedGames) -> Vec<GameRecord> {
    read.into_iter().map(|game| game.expect("a game")).collect()
}

/// The discs or pieces of each player at the end of a game. Passes that a player had to make may be left out.
fn played<P: Position + Notation>(game: &GameRecord) -> [i32; 2] {
    let mut position = game.start.as_ref().map_or_else(P::start, |fen| P::parse_fen(fen).expect("a position"));
    for word in game.moves.iter().map(|played| played.word.as_str()) {
        if let Some(pass) = position.parse_move("pass").ok().filter(|_| word != "pass") {
            position.play_unchecked(pass);
        }
        let played =
            position.parse_move(word).unwrap_or_else(|error| panic!("{word} in {}: {error}", position.to_fen()));
        position.play_unchecked(played);
    }
    assert!(position.outcome().is_some(), "{} is not over", position.to_fen());
    position.scores()
}

fn winner([first, second]: [i32; 2]) -> Outcome {
    match first - second {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

fn words(games: &[GameRecord]) -> Vec<Vec<&str>> {
    games.iter().map(|game| game.moves.iter().map(|played| played.word.as_str()).collect()).collect()
}

#[test]
fn games_of_wthor_end_as_their_file_says() {
    let bytes = file("wthor-1978.wtb");
    let games = games(wthor::read_games(&bytes).expect("a file of games"));
    assert_eq!(games.len(), 8);
    for game in &games {
        let discs = played::<Reversi>(game);
        let empty = 64 - discs.iter().sum::<i32>();
        let full = discs.map(|own| if 2 * own > 64 - empty { own + empty } else { own });
        assert_eq!(game.tags.last(), Some(&("Score".into(), format!("{}-{}", full[0], full[1]))));
        assert_eq!(game.outcome(), Some(winner(discs)));
        assert_eq!(game.tags[1], ("Date".into(), "1978".into()));
    }
    let written = wthor::write_games(&games).expect("a file of games");
    assert_eq!(wthor::read_games(&written), Ok(games.iter().cloned().map(Ok).collect()));
    let list = transcript::write_games(&games).expect("a list");
    let again = self::games(transcript::read_games(&list).expect("a list"));
    assert_eq!(words(&again), words(&games));
}

#[test]
fn games_of_the_game_server_end_as_their_file_says() {
    let games = games(ggf_archive::read_games(&file("ggs-2003.ggf")).expect("an archive"));
    assert_eq!(games.len(), 3);
    for game in &games {
        assert_eq!(game.outcome(), Some(winner(played::<Reversi>(game))));
        assert!(game.players.iter().flatten().all(|name| name.starts_with("Saio")));
    }
    let archive = ggf_archive::write_games(&games).expect("an archive");
    assert_eq!(ggf_archive::read_games(&archive), Ok(games.iter().cloned().map(Ok).collect()));
    let collection = sgf::write_games(&games).expect("a collection");
    let again = self::games(sgf::read_games(&collection).expect("a collection"));
    assert_eq!(words(&again), words(&games));
}

#[test]
fn a_game_of_playok_ends_as_its_file_says() {
    let games = games(othello::read_games(&file("playok-2020.pgn")).expect("a file"));
    let [game] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!(played::<Reversi>(game), [38, 26]);
    assert_eq!((game.tag("Score"), game.outcome()), (Some("38-26"), Some(winner([38, 26]))));
    assert_eq!(game.players, ["t7m4o1k9a", "cafego"].map(|name| Some(name.into())));
    let written = othello::write_games(&games).expect("a file");
    assert_eq!(othello::read_games(&written), Ok(games.iter().cloned().map(Ok).collect()));
    let list = transcript::write_games(&games).expect("a list");
    assert_eq!(transcript::read_games(&list).map(|games| games.len()), Ok(1));
}

#[test]
fn games_of_boardspace_are_legal_to_the_end() {
    for (name, players, is_decided) in [
        ("boardspace-won.sgf", ["piechotak", "WeakBot"], true),
        ("boardspace-undecided.sgf", ["guest", "Dumbot"], false),
    ] {
        let games = games(sgf::read_games(&file(name)).expect("a collection"));
        let [game] = &games[..] else { panic!("{name}: {} games", games.len()) };
        assert_eq!(game.players, players.map(|player| Some(player.to_owned())));
        let score = played::<Dvonn>(game);
        assert_eq!(game.outcome(), is_decided.then(|| winner(score)), "{name}: {score:?}");
        let written = sgf::write_games(&games).expect("a collection");
        assert_eq!(sgf::read_games(&written), Ok(games.iter().cloned().map(Ok).collect()));
    }
}

#[test]
fn games_of_other_tafl_rules_are_refused_by_name() {
    let text = String::from_utf8(file("opentafl-2015.otg")).expect("a text");
    let error = otg::read_games(text.as_bytes()).expect("a file").remove(0).expect_err("other rules").to_string();
    for rule in ["esc: expected c, found 'e'", "ks: expected m, found 'c'", "cor: expected a1,a9,i1,i9, found ''"] {
        assert!(error.starts_with("line 9: expected the rules of a game here") && error.contains(rule), "{error}");
    }
    let rules = text.lines().find(|line| line.starts_with("[rules:")).expect("rules");
    let own = text.replace(rules, &format!("[rules:{}]", otn_rules::write_rules("tablut").expect("rules")));
    let read = games(otg::read_games(own.as_bytes()).expect("a file"));
    assert_eq!((read[0].variant, read[0].moves.len()), (Some("tablut"), 57));
}

#[test]
fn cut_files_never_panic() {
    type Reader = fn(&[u8]) -> Result<RecordedGames, petteia_formats::record::FormatError>;
    let readers: [Reader; 7] = [
        wthor::read_games,
        ggf_archive::read_games,
        transcript::read_games,
        sgf::read_games,
        otg::read_games,
        othello::read_games,
        obf::read_positions,
    ];
    let text = ["playok-2020.pgn", "ffo-endgames.obf"];
    for name in
        ["wthor-1978.wtb", "ggs-2003.ggf", "boardspace-undecided.sgf", "opentafl-2015.otg"].into_iter().chain(text)
    {
        let bytes = file(name);
        for read in readers {
            for length in (0..bytes.len()).step_by(7) {
                let games = read(&bytes[..length]).map_or(0, |games| games.len());
                assert!(games <= 60, "{name} cut to {length} bytes has {games} games");
            }
        }
    }
}
