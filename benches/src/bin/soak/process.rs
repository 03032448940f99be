//! What the process has of the system.

use std::{fmt, fs};

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

    /// # Errors
    ///
    /// There is more of something than there was, and no round is under way.
    pub fn grown_from(&self, before: &Process) -> Result<(), String> {
        // The allocator keeps some of what it was given back.
        let leaks = self.kib > before.kib + before.kib / 2 + (64 << 10);
        if leaks || self.threads > before.threads || self.files > before.files {
            return Err(format!("the process has grown: first {before}; now {self}"));
        }
        Ok(())
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB, {} threads, {} open files", self.kib >> 10, self.threads, self.files)
    }
}
