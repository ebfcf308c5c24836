//! Engines for visitors and for seats at tables: processes with limits, and a queue for searches.

mod gate;
pub mod launch;
mod lines;
mod process;
mod seat;
mod session;

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::arguments::Arguments;
use gate::Gate;
use lines::OptionLimits;
use process::{Launcher, Process};
pub use seat::SeatSearch;
pub use session::serve;

/// Memory of an engine process in MiB beside its table: networks, stacks, code. It is address space, most of it unused.
const MEMORY: u64 = 2_048;

/// What all engines share.
#[derive(Debug)]
pub struct Engines {
    launcher: Launcher,
    /// How engines of seats are started. Their lines come from the server alone, so they may read files.
    seat_launcher: Launcher,
    limits: OptionLimits,
    /// Longest search.
    longest: Duration,
    /// A process without a line for this time ends.
    idle: Duration,
    /// Searches at a time, of visitors and seats.
    searches: Arc<Gate>,
    /// Processes of visitors at a time.
    processes: Arc<Gate>,
    /// Processes for seats that have nothing to do. At most as many as there are searches at a time.
    free: Mutex<Vec<Process>>,
}

impl Engines {
    /// The engines that the command line asks for.
    pub fn new(arguments: &Arguments) -> io::Result<Arc<Self>> {
        let own = std::env::current_exe()?.into_os_string();
        let command = match &arguments.engine_command {
            Some(command) => command.0.iter().map(Into::into).collect(),
            None => vec![own.clone(), launch::ENGINE.into()],
        };
        let memory = MEMORY + arguments.hash;
        let answer_time = Duration::from_secs(arguments.answer_time);
        let launcher = Launcher { own, command, memory, answer_time };
        let mut seat_launcher = launcher.clone();
        if arguments.engine_command.is_none() {
            seat_launcher.command.push(launch::FILES.into());
        }
        Ok(Arc::new(Self {
            launcher,
            seat_launcher,
            limits: OptionLimits { hash: arguments.hash, threads: arguments.threads },
            longest: arguments.longest_search(),
            idle: Duration::from_secs(arguments.engine_idle),
            searches: Gate::new(arguments.searches.into()),
            processes: Gate::new(arguments.engines.into()),
            free: Mutex::default(),
        }))
    }
}
