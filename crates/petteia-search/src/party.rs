//! Search of party games: the time that a player gets for its turn.

use petteia_core::Party;
use petteia_core::party::{Advice, Player};

use super::limits::SearchLimits;
use super::{Control, Limits, SearchOptions, time};

/// Number of turns that the remaining clock is divided by.
const TURNS_TO_GO: u32 = 30;

/// Asks the player for the action of a seat whose turn it is, from the observation of that seat. The player answers at
/// the latest when a limit is reached or `control` stops the search. If `only` is not empty, the action is one of
/// those. A node is one try of the player.
pub fn advise<P: Party, L: Player<P>>(
    player: &L,
    (observation, seat): (&P, usize),
    only: &[P::Action],
    (limits, options): (&Limits, &SearchOptions),
    control: &Control,
) -> Advice<P::Action> {
    let budget = time::budget(limits, options, TURNS_TO_GO);
    let limits = &options.skill.map_or_else(|| limits.clone(), |skill| skill.limit(limits));
    let search_limits = SearchLimits::new(control, limits, budget);
    let noise = options.skill.map_or(0.0, |skill| skill.noise);
    player.advise(observation, seat, only, noise, &|tries| {
        search_limits.count(tries);
        search_limits.is_halted()
            || (!search_limits.is_pondering() && search_limits.used().is_some_and(|used| used >= 1.0))
    })
}
