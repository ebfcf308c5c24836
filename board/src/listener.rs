//! Accepts connections, with limits on their number and on the time of a request.

use std::sync::Arc;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Duration, sleep};

use crate::guard::Peer;
use crate::limits::{REQUEST_TIME, Visitors};
use crate::proxy::Proxies;

/// Most bytes of the head of a request.
const HEAD_BYTES: usize = 16 << 10;
/// Most header lines of a request.
const HEADERS: usize = 64;
/// The wait after the system has refused a connection, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections for ever.
pub async fn accept(listener: TcpListener, router: Router, visitors: Arc<Visitors>, proxies: Arc<Proxies>) {
    loop {
        match listener.accept().await {
            // A connection above the limits is closed.
            Ok((stream, address)) => {
                if let Some(peer) = Peer::new(address.ip(), &visitors, &proxies) {
                    tokio::spawn(serve(stream, router.clone(), peer));
                }
            }
            Err(error) => {
                log::warn!("no connection: {error}");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Serves the requests of a connection. A WebSocket keeps the visitor.
async fn serve(stream: TcpStream, router: Router, peer: Peer) {
    // Views are short and must not wait for more.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(peer)));
    let mut connection = http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIME);
    connection.max_buf_size(HEAD_BYTES).max_headers(HEADERS);
    // A client that breaks the protocol gets no further answer.
    let _ = connection.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
}
