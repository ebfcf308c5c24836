//! OTEP, the engine protocol of OpenTafl (`opentafl-engine-protocol.txt` of OpenTafl). Evaluations are in pieces, for
//! the attackers.
//!
//! The host keeps the game: what it says of the position replaces what the engine has, if they differ.

mod position;
mod searches;

use std::time::Duration;

use searches::OtepGoal;

use crate::base::BySide;
use crate::base::text::one_line;
use crate::engine::{BestMove, JobEnd, JobUpdate, SearchUpdate, Variant};
use crate::formats::otep::{OtepClock, OtepLine};
use crate::formats::otn_rules::{DIFFERENCES, read_rules};
use crate::protocol::conversation::{Conversation, Language};
use crate::protocol::error::Error;
use crate::protocol::lines::InputLine;

/// The most characters of an error.
const LONGEST_ERROR: usize = 600;
/// How long the answer to `rules` waits for the next line. OpenTafl ends by an exception where it reads one before its
/// window is there, and sends the next line after that.
const PATIENCE: Duration = Duration::from_secs(2);

type Done = Result<(), String>;

/// A conversation in OTEP.
#[derive(Debug, Default)]
pub(super) struct Otep {
    /// The host has told rules that the engine plays by.
    has_rules: bool,
    /// The answer to the last `rules`: an error or nothing, until it is said.
    owed: Option<Done>,
    clocks: Option<BySide<OtepClock>>,
    goal: OtepGoal,
    /// The move of the engine that the host has not answered.
    proposed: Option<String>,
    /// The moves of the engine that the host has refused in the current position.
    refused: Vec<String>,
}

impl Language for Otep {
    fn begin(&mut self, conversation: &mut Conversation) {
        conversation.say(&"hello");
    }

    fn must_wait(&self, conversation: &Conversation, line: &InputLine) -> bool {
        let in_search = [b"clock".as_slice(), b"finish", b"goodbye"];
        conversation.engine.job().is_some() && !in_search.contains(&&*line.opening()[0])
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    fn overtakes(&mut self, conversation: &mut Conversation, line: &InputLine) -> bool {
        let is_of_search = [b"clock".as_slice(), b"finish"].contains(&&*line.opening()[0]);
        if is_of_search {
            self.obey(conversation, line);
        }
        is_of_search
    }

    fn obey(&mut self, conversation: &mut Conversation, line: &InputLine) {
        self.pay(conversation);
        let done = self.try_to_obey(conversation, line);
        match (&*line.opening()[0], done) {
            (b"rules", done) => self.owed = Some(done),
            (_, Ok(())) => {}
            // Without a move the game cannot go on.
            (command, Err(why)) => say_error(conversation, command == b"play", &why),
        }
    }

    fn panicked(&mut self, conversation: &mut Conversation, _line: &InputLine, error: Error) {
        self.goal = OtepGoal::Nothing;
        say_error(conversation, true, &format!("internal: {}", error.text));
    }

    fn update(&mut self, _conversation: &mut Conversation, update: JobUpdate) {
        if let JobUpdate::Search(SearchUpdate::Info(info)) = update {
            self.goal.note(info);
        }
    }

    fn job_ended(&mut self, conversation: &mut Conversation, end: JobEnd) {
        let BestMove { best, fault, .. } = end.into_best_move();
        if let Some(fault) = fault {
            say_error(conversation, false, &fault);
        }
        self.answer(conversation, best);
    }

    fn idle(&mut self, conversation: &mut Conversation) {
        self.restart(conversation);
    }

    fn patience(&self) -> Option<Duration> {
        self.owed.as_ref().map(|_| PATIENCE)
    }

    fn out_of_patience(&mut self, conversation: &mut Conversation) {
        self.pay(conversation);
    }

    fn complain(&mut self, conversation: &mut Conversation, error: Error) {
        say_error(conversation, false, &error.text);
    }
}

impl Otep {
    /// Says the answer to `rules` that is still owed.
    fn pay(&mut self, conversation: &mut Conversation) {
        match self.owed.take() {
            None => {}
            Some(Ok(())) => conversation.say(&format!("status the rules here differ: {DIFFERENCES}")),
            Some(Err(why)) => say_error(conversation, true, &why),
        }
    }

    fn try_to_obey(&mut self, conversation: &mut Conversation, line: &InputLine) -> Done {
        let text = line.text().map_err(|error| error.text)?.trim();
        if text.is_empty() {
            return Ok(());
        }
        let line = OtepLine::read(text)?;
        let needs_no_rules = matches!(
            line,
            OtepLine::Hello | OtepLine::Rules(_) | OtepLine::Clock(_) | OtepLine::Finish | OtepLine::Goodbye
        );
        if !self.has_rules && !needs_no_rules {
            return Err("no rules received".into());
        }
        match line {
            OtepLine::Hello => {}
            OtepLine::Rules(record) => return self.set_rules(conversation, record),
            OtepLine::Board(board) => return self.set_board(conversation, &board),
            OtepLine::Side(side) => return self.set_side(conversation, side),
            OtepLine::Clock(clocks) => self.set_clocks(conversation, clocks),
            OtepLine::Analyze(lines, seconds) => return self.analyse(conversation, lines, seconds),
            OtepLine::Play(side) => {
                self.set_side(conversation, side)?;
                return self.think(conversation, false);
            }
            OtepLine::Moved(board) => return self.moved(conversation, &board),
            OtepLine::OpponentMoved(moves, board) => return self.opponent_moved(conversation, &moves, &board),
            OtepLine::Refused => self.refused.extend(self.proposed.take()),
            OtepLine::Finish => self.finish(conversation),
            OtepLine::Goodbye => {
                self.goal = OtepGoal::Nothing;
                conversation.quit();
            }
        }
        Ok(())
    }

    fn set_rules(&mut self, conversation: &mut Conversation, record: &str) -> Done {
        let name = read_rules(record)?;
        let engine = &mut conversation.engine;
        let variant = Variant::find(engine.variants(), name).ok_or_else(|| format!("internal: no variant {name}"))?;
        engine.idle().map_err(|error| error.to_string())?;
        engine.set_variant(variant);
        engine.new_game().map_err(|error| error.to_string())?;
        *self = Self { has_rules: true, ..Self::default() };
        Ok(())
    }

    /// Ends the search. No move is sent; an analysis is.
    fn finish(&mut self, conversation: &mut Conversation) {
        if !matches!(self.goal, OtepGoal::Analysis { .. }) {
            self.goal = OtepGoal::Nothing;
        }
        self.clocks = None;
        self.forget_moves();
        conversation.stop();
    }
}

fn say_error(conversation: &mut Conversation, is_critical: bool, why: &str) {
    let why: String = one_line(why).chars().take(LONGEST_ERROR).collect();
    let code = if is_critical { -1 } else { 0 };
    conversation.say(&format!("error {code} {why}"));
}
