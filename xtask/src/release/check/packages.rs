//! Checks of the packages.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::check_engine;
use super::programs::unpack;
use crate::release::Release;
use crate::{output, run};

/// The files that the Debian package installs.
const INSTALLED: [&str; 6] = [
    "usr/bin/petteia",
    "usr/share/man/man1/petteia.1.gz",
    "usr/share/man/man1/petteia-match.1.gz",
    "usr/share/bash-completion/completions/petteia",
    "usr/share/zsh/vendor-completions/_petteia",
    "usr/share/fish/vendor_completions.d/petteia.fish",
];
/// What a user of the wheel does first.
const PYTHON: &str = "import petteia; board = petteia.Board('reversi'); board.push('f5'); print(board.fen())";

/// The engine is built from the archive. The profile for development takes the least time.
pub fn source(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let source = unpack(release, ".tar.gz", folder)?;
    let target = release.builds.join("source");
    let build = ["build", "--quiet", "--locked", "--bin", "petteia", "--target-dir"];
    run(release.command("cargo").args(build).arg(&target).current_dir(source))?;
    check_engine(release, None, &|| Command::new(target.join("debug/petteia")))
}

/// The types are right on macOS. Only a Mac has the libraries to link a program for it.
pub fn macos(release: &Release, _: &Path) -> anyhow::Result<()> {
    release.check_macos()
}

/// The list names every library of the program, with its version.
pub fn sbom(release: &Release, _: &Path) -> anyhow::Result<()> {
    let list = fs::read_to_string(release.file(".cdx.json"))?;
    let tree = ["tree", "--locked", "--prefix", "none", "--edges", "normal", "--target", "all", "--package", "petteia"];
    let tree = output(release.command("cargo").args(tree))?;
    let mut libraries: Vec<(&str, &str)> = tree.lines().filter_map(name_and_version).collect();
    libraries.sort_unstable();
    libraries.dedup();
    ensure!(libraries.len() > 50, "expected more than 50 libraries, found {}", libraries.len());
    for (name, version) in libraries {
        let version = version.trim_start_matches('v');
        ensure!(list.contains(&format!("pkg:cargo/{name}@{version}")), "expected {name} {version} in it, found none");
    }
    Ok(())
}

/// The Debian package is installed, used and removed in a system that has only what Debian requires.
pub fn debian(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let log = output(Command::new("debootstrap").args(["--variant=minbase", "stable"]).arg(folder));
    log.context("debootstrap")?;
    fs::copy(release.deb(), folder.join("petteia.deb"))?;
    let chroot = |arguments: &[&str]| {
        let mut chroot = Command::new("chroot");
        chroot.arg(folder).args(arguments).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("LC_ALL", "C");
        chroot
    };
    output(&mut chroot(&["dpkg", "--install", "/petteia.deb"]))?;
    for file in INSTALLED {
        ensure!(folder.join(file).is_file(), "expected /{file} after the installation, found none");
    }
    check_engine(release, None, &|| chroot(&["petteia"]))?;
    let completions = "source /usr/share/bash-completion/completions/petteia && complete -p petteia";
    output(&mut chroot(&["bash", "-c", completions]))?;
    output(&mut chroot(&["dpkg", "--purge", "petteia"]))?;
    for file in INSTALLED {
        ensure!(!folder.join(file).exists(), "expected no /{file} after the removal, found it");
    }
    Ok(())
}

/// The wheel is installed in an environment of its own.
pub fn wheel(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let wheel = release.wheel()?;
    ensure!(
        wheel.to_string_lossy().contains("-manylinux"),
        "expected a wheel for manylinux, found {}",
        wheel.display()
    );
    run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let python = folder.join("bin/python");
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).arg(wheel))?;
    let fen = output(Command::new(&python).args(["-c", PYTHON]).current_dir(folder))?;
    ensure!(fen.trim_end().ends_with(" w"), "expected a position with white to move, found '{fen}'");
    check_engine(release, None, &|| Command::new(folder.join("bin/petteia")))
}

/// The package for npm is installed in a new folder. Its program reads lines.
pub fn npm(release: &Release, folder: &Path) -> anyhow::Result<()> {
    let install = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", "."];
    run(Command::new("npm").args(install).arg(release.npm_file()).current_dir(folder))?;
    let lines = ["setoption name UCI_Variant value reversi", "position startpos", "perft 5", "go depth 4"];
    let said = output(Command::new(folder.join("node_modules/.bin/petteia")).args(lines))?;
    ensure!(said.contains("perft 5 nodes 1396 ") && said.contains("bestmove "), "{said}");
    Ok(())
}

/// Reads the name and the version of a line of `cargo tree`, such as `anyhow v1.0.100 (*)`.
fn name_and_version(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_read_from_the_tree() {
        assert_eq!(name_and_version("anyhow v1.0.100"), Some(("anyhow", "v1.0.100")));
        assert_eq!(
            name_and_version("petteia-core v0.1.0 (/petteia/crates/core) (*)"),
            Some(("petteia-core", "v0.1.0"))
        );
        assert_eq!(name_and_version(""), None);
    }
}
