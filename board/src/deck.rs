//! The deck for tables of Dixit: its cards and their images. They are read once, when the server starts; visitors get
//! them from memory. The path of an image says nothing about the number of its card.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use petteia_core::hash;
use petteia_core::options::{NamedFile, OptionKind, OptionValue, OptionValues};
use petteia_core::words::quoted;
use petteia_engine::{VARIANTS, Variant, read_small_text};
use petteia_games::dixit::deck::Deck;
use petteia_games::dixit::options::{DECK, SEATS};

use crate::arguments::DeckFiles;

/// The path of all images.
pub const PATH: &str = "/deck/";
/// Most bytes of an image.
const IMAGE_BYTES: u64 = 1 << 20;
/// Most bytes of all images.
const ALL_BYTES: usize = 256 << 20;
/// Fewest seats of a table.
const FEWEST_SEATS: u64 = 3;

/// A deck in memory.
#[derive(Debug)]
pub struct TableDeck {
    cards: Arc<Deck>,
    fingerprint: u64,
    /// The files, as the option `Deck` names them.
    files: String,
    images: Images,
}

/// Images by the last part of their path.
#[derive(Debug, Default)]
struct Images {
    by_name: BTreeMap<String, (Bytes, &'static str)>,
    bytes: usize,
}

/// The end of the name and the media type of an image, by how its file begins.
fn format_of(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(("webp", "image/webp")),
        _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Some(("png", "image/png")),
        _ if bytes.starts_with(b"\xff\xd8\xff") => Some(("jpg", "image/jpeg")),
        _ if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") => Some(("gif", "image/gif")),
        _ => None,
    }
}

impl TableDeck {
    /// Reads a deck and its images.
    ///
    /// # Errors
    /// A file is not what it should be. The error is one line with the file, the line, what was expected and what was
    /// found.
    pub fn open(files: &DeckFiles) -> anyhow::Result<Self> {
        let OptionKind::File { limit, .. } = DECK.kind else { bail!("expected an option with a file") };
        let (mut deck, mut images) = (Deck::default(), Images::default());
        let (mut image_paths, mut paths) = (Vec::new(), Vec::new());
        for file in &files.0 {
            let text = read_small_text(file, limit).map_err(|error| anyhow!(error))?;
            let in_file = |error| anyhow!("{}: {error}", file.display());
            // A deck by itself knows the lines of its own file.
            let own = Deck::read(&text).map_err(in_file)?;
            deck.append(&text).map_err(in_file)?;
            let folder = file.parent().unwrap_or(Path::new(""));
            for (number, card) in (1..).zip(own.cards()) {
                let path = images.add(folder, &card.image);
                image_paths
                    .push(path.map_err(|error| anyhow!("{}: line {}: {error}", file.display(), own.line(number)))?);
            }
            paths.push(option_path(file)?);
        }
        deck.replace_images(|number, _| image_paths[usize::from(number) - 1].clone());
        let fingerprint = deck.fingerprint();
        let deck = Self { cards: Arc::new(deck), fingerprint, files: paths.join(";"), images };
        deck.check_size(files)?;
        Ok(deck)
    }

    /// Makes sure that there are enough cards for the smallest table.
    fn check_size(&self, files: &DeckFiles) -> anyhow::Result<()> {
        let variant = Variant::find(VARIANTS, "dixit").context("no game with a deck")?;
        let mut values = OptionValues::default();
        values.set(SEATS.name, OptionValue::Number(FEWEST_SEATS));
        values.set(DECK.name, self.option_value());
        (variant.options.check)(DECK.name, &values).map_err(|conflict| {
            let last = files.0.last().map(|file| file.display().to_string()).unwrap_or_default();
            anyhow!(
                "{last}: line {}: expected {}, found {}",
                self.cards.last_line(),
                conflict.expected,
                self.cards.len()
            )
        })
    }

    /// The value of the option `Deck` for a game. The name tells visitors nothing about the files.
    pub fn option_value(&self) -> OptionValue {
        let value = Arc::clone(&self.cards) as _;
        OptionValue::File(Some(NamedFile { path: "deck".into(), value, fingerprint: Some(self.fingerprint) }))
    }

    /// The value of the option `Deck` for an engine, which reads the files by itself.
    pub fn files(&self) -> &str {
        &self.files
    }

