//! Cells.

use petteia_core::scene::{Grid, SceneCell};

use crate::document::{Canvas, Escaped, Number};
use crate::layout::{CELL, HEX_RADIUS, Layout};
use crate::{symbols, words};

/// Draws the cells, row by row.
pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout) {
    let scene = &canvas.picture.scene;
    if scene.grid == Grid::None {
        return;
    }
    if scene.grid == Grid::Points {
        draw_lines(canvas, layout);
    }
    let base = base_fill(canvas).unwrap_or("none");
    let (line, width) = (line(canvas), edge(scene.grid));
    let shared = format!(" fill=\"{base}\" stroke=\"{line}\" stroke-width=\"{width}\"");
    canvas.open("cells", format_args!("{shared}"));
    for row in rows(&scene.cells, layout) {
        canvas.open("row", format_args!("{}", if canvas.options.interactive { " role=\"row\"" } else { "" }));
        for (index, cell, at) in row {
            draw_cell(canvas, index, cell, at, base);
        }
        canvas.close();
    }
    canvas.close();
}

/// Width of the lines around cells.
fn edge(grid: Grid) -> f64 {
    if grid == Grid::Hexagons { 3.0 } else { 1.5 }
}

type Row<'a> = Vec<(usize, &'a SceneCell, [f64; 2])>;

/// The cells from the top to the bottom, then from left to right, with their indices and places.
fn rows<'a>(cells: &'a [SceneCell], layout: &Layout) -> Vec<Row<'a>> {
    let mut all: Row = cells.iter().enumerate().map(|(i, cell)| (i, cell, layout.place(cell.centre))).collect();
    all.sort_by(|(_, _, a), (_, _, b)| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])));
    let mut rows: Vec<Row> = Vec::new();
    for cell in all {
        match rows.last_mut() {
            Some(row) if (row[0].2[1] - cell.2[1]).abs() < 1.0 => row.push(cell),
            _ => rows.push(vec![cell]),
        }
    }
    rows
}

fn draw_cell(canvas: &mut Canvas, index: usize, cell: &SceneCell, at: [f64; 2], base: &str) {
    let (prefix, scene) = (&canvas.options.prefix, &canvas.picture.scene);
    let key = Escaped(&cell.key);
    let name = if cell.key.is_empty() {
        format!(" id=\"{prefix}_x{index}\"")
    } else {
        format!(" id=\"{prefix}-{key}\" data-key=\"{key}\"")
    };
    let label = if canvas.options.interactive && !cell.key.is_empty() {
        let words = words::cell(canvas.picture, cell);
        format!(" role=\"gridcell\" tabindex=\"-1\" aria-label=\"{}\"", Escaped(&words))
    } else {
        String::new()
    };
    let fill = match fill(canvas, cell) {
        _ if scene.grid == Grid::Points => " stroke=\"none\" pointer-events=\"all\"".into(),
        fill if fill == base => String::new(),
        fill => format!(" fill=\"{fill}\""),
    };
    canvas.put(format_args!("<g class=\"pt-cell shade-{}\"{name}{label}{fill}>", cell.shade));
    let shape = shape(canvas.picture.scene.grid, at, 0.0);
    canvas.put(format_args!("<path d=\"{shape}\"/>"));
    symbols::of_cell(canvas, cell.shade, at);
    canvas.close();
}

/// Whether the board is of felt: that of Reversi is.
fn is_felt(canvas: &Canvas) -> bool {
    canvas.picture.game.starts_with("reversi")
}

/// The fill of a cell.
fn fill(canvas: &Canvas, cell: &SceneCell) -> &'static str {
    let colours = canvas.colours;
    match cell.shade {
        "light" => colours.light,
        "dark" => colours.dark,
        "throne" | "corner" => colours.special,
        "plain" if is_felt(canvas) => colours.felt[0],
        _ => colours.plain,
    }
}

/// The fill of the first ordinary cell. The others of its shade inherit it, which keeps the text short. Points are not
/// seen, but react to the pointer.
fn base_fill(canvas: &Canvas) -> Option<&'static str> {
    let scene = &canvas.picture.scene;
    let first = scene.cells.iter().find(|cell| ["light", "plain"].contains(&cell.shade))?;
    (scene.grid != Grid::Points).then(|| fill(canvas, first))
}

/// The colour of the lines around cells.
fn line(canvas: &Canvas) -> &'static str {
    if is_felt(canvas) { canvas.colours.felt[1] } else { canvas.colours.line }
}

/// The outline of a cell, smaller by `inset`.
pub(crate) fn shape(grid: Grid, [x, y]: [f64; 2], inset: f64) -> String {
    let r = CELL / 2.0 - inset;
    match grid {
        Grid::Squares | Grid::None => {
            format!("M{} {}h{size}v{size}h-{size}z", Number(x - r), Number(y - r), size = Number(2.0 * r))
        }
        Grid::Hexagons => {
            let corner = HEX_RADIUS * r / (CELL / 2.0);
            let (half, side) = (Number(corner / 2.0), Number(corner));
            let r = Number(r);
            format!("M{} {}l{r} {half}v{side}l-{r} {half}l-{r}-{half}v-{side}z", Number(x), Number(y - corner))
        }
        Grid::Points => {
            let r = r - 4.0;
            let (d, r) = (Number(2.0 * r), Number(r));
            format!("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z", Number(x - r.0), Number(y))
        }
    }
}

/// Draws the board below points: a line along each rank and file.
fn draw_lines(canvas: &mut Canvas, layout: &Layout) {
    let [left, top, right, bottom] = layout.board;
    let (width, height) = (Number(right - left), Number(bottom - top));
    let (plain, line) = (canvas.colours.plain, canvas.colours.line);
    canvas.put(format_args!(
        "<rect class=\"pt-plate\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{plain}\"/>",
        Number(left),
        Number(top)
    ));
    let half = CELL / 2.0;
    let mut path = String::new();
    let every = |first: f64, end: f64| {
        std::iter::successors(Some(first + half), |at| Some(at + CELL)).take_while(move |at| *at < end)
    };
    for y in every(top, bottom) {
        path += &format!("M{} {}H{}", Number(left + half), Number(y), Number(right - half));
    }
    for x in every(left, right) {
        path += &format!("M{} {}V{}", Number(x), Number(top + half), Number(bottom - half));
    }
    canvas.put(format_args!(
        "<path class=\"pt-lines\" d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
    ));
}
