//! Pictures of scenes that are made by hand: hostile texts, options, marks.

use std::collections::BTreeSet;

use petteia_core::scene::{Grid, SceneArea};
use petteia_core::{Layout, Scene, ScenePiece};
use petteia_draw::{Arrow, ArrowKind, Mark, MarkKind, Options, Picture, Theme, svg};
use roxmltree::Document;

const HOSTILE: &str = "<script>alert(1)</script>\"'&]]>\u{0}\u{1}\u{7f}\u{85}\r\n\t\u{ffff}\u{202e}🂡한국어";

fn board() -> Picture {
    let piece = |square| (square < 3).then(|| ScenePiece::new(Some(1 + square as u32 % 2), "man"));
    Picture {
        game: "test".into(),
        title: "a board".into(),
        sides: vec!["white".into(), "black".into()],
        scene: Scene::of_layout(Layout { files: 4, ranks: 3 }, |_| Some("plain"), piece),
        ..Picture::default()
    }
}

fn table(text: &str) -> Picture {
    let card = ScenePiece { label: text.into(), title: text.into(), ..ScenePiece::new(Some(1), "card") };
    let area = SceneArea { name: "table", owner: None, pieces: vec![card] };
    let scene = Scene { grid: Grid::None, areas: vec![area], text: text.into(), ..Scene::default() };
    Picture { game: text.into(), title: text.into(), sides: vec![text.into()], scene, ..Picture::default() }
}

fn ids(document: &Document) -> Vec<String> {
    document.descendants().filter_map(|node| node.attribute("id")).map(str::to_owned).collect()
}

#[test]
fn texts_cannot_inject_markup() {
    let mut picture = board();
    for piece in &mut picture.scene.pieces {
        piece.label = HOSTILE.into();
    }
    picture.marks = vec![Mark { at: HOSTILE.into(), kind: MarkKind::To, ghost: None }];
    picture.arrows =
        vec![Arrow { path: vec!["a1".into(), "b2".into()], kind: ArrowKind::Played, label: HOSTILE.into() }];
    for picture in [picture, table(HOSTILE)] {
        for outlines in [false, true] {
            let text = svg(&picture, &Options { interactive: true, outlines, ..Options::default() });
            let document = Document::parse(&text).expect("XML");
            assert!(!document.descendants().any(|node| node.has_tag_name("script")));
            assert!(!text.contains(char::is_control), "{text}");
        }
    }
}

/// The images of a card with this link.
fn images(link: &str, outlines: bool) -> Vec<String> {
    let mut picture = table("x");
    picture.scene.areas[0].pieces[0].image = link.into();
    let text = svg(&picture, &Options { outlines, ..Options::default() });
    let document = Document::parse(&text).expect("XML");
    document
        .descendants()
        .filter_map(|node| node.attribute("href"))
        .filter(|href| !href.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn images_are_files_or_links_over_the_web() {
    for good in ["a b.png", "cards/7.jpg?x=1:2", "https://example.org/7.png", "data:image/png;base64,AAAA"] {
        assert_eq!(images(good, false), [good]);
        assert_eq!(images(good, true), [""; 0]);
    }
    for bad in ["", "javascript:alert(1)", "JavaScript:alert(1)", "file:///etc/passwd", "data:text/html,x"] {
        assert_eq!(images(bad, false), [""; 0], "{bad}");
    }
}

#[test]
fn long_texts_are_shortened() {
    let text = svg(&table(&"word ".repeat(10_000)), &Options::default());
    let document = Document::parse(&text).expect("XML");
    let written = document.descendants().filter(|node| node.has_tag_name("text"));
    assert!(written.filter_map(|node| node.text()).all(|line| line.chars().count() < 100));
}

#[test]
fn options_change_what_they_say() {
    let picture = board();
    let plain = svg(&picture, &Options::default());
    assert_eq!(plain, svg(&picture, &Options::default()));
    let size = svg(&picture, &Options { size: Some(300), ..Options::default() });
    assert!(
        size.contains(" width=\"300\" height=\"") && !plain[..plain.find('>').expect("an end")].contains(" width=")
    );
    let prefixed = svg(&picture, &Options { prefix: "b2".into(), ..Options::default() });
    assert!(ids(&Document::parse(&prefixed).expect("XML")).iter().all(|id| id.starts_with("b2")));
    let bare = svg(&picture, &Options { coordinates: false, ..Options::default() });
    assert!(plain.contains("pt-coordinates") && !bare.contains("pt-coordinates"));
    let interactive = svg(&picture, &Options { interactive: true, ..Options::default() });
    assert!(interactive.contains("aria-label=\"a1, white man\"") && !plain.contains("gridcell"));
    let themes: BTreeSet<String> =
        Theme::ALL.map(|theme| svg(&picture, &Options { theme, ..Options::default() })).into();
    assert_eq!(themes.len(), Theme::ALL.len());
}

/// The attribute `data-origin` leads from the coordinates of a scene to those of the picture.
#[test]
fn the_origin_places_the_cells() {
    let picture = board();
    for turned in [false, true] {
        let text = svg(&picture, &Options { turned, ..Options::default() });
        let document = Document::parse(&text).expect("XML");
        let root = document.root_element();
        let origin: Vec<f64> = root
            .attribute("data-origin")
            .expect("an origin")
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        assert_eq!(root.attribute("data-turned").is_some(), turned);
        let sign = if turned { -1.0 } else { 1.0 };
        for piece in &picture.scene.pieces {
            let cell = picture.scene.cells.iter().find(|cell| cell.key == piece.at).expect("its cell");
            let [x, y] = [0, 1].map(|axis| origin[axis] + sign * 100.0 * cell.centre[axis]);
            let node = document.descendants().find(|node| node.attribute("data-at") == Some(&piece.at));
            let place = node.and_then(|node| node.attribute("transform")).expect("a place");
            assert_eq!(place, format!("translate({x} {y})"));
        }
    }
}

#[test]
fn marks_and_arrows_are_drawn() {
    let mut picture = board();
    let ghost = Some(ScenePiece::new(Some(2), "man"));
    let kinds =
        [MarkKind::From, MarkKind::To, MarkKind::Captured, MarkKind::Changed, MarkKind::Selected, MarkKind::Target];
    picture.marks = kinds.map(|kind| Mark { at: "d3".into(), kind, ghost: None }).into();
    picture.marks.push(Mark { at: "c3".into(), kind: MarkKind::Captured, ghost });
    let path = ["a1", "b2", "c1"].map(str::to_owned).to_vec();
    picture.arrows.push(Arrow { path, kind: ArrowKind::Planned, label: "3".into() });
    picture.arrows.push(Arrow { path: vec!["a1".into(), "z9".into()], kind: ArrowKind::Played, label: String::new() });
    let text = svg(&picture, &Options::default());
    for kind in kinds {
        assert!(text.contains(&format!(" mark-{}\" data-at=\"d3\"", kind.name())), "{kind:?}");
    }
    assert!(text.contains("class=\"pt-ghost kind-man owner-2\""));
    assert!(text.contains("arrow-planned\" data-path=\"a1 b2 c1\"") && !text.contains("arrow-played"));
    Document::parse(&text).expect("XML");
}

#[test]
fn prefixes_are_letters_digits_and_hyphens() {
    for good in ["pt", "a", "b-2"] {
        assert!(Options::is_prefix(good), "{good}");
    }
    for bad in ["", "2", "-a", "a b", "a\"", "é", "aaaaaaaaaaaaaaaaa"] {
        assert!(!Options::is_prefix(bad), "{bad}");
    }
}
