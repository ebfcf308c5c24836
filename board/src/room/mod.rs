//! Rooms: tables with several seats. One task owns each table; connections send it requests and receive views.

mod clock;
mod connection;
mod frame;
mod journal;
mod setup;
mod table;
mod task;
#[cfg(test)]
mod tests;
mod view;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::arguments::Arguments;
use crate::deck::TableDeck;
use crate::engine::Engines;
pub use connection::serve;
use frame::{Create, Refusal, ServerFrame};
use journal::{Folder, Restored};
use setup::{OtherDeck, PlayerSetup, Setup, new_token};
use table::Table;
use task::{Mailbox, Message, Room};

/// Characters of the name of a room, which nobody can guess either.
const NAME_LENGTH: usize = 20;
/// How long the server waits for its rooms when it ends.
const END_TIME: Duration = Duration::from_secs(5);

/// All rooms.
pub struct Rooms {
    mailboxes: Mutex<HashMap<String, Mailbox>>,
    engines: Arc<Engines>,
    folder: Option<Folder>,
    /// The deck of the server.
    deck: Option<Arc<TableDeck>>,
    /// Rooms that wait for a start of the server with their deck, and what it has instead.
    without_deck: Mutex<HashMap<String, OtherDeck>>,
    /// Most rooms.
    most: usize,
    /// How long a game that nobody plays on is kept.
    keep: Duration,
}

impl Rooms {
    /// The rooms of the folder for data.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn open(
        arguments: &Arguments,
        engines: Arc<Engines>,
        deck: Option<Arc<TableDeck>>,
    ) -> anyhow::Result<Arc<Self>> {
        let path = if arguments.no_data { None } else { arguments.data.clone().or_else(default_folder) };
        let rooms = Arc::new(Self {
            mailboxes: Mutex::default(),
            engines,
            folder: path.as_deref().map(Folder::open).transpose()?,
            deck,
            without_deck: Mutex::default(),
            most: arguments.rooms.into(),
            keep: Duration::from_secs(arguments.keep * 24 * 60 * 60),
        });
        rooms.restore();
        Ok(rooms)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Mailbox>> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Restores the rooms that have journals. One that cannot be read stays as it is.
    fn restore(self: &Arc<Self>) {
        let Some(folder) = &self.folder else { return };
        for name in folder.rooms().into_iter().take(self.most) {
            match folder.restore(&name, self.deck.as_ref()) {
                Ok(Restored { age, table, .. }) if age > task::lifetime(&table, self.keep) => folder.remove(&name),
                Ok(Restored { table, journal, age }) => {
                    let room = Room::new(table, Some(journal), age, self);
                    self.lock().insert(name, room.start());
                }
                Err(error) => {
                    log::error!("{name}: {error:#}");
                    if let Some(other) = error.downcast_ref::<OtherDeck>() {
                        self.without_deck.lock().unwrap_or_else(PoisonError::into_inner).insert(name, other.clone());
                    }
                }
            }
        }
    }

    /// Creates a room.
    fn create(self: &Arc<Self>, request: Create) -> Result<ServerFrame, Refusal> {
        let full = || Refusal::new("limit", "expected fewer rooms on this server; try again later");
        if self.lock().len() >= self.most {
            return Err(full());
        }
        let id = request.id.clone();
        let mut room = new_token()?;
        room.truncate(NAME_LENGTH);
        let setup = Setup::new(request, room.clone(), self.deck.as_ref())?;
        let token = |player: &PlayerSetup| match player {
            PlayerSetup::Person { token, .. } => Some(token.clone()),
            PlayerSetup::Open | PlayerSetup::Engine { .. } => None,
        };
        let tokens = setup.players.iter().map(token).collect();
        let journal = match &self.folder {
            Some(folder) => Some(folder.create(&setup).map_err(|error| Refusal::new("internal", error.to_string()))?),
            None => None,
        };
        let mailbox = Room::new(Table::new(setup)?, journal, Duration::ZERO, self).start();
        self.lock().insert(room.clone(), mailbox);
        Ok(ServerFrame::Created { id, room, tokens })
    }

    fn find(&self, room: &str) -> Option<Mailbox> {
        self.lock().get(room).cloned()
    }

    /// Why there is no such room.
    fn missing(&self, room: &str) -> Refusal {
        let without_deck = self.without_deck.lock().unwrap_or_else(PoisonError::into_inner);
        match without_deck.get(room) {
            Some(other) => Refusal::new("no-deck", other.to_string()),
            None => Refusal::new("no-room", "expected a room of this server, found none"),
        }
    }

    /// Forgets a room, whose task has ended.
    fn remove(&self, room: &str) {
        self.lock().remove(room);
        if let Some(folder) = &self.folder {
            folder.remove(room);
        }
    }

    /// Waits until the disk has every game.
    pub async fn close(&self) {
        let mailboxes: Vec<Mailbox> = self.lock().drain().map(|(_, mailbox)| mailbox).collect();
        let mut ends = Vec::new();
        for mailbox in mailboxes {
            let (sender, end) = oneshot::channel();
            if mailbox.send(Message::End(sender)).is_ok() {
                ends.push(end);
            }
        }
        let wait = async {
            for end in ends {
                // A room that has ended already has nothing to write.
                let _ = end.await;
            }
        };
        if tokio::time::timeout(END_TIME, wait).await.is_err() {
            log::warn!("some rooms do not end");
        }
    }
}

/// The folder for data of the user, where the system tells it.
fn default_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").map(|home| home.join(".local/share"));
    let base = variable("XDG_DATA_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA"))?;
    Some(base.join("petteia-board"))
}
