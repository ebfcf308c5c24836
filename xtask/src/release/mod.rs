//! `cargo xtask release`: builds the files of a release from HEAD, and checks them. It publishes nothing.

mod check;
#[path = "../../launcher/levels.rs"]
mod levels;
mod packages;
mod programs;

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use super::{output, root, run};

#[derive(Debug, Args)]
pub struct ReleaseArguments {
    /// Folder of the files [default: target/release-files]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Install and run each file in a clean place. A step that this machine has no programs for is skipped, or fails with
    /// `CI_REQUIRE_ALL=1` in the environment
    #[arg(long)]
    check: bool,

    /// Build and check these packages alone
    #[arg(long, value_name = "PACKAGES", value_delimiter = ',')]
    only: Vec<Package>,

    /// Build with this profile instead of those of a release, to try the steps: release takes half the time
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

/// A package, in the order of the builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Package {
    /// The sources
    Source,
    /// What the program is made of, in the format of `CycloneDX`
    Sbom,
    /// The program for Linux on x86-64
    Linux,
    /// The Debian package of that program
    Debian,
    /// The program for Linux on aarch64
    Arm,
    /// The programs for Windows on x86-64
    Windows,
    /// The Python wheel
    Wheel,
    /// The package for npm
    Npm,
}

/// Runs the task.
pub fn release(arguments: &ReleaseArguments) -> anyhow::Result<()> {
    let release = Release::new(arguments)?;
    println!("petteia {} of {}", release.version, release.commit);
    let packages = if arguments.only.is_empty() { Package::value_variants() } else { &arguments.only };
    for package in packages {
        println!("== {}", name(package));
        release.build(*package)?;
    }
    release.write_checksums()?;
    if arguments.check {
        check::check(&release, packages)?;
    }
    for file in release.files()? {
        println!("{:>10} {}", fs::metadata(&file)?.len(), file.display());
    }
    Ok(())
}

/// The name of a value as the command line has it.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// What is released, and where it is built.
struct Release {
    version: String,
    commit: String,
    /// Seconds from 1970 to the commit: the time of every file.
    time: String,
    /// A clone of the commit.
    tree: PathBuf,
    /// The folder of the builds, one below it for each.
    builds: PathBuf,
    /// The folder of the files.
    out: PathBuf,
    /// The program for Linux on x86-64, once it is built.
    linux: OnceCell<PathBuf>,
    /// The profile to build with, unless it is that of each program.
    profile: Option<String>,
}

impl Release {
    /// Checks HEAD out into a folder of its own, so that nothing else gets into a package.
    fn new(arguments: &ReleaseArguments) -> anyhow::Result<Self> {
        let target = absolute(root())?.canonicalize()?.join("target");
        let tree = target.join("release-tree");
        let git = |arguments: &[&str], folder: &Path| {
            let mut command = Command::new("git");
            command.arg("-C").arg(folder).args(arguments);
            command
        };
        let commit = output(&mut git(&["rev-parse", "HEAD"], &root()))?.trim().to_owned();
        if !tree.exists() {
            run(git(&["clone", "--quiet", "--no-checkout", "."], &root()).arg(&tree))?;
        }
        run(git(&["fetch", "--quiet"], &tree).arg(root().canonicalize()?).arg("HEAD"))?;
        // Files that do not change keep their times, so that Cargo builds only what is new.
        run(&mut git(&["checkout", "--quiet", "--force", "--detach", &commit], &tree))?;
        run(&mut git(&["clean", "--quiet", "--force", "-d"], &tree))?;
        let time = output(&mut git(&["log", "-1", "--format=%ct"], &tree))?.trim().to_owned();
        let manifest = fs::read_to_string(tree.join("Cargo.toml"))?;
        let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        let version = version.context("Cargo.toml: expected the line version = \"X.Y.Z\", found none")?.to_owned();
        let out = arguments.out.as_ref().map_or_else(|| Ok(target.join("release-files")), absolute)?;
        fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
        Ok(Self {
            version,
            commit,
            time,
            tree,
            builds: target.join("release-builds"),
            profile: arguments.profile.clone(),
            out,
            linux: OnceCell::new(),
        })
    }

    /// A command in the clone, whose output depends on neither flags of the user nor the time of day.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.tree).env("SOURCE_DATE_EPOCH", &self.time).env("TZ", "UTC");
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_TARGET_DIR"] {
            command.env_remove(variable);
        }
        command
    }

    /// The profile to build with in place of this one.
    fn profile<'a>(&'a self, name: &'a str) -> &'a str {
        self.profile.as_deref().unwrap_or(name)
    }

    /// A file of the release: the name of the program, the version and this end.
    fn file(&self, end: &str) -> PathBuf {
        self.out.join(format!("petteia-{}{end}", self.version))
    }

    /// The files of this version, by name.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let begin = [format!("petteia-{}", self.version), format!("petteia_{}", self.version)];
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.out)? {
            let entry = entry?;
            let name = entry.file_name();
            if begin.iter().any(|begin| name.to_string_lossy().starts_with(begin)) {
                files.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }

    /// The wheel, whose name says which Python and system it is for.
    fn wheel(&self) -> anyhow::Result<PathBuf> {
        let wheel = self.files()?.into_iter().find(|file| file.extension() == Some(OsStr::new("whl")));
        wheel.with_context(|| format!("{}: expected a wheel, found none", self.out.display()))
    }

    /// Writes the checksums of the files of this version.
    fn write_checksums(&self) -> anyhow::Result<()> {
        let files = self.files()?;
        ensure!(!files.is_empty(), "{}: expected files of {}, found none", self.out.display(), self.version);
        let names = files.iter().filter_map(|file| file.file_name());
        let sums = output(Command::new("sha256sum").args(names).current_dir(&self.out))?;
        fs::write(self.out.join("SHA256SUMS"), sums).context("SHA256SUMS")
    }
}
