//! Notation of Epigo: FEN, choices, diagram and events.

use petteia_core::scene::{SceneArea, checkered};
use petteia_core::words::{FenTokens, quoted};
use petteia_core::{FenError, Layout, MoveError, Scene, ScenePiece, Side, Simultaneous, SimultaneousNotation};

use super::board::{BOARD, Direction, files};
use super::orders::{Choice, Lineup, Order, Plan};
use super::position::{CAPTURES_TO_WIN, Epigo, TILES, Tile};
use super::turn::{Event, EventKind};

const LAYOUT: Layout = Layout { files: 8, ranks: 8 };
const TURN: &str = "the number of the turn to come, from 1";
const LINEUP_SYNTAX: &str = "a line-up: 1 to 7 and X from file a to file h, such as 1234X567";
const PLAN_SYNTAX: &str = "a plan: three orders, such as 3N-7E-1W";

/// The letter of a side.
fn letter(side: Side) -> char {
    if side == Side::First { 'w' } else { 'b' }
}

fn tile_name(tile: Tile) -> String {
    format!("{}{}", letter(tile.side), tile.number)
}

fn order_name(order: Order) -> String {
    let direction = match order.direction {
        Some(Direction::North) => 'N',
        Some(Direction::East) => 'E',
        Some(Direction::South) => 'S',
        Some(Direction::West) => 'W',
        None => 'x',
    };
    format!("{}{direction}", order.tile)
}

impl SimultaneousNotation for Epigo {
    const END_REASON: &'static str = "three-lost";
    const PIECE: f64 = super::handcrafted::TILE;

    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the number of the turn, or - 0")?;
        let is_before_lineup = board == "-";
        let expected = if is_before_lineup { "0" } else { TURN };
        let (turn_at, turn) = words.next(expected)?;
        words.end("the turn")?;
        let digits = turn.bytes().all(|byte| byte.is_ascii_digit()) && !(turn.len() > 1 && turn.starts_with('0'));
        let number =
            turn.parse::<u32>().ok().filter(|&turn| digits && is_before_lineup == (turn == 0) && turn < u32::MAX);
        let number = number.ok_or_else(|| FenError::new(turn_at, expected, quoted(turn)))?;
        let mut position = Self::empty(number);
        if !is_before_lineup {
            position.read_board(board, at)?;
        }
        Ok(position)
    }

    fn to_fen(&self) -> String {
        if self.turn() == 0 {
            return "- 0".into();
        }
        let square = |square| self.tile(square).map_or(".".into(), tile_name);
        let rank = |rank| files(rank).map(|file| square(8 * rank + file)).collect::<String>();
        format!("{} {}", (0..8).rev().map(rank).collect::<Vec<_>>().join("/"), self.turn())
    }

    fn read_choice(&self, side: Side, word: &str) -> Result<Choice, MoveError> {
        let choice = if self.turn() == 0 {
            Choice::Lineup(read_lineup(word).ok_or(MoveError::Syntax(LINEUP_SYNTAX))?)
        } else {
            Choice::Plan(self.read_plan(side, word)?)
        };
        if self.outcome().is_some() { Err(MoveError::Illegal("the game is over".into())) } else { Ok(choice) }
    }

    fn write_choice(&self, choice: Choice) -> String {
        match choice {
            Choice::Lineup(Lineup(tiles)) => {
                tiles.iter().map(|&tile| if tile == 0 { 'X' } else { char::from(b'0' + tile) }).collect()
            }
            Choice::Plan(Plan(orders)) => orders.map(order_name).join("-"),
        }
    }

    fn diagram(&self) -> String {
        let names = "    a  b  c  d  e  f  g  h\n";
        let mut text = String::from(names);
        for rank in (0..8).rev() {
            let square = |square: usize| match self.tile(square) {
                Some(tile) => format!(" {}", tile_name(tile)),
                None if BOARD >> square & 1 == 1 => " . ".into(),
                None => "   ".into(),
            };
            let line: String = (8 * rank..8 * (rank + 1)).map(square).collect();
            text += &format!("{}  {line} {}\n", rank + 1, rank + 1);
        }
        text + names
    }

    fn scene(&self) -> Scene {
        let piece = |tile: Tile| ScenePiece {
            label: tile.number.to_string(),
            ..ScenePiece::new(Some(tile.side.seat()), "tile")
        };
        let shade = |square: usize| (BOARD >> square & 1 == 1).then_some(checkered(LAYOUT, square));
        let mut scene = Scene::of_layout(LAYOUT, shade, |square| self.tile(square).map(piece));
        let tiles = |side| (1..=TILES as u8).map(move |number| Tile { side, number });
        let off = |side| tiles(side).filter(|&tile| self.square_of(tile).is_none()).map(piece).collect();
        let name = if self.turn() == 0 { "reserve" } else { "lost" };
        scene.areas = Side::BOTH.map(|side| SceneArea { name, owner: Some(side.seat()), pieces: off(side) }).into();
        scene
    }

    fn effects(&self, choices: [Choice; 2]) -> Vec<String> {
        let mut after = *self;
        let mut events = Vec::new();
        after.play_with_events(choices, |event| events.push(describe(&event)));
        if self.turn() == 0 {
            events.push("0 setup".into());
        }
        events
    }

    fn effects_alone(&self, side: Side, choice: Choice) -> (Self, Vec<String>) {
        let mut after = *self;
        let mut events = Vec::new();
        after.play_alone(side, choice, |event| events.push(describe(&event)));
        if self.turn() == 0 {
            events.push("0 setup".into());
        }
        (after, events)
    }

    fn scores(&self) -> [i32; 2] {
        [Side::Second, Side::First].map(|loser| self.lost(loser).cast_signed())
    }

    fn draw_reason(&self) -> Option<&'static str> {
        self.is_drawn().then_some("turn-limit")
    }
}

