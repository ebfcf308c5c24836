//! Load on a board server: people who play, people who watch, and searches that wait for each other.
//!
//! ```sh
//! target/release/petteia-board --listen 127.0.0.1:8538 --data /tmp/load &
//! cargo run --release -p petteia-board --example load -- 127.0.0.1:8538 30
//! ```
//!
//! Ten tables of two people make random moves, 200 spectators receive every view of a table, and each of the 20 players
//! has an engine that searches again and again, so that the server always has searches in its queue. The figures are
//! the times from the sending of a move to the view that contains it, at the mover and at the other player. It only
//! talks to loopback, and ends after at most two minutes.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Tables of two people.
const TABLES: usize = 10;
/// Spectators of each table.
const SPECTATORS: usize = 20;
/// Longest run in seconds.
const LONGEST: u64 = 120;
/// A search of a player.
const SEARCH: &str = "go movetime 1500";
/// The games of the tables.
const GAMES: [&str; 5] = ["reversi", "dvonn", "draughts", "gonu", "tablut"];

/// Searches that have ended, and views that spectators have received.
#[derive(Debug, Default)]
struct Counts {
    searches: AtomicU64,
    queued: AtomicU64,
    views: AtomicU64,
}

struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u64,
}

impl Client {
    async fn connect(server: SocketAddr, path: &str) -> anyhow::Result<Self> {
        let mut request = format!("ws://{server}{path}").into_client_request()?;
        request.headers_mut().insert("Origin", format!("http://{server}").parse()?);
        let (socket, _) = connect_async(request).await?;
        Ok(Self { socket, next_id: 0 })
    }

    async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    async fn text(&mut self) -> anyhow::Result<String> {
        loop {
            if let Message::Text(text) = self.socket.next().await.context("the connection has ended")?? {
                return Ok(text.to_string());
            }
        }
    }

    async fn frame(&mut self, kind: &str) -> anyhow::Result<Value> {
        loop {
            let frame: Value = serde_json::from_str(&self.text().await?)?;
            ensure!(frame["t"] != "refused", "{frame}");
            if frame["t"] == kind {
                return Ok(frame);
            }
        }
    }

    /// A frame with a new id.
    async fn request(&mut self, mut frame: Value) -> anyhow::Result<()> {
        self.next_id += 1;
        frame["id"] = json!(format!("{}", self.next_id));
        self.send(frame.to_string()).await
    }
}

