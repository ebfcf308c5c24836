//! A case: a command with hostile surroundings, and what must hold after it.

use std::time::Duration;

use rustix::process::Signal;

use super::process::Running;

/// What happens while the program runs.
pub type During = Box<dyn Fn(&mut Running) -> Result<(), String> + Send + Sync>;

/// The standard input of a case.
pub enum Input {
    /// `/dev/null`.
    Nothing,
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// These bytes; the input then stays open for [`Case::during`].
    Open(Vec<u8>),
    /// A terminal, which is also standard output and standard error.
    Terminal,
}

/// Whether there is one error line on standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ErrorLine {
    /// If the program fails.
    ByCode,
    /// The errors are lines of the protocol or records on standard output.
    OnOutput,
    /// There may be one or not.
    Any,
}

/// A case. The builder methods say what differs from a plain run that must end with success and change no file.
pub struct Case {
    pub name: String,
    /// The shell script that runs the program, which is `$PETTEIA`, in a folder of the case's own.
    pub script: String,
    /// A shell script that prepares the folder.
    pub setup: String,
    pub files: Vec<(String, Vec<u8>)>,
    pub input: Input,
    pub variables: Vec<(&'static str, String)>,
    /// The reader of standard output has gone.
    pub is_output_closed: bool,
    pub during: Vec<During>,
    /// The names of the allowed exit codes in the table of the documentation.
    pub codes: Vec<&'static str>,
    /// A part of the error line on standard error.
    pub error: Option<String>,
    /// Parts of standard output.
    pub output: Vec<String>,
    /// A text that neither standard output nor standard error contains.
    pub secret: Option<String>,
    pub error_line: ErrorLine,
    /// The files and folders that the program may write.
    pub written: Vec<String>,
    /// A killed program may leave temporary files.
    pub may_leave_temporary_files: bool,
    /// A shell script that must succeed after the run.
    pub then: String,
    pub time: Duration,
    /// The most memory of the program, in MiB.
    pub memory: Option<u64>,
    /// A shell script that fails where the case cannot run, and why.
    pub needs: Option<(&'static str, &'static str)>,
}

impl Case {
    /// A case that runs the program with these arguments, which are shell text.
    pub fn new(name: impl Into<String>, arguments: impl AsRef<str>) -> Self {
        Self::shell(name, format!("exec \"$PETTEIA\" {}", arguments.as_ref()))
    }

    /// A case that runs a shell script.
    pub fn shell(name: impl Into<String>, script: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            script: script.into(),
            setup: String::new(),
            files: Vec::new(),
            input: Input::Nothing,
            variables: Vec::new(),
            is_output_closed: false,
            during: Vec::new(),
            codes: vec!["success"],
            error: None,
            output: Vec::new(),
            secret: None,
            error_line: ErrorLine::ByCode,
            written: Vec::new(),
            may_leave_temporary_files: false,
            then: String::new(),
            time: Duration::from_secs(40),
            memory: None,
            needs: None,
        }
    }

    pub fn file(mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.into(), bytes.into()));
        self
    }

    pub fn setup(mut self, script: impl AsRef<str>) -> Self {
        self.setup.push_str(script.as_ref());
        self.setup.push('\n');
        self
    }

    /// Limits of the process, as `ulimit` takes them: `v` memory, `f` size of files, `n` number of files.
    pub fn limit(mut self, letter: char, value: u64) -> Self {
        self.script = format!("ulimit -{letter} {value} && {}", self.script);
        self
    }

    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = Input::Bytes(bytes.into());
        self
    }

    pub fn open_input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = Input::Open(bytes.into());
        self
    }

    pub fn terminal(mut self) -> Self {
        self.input = Input::Terminal;
        self
    }

    pub fn variable(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    pub fn closed_output(mut self) -> Self {
        self.is_output_closed = true;
        self
    }

    pub fn during(mut self, action: impl Fn(&mut Running) -> Result<(), String> + Send + Sync + 'static) -> Self {
        self.during.push(Box::new(action));
        self
    }

    /// Waits for a text on standard output or standard error, then sends the signal.
    pub fn signal_at(self, text: &'static str, signal: Signal) -> Self {
        self.during(move |running| {
            running.wait_for(text)?;
            running.signal(signal)
        })
    }

    /// Waits until a file has this many bytes, then sends the signal.
    pub fn signal_at_size(self, name: &'static str, bytes: u64, signal: Signal) -> Self {
        self.during(move |running| {
            running.wait_for_size(name, bytes)?;
            running.signal(signal)
        })
    }

    /// Waits for a text, then writes to the input or types. An empty text waits for nothing.
    pub fn answer(self, text: &'static str, reply: impl Into<Vec<u8>>) -> Self {
        let reply = reply.into();
        self.during(move |running| {
            running.wait_for(text)?;
            running.send(&reply)
        })
    }

    /// The only exit code, by its name in the documentation.
    pub fn code(self, name: &'static str) -> Self {
        self.codes(&[name])
    }

    pub fn codes(mut self, names: &[&'static str]) -> Self {
        self.codes = names.to_vec();
        self
    }

    /// The exit code, and a part of the error line on standard error.
    pub fn fails(mut self, name: &'static str, error: impl Into<String>) -> Self {
        self.error = Some(error.into());
        self.code(name)
    }

    /// The exit code, and a part of the standard output, where the protocol has its errors.
    pub fn answers(mut self, name: &'static str, error: impl Into<String>) -> Self {
        self.error_line = ErrorLine::OnOutput;
        self.output.push(error.into());
        self.code(name)
    }

    /// There may be an error line on standard error or not.
    pub fn any_error(mut self) -> Self {
        self.error_line = ErrorLine::Any;
        self
    }

    /// There is one error line on standard error, whatever the code.
    pub fn one_error(mut self) -> Self {
        self.error = Some(String::new());
        self
    }

    /// Replaces the script.
    pub fn script(mut self, script: impl Into<String>) -> Self {
        self.script = script.into();
        self
    }

    /// Standard output is full.
    pub fn full(self) -> Self {
        self.fails("io", "")
    }

    pub fn output(mut self, text: impl Into<String>) -> Self {
        self.output.push(text.into());
        self
    }

    pub fn secret(mut self, text: impl Into<String>) -> Self {
        self.secret = Some(text.into());
        self
    }

    pub fn writes(mut self, name: impl Into<String>) -> Self {
        self.written.push(name.into());
        self
    }

    pub fn then(mut self, script: impl Into<String>) -> Self {
        self.then = script.into();
        self
    }

    pub fn seconds(mut self, seconds: u64) -> Self {
        self.time = Duration::from_secs(seconds);
        self
    }

    pub fn memory(mut self, mebibytes: u64) -> Self {
        self.memory = Some(mebibytes);
        self
    }

    pub fn needs(mut self, script: &'static str, why: &'static str) -> Self {
        self.needs = Some((script, why));
        self
    }
}
