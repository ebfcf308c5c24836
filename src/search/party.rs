//! Turns of party games: how long their players may think.

use super::meter::Meter;
use super::task::{Limits, Settings};
use super::{Control, clock};
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
    (limits, settings): (&Limits, &Settings),
    control: &Control,
) -> Advice<P::Action> {
    let meter = Meter::new(control, limits, clock::budget(limits, settings, TURNS));
    player.advise(view, seat, only, &|tries| {
        meter.count(tries);
        meter.is_halted() || (!meter.is_pondering() && meter.used().is_some_and(|used| used >= 1.0))
    })
}
