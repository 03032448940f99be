//! The command line.

use std::{path::PathBuf, time::Duration};

pub const USAGE: &str = "\
Nets and column passes on a CUDA device, beside the CPU. The exit code is 0 only if all agree.

    cuda devices           lists the devices
    cuda nets FOLDER       reduces the nets of a folder, and of its folders, on both: the same normal form and interactions?
    cuda bench             times workloads on both
    cuda passes            compares and times column passes on both
    cuda limits            measures exchanges and copies on the device

    --device N             the device (0)
    --memory MIB           the device's memory that a run may take (16384, or three quarters of what is free)
    --seconds N            when to end (200)
    --runs N               of each net on the device, of each workload, or of each pass (3, 5, 5)
    --after NAME           nets: only those after this one
    --small                sizes for an emulated device
    --csv FILE             bench, passes, limits: append rows of a record, unless the device is emulated, with
    --machine, --driver, --date, --commit TEXT
    --sizes NAME=N,…       bench: only these workloads, of these sizes
";

#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Devices,
    Nets(PathBuf),
    Bench,
    Passes,
    Limits,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub part: Part,
    pub device: usize,
    pub memory: Option<u64>,
    pub time: Duration,
    pub runs: Option<usize>,
    pub after: Option<String>,
    pub small: bool,
    pub csv: Option<PathBuf>,
    pub machine: String,
    pub driver: String,
    pub date: String,
    pub commit: String,
    pub sizes: Vec<(String, u32)>,
}

impl Options {
    pub fn read(arguments: &[String]) -> Result<Options, String> {
        let mut rest = arguments.iter().map(String::as_str);
        let part = match rest.next().ok_or("what is to be done?")? {
            "devices" => Part::Devices,
            "nets" => Part::Nets(rest.next().ok_or("which folder?")?.into()),
            "bench" => Part::Bench,
            "passes" => Part::Passes,
            "limits" => Part::Limits,
            other => return Err(format!("`{other}` is nothing that can be done")),
        };
        let unknown = || "unknown".to_owned();
        let mut options = Options {
            part,
            device: 0,
            memory: None,
            time: Duration::from_secs(200),
            runs: None,
            after: None,
            small: false,
            csv: None,
            machine: unknown(),
            driver: unknown(),
            date: unknown(),
            commit: unknown(),
            sizes: Vec::new(),
        };
        while let Some(option) = rest.next() {
            if option == "--small" {
                options.small = true;
                continue;
            }
            let value = rest.next().ok_or_else(|| format!("`{option}` has no value, or is no option"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("`{option} {value}`: that is no number"));
            let field = || value.replace(',', " ");
            match option {
                "--device" => options.device = number()? as usize,
                "--memory" => options.memory = Some(number()?.saturating_mul(1 << 20)),
                "--seconds" => options.time = Duration::from_secs(number()?),
                "--runs" => options.runs = Some(number()?.max(1) as usize),
                "--after" => options.after = Some(value.to_owned()),
                "--csv" => options.csv = Some(value.into()),
                "--machine" => options.machine = field(),
                "--driver" => options.driver = field(),
                "--date" => options.date = field(),
                "--commit" => options.commit = field(),
                "--sizes" => options.sizes = sizes(value)?,
                _ => return Err(format!("there is no option `{option}`")),
            }
        }
        Ok(options)
    }
}

fn sizes(text: &str) -> Result<Vec<(String, u32)>, String> {
    let size = |part: &str| {
        let (name, size) = part.split_once('=')?;
        Some((name.to_owned(), size.parse().ok()?))
    };
    text.split(',').map(|part| size(part).ok_or_else(|| format!("`{part}` is not NAME=SIZE"))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Options, Part};

    fn read(line: &str) -> Result<Options, String> {
        Options::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn lines_are_read() {
        let options = read("nets here --small --memory 64 --runs 0").unwrap();
        assert_eq!((options.part, options.memory, options.runs), (Part::Nets("here".into()), Some(64 << 20), Some(1)));
        let options = read("bench --sizes net/chain=7,net/many=2 --machine a,b").unwrap();
        assert_eq!(options.sizes, [("net/chain".to_owned(), 7), ("net/many".to_owned(), 2)]);
        assert_eq!(options.machine, "a b"); // commas separate the columns
    }

    #[test]
    fn what_is_no_option_is_told() {
        for line in
            ["", "nets", "dance", "bench --runs", "bench --runs many", "bench --sizes net/chain", "bench --slow 1"]
        {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
