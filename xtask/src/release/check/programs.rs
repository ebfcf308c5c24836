//! Checks of the programs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::check_engine;
use crate::release::Release;
use crate::release::levels::{LEVELS, VARIABLE, choose, supported};
use crate::release::programs::WINDOWS_LEVEL;
use crate::{output, run};

/// Games, and depths of `bench` that an emulator searches in some seconds.
const BENCH: [(&str, &str); 6] =
    [("dvonn", "4"), ("reversi", "6"), ("draughts", "5"), ("tablut", "3"), ("latrunculi", "3"), ("sparta", "2")];
/// Processors that QEMU knows, and the highest level of each.
const PROCESSORS: [(&str, usize); 3] = [("core2duo", 0), ("Nehalem", 1), ("Haswell", 2)];
/// The most bytes of the program for Linux on x86-64.
const MAX_SIZE: u64 = 30_000_000;
/// The games of the match under Wine.
const GAMES: &str = "20";

/// The program is small, and runs with nothing else in the root folder.
pub fn empty_root(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let root = unpack(release, "-x86_64-linux.tar.gz", folder)?;
    for file in ["man/petteia.1", "man/petteia-match.1", "completions/_petteia", "docs/games/dvonn.md"] {
        ensure!(root.join(file).is_file(), "expected {file} in the archive, found none");
    }
    let size = fs::metadata(root.join("petteia"))?.len();
    // Only the profiles of a release make it small.
    ensure!(size <= MAX_SIZE || release.profile.is_some(), "expected at most {MAX_SIZE} bytes, found {size}");
    check_engine(release, None, &|| {
        let mut chroot = Command::new("chroot");
        chroot.arg(&root).arg("/petteia");
        chroot
    })
}

/// Each level runs when the variable names it, searches the same nodes and draws the same picture. Others are refused.
pub fn levels(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let program = unpack(release, "-x86_64-linux.tar.gz", folder)?.join("petteia");
    let expected = [bench(&|| Command::new(&program))?.into_bytes(), picture(&mut Command::new(&program), folder)?];
    for level in LEVELS {
        let engine = || {
            let is_supported = choose(Some(OsStr::new(level)), supported()).is_ok();
            let mut engine = if is_supported { Command::new(&program) } else { emulated(&program, "max") };
            engine.env(VARIABLE, level);
            engine
        };
        check_engine(release, Some(&format!("linux x86_64, {level}")), &engine).context(level)?;
        let found = [bench(&engine)?.into_bytes(), picture(&mut engine(), folder)?];
        ensure!(found == expected, "{level}: expected the nodes and the picture of the other levels, found others");
    }
    is_refused(Command::new(&program).env(VARIABLE, "x86-64-v9"))
}

/// On each processor its level runs, and the next one is refused.
pub fn processors(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let program = unpack(release, "-x86_64-linux.tar.gz", folder)?.join("petteia");
    for (processor, level) in PROCESSORS {
        let engine = || emulated(&program, processor);
        check_engine(release, Some(&format!("linux x86_64, {}", LEVELS[level])), &engine).context(processor)?;
        if let Some(higher) = LEVELS.get(level + 1) {
            is_refused(engine().env(VARIABLE, higher)).context(processor)?;
        }
    }
    Ok(())
}

/// A command line that runs a program on a processor that QEMU emulates.
fn emulated(program: &Path, processor: &str) -> Command {
    let mut emulator = Command::new("qemu-x86_64");
    emulator.args(["-cpu", processor]).arg(program);
    emulator
}

/// The program for aarch64 searches the same nodes as that for x86-64.
pub fn arm(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let program = unpack(release, "-aarch64-linux.tar.gz", folder)?.join("petteia");
    let engine = || {
        let mut emulator = Command::new("qemu-aarch64");
        emulator.arg(&program);
        emulator
    };
    check_engine(release, Some("linux aarch64"), &engine)?;
    let host = release.linux()?;
    ensure!(bench(&engine)? == bench(&|| Command::new(&host))?, "expected the nodes of x86-64, found others");
    Ok(())
}

/// The program for Windows searches the same nodes as that for Linux.
pub fn windows(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let unpacked = unpack_windows(release, folder)?;
    let engine = || wine(&unpacked, folder);
    check_engine(release, Some(&format!("windows x86_64, {WINDOWS_LEVEL}")), &engine)?;
    let host = release.linux()?;
    ensure!(bench(&engine)? == bench(&|| Command::new(&host))?, "expected the nodes of Linux, found others");
    Ok(())
}

