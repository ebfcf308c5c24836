//! The pictures of the documentation.

use std::fs;

use anyhow::{Context, bail};

use crate::{Engine, root, run};

/// Draws each picture of the list into the folder of the list.
pub fn draw(engine: &Engine) -> anyhow::Result<()> {
    let folder = root().join("docs/pictures");
    let list = folder.join("list.tsv");
    let text = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [name, game, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("{}: expected three columns, found {line:?}", list.display());
        };
        let file = folder.join(format!("{name}.svg"));
        println!("{}", file.display());
        run(engine.command().args(["draw", "--game", game, position, "-o"]).arg(file))?;
    }
    Ok(())
}
