//! A web server with a board: it serves the page, answers lines about rules, runs engines for visitors, and keeps tables
//! with several seats. `docs/board.md` describes it.

mod arguments;
mod assets;
mod convert;
mod deck;
mod engine;
mod guard;
mod limits;
mod listener;
mod proxy;
mod room;
mod rules;
mod socket;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use clap::Parser;
use petteia_engine::{Level, VARIANTS, new_key};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use arguments::Arguments;
use deck::TableDeck;
use engine::{Engines, launch};
use guard::Guard;
use limits::{FRAME_BYTES, Visitor, Visitors};
use proxy::Proxies;
use room::Rooms;

/// Longer than any server runs.
const THREAD_LIFE: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// Most threads for work that does not wait: rules, conversions, disk.
const BLOCKING_THREADS: usize = 64;

/// What all requests share.
struct App {
    arguments: Arguments,
    engines: Arc<Engines>,
    rooms: Arc<Rooms>,
    deck: Option<Arc<TableDeck>>,
    /// Places for work on rules.
    rules_places: Semaphore,
    /// True when the server ends.
    shutdown: watch::Receiver<bool>,
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        // Nobody may read it.
        let _ = writeln!(io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}

/// Runs the program in the role that its first argument names.
fn run() -> anyhow::Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    match words.next() {
        Some(word) if word == launch::ENGINE => return launch::engine(words),
        Some(word) if word == launch::LAUNCH => return Ok(launch::launch(words.collect())),
        _ => {}
    }
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let mut arguments = Arguments::parse();
    if !arguments.listen.ip().is_loopback() && arguments.token.is_none() {
        arguments.token = Some(secret()?);
    }
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // On Linux an engine dies with the thread that has started it, so no thread ends before the server does.
    runtime.enable_all().thread_keep_alive(THREAD_LIFE).max_blocking_threads(BLOCKING_THREADS);
    let runtime = runtime.build().context("no threads")?;
    runtime.block_on(serve(arguments))?;
    Ok(ExitCode::SUCCESS)
}

/// A secret of 128 bits.
fn secret() -> anyhow::Result<String> {
    Ok(new_key()?.to_string()[..32].to_owned())
}

/// Serves until a signal ends the server.
async fn serve(arguments: Arguments) -> anyhow::Result<()> {
    let engines = Engines::new(&arguments).context("the path of this program")?;
    let deck = arguments.deck.as_ref().map(TableDeck::open).transpose()?.map(Arc::new);
    let rooms = Rooms::open(&arguments, Arc::clone(&engines), deck.clone())?;
    let listener = TcpListener::bind(arguments.listen).await;
    let listener = listener.with_context(|| format!("cannot listen on {}", arguments.listen))?;
    let address = listener.local_addr().context("the address")?;
    let (end, shutdown) = watch::channel(false);
    let guard = Arc::new(Guard { hosts: arguments.host.clone(), token: arguments.token.clone() });
    let visitors = Visitors::new(arguments.connections.into());
    let proxies = Arc::new(Proxies(arguments.trusted_proxy.clone()));
    let link = guard
        .token
        .as_ref()
        .map_or_else(|| format!("http://{address}/"), |token| format!("http://{address}/?token={token}"));
    let places = std::thread::available_parallelism().map_or(1, usize::from);
    let rules_places = Semaphore::new(places);
    let app = Arc::new(App { arguments, engines, rooms, deck, rules_places, shutdown });
    let router = router(Arc::clone(&app)).layer(middleware::from_fn_with_state(guard, guard::protect));
    // The line may have no reader.
    let _ = writeln!(io::stdout(), "{link}");
    tokio::select! {
        () = listener::accept(listener, router, visitors, proxies) => {}
        () = app.engines.end_idle() => {}
        () = end_of_server() => {}
    }
    end.send_replace(true);
    app.rooms.close().await;
    Ok(())
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/config.json", get(config))
        .route(&format!("{}{{name}}", deck::PATH), get(deck_image))
        .route("/convert", post(convert::respond))
        .route("/rules", get(rules_socket))
        .route("/engine", get(engine_socket))
        .route("/room", get(room_socket))
        .fallback(page)
        .with_state(app)
}

/// Waits for a signal that ends the server.
async fn end_of_server() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// What the server has.
async fn config(State(app): State<Arc<App>>) -> Response {
    let arguments = &app.arguments;
    let variants: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
    // The visitor has the token already; links to seats need it for others.
    let entry = arguments.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let config = json!({
        "server": true, "engine": true, "rooms": true, "version": env!("CARGO_PKG_VERSION"), "variants": variants,
        "hash": arguments.hash, "threads": arguments.threads, "searches": arguments.searches,
        "searchTime": arguments.search_time, "levels": Level::HIGHEST, "frame": FRAME_BYTES,
        "entry": entry, "deck": app.deck.as_ref().map(|deck| json!({ "cards": deck.len() })),
    });
    let head = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (head, config.to_string()).into_response()
}

async fn deck_image(State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    app.deck.as_ref().map_or_else(deck::no_image, |deck| deck.respond(&name))
}

async fn page(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    assets::respond(uri.path(), &headers, app.arguments.page_folder().as_deref())
}

type CurrentVisitor = Extension<Arc<Visitor>>;

async fn rules_socket(upgrade: WebSocketUpgrade, State(app): State<Arc<App>>, visitor: CurrentVisitor) -> Response {
    limited(upgrade).on_upgrade(move |socket| rules::serve(socket, app, visitor.0))
}

async fn engine_socket(upgrade: WebSocketUpgrade, State(app): State<Arc<App>>, visitor: CurrentVisitor) -> Response {
    limited(upgrade).on_upgrade(move |socket| engine::serve(socket, app, visitor.0))
}

async fn room_socket(upgrade: WebSocketUpgrade, State(app): State<Arc<App>>, visitor: CurrentVisitor) -> Response {
    limited(upgrade).on_upgrade(move |socket| room::serve(socket, app, visitor.0))
}

/// The same upgrade with the limits of a connection.
fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(FRAME_BYTES).max_frame_size(FRAME_BYTES).read_buffer_size(8 << 10).write_buffer_size(0)
}
