//! The records.

use benches::workloads::{Workload, all};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// The header of those that `ci/compare.sh` writes.
const RACES: &str = "machine,date,commit,workload,size,engine,threads,seconds_median,runs,peer,peer_seconds,ratio";
/// The header of what `ci/callgrind.sh` writes.
const COSTS: &str = "workload,engine,size,interactions,instructions,per_interaction";
/// The header of what `examples/search` prints.
const SEARCHES: &str = "task,size,answers,branches,by_superposition,by_enumeration,factor";

/// A workload beside another program.
#[derive(Debug, PartialEq)]
pub struct Race {
    pub date: String,
    pub workload: String,
    pub size: String,
    pub engine: String,
    pub threads: String,
    pub peer: String,
    /// Its time over ours.
    pub ratio: f64,
}

/// What an interaction of a workload costs.
#[derive(Debug, PartialEq)]
pub struct Cost {
    pub workload: String,
    pub engine: String,
    pub instructions: f64,
}

/// A search by superposition, beside enumeration.
#[derive(Debug, PartialEq)]
pub struct Search {
    pub task: String,
    pub size: String,
    /// Interactions of enumeration over those of superposition.
    pub factor: f64,
}

/// What all files of a folder say. The last date counts where there are several.
pub struct Records {
    pub races: Vec<Race>,
    pub costs: Vec<Cost>,
    pub searches: Vec<Search>,
}

impl Records {
    /// Reads the files with those headers; other records have columns of their own.
    pub fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files: Vec<_> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
        files.retain(|file| file.extension().is_some_and(|end| end == "csv"));
        files.sort();
        let (mut races, mut costs, mut searches) = (Vec::new(), Vec::new(), Vec::new());
        for file in files {
            let text = fs::read_to_string(&file)?;
            let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#') && !line.is_empty());
            let header = lines.next().map_or("", |(line, _)| line);
            if header == SEARCHES {
                searches.clear();
            }
            for (line, number) in lines {
                let at = |why: String| format!("{}:{number}: {why}", file.display());
                match header {
                    RACES => races.extend(race(line).map_err(at)?),
                    COSTS => costs.push(cost(line).map_err(at)?),
                    SEARCHES => searches.push(search(line).map_err(at)?),
                    _ => {}
                }
            }
        }
        // One task after the other, each in the order of its sizes.
        searches.sort_by(|a: &Search, b| a.task.cmp(&b.task));
        let races = sorted(latest(races), |race| &race.workload);
        Ok(Records { races, costs: sorted(costs, |cost| &cost.workload), searches })
    }
}

fn fields<const N: usize>(line: &str) -> Result<[&str; N], String> {
    let fields: Vec<_> = line.split(',').collect();
    fields.try_into().map_err(|fields: Vec<_>| format!("{} columns, not {N}", fields.len()))
}

fn number(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err(format!("`{text}` is no positive number")),
    }
}

/// Nothing, where a time stands alone.
fn race(line: &str) -> Result<Option<Race>, String> {
    let [_, date, _, workload, size, engine, threads, _, _, peer, _, ratio] = fields(line)?;
    if peer.is_empty() {
        return Ok(None);
    }
    let [date, workload, size, engine, threads, peer] =
        [date, workload, size, engine, threads, peer].map(str::to_owned);
    Ok(Some(Race { date, workload, size, engine, threads, peer, ratio: number(ratio)? }))
}

fn cost(line: &str) -> Result<Cost, String> {
    let [workload, engine, _, _, _, instructions] = fields(line)?;
    Ok(Cost { workload: workload.into(), engine: engine.into(), instructions: number(instructions)? })
}

fn search(line: &str) -> Result<Search, String> {
    let [task, size, _, _, _, _, factor] = fields(line)?;
    Ok(Search { task: task.into(), size: size.into(), factor: number(factor)? })
}

/// One for each that differs in more than the date, the last.
fn latest(races: Vec<Race>) -> Vec<Race> {
    let mut last = BTreeMap::new();
    for race in races {
        let key = [&race.workload, &race.size, &race.engine, &race.threads, &race.peer].map(String::clone);
        if last.get(&key).is_none_or(|before: &Race| before.date <= race.date) {
            last.insert(key, race);
        }
    }
    last.into_values().collect()
}

/// In the order of the list of workloads; those that it has no more come last.
fn sorted<T>(mut rows: Vec<T>, name: impl Fn(&T) -> &String) -> Vec<T> {
    let order: Vec<Workload> = all();
    rows.sort_by_key(|row| order.iter().position(|workload| workload.name == name(row)).unwrap_or(order.len()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "a machine; 2 cores,2026-11-21,18f0d8e,net/stress,9,bag,1,0.477,7,hvm-64,1.218,2.55";

    #[test]
    fn lines() {
        let race = race(LINE).unwrap().unwrap();
        assert_eq!((race.workload.as_str(), race.peer.as_str(), race.ratio), ("net/stress", "hvm-64", 2.55));
        assert_eq!(cost("net/stress,bag,2,10,25,2.50").unwrap().instructions, 2.5);
        assert_eq!(search("3sat,8,6,170,7220,35858,4.97").unwrap().factor, 4.97);
        assert_eq!(cost("net/stress,bag").unwrap_err(), "2 columns, not 6");
        assert_eq!(cost("net/stress,bag,2,10,25,-").unwrap_err(), "`-` is no positive number");
    }

    #[test]
    fn the_last_of_several_counts() {
        let read = |line: &str| race(line).unwrap().unwrap();
        let races = latest(vec![read(LINE), read(&LINE.replace("2026-11-21", "2025-01-01").replace("2.55", "1.5"))]);
        assert_eq!(races, [read(LINE)]);
        assert_eq!(race(&LINE.replace("hvm-64,1.218,2.55", ",,")), Ok(None));
    }

    #[test]
    fn what_is_there() {
        let records = Records::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/record"))).unwrap();
        assert!(!records.races.is_empty() && !records.costs.is_empty() && !records.searches.is_empty());
        let all = all();
        assert!(records.costs.iter().all(|cost| all.iter().any(|workload| workload.name == cost.workload)));
    }
}
