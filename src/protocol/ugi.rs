//! UGI and UCI: parses lines into commands, executes them and writes replies.

use nom::Offset;

use super::command::{Command, Dialect, Go};
use super::conversation::{Conversation, Language};
use super::error::{Code, Error};
use super::lines::InputLine;
use super::manual::Manual;
use super::parse::{manual, parse};
use super::reply::{Board, Reply};
use crate::engine::{BestMove, EngineError, JobEnd, JobUpdate, OptionError, Origin, SearchUpdate, Session, options};

/// UGI, which is also UCI.
#[derive(Debug, Default)]
pub struct Ugi {
    /// The dialect last asked for. None before a handshake: the conversation is a script then.
    dialect: Option<Dialect>,
    /// The dialect before a handshake.
    first_dialect: Dialect,
    /// The declarations of the options, whose defaults are the values at the start of the conversation.
    declarations: Vec<String>,
}

impl Ugi {
    /// A conversation that is in this dialect before a handshake.
    #[must_use]
    pub fn of(first_dialect: Dialect) -> Self {
        Self { first_dialect, ..Self::default() }
    }
}

type Done = Result<(), Error>;

impl Language for Ugi {
    fn begin(&mut self, conversation: &mut Conversation) {
        let engine = &conversation.engine;
        self.declarations = options::handshake(engine.variants(), engine.options());
    }

    /// Scripts do not wait for answers, so their next search begins after a search that ends by itself.
    fn must_wait(&self, conversation: &Conversation, line: &InputLine) -> bool {
        let [command, _] = line.opening();
        self.dialect.is_none()
            && conversation.engine.job().is_some_and(|job| !job.unbounded)
            && [b"go".as_slice(), b"perft", b"divide"].contains(&&*command)
    }

    fn obey(&mut self, conversation: &mut Conversation, line: &InputLine) {
        if let Err(error) = self.try_to_obey(conversation, line) {
            refuse(conversation, line, error);
        }
    }

    fn panicked(&mut self, conversation: &mut Conversation, line: &InputLine, error: Error) {
        refuse(conversation, line, error);
    }

    fn update(&mut self, conversation: &mut Conversation, update: JobUpdate) {
        let reply = match update {
            JobUpdate::Search(SearchUpdate::Info(info)) => {
                let show_wdl = conversation.engine.options().show_wdl();
                Reply::Info { info, dialect: self.dialect(), show_wdl }
            }
            JobUpdate::Search(SearchUpdate::Note(note)) => Reply::Note(note),
            JobUpdate::Case(label, why) => Reply::Case(label, why),
            JobUpdate::Bench(result) => Reply::Bench(result),
            JobUpdate::Error(error) => Reply::Error(error.into()),
        };
        say(conversation, &reply);
    }

    fn job_ended(&mut self, conversation: &mut Conversation, end: JobEnd) {
        let owes_move = conversation.engine.job().is_some_and(|job| job.is_search);
        match end {
            JobEnd::BestMove(answer) => self.say_best_move(conversation, answer),
            JobEnd::Perft(count) => say(conversation, &Reply::Perft(count)),
            JobEnd::Divide(counts, total) => say(conversation, &Reply::Divide(counts, total)),
            JobEnd::Checked { passed, failed } => say(conversation, &Reply::Checked { passed, failed }),
            JobEnd::Signature(nodes, time) => say(conversation, &Reply::Signature(nodes, time)),
            JobEnd::Aborted(what) => {
                say_error(conversation, Error::new(Code::Aborted, format!("{what} stopped")));
            }
            JobEnd::Failed(error) => say_error(conversation, error.into()),
            JobEnd::Panicked(panic) => {
                say_error(conversation, Error::new(Code::Internal, panic));
                if owes_move {
                    say(conversation, &Reply::BestMove(BestMove::default()));
                }
            }
        }
    }

    fn complain(&mut self, conversation: &mut Conversation, error: Error) {
        say_error(conversation, error);
    }
}

fn say(conversation: &mut Conversation, reply: &Reply) {
    if let Reply::Error(error) = reply {
        conversation.count_error(error.code);
    }
    conversation.say(reply);
}

fn say_error(conversation: &mut Conversation, error: Error) {
    say(conversation, &Reply::Error(error));
}

/// Replies with the error of a line. A failed `go` is also answered with an empty `bestmove`.
fn refuse(conversation: &mut Conversation, line: &InputLine, error: Error) {
    let [command, argument] = line.opening();
    if command == b"position" {
        conversation.engine.drop_position();
    }
    let asks_for_move = command == b"go" && argument != b"perft";
    if asks_for_move && conversation.engine.job().is_some() {
        // The running search sends the `bestmove`, so this `go` gets none.
        say_error(conversation, EngineError::Busy.into());
        return;
    }
    say_error(conversation, error);
    if asks_for_move {
        say(conversation, &Reply::BestMove(BestMove::default()));
    }
}

impl Ugi {
    /// Executes a command before the first line.
    pub(super) fn begin_with(&mut self, conversation: &mut Conversation, command: Command) {
        if let Err(error) = self.execute(conversation, "", command) {
            say_error(conversation, error);
        }
    }

