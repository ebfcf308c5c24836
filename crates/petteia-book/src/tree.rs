//! A book in memory with its positions, as it is built: the moves between them, and scores by minimax.

use std::collections::{BTreeMap, HashMap, VecDeque};

use petteia_core::{Outcome, Position, Score, Scoring};

use super::book::{Book, Deviation, Entry, one_ply_earlier, successors};

/// A position of the book.
#[derive(Clone, Debug)]
pub(crate) struct Node<P> {
    /// Its symmetric key.
    pub key: u64,
    /// The position; one of those that the symmetries of the game map to each other.
    pub position: P,
    /// What the book knows of it.
    pub entry: Entry,
    /// The keys after its moves, in ascending order, each once.
    pub successors: Box<[u64]>,
}

impl<P: Position> Node<P> {
    /// The moves that lead out of the book.
    pub fn unlinked_moves(&self, index: &HashMap<u64, usize>) -> Vec<P::Move> {
        let moves = successors(&self.position).into_iter();
        moves.filter(|(key, _)| !index.contains_key(key)).map(|(_, m)| m).collect()
    }
}

/// The positions of a book that can be reached from the start.
#[derive(Clone, Debug)]
pub(crate) struct Tree<P> {
    game: String,
    pub nodes: Vec<Node<P>>,
    /// Numbers of the positions by their keys.
    pub index: HashMap<u64, usize>,
    /// The positions before each key, whether that is in the book or not.
    before: HashMap<u64, Vec<usize>>,
    /// Entries of positions that cannot be reached from the start through the book.
    detached: BTreeMap<u64, Entry>,
}

/// Updates of a score, for each position of the book. A cycle of positions could go on for ever.
const MAX_UPDATES: usize = 200;

impl<P: Scoring> Tree<P> {
    /// The positions of a book. A book without any gets the start of the game.
    pub fn of(book: Book) -> Self {
        let Book { game, entries, .. } = book;
        let (nodes, index, before) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut tree = Self { game, nodes, index, before, detached: entries };
        tree.add(P::start());
        let mut next = 0;
        while let Some(node) = tree.nodes.get(next) {
            let position = node.position;
            for (key, m) in successors(&position) {
                if tree.detached.contains_key(&key) {
                    tree.add(position.after(m));
                }
            }
            next += 1;
        }
        tree
    }

    /// The book with these positions.
    pub fn to_book(&self) -> Book {
        let mut entries = self.detached.clone();
        entries.extend(self.index.iter().map(|(&key, &node)| (key, self.nodes[node].entry)));
        Book { game: self.game.clone(), keys: Book::fingerprint_of::<P>(), entries }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len() + self.detached.len()
    }

    /// Adds a position, unless it is there. Returns its number.
    pub fn add(&mut self, position: P) -> usize {
        let key = position.symmetric_key();
        if let Some(&node) = self.index.get(&key) {
            return node;
        }
        let entry = self.detached.remove(&key).unwrap_or_else(|| new_entry(&position));
        let keys: Box<[u64]> = successors(&position).into_iter().map(|(key, _)| key).collect();
        let node = self.nodes.len();
        for &successor in &keys {
            self.before.entry(successor).or_default().push(node);
        }
        self.nodes.push(Node { key, position, entry, successors: keys });
        self.index.insert(key, node);
        node
    }

    /// The moves of a position that stay in the book: the rank of each, and the number of the position after it.
    pub fn links(&self, node: usize) -> impl Iterator<Item = (u16, usize)> {
        let numbers = self.nodes[node].successors.iter().map(|key| self.index.get(key).copied());
        (0..).zip(numbers).filter_map(|(rank, number)| Some((rank, number?)))
    }

    /// The positions of the first plies, the start of the game first, each once with its ply.
    pub fn first_plies(&self, plies: usize) -> impl Iterator<Item = (u64, usize)> {
        let mut found = vec![(0, 0)];
        let mut next = 0;
        while let Some(&(ply, node)) = found.get(next)
            && ply < plies as u64
        {
            for (_, to) in self.links(node) {
                if found.iter().all(|&(_, known)| known != to) {
                    found.push((ply + 1, to));
                }
            }
            next += 1;
        }
        found.into_iter()
    }

    /// Adds all positions of the first plies.
    pub fn add_first_plies(&mut self, plies: usize) {
        for ply in 0..plies as u64 {
            let nodes: Vec<usize> =
                self.first_plies(plies).filter(|&(known, _)| known == ply).map(|(_, node)| node).collect();
            for node in nodes {
                let position = self.nodes[node].position;
                for (_, m) in successors(&position) {
                    self.add(position.after(m));
                }
            }
        }
    }

    /// The positions one ply before a position.
    pub fn before(&self, node: usize) -> &[usize] {
        self.before.get(&self.nodes[node].key).map_or(&[], Vec::as_slice)
    }

    /// The score of a link for the side that moves.
    pub fn link_score(&self, to: usize) -> Option<Score> {
        self.nodes[to].entry.score.map(one_ply_earlier)
    }

    /// Updates the scores of a position and of all before it, by minimax.
    pub fn update(&mut self, node: usize) {
        let mut queue = VecDeque::from([node]);
        let mut left = MAX_UPDATES * self.nodes.len();
        while let Some(node) = queue.pop_front()
            && left > 0
        {
            left -= 1;
            let score = self.minimax(node);
            if score.is_some() && score != self.nodes[node].entry.score {
                self.nodes[node].entry.score = score;
                let before = self.before(node).iter().copied();
                queue.extend(before);
            }
        }
    }

    /// The score of a position by its deviation and by the scores one ply later.
    fn minimax(&self, node: usize) -> Option<Score> {
        let deviation = match self.nodes[node].entry.deviation {
            Deviation::Move { score, .. } => Some(score),
            Deviation::Unsearched | Deviation::Absent => None,
        };
        self.links(node).filter_map(|(_, to)| self.link_score(to)).chain(deviation).max()
    }
}

/// The entry of a position that is new. That of a finished one has its score.
fn new_entry<P: Scoring>(position: &P) -> Entry {
    let Some(outcome) = position.outcome() else { return Entry::default() };
    let score = match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(_) if P::WON_BY_MARGIN => Score::margin(position.margin()),
        Outcome::Win(winner) if winner == position.side() => Score::mate_in(0),
        Outcome::Win(_) => Score::mated_in(0),
    };
    Entry { score: Some(score), deviation: Deviation::Absent, ..Entry::default() }
}
