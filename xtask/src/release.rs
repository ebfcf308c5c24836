//! `cargo xtask release`: sets the version, dates the changelog, tags the commit and builds the packages. It publishes
//! nothing.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::Args;

use super::{Engine, SHELLS, output, root, run};

/// The target of the static program.
const MUSL: &str = "x86_64-unknown-linux-musl";
/// The manifests with a lock file, each of which names the version.
const LOCKED: [&str; 4] = ["Cargo.toml", "benches/Cargo.toml", "fuzz/Cargo.toml", "xtask/Cargo.toml"];

#[derive(Debug, Args)]
pub struct ReleaseArguments {
    /// Version of the release, such as 0.2.0
    #[arg(value_parser = parse_version)]
    version: [u32; 3],

    /// Folder of the packages [default: target/packages]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Release a copy of HEAD, and install and run each package; nothing else changes
    #[arg(long)]
    check: bool,
}

/// Reads a version of three numbers.
fn parse_version(text: &str) -> Result<[u32; 3], String> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|number| number.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| "expected three numbers such as 0.2.0".into())
}

/// Runs the task.
pub fn release(arguments: &ReleaseArguments) -> anyhow::Result<()> {
    let out = absolute(arguments.out.clone().unwrap_or_else(|| root().join("target/packages")))?;
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let scratch = Scratch::new(&out)?;
    let tree = if arguments.check { scratch.0.join("petteia") } else { root() };
    if arguments.check {
        run(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&tree))?;
    }
    let release = Release {
        version: arguments.version.map(|number| number.to_string()).join("."),
        // The copy is built where a release is, so that its libraries are compiled once.
        target: absolute(root().join("target"))?,
        tree,
        out,
    };
    release.commit(arguments.version)?;
    release.package(&scratch)?;
    if arguments.check {
        release.check(&scratch)?;
        println!("every package of {} was installed and run", release.version);
    } else {
        println!("to publish: git push --follow-tags, cargo publish --workspace, and the files in the folder");
    }
    Ok(())
}

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(parent: &Path) -> anyhow::Result<Self> {
        let folder = parent.join(format!(".release-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Release {
    version: String,
    /// The work tree that is released.
    tree: PathBuf,
    target: PathBuf,
    out: PathBuf,
}

impl Release {
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(&self.tree);
        command
    }

    /// Changes a file of the work tree.
    fn edit(&self, name: &str, change: impl FnOnce(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
        let path = self.tree.join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        fs::write(&path, change(&text).with_context(|| name.to_owned())?).with_context(|| path.display().to_string())
    }

    /// Writes the version and the date, commits and tags.
    fn commit(&self, version: [u32; 3]) -> anyhow::Result<()> {
        let changes = output(&mut self.git(&["status", "--porcelain", "--untracked-files=no"]))?;
        ensure!(changes.is_empty(), "expected a work tree without changes, found\n{changes}");
        let date = output(Command::new("date").args(["-u", "+%F"]))?;
        self.edit("Cargo.toml", |text| set_version(text, version, &self.version))?;
        self.edit("CHANGELOG.md", |text| date_changelog(text, &self.version, date.trim()))?;
        for manifest in LOCKED {
            // This writes the versions of the workspace into the lock file.
            output(&mut self.cargo(&["metadata", "--format-version", "1", "--manifest-path", manifest]))?;
        }
        let subject = format!("project: release {}", self.version);
        run(&mut self.git(&["commit", "--quiet", "--all", "--message", &subject]))?;
        run(&mut self.git(&["tag", "--annotate", "--message", &subject, &format!("v{}", self.version)]))
    }

    fn file(&self, end: &str) -> PathBuf {
        self.out.join(format!("petteia-{}{end}", self.version))
    }

    /// Builds the source archive, the archive with the static program, the Debian package and the wheel.
    fn package(&self, scratch: &Scratch) -> anyhow::Result<()> {
        let name = format!("petteia-{}", self.version);
        let source = self.file(".tar.gz");
        run(self.git(&["archive", &format!("--prefix={name}/"), "--output"]).arg(&source).arg("HEAD"))?;

        run(Command::new("rustup").args(["target", "add", MUSL]))?;
        let flags = format!("target.{MUSL}.rustflags=[\"-C\", \"target-cpu=x86-64-v3\"]");
        run(&mut self.cargo(&["build", "--locked", "--profile", "dist", "--target", MUSL, "--config", &flags]))?;
        let folder = scratch.0.join("static").join(&name);
        self.fill(&folder)?;
        let archive = self.file("-x86_64-linux.tar.gz");
        run(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(scratch.0.join("static")).arg(&name))?;

        run(&mut self.cargo(&["build", "--locked", "--profile", "dist"]))?;
        // The package takes them from there.
        Self::pages(&self.target.join("dist/petteia"), &self.tree.join("target"))?;
        let tools = self.target.join("tools");
        run(self.cargo(&["install", "--quiet", "--locked", "cargo-deb", "--root"]).arg(&tools))?;
        let mut deb = Command::new(tools.join("bin/cargo-deb"));
        deb.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target);
        run(deb.args(["--quiet", "--no-build", "--profile", "dist", "--output"]).arg(self.file("-amd64.deb")))?;

        let mut wheel = Command::new("python3");
        wheel.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(&self.out).arg("./python");
        run(wheel.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.target))
    }

    /// Fills the folder of the static program: the program, its pages and the documents.
    fn fill(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let program = self.target.join(MUSL).join("dist/petteia");
        fs::copy(&program, folder.join("petteia")).with_context(|| program.display().to_string())?;
        let documents = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "protocol.md", "docs"];
        run(Command::new("cp").arg("-r").args(documents).arg(folder).current_dir(&self.tree))?;
        Self::pages(&program, folder)
    }

    /// Writes the man pages and completions of a program into folders of a folder.
    fn pages(program: &Path, folder: &Path) -> anyhow::Result<()> {
        let engine = Engine(vec![program.into()]);
        engine.man(&folder.join("man"))?;
        let completions = folder.join("completions");
        SHELLS.iter().try_for_each(|[shell, _, _, name]| engine.completions(shell, &completions.join(name)))
    }

    /// Unpacks or installs each package and runs its program.
    fn check(&self, scratch: &Scratch) -> anyhow::Result<()> {
        let unpacked = scratch.0.join("unpacked");
        fs::create_dir_all(&unpacked).with_context(|| unpacked.display().to_string())?;
        for archive in [self.file(".tar.gz"), self.file("-x86_64-linux.tar.gz")] {
            run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&unpacked))?;
        }
        let name = format!("petteia-{}", self.version);
        let source = unpacked.join(&name);
        output(Command::new("cargo").args(["metadata", "--locked", "--format-version", "1"]).current_dir(&source))?;
        let program = source.join("petteia");
        let libraries = Command::new("ldd").arg(&program).output()?;
        let libraries = [libraries.stdout, libraries.stderr].concat();
        let libraries = String::from_utf8_lossy(&libraries);
        ensure!(libraries.contains("static") || libraries.contains("not a dynamic"), "not static: {libraries}");
        self.check_program(&program)?;

        let deb = scratch.0.join("deb");
        run(Command::new("dpkg-deb").arg("--extract").arg(self.file("-amd64.deb")).arg(&deb))?;
        self.check_program(&deb.join("usr/bin/petteia"))?;
        for file in ["man/man1/petteia.1", "man/man1/petteia-match.1", "doc/petteia/docs/games/dvonn.md"] {
            let has = |end: &str| deb.join("usr/share").join(format!("{file}{end}")).exists();
            ensure!(has("") || has(".gz"), "expected {file} in the Debian package, found none");
        }

        let environment = scratch.0.join("venv");
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        let python = environment.join("bin/python");
        let wheels = format!("petteia=={}", self.version);
        let mut pip = Command::new(&python);
        run(pip.args(["-m", "pip", "install", "--quiet", "--no-index", &wheels, "--find-links"]).arg(&self.out))?;
        self.check_program(&environment.join("bin/petteia"))?;
        run(Command::new(&python).args(["-c", "import petteia; petteia.Board('reversi').push('f5')"]))
    }

    /// Checks that a program has the version, and that it counts.
    fn check_program(&self, program: &Path) -> anyhow::Result<()> {
        let version = output(Command::new(program).arg("--version"))?;
        let expected = format!("petteia {}", self.version);
        ensure!(version.trim() == expected, "{}: expected '{expected}', found '{version}'", program.display());
        let counted = output(Command::new(program).args(["--game", "reversi", "perft 5"]))?;
        ensure!(counted.starts_with("perft 5 nodes 1396 "), "{}: {counted}", program.display());
        Ok(())
    }
}

