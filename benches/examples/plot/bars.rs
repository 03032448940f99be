//! Bars in groups, on a logarithmic scale.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use std::{error::Error, path::Path};

/// A bar: those of one group stand together, those of one series have one colour.
pub struct Bar {
    pub group: String,
    pub series: String,
    pub value: f64,
}

/// What a chart says of its bars.
pub struct Chart {
    pub title: &'static str,
    pub scale: &'static str,
    /// Where bars begin.
    pub from: f64,
    /// After each value.
    pub unit: &'static str,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const WIDTH: i32 = 860;
/// Left of the bars: names of groups.
const NAMES: i32 = 210;
/// Right of the bars: values.
const VALUES: i32 = 60;
const TOP: i32 = 62;
const BOTTOM: i32 = 46;
const BAR: i32 = 13;
const GAP: i32 = 9;
const INK: RGBColor = RGBColor(40, 40, 40);
const LINES: RGBColor = RGBColor(215, 215, 215);
/// Okabe and Ito's, which people with any colour vision tell apart.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

impl Chart {
    /// Draws the bars, from above, in their order.
    pub fn draw(&self, file: &Path, bars: &[Bar]) -> Result<(), Box<dyn Error>> {
        let series = distinct(bars.iter().map(|bar| bar.series.as_str()));
        let groups = bars.chunk_by(|a, b| a.group == b.group).count() as i32;
        let height = bars.len() as i32 * BAR + groups * GAP + TOP + BOTTOM;
        let area = SVGBackend::new(file, (WIDTH as u32, height as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        self.ground(&area, bars, height)?;
        text(&area, self.title, (14, 12), 18, HPos::Left)?;
        let mut x = NAMES;
        for (at, name) in series.iter().enumerate() {
            area.draw(&Rectangle::new([(x, 40), (x + 11, 51)], COLOURS[at % COLOURS.len()].filled()))?;
            text(&area, name, (x + 16, 39), 13, HPos::Left)?;
            x += 34 + 8 * name.len() as i32;
        }
        let mut y = TOP;
        for group in bars.chunk_by(|a, b| a.group == b.group) {
            text(&area, &group[0].group, (NAMES - 8, y + (group.len() as i32 - 1) * BAR / 2), 13, HPos::Right)?;
            for bar in group {
                let colour = COLOURS[series.iter().position(|name| *name == bar.series).unwrap_or(0) % COLOURS.len()];
                let (start, end) = (self.at(bars, self.from), self.at(bars, bar.value));
                let corners = [(start.min(end), y + 1), (start.max(end).max(start.min(end) + 1), y + BAR - 1)];
                area.draw(&Rectangle::new(corners, colour.filled()))?;
                let digits = if bar.value < 10.0 { 2 } else { usize::from(bar.value < 100.0) };
                let value = format!("{:.digits$}{}", bar.value, self.unit);
                text(&area, &value, (start.max(end) + 5, y), 12, HPos::Left)?;
                y += BAR;
            }
            y += GAP;
        }
        Ok(area.present()?)
    }

    /// Where a value is, from the left.
    fn at(&self, bars: &[Bar], value: f64) -> i32 {
        let (least, most) = self.range(bars);
        let share = (value / least).ln() / (most / least).ln();
        NAMES + (share * f64::from(WIDTH - NAMES - VALUES)).round() as i32
    }

    /// What the scale shows.
    fn range(&self, bars: &[Bar]) -> (f64, f64) {
        let values = || bars.iter().map(|bar| bar.value);
        (values().fold(self.from, f64::min), values().fold(self.from * 2.0, f64::max))
    }

    /// The lines of the scale: 1, 2, 5, 10, and so on.
    fn ground(&self, area: &Area<'_>, bars: &[Bar], height: i32) -> Result<(), Box<dyn Error>> {
        let (least, most) = self.range(bars);
        for value in (-3..9).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power))) {
            if value < least || value > most {
                continue;
            }
            let (x, bottom) = (self.at(bars, value), height - BOTTOM);
            let style = if value == self.from { INK.stroke_width(1) } else { LINES.stroke_width(1) };
            area.draw(&PathElement::new([(x, TOP - 6), (x, bottom)], style))?;
            text(area, &value.to_string(), (x, bottom + 3), 12, HPos::Center)?;
        }
        text(area, self.scale, (NAMES, height - BOTTOM + 22), 12, HPos::Left)
    }
}

fn text(area: &Area<'_>, text: &str, at: (i32, i32), size: i32, side: HPos) -> Result<(), Box<dyn Error>> {
    // The SVG backend takes sizes for those of TrueType, and makes them smaller.
    let style = ("sans-serif", f64::from(size) * 1.24).into_font().color(&INK).pos(Pos::new(side, VPos::Top));
    Ok(area.draw(&Text::new(text, at, style))?)
}

/// Each once, in the order in which they come.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}
