//! Which steps of a timeline the written ones are, and which the holes.

use super::{
    event::EventKind,
    open::{Form, Open, Use},
    steps::{Step, Timeline},
};
use proc_macro2::Ident;

/// So many ways are looked at, and so many steps to find them.
const MOST: usize = 32;
const STEPS: usize = 10_000;

/// One way to give steps to holes.
#[derive(Clone)]
pub struct Way {
    /// The steps of each item, from one to another.
    pub steps: Vec<(usize, usize)>,
    /// Is the value of a hole what its last step gives?
    pub last: Vec<bool>,
    /// The names of encoders, fences, and of what was awaited, where they are written.
    pub encoders: Vec<Option<Ident>>,
    pub fences: Vec<Option<Ident>>,
    /// The fields that are read of a trip, and whether its fence is a hole there.
    pub fields: Vec<Vec<(Ident, bool)>>,
    /// The trips of what is written.
    pub written: Vec<usize>,
    /// The steps that holes do.
    pub made: Vec<usize>,
}

/// All ways, up to [`MOST`].
pub fn ways(open: &Open<'_>, time: &Timeline) -> Vec<Way> {
    let first = Way {
        steps: Vec::new(),
        last: Vec::new(),
        encoders: time.trips.iter().map(|trip| trip.encoder.clone()).collect(),
        fences: time.trips.iter().map(|trip| trip.fence.clone()).collect(),
        fields: vec![Vec::new(); time.trips.len()],
        written: Vec::new(),
        made: Vec::new(),
    };
    let mut search = Search { open, time, found: Vec::new(), left: STEPS };
    search.item(first);
    search.found
}

struct Search<'s, 'a> {
    open: &'s Open<'a>,
    time: &'s Timeline,
    found: Vec<Way>,
    left: usize,
}

impl Search<'_, '_> {
    /// Goes on with the next item.
    fn item(&mut self, way: Way) {
        if self.left == 0 || self.found.len() >= MOST {
            return;
        }
        self.left -= 1;
        let at = way.steps.len();
        let begin = way.steps.last().map_or(0, |&(_, end)| end);
        let Some(item) = self.open.items.get(at) else {
            if begin == self.time.steps.len() {
                self.found.push(way);
            }
            return;
        };
        // A command stands between the beginning of its trip and its end.
        let open = |name: &&Ident| {
            let trips = (0..self.time.trips.len()).filter(|&trip| way.encoders[trip].as_ref() == Some(*name));
            let ends: Vec<Option<usize>> = trips.map(|trip| self.time.when(Step::Submit(trip))).collect();
            ends.is_empty() || ends.iter().any(|end| end.is_none_or(|end| end >= begin))
        };
        if !item.commands.iter().all(open) {
            return;
        }
        let Some(form) = item.hole else {
            if let Some(mut way) = self.events(way, begin) {
                let end = begin + item.events.len();
                way.steps.push((begin, end));
                way.last.push(false);
                self.item(way);
            }
            return;
        };
        // What could be done by several holes, one after the other, the first one does.
        let between =
            self.open.items[..at].iter().rev().take_while(|item| item.events.is_empty() && item.commands.is_empty());
        let after = between.take_while(|item| !item.gives_step()).any(|item| item.hole == Some(Form::Statements));
        for end in begin..=self.time.steps.len().min(if after { begin + 1 } else { usize::MAX }) {
            let mut next = way.clone();
            next.made.extend(begin..end);
            let more = after && end > begin;
            if more && form == Form::Operand {
                continue;
            }
            if form == Form::Operand {
                if let Some(mut next) = self.events(next, end) {
                    next.steps.push((begin, end + item.events.len()));
                    next.last.push(false);
                    self.item(next);
                }
                continue;
            }
            next.steps.push((begin, end));
            let step = (end > begin).then(|| self.time.steps[end - 1]);
            let (as_value, as_step) = match (form, step) {
                (Form::Let(Use::Encoder), Some(Step::Begin(_))) | (Form::Let(Use::Fence), Some(Step::Submit(_))) => {
                    (false, true)
                }
                (Form::Let(Use::Encoder | Use::Fence), _) => (false, false),
                (Form::Let(Use::Ready), Some(Step::Sync(_))) => (true, true),
                (Form::Let(Use::Unknown), Some(_)) => (true, true),
                // A function may return what is under way.
                (Form::Value, Some(step)) => (true, !matches!(step, Step::Begin(_))),
                _ => (true, false),
            };
            if as_value && !more {
                let mut next = next.clone();
                next.last.push(false);
                self.item(next);
            }
            if let (true, Some(step)) = (as_step, step) {
                next.last.push(true);
                self.gives(&mut next, at, step);
                self.item(next);
            }
        }
    }

    /// The name of a hole is that of what its last step gives.
    fn gives(&self, way: &mut Way, at: usize, step: Step) {
        let Some(name) = self.open.name(at) else { return };
        match step {
            Step::Begin(trip) => way.encoders[trip] = Some(name.clone()),
            Step::Submit(trip) => way.fences[trip] = Some(name.clone()),
            Step::Sync(trip) => {
                let fields = self.open.fields(name);
                way.fields[trip].extend(fields.into_iter().map(|field| (field, false)));
            }
        }
    }

    /// The events of an item are the steps from here on, if they can be.
    fn events(&self, mut way: Way, begin: usize) -> Option<Way> {
        let item = &self.open.items[way.steps.len()];
        for (event, nth) in item.events.iter().zip(begin..) {
            let step = *self.time.steps.get(nth)?;
            let same = |known: &Option<Ident>| match (known, &event.of) {
                (Some(known), Some(name)) => known == name,
                // What a hole makes has no name that could be written.
                (None, Some(_)) => false,
                (_, None) => true,
            };
            let trip = match (event.kind, step) {
                (EventKind::Begin, Step::Begin(trip)) => {
                    way.encoders[trip] = event.gives.clone();
                    trip
                }
                (EventKind::Submit, Step::Submit(trip)) if same(&way.encoders[trip]) => {
                    way.fences[trip] = event.gives.clone();
                    trip
                }
                (EventKind::Await, Step::Sync(trip)) if same(&way.fences[trip]) => trip,
                _ => return None,
            };
            way.fields[trip].extend(event.fields.iter().map(|field| (field.clone(), event.open.is_some())));
            way.written.push(trip);
        }
        Some(way)
    }
}
