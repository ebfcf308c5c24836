//! The end of the program, at which no unfinished game is lost without a word.

use std::ops::ControlFlow;

use super::host::{GameLoop, HostError};
use super::table::PlayState;

/// What of a game would be lost with the program.
pub struct Progress {
    /// The moves of the game when it was begun, saved or loaded.
    saved: Vec<String>,
    /// A person has moved since.
    pub has_moved: bool,
}

impl Progress {
    /// Nothing since this state of the game.
    pub fn since(table: &PlayState) -> Self {
        Self { saved: table.game().played_moves(), has_moved: false }
    }
}

impl GameLoop<'_> {
    /// Keeps the game for [`Recovery`](super::recovery::Recovery), if it is unfinished and not in a file.
    pub(super) fn keep_unfinished(&self) {
        if self.recovery.is_on() {
            self.recovery.keep(self.is_unsaved().then(|| self.table.to_saved()));
        }
    }

    /// Whether the game is unfinished and has other moves than the file that it was saved to or loaded from.
    fn is_unsaved(&self) -> bool {
        self.table.result().is_none() && self.progress.saved != self.table.game().played_moves()
    }

    /// Leaves the game. The first request in a row only warns, if it is Ctrl-C or if moves of a person would be lost.
    pub(super) fn leave(&mut self, is_interrupt: bool) -> Result<ControlFlow<()>, HostError> {
        let is_repeated = std::mem::replace(&mut self.is_leaving, true);
        if is_repeated || !self.console.is_terminal() {
            return Ok(ControlFlow::Break(()));
        }
        if self.progress.has_moved && self.is_unsaved() {
            let how = if self.table.setup().files { "save FILE keeps it. " } else { "" };
            self.print(&format!("The game is unfinished and not saved. {how}Ctrl-C again, Ctrl-D or quit leaves it."))
        } else if is_interrupt {
            self.print("Ctrl-C again, Ctrl-D or quit leaves the game.")
        } else {
            Ok(ControlFlow::Break(()))
        }
    }
}
