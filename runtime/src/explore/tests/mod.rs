mod files;
mod paths;
mod programs;
mod searches;
mod tables;

use super::*;
use core::time::Duration;
use programs::{bar, data, foo, select_sum};
use std::{
    cell::Cell,
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that only [`spend`] moves: what a test measures is the same each time.
fn clock() -> Duration {
    NOW.get()
}

fn spend(nanos: usize) {
    NOW.set(NOW.get() + Duration::from_nanos(nanos as u64));
}

/// A file of the test's own, in a directory that goes with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("polarnet-explore-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        Scratch(directory)
    }

    fn file(&self) -> PathBuf {
        self.0.join("explore.json")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    fn explorer(&self, name: &str) -> Explorer<'static> {
        Explorer::new(name).file(self.file()).clock(clock)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The members that were chosen, in order.
fn members(choices: &Choices) -> Vec<&str> {
    choices.iter().map(Choice::member).collect()
}
