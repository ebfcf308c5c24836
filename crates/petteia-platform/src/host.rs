//! The clock and the random bytes of a WebAssembly host.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

use crate::NoRandomBytes;

/// What the environment of a WebAssembly module provides.
pub trait Host: Sync {
    /// The time since some moment. It never goes back.
    fn now(&self) -> Duration;

    /// Fills `bytes` with random bytes that nobody can foresee.
    fn fill_random(&self, bytes: &mut [u8]);
}

static HOST: OnceLock<&'static dyn Host> = OnceLock::new();

/// Sets the host. Only the first call has an effect.
pub fn set_host(host: &'static dyn Host) {
    HOST.get_or_init(|| host);
}

/// A moment on the clock of the host; without a host all moments are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self(HOST.get().map_or(Duration::ZERO, |host| host.now()))
    }

    /// The time since this moment.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// The time since an earlier moment; zero if it is later.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment so much later. `None` if it is too late for the clock.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

/// Fills `bytes` with random bytes that nobody can foresee.
///
/// # Errors
/// There is no host.
pub fn fill_random(bytes: &mut [u8]) -> Result<(), NoRandomBytes> {
    let host = HOST.get().ok_or_else(|| NoRandomBytes("expected a host, found none".into()))?;
    host.fill_random(bytes);
    Ok(())
}