/// A match of the program for Windows with itself has the same games as on Linux.
pub fn windows_match(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let unpacked = unpack_windows(release, folder)?;
    let host = release.linux()?;
    let openings = ["openings", "reversi", "--plies", "6", "--count", "10", "--seed", "1"];
    fs::write(unpacked.join("openings.txt"), output(Command::new(&host).args(openings))?)?;
    let play = |command: &mut Command, engine: &str| {
        let engine = format!("ugi:{engine}");
        command.args(["match", "--game", "reversi", "--games", GAMES, "--openings", "openings.txt", "--nodes", "1000"]);
        let summary = output(command.args(["--a", &engine, "--b", &engine]).current_dir(&unpacked))?;
        // The first two lines name the programs.
        anyhow::Ok(summary.lines().skip(2).collect::<Vec<_>>().join("\n"))
    };
    let own = host.to_str().context("a path that is not UTF-8")?;
    let expected = play(&mut Command::new(&host), own)?;
    let found = play(&mut wine(&unpacked, folder), "petteia.exe")?;
    ensure!(found == expected, "expected the summary of Linux, found another:\n{expected}\n{found}");
    ensure!(found.matches("lost on time 0, by a crash 0, by an illegal move 0").count() == 2, "{found}");
    println!("{found}");
    Ok(())
}

/// Unpacks the archive for Windows, and puts a library into it that Wine may lack. Returns the folder in it.
fn unpack_windows(release: &Release, folder: &Path) -> anyhow::Result<PathBuf> {
    let unpacked = unpack(release, "-x86_64-windows.zip", folder)?;
    let source = folder.join("bcryptprimitives.c");
    fs::write(&source, include_str!("bcryptprimitives.c"))?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    run(compiler.arg("-shared").arg("-o").arg(unpacked.join("bcryptprimitives.dll")).arg(source).arg("-ladvapi32"))?;
    Ok(unpacked)
}

/// The program for Windows under Wine, with a prefix of its own.
fn wine(unpacked: &Path, folder: &Path) -> Command {
    let mut wine = Command::new("wine");
    wine.arg(unpacked.join("petteia.exe")).env("WINEPREFIX", folder.join("prefix")).env("WINEDEBUG", "-all");
    wine
}

/// The nodes and moves of `bench`, which are the same in every build.
fn bench(engine: &dyn Fn() -> Command) -> anyhow::Result<String> {
    let mut found = String::new();
    for (game, depth) in BENCH {
        let said = output(engine().args(["--game", game, "bench", depth]))?;
        let before = found.len();
        found.extend(said.lines().filter(|line| line.starts_with("position ")).map(|line| format!("{game} {line}\n")));
        ensure!(found.len() > before, "{game}: expected lines with nodes, found '{said}'");
    }
    Ok(found)
}

/// A picture of the first position of DVONN, as PNG.
fn picture(engine: &mut Command, folder: &Path) -> anyhow::Result<Vec<u8>> {
    let file = folder.join("picture.png");
    run(engine.args(["draw", "--game", "dvonn", "startpos", "-o"]).arg(&file))?;
    Ok(fs::read(file)?)
}

/// Checks that the program ends with the exit code of a wrong command line, and says why.
fn is_refused(command: &mut Command) -> anyhow::Result<()> {
    let found = command.arg("--version").output()?;
    let error = String::from_utf8_lossy(&found.stderr);
    let is_clear = error.contains(&format!("error: {VARIABLE}: expected a level of this processor"));
    ensure!(found.status.code() == Some(2) && is_clear, "expected exit code 2, found {}: {error}", found.status);
    Ok(())
}

/// Unpacks an archive. Returns the folder in it.
pub fn unpack(release: &Release, end: &str, folder: &Path) -> anyhow::Result<PathBuf> {
    let archive = release.file(end);
    let mut unpack = if end.contains(".tar") { Command::new("tar") } else { Command::new("unzip") };
    run(unpack.arg(if end.contains(".tar") { "-xf" } else { "-q" }).arg(archive).current_dir(folder))?;
    Ok(folder.join(format!("petteia-{}", release.version)))
}