impl Epigo {
    fn read_board(&mut self, text: &str, start: usize) -> Result<(), FenError> {
        let mut at = start;
        let mut ranks = 0;
        for line in text.split('/') {
            if ranks == 8 {
                return Err(FenError::new(at - 1, "the end after 8 ranks", "another"));
            }
            self.read_rank(line, 7 - ranks, at)?;
            ranks += 1;
            at += line.len() + 1;
        }
        let end = start + text.len();
        if ranks < 8 {
            return Err(FenError::new(end, "8 ranks separated by /", ranks.to_string()));
        }
        let lost = Side::BOTH.map(|side| self.lost(side));
        if lost.iter().any(|&lost| lost > CAPTURES_TO_WIN) {
            let found = lost.map(|lost| (TILES as u32 - lost).to_string()).join(" and ");
            return Err(FenError::new(end, "at least four tiles of each side", found));
        }
        if lost == [CAPTURES_TO_WIN; 2] {
            return Err(FenError::new(end, "at least five tiles of one side", "four of both"));
        }
        Ok(())
    }

    fn read_rank(&mut self, text: &str, rank: usize, start: usize) -> Result<(), FenError> {
        let mut letters = text.char_indices();
        for file in files(rank) {
            let expected = || format!("{} squares in rank {}", files(rank).len(), rank + 1);
            let (at, letter) = letters.next().ok_or_else(|| FenError::new(start + text.len(), expected(), "fewer"))?;
            let side = match letter {
                '.' => continue,
                'w' => Side::First,
                'b' => Side::Second,
                _ => return Err(FenError::new(start + at, "'.', w or b", quoted(&letter.to_string()))),
            };
            let number = letters.next().and_then(|(_, digit)| digit.to_digit(10)).filter(|n| (1..=7).contains(n));
            let number = number.ok_or_else(|| FenError::new(start + at + 1, "a tile's number, 1 to 7", "another"))?;
            let tile = Tile { side, number: number as u8 };
            if self.square_of(tile).is_some() {
                return Err(FenError::new(start + at, "every tile once", format!("{} again", tile_name(tile))));
            }
            self.put(tile, 8 * rank + file);
        }
        match letters.next() {
            None => Ok(()),
            Some((at, _)) => {
                let expected = format!("the end after {} squares in rank {}", files(rank).len(), rank + 1);
                Err(FenError::new(start + at, expected, "more"))
            }
        }
    }

