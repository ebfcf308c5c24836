//! The command `draw`: the picture of a position.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use petteia_analysis::batch::set_up;
use petteia_draw::{Options, Theme, svg};
use petteia_engine::{Engine, VARIANTS, Variant, picture};
use petteia_files::replace;

use super::game_files::is_standard;
use super::{CommandFailure, INTERNAL, REFUSED, UNREADABLE, USAGE, print};

/// Draw a position as SVG or PNG
#[derive(Debug, Args)]
#[command(after_help = "POSITION is one argument: a FEN, 'startpos [moves M...]', 'fen FEN moves M...' or a JSON \
                        object, as a line of map.")]
pub struct DrawArguments {
    /// Game of the position
    #[arg(long, ignore_case = true, value_parser = super::game_names())]
    pub game: Option<String>,

    /// File to write, whose name ends in .svg or .png; without it, or with -, SVG goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colours: light, dark, print or contrast
    #[arg(long, value_name = "NAME", default_value = "light", value_parser = theme)]
    theme: Theme,

    /// Turn the board by half a turn
    #[arg(long)]
    turned: bool,

    /// Leave out the coordinates
    #[arg(long)]
    plain: bool,

    /// Add roles and labels for programs that read the screen
    #[arg(long)]
    interactive: bool,

    /// Width in pixels [default: that of the page for SVG, 800 for PNG]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(Options::MAX_SIZE)))]
    size: Option<u32>,

    /// Draw what the seat K sees
    #[arg(long, value_name = "K")]
    seat: Option<u32>,

    /// Mark what the move M would do
    #[arg(long = "move", value_name = "M")]
    planned: Option<String>,

    /// Set an option, as setoption does
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,

    /// The position, as a line of map
    #[arg(value_name = "POSITION")]
    position: String,
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::find(name).ok_or_else(|| "expected light, dark, print or contrast".into())
}

/// The format of a file, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

impl Format {
    fn of_file(path: &Path) -> Result<Self, CommandFailure> {
        let extension = path.extension().unwrap_or_default();
        match () {
            () if extension.eq_ignore_ascii_case("svg") => Ok(Self::Svg),
            () if extension.eq_ignore_ascii_case("png") && cfg!(feature = "png") => Ok(Self::Png),
            () => {
                let expected = if cfg!(feature = "png") { ".svg or .png" } else { ".svg (built without png)" };
                let found = path.display();
                Err((USAGE, format!("--output: expected a file that ends in {expected}, found '{found}'")))
            }
        }
    }
}

/// Runs `draw` with these arguments, for a game.
pub fn draw(
    arguments: &DrawArguments,
    variant: &'static Variant,
    options: &[String],
    files: bool,
) -> Result<(), CommandFailure> {
    let path = arguments.output.as_deref().filter(|path| !is_standard(path));
    let format = path.map_or(Ok(Format::Svg), Format::of_file)?;
    let mut engine = Engine::new(VARIANTS, variant)
        .map(|engine| engine.with_files(files))
        .map_err(|error| (INTERNAL, error.to_string()))?;
    super::set_options(options, &mut engine)?;
    set_up(&mut engine, variant, &arguments.position).1.map_err(|error| {
        let place = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
        (REFUSED, format!("{place}{}", error.text))
    })?;
    let game = engine.game().map_err(|error| (REFUSED, error.to_string()))?;
    let name = engine.options().variant.name;
    let picture = picture(game, name, arguments.seat, arguments.planned.as_deref())
        .map_err(|error| (REFUSED, error.to_string()))?;
    let text = svg(&picture, &arguments.picture_options(format));
    let Some(path) = path else { return print(&format!("{text}\n")) };
    let bytes = match format {
        Format::Svg => text.into_bytes(),
        Format::Png => png(&text).map_err(|why| (INTERNAL, why))?,
    };
    replace(path, &bytes).map_err(|error| (UNREADABLE, error.to_string()))
}

impl DrawArguments {
    fn picture_options(&self, format: Format) -> Options {
        /// The width of a PNG in pixels.
        const PNG_WIDTH: u32 = 800;
        let is_png = format == Format::Png;
        Options {
            theme: self.theme,
            turned: self.turned,
            coordinates: !self.plain,
            interactive: self.interactive,
            size: self.size.or(is_png.then_some(PNG_WIDTH)),
            // There are no fonts.
            outlines: is_png,
            ..Options::default()
        }
    }
}

/// Draws SVG as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, String> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{self, Tree};

    let tree = Tree::from_str(svg, &usvg::Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// Draws SVG as PNG.
#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, String> {
    Err("built without png".into())
}
