//! Which combinations are run, and how often.

use super::{
    Choices, Error,
    bench::Bench,
    candidate::Candidate,
    choices::Picks,
    site::{Point, mix},
};
use core::time::Duration;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How far an exploration is.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-status-{}.json", std::process::id()));
/// let mut last = None;
/// let report = Explorer::new("double").file(&file).watch(|status| last = Some(*status)).run(|| double(21))?;
/// assert_eq!(last.map(|status| (status.runs, status.tried)), Some((report.runs, 2)));
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Status {
    /// How often it ran what is explored.
    pub runs: usize,
    /// How many combinations it tried.
    pub tried: usize,
    /// The shortest run until now.
    pub fastest: Duration,
}

/// What is told how far it is.
pub type Watch<'a> = Box<dyn FnMut(&Status) + 'a>;

/// So many are never dropped as they are in the slower half, but only as they are slower by more than noise.
const FEW: usize = 8;
/// How many combinations at random coordinate descent begins with, besides those that call the same member everywhere.
const AT_RANDOM: usize = 2;

/// What is asked for.
pub struct Terms {
    /// How often the fastest are run.
    pub rounds: usize,
    /// All combinations are tried if they are not more.
    pub bound: usize,
    /// When to stop, by the bench's clock.
    pub until: Duration,
}

pub struct Search<'s, 'd, R, F, S> {
    pub bench: Bench<'d, R, F, S>,
    pub terms: Terms,
    pub watch: Option<Watch<'s>>,
    pub candidates: Vec<Candidate>,
    /// Whether there was not enough time.
    pub stopped: bool,
    /// Combinations, in order of their points, by what was asked for and by what was met.
    known: FxHashMap<Vec<(Point, usize)>, usize>,
}

/// Where the search ended.
pub struct Found {
    /// The candidates that were never dropped, the best first.
    pub left: Vec<usize>,
    /// Whether all combinations were tried.
    pub all: bool,
}

impl<'s, 'd, R, F: FnMut() -> R, S: FnMut(&R, &R) -> bool> Search<'s, 'd, R, F, S> {
    pub fn new(bench: Bench<'d, R, F, S>, terms: Terms, watch: Option<Watch<'s>>) -> Self {
        Search { bench, terms, watch, candidates: Vec::new(), stopped: false, known: FxHashMap::default() }
    }

    pub fn search(&mut self) -> Result<Found, Error> {
        // The first run pays for what is only done once, so it is not measured.
        let met = self.bench.run(&Arc::default())?.choices;
        let first = self.measure(Arc::default())?;
        let product = met.iter().try_fold(1_usize, |product, choice| product.checked_mul(choice.members().len()));
        let few = product.is_some_and(|product| product <= self.terms.bound);
        let all = few && self.try_all()?;
        let candidates = if all || self.late() { (0..self.candidates.len()).collect() } else { self.descend(first)? };
        Ok(Found { left: self.narrow(candidates)?, all })
    }

    /// Whether there is no time for another run.
    fn late(&mut self) -> bool {
        self.stopped |= (self.bench.clock)() >= self.terms.until;
        self.stopped
    }

    /// Every combination once, like an odometer: the choice that was met last goes on to its next member, and those that are
    /// met after it begin anew. So choices that are only met after others are tried only there. False if there are too many.
    fn try_all(&mut self) -> Result<bool, Error> {
        let mut last = self.candidates[0].choices.clone();
        for _ in 1..self.terms.bound {
            let Some(next) = after(&last) else { return Ok(true) };
            if self.late() {
                return Ok(false);
            }
            let id = self.measure(Arc::new(next))?;
            last = self.candidates[id].choices.clone();
        }
        Ok(after(&last).is_none())
    }

    /// Where each descent ends.
    fn descend(&mut self, first: usize) -> Result<Vec<usize>, Error> {
        let budget = self.candidates.len() + self.terms.bound;
        let mut ends = vec![self.descend_from(first, budget)?];
        // There may be more combinations than the first one showed: then others were tried.
        let best = (0..self.candidates.len()).min_by_key(|&id| (self.candidates[id].median(), id)).unwrap_or(first);
        if best != ends[0] {
            ends.push(self.descend_from(best, budget)?);
        }
        for start in self.starts(first) {
            if self.late() || self.candidates.len() >= budget {
                break;
            }
            let start = self.id_of(Arc::new(start))?;
            ends.push(self.descend_from(start, budget)?);
        }
        ends.sort_unstable();
        ends.dedup();
        Ok(ends)
    }

