//! A WebSocket as a stream of texts: limits on size, rate and silence on one side, a writer of its own on the other.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval, sleep, timeout};

use crate::App;
use crate::limits::{self, Bucket, SocketTimes, Visitor};

/// Texts that wait for the writer.
const QUEUE: usize = 64;
/// Close code for a frame of a kind that is not expected.
const UNSUPPORTED: u16 = 1003;
/// Close code for a frame that is too long.
const TOO_LONG: u16 = 1009;
/// Close code for a server that ends.
const GOING_AWAY: u16 = 1001;

/// The newest view of a room.
pub type View = Utf8Bytes;

/// What a writer writes.
#[derive(Debug)]
enum Outgoing {
    Text(Utf8Bytes),
    /// The newest of these views whenever there is one, instead of those before.
    Views(watch::Receiver<View>),
    Close(u16, &'static str),
}

/// Sends to a connection.
#[derive(Clone, Debug)]
pub struct Sender(mpsc::Sender<Outgoing>);

/// The connection has ended.
#[derive(Debug)]
pub struct Gone;

impl Sender {
    /// Sends a text, after those before it.
    pub async fn text(&self, text: impl Into<Utf8Bytes>) -> Result<(), Gone> {
        self.send(Outgoing::Text(text.into())).await
    }

    /// Sends the newest view from now on.
    pub async fn views(&self, views: watch::Receiver<View>) -> Result<(), Gone> {
        self.send(Outgoing::Views(views)).await
    }

    async fn send(&self, outgoing: Outgoing) -> Result<(), Gone> {
        self.0.send(outgoing).await.map_err(|_| Gone)
    }
}

/// Receives from a connection.
pub struct Receiver {
    stream: SplitStream<WebSocket>,
    bucket: Bucket,
    visitor: Arc<Visitor>,
    sender: Sender,
    last_text: Instant,
    times: SocketTimes,
}

/// The halves of a connection.
pub fn halves(socket: WebSocket, visitor: Arc<Visitor>, app: &App) -> (Receiver, Sender) {
    let (sink, stream) = socket.split();
    let (sender, queue) = mpsc::channel(QUEUE);
    let times = app.arguments.socket_times();
    tokio::spawn(write(sink, queue, app.shutdown.clone(), times));
    let sender = Sender(sender);
    let bucket = Bucket::of_connection();
    (Receiver { stream, bucket, visitor, sender: sender.clone(), last_text: Instant::now(), times }, sender)
}

impl Receiver {
    /// The next text. `None` at the end of the connection, or when it has broken a limit.
    pub async fn text(&mut self) -> Option<Utf8Bytes> {
        loop {
            let message = tokio::select! {
                message = timeout(self.times.silence, self.stream.next()) => message.ok()??,
                () = self.sender.0.closed() => return None,
            };
            let message = match message {
                Ok(message) => message,
                Err(error) => {
                    // Whatever else is wrong with a frame, the connection is broken.
                    if is_too_long(&error) {
                        self.close(TOO_LONG, "frame above 64 kB").await;
                    }
                    return None;
                }
            };
            let tokens = limits::cost(message_length(&message));
            let wait = self.bucket.take(tokens).max(self.visitor.take(tokens));
            if !wait.is_zero() {
                sleep(wait).await;
            }
            match message {
                Message::Text(text) => {
                    self.last_text = Instant::now();
                    return Some(text);
                }
                Message::Binary(_) => {
                    self.close(UNSUPPORTED, "expected text").await;
                    return None;
                }
                Message::Close(_) => return None,
                Message::Ping(_) | Message::Pong(_) if self.last_text.elapsed() > self.times.idle => {
                    self.close(GOING_AWAY, "idle").await;
                    return None;
                }
                Message::Ping(_) | Message::Pong(_) => {}
            }
        }
    }

    async fn close(&self, code: u16, why: &'static str) {
        // A writer that has ended has closed the connection already.
        let _ = self.sender.send(Outgoing::Close(code, why)).await;
    }
}

fn message_length(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    error.to_string().contains("too long")
}

/// Writes what comes, and pings, until the connection ends.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut queue: mpsc::Receiver<Outgoing>,
    mut shutdown: watch::Receiver<bool>,
    times: SocketTimes,
) {
    let mut views: Option<watch::Receiver<View>> = None;
    let mut ticks = interval(times.ping_interval());
    ticks.tick().await;
    loop {
        let message = tokio::select! {
            biased;
            () = end_of(&mut shutdown) => break close(&mut sink, GOING_AWAY, "the server ends", times).await,
            outgoing = queue.recv() => match outgoing {
                Some(Outgoing::Text(text)) => Message::Text(text),
                Some(Outgoing::Views(mut new)) => {
                    new.mark_changed();
                    views = Some(new);
                    continue;
                }
                Some(Outgoing::Close(code, why)) => break close(&mut sink, code, why, times).await,
                None => break close(&mut sink, 1000, "", times).await,
            },
            view = next_view(&mut views) => Message::Text(view.unwrap_or_else(|| {
                views = None;
                Utf8Bytes::from_static(r#"{"t":"closed","text":"the room is closed"}"#)
            })),
            _ = ticks.tick() => Message::Ping(axum::body::Bytes::new()),
        };
        if !matches!(timeout(times.send, sink.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
}

/// Waits until the server ends.
async fn end_of(shutdown: &mut watch::Receiver<bool>) {
    while !*shutdown.borrow_and_update() {
        if shutdown.changed().await.is_err() {
            return;
        }
    }
}

/// Waits for a new view. `None` when the room has ended.
async fn next_view(views: &mut Option<watch::Receiver<View>>) -> Option<View> {
    match views {
        None => std::future::pending().await,
        Some(views) => {
            views.changed().await.ok()?;
            Some(views.borrow_and_update().clone())
        }
    }
}

async fn close(sink: &mut SplitSink<WebSocket, Message>, code: u16, why: &'static str, times: SocketTimes) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
    let _ = timeout(times.send, sink.send(Message::Close(Some(frame)))).await;
}
