//! Nets and column passes on a CUDA device, beside the CPU: do they agree, and how long do they take? `ci/gpu.sh` builds it, and runs it where a GPU is.

mod bench;
mod books;
mod limits;
mod nets;
mod options;
mod passes;
mod record;

use options::{Options, Part};
use polarnet::{
    Runtime,
    cuda::{self, CudaDevice},
};
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let options = match Options::read(&arguments) {
        Ok(options) => options,
        Err(why) => {
            eprint!("error: {why}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a part. Did all agree?
fn run(options: &Options) -> Result<bool, cuda::Error> {
    if options.part == Part::Devices {
        for device in cuda::devices()? {
            println!("{device}{}", note(&device.name));
        }
        return Ok(true);
    }
    let there = There::open(options)?;
    Ok(match &options.part {
        Part::Nets(folder) => nets::compare(folder, options, &there),
        Part::Limits => limits::measure(options, &there),
        Part::Passes => passes::measure(options, &there),
        Part::Bench | Part::Devices => bench::measure(options, &there),
    })
}

/// What is said behind each line where the device is none.
fn note(name: &str) -> &'static str {
    if name.contains("emulated") { "  [emulated: times mean nothing]" } else { "" }
}

/// The device, and how runs happen on it.
struct There {
    device: CudaDevice,
    memory: u64,
    /// For the end of each line.
    note: &'static str,
}

impl There {
    fn open(options: &Options) -> Result<There, cuda::Error> {
        let device = CudaDevice::open(options.device)?;
        let note = note(&device.info().name);
        // Three quarters of what is free are the default of `Runtime::on`; less is less to prepare before each run.
        let memory = options.memory.unwrap_or(16 << 30).min(device.free_memory()? / 4 * 3);
        Ok(There { device, memory, note })
    }

    fn runtime(&self) -> Runtime {
        Runtime::on(self.device.clone().with_memory_limit(self.memory))
    }

    /// Does the driver refuse everything, after an error on the device?
    fn is_lost(&self) -> bool {
        self.device.free_memory().is_err()
    }

    fn is_emulated(&self) -> bool {
        !self.note.is_empty()
    }

    fn line(&self, text: &str) {
        println!("{}{}", text.replace('\n', "; "), self.note);
    }
}
