//! A line on the terminal for runs that take long: time, interactions, rate, memory.

use indicatif::{ProgressBar, ProgressStyle};
use polarnet::Progress;
use std::{
    io::IsTerminal,
    sync::{Arc, mpsc},
    thread::{Builder, JoinHandle},
    time::{Duration, Instant},
};

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Shows interactions, rate and memory until it is dropped. Nothing if standard error is no terminal.
pub struct Line(Option<(mpsc::Sender<()>, JoinHandle<()>)>);

impl Line {
    /// Watches a run.
    pub fn start(progress: Arc<Progress>) -> Line {
        if !std::io::stderr().is_terminal() {
            return Line(None);
        }
        let (done, over) = mpsc::channel();
        // Without a thread for it there is no line.
        let thread = Builder::new().spawn(move || show(&progress, &over)).ok();
        Line(thread.map(|thread| (done, thread)))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            let _ = thread.join();
        }
    }
}

fn show(progress: &Progress, over: &mpsc::Receiver<()>) {
    let going = |time| over.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
    if !going(PATIENCE) {
        return;
    }
    let bar = ProgressBar::new_spinner().with_elapsed(PATIENCE);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
        bar.set_style(style);
    }
    let (mut last, mut at) = (progress.interactions(), Instant::now());
    while going(TICK) {
        let now = progress.interactions();
        let rate = (now - last) as f64 / at.elapsed().as_secs_f64() / 1e6;
        (last, at) = (now, Instant::now());
        let memory = indicatif::BinaryBytes(progress.bytes());
        bar.set_message(format!("{:.1} M interactions  {rate:.0} MIPS  {memory}", now as f64 / 1e6));
        bar.tick();
    }
    bar.finish_and_clear();
}
