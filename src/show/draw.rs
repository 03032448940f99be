//! Agents and wires, as elements of SVG.

use super::{
    layout::{self, Point},
    route::{Flow, Wire},
};
use crate::{Agent, Book, Polarity, columns::Space, number::Wide};
use polarnet_columns::Idx;
use std::fmt::Write;
use svg::{
    Node as _,
    node::element::{Circle, Group, Path, Rectangle, Text, Title},
};

/// The width of a letter, with some to spare: fonts differ.
const LETTER: f64 = 8.2;
/// Corners of wires are rounded so much.
const CORNER: f64 = 8.0;
/// Around (0, 0), to the right.
pub(super) const ARROW: &str = "M-4 -4 L5 0 L-4 4 Z";
/// Names with more letters are cut.
const LETTERS: usize = 28;

/// At most [`LETTERS`] letters.
pub(super) fn cut(text: &str) -> String {
    if text.chars().count() <= LETTERS {
        return text.to_owned();
    }
    text.chars().take(LETTERS - 1).chain(['…']).collect()
}

pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

/// What stands on an agent.
fn label<S: Space>(book: &Book<S>, row: Idx<S>) -> String {
    match book.agents().node(row) {
        Agent::Wire | Agent::Con(..) => String::new(),
        Agent::Era => "*".to_owned(),
        Agent::Num(number) => number.display(book.numbers()).to_string(),
        Agent::Ref(def) => format!("@{}", book.names()[def]),
        Agent::Dup(label, ..) => label.to_string(),
        Agent::Opr(..) => "$".to_owned(),
        Agent::Swi(..) => "?".to_owned(),
        Agent::User(symbol, ports) => {
            let name = || book.agent(symbol).name.to_string();
            let halves: Vec<_> = ports.iter().map(|port| book.agents().node(port)).collect();
            match (book.agent(symbol).boxed(), &halves[..]) {
                (Some(ty), [Agent::Num(low), Agent::Num(high)]) => {
                    Wide::from_halves(ty, low.bits(), high.bits()).to_string()
                }
                _ => name(),
            }
        }
        Agent::Replaced(_) => replaced(book, row),
    }
}

/// What a rule replaces.
fn replaced<S: Space>(book: &Book<S>, row: Idx<S>) -> String {
    let rule = book.rules().iter().find(|&&(_, def)| book.root(def) == row);
    rule.map_or_else(String::new, |&(_, def)| book.names()[def].clone())
}

/// How wide an agent is, at least: one without auxiliary ports, or one of the book's.
pub(super) fn width<S: Space>(book: &Book<S>, row: Idx<S>) -> f64 {
    (text_width(&cut(&label(book, row))) + 18.0).max(layout::LOW)
}

/// The shape of an agent around `at`, its label, and the mark of its principal port. A box goes from one of its `sides` to the
/// other.
pub(super) fn agent<S: Space>(book: &Book<S>, row: Idx<S>, at: Point, sides: [f64; 2]) -> Group {
    let agent = book.agents().node(row);
    let kind = match agent {
        Agent::Wire => "wire",
        Agent::Era => "era",
        Agent::Num(_) => "num",
        Agent::Ref(_) => "ref",
        Agent::Con(..) => "con",
        Agent::Dup(..) => "dup",
        Agent::Opr(..) => "opr",
        Agent::Swi(..) => "swi",
        Agent::User(..) => "user",
        Agent::Replaced(_) => "replaced",
    };
    let sign = if book.polarity()[row] == Polarity::Positive { "positive" } else { "negative" };
    let label = label(book, row);
    let place = book.places()[row];
    let place = if place.line > 0 { format!(" at {}:{}", place.line, place.column) } else { String::new() };
    let label_of = if label.is_empty() { String::new() } else { format!(" {label}") };
    let (sign, title) = match agent {
        Agent::Replaced(_) => ("neutral", format!("what the rule replaces:{label_of}{place}")),
        _ => (sign, format!("{sign} {kind}{label_of}{place}")),
    };
    let mut group = Group::new().set("class", format!("agent {kind} {sign}"));
    group.append(Title::new(title));
    let (high, low) = if layout::is_box(agent) {
        let [left, right] = sides;
        group.append(rectangle("shape", [left, at.y - layout::HIGH / 2.0, right - left, layout::HIGH], 8.0));
        (layout::HIGH, 5.0)
    } else if agent.children().next().is_some() {
        let (x, y, half) = (at.x, at.y + layout::HIGH / 2.0, layout::WIDE / 2.0);
        let [tip, right, left] = [(x, y - layout::HIGH), (x + half, y), (x - half, y)].map(corner);
        group.append(Path::new().set("class", "shape").set("d", format!("M{tip} L{right} L{left} Z")));
        (layout::HIGH, 12.0)
    } else {
        let (wide, high) = (width(book, row), layout::LOW);
        let radius = match agent {
            Agent::Num(_) => 4.0,
            Agent::User(..) | Agent::Replaced(_) => 8.0,
            _ => high / 2.0,
        };
        group.append(rectangle("shape", [at.x - wide / 2.0, at.y - high / 2.0, wide, high], radius));
        (high, 5.0)
    };
    if !label.is_empty() {
        group.append(Text::new(cut(&label)).set("class", "label").set("x", round(at.x)).set("y", round(at.y + low)));
    }
    if !matches!(agent, Agent::Replaced(_)) {
        group.append(circle("principal", Point { x: at.x, y: at.y - high / 2.0 }, 3.2));
    }
    group
}