/// Two people who play until the end. Returns the times of their moves, at the mover and at the other.
async fn play(
    server: SocketAddr,
    table: usize,
    end: Instant,
    counts: Arc<Counts>,
) -> anyhow::Result<Vec<[Duration; 2]>> {
    let mut players = [Client::connect(server, "/room").await?, Client::connect(server, "/room").await?];
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    let variant = GAMES[table % GAMES.len()];
    players[0].request(json!({"t": "create", "variant": variant, "seats": seats})).await?;
    let created = players[0].frame("created").await?;
    for (player, token) in players.iter_mut().zip(created["tokens"].as_array().context("tokens")?) {
        player.request(json!({"t": "join", "room": created["room"], "token": token})).await?;
    }
    for _ in 0..SPECTATORS {
        tokio::spawn(watch(server, created["room"].clone(), Arc::clone(&counts)));
    }
    let mut times = Vec::new();
    let mut number = table;
    let mut view = newest(&mut players, 3).await?;
    while Instant::now() < end {
        number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        sleep(Duration::from_millis(50 + (number >> 8) as u64 % 100)).await;
        let v = view["v"].as_u64().context("a version")?;
        if view["state"] == "over" {
            for player in &mut players {
                player.request(json!({"t": "ask", "what": "rematch"})).await?;
            }
            view = newest(&mut players, v + 1).await?;
            continue;
        }
        let mover = players.len() - 1 - usize::from(view["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
        players[mover].send(json!({"t": "resync"}).to_string()).await?;
        let own = players[mover].frame("view").await?;
        let legal = own["legal"].as_array().context("moves")?;
        let word = &legal[(number >> 8) % legal.len()];
        let begun = Instant::now();
        players[mover].request(json!({"t": "move", "v": v, "move": word})).await?;
        let [first, second] = &mut players;
        let (mover_client, other) = if mover == 0 { (first, second) } else { (second, first) };
        let (at_mover, at_other) = tokio::try_join!(seen(mover_client, v + 1), seen(other, v + 1))?;
        times.push([at_mover.1 - begun, at_other.1 - begun]);
        view = if mover == 0 { at_mover.0 } else { at_other.0 };
    }
    Ok(times)
}

/// The first view of the first player of at least this version, when the second player has seen it too.
async fn newest(players: &mut [Client; 2], v: u64) -> anyhow::Result<Value> {
    let [first, second] = players;
    let (first, _) = tokio::try_join!(seen(first, v), seen(second, v))?;
    Ok(first.0)
}

/// The first view of at least this version, and when it came.
async fn seen(client: &mut Client, v: u64) -> anyhow::Result<(Value, Instant)> {
    loop {
        let view = client.frame("view").await?;
        if view["v"].as_u64().is_some_and(|found| found >= v) {
            return Ok((view, Instant::now()));
        }
    }
}

async fn watch(server: SocketAddr, room: Value, counts: Arc<Counts>) -> anyhow::Result<()> {
    let mut client = Client::connect(server, "/room").await?;
    client.request(json!({"t": "join", "room": room})).await?;
    loop {
        client.frame("view").await?;
        counts.views.fetch_add(1, Ordering::Relaxed);
    }
}

/// An engine of a player, which searches again and again.
async fn search(server: SocketAddr, counts: Arc<Counts>) -> anyhow::Result<()> {
    let mut client = Client::connect(server, "/engine").await?;
    client.send("setoption name UCI_Variant value reversi".into()).await?;
    loop {
        client.send(SEARCH.into()).await?;
        loop {
            let text = client.text().await?;
            let has = |beginning: &str| text.lines().any(|line| line.starts_with(beginning));
            counts.queued.fetch_add(u64::from(has("info string queued 0 started")), Ordering::Relaxed);
            if has("bestmove") {
                counts.searches.fetch_add(1, Ordering::Relaxed);
                break;
            }
        }
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let server: SocketAddr = words.next().context("expected the address of a server")?.parse()?;
    let seconds: u64 = words.next().map_or(Ok(30), |word| word.parse())?;
    ensure!(server.ip().is_loopback(), "expected an address of loopback");
    if seconds == 0 || seconds > LONGEST {
        bail!("expected 1 to {LONGEST} seconds");
    }
    let counts = Arc::<Counts>::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    let searches: Vec<_> = (0..2 * TABLES).map(|_| tokio::spawn(search(server, Arc::clone(&counts)))).collect();
    let tables: Vec<_> = (0..TABLES).map(|table| tokio::spawn(play(server, table, end, Arc::clone(&counts)))).collect();
    let mut times = Vec::new();
    for table in tables {
        times.extend(table.await??);
    }
    searches.iter().for_each(tokio::task::JoinHandle::abort);
    report(&times, &counts)
}

fn report(times: &[[Duration; 2]], counts: &Counts) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    for (index, whose) in ["the mover", "the other player"].iter().enumerate() {
        let mut sorted: Vec<Duration> = times.iter().map(|pair| pair[index]).collect();
        sorted.sort_unstable();
        ensure!(!sorted.is_empty(), "expected moves, found none");
        let at = |percent: usize| sorted[(sorted.len() - 1) * percent / 100].as_secs_f64() * 1_000.0;
        let moves = sorted.len();
        writeln!(
            output,
            "{moves} moves, view at {whose}: median {:.1} ms, 99 % {:.1} ms, greatest {:.1} ms",
            at(50),
            at(99),
            at(100)
        )?;
    }
    let [searches, queued, views] =
        [&counts.searches, &counts.queued, &counts.views].map(|count| count.load(Ordering::Relaxed));
    writeln!(
        output,
        "{searches} searches, {queued} of them after a wait; {views} views at {} spectators",
        TABLES * SPECTATORS
    )?;
    Ok(())
}
