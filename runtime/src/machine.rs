//! The machine: its processors, how much memory a run may use unless it is told, and how many threads have room.

use crate::sync::{Ordering, outside::AtomicU64};
use std::{fs, path::Path, sync::OnceLock, thread};

/// The most that [`processors`] has said; 0 if nobody has asked.
static MOST: AtomicU64 = AtomicU64::new(0);

/// How many processors this thread may use. It takes Linux 30 µs to say, as control groups may limit it.
pub(crate) fn processors() -> usize {
    let count = thread::available_parallelism().map_or(1, usize::from);
    MOST.fetch_max(count as u64, Ordering::Relaxed);
    count
}

/// The same for the thread that may use the most of them, of those that have asked.
pub(crate) fn most_processors() -> usize {
    match MOST.load(Ordering::Relaxed) {
        0 => processors(),
        count => count as usize,
    }
}

/// Three quarters of the machine's memory, or of what the control group may use where that is less. Without a known
/// size no limit: the heap has one of its own.
pub(crate) fn default_limit() -> u64 {
    static LIMIT: OnceLock<u64> = OnceLock::new();
    *LIMIT.get_or_init(|| match [physical(), control_group()].into_iter().flatten().min() {
        Some(bytes) => bytes / 4 * 3,
        None => u64::MAX,
    })
}

/// May the address space be limited (`ulimit -v`)?
#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(miri)))]
pub(crate) fn has_limited_addresses() -> bool {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: it writes to the limit.
    unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) != 0 || limit.rlim_cur != libc::RLIM_INFINITY }
}

#[cfg(any(not(any(target_os = "linux", target_vendor = "apple")), miri))]
pub(crate) fn has_limited_addresses() -> bool {
    cfg!(unix)
}

/// How many of so many threads have room in the address space (`ulimit -v`). A thread that starts without it takes the
/// process down.
pub(crate) fn room_for(mut threads: usize) -> usize {
    /// A stack, and glibc's arena.
    const EACH: usize = 136 << 20;
    while threads > 0 && !room(threads * EACH) {
        threads /= 2;
    }
    threads
}

/// Are so many bytes of address space left?
#[cfg(all(unix, not(miri)))]
fn room(bytes: usize) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
    // SAFETY: new memory, at an address that the system chooses; nobody learns of it before it is given back.
    unsafe {
        let at = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_NONE, flags, -1, 0);
        at != libc::MAP_FAILED && libc::munmap(at, bytes) == 0
    }
}

#[cfg(any(not(unix), miri))]
fn room(_bytes: usize) -> bool {
    true
}

/// The machine's memory.
#[cfg(all(unix, not(miri)))]
fn physical() -> Option<u64> {
    // SAFETY: it has no preconditions.
    let [pages, page] = [libc::_SC_PHYS_PAGES, libc::_SC_PAGESIZE].map(|name| unsafe { libc::sysconf(name) });
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(page).ok()?).filter(|&bytes| bytes > 0)
}

#[cfg(any(not(unix), miri))]
fn physical() -> Option<u64> {
    None
}

/// What the process's control group, and those around it, leave it; on Linux.
fn control_group() -> Option<u64> {
    if cfg!(any(miri, not(target_os = "linux"))) {
        return None;
    }
    // Lines are `0::/path` for version 2, `4:memory:/path` for version 1.
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let limits = groups.lines().filter_map(|line| {
        let (_, group) = line.split_once(':')?;
        let (controllers, path) = group.split_once(':')?;
        match controllers {
            "" => smallest("/sys/fs/cgroup", path, "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                smallest("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes")
            }
            _ => None,
        }
    });
    limits.min()
}

/// The smallest number in files of that name, in `path` below `root` and in the folders around it. A container sees its
/// own group at `root`, by whatever path the system knows it.
fn smallest(root: &str, path: &str, file: &str) -> Option<u64> {
    let path = Path::new(path.trim_start_matches('/'));
    let number = |folder: &Path| {
        let text = fs::read_to_string(Path::new(root).join(folder).join(file)).ok()?;
        text.trim().parse::<u64>().ok() // `max` is no number
    };
    path.ancestors().filter_map(number).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_limit_is_some_of_the_memory() {
        let limit = default_limit();
        assert!(limit > 1 << 20, "{limit}");
        assert!(physical().is_none_or(|bytes| limit < bytes));
    }

    #[test]
    fn there_is_room_for_some_threads() {
        assert_eq!(room_for(0), 0);
        assert_eq!(room_for(2), 2);
        let all = room_for(1 << 30);
        assert!((3..1 << 30).contains(&all), "{all}");
    }

    #[test]
    fn the_smallest_limit_of_the_groups_around_counts() {
        let root = std::env::temp_dir().join(format!("polarnet-groups-{}", std::process::id()));
        let root = root.to_str().unwrap();
        fs::create_dir_all(format!("{root}/a/b")).unwrap();
        for (folder, text) in [("", "max\n"), ("a", "4096\n"), ("a/b", "8192\n")] {
            fs::write(format!("{root}/{folder}/memory.max"), text).unwrap();
        }
        assert_eq!(smallest(root, "/a/b", "memory.max"), Some(4096));
        assert_eq!(smallest(root, "/elsewhere", "memory.max"), None);
        assert_eq!(smallest(root, "/a/b", "nothing"), None);
        fs::remove_dir_all(root).unwrap();
    }
}
