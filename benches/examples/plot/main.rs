//! Draws `benches/record/*.csv`: `cargo run -p benches --example plot`.
//!
//! `peers.svg` has how many times as long as ours other programs take, `instructions.svg` what an interaction costs,
//! `docs/book/src/pictures/search.svg` how many times as many interactions enumeration takes as superposition does.
//! The same records give the same pictures.

mod bars;
mod record;

use bars::{Bar, Chart};
use record::{Cost, Race, Records, Search};
use std::{error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/record"));
    let Records { races, costs, searches } = Records::read(folder)?;
    // What is compiled, and what is bytecode.
    let races = races.into_iter().filter_map(|Race { workload, size, engine, threads, peer, ratio, .. }| {
        let engine = match engine.as_str() {
            "compiled" => "compiled",
            "direct" => "bytecode",
            _ => return None,
        };
        let threads = if threads == "1" { String::new() } else { format!(", {threads} threads") };
        Some(Bar { group: format!("{workload} {size}{threads}"), series: format!("{peer}, {engine}"), value: ratio })
    });
    Chart {
        title: "Time of others, in that of polarnet",
        scale: "times as long (1: as fast; logarithmic)",
        from: 1.0,
        unit: "×",
    }
    .draw(&folder.join("peers.svg"), &races.collect::<Vec<_>>())?;
    let costs = costs.into_iter().map(|Cost { workload, engine, instructions, .. }| Bar {
        group: workload,
        series: engine,
        value: instructions,
    });
    Chart {
        title: "Instructions an interaction, on one thread",
        scale: "instructions (logarithmic)",
        from: 1.0,
        unit: "",
    }
    .draw(&folder.join("instructions.svg"), &costs.collect::<Vec<_>>())?;
    let searches = searches.into_iter().map(|Search { task, size, factor }| Bar {
        group: format!("{task} {size}"),
        series: task,
        value: factor,
    });
    Chart {
        title: "Interactions of enumeration, in those of superposition",
        scale: "times as many (1: as many; logarithmic)",
        from: 1.0,
        unit: "×",
    }
    .draw(&folder.join("../../docs/book/src/pictures/search.svg"), &searches.collect::<Vec<_>>())?;
    Ok(())
}
