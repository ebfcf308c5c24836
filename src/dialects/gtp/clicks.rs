//! A move as clicks on cells: one for a placement, the source and then the target for others. Where source and target
//! leave several captures open, the cells on the way follow; the target again stands for the shortest of them.

use crate::engine::Session;

/// The clicks of moves in a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Clicks {
    /// Those of the move that is not complete.
    pub(super) open: Vec<usize>,
    /// Those of each move that was played by clicks, and that take back can break up.
    played: Vec<Vec<usize>>,
    /// What the engine has chosen to click next.
    pub(super) plan: Vec<usize>,
}

/// What a click does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Click {
    /// The move is complete.
    Complete(String),
    /// More clicks are needed.
    Open,
    /// The choice of the source is taken back.
    TakenBack,
}

/// The moves that the clicks so far leave open, each with all its cells.
fn candidates(game: &dyn Session, clicks: &[usize]) -> Vec<(String, Vec<usize>)> {
    let mut moves = game.moves_by_cells();
    moves.retain(|(_, cells)| fits(cells, clicks));
    if let [_, target, extra @ ..] = clicks
        && extra.contains(target)
    {
        moves.sort_by_key(|(_, cells)| cells.len());
        moves.truncate(1);
    }
    moves
}

/// Whether clicks can be the beginning of a move with these cells.
fn fits(cells: &[usize], clicks: &[usize]) -> bool {
    let target = cells.get(1);
    clicks.iter().enumerate().all(|(i, click)| match i {
        0 | 1 => cells.get(i) == Some(click),
        _ => cells[2..].contains(click) || target == Some(click),
    })
}

impl Clicks {
    /// The cells that can be clicked next, without taking back the source.
    pub(super) fn next(&self, game: &dyn Session) -> Vec<usize> {
        let moves = candidates(game, &self.open);
        let depth = self.open.len();
        let mut cells: Vec<usize> = if depth < 2 {
            moves.iter().filter_map(|(_, cells)| cells.get(depth).copied()).collect()
        } else {
            let is_common = |cell: &usize| moves.iter().all(|(_, cells)| cells[2..].contains(cell));
            let on_the_way = moves.iter().flat_map(|(_, cells)| cells[2..].iter().copied());
            let on_the_way = on_the_way.filter(|cell| !is_common(cell) && !self.open.contains(cell));
            on_the_way.chain([self.open[1]]).collect()
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The moves that are still open, as text.
    pub(super) fn words(&self, game: &dyn Session) -> Vec<String> {
        candidates(game, &self.open).into_iter().map(|(word, _)| word).collect()
    }

    /// The pass, if it is legal and no move has begun.
    pub(super) fn pass(&self, game: &dyn Session) -> Option<String> {
        let moves = game.moves_by_cells();
        moves.into_iter().find(|(_, cells)| cells.is_empty() && self.open.is_empty()).map(|(word, _)| word)
    }

    /// Clicks a cell; `None` if no legal move has it next. The caller plays a complete move and says so.
    pub(super) fn click(&mut self, game: &dyn Session, cell: usize) -> Option<Click> {
        if self.open == [cell] {
            self.open.clear();
            return Some(Click::TakenBack);
        }
        if !self.next(game).contains(&cell) {
            return None;
        }
        self.open.push(cell);
        Some(match self.words(game).as_slice() {
            [word] if self.is_complete(game) => Click::Complete(word.clone()),
            _ => Click::Open,
        })
    }

    /// Whether the one move that is left has no more cells that must be clicked.
    fn is_complete(&self, game: &dyn Session) -> bool {
        candidates(game, &self.open).iter().all(|(_, cells)| cells.len().min(2) <= self.open.len())
    }

    /// The open clicks have become a move.
    pub(super) fn close(&mut self) {
        self.played.push(std::mem::take(&mut self.open));
    }

    /// Takes back one click. Returns whether a move has to be taken back for it; its other clicks are open then.
    pub(super) fn undo(&mut self) -> Option<bool> {
        self.plan.clear();
        if self.open.pop().is_some() {
            return Some(false);
        }
        self.open = self.played.pop()?;
        self.open.pop();
        Some(true)
    }

    /// The clicks that complete the open ones to a move.
    pub(super) fn rest_of(&self, game: &dyn Session, word: &str) -> Vec<usize> {
        let mut clicks = self.clone();
        let cells = game.moves_by_cells().into_iter().find(|(known, _)| known == word).map(|(_, cells)| cells);
        let cells = cells.unwrap_or_default();
        let mut rest = Vec::new();
        while clicks.words(game).len() > 1 || !clicks.is_complete(game) {
            let next = clicks.next(game);
            let target = cells.get(1).copied();
            let own = match clicks.open.len() {
                depth @ (0 | 1) => cells.get(depth).copied(),
                _ => cells[2..].iter().copied().find(|cell| next.contains(cell)).or(target),
            };
            let Some(cell) = own.filter(|cell| next.contains(cell)) else { break };
            clicks.open.push(cell);
            rest.push(cell);
        }
        rest
    }
}
