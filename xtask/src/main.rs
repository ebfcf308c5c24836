//! `cargo xtask`: installs the engine, makes releases and packages, and attacks the program.

mod npm;
mod pictures;
mod release;
#[cfg(target_os = "linux")]
mod siege;
mod site;
mod version;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::{Args, Parser, Subcommand};

/// Installs petteia, writes its man pages and completions, makes releases and packages, and attacks the program
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build the engine and install it with its man pages, completions and book
    Install {
        /// Folder of bin and share; ~/.local without it
        #[arg(long, value_name = "DIR")]
        prefix: Option<PathBuf>,

        /// Install this program instead of building one
        #[arg(long, value_name = "FILE", conflicts_with = "profile")]
        program: Option<PathBuf>,

        #[command(flatten)]
        build: Build,
    },
    /// Write the man pages
    Man {
        /// Folder of the pages
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        #[command(flatten)]
        build: Build,
    },
    /// Write the completions for bash, zsh and fish
    Completions {
        /// Folder of the files
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        #[command(flatten)]
        build: Build,
    },
    /// Build the engine as WebAssembly and put the package for npm together
    Npm(npm::NpmArguments),
    /// Put the page of the board together as static files, with the package for npm in the folder `engine` below
    Site(npm::NpmArguments),
    /// Draw the pictures of the documentation that `docs/pictures/list.tsv` lists
    Pictures {
        #[command(flatten)]
        build: Build,
    },
    /// Set the version, date the changelog, commit and tag
    Version(version::VersionArguments),
    /// Build the programs and packages of HEAD for download; nothing is published
    Release(release::ReleaseArguments),
    /// Run the program with hostile inputs, files, peers, signals and limits, and check what it does
    #[cfg(target_os = "linux")]
    Siege(siege::SiegeArguments),
}

#[derive(Debug, Args)]
struct Build {
    /// Profile of the build
    #[arg(long, default_value = "dist")]
    profile: String,
}

/// A shell, its folder below `share`, and the names of its file there and in a folder of all shells.
const SHELLS: [[&str; 4]; 3] = [
    ["bash", "bash-completion/completions", "petteia", "petteia.bash"],
    ["zsh", "zsh/site-functions", "_petteia", "_petteia"],
    ["fish", "fish/vendor_completions.d", "petteia.fish", "petteia.fish"],
];

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Install { prefix, program, build } => {
            let prefix = match prefix {
                Some(prefix) => absolute(prefix)?,
                None => {
                    env::home_dir().context("expected a home folder or --prefix DIR, found neither")?.join(".local")
                }
            };
            install(&prefix, program.as_deref(), &build)
        }
        Task::Npm(arguments) => npm::npm(&root(), &arguments),
        Task::Site(arguments) => site::site(arguments),
        Task::Pictures { build } => pictures::draw(&build.engine()),
        Task::Version(arguments) => version::set(&arguments),
        Task::Release(arguments) => release::release(&arguments),
        Task::Man { folder, build } => build.engine().man(&absolute(folder)?),
        #[cfg(target_os = "linux")]
        Task::Siege(arguments) => siege::siege(&arguments),
        Task::Completions { folder, build } => {
            let (folder, engine) = (absolute(folder)?, build.engine());
            SHELLS.iter().try_for_each(|[shell, _, _, name]| engine.completions(shell, &folder.join(name)))
        }
    }
}

impl Build {
    /// The engine as Cargo builds and runs it.
    fn engine(&self) -> Engine {
        let words = ["cargo", "run", "--quiet", "--locked", "--profile", &self.profile, "--"];
        Engine(words.map(OsString::from).into())
    }
}

/// The words of a command line that runs the engine.
struct Engine(Vec<OsString>);

impl Engine {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]).current_dir(root());
        command
    }

    fn man(&self, folder: &Path) -> anyhow::Result<()> {
        println!("man pages in {}", folder.display());
        run(self.command().arg("man").arg(folder))
    }

    fn completions(&self, shell: &str, file: &Path) -> anyhow::Result<()> {
        println!("completions of {shell} in {}", file.display());
        let script = output(self.command().args(["completions", shell]))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        fs::write(file, script).with_context(|| file.display().to_string())
    }
}

fn install(prefix: &Path, program: Option<&Path>, build: &Build) -> anyhow::Result<()> {
    let installed = prefix.join("bin/petteia");
    if let Some(program) = program {
        fs::create_dir_all(prefix.join("bin")).with_context(|| prefix.display().to_string())?;
        fs::copy(program, &installed).with_context(|| program.display().to_string())?;
    } else {
        let arguments = ["install", "--locked", "--no-track", "--force", "--path", ".", "--profile", &build.profile];
        run(Command::new("cargo").args(arguments).arg("--root").arg(prefix).current_dir(root()))?;
    }
    let engine = Engine(vec![installed.into()]);
    let share = prefix.join("share");
    engine.man(&share.join("man/man1"))?;
    let (book, folder) = ("reversi.book", share.join("petteia"));
    println!("opening book in {}", folder.display());
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    fs::copy(root().join("books").join(book), folder.join(book)).with_context(|| folder.display().to_string())?;
    SHELLS.iter().try_for_each(|[shell, folder, name, _]| engine.completions(shell, &share.join(folder).join(name)))
}

/// Runs a command, which must succeed.
fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

/// The output of a command, which must succeed.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the engine's package.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
