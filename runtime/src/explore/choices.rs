//! Which member is called at which path.

use super::{
    here::{self, Reached},
    site::Point,
};
use core::fmt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What [`at`](super::at) looks up.
pub type Picks = FxHashMap<Point, usize>;

/// A combination: for each choice that was met, a member.
///
/// They are in the order in which they were met first.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-choices-{}.json", std::process::id()));
/// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
/// assert!(best.to_string().ends_with(": fast"), "{best}");
/// assert_eq!(explore::with(&best, || double(21)), 42);
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Choices {
    list: Vec<Choice>,
    picks: Arc<Picks>,
}

/// A path of sites, and the member that is called at its end.
///
/// ```
/// # use polarnet_runtime::explore::{self, Explorer, Site};
/// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
/// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
/// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
/// # let file = std::env::temp_dir().join(format!("polarnet-choice-{}.json", std::process::id()));
/// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
/// for choice in &best {
///     assert_eq!((choice.path().len(), choice.member()), (1, "fast"));
/// }
/// # std::fs::remove_file(file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    point: Point,
    place: Arc<Place>,
    member: usize,
}

/// What a point is for people. Combinations share it.
#[derive(PartialEq, Eq, Debug)]
struct Place {
    path: Vec<String>,
    members: Vec<String>,
}

/// The places that were met.
#[derive(Default)]
pub struct Places(FxHashMap<Point, Arc<Place>>);

impl Places {
    pub(super) fn choices(&mut self, reached: Vec<Reached>) -> Choices {
        reached.into_iter().map(|reached| self.choice(reached)).collect()
    }

    fn choice(&mut self, reached: Reached) -> Choice {
        let Reached { point, path, member } = reached;
        let place = self.0.entry(point).or_insert_with(|| {
            let members = path.last().map_or(&[][..], |site| site.members());
            Arc::new(Place {
                path: path.iter().map(ToString::to_string).collect(),
                members: members.iter().map(ToString::to_string).collect(),
            })
        });
        Choice { point, place: Arc::clone(place), member }
    }
}

impl Choice {
    /// None if there is no such member.
    pub(super) fn new(point: Point, path: Vec<String>, members: Vec<String>, member: &str) -> Option<Choice> {
        let member = members.iter().position(|m| m == member)?;
        Some(Choice { point, place: Arc::new(Place { path, members }), member })
    }

    /// The member that is called.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-member-{}.json", std::process::id()));
    /// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
    /// assert_eq!(best.iter().next().unwrap().member(), "fast");
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    #[must_use]
    pub fn member(&self) -> &str {
        &self.place.members[self.member]
    }

    /// Those that could be.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-members-{}.json", std::process::id()));
    /// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
    /// assert_eq!(best.iter().next().unwrap().members(), ["slow", "fast"]);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    #[must_use]
    pub fn members(&self) -> &[String] {
        &self.place.members
    }

    /// The sites from where the exploration began to this choice, each as `name (file:line:column)`.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-path-{}.json", std::process::id()));
    /// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
    /// let [site] = best.iter().next().unwrap().path() else { panic!("one site") };
    /// assert!(site.starts_with("double ("), "{site}");
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> &[String] {
        &self.place.path
    }

    pub(super) fn point(&self) -> Point {
        self.point
    }

    pub(super) fn index(&self) -> usize {
        self.member
    }
}

/// `foo (src/main.rs:3:5) › select_sum (src/main.rs:9:7): select_sum_local`
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.path.join(" › "), self.member())
    }
}

impl Choices {
    /// Each choice.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-iter-{}.json", std::process::id()));
    /// let best = Explorer::new("double").file(&file).run(|| double(21))?.best;
    /// assert_eq!(best.iter().map(|choice| choice.member()).collect::<Vec<_>>(), ["fast"]);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Choice> {
        self.list.iter()
    }

    /// How many there are.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-len-{}.json", std::process::id()));
    /// let report = Explorer::new("double").file(&file).run(|| double(21))?;
    /// assert_eq!((report.best.len(), report.rows.len()), (1, 2)); // one choice, between two
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is nothing to choose.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer};
    /// # let file = std::env::temp_dir().join(format!("polarnet-is-empty-{}.json", std::process::id()));
    /// let report = Explorer::new("none").file(&file).run(|| 42)?;
    /// assert!(report.best.is_empty());
    /// assert!(!file.exists()); // then nothing is kept
    /// # Ok::<(), explore::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// From now on, all threads make these choices, except within [`with`](super::with), and while they explore.
    ///
    /// The paths begin where a thread meets its first site: it is to call what was explored. There is one default; that of an
    /// earlier call is forgotten.
    ///
    /// ```
    /// # use polarnet_runtime::explore::{self, Explorer, Site};
    /// # static SITE: Site = Site::new("double", file!(), line!(), column!(), &["slow", "fast"]);
    /// # let slow = |x: u32| { std::thread::sleep(core::time::Duration::from_millis(1)); x + x };
    /// # let double = move |x| explore::at(&SITE, |member| if member == 0 { slow(x) } else { 2 * x });
    /// # let file = std::env::temp_dir().join(format!("polarnet-default-{}.json", std::process::id()));
    /// # let explorer = || Explorer::new("double").file(&file);
    /// explorer().run(|| double(21))?.best.set_default();
    /// let doubled = std::thread::spawn(move || double(21)).join().unwrap(); // the fast one, there too
    /// assert_eq!(doubled, 42);
    /// # std::fs::remove_file(file).unwrap();
    /// # Ok::<(), explore::Error>(())
    /// ```
    pub fn set_default(&self) {
        here::set_default(Arc::clone(&self.picks));
    }

    pub(super) fn picks(&self) -> &Arc<Picks> {
        &self.picks
    }

    pub(super) fn get(&self, place: usize) -> Option<&Choice> {
        self.list.get(place)
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.picks.contains_key(&point)
    }

    pub(super) fn at(&self, point: Point) -> Option<&Choice> {
        self.list.iter().find(|choice| choice.point == point)
    }
}

impl FromIterator<Choice> for Choices {
    fn from_iter<T: IntoIterator<Item = Choice>>(choices: T) -> Self {
        let list: Vec<Choice> = choices.into_iter().collect();
        let picks = Arc::new(list.iter().map(|choice| (choice.point, choice.member)).collect());
        Choices { list, picks }
    }
}

impl<'a> IntoIterator for &'a Choices {
    type Item = &'a Choice;
    type IntoIter = core::slice::Iter<'a, Choice>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// The same members at the same paths, in whichever order.
impl PartialEq for Choices {
    fn eq(&self, other: &Self) -> bool {
        self.picks == other.picks
    }
}

impl Eq for Choices {}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

/// A line for each choice; `no choices` if there is none.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.list.is_empty() {
            return f.write_str("no choices");
        }
        for (i, choice) in self.list.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{choice}")?;
        }
        Ok(())
    }
}
