//! Connections to other programs, one after another.

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use petteia::exit_status::ExitStatus;
use petteia::protocols::dxp::connection::{MessageReader, MessageWriter, PeerWatch};
use petteia::protocols::dxp::{Dxp, DxpRecord, DxpSettings};
use petteia::protocols::ugi::Ugi;
use petteia::server::connection::Protocol;
use petteia::server::{Config, ConnectionError, Server, ShutdownHandle};
use petteia_engine::{VARIANTS, Variant};
use petteia_formats::dxp::DxpMessage;
use serde::Serialize;

use super::unreachable;
use crate::commands::{CommandFailure, INTERNAL, broken_output, say, set_option};
use crate::platform::interrupt_on_signals;

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// Longest wait for bytes before the wait for the peer is looked at.
const POLL: Duration = Duration::from_millis(200);
/// Longest wait for a peer to take bytes.
const WRITE: Duration = Duration::from_secs(10);
/// The wait after a connection that the system could not hand over, and for the end of the connection before.
const PAUSE: Duration = Duration::from_millis(100);
/// Looks at the end of the connection before.
const TRIES: u32 = 5;
/// Exit code for a connection that ended by an error.
const BROKEN: ExitStatus = ExitStatus::Rejected;

/// This program as the peer of others.
pub struct DxpPeer {
    config: Config,
    options: Vec<String>,
    settings: DxpSettings,
    state: Arc<HostState>,
}

/// What connections, games and signals have in common.
#[derive(Default)]
struct HostState {
    is_stopped: AtomicBool,
    /// Ends the running connection.
    shutdown_handle: Mutex<Option<ShutdownHandle>>,
    /// Records so far.
    records: AtomicU64,
    /// Games that have ended as DXP says.
    games: AtomicU64,
    /// Why a record could not be written.
    output_error: Mutex<Option<io::Error>>,
}

/// A record as a line.
#[derive(Serialize)]
struct DxpRecordLine<'a> {
    /// Its number, from 1.
    game: u64,
    #[serde(flatten)]
    record: &'a DxpRecord,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HostState {
    /// Ends the running connection, and the program after it.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        locked(&self.shutdown_handle).iter().for_each(ShutdownHandle::interrupt);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Lets `stop` end a connection.
    fn watch(&self, shutdown_handle: Option<ShutdownHandle>) {
        *locked(&self.shutdown_handle) = shutdown_handle;
        if self.is_stopped() {
            self.stop();
        }
    }

    /// Writes a record to standard output.
    fn write(&self, record: &DxpRecord) {
        let game = self.records.fetch_add(1, Ordering::SeqCst) + 1;
        if !record.is_broken_off {
            self.games.fetch_add(1, Ordering::SeqCst);
        }
        let line = serde_json::to_string(&DxpRecordLine { game, record }).map_err(io::Error::from);
        let mut output = io::stdout().lock();
        let written = line.and_then(|line| writeln!(output, "{line}")).and_then(|()| output.flush());
        if let Err(error) = written {
            *locked(&self.output_error) = Some(error);
            self.stop();
        }
    }
}

impl DxpPeer {
    /// This program with its options.
    ///
    /// # Errors
    /// An option is not as it should be.
    pub fn new(
        variant: &'static Variant,
        options: Vec<String>,
        files: bool,
        settings: DxpSettings,
    ) -> Result<Self, CommandFailure> {
        let config = Config { variants: VARIANTS, variant, batch: false, files };
        let host = Self { config, options, settings, state: Arc::default() };
        host.server(Box::<Ugi>::default(), io::sink())?;
        Ok(host)
    }

