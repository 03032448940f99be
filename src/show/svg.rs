//! Books as SVG.

use super::{
    draw::{self, ARROW, circle, cut, rectangle, round, text_width},
    layout::{self, Layout, Point},
};
use crate::{Book, columns::Space};
use polarnet_columns::Idx;
use polarnet_syntax::book::Defs;
use std::fmt;
use svg::{
    Document, Node as _,
    node::element::{Group, Path, Style, Text, Title},
};

/// More agents and wires than this take too long to lay out, and nobody could look at them.
///
/// ```
/// let book = polarnet::net! { @main = (1 2) };
/// let rows = book.agents().len();
/// assert!(rows <= polarnet::show::LARGEST && polarnet::show::svg(&book, None).is_ok());
/// ```
pub const LARGEST: usize = 1000;

/// A book, or a definition, is too large for a picture.
///
/// ```
/// use polarnet::{reader::Source, show};
///
/// let source = Source::new("wide.hvm", format!("@main = {}1{}", "(1 ".repeat(600), ")".repeat(600)));
/// let error = source.parse().book.unwrap().with(|book| show::svg(book, None).unwrap_err());
/// assert_eq!(error.rows, 1201);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The definition, without `@`; `None` where all together are.
    pub definition: Option<String>,
    /// Its agents and ends of wires.
    pub rows: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.definition {
            Some(name) => write!(f, "`@{name}`")?,
            None => f.write_str("the book")?,
        }
        write!(f, " is too large for a picture: {} agents and wire ends, where {LARGEST} are the most", self.rows)
    }
}

impl std::error::Error for TooLarge {}

/// Pictures are as wide as this, or as their widest definition.
const PAGE: f64 = 960.0;
/// Around pictures and between definitions.
const GAP: f64 = 18.0;
/// Above a definition, for its name.
const HEAD: f64 = 30.0;
/// Below all, for what the signs mean.
const FOOT: f64 = 40.0;
/// The book, or one definition, as a picture: a complete SVG document, for light and dark pages.
///
/// Each definition is a panel, and each rule, whose dashed box is the two agents that it replaces. Agents with two auxiliary
/// ports are triangles whose principal port is the tip (Lafont 1997); those of duplicators are filled, with their label.
/// Agents that the book declares are boxes with their names, whose auxiliary ports are in order from the left.
/// Blue agents are positive, orange ones negative, and arrows go the way
/// of the values. Redexes, which join two principal ports, are bold; wires whose ends have the same sign are dashed.
///
/// # Errors
///
/// [`TooLarge`] for more than [`LARGEST`] agents and wire ends.
///
/// # Example
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let picture = polarnet::show::svg(&book, book.find("twice"))?;
/// assert!(picture.starts_with("<svg") && picture.contains("@twice"));
/// # Ok::<(), polarnet::show::TooLarge>(())
/// ```
pub fn svg<S: Space>(book: &Book<S>, def: Option<Idx<Defs<S>>>) -> Result<String, TooLarge> {
    let size = |def| book.rows(def).count();
    let rows = def.map_or_else(|| book.defs().map(size).sum(), size);
    if rows > LARGEST {
        return Err(TooLarge { definition: def.map(|def| book.names()[def].clone()), rows });
    }
    let panels: Vec<Panel<S>> = match def {
        Some(def) => vec![Panel::new(book, def)],
        None => book.defs().map(|def| Panel::new(book, def)).collect(),
    };
    let page = panels.iter().map(|panel| panel.width).fold(PAGE, f64::max);
    let (mut at, mut row, mut right) = (Point { x: GAP, y: GAP }, 0.0, 0.0);
    let mut drawn = Group::new();
    for panel in panels {
        if at.x > GAP && at.x + panel.width > page {
            at = Point { x: GAP, y: at.y + row + GAP };
            row = 0.0;
        }
        row = f64::max(row, panel.height);
        let next = at.x + panel.width + GAP;
        right = f64::max(right, next);
        drawn.append(panel.draw(book, at));
        at.x = next;
    }
    let (width, height) = (f64::max(right, 640.0), at.y + row + GAP + FOOT);
    let document = Document::new()
        .set("width", round(width))
        .set("height", round(height))
        .set("viewBox", format!("0 0 {} {}", round(width), round(height)))
        .add(Style::new(include_str!("style.css")))
        .add(rectangle("page", [0.0, 0.0, width, height], 0.0))
        .add(drawn)
        .add(legend(height - FOOT + 14.0));
    Ok(document.to_string())
}

struct Panel<S: Space> {
    def: Idx<Defs<S>>,
    layout: Layout<S>,
    width: f64,
    height: f64,
}

impl<S: Space> Panel<S> {
    fn new(book: &Book<S>, def: Idx<Defs<S>>) -> Self {
        let layout = layout::layout(book, def, |row| draw::width(book, row));
        let width = layout.width.max(text_width(&title(book, def)) + 8.0) + 2.0 * GAP;
        let height = layout.height + HEAD + GAP;
        Panel { def, layout, width, height }
    }

    fn draw(&self, book: &Book<S>, at: Point) -> Group {
        let Panel { def, layout, width, height } = self;
        let name = Text::new(title(book, *def)).set("class", "name").set("x", round(at.x + 12.0));
        let mut panel = Group::new().set("class", "definition");
        panel.append(rectangle("panel", [at.x, at.y, *width, *height], 8.0));
        panel.append(name.set("y", round(at.y + 20.0)));
        // In the middle, where the name is wider than the net.
        let left = at.x + (width - layout.width) / 2.0;
        let shift = |point: Point| Point { x: point.x + left, y: point.y + at.y + HEAD };
        for wire in &layout.wires {
            panel.append(draw::wire(wire, &shift));
        }
        if let Some(root) = layout.root {
            panel.append(circle("root", shift(root), 4.5).add(Title::new("the root")));
        }
        for &(row, point, sides) in &layout.agents {
            let sides = sides.map(|x| shift(Point { x, ..point }).x);
            panel.append(draw::agent(book, row, shift(point), sides));
        }
        panel
    }
}

fn title<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> String {
    cut(&super::title(book, def))
}

/// What the signs mean.
fn legend(y: f64) -> Group {
    let mut group = Group::new().set("class", "legend");
    let text = |x: f64, text: &str| Text::new(text).set("x", x).set("y", round(y + 4.0));
    for (x, class, word) in [(GAP + 6.0, "positive", "positive"), (118.0, "negative", "negative")] {
        let key = rectangle("shape", [x - 6.0, y - 6.0, 12.0, 12.0], 3.0);
        group.append(Group::new().set("class", format!("agent {class}")).add(key));
        group.append(text(x + 14.0, word));
    }
    group.append(circle("principal key", Point { x: 220.0, y }, 3.2));
    group.append(text(230.0, "principal port"));
    let line = |from: f64, class: &str| {
        let path = Path::new().set("class", "line").set("d", format!("M{from} {} h26", round(y)));
        Group::new().set("class", class).add(path)
    };
    group.append(line(340.0, "wire redex"));
    group.append(text(374.0, "redex"));
    let arrow = Path::new().set("class", "arrow").set("d", ARROW);
    group.append(line(434.0, "wire").add(arrow.set("transform", format!("translate(447 {})", round(y)))));
    group.append(text(468.0, "way of the values"));
    group
}