    fn read_plan(&self, side: Side, word: &str) -> Result<Plan, MoveError> {
        let orders: Option<Vec<Order>> = word.split('-').map(read_order).collect();
        let orders = orders.and_then(|orders| <[Order; 3]>::try_from(orders).ok());
        let mut orders = orders.ok_or(MoveError::Syntax(PLAN_SYNTAX))?;
        for i in 0..orders.len() {
            let number = orders[i].tile;
            if orders[..i].iter().any(|order| order.tile == number) {
                return Err(MoveError::Illegal(format!("two orders for tile {number}")));
            }
            if self.square_of(Tile { side, number }).is_none() {
                orders[i].direction = None;
            } else if orders[i].direction.is_none() {
                return Err(MoveError::Illegal(format!("tile {number} is on the board")));
            }
        }
        Ok(Plan(orders))
    }
}

fn read_lineup(word: &str) -> Option<Lineup> {
    let mut tiles = Vec::new();
    for letter in word.chars() {
        let tile = match letter {
            'X' | 'x' => 0,
            '1'..='7' => letter as u8 - b'0',
            _ => return None,
        };
        if tiles.contains(&tile) {
            return None;
        }
        tiles.push(tile);
    }
    <[u8; 8]>::try_from(tiles).ok().map(Lineup)
}

fn read_order(word: &str) -> Option<Order> {
    let &[tile @ b'1'..=b'7', direction] = word.as_bytes() else { return None };
    let direction = match direction.to_ascii_uppercase() {
        b'N' => Some(Direction::North),
        b'E' => Some(Direction::East),
        b'S' => Some(Direction::South),
        b'W' => Some(Direction::West),
        b'X' => None,
        _ => return None,
    };
    Some(Order { tile: tile - b'0', direction })
}

/// An event as `effects` shows it.
fn describe(Event { slot, kind }: &Event) -> String {
    let order_of = |side: Side, order| format!("{}{}", letter(side), order_name(order));
    let squares = |[from, to]: [usize; 2]| LAYOUT.name(from) + &LAYOUT.name(to);
    match kind {
        EventKind::Cancel(number) => format!("{slot} cancel {number}"),
        EventKind::Absent(side, order) => format!("{slot} {} absent", order_of(*side, *order)),
        EventKind::Off(side, order, from) => format!("{slot} {} off {}", order_of(*side, *order), LAYOUT.name(*from)),
        EventKind::Slide(side, order, ends) => {
            let [from, to] = ends;
            // The two squares of a super slide are two files or two ranks apart.
            let word = if matches!(from.abs_diff(*to), 2 | 16) { "super" } else { "slide" };
            format!("{slot} {} {word} {}", order_of(*side, *order), squares(*ends))
        }
        EventKind::Push(side, order, ends, row) => {
            let own = 1 + row.iter().filter(|tile| tile.side == *side).count();
            let enemy = row.len() + 1 - own;
            let row = row.iter().map(|&tile| tile_name(tile)).collect::<Vec<_>>().join(",");
            format!("{slot} {} push {} {row} {own}:{enemy}", order_of(*side, *order), squares(*ends))
        }
        EventKind::Blocked { side, order, from, at, count: [own, enemy] } => {
            let (from, at) = (LAYOUT.name(*from), LAYOUT.name(*at));
            format!("{slot} {} blocked {from} at {at} {own}:{enemy}", order_of(*side, *order))
        }
        EventKind::Capture(tile) => format!("{slot} capture {} by {}", tile_name(*tile), letter(!tile.side)),
    }
}