    /// One choice after the other takes its best member, until none has a better one.
    fn descend_from(&mut self, start: usize, budget: usize) -> Result<usize, Error> {
        let mut here = start;
        loop {
            let before = here;
            let mut place = 0;
            // Another member may have other choices within, so these are looked at anew.
            while let Some(choice) = self.candidates[here].choices.get(place).cloned() {
                let mut rivals = vec![here];
                for member in (0..choice.members().len()).filter(|&member| member != choice.index()) {
                    if self.late() || self.candidates.len() >= budget {
                        return Ok(self.narrow(rivals)?[0]);
                    }
                    let mut picks = (**self.candidates[here].choices.picks()).clone();
                    picks.insert(choice.point(), member);
                    rivals.push(self.id_of(Arc::new(picks))?);
                }
                here = self.narrow(rivals)?[0];
                place += 1;
            }
            if here == before {
                return Ok(here);
            }
        }
    }

    /// Where descents begin, after the one with the first members: each other member everywhere, and some at random, the same
    /// each time.
    fn starts(&self, first: usize) -> Vec<Picks> {
        let choices = &self.candidates[first].choices;
        let most = choices.iter().map(|choice| choice.members().len()).max().unwrap_or(0);
        let mut starts: Vec<Picks> = (1..most)
            .map(|member| choices.iter().map(|c| (c.point(), member.min(c.members().len() - 1))).collect())
            .collect();
        let mut random = 0;
        for _ in 0..AT_RANDOM {
            starts.push(
                choices
                    .iter()
                    .map(|c| {
                        random = mix(random);
                        (c.point(), (random % c.members().len() as u64) as usize)
                    })
                    .collect(),
            );
        }
        starts
    }

    /// Successive halving: runs them again and again, and drops those that are slower by more than noise, and the slower half.
    /// Those that are left, the best first; there is one.
    fn narrow(&mut self, mut left: Vec<usize>) -> Result<Vec<usize>, Error> {
        for round in 2..=self.terms.rounds {
            self.drop_slow(&mut left);
            let mut again = left.clone();
            again.sort_unstable();
            if round % 2 == 0 {
                again.reverse(); // what gets slower with time does so for all
            }
            for id in again {
                if self.candidates[id].runs() < round && !self.late() {
                    self.measure(Arc::clone(self.candidates[id].choices.picks()))?;
                }
            }
        }
        self.sort(&mut left);
        left.dedup();
        Ok(left)
    }

    fn drop_slow(&self, left: &mut Vec<usize>) {
        self.sort(left);
        left.dedup();
        left.truncate(left.len().div_ceil(2).max(FEW));
        if let Some(&best) = left.first() {
            let reach = self.candidates[best].reach();
            left.retain(|&id| self.candidates[id].fastest() <= reach);
        }
    }

    /// The best first; of those that are equally fast, the one that was tried first.
    fn sort(&self, ids: &mut [usize]) {
        ids.sort_unstable_by_key(|&id| (self.candidates[id].median(), id));
    }

    /// The candidate that these picks make, which is run if it was not.
    fn id_of(&mut self, picks: Arc<Picks>) -> Result<usize, Error> {
        match self.known.get(&key(&picks)) {
            Some(&id) => Ok(id),
            None => self.measure(picks),
        }
    }

    /// Runs it, and notes what it took.
    fn measure(&mut self, picks: Arc<Picks>) -> Result<usize, Error> {
        let run = self.bench.run(&picks)?;
        let id = *self.known.entry(key(run.choices.picks())).or_insert(self.candidates.len());
        match self.candidates.get_mut(id) {
            Some(candidate) => candidate.add(run.time),
            None => self.candidates.push(Candidate::new(run.choices, run.counts, run.time)),
        }
        self.known.insert(key(&picks), id);
        if let Some(watch) = &mut self.watch {
            let fastest = self.candidates.iter().map(Candidate::fastest).min().unwrap_or_default();
            watch(&Status { runs: self.bench.runs, tried: self.candidates.len(), fastest });
        }
        Ok(id)
    }
}

/// The picks of the next combination in the order of the odometer; none after the last one.
fn after(choices: &Choices) -> Option<Picks> {
    let list: Vec<_> = choices.iter().collect();
    let turn = list.iter().rposition(|choice| choice.index() + 1 < choice.members().len())?;
    let mut picks: Picks = list[..turn].iter().map(|choice| (choice.point(), choice.index())).collect();
    picks.insert(list[turn].point(), list[turn].index() + 1);
    Some(picks)
}

fn key(picks: &Picks) -> Vec<(Point, usize)> {
    let mut key: Vec<_> = picks.iter().map(|(&point, &member)| (point, member)).collect();
    key.sort_unstable();
    key
}
