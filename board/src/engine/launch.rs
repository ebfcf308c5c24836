//! The program in the role of an engine: with limits, and with the built-in engine.
//!
//! An engine is started as `petteia-board --launch MIB PROGRAM ARGUMENT...`. That process lowers its own priority and
//! limits its memory, and becomes the program. A process may do both to itself without any unsafe code.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use petteia::protocols::ugi::Ugi;
use petteia::server::{Config, Server};
use petteia_engine::VARIANTS;

/// First argument of the built-in engine.
pub const ENGINE: &str = "--engine";
/// An argument of the built-in engine: it may read files.
pub const FILES: &str = "--files";
/// First argument of a process that becomes an engine.
pub const LAUNCH: &str = "--launch";

/// Exit code of a launch that has failed, as in a shell.
const NOT_FOUND: u8 = 127;

/// The built-in engine: UGI on standard input and output. Where its lines come from strangers it reads no files.
pub fn engine(mut words: impl Iterator<Item = OsString>) -> anyhow::Result<ExitCode> {
    let files = words.next().is_some_and(|word| word == FILES);
    std::panic::set_hook(Box::new(|_| ()));
    let config = Config { variants: VARIANTS, variant: &VARIANTS[0], batch: false, files };
    let server = Server::new(config, Box::<Ugi>::default(), BufWriter::new(io::stdout()))?;
    server.run(BufReader::new(io::stdin()))?;
    Ok(ExitCode::SUCCESS)
}

/// Becomes an engine. The words are the memory in MiB, the program and its arguments.
pub fn launch(words: Vec<OsString>) -> ExitCode {
    let mut words = words.into_iter();
    let memory = words.next().and_then(|word| word.to_str()?.parse().ok());
    if let (Some(memory), Some(program)) = (memory, words.next()) {
        system::limit(memory);
        system::execute(&program, words);
    }
    ExitCode::from(NOT_FOUND)
}

#[cfg(unix)]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Resource, Rlimit, setpriority_process, setrlimit};

    /// The priority of engines, from -20 (first) to 19 (last).
    const PRIORITY: i32 = 19;
    /// Most open files of an engine.
    const FILES: u64 = 64;

    /// Limits this process. What the system refuses stays as it is.
    pub fn limit(mebibytes: u64) {
        let _ = setpriority_process(None, PRIORITY);
        let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        let _ = setrlimit(Resource::As, limit(mebibytes << 20));
        let _ = setrlimit(Resource::Core, limit(0));
        let _ = setrlimit(Resource::Nofile, limit(FILES));
        // An engine does not outlive a server that is killed.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }

    /// Becomes this program. Returns only if it cannot.
    pub fn execute(program: &OsStr, arguments: impl Iterator<Item = OsString>) {
        drop(Command::new(program).args(arguments).exec());
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::process::Command;

    /// Does nothing: this system limits no process from inside.
    pub fn limit(_mebibytes: u64) {}

    /// Runs the program to its end.
    pub fn execute(program: &OsStr, arguments: impl Iterator<Item = OsString>) {
        let code = Command::new(program).args(arguments).status().ok().and_then(|status| status.code());
        std::process::exit(code.unwrap_or(1));
    }
}
