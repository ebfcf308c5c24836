//! What each command does.

use std::io::Write;
use std::sync::Arc;

use nom::Offset;

use super::command::{Command, Go, Origin, Query};
use super::error::{Code, Error};
use super::jobs::{self, JobKind, Report, Tell};
use super::options::{self, OptionError, Setting};
use super::reply::{Board, Counted, Reply};
use super::serve::{Server, busy};
use super::{bench, check};
use crate::base::Chance;
use crate::game::words::quoted;
use crate::search::perft::{Aborted, Counting};
use crate::search::{Control, HashTable};
use crate::session::{Request, Session, Setup};

type Done = Result<(), Error>;

impl<W: Write> Server<W> {
    /// Carries out a command that was read from `line`.
    pub(super) fn execute(&mut self, line: &str, command: Command) -> Done {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                self.say(&Reply::Handshake { dialect, options: options::declarations(self.config.variants) });
            }
            Command::NewGame => {
                self.idle()?;
                self.options.key = new_key()?;
                self.hash.clear();
                self.set_start();
            }
            Command::IsReady => self.say(&Reply::Ready),
            Command::Debug => {}
            Command::SetOption { name, value } => return self.set_option(line, name, value),
            Command::Position(origin, moves) => return self.set_position(line, origin, &moves),
            Command::Play(moves) => self.game_mut()?.play(&moves)?,
            Command::ListMoves(seat) => self.say(&Reply::Moves(self.game()?.moves(seat)?)),
            Command::Observe(seat) => self.say(&Reply::Response(self.game()?.observe(seat)?)),
            Command::Undo(plies) => self.game_mut()?.undo(plies).map_err(|there_are| {
                Error::new(Code::BadNumber, format!("plies to take back: wanted at most {there_are}, found {plies}"))
            })?,
            Command::Draw { view } => self.say(&Reply::Board(board(self.game()?, view)?)),
            Command::Query(query) => {
                let response = self.respond(query)?;
                self.say(&Reply::Response(response));
            }
            Command::Effects(word) => self.say(&Reply::Effects(self.game()?.effects(word)?)),
            Command::Go(go) => return self.go(&go),
            Command::Perft { depth, hash } => return self.perft(depth, hash),
            Command::Divide(depth) => return self.divide(depth),
            Command::Check(request) => {
                self.may_read_files()?;
                let (variants, threads) = (self.config.variants, self.threads());
                return self.start(JobKind::default(), move |control, tell| {
                    check::run(&request, variants, threads, control, tell)
                });
            }
            Command::Bench(depth) => {
                let variant = self.options.variant;
                return self.start(JobKind::default(), move |control, tell| bench::run(variant, depth, control, tell));
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.job.iter_mut().for_each(jobs::Job::ponder_hit),
            Command::Wait => return self.wait(),
            Command::Quit => self.quit(),
        }
        Ok(())
    }

    fn may_read_files(&self) -> Done {
        if self.config.files {
            Ok(())
        } else {
            Err(Error::new(Code::Unsupported, "wanted no file, since --no-files takes files away, found one"))
        }
    }

    fn idle(&self) -> Done {
        if self.job.is_some() { Err(busy()) } else { Ok(()) }
    }

    fn game(&self) -> Result<&dyn Session, Error> {
        self.game.as_deref().ok_or_else(no_position)
    }

    fn game_mut(&mut self) -> Result<&mut Box<dyn Session>, Error> {
        self.game.as_mut().ok_or_else(no_position)
    }

    /// The transposition table, a smaller one with a word about it where memory is short.
    fn table(&mut self) -> Result<Arc<HashTable>, Error> {
        let wanted = self.hash.mebibytes();
        let table = self.hash.table().map_err(|e| Error::new(Code::Internal, e.to_string()))?;
        let size = self.hash.mebibytes();
        if size < wanted {
            self.say(&Reply::Note(format!("table of {size} MiB, wanted {wanted}: the system gave no more")));
        }
        Ok(table)
    }

    fn threads(&self) -> usize {
        self.options.search_options().threads
    }

    fn set_option(&mut self, line: &str, name: &str, value: Option<&str>) -> Done {
        if options::reads_file(name, value) {
            self.may_read_files()?;
        }
        let setting = options::read(self.config.variants, name, value).map_err(|refused| {
            // What is missing is missing at the end.
            let of_value = value.map_or(line.len(), |value| line.offset(value));
            match refused {
                OptionError::Name { wanted, found } => Error::at(Code::BadOption, line.offset(name), wanted, found),
                OptionError::Value { wanted, found } => Error::at(Code::BadOption, of_value, wanted, found),
                OptionError::Unreadable(why) => Error::new(Code::Io, why),
            }
        })?;
        let mut coming = self.options.clone();
        self.postponed.iter().for_each(|setting| coming.apply(setting.clone()));
        coming.accept(&setting).map_err(|wanted| {
            let value = value.unwrap_or_default();
            Error::at(Code::BadOption, line.offset(value), wanted, quoted(value))
        })?;
        if self.job.is_none() {
            return self.adopt(setting);
        }
        if let Setting::Variant(_) = setting {
            return Err(busy());
        }
        self.postponed.push(setting);
        Ok(())
    }

    /// Puts a setting into effect.
    pub(super) fn adopt(&mut self, setting: Setting) -> Done {
        if let Setting::Hash(mebibytes) = setting {
            self.hash.resize(mebibytes).map_err(|e| Error::new(Code::BadOption, e.to_string()))?;
        }
        if let Setting::Variant(_) = setting {
            self.options.key = new_key()?;
        }
        let clears_table = matches!(setting, Setting::ClearHash | Setting::Variant(_));
        let is_variant = matches!(setting, Setting::Variant(_));
        let is_of_house =
            matches!(setting, Setting::Seed(_) | Setting::Seats(_) | Setting::Storyteller(_) | Setting::Deck(_));
        self.options.apply(setting);
        if clears_table {
            self.hash.clear();
        }
        if is_variant {
            self.set_start();
        } else if is_of_house {
            self.configure();
        }
        Ok(())
    }

    /// Tells the game of other rules of the house. One that has not begun is begun anew under them.
    fn configure(&mut self) {
        let house = self.options.house();
        match &mut self.game {
            Some(game) if self.from_start && game.line().is_empty() => self.set_start(),
            Some(game) => game.configure(&house),
            None => {}
        }
    }

    /// On an error there is no position: whoever hears it drops what is left.
    fn set_position(&mut self, line: &str, origin: Origin, moves: &[&str]) -> Done {
        let house = self.options.house();
        let open = |fen| (self.options.variant.open)(&Setup { fen, house: &house });
        let mut game = match origin {
            Origin::Current => self.game.take().ok_or_else(no_position)?,
            Origin::Start => open(None).map_err(|e| Error::new(Code::Internal, e.to_string()))?,
            Origin::Fen(fen) => {
                open(Some(fen)).map_err(|e| Error::at(Code::BadFen, line.offset(fen) + e.at, e.wanted, e.found))?
            }
        };
        game.play(moves)?;
        self.game = Some(game);
        self.from_start = origin == Origin::Start || (origin == Origin::Current && self.from_start);
        Ok(())
    }

    fn respond(&self, query: Query) -> Result<String, Error> {
        Ok(match query {
            Query::Variant => self.options.variant.name.into(),
            Query::Variants => options::names(self.config.variants).join(" "),
            Query::GameOver => self.game()?.result().is_some().to_string(),
            Query::P1Turn => self.game()?.p1_turn().to_string(),
            Query::Result => self.game()?.result().unwrap_or_else(|| "none".into()),
            Query::Reason => self.game()?.reason().unwrap_or("none").into(),
            Query::Score => self.game()?.scores().iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
            Query::Fen => self.game()?.fen(),
            Query::StartFen => self.game()?.start_fen(),
            Query::Line => self.game()?.line().join(" "),
            Query::Key => format!("{:016X}", self.game()?.key()),
            Query::Eval => self.game()?.evaluate()?.to_string(),
            Query::Seed => self.seed()?.to_string(),
        })
    }

    /// Where all randomness comes from. A key is told when the game that it was for is over.
    fn seed(&self) -> Result<Chance, Error> {
        const SECRET: &str = "wanted the end of a game from its start first, or a Seed that is set";
        let chance = self.options.chance();
        let is_over = || self.from_start && self.game.as_ref().is_some_and(|game| game.result().is_some());
        match chance {
            Chance::Key(_) if !is_over() => Err(Error::new(Code::Unsupported, SECRET)),
            _ => Ok(chance),
        }
    }

    fn go(&mut self, go: &Go) -> Done {
        self.idle()?;
        let game = self.game()?;
        let p1_turn = go.seat.map_or(game.p1_turn(), |seat| seat == 1);
        let unbounded_then = go.is_unbounded(p1_turn);
        let unbounded = go.ponder || unbounded_then;
        if unbounded && self.config.batch {
            return Err(Error::new(Code::Syntax, "wanted a limit such as depth in a batch, found none"));
        }
        let limits = go.limits(p1_turn, self.dialect);
        let options = self.options.search_options();
        let search = game.search(&Request { seat: go.seat, moves: &go.moves, limits, options })?;
        let table = self.table()?;
        let nature = JobKind { is_search: true, unbounded, ponders: go.ponder.then_some(unbounded_then) };
        self.start(nature, move |control, tell| {
            Report::Best(search(&table, control, &|news| tell(Report::SearchUpdate(news))))
        })
    }

    fn perft(&mut self, depth: u32, hash: bool) -> Done {
        self.idle()?;
        let count = self.game()?.perft(depth)?;
        let (table, threads) = (hash.then(|| self.table()).transpose()?, self.threads());
        self.start(JobKind::default(), move |control, _| {
            let end = count(&Counting { threads, table: table.as_deref(), control });
            counted("perft", end.map(|nodes| Reply::Perft(Counted { depth, nodes, time: control.elapsed() })))
        })
    }

    fn divide(&mut self, depth: u32) -> Done {
        self.idle()?;
        let divide = self.game()?.divide(depth)?;
        let threads = self.threads();
        self.start(JobKind::default(), move |control, _| {
            counted(
                "divide",
                divide(&Counting { threads, table: None, control }).map(|counts| {
                    // Without a ply to divide by, the position itself is the one leaf.
                    if depth == 0 { Reply::Divide(Vec::new(), 1) } else { Reply::divide(counts) }
                }),
            )
        })
    }

    fn start(&mut self, nature: JobKind, work: impl FnOnce(&Control, Tell) -> Report + Send + 'static) -> Done {
        self.idle()?;
        let job = jobs::spawn(nature, self.events.clone(), work);
        self.job = Some(job.map_err(|e| Error::new(Code::Internal, format!("no thread: {e}")))?);
        self.holding = self.config.batch;
        Ok(())
    }

    fn wait(&mut self) -> Done {
        match &self.job {
            Some(job) if job.nature.unbounded => Err(busy()),
            job => {
                self.holding = job.is_some();
                Ok(())
            }
        }
    }
}

fn new_key() -> Result<Chance, Error> {
    Chance::of_system().map_err(|error| Error::new(Code::Internal, error.to_string()))
}

fn no_position() -> Error {
    Error::new(Code::NoPosition, "wanted a position first, found none since the last one was refused")
}

fn no_view() -> Error {
    Error::new(Code::Unsupported, "wanted a position whose evaluation has a view of its parts")
}

fn board(game: &dyn Session, view: bool) -> Result<Board, Error> {
    Ok(Board {
        diagram: game.diagram(),
        view: view.then(|| game.view().ok_or_else(no_view)).transpose()?,
        fen: game.fen(),
        key: game.key(),
        side: game.side_name(),
        result: game.result(),
    })
}

fn counted(what: &str, end: Result<Reply, Aborted>) -> Report {
    end.map_or_else(|Aborted| Report::aborted(what), Report::Reply)
}
