//! The table of exit codes in the documentation, against what the program does.

use std::fs;
use std::process::{Command, Stdio};

use petteia::exit_status::ExitStatus;

use crate::common::{BINARY, root};

/// A row of the table.
struct Row {
    code: String,
    name: String,
    meaning: String,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("docs/exit-codes.md")).expect("a readable file");
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows: Vec<Vec<&str>> = cells.map(|line| line.split(" | ").collect()).collect();
    assert_eq!(rows[0], ["Code", "Name", "Meaning"]);
    let rows = rows[1..].iter().map(|cells| {
        let [code, name, meaning] = cells[..] else { panic!("expected three cells, found {cells:?}") };
        let name = name.trim_matches('`').to_owned();
        Row { code: code.into(), name, meaning: meaning.into() }
    });
    rows.collect()
}

/// Shell commands by the name of the exit code that they have. They run in an empty folder with the file `wrong`, a
/// fixture with a wrong count.
const COMMANDS: [(&str, &str); 22] = [
    ("success", "petteia isready"),
    ("success", "petteia draw startpos -o x.png && petteia draw startpos -o x.svg"),
    ("success", "yes isready | head -n 100000 | (petteia; echo $? > code) | head -n 1; exit $(cat code)"),
    ("success", "echo 'go depth x' | petteia"),
    ("mismatch", "petteia check wrong"),
    ("mismatch", "petteia 'go depth x' 'check wrong'"),
    ("usage", "petteia --unknown"),
    ("usage", "petteia map"),
    ("rejected", "petteia 'go depth x'"),
    ("rejected", "echo 'go depth x' | petteia --batch"),
    ("rejected", "echo x | petteia map --moves"),
    ("usage", "petteia draw startpos -o picture.gif"),
    ("rejected", "petteia convert wrong --to json"),
    ("rejected", "petteia draw 'startpos moves z9'"),
    ("io", "petteia 'check missing'"),
    ("io", "petteia map --moves missing"),
    ("io", "petteia 'check missing' 'check wrong' 'go depth x'"),
    ("io", "petteia draw startpos -o missing/x.svg"),
    ("io", "petteia isready > /dev/full"),
    // Too few files for the pipes of the signal handler.
    ("internal", "ulimit -n 4; exec petteia isready"),
    // The standard library aborts when a small allocation fails.
    ("internal", "ulimit -v 200000; exec petteia --game dixit 'go nodes 10'"),
    ("signal", "yes startpos | petteia map --go 'movetime 60000' & kill -TERM $!; wait $!"),
];

#[cfg(target_os = "linux")]
#[test]
fn commands_end_with_the_codes_of_the_table() {
    let folder = std::env::temp_dir().join(format!("petteia-exit-codes-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let wrong = "case x\nvariant reversi\nfen 8/8/8/3OX3/3XO3/8/8/8 b\nperft 1 5\n";
    fs::write(folder.join("wrong"), wrong).expect("a file");
    let programs = std::path::Path::new(BINARY).parent().expect("a folder").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let rows = rows();
    for row in &rows {
        assert!(COMMANDS.iter().any(|(name, _)| *name == row.name), "no command for {}", row.name);
    }
    for (name, script) in COMMANDS {
        let row = rows.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"));
        let mut command = Command::new("sh");
        command.args(["-c", script]).env("PATH", &path).env_remove("RUST_LOG").current_dir(&folder);
        let output = command.stdin(Stdio::null()).output().expect("a shell");
        let code = output.status.code().expect("an exit code");
        let fits = match row.code.strip_suffix(" + N") {
            Some(base) => code > base.parse().expect("a number"),
            None => code.to_string() == row.code,
        };
        assert!(fits, "{script}: expected {}, found {code}: {}", row.code, String::from_utf8_lossy(&output.stderr));
    }
    fs::remove_dir_all(&folder).expect("a removable folder");
}

#[test]
fn the_table_has_the_codes_of_the_program() {
    let rows = rows();
    let statuses = ExitStatus::ALL.map(|status| {
        let name = format!("{status:?}").to_lowercase();
        [status.code().to_string(), name, status.meaning().to_owned()]
    });
    let documented = rows.iter().map(|row| [row.code.clone(), row.name.clone(), row.meaning.clone()]);
    assert_eq!(documented.take(statuses.len()).collect::<Vec<_>>(), statuses);
    assert_eq!(rows.len(), statuses.len() + 1, "the last row is that of signals");
}

#[test]
fn other_pages_refer_to_the_table() {
    for page in ["README.md", "protocol.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a readable file");
        assert!(text.contains("docs/exit-codes.md"), "{page}");
    }
}
