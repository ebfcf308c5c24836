//! A gate with some places. Who finds them taken waits in a queue, and knows how many are before.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

#[derive(Debug, Default)]
struct State {
    taken: usize,
    /// Numbers of the tickets that wait.
    queue: VecDeque<u64>,
    next_ticket: u64,
}

/// A gate.
#[derive(Debug)]
pub struct Gate {
    places: usize,
    state: Mutex<State>,
    changes: watch::Sender<()>,
}

/// A place in the queue.
#[derive(Debug)]
pub struct Ticket {
    gate: Arc<Gate>,
    number: u64,
    changes: watch::Receiver<()>,
}

/// A place, until this value is dropped.
#[derive(Debug)]
pub struct Permit(Arc<Gate>);

/// What happens to a ticket.
#[derive(Debug)]
pub enum Turn {
    /// It has become a place.
    Taken(Permit),
    /// Others have gone from the queue; this many are before it.
    Waits(usize),
}

impl Gate {
    /// A gate with this number of places.
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places, state: Mutex::default(), changes: watch::Sender::new(()) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters the queue.
    pub fn queue(self: &Arc<Self>) -> Ticket {
        let changes = self.changes.subscribe();
        let mut state = self.state();
        let number = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(number);
        Ticket { gate: Arc::clone(self), number, changes }
    }

    /// Whether somebody waits.
    pub fn is_awaited(&self) -> bool {
        !self.state().queue.is_empty()
    }
}

impl Ticket {
    /// Takes a place if it is this ticket's turn. Otherwise the number of tickets before it.
    pub fn try_take(&self) -> Turn {
        let mut state = self.gate.state();
        let before = state.queue.iter().position(|number| *number == self.number);
        if before == Some(0) && state.taken < self.gate.places {
            state.queue.pop_front();
            state.taken += 1;
            drop(state);
            self.gate.changes.send_replace(());
            return Turn::Taken(Permit(Arc::clone(&self.gate)));
        }
        Turn::Waits(before.unwrap_or_default())
    }

    /// Waits until something has changed.
    pub async fn changed(&mut self) -> Turn {
        // The gate lives as long as its tickets, so there is no end of changes.
        let _ = self.changes.changed().await;
        self.try_take()
    }

    /// Waits for a place.
    pub async fn take(mut self) -> Permit {
        let mut turn = self.try_take();
        loop {
            match turn {
                Turn::Taken(permit) => return permit,
                Turn::Waits(_) => turn = self.changed().await,
            }
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.gate.state();
        let queued = state.queue.len();
        state.queue.retain(|number| *number != self.number);
        let has_left = state.queue.len() < queued;
        drop(state);
        if has_left {
            self.gate.changes.send_replace(());
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.state().taken -= 1;
        self.0.changes.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_are_served_in_their_order() {
        let gate = Gate::new(1);
        let (first, second, third) = (gate.queue(), gate.queue(), gate.queue());
        let Turn::Waits(1) = second.try_take() else { panic!("not its turn") };
        let Turn::Taken(permit) = first.try_take() else { panic!("a place") };
        drop(first);
        let Turn::Waits(1) = third.try_take() else { panic!("not its turn") };
        assert!(gate.is_awaited());
        drop(second);
        let Turn::Waits(0) = third.try_take() else { panic!("no place") };
        drop(permit);
        let Turn::Taken(_) = third.try_take() else { panic!("a place") };
        assert!(!gate.is_awaited());
    }
}
