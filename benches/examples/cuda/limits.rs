//! What bounds the device: how often words are exchanged at random places, and how fast it copies.

use super::{
    There,
    options::Options,
    record::{about, append, place},
};
use polarnet::cuda::{
    Buffer, Error, Event, Function, Launch, Module, Stream,
    nvrtc::{Architecture, Image, Nvrtc, Source},
};
use std::fmt::Write as _;

const HEADER: &str = "limit,mebibytes,seconds_best,runs,per_second";
const WHAT: &str = "The best of five runs. Exchanges: of 64 bits at random places of so much memory, per second. Copies: bytes that are \
     read and written, per second.";

const THREADS: u32 = 256;
const RUNS: usize = 5;

/// Measures. Was there nothing in the way?
pub fn measure(options: &Options, there: &There) -> bool {
    let about = about(options, there, WHAT);
    about.iter().for_each(|line| there.line(line));
    let mut record = String::new();
    match all(options, there, &mut record) {
        Ok(()) => append(options, there, HEADER, &about, &record),
        Err(why) => {
            there.line(&format!("limits are not measured: {why}"));
            // Without NVRTC all else runs, but for passes.
            true
        }
    }
}

fn all(options: &Options, there: &There, record: &mut String) -> Result<(), String> {
    let module = compiled(there)?;
    let mut told = |limit: &str, bytes: usize, (seconds, per_second): (f64, f64)| {
        let mebibytes = bytes as f64 / f64::from(1 << 20);
        there.line(&format!("{limit:<12}{mebibytes:>10.2} MiB {seconds:>12.6} s {:>10.3} G/s", per_second / 1e9));
        let _ = writeln!(record, "{},{limit},{mebibytes},{seconds:.6},{RUNS},{per_second:.4e}", place(options, there));
    };
    // From what the caches hold to what they do not.
    let sizes: &[u32] = if options.small { &[10] } else { &[14, 20, 22, 24, 27, 30] };
    for &log in sizes {
        let found = exchanges(there, &module, log, options.small).map_err(|error| error.to_string())?;
        told("exchanges", 8 << log, found);
    }
    let words: usize = if options.small { 1 << 12 } else { 1 << 28 };
    told("copies", 8 * words, copies(there, &module, words).map_err(|error| error.to_string())?);
    Ok(())
}

fn compiled(there: &There) -> Result<Module, String> {
    let source = Source { name: "limits.cu", text: include_str!("limits.cu"), headers: &[], options: &[] };
    let capability = there.device.info().capability;
    let nvrtc = Nvrtc::load().map_err(|error| error.to_string())?;
    let image = nvrtc.compile(&source, Architecture(capability.major, capability.minor));
    let module = match image.map_err(|error| error.to_string())? {
        // SAFETY: NVRTC made it.
        Image::Cubin(code) => unsafe { Module::load_cubin(&there.device, &code) },
        Image::Ptx(code) => Module::load(&there.device, &code),
    };
    module.map_err(|error| error.to_string())
}

/// As many blocks as run together.
fn launch(there: &There, kernel: &Function) -> Result<Launch, Error> {
    let blocks = if there.is_emulated() { 2 } else { kernel.cooperative_blocks(THREADS, 0)? };
    Ok(Launch { blocks, threads: THREADS, shared: 0 })
}

/// The seconds of the best run, and how many exchanges there are in one.
fn exchanges(there: &There, module: &Module, log: u32, small: bool) -> Result<(f64, f64), Error> {
    let kernel = module.function("exchanges")?;
    let launch = launch(there, &kernel)?;
    let mut cells = Buffer::<u64>::zeroed(&there.device, 1 << log)?;
    let mut sink = Buffer::<u64>::zeroed(&there.device, 1)?;
    let (mask, turns) = ((1_u64 << log) - 1, if small { 8_u64 } else { 1024 });
    let seconds = best(there, |stream| {
        // SAFETY: the kernel has these parameters; it writes to the cells below the mask, and to the sink.
        unsafe { kernel.launch(stream, launch, (&mut cells, mask, turns, &mut sink)) }
    })?;
    let count = f64::from(launch.blocks) * f64::from(THREADS) * turns as f64;
    Ok((seconds, count / seconds))
}

fn copies(there: &There, module: &Module, words: usize) -> Result<(f64, f64), Error> {
    let kernel = module.function("copies")?;
    let launch = launch(there, &kernel)?;
    let from = Buffer::<u64>::zeroed(&there.device, words)?;
    let mut to = Buffer::<u64>::zeroed(&there.device, words)?;
    let seconds = best(there, |stream| {
        // SAFETY: the kernel has these parameters, and both buffers so many words.
        unsafe { kernel.launch(stream, launch, (&from, &mut to, words as u64)) }
    })?;
    Ok((seconds, 16.0 * words as f64 / seconds))
}

/// Seconds by the device's clock, after a run to warm up.
fn best(there: &There, mut run: impl FnMut(&Stream) -> Result<(), Error>) -> Result<f64, Error> {
    let stream = there.device.stream();
    let mut times = Vec::new();
    for _ in 0..=RUNS {
        let before: Event = stream.record()?;
        run(&stream)?;
        times.push(before.elapsed(&stream.record()?)?.as_secs_f64());
    }
    Ok(times[1..].iter().copied().fold(f64::INFINITY, f64::min))
}
