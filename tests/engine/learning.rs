//! Self-play, training and their commands.

use std::cmp::Ordering;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use petteia_core::network::Network;
use petteia_core::{Evaluate, Features, Learnable, Notation, Position, Side, Trainable};
use petteia_games::draughts::{Checkers, International};
use petteia_games::dvonn::Dvonn;
use petteia_games::reversi::Reversi;
use petteia_games::{Epigo, Gonu, Latrunculi8x8, Sparta, draughts, dvonn, epigo, gonu, latrunculi, reversi, sparta};
use petteia_learning::files::GameReader;
use petteia_learning::samples::Sample;
use petteia_learning::self_play::SelfPlayOptions;
use petteia_learning::trainer::{TrainingError, TrainingOptions, mean_squared_error, network_error, train};
use petteia_learning::{samples, self_play, simultaneous};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const OPTIONS: SelfPlayOptions = SelfPlayOptions { games: 12, part: None, nodes: 60, seed: 3, threads: 2 };

/// Path of a file that does not exist, in a folder for these tests.
fn new_file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("learning");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}.{}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// Plays games of Reversi; returns the text of their file.
fn reversi_games(name: &str, options: SelfPlayOptions) -> String {
    let file = new_file(name);
    self_play::play::<Reversi, _>(&file, "reversi", options, &reversi::eval::NeuralEval, |_| ()).expect("games");
    fs::read_to_string(file).expect("the games")
}

#[test]
fn an_interrupted_run_continues_where_it_ended() {
    let whole = reversi_games("whole", OPTIONS);
    assert_eq!(whole.lines().count(), 1 + 12);
    assert_eq!(
        reversi_games("one-thread", SelfPlayOptions { threads: 1, ..OPTIONS }),
        whole,
        "threads make no difference"
    );
    let part = new_file("part");
    // The file ends in the middle of a line.
    fs::write(&part, &whole[..whole.len() / 2]).expect("a part");
    self_play::play::<Reversi, _>(&part, "reversi", OPTIONS, &reversi::eval::NeuralEval, |_| ()).expect("games");
    assert_eq!(fs::read_to_string(&part).expect("the games"), whole);
}

/// Games of Epigo: an interrupted run continues, a line gives its solved turns, and lines that are no games are refused.
#[test]
fn simultaneous_games_are_played_and_read() {
    let play = |file: &PathBuf, options| {
        let evaluator = epigo::handcrafted::HandcraftedEval;
        simultaneous::play::<Epigo, _>(file, "epigo", options, &evaluator, |_| ())
    };
    let options = SelfPlayOptions { games: 4, nodes: 2_000, ..OPTIONS };
    let (file, part) = (new_file("epigo"), new_file("epigo-part"));
    play(&file, options).expect("games");
    let whole = fs::read_to_string(&file).expect("the games");
    assert_eq!(whole.lines().count(), 1 + 4);
    fs::write(&part, &whole[..whole.len() / 2]).expect("a part");
    play(&part, options).expect("games");
    assert_eq!(fs::read_to_string(&part).expect("the games"), whole);
    let another = SelfPlayOptions { seed: 4, ..options };
    assert!(play(&file, another).is_err(), "games of another seed");

    let line = whole.lines().nth(1).expect("a game");
    let samples = |line: &str, lambda| {
        let mut samples: Vec<Sample<Epigo>> = Vec::new();
        simultaneous::of_game(line, lambda, &mut |sample| samples.push(sample)).map(|()| samples)
    };
    let by_value = samples(line, 0.0).expect("a game");
    assert_eq!(by_value.len(), line.split(' ').filter(|word| word.contains(':')).count());
    let first = line.split([' ', ':']).nth(2).expect("a value").parse::<f32>().expect("a number");
    assert!((by_value[0].target - f32::midpoint(1.0, first / 1000.0)).abs() < 1e-6);
    let result = line.rsplit(' ').next().expect("a result").parse::<f32>().expect("a number");
    let is_result = |sample: &Sample<Epigo>| (sample.target - f32::midpoint(1.0, result)).abs() < 1e-6;
    assert!(samples(line, 1.0).expect("a game").iter().all(is_result));
    let (turns, _) = line.rsplit_once(" = ").expect("a result");
    for wrong in ["", turns, &format!("{turns} = 2"), &format!("{} = {result}", &turns[..turns.len() / 2])] {
        assert!(samples(wrong, 0.0).is_err(), "{wrong}");
    }
    for (from, to) in [("/", "-"), (":", ":x"), (" 1", " 9")] {
        assert!(samples(&line.replacen(from, to, 3), 0.0).is_err(), "{from} {to}");
    }
}