    /// What tells this deck from others: all texts and images of all cards.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.fingerprint)
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// The response to a request for an image.
    pub fn respond(&self, name: &str) -> Response {
        let Some((bytes, media_type)) = self.images.by_name.get(name) else { return no_image() };
        // Another image has another name.
        let head = [
            (header::CONTENT_TYPE, *media_type),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        ];
        (head, bytes.clone()).into_response()
    }
}

/// The response where there is no such image.
pub fn no_image() -> Response {
    (StatusCode::NOT_FOUND, "expected an image of the deck, found none of this name\n").into_response()
}

/// A file as a line of the protocol names it, from wherever it is read.
fn option_path(file: &Path) -> anyhow::Result<String> {
    let path = std::path::absolute(file).with_context(|| file.display().to_string())?;
    let name = path.to_str().filter(|name| !name.contains(|c: char| c.is_control() || c == ';'));
    let name = name.ok_or_else(|| anyhow!("expected a path of text without ;, found {}", path.display()))?;
    Ok(name.to_owned())
}

impl Images {
    /// Reads the image of a card. Returns its path on the server; it is empty for a card without one.
    fn add(&mut self, folder: &Path, name: &str) -> anyhow::Result<String> {
        if name.is_empty() {
            return Ok(String::new());
        }
        let bytes = read_image(folder, name)?;
        let expected = || anyhow!("expected an image, PNG, JPEG, WebP or GIF, found another file {}", quoted(name));
        let (end, media_type) = format_of(&bytes).ok_or_else(expected)?;
        let stored = format!("{:016x}.{end}", hash::fingerprint(bytes.iter().copied()));
        let path = format!("{PATH}{stored}");
        if let Some((known, _)) = self.by_name.get(&stored) {
            ensure!(*known == bytes, "expected images with different fingerprints, found {} again", quoted(name));
            return Ok(path);
        }
        self.bytes += bytes.len();
        ensure!(
            self.bytes <= ALL_BYTES,
            "expected at most {} MiB of images, found more with {}",
            ALL_BYTES >> 20,
            quoted(name)
        );
        self.by_name.insert(stored, (bytes.into(), media_type));
        Ok(path)
    }
}

/// Reads the file of an image, which is below the folder of its deck, links included.
fn read_image(folder: &Path, name: &str) -> anyhow::Result<Vec<u8>> {
    let is_below =
        !name.contains('\\') && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    ensure!(is_below, "expected the name of an image below the folder of the deck, found {}", quoted(name));
    let read = || -> std::io::Result<Option<Vec<u8>>> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let (path, folder) = (folder.join(name).canonicalize()?, folder.canonicalize()?);
        // This comes before the file is opened, because opening a pipe waits for a writer.
        if !path.starts_with(&folder) || !path.metadata()?.is_file() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        File::open(&path)?.take(IMAGE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    };
    match read() {
        Ok(Some(bytes)) if bytes.len() as u64 <= IMAGE_BYTES => Ok(bytes),
        Ok(Some(_)) => bail!("expected an image of at most {} MiB, found more in {}", IMAGE_BYTES >> 20, quoted(name)),
        Ok(None) => bail!("expected a regular file below the folder of the deck, found another {}", quoted(name)),
        Err(error) => bail!("expected the image {}, found {error}", quoted(name)),
    }
}

