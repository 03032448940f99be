//! Where a thread is: at which path of sites, with which choices.

use super::{
    Choices,
    choices::Picks,
    site::{Point, Site},
};
use crate::sync::{Ordering, outside::AtomicBool};
use rustc_hash::FxHashSet;
use std::{
    cell::RefCell,
    ptr,
    sync::{Arc, PoisonError, RwLock},
};

/// Calls the member of the site that the choices say, and the first where they say nothing. This is what `schedule!` makes of a
/// call.
///
/// ```
/// use polarnet_runtime::explore::{self, Site};
///
/// static SITE: Site = Site::new("double", file!(), line!(), column!(), &["add", "multiply"]);
/// let x = 4;
/// let doubled = explore::at(&SITE, |member| match member {
///     0 => x + x,
///     _ => 2 * x,
/// });
/// assert_eq!(doubled, 8);
/// ```
///
/// The member is less than the number of members; it is 0 if there is one.
#[inline]
pub fn at<R>(site: &'static Site, call: impl FnOnce(usize) -> R) -> R {
    match enter(site) {
        None => call(0),
        Some((member, _inside)) => call(member),
    }
}

/// Calls `f` with these choices, on this thread. The paths begin where `f` does: it is to call what was explored.
///
/// Where it meets a choice that is not among them, the first member is called. So choices of an older program do no harm.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-with-{}.json", std::process::id()));
/// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
/// assert_eq!(explore::with(&best, || double(21)), 42); // `fast`, and without it `slow`, which is the first
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
pub fn with<R>(choices: &Choices, f: impl FnOnce() -> R) -> R {
    let _back = Back::to(Here::new(Arc::clone(choices.picks())));
    f()
}

/// Calls `f` with these picks, and tells which choices it met, in the order in which it met them first.
pub(super) fn explored<R>(picks: &Arc<Picks>, f: impl FnOnce() -> R) -> (R, Vec<Reached>) {
    let back = Back::to(Here { trace: Some(Trace::default()), ..Here::new(Arc::clone(picks)) });
    let value = f();
    let reached = HERE.with_borrow_mut(|here| here.trace.take()).unwrap_or_default().reached;
    drop(back);
    (value, reached)
}

/// The choices of threads that have none of their own.
pub(super) fn set_default(picks: Arc<Picks>) {
    let any = !picks.is_empty();
    *DEFAULT.write().unwrap_or_else(PoisonError::into_inner) = Some(picks);
    HAS_DEFAULT.store(any, Ordering::Relaxed);
}

static DEFAULT: RwLock<Option<Arc<Picks>>> = RwLock::new(None);
/// So that nothing is locked by those who do not use it.
static HAS_DEFAULT: AtomicBool = AtomicBool::new(false);

/// A choice that was met.
pub(super) struct Reached {
    pub point: Point,
    pub path: Vec<&'static Site>,
    pub member: usize,
}

#[derive(Default)]
struct Trace {
    reached: Vec<Reached>,
    met: FxHashSet<Point>,
}

struct Here {
    picks: Option<Arc<Picks>>,
    path: Vec<Step>,
    trace: Option<Trace>,
}

struct Step {
    site: &'static Site,
    point: Point,
}

thread_local! {
    static HERE: RefCell<Here> = const { RefCell::new(Here { picks: None, path: Vec::new(), trace: None }) };
}

impl Here {
    fn new(picks: Arc<Picks>) -> Here {
        Here { picks: Some(picks), path: Vec::new(), trace: None }
    }

    fn enter(&mut self, site: &'static Site) -> (usize, Inside) {
        // A site that is on the path is where it was first: so a recursive function has finitely many paths.
        let on_path = self.path.iter().position(|step| ptr::eq(step.site, site));
        let (point, inside) = match on_path {
            Some(first) => {
                let left = self.path.split_off(first + 1);
                (self.path[first].point, Inside { keep: first + 1, left })
            }
            None => {
                let keep = self.path.len();
                let point = self.path.last().map_or(Point::START, |step| step.point).then(site);
                self.path.push(Step { site, point });
                (point, Inside { keep, left: Vec::new() })
            }
        };
        (self.member(site, point), inside)
    }

    fn member(&mut self, site: &'static Site, point: Point) -> usize {
        let members = site.members().len();
        if members < 2 {
            return 0;
        }
        let pick = match &self.picks {
            Some(picks) => picks.get(&point).copied(),
            None => {
                DEFAULT.read().unwrap_or_else(PoisonError::into_inner).as_ref().and_then(|p| p.get(&point).copied())
            }
        };
        let member = pick.filter(|&member| member < members).unwrap_or(0);
        if let Some(trace) = &mut self.trace
            && trace.met.insert(point)
        {
            let path = self.path.iter().map(|step| step.site).collect();
            trace.reached.push(Reached { point, path, member });
        }
        member
    }
}

/// `None` where there are no choices: programs that do not explore pay for a look.
#[inline]
fn enter(site: &'static Site) -> Option<(usize, Inside)> {
    HERE.try_with(|here| {
        let here = &mut *here.borrow_mut();
        (here.picks.is_some() || HAS_DEFAULT.load(Ordering::Relaxed)).then(|| here.enter(site))
    })
    .unwrap_or(None)
}

/// Within a call at a site. When it ends, also by a panic, the path is again what it was.
struct Inside {
    /// How much of the path was there before, and stays.
    keep: usize,
    /// What was cut off, as the site was on the path already.
    left: Vec<Step>,
}

impl Drop for Inside {
    fn drop(&mut self) {
        // A thread that ends has no path.
        let _ = HERE.try_with(|here| {
            let path = &mut here.borrow_mut().path;
            path.truncate(self.keep);
            path.append(&mut self.left);
        });
    }
}

/// Within a call of [`with`]. When it ends, also by a panic, the thread is again where it was.
struct Back(Option<Here>);

impl Back {
    fn to(here: Here) -> Back {
        Back(Some(HERE.replace(here)))
    }
}

impl Drop for Back {
    fn drop(&mut self) {
        if let Some(before) = self.0.take() {
            HERE.replace(before);
        }
    }
}