#[test]
fn games_can_start_at_other_positions() {
    let file = new_file("starts");
    let options = SelfPlayOptions { games: 6, ..OPTIONS };
    let play = || self_play::play::<Gonu, _>(&file, "gonu", options, &gonu::handcrafted::HandcraftedEval, |_| ());
    play().expect("games");
    let whole = fs::read_to_string(&file).expect("the games");
    let (place, line) = whole.lines().enumerate().find(|(_, line)| line.starts_with('{')).expect("a FEN");
    let (fen, _) = line[1..].split_once("} ").expect("a FEN in braces");
    let start: Gonu = fen.parse().expect("a position");
    let men = |position: &Gonu| Side::BOTH.map(|side| position.men(side).count());
    let mut first = None;
    samples::of_game::<Gonu>(line, 1.0, |sample| first = Some(sample.position)).expect("a game");
    assert!(first.is_some_and(|first| men(&first) <= men(&start)), "{line}");
    for wrong in
        [line.replacen('p', "x", 1), line.replacen("} ", "}", 1), line.replacen("} ", "", 1), line.replacen('{', "", 1)]
    {
        assert!(samples::of_game::<Gonu>(&wrong, 1.0, |_| ()).is_err(), "{wrong}");
    }
    // A run that ends in a FEN, behind it, or in the moves continues.
    let before: usize = whole.lines().take(place).map(|line| line.len() + 1).sum();
    for length in [1, 9, fen.len() + 1, fen.len() + 2, fen.len() + 3, fen.len() + 9] {
        fs::write(&file, &whole[..before + length]).expect("a part");
        play().expect("games");
        assert_eq!(fs::read_to_string(&file).expect("the games"), whole, "{length}");
    }
}

#[test]
fn parts_of_a_run_join_to_the_whole() {
    let whole = reversi_games("all", OPTIONS);
    let parts: Vec<String> =
        (0..3).map(|part| reversi_games("shard", SelfPlayOptions { part: Some([part, 3]), ..OPTIONS })).collect();
    assert!(parts.iter().all(|part| part.lines().count() == 1 + 4), "{parts:?}");
    let games = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(games(&parts.concat()), games(&whole));
    let read = |text: &str| {
        let file = new_file("joined");
        fs::write(&file, text).expect("a file");
        let (mut reader, _) = GameReader::open(&file).expect("a header");
        let mut read = Vec::new();
        while let Some((_, line)) = reader.next_line()? {
            read.push(line.to_owned());
        }
        Ok::<_, petteia_learning::Error>(read)
    };
    assert_eq!(read(&parts.concat()).expect("games"), games(&whole));
    let other = reversi_games("other", SelfPlayOptions { games: 1, seed: 4, ..OPTIONS });
    let error = read(&(parts[0].clone() + &other)).expect_err("games of two runs").to_string();
    assert!(error.contains("line 6: expected games of the same run, found '# petteia games 1: "), "{error}");
}

#[test]
fn games_give_samples() {
    let file = new_file("dvonn");
    let options = SelfPlayOptions { games: 2, ..OPTIONS };
    self_play::play::<Dvonn, _>(&file, "dvonn", options, &dvonn::eval::NeuralEval, |_| ()).expect("games");
    for line in fs::read_to_string(file).expect("the games").lines().skip(1) {
        let mut samples = Vec::new();
        samples::of_game::<Dvonn>(line, 1.0, |sample| samples.push(sample)).expect("a game");
        assert!(samples.len() > 49, "{line}");
        // With a WDL lambda of 1 the target of the first player is the same in all positions of a game.
        let of_first = |sample: &Sample<Dvonn>| {
            if sample.position.side() == Side::First { sample.target } else { 1.0 - sample.target }
        };
        assert!(samples.iter().all(|sample| (of_first(sample) - of_first(&samples[0])).abs() < 1e-6), "{line}");
    }
}