#[cfg(test)]
pub mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// A picture of this many bytes, which begins as a PNG and differs by its mark.
    pub fn png(mark: u8, length: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        bytes.resize(length.max(9), mark);
        bytes
    }

    /// A folder with a deck of 30 cards, of which the first have these images.
    pub fn folder(name: &str, images: &[&str]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("petteia-board-deck-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("art")).expect("a folder");
        let image = |number: usize| images.get(number - 1).copied().unwrap_or_default();
        let cards = (1..=30).map(|n| format!("{n}\tTitle {n}\tCaption {n}\ta,b\t{}\n", image(n)));
        let text = format!("number\ttitle\tcaption\ttags\timage\n{}", cards.collect::<String>());
        fs::write(folder.join("deck.tsv"), text).expect("a deck");
        folder
    }

    pub fn open(folder: &Path) -> anyhow::Result<TableDeck> {
        TableDeck::open(&DeckFiles(vec![folder.join("deck.tsv")]))
    }

    fn image_of(deck: &TableDeck, number: u16) -> &str {
        &deck.cards.card(number).image
    }

    #[test]
    fn images_are_read_and_named_by_what_they_are() {
        let folder = folder("named", &["art/a.txt", "b.jpg", "art/c.png"]);
        fs::write(folder.join("art/a.txt"), png(1, 100)).expect("a file");
        fs::write(folder.join("b.jpg"), b"GIF89a...").expect("a file");
        fs::write(folder.join("art/c.png"), png(1, 100)).expect("a file");
        let deck = open(&folder).expect("a deck");
        let (first, second) = (image_of(&deck, 1), image_of(&deck, 2));
        let kind = |path: &str| path.split_once('.').map(|(_, kind)| kind.to_owned());
        assert!(first.starts_with("/deck/") && first.len() == 26, "{first}");
        assert_eq!((kind(first).as_deref(), kind(second).as_deref()), (Some("png"), Some("gif")));
        assert_eq!((image_of(&deck, 3), image_of(&deck, 4)), (first, ""));
        let response = deck.respond(&first["/deck/".len()..]);
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "image/png");
        for name in ["", "1.png", "../deck.tsv", "art/a.txt"] {
            assert_eq!(deck.respond(name).status(), StatusCode::NOT_FOUND, "{name}");
        }
        // The fingerprint is that of the images too.
        let before = deck.fingerprint();
        assert_eq!(open(&folder).expect("a deck").fingerprint(), before);
        fs::write(folder.join("b.jpg"), b"GIF89a....").expect("a file");
        assert_ne!(open(&folder).expect("a deck").fingerprint(), before);
        fs::remove_dir_all(&folder).expect("the folder");
    }

    #[test]
    fn decks_are_joined_with_their_folders() {
        let (first, second) = (folder("first", &["x.webp"]), folder("second", &["x.webp"]));
        fs::write(first.join("x.webp"), b"RIFF....WEBPone").expect("a file");
        fs::write(second.join("x.webp"), b"RIFF....WEBPtwo").expect("a file");
        let files = DeckFiles(vec![first.join("deck.tsv"), second.join("deck.tsv")]);
        let deck = TableDeck::open(&files).expect("a deck");
        assert_eq!((deck.len(), deck.images.by_name.len()), (60, 2));
        assert_ne!(image_of(&deck, 1), image_of(&deck, 31));
        assert!(deck.files().split(';').all(|file| Path::new(file).is_absolute()), "{}", deck.files());
        for folder in [first, second] {
            fs::remove_dir_all(folder).expect("the folder");
        }
    }

    #[test]
    fn errors_name_the_line() {
        let folder = folder("wrong", &[]);
        fs::write(folder.join("drawing.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").expect("a file");
        fs::write(folder.join("large.png"), png(1, (1 << 20) + 1)).expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/dev/zero", folder.join("link.png")).expect("a link");
        let text = fs::read_to_string(folder.join("deck.tsv")).expect("a deck");
        for (image, expected) in [
            ("none.png", "expected the image 'none.png', found "),
            ("../x.png", "expected the name of an image below the folder of the deck, found '../x.png'"),
            ("/x.png", "expected the name of an image below the folder of the deck, found '/x.png'"),
            ("art/..\\x.png", "expected the name of an image below the folder of the deck, found "),
            ("https://example.org/x.png", "expected the image 'https://example.org/x.png', found "),
            ("drawing.svg", "expected an image, PNG, JPEG, WebP or GIF, found another file 'drawing.svg'"),
            ("large.png", "expected an image of at most 1 MiB, found more in 'large.png'"),
            ("link.png", "expected a regular file below the folder of the deck, found another 'link.png'"),
            ("art", "expected a regular file below the folder of the deck, found another 'art'"),
        ] {
            let wrong = text.replace("Caption 5\ta,b\t", &format!("Caption 5\ta,b\t{image}"));
            fs::write(folder.join("deck.tsv"), wrong).expect("a deck");
            let error = open(&folder).expect_err(image).to_string();
            assert!(error.contains(&format!("deck.tsv: line 6: {expected}")), "{error}");
        }
        fs::write(folder.join("deck.tsv"), "1\ta\tb\tc\n").expect("a deck");
        let error = open(&folder).expect_err("too small").to_string();
        assert!(
            error.ends_with("deck.tsv: line 1: expected a deck of at least 26 cards for 3 seats, found 1"),
            "{error}"
        );
        fs::write(folder.join("deck.tsv"), "1\ta\tb\n").expect("a deck");
        assert!(open(&folder).expect_err("no deck").to_string().contains("deck.tsv: line 1: expected the fields "));
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
