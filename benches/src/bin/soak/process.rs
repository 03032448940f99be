//! What the process has of the system.

use std::{
    fmt, fs, thread,
    time::{Duration, Instant},
};

/// Memory, threads, and open files; 0 where the system does not say.
#[derive(Clone, Copy)]
pub struct Process {
    kib: u64,
    threads: u64,
    files: u64,
}

impl Process {
    pub fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let files = fs::read_dir("/proc/self/fd").map_or(0, |files| files.count() as u64);
        Process { kib: field("VmRSS:").unwrap_or(0), threads: field("Threads:").unwrap_or(0), files }
    }

    /// As it is now, when the threads that end have ended.
    ///
    /// # Errors
    ///
    /// There is more of something than there was, and no round is under way.
    pub fn not_grown_from(before: &Process) -> Result<Self, String> {
        let begin = Instant::now();
        loop {
            let now = Process::now();
            // The allocator keeps some of what it was given back.
            let leaks = now.kib > before.kib + before.kib / 2 + (64 << 10);
            if !leaks && now.threads <= before.threads && now.files <= before.files {
                return Ok(now);
            }
            if begin.elapsed() > Duration::from_secs(5) {
                return Err(format!("the process has grown: first {before}; now {now}"));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB, {} threads, {} open files", self.kib >> 10, self.threads, self.files)
    }
}