    fn server<'a>(
        &self,
        protocol: Box<dyn Protocol>,
        output: impl Write + Send + 'a,
    ) -> Result<Server<'a>, CommandFailure> {
        let mut server = Server::new(self.config, protocol, output).map_err(|error| (INTERNAL, error.to_string()))?;
        for option in &self.options {
            set_option(option, |name, value| server.set_option(name, value))?;
        }
        Ok(server)
    }

    /// Connects to a program and plays its games.
    ///
    /// # Errors
    /// There is no connection, or an error ends it.
    pub fn connect(&self, address: &str, addresses: &[SocketAddr]) -> Result<(), CommandFailure> {
        let state = Arc::clone(&self.state);
        interrupt_on_signals(move || state.stop()).map_err(|error| no_signals(&error))?;
        let mut found = Err(io::ErrorKind::NotFound.into());
        for socket in addresses {
            found = TcpStream::connect_timeout(socket, CONNECT);
            if found.is_ok() {
                break;
            }
        }
        let stream = found.map_err(|error| unreachable(address, &error))?;
        say(&format!("connected to {address}"));
        let played = if self.state.is_stopped() { Ok(()) } else { self.serve(&stream) };
        self.finish()?;
        played.map_err(|why| (BROKEN, format!("{address}: {why}")))
    }

    /// Waits for programs and plays their games, one program after another.
    ///
    /// # Errors
    /// The address is not free, or the output cannot be written.
    pub fn listen(&self, address: &str, addresses: &[SocketAddr]) -> Result<(), CommandFailure> {
        let listener = TcpListener::bind(addresses).map_err(|error| unreachable(address, &error))?;
        let own = listener.local_addr().map_err(|error| unreachable(address, &error))?;
        let (arrivals, inbox) = mpsc::channel();
        let (state, wake) = (Arc::clone(&self.state), arrivals.clone());
        interrupt_on_signals(move || {
            state.stop();
            drop(wake.send(None));
        })
        .map_err(|error| no_signals(&error))?;
        say(&format!("listening on {own}"));
        if !own.ip().to_canonical().is_loopback() {
            say("warning: other machines can connect to this address");
        }
        let is_busy = Arc::new(AtomicBool::new(false));
        let busy = Arc::clone(&is_busy);
        let accept = move || accept_peers(&listener, &arrivals, &busy);
        let thread = thread::Builder::new().name("listener".into()).spawn(accept);
        thread.map_err(|error| (INTERNAL, format!("no thread: {error}")))?;
        while !self.state.is_stopped() && self.games_left() != Some(0) {
            let Ok(Some((stream, peer))) = inbox.recv() else { break };
            say(&format!("connected to {peer}"));
            let played = self.serve(&stream);
            drop(stream);
            is_busy.store(false, Ordering::SeqCst);
            match played {
                Ok(()) => say(&format!("closed {peer}")),
                Err(why) => say(&format!("error: {peer}: {why}")),
            }
        }
        self.finish()
    }

    /// Talks with a peer until the end of the connection.
    fn serve(&self, stream: &TcpStream) -> Result<(), String> {
        let text = |error: io::Error| error.to_string();
        let prepare = || -> io::Result<[TcpStream; 2]> {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(POLL))?;
            stream.set_write_timeout(Some(WRITE))?;
            Ok([stream.try_clone()?, stream.try_clone()?])
        };
        let [input, output] = prepare().map_err(text)?;
        let (watch, state) = (Arc::new(PeerWatch::default()), Arc::clone(&self.state));
        let settings = DxpSettings { games: self.games_left(), ..self.settings.clone() };
        let take_record = Box::new(move |record: DxpRecord| state.write(&record));
        let dxp = Box::new(Dxp::new(settings, Arc::clone(&watch), take_record));
        let server = self.server(dxp, MessageWriter::new(output)).map_err(|(_, why)| why)?;
        self.state.watch(Some(server.shutdown_handle()));
        let result = server.run(BufReader::new(MessageReader::new(input, watch)));
        self.state.watch(None);
        // The reader of the input ends too. It is no error that the peer was faster.
        drop(stream.shutdown(Shutdown::Both));
        result.map(drop).map_err(|error| match error {
            ConnectionError::Output(error) => format!("the connection: {error}"),
            error @ ConnectionError::Thread(_) => error.to_string(),
            ConnectionError::Aborted(why) => why,
        })
    }

    /// Games that are still to be played; `None` for no limit.
    fn games_left(&self) -> Option<u64> {
        self.settings.games.map(|games| games.saturating_sub(self.state.games.load(Ordering::SeqCst)))
    }

    /// Whether every record could be written.
    fn finish(&self) -> Result<(), CommandFailure> {
        locked(&self.state.output_error).take().map_or(Ok(()), |error| broken_output(&error))
    }
}

fn no_signals(error: &io::Error) -> CommandFailure {
    (INTERNAL, format!("signals: {error}"))
}

/// Hands a connection over while there is none, and refuses any other one.
fn accept_peers(listener: &TcpListener, arrivals: &Sender<Option<(TcpStream, SocketAddr)>>, is_busy: &AtomicBool) {
    loop {
        match listener.accept() {
            Ok((stream, peer)) if !becomes_busy(is_busy) => refuse(stream, peer),
            Ok(arrival) => {
                if arrivals.send(Some(arrival)).is_err() {
                    return;
                }
            }
            Err(error) => {
                log::warn!("a connection: {error}");
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Marks this program as busy if it is free, or gets free in a moment: a peer that has just gone may be noticed late.
fn becomes_busy(is_busy: &AtomicBool) -> bool {
    (0..TRIES).any(|i| {
        if i > 0 {
            thread::sleep(PAUSE / TRIES);
        }
        !is_busy.swap(true, Ordering::SeqCst)
    })
}

fn refuse(mut stream: TcpStream, peer: SocketAddr) {
    say(&format!("refused {peer}: another program is connected"));
    let text = format!("{}\0", DxpMessage::Chat("error: another program is connected".into()));
    // The peer may be gone already. A new connection takes the bytes at once.
    drop(stream.write_all(text.as_bytes()));
}