    fn try_to_obey(&mut self, conversation: &mut Conversation, line: &InputLine) -> Done {
        let text = line.text()?;
        log::debug!("heard: {text}");
        match parse(text)? {
            Some(command) => self.execute(conversation, text, command),
            None => Ok(()),
        }
    }

    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(self.first_dialect)
    }

    fn say_best_move(&self, conversation: &mut Conversation, mut answer: BestMove) {
        if let Some(fault) = answer.fault.take() {
            say(conversation, &Reply::Error(Error::new(Code::Internal, fault)));
        }
        if self.dialect() == Dialect::Ugi || !conversation.engine.options().ponder() {
            answer.ponder = None;
        }
        say(conversation, &Reply::BestMove(answer));
    }

    /// Executes a command that was parsed from `line`.
    fn execute(&mut self, conversation: &mut Conversation, line: &str, command: Command) -> Done {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = Some(dialect);
                say(conversation, &Reply::Handshake { dialect, options: self.declarations.clone() });
            }
            Command::NewGame => conversation.engine.new_game()?,
            Command::IsReady => say(conversation, &Reply::Ready),
            Command::Debug => {}
            Command::SetOption { name, value } => return execute_set_option(conversation, line, name, value),
            Command::Position(origin, moves) => return set_position(conversation, line, origin, &moves),
            Command::Play(moves) => conversation.engine.play(&moves)?,
            Command::ListMoves(seat) => say(conversation, &Reply::Moves(conversation.engine.game()?.moves(seat)?)),
            Command::Observe(seat) => say(conversation, &Reply::Response(conversation.engine.game()?.observe(seat)?)),
            Command::Undo(plies) => conversation.engine.undo(plies)?,
            Command::Draw { view } => say(conversation, &Reply::Board(board(conversation.engine.game()?, view)?)),
            Command::Query(query) => say(conversation, &Reply::Response(query.answer(&conversation.engine)?)),
            Command::Effects(word) => say(conversation, &Reply::Effects(conversation.engine.game()?.effects(word)?)),
            Command::Go(go) => return self.go(conversation, &go),
            Command::Perft { depth, hash } => {
                let smaller = conversation.engine.perft(depth, hash)?;
                begin_job(conversation, smaller);
            }
            Command::Divide(depth) => {
                conversation.engine.divide(depth)?;
                begin_job(conversation, None);
            }
            Command::Check(request) => {
                conversation.engine.check(request)?;
                begin_job(conversation, None);
            }
            Command::Bench(depth) => {
                conversation.engine.bench(depth)?;
                begin_job(conversation, None);
            }
            Command::Stop => conversation.stop(),
            Command::PonderHit => conversation.engine.ponder_hit(),
            Command::Wait => return wait(conversation),
            Command::Help(None) => say(conversation, &Reply::Manual(Manual(manual().collect()))),
            Command::Help(Some(entry)) => say(conversation, &Reply::ManualEntry(entry)),
            Command::Quit => conversation.quit(),
        }
        Ok(())
    }

    fn go(&self, conversation: &mut Conversation, go: &Go) -> Done {
        conversation.engine.idle()?;
        let p1_turn = go.seat.map_or(conversation.engine.game()?.p1_turn(), |seat| seat == 1);
        let limits = go.limits(p1_turn, self.dialect());
        if conversation.batch && (limits.ponder || limits.is_unbounded()) {
            return Err(Error::new(Code::Syntax, "batch mode needs a limit such as depth"));
        }
        let smaller = conversation.engine.search(go.seat, &go.moves, limits)?;
        begin_job(conversation, smaller);
        Ok(())
    }
}

/// Replies with a note if the table of the started job is smaller than expected. In batch mode no line is read before
/// the end of the job.
fn begin_job(conversation: &mut Conversation, smaller_table: Option<[usize; 2]>) {
    if let Some([expected, size]) = smaller_table {
        say(conversation, &Reply::Note(format!("hash is {size} MiB: {expected} MiB not available")));
    }
    conversation.holding = conversation.batch;
}

fn execute_set_option(conversation: &mut Conversation, line: &str, name: &str, value: Option<&str>) -> Done {
    conversation.engine.set_option(name, value).map_err(|error| match error {
        EngineError::Option(OptionError::Name { expected, found }) => {
            Error::at(Code::BadOption, line.offset(name), expected, found)
        }
        EngineError::Option(OptionError::Value { expected, found }) => {
            // A missing value belongs at the end of the line.
            let offset = value.map_or(line.len(), |value| line.offset(value));
            Error::at(Code::BadOption, offset, expected, found)
        }
        error => error.into(),
    })
}

fn set_position(conversation: &mut Conversation, line: &str, origin: Origin, moves: &[&str]) -> Done {
    conversation.engine.set_position(origin, moves).map_err(|error| match (error, origin) {
        (EngineError::Fen(error), Origin::Fen(fen)) => {
            Error::at(Code::BadFen, line.offset(fen) + error.at, error.expected, error.found)
        }
        (error, _) => error.into(),
    })
}

fn wait(conversation: &mut Conversation) -> Done {
    match conversation.engine.job() {
        Some(job) if job.unbounded => Err(EngineError::Busy.into()),
        job => {
            conversation.holding = job.is_some();
            Ok(())
        }
    }
}

fn board(game: &dyn Session, view: bool) -> Result<Board, Error> {
    const NO_VIEW: EngineError = EngineError::Unsupported("no evaluation trace for this position");
    Ok(Board {
        diagram: game.diagram(),
        view: view.then(|| game.view().ok_or(NO_VIEW)).transpose()?,
        fen: game.fen(),
        key: game.key(),
        side: game.side_name(),
        result: game.result(),
    })
}
