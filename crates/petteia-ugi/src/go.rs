//! Converts the arguments of `go` to search limits.

use std::time::Duration;

use petteia_engine::{Clock, Limits, MAX_DEPTH};

use super::command::{Go, Handshake};

impl Go<'_> {
    /// The search limits for the player to move.
    #[must_use]
    pub fn limits(&self, p1_turn: bool, handshake: Handshake) -> Limits {
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.min(MAX_DEPTH.into()) as u32),
            nodes: self.nodes,
            mate: self.mate.map(|n| mate_plies(n, handshake)),
            move_time: self.move_time.map(milliseconds),
            clock: self.clock(p1_turn),
            infinite: self.infinite,
            ponder: self.ponder,
        };
        // A search without any limit is infinite, unless it is a ponder search.
        limits.infinite |= limits.is_unbounded() && !self.ponder;
        if self.has_zero_limit(p1_turn) {
            (limits.depth, limits.nodes) = (Some(1), Some(1));
        }
        limits
    }

    /// Whether a limit is 0. The search then returns any legal move at once.
    fn has_zero_limit(&self, p1_turn: bool) -> bool {
        [self.depth, self.nodes, self.move_time, self.mate].contains(&Some(0))
            || self.clock(p1_turn).is_some_and(|clock| clock.left.is_zero())
    }

    fn clock(&self, p1_turn: bool) -> Option<Clock> {
        let mover = usize::from(!p1_turn);
        Some(Clock {
            left: milliseconds(self.clocks[mover]?.max(0).unsigned_abs()),
            increment: milliseconds(self.increments[mover].max(0).unsigned_abs()),
            moves_to_go: (self.moves_to_go > 0).then_some(u32::try_from(self.moves_to_go).unwrap_or(u32::MAX)),
        })
    }
}

/// The plies of a mate in `n` units of the handshake. In UCI, the last of `n` own moves is the mating one.
fn mate_plies(n: u64, handshake: Handshake) -> u32 {
    let plies = match handshake {
        Handshake::Ugi => n,
        Handshake::Uci => n.saturating_mul(2).saturating_sub(1),
    };
    plies.min(MAX_DEPTH.into()) as u32
}

/// A duration of at most a hundred years, so that sums of durations cannot overflow.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number).min(Duration::from_secs(100 * 365 * 24 * 3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clocks(first: i64, second: i64) -> Go<'static> {
        Go { clocks: [Some(first), Some(second)], increments: [7, -7], ..Go::default() }
    }

    #[test]
    fn each_player_has_a_clock() {
        let clock = |p1_turn| on_clocks(1_000, 2_000).limits(p1_turn, Handshake::Ugi).clock.expect("a clock");
        assert_eq!((clock(true).left, clock(true).increment), (milliseconds(1_000), milliseconds(7)));
        assert_eq!((clock(false).left, clock(false).increment), (milliseconds(2_000), Duration::ZERO));
        assert_eq!(clock(true).moves_to_go, None);
        let to_go = Go { moves_to_go: 3, ..on_clocks(1_000, 2_000) };
        assert_eq!(to_go.limits(true, Handshake::Ugi).clock.and_then(|clock| clock.moves_to_go), Some(3));
        let other = Go { clocks: [None, Some(5)], ..Go::default() };
        assert!(other.limits(true, Handshake::Ugi).infinite);
        assert!(!other.limits(false, Handshake::Ugi).is_unbounded());
    }

    #[test]
    fn nothing_left_asks_for_any_move() {
        for go in [
            on_clocks(-1, 5),
            Go { depth: Some(0), ..Go::default() },
            Go { nodes: Some(0), ..Go::default() },
            Go { move_time: Some(0), ..Go::default() },
        ] {
            let limits = go.limits(true, Handshake::Ugi);
            assert_eq!((limits.depth, limits.nodes, limits.infinite), (Some(1), Some(1), false), "{go:?}");
        }
        assert_eq!(on_clocks(0, 5).limits(false, Handshake::Ugi).nodes, None);
    }

    #[test]
    fn units_and_bounds() {
        let go = Go { mate: Some(3), depth: Some(u64::MAX), move_time: Some(u64::MAX), ..Go::default() };
        assert_eq!(go.limits(true, Handshake::Uci).mate, Some(5));
        assert_eq!(go.limits(true, Handshake::Ugi).mate, Some(3));
        assert_eq!(go.limits(true, Handshake::Ugi).depth, Some(MAX_DEPTH));
        // A hundred years.
        assert_eq!(go.limits(true, Handshake::Ugi).move_time, Some(Duration::from_secs(3_153_600_000)));
    }

    #[test]
    fn a_ponder_search_is_not_infinite() {
        let limits = Go { ponder: true, ..Go::default() }.limits(true, Handshake::Ugi);
        assert!(limits.ponder && !limits.infinite);
    }
}
