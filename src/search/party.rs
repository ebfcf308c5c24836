//! Turns of party games: how long their players may think.

use super::limits::SearchLimits;
use super::{Control, Limits, SearchOptions, time};
use crate::game::Party;
use crate::game::party::{Advice, Player};

/// Turns that the rest of a clock is to be divided by.
const TURNS: u32 = 30;

/// What a seat that is to act should do, from its view, found within the limits or before `control` says stop.
/// Nodes are the player's tries. One of `only` unless that is empty.
pub fn advise<P: Party, L: Player<P>>(
    player: &L,
    (view, seat): (&P, usize),
    only: &[P::Action],
    (limits, options): (&Limits, &SearchOptions),
    control: &Control,
) -> Advice<P::Action> {
    let budget = time::budget(limits, options, TURNS);
    let search_limits = SearchLimits::new(control, limits, budget);
    player.advise(view, seat, only, &|tries| {
        search_limits.count(tries);
        search_limits.is_halted()
            || (!search_limits.is_pondering() && search_limits.used().is_some_and(|used| used >= 1.0))
    })
}
