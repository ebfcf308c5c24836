//! A move as clicks on cells: one for a placement, the source and then the target for others. Where source and target
//! leave several captures open, the cells on the way follow; the target again stands for the shortest of them.

/// The legal moves of a position, each with its cells (see [`move_cells`](petteia_core::Notation::move_cells)).
pub(super) type MovesByCells = [(String, Vec<usize>)];

/// The clicks of moves in a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Clicks {
    /// Those of the move that is not complete.
    pub(super) open: Vec<usize>,
    /// Those of each move that was played, which take back breaks up. A pass that nobody clicked has none.
    played: Vec<Option<Vec<usize>>>,
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
fn candidates<'a>(moves: &'a MovesByCells, clicks: &[usize]) -> Vec<&'a (String, Vec<usize>)> {
    let mut moves: Vec<_> = moves.iter().filter(|(_, cells)| fits(cells, clicks)).collect();
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
    pub(super) fn next(&self, moves: &MovesByCells) -> Vec<usize> {
        let moves = candidates(moves, &self.open);
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
    pub(super) fn words(&self, moves: &MovesByCells) -> Vec<String> {
        candidates(moves, &self.open).into_iter().map(|(word, _)| word.clone()).collect()
    }

    /// The pass, if it is legal and no move has begun.
    pub(super) fn pass(&self, moves: &MovesByCells) -> Option<String> {
        let pass = moves.iter().find(|(_, cells)| cells.is_empty() && self.open.is_empty());
        pass.map(|(word, _)| word.clone())
    }

    /// Clicks a cell; `None` if no legal move has it next. The caller plays a complete move and says so.
    pub(super) fn click(&mut self, moves: &MovesByCells, cell: usize) -> Option<Click> {
        if !self.next(moves).contains(&cell) {
            let is_source = self.open == [cell];
            return is_source.then(|| {
                self.open.clear();
                Click::TakenBack
            });
        }
        self.open.push(cell);
        Some(match self.words(moves).as_slice() {
            [word] if self.is_complete(moves) => Click::Complete(word.clone()),
            _ => Click::Open,
        })
    }

    /// Whether the one move that is left has no more cells that must be clicked.
    fn is_complete(&self, moves: &MovesByCells) -> bool {
        candidates(moves, &self.open).iter().all(|(_, cells)| cells.len().min(2) <= self.open.len())
    }

    /// The open clicks have become a move.
    pub(super) fn close(&mut self) {
        self.played.push(Some(std::mem::take(&mut self.open)));
    }

    /// A pass was played that nobody clicked.
    pub(super) fn close_without_click(&mut self) {
        self.played.push(None);
    }

    /// Takes back one click. Returns how many moves have to be taken back for it; the other clicks of the first one are
    /// open then.
    pub(super) fn undo(&mut self) -> Option<usize> {
        self.plan.clear();
        if self.open.pop().is_some() {
            return Some(0);
        }
        self.open = self.played.pop()??;
        self.open.pop();
        let without_click = self.played.pop_if(|clicks| clicks.is_none());
        Some(1 + usize::from(without_click.is_some()))
    }

    /// The clicks that complete the open ones to a move.
    pub(super) fn rest_of(&self, moves: &MovesByCells, word: &str) -> Vec<usize> {
        let mut clicks = self.clone();
        let cells = moves.iter().find(|(known, _)| known == word).map_or(&[][..], |(_, cells)| cells);
        let mut rest = Vec::new();
        while clicks.words(moves).len() > 1 || !clicks.is_complete(moves) {
            let next = clicks.next(moves);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(list: &[&[usize]]) -> Vec<(String, Vec<usize>)> {
        list.iter().enumerate().map(|(i, cells)| (i.to_string(), cells.to_vec())).collect()
    }

    #[test]
    fn every_move_can_be_clicked() {
        for list in [
            &[&[3][..], &[4]][..],
            &[&[]],
            &[&[1, 2], &[1, 3], &[5, 2]],
            // Captures: alike in source and target, one a part of the other, three that share a cell.
            &[&[1, 9, 20, 21], &[1, 9, 20, 22], &[1, 8, 20]],
            &[&[1, 9, 20], &[1, 9, 20, 21, 22]],
            &[&[1, 9, 20, 21], &[1, 9, 21, 22], &[1, 9, 20, 22], &[1, 9, 20, 21, 22]],
            // A capture that goes round ends where it began.
            &[&[1, 1, 20, 21], &[1, 1, 22, 23]],
        ] {
            let moves = moves(list);
            for (word, cells) in &moves {
                let mut clicks = Clicks::default();
                let path = clicks.rest_of(&moves, word);
                assert_eq!(path.is_empty(), cells.is_empty());
                for (i, &cell) in path.iter().enumerate() {
                    let click = clicks.click(&moves, cell).expect("a legal click");
                    let is_last = i + 1 == path.len();
                    assert_eq!(
                        click,
                        if is_last { Click::Complete(word.clone()) } else { Click::Open },
                        "{list:?} {word}"
                    );
                }
            }
        }
    }

    #[test]
    fn clicks_are_taken_back() {
        let moves = moves(&[&[1, 2], &[1, 3], &[5, 2]]);
        let mut clicks = Clicks::default();
        assert_eq!(clicks.next(&moves), [1, 5]);
        assert_eq!(clicks.click(&moves, 2), None);
        assert_eq!(clicks.click(&moves, 1), Some(Click::Open));
        assert_eq!((clicks.next(&moves), clicks.words(&moves)), (vec![2, 3], vec!["0".into(), "1".into()]));
        assert_eq!(clicks.click(&moves, 1), Some(Click::TakenBack));
        assert_eq!(clicks.click(&moves, 5), Some(Click::Open));
        assert_eq!(clicks.click(&moves, 2), Some(Click::Complete("2".into())));
        clicks.close();
        assert_eq!((clicks.undo(), clicks.open.clone()), (Some(1), vec![5]));
        assert_eq!((clicks.undo(), clicks.undo()), (Some(0), None));
        // A pass that nobody clicked goes with the move behind it.
        clicks.close_without_click();
        clicks.open = vec![1, 2];
        clicks.close();
        assert_eq!((clicks.undo(), clicks.open.clone()), (Some(2), vec![1]));
    }
}
