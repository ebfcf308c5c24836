//! The commands `completions` and `man`, for shells and packages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use petteia_files::replace;

use super::{CommandFailure, UNREADABLE, print};

/// Generate shell completions
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(ignore_case = true)]
    shell: Shell,
}

/// Write the man pages: one of the program and one of each subcommand
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Folder of the pages, made where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs `completions` with these arguments, for the command line of the program.
pub fn completions(arguments: &CompletionsArguments, mut program: Command) -> Result<(), CommandFailure> {
    let name = program.get_name().to_owned();
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, name, &mut text);
    print(&String::from_utf8_lossy(&text))
}

/// Runs `man` with these arguments, for the command line of the program.
pub fn man(arguments: &ManArguments, program: Command) -> Result<(), CommandFailure> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    for subcommand in program.get_subcommands() {
        write_page(folder, subcommand)?;
    }
    write_page(folder, &program)
}

fn write_page(folder: &Path, command: &Command) -> Result<(), CommandFailure> {
    // Subcommands know no version of their own. The page is the same on every system.
    let command = command.clone().version(env!("CARGO_PKG_VERSION")).long_version(None);
    let page = Man::new(command);
    let path = folder.join(page.get_filename());
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| unwritable(&path, &error))?;
    replace(&path, &text).map_err(|error| (UNREADABLE, error.to_string()))
}

fn unwritable(path: &Path, error: &io::Error) -> CommandFailure {
    (UNREADABLE, format!("{}: {error}", path.display()))
}
