//! The matches of docs/custodial.md.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

const GAMES: [&str; 6] = ["gonu", "latrunculi", "latrunculi-12x8", "latrunculi-conversion", "tablut", "sparta"];
/// Name of each match, the nodes of both players, and what the file of openings has behind the name of the game.
const MATCHES: [(&str, [u32; 2], &str); 3] =
    [("odds", [20_000, 2_000], ""), ("equal", [10_000, 10_000], ""), ("ahead", [20_000, 20_000], "-ahead")];

/// Plays the matches of these games, of all without a name, and prints a line for each.
#[expect(clippy::print_stdout, reason = "the program shows its results")]
pub fn print(games: &[&str]) -> anyhow::Result<()> {
    let own = std::env::current_exe()?;
    let engine = own.ancestors().nth(2).context("expected the folder of the engine")?.join("petteia");
    println!("| Game | Match | Wins, losses, draws | Score, % |\n|---|---|---|---|");
    for game in if games.is_empty() { &GAMES } else { games } {
        for (name, [nodes_a, nodes_b], kind) in MATCHES {
            let openings = format!("fixtures/openings/{game}{kind}.txt");
            if !Path::new(&openings).exists() {
                continue;
            }
            let mut play = Command::new(&engine);
            play.args(["match", "--game", game, "--games", "200", "--openings", &openings]);
            play.arg("--a").arg(format!("ugi:'{}'", engine.display()));
            play.arg("--b").arg(format!("ugi:'{}' player", own.display()));
            play.arg("--nodes").arg(nodes_a.to_string()).arg("--nodes-b").arg(nodes_b.to_string());
            play.arg("--concurrency").arg(std::thread::available_parallelism()?.to_string());
            let output = play.stderr(Stdio::null()).output()?;
            ensure!(output.status.success(), "{play:?}: {}", output.status);
            let text = String::from_utf8(output.stdout)?;
            let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or("none").trim();
            // The side that is ahead is the first player, so only its games tell whether an advantage is converted.
            let counts = if kind.is_empty() { after("all:") } else { after("as first player:") };
            println!("| {game} | {name} | {counts} | {} |", if kind.is_empty() { after("score:") } else { "" });
        }
    }
    Ok(())
}