/// The manifest of the workspace with another version of its packages.
fn set_version(manifest: &str, version: [u32; 3], text: &str) -> anyhow::Result<String> {
    let old = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    let old = old.context("expected the line version = \"X.Y.Z\", found none")?;
    let is_newer = parse_version(old).is_ok_and(|old| old < version);
    ensure!(is_newer, "expected a version above {old}, found {text}");
    let own = |line: &str| line.starts_with("version = ") || line.starts_with("petteia-");
    let change =
        |line: &str| if own(line) { line.replace(&format!("\"{old}\""), &format!("\"{text}\"")) } else { line.into() };
    Ok(manifest.lines().map(|line| change(line) + "\n").collect())
}

/// The changelog with a heading for a release above what is unreleased.
fn date_changelog(changelog: &str, version: &str, date: &str) -> anyhow::Result<String> {
    const UNRELEASED: &str = "## Unreleased\n";
    let (before, after) = changelog.split_once(UNRELEASED).context("expected the heading Unreleased, found none")?;
    let news = after.split("\n## ").next().unwrap_or_default();
    ensure!(news.contains("\n* "), "expected entries below the heading Unreleased, found none");
    Ok(format!("{before}{UNRELEASED}\n## {version} - {date}\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_set_in_the_workspace_alone() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\n[workspace.dependencies]\n\
                        petteia-core = { version = \"0.1.0\", path = \"x\" }\nother = { version = \"0.1.0\" }\n";
        let found = set_version(manifest, [0, 2, 0], "0.2.0").expect("a version");
        assert_eq!(found.matches("0.2.0").count(), 2);
        assert!(found.contains("other = { version = \"0.1.0\" }\n"));
        assert!(set_version(manifest, [0, 1, 0], "0.1.0").is_err());
        assert!(set_version("[package]\n", [0, 2, 0], "0.2.0").is_err());
        assert!(parse_version("1.2").is_err() && parse_version("1.2.x").is_err());
    }

    #[test]
    fn a_release_has_a_date_and_entries() {
        let found = date_changelog("# Changelog\n\n## Unreleased\n\n* News\n", "0.2.0", "2026-01-02").expect("entries");
        assert_eq!(found, "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-01-02\n\n* News\n");
        assert!(date_changelog("## Unreleased\n\n## 0.1.0 - 2025-01-01\n\n* Old\n", "0.2.0", "2026-01-02").is_err());
    }
}
