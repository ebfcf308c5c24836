//! Limits on what visitors may ask for: token buckets, and the connections and requests of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most bytes of a frame.
pub const FRAME_BYTES: usize = 64 << 10;
/// Most bytes of the body of a request.
pub const BODY_BYTES: usize = 1 << 20;
/// Longest time for the head of a request, and for its body.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct SocketTimes {
    /// A connection without any frame for this time is closed. Browsers answer pings by themselves.
    pub silence: Duration,
    /// A connection without a request for this time is closed.
    pub idle: Duration,
    /// A connection that takes nothing for this time is closed.
    pub send: Duration,
}

impl SocketTimes {
    /// Time between two ping frames of the server.
    pub fn ping_interval(&self) -> Duration {
        self.silence / 3
    }
}

/// Bytes of a frame that cost as much as another frame.
const BYTES_OF_TOKEN: usize = 4 << 10;
/// Most addresses whose limits are remembered while they have no connection.
const REMEMBERED: usize = 4_096;

/// A token bucket: a rate with a burst above it.
#[derive(Clone, Debug)]
pub struct Bucket {
    tokens: f64,
    /// Most tokens.
    burst: f64,
    /// Tokens a second.
    rate: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: f64, burst: f64) -> Self {
        Self { tokens: burst, burst, rate, filled: Instant::now() }
    }

    /// Frames of a connection.
    pub fn of_connection() -> Self {
        Self::new(100.0, 400.0)
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let seconds = now.duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + seconds * self.rate).min(self.burst);
        self.filled = now;
    }

    /// Takes tokens, and says how long to wait for them.
    pub fn take(&mut self, tokens: f64) -> Duration {
        self.fill();
        self.tokens -= tokens;
        Duration::from_secs_f64((-self.tokens / self.rate).max(0.0))
    }

    /// Takes a token if there is one.
    pub fn try_take(&mut self) -> bool {
        self.fill();
        let has_one = self.tokens >= 1.0;
        self.tokens -= if has_one { 1.0 } else { 0.0 };
        has_one
    }

    fn is_full(&mut self) -> bool {
        self.fill();
        self.tokens >= self.burst
    }
}

/// The tokens that a frame of this length costs.
pub fn cost(bytes: usize) -> f64 {
    1.0 + f64::from((bytes / BYTES_OF_TOKEN) as u32)
}

/// What an address has used of its limits.
#[derive(Debug)]
struct Usage {
    connections: usize,
    /// Frames and requests.
    requests: Bucket,
    /// New rooms.
    rooms: Bucket,
}

/// The limits of all addresses.
#[derive(Debug, Default)]
pub struct Visitors {
    /// Most connections, of all addresses together and of each.
    connections: [usize; 2],
    all: AtomicUsize,
    usage: Mutex<HashMap<IpAddr, Usage>>,
}

/// A connection of an address, or requests of an address by way of a proxy.
#[derive(Debug)]
pub struct Visitor {
    address: IpAddr,
    visitors: Arc<Visitors>,
    /// Counts as long as the visitor is there, also after the connection has become a `WebSocket`.
    _connection: Arc<Connection>,
}

/// One of all connections.
#[derive(Debug)]
pub struct Connection(Arc<Visitors>);

impl Visitors {
    /// Visitors with at most this number of connections together. One address may have half of them.
    pub fn new(connections: usize) -> Arc<Self> {
        Arc::new(Self { connections: [connections, connections.div_ceil(2)], ..Self::default() })
    }

    /// A new connection; `None` if there are too many.
    pub fn connect(self: &Arc<Self>) -> Option<Connection> {
        let connection = Connection(Arc::clone(self));
        (self.all.fetch_add(1, Ordering::Relaxed) < self.connections[0]).then_some(connection)
    }

    /// A new connection of an address; `None` if it has too many, or if all have.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Visitor> {
        let connection = Arc::new(self.connect()?);
        self.enter_on(connection, address)
    }

    /// An address on the connection of a proxy; `None` if the address has too many requests at a time.
    pub fn enter_on(self: &Arc<Self>, connection: Arc<Connection>, address: IpAddr) -> Option<Visitor> {
        let visitor = Visitor { address: network(address), visitors: Arc::clone(self), _connection: connection };
        let is_allowed = visitor.with(|usage| {
            usage.connections += 1;
            usage.connections <= self.connections[1]
        });
        is_allowed.then_some(visitor)
    }
}

impl Visitor {
    fn with<T>(&self, act: impl FnOnce(&mut Usage) -> T) -> T {
        let mut usage = self.visitors.usage.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Usage { connections: 0, requests: Bucket::new(1_000.0, 4_000.0), rooms: Bucket::new(0.5, 60.0) };
        act(usage.entry(self.address).or_insert_with(new))
    }

    /// Takes tokens for a frame, and says how long to wait for them.
    pub fn take(&self, tokens: f64) -> Duration {
        self.with(|usage| usage.requests.take(tokens))
    }

    /// Whether the address may send another request now.
    pub fn may_request(&self) -> bool {
        self.with(|usage| usage.requests.try_take())
    }

    /// Whether the address may create another room now.
    pub fn may_create_room(&self) -> bool {
        self.with(|usage| usage.rooms.try_take())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.all.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.with(|usage| usage.connections = usage.connections.saturating_sub(1));
        let mut usage = self.visitors.usage.lock().unwrap_or_else(PoisonError::into_inner);
        if usage.len() > REMEMBERED {
            usage.retain(|_, usage| usage.connections > 0 || !usage.requests.is_full() || !usage.rooms.is_full());
        }
    }
}

/// What counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_a_burst_through_and_then_its_rate() {
        let mut bucket = Bucket::new(10.0, 3.0);
        assert!((0..3).all(|_| bucket.try_take()));
        assert!(!bucket.try_take());
        let wait = bucket.take(1.0);
        assert!(wait > Duration::from_millis(50) && wait <= Duration::from_millis(100), "{wait:?}");
    }

    #[test]
    fn an_address_has_a_number_of_connections() {
        let visitors = Visitors::new(4);
        let address = IpAddr::from([127, 0, 0, 1]);
        let first = visitors.enter(address);
        let second = visitors.enter(address);
        assert!(first.is_some() && second.is_some() && visitors.enter(address).is_none());
        // Other addresses have the rest. Those behind a proxy share its connections.
        let other = visitors.enter([127, 0, 0, 2].into());
        let proxy = visitors.connect();
        assert!(proxy.is_some() && other.is_some() && visitors.enter([127, 0, 0, 3].into()).is_none());
        let proxy = Arc::new(proxy.expect("a connection"));
        let behind = [3, 3, 3, 4].map(|last| visitors.enter_on(Arc::clone(&proxy), [127, 0, 0, last].into()));
        assert_eq!(behind.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, true]);
        drop((first, other, proxy));
        assert_eq!(visitors.all.load(Ordering::Relaxed), 2, "visitors keep the connection of the proxy");
        drop(behind);
        assert!(visitors.enter(address).is_some());
        drop(second);
        assert_eq!(visitors.all.load(Ordering::Relaxed), 0);
        // An IPv6 network is one visitor, and so is an IPv4 address in either notation.
        let of = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }
}