fn corner((x, y): (f64, f64)) -> String {
    format!("{} {}", round(x), round(y))
}

/// A line with round corners, and an arrow on its longest part.
pub(super) fn wire(wire: &Wire, shift: &impl Fn(Point) -> Point) -> Group {
    let points: Vec<Point> = wire.points.iter().map(|&point| shift(point)).collect();
    let length = |a: Point, b: Point| (b.x - a.x).hypot(b.y - a.y);
    let toward = |a: Point, b: Point, way: f64| {
        let part = way / length(a, b);
        Point { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }
    };
    let mut line = format!("M{}", corner((points[0].x, points[0].y)));
    for bend in points.windows(3) {
        let radius = CORNER.min(length(bend[0], bend[1]) / 2.0).min(length(bend[1], bend[2]) / 2.0);
        let (from, to) = (toward(bend[1], bend[0], radius), toward(bend[1], bend[2], radius));
        let [from, at, to] = [from, bend[1], to].map(|point| corner((point.x, point.y)));
        let _ = write!(line, " L{from} Q{at} {to}");
    }
    let last = points[points.len() - 1];
    let _ = write!(line, " L{}", corner((last.x, last.y)));
    let class = match (wire.flow, wire.redex) {
        (Flow::Clash, true) => "wire redex clash",
        (Flow::Clash, false) => "wire clash",
        (_, true) => "wire redex",
        (_, false) => "wire",
    };
    let mut group = Group::new().set("class", class).add(Path::new().set("class", "line").set("d", line));
    let longest = points.windows(2).max_by(|a, b| length(a[0], a[1]).total_cmp(&length(b[0], b[1])));
    if let Some(&[a, b]) = longest
        && wire.flow != Flow::Clash
    {
        let turn = if wire.flow == Flow::Backward { 180.0 } else { 0.0 };
        let angle = (b.y - a.y).atan2(b.x - a.x).to_degrees() + turn;
        let (x, y) = (round((a.x + b.x) / 2.0), round((a.y + b.y) / 2.0));
        let place = format!("translate({x} {y}) rotate({})", round(angle));
        group.append(Path::new().set("class", "arrow").set("d", ARROW).set("transform", place));
    }
    group
}

pub(super) fn rectangle(class: &str, [x, y, width, height]: [f64; 4], radius: f64) -> Rectangle {
    let shape = Rectangle::new().set("class", class).set("x", round(x)).set("y", round(y)).set("rx", radius);
    shape.set("width", round(width)).set("height", round(height))
}

pub(super) fn circle(class: &str, at: Point, radius: f64) -> Circle {
    Circle::new().set("class", class).set("cx", round(at.x)).set("cy", round(at.y)).set("r", radius)
}

/// Tenths of a pixel are enough.
pub(super) fn round(x: f64) -> f64 {
    (x * 10.0).round() / 10.0 + 0.0
}
