//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use petteia_core::words::quoted;

use crate::limits::SocketTimes;
use crate::proxy::Network;

/// Serve a board for the games of petteia to browsers
#[derive(Clone, Debug, Parser)]
#[command(name = "petteia-board", version, after_help = "docs/board.md describes the server.")]
pub struct Arguments {
    /// Address and port; port 0 takes a free one. Another address than loopback needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8537")]
    pub listen: SocketAddr,

    /// Secret that visitors need, as part of the link [default: none on loopback, else a new one]
    #[arg(long, value_parser = read_token)]
    pub token: Option<String>,

    /// Name of this server in the address bar of browsers, beside localhost and addresses; several times for several
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,

    /// Program that searches, with its arguments, instead of the built-in engine
    #[arg(long, value_name = "COMMAND", value_parser = read_command)]
    pub engine_command: Option<EngineCommand>,

    /// Searches that run at a time; others wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub searches: u16,

    /// Engine processes of visitors at a time
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub engines: u16,

    /// Greatest Hash of an engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub hash: u64,

    /// Greatest number of threads of a search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=512))]
    pub threads: u64,

    /// Longest search, in seconds
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub search_time: u64,

    /// Seconds without a line after which an engine process ends
    #[arg(long, value_name = "S", default_value_t = 180, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub engine_idle: u64,

    /// Seconds in which an engine has to answer
    #[arg(long, hide = true, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub answer_time: u64,

    /// Folder for the games of rooms [default: petteia-board in the folder for data of the user]
    #[arg(long, value_name = "DIR", conflicts_with = "no_data")]
    pub data: Option<PathBuf>,

    /// Keep no games on disk
    #[arg(long)]
    pub no_data: bool,

    /// Rooms at a time
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..))]
    pub rooms: u16,

    /// Address of a proxy, or a network such as 10.0.0.0/8, whose X-Forwarded-For names the visitor; several times for
    /// several
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Vec<Network>,

    /// Deck of cards for tables of Dixit, with its images; several files are joined by ;
    #[arg(long, value_name = "FILE", value_parser = read_deck_files)]
    pub deck: Option<DeckFiles>,

    /// Seconds without any frame after which a connection is closed
    #[arg(long, hide = true, default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub silence: u64,

    /// Days without a move after which an unfinished game is removed
    #[arg(long, value_name = "DAYS", default_value_t = 14, value_parser = clap::value_parser!(u64).range(1..=3650))]
    pub keep: u64,

    /// Connections at a time
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u16).range(1..))]
    pub connections: u16,

    /// Serve the page from this folder, for work on the page; debug builds only
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, value_name = "DIR")]
    pub page: Option<PathBuf>,
}

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct EngineCommand(pub Vec<String>);

impl Arguments {
    /// The folder to serve the page from instead of the files inside.
    pub fn page_folder(&self) -> Option<PathBuf> {
        #[cfg(debug_assertions)]
        return self.page.clone();
        #[cfg(not(debug_assertions))]
        None
    }

    /// The time limits of a WebSocket.
    pub fn socket_times(&self) -> SocketTimes {
        SocketTimes {
            silence: Duration::from_secs(self.silence),
            idle: Duration::from_secs(2 * 60 * 60),
            send: Duration::from_secs(20),
        }
    }

    /// The longest search.
    pub fn longest_search(&self) -> Duration {
        Duration::from_secs(self.search_time)
    }
}

fn read_command(text: &str) -> Result<EngineCommand, String> {
    match shlex::split(text) {
        Some(words) if !words.is_empty() => Ok(EngineCommand(words)),
        _ => Err(format!("expected a program and its arguments, found {}", quoted(text))),
    }
}

/// The files of a deck.
#[derive(Clone, Debug)]
pub struct DeckFiles(pub Vec<PathBuf>);

/// The names are those of the option `Deck`, which a line of the protocol carries.
fn read_deck_files(text: &str) -> Result<DeckFiles, String> {
    let names: Vec<&str> = text.split(';').map(str::trim).collect();
    if names.contains(&"") || text.contains(char::is_control) {
        return Err(format!("expected the name of a file, or several joined by ;, found {}", quoted(text)));
    }
    Ok(DeckFiles(names.into_iter().map(PathBuf::from).collect()))
}

/// A token is part of a link, so it has only characters that need no quoting there.
fn read_token(text: &str) -> Result<String, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte));
    match text.len() {
        12..=128 if is_plain => Ok(text.into()),
        _ => Err("expected 12 to 128 of the characters A-Z a-z 0-9 - _ . ~".into()),
    }
}
