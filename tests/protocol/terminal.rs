//! What a person at a terminal sees, and the files that shells and packages take.

use std::fs;

use crate::common::BINARY;

/// Runs the program; returns what it writes to standard output.
fn output_of(arguments: &[&str]) -> String {
    let output = std::process::Command::new(BINARY).args(arguments).output().expect("the binary runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The names of all subcommands but `help`, from the list of `petteia help`.
fn subcommands() -> Vec<String> {
    let help = output_of(&["help"]);
    let list = help.split_once("Commands:\n").expect("a list").1.split("\n\n").next().expect("its lines");
    let indented = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = indented.filter_map(|line| line.split(' ').next()).filter(|name| !["", "help"].contains(name));
    names.map(str::to_owned).collect()
}

#[test]
fn completions_name_every_subcommand() {
    let names = subcommands();
    assert!(names.len() >= 14, "{names:?}");
    for shell in ["bash", "zsh", "fish"] {
        let text = output_of(&["completions", shell]);
        for name in &names {
            assert!(text.contains(name.as_str()), "{shell}: {name}");
        }
        assert!(text.contains("no-files"), "{shell}");
    }
}

#[test]
fn man_pages_of_every_subcommand() {
    let folder = std::env::temp_dir().join(format!("petteia-man-{}", std::process::id()));
    let path = folder.to_str().expect("text");
    // The second run replaces the pages.
    for _ in 0..2 {
        assert_eq!(output_of(&["man", path]), "");
    }
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let main = page("petteia.1");
    assert!(main.contains(env!("CARGO_PKG_VERSION")) && main.contains(".SH OPTIONS"), "{main}");
    // The pages of a package are written on another machine than it is for.
    assert!(!main.contains(std::env::consts::ARCH), "{main}");
    let names = subcommands();
    for name in &names {
        assert!(main.contains(&format!("petteia\\-{name}(1)")), "petteia.1: {name}");
        let text = page(&format!("petteia-{name}.1"));
        assert!(text.contains(&format!(".TH petteia-{name} 1")), "{text}");
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), names.len() + 1);
    fs::remove_dir_all(&folder).expect("it is there");
    let output = std::process::Command::new(BINARY).args(["man", "/dev/null/pages"]).output().expect("it runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.starts_with("error: /dev/null/pages: ") && complaint.lines().count() == 1, "{complaint}");
    assert_eq!(output.status.code(), Some(4));
}

#[cfg(unix)]
mod on_a_terminal {
    use std::fs::File;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::thread;

    use rustix_openpty::{Pty, openpty};

    use crate::common::{BINARY, TIMEOUT, root};

    /// Both ends of a terminal: that of the person, and that of the program.
    fn terminal() -> (File, impl Fn() -> Stdio) {
        let Pty { controller, user } = openpty(None, None).expect("a terminal");
        (controller.into(), move || user.try_clone().expect("a copy").into())
    }

    /// Reads all that is written on a terminal until the program has closed it.
    fn rest(mut person: impl Read + Send + 'static) -> String {
        let (sender, text) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // The end is an error on some systems.
            drop(person.read_to_end(&mut bytes));
            sender.send(String::from_utf8_lossy(&bytes).into_owned())
        });
        text.recv_timeout(TIMEOUT).expect("the program ends")
    }

    fn petteia(arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command.args(arguments).current_dir(root()).env_remove("RUST_LOG").env("TERM", "xterm");
        command
    }

    #[test]
    fn a_person_is_greeted() {
        for (arguments, is_greeted) in
            [(&[][..], true), (&["--game", "reversi"], true), (&["--protocol", "gtp"], false), (&["isready"], false)]
        {
            let (person, program) = terminal();
            let mut command = petteia(arguments);
            let mut child =
                command.stdin(program()).stdout(program()).stderr(Stdio::null()).spawn().expect("it starts");
            drop((command, program));
            let mut reader = BufReader::new(person.try_clone().expect("a copy"));
            let mut line = String::new();
            if is_greeted {
                reader.read_line(&mut line).expect("a greeting");
                let expected =
                    format!("petteia {}: type help for the commands, quit to end; ", env!("CARGO_PKG_VERSION"));
                assert!(line.starts_with(&expected), "{line}");
            }
            (&person).write_all(b"quit\n").expect("it reads");
            let said = rest(reader);
            assert!(!said.contains("type help"), "{arguments:?}: {said}");
            assert!(child.wait().expect("it ends").success());
        }
    }

    #[test]
    fn a_pipe_is_not_greeted() {
        let (person, program) = terminal();
        let mut command = petteia(&[]);
        let child = command.stdin(program()).stdout(Stdio::piped()).spawn().expect("it starts");
        drop((command, program));
        (&person).write_all(b"quit\n").expect("it reads");
        assert!(child.wait_with_output().expect("it ends").stdout.is_empty());
    }

    /// What a run writes to standard error, which is a terminal, and to standard output, which is a pipe.
    fn with_stderr_on_terminal(arguments: &[&str], input: &str) -> (String, String) {
        let (person, program) = terminal();
        let mut command = petteia(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(program());
        let mut child = command.spawn().expect("it starts");
        drop((command, program));
        child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
        let shown = rest(person);
        let output = child.wait_with_output().expect("it ends");
        (shown, String::from_utf8(output.stdout).expect("text"))
    }

    #[test]
    fn counts_of_the_command_line_show_their_progress() {
        let fen = "position fen bbbwbwwrw/.bwbbbbbbb/wrwwwwbbww./wwbbw.b.ww/wbwbbwbrw b p";
        for count in ["perft 6", "divide 6"] {
            let (shown, said) = with_stderr_on_terminal(&[fen, count], "");
            assert!(shown.contains(" subtrees, "), "{count}: {shown:?}");
            assert!(said.contains("perft 6 nodes ") || said.contains("Nodes searched: "), "{said}");
            // A client that starts the engine from a terminal gets no bar.
            let (shown, piped) = with_stderr_on_terminal(&[], &format!("{fen}\n{count}\n"));
            assert_eq!(shown, "", "{count}");
            assert_eq!(piped.lines().count(), said.lines().count());
        }
    }

    #[test]
    fn batches_show_their_progress() {
        let arguments = ["map", "--game", "gonu", "--perft", "3", "--fields", "line"];
        let (shown, said) = with_stderr_on_terminal(&arguments, "startpos\nstartpos\n");
        assert!(shown.contains(" lines, "), "{shown:?}");
        assert_eq!(said, "{\"line\":1}\n{\"line\":2}\n");
    }
}