#[test]
fn games_end_with_exact_play() {
    let games = reversi_games("exact", SelfPlayOptions { games: 40, nodes: 100, ..OPTIONS });
    for line in games.lines().skip(1) {
        let (moves, margin) = line.split_once(" = ").expect("a margin");
        let margin: i32 = margin.parse().expect("a number");
        let mut position = Reversi::start();
        for word in moves.split(' ') {
            let (m, score) = word.split_once(':').unwrap_or((word, ""));
            let of_mover = if position.side() == Side::First { margin } else { -margin };
            if (1..=11).contains(&position.empties()) {
                assert_eq!(score.parse(), Ok(100 * of_mover), "{} empty in {line}", position.empties());
            }
            position.play_unchecked(position.parse_move(m).expect("a move"));
        }
    }
}

#[test]
fn the_start_of_a_game_ends_anywhere() {
    let whole = reversi_games("start", SelfPlayOptions { games: 1, ..OPTIONS });
    let game = whole.lines().nth(1).expect("a game");
    assert_eq!(samples::check_game::<Reversi>(game), Ok(()));
    for end in 0..=game.len() {
        assert_eq!(samples::check_start::<Reversi>(&game[..end]), Ok(()), "{end}");
    }
    let (moves, margin) = game.split_once(" = ").expect("an end");
    let (but_last, _) = moves.rsplit_once(' ').expect("moves");
    for wrong in [
        "precious".to_owned(),
        "=".into(),
        " ".into(),
        "d3 d3".into(),
        "d3 d3 ".into(),
        "d3 x".into(),
        "d3:x".into(),
        "d3:-x".into(),
        "d3:7x ".into(),
        format!("{but_last} ="),
        format!("{but_last} = "),
        format!("{moves} d"),
        format!("{moves} = 1{margin}"),
        format!("{moves} = {margin} "),
    ] {
        assert!(samples::check_start::<Reversi>(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn malformed_games_are_refused() {
    let whole = reversi_games("wrong", SelfPlayOptions { games: 1, ..OPTIONS });
    let game = whole.lines().nth(1).expect("a game");
    let (moves, margin) = game.split_once(" = ").expect("an end");
    let (but_last, last) = moves.rsplit_once(' ').expect("moves");
    let tenth = moves.match_indices(' ').nth(9).expect("moves").0 + 2;
    for (wrong, place) in [
        (String::new(), "column 1: expected moves"),
        (moves.into(), "column 1: expected moves"),
        (" = 3".into(), "column 1: expected a move: a square"),
        (format!("d3 d3 = {margin}"), "column 4: expected a legal move, found 'd3': "),
        (format!("d3  c3 = {margin}"), "column 4: expected a move: a square"),
        (format!("d3:x = {margin}"), "column 4: expected a score -32768..32767, found 'x'"),
        (format!("d3 = {margin}"), "column 4: expected more moves"),
        (format!("{but_last} = {margin}"), "expected more moves"),
        (format!("{moves} {last} = {margin}"), "expected the end of the game, found "),
        (format!("{}?{} = {margin}", &moves[..tenth], &moves[tenth..]), &format!("column {tenth}: expected ")),
        (
            format!("{moves} = {margin}0"),
            &format!("expected the margin {margin} that the moves lead to, found '{margin}0'"),
        ),
        (format!("{moves} = x"), "found 'x'"),
        (format!("{game} "), "expected the margin"),
    ] {
        let mut visited = 0;
        let error = samples::of_game::<Reversi>(&wrong, 1.0, |_| visited += 1).expect_err(&wrong).to_string();
        assert!(error.contains(place) && visited == 0, "{wrong}: {error}");
    }
}

#[test]
fn training_lowers_the_error() {
    let options = SelfPlayOptions { games: 150, ..OPTIONS };
    let mut samples: Vec<Sample<Reversi>> = Vec::new();
    for line in reversi_games("training", options).lines().skip(1) {
        samples::of_game(line, 0.5, |sample| samples.push(sample)).expect("a game");
    }
    let test = samples.split_off(samples.len() * 9 / 10);
    let options = TrainingOptions { epochs: 4, batch: 256, learning_rate: 0.003, threads: 2, seed: 1 };
    let mut errors = Vec::new();
    let network: Network<8, 16, 1> =
        train(&mut samples.clone(), &test, options, |_, error, _| errors.push(error)).expect("it converges");
    assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
    assert!(network_error(&network, &test) < 0.8 * mean_squared_error(&test, |_| 0), "better than a score of 0");
    let again = train::<Reversi, 8, 16, 1>(&mut samples.clone(), &test, options, |_, _, _| ());
    assert_eq!(again.expect("it converges"), network, "the same with the same seed");
    let unstable = TrainingOptions { learning_rate: 1e38, ..options };
    let diverged = |samples: &mut [_], options| {
        let trained = train::<Reversi, 8, 16, 1>(samples, &test, options, |_, _, _| ());
        matches!(trained, Err(TrainingError::Diverged { epoch: 1, .. }))
    };
    assert!(diverged(&mut samples, unstable), "no longer finite");
    assert!(diverged(&mut [], options), "without samples");
}

/// Plays random games. The features and the stage of every position are in range, and augmentation does not change the
/// evaluation. Seven plies before the end, the evaluation names the winner in most games with a clear margin, of which
/// there are more than `expected`.
fn check_evaluation<P: Trainable, E: Evaluate<P> + Default>(games: u64, expected: u64) {
    let evaluator = E::default();
    let (mut right, mut all) = (0, 0);
    for seed in 0..games {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut line = vec![P::start()];
        while line[line.len() - 1].outcome().is_none() {
            let position = line[line.len() - 1];
            position.for_each_feature(|perspective, feature| {
                assert!(perspective < P::PERSPECTIVES, "{perspective}: {}", position.to_fen());
                assert!(feature < P::COUNT, "{feature}: {}", position.to_fen());
                P::for_each_factor(feature, |factor| assert!(factor < P::FACTORS, "{factor} of {feature}"));
            });
            assert!(position.stage() < P::STAGES, "{}", position.to_fen());
            let score = evaluator.evaluate(&position);
            for augmentation in 0..8 {
                let augmented = position.augmented(augmentation);
                assert_eq!(evaluator.evaluate(&augmented), score, "{}", position.to_fen());
            }
            let moves = position.legal_moves();
            line.push(position.after(moves[rng.random_range(0..moves.len())]));
        }
        let last = line[line.len() - 1];
        let late = line[line.len() - 8];
        let margin = if late.side() == last.side() { last.margin() } else { -last.margin() };
        if margin.abs() > 5 {
            all += 1;
            right += u64::from((evaluator.evaluate(&late) > 0) == (margin > 0));
        }
    }
    assert!(10 * right > 6 * all && all > expected, "{right} of {all}");
}

#[test]
fn evaluation_of_dvonn() {
    check_evaluation::<Dvonn, dvonn::eval::NeuralEval>(200, 100);
}

#[test]
fn evaluation_of_reversi() {
    check_evaluation::<Reversi, reversi::eval::NeuralEval>(200, 100);
}

#[test]
fn evaluation_of_draughts() {
    check_evaluation::<Checkers, draughts::eval::NeuralEval>(200, 50);
    check_evaluation::<International, draughts::eval::NeuralEval>(200, 50);
}

/// The first side has more men in each position of a file of openings. The evaluation likes nearly all of them.
fn check_preference<P: Notation, E: Evaluate<P> + Default>(openings: &str) {
    let positions: Vec<P> = openings.lines().filter_map(|line| P::parse_fen(line).ok()).collect();
    let value = |position: &P| {
        let value = E::default().evaluate(position);
        if position.side() == Side::First { value } else { -value }
    };
    let liked = positions.iter().filter(|position| value(position) > 50).count();
    assert!(positions.len() == 100 && liked >= 95, "{liked} of {}", positions.len());
}

#[test]
fn evaluations_of_custodial_games_prefer_more_men() {
    check_preference::<Gonu, gonu::eval::NeuralEval>(include_str!("../../fixtures/openings/gonu-ahead.txt"));
    check_preference::<Latrunculi8x8, latrunculi::eval::NeuralEval>(include_str!(
        "../../fixtures/openings/latrunculi-ahead.txt"
    ));
    check_preference::<Sparta, sparta::eval::NeuralEval>(include_str!("../../fixtures/openings/sparta-ahead.txt"));
}

#[test]
fn training_takes_the_scale_into_account() {
    // With few men a part of each value counts.
    let men = |position: &Latrunculi8x8, side| position.men(side).iter().count();
    let starts = (0..40_000).map(Latrunculi8x8::training_start);
    let few = starts.filter(|position| Side::BOTH.into_iter().all(|side| men(position, side) <= 3));
    let mut samples: Vec<Sample<Latrunculi8x8>> = few
        .map(|position| {
            let (own, enemy) = (men(&position, position.side()), men(&position, !position.side()));
            let target = match own.cmp(&enemy) {
                Ordering::Greater => 0.7,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.3,
            };
            Sample { position, target }
        })
        .collect();
    let options = TrainingOptions { epochs: 8, batch: 256, learning_rate: 0.003, threads: 1, seed: 1 };
    let network: Network<4, 8, 1> = train(&mut samples.clone(), &samples, options, |_, _, _| ()).expect("it converges");
    samples.retain(|sample| sample.target > 0.5);
    // A winning chance of 0.7 is a score of 300 ln(7 / 3).
    let expected = 224..285;
    let is_expected = |sample: &&Sample<Latrunculi8x8>| expected.contains(&network.value(&sample.position));
    let right = samples.iter().filter(is_expected).count();
    assert!(4 * right > 3 * samples.len(), "{right} of {}", samples.len());
}

#[test]
fn rare_features_are_the_sum_of_their_factors() {
    let file = new_file("factors");
    let options = SelfPlayOptions { games: 40, nodes: 30, ..OPTIONS };
    self_play::play::<Checkers, _>(&file, "checkers", options, &draughts::eval::NeuralEval, |_| ()).expect("games");
    let mut samples: Vec<Sample<Checkers>> = Vec::new();
    let text = fs::read_to_string(file).expect("games");
    for line in text.lines().skip(1) {
        samples::of_game(line, 0.5, |sample| samples.push(sample)).expect("a game");
    }
    let mut occurs = vec![false; Checkers::COUNT];
    for sample in &samples {
        sample.position.for_each_feature(|_, feature| occurs[feature] = true);
    }
    let options = TrainingOptions { epochs: 1, batch: 256, learning_rate: 0.003, threads: 1, seed: 1 };
    let network: Network<1, 16, 2> =
        train(&mut samples.clone(), &samples, options, |_, _, _| ()).expect("it converges");
    // The first two squares of a block are in its first part alone, the last two in its last part alone. So a change of
    // the first ones changes the rows of features that never occur by the same numbers, whatever the last ones are.
    let [pair, middle] = [9, 81];
    let (mut compared, mut differences) = (0, 0);
    for between in 0..middle {
        let row = |first: usize, last: usize| {
            let feature = first + pair * (between + middle * last);
            let numbers = network.feature_rows[feature].0;
            (!occurs[feature]).then(|| {
                assert!(numbers.iter().all(|number| number % Checkers::RARE_ROW_STEP == 0), "{feature}");
                numbers.map(i32::from)
            })
        };
        for (first, last) in (1..pair).flat_map(|first| (1..pair).map(move |last| (first, last))) {
            if let (Some(a), Some(b), Some(c), Some(d)) = (row(first, last), row(0, last), row(first, 0), row(0, 0)) {
                compared += 1;
                for unit in 1..3 {
                    let change = a[unit] - b[unit];
                    differences += u32::from(change != 0);
                    assert!(
                        (change - c[unit] + d[unit]).abs() <= 2 * i32::from(Checkers::RARE_ROW_STEP),
                        "{between} {first} {last}: rounding alone differs"
                    );
                }
            }
        }
    }
    assert!(compared > 500 && differences > 500, "{compared} {differences}");
}

fn petteia(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_petteia")).args(arguments).output().expect("the engine")
}

#[test]
fn datagen_and_train() {
    let (games, network) = (new_file("games/new"), new_file("network"));
    let (games, network) = (games.to_str().expect("a name"), network.to_str().expect("a name"));
    let played = petteia(&["datagen", "reversi", games, "--games", "60", "--nodes", "30"]);
    assert!(
        played.status.success() && String::from_utf8_lossy(&played.stderr).contains("60 of 60 games"),
        "{played:?}"
    );
    let trained = petteia(&["train", "reversi", network, games, "--epochs", "1", "--commit", "abc", "--seed", "5"]);
    assert!(trained.status.success() && trained.stdout.is_empty(), "{trained:?}");
    let bytes = fs::read(network).expect("a network");
    assert!(Network::<8, 16, 1>::read(&bytes, Reversi::COUNT, Reversi::STAGES).is_ok());
    let head = String::from_utf8_lossy(&bytes[..600]).into_owned();
    for expected in ["data: 60 games", "games: 60 with nodes 30, seed 1, engine ", "seed: 5", "commit: abc", "error: "]
    {
        assert!(head.contains(expected), "{expected} in {head}");
    }
    assert!(!petteia(&["datagen", "chess", games]).status.success());
    for refused in [&["train", "reversi", network, "no/such/file"][..], &["datagen", "reversi", "Cargo.toml/games"]] {
        let output = petteia(refused);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(refused[refused.len() - 1]), "{stderr}");
    }
}
