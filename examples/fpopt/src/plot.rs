//! Accuracy against cost, as a picture.

use crate::improve::{Improved, Version};
use plotters::{
    chart::ChartBuilder,
    drawing::{DrawingAreaErrorKind, IntoDrawingArea},
    element::{Circle, PathElement, TriangleMarker},
    prelude::SVGBackend,
    style::{Color, RGBColor, ShapeStyle, WHITE},
};
use std::error::Error;

const SIZE: (u32, u32) = (420, 240);
const CORE: RGBColor = RGBColor(200, 80, 30);
const FOUND: RGBColor = RGBColor(30, 90, 180);

/// The frontier of a core, its own place (a triangle), and that of the result (filled): cost to the right, wrong bits upwards.
///
/// # Errors
///
/// What the drawing says.
pub fn svg(improved: &Improved) -> Result<String, DrawingAreaErrorKind<impl Error + Send + Sync + use<>>> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let place = |version: &Version| (version.cost, version.bits);
    let all = || improved.frontier.iter().chain([&improved.before, &improved.after]).map(place);
    let most = all().fold((1.0_f64, 1.0_f64), |most, at| (most.0.max(at.0), most.1.max(at.1)));
    let mut chart = ChartBuilder::on(&area)
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(40)
        .build_cartesian_2d(0.0..most.0 * 1.05, 0.0..most.1 * 1.08)?;
    chart
        .configure_mesh()
        .x_desc("cost, in additions")
        .y_desc("wrong bits")
        .x_labels(6)
        .y_labels(5)
        .disable_mesh()
        .draw()?;
    // From one to the next in steps: up to the next one's cost nothing is better.
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for at in improved.frontier.iter().map(place) {
        steps.extend(steps.last().map(|last| (at.0, last.1)));
        steps.push(at);
    }
    chart.draw_series([PathElement::new(steps, FOUND.mix(0.6))])?;
    chart.draw_series(improved.frontier.iter().map(|it| Circle::new(place(it), 3, ShapeStyle::from(&FOUND))))?;
    chart.draw_series([TriangleMarker::new(place(&improved.before), 6, CORE.filled())])?;
    chart.draw_series([Circle::new(place(&improved.after), 5, FOUND.filled())])?;
    area.present()?;
    drop(chart);
    drop(area);
    Ok(text)
}
