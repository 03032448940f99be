//! What is wrong with a hole that stands for statements.

use super::{
    MOST, Task,
    place::{Given, Place, Why},
    way::Way,
};
use crate::schedule::errors::Errors;

/// What a body does: by that, those that fit differ.
#[derive(PartialEq, Eq)]
pub struct Told {
    /// Which calls are made on which trip, and what names are.
    what: String,
    /// The trips that are written.
    written: Vec<usize>,
}

impl Task<'_> {
    pub fn told(&self, way: &Way, place: &Place) -> Told {
        let mut all = Vec::new();
        for (call, of) in self.work.calls.iter().zip(&place.of) {
            if let Some((kernel, trip)) = *of {
                let by = match call.kernels.len() {
                    1 => String::new(),
                    _ => format!(" by `{}`", call.kernels[kernel]),
                };
                all.push(format!("{}{by} on `{}`", call.told, self.time.trips[trip].name));
            }
        }
        for named in &place.named {
            all.push(match named.is {
                Given::Output(call, _) => format!("`{}` is {}", named.name, self.work.calls[call].told),
                Given::Copy(_) => format!("`{}` is a copy", named.name),
            });
        }
        Told { what: all.join(", "), written: way.written.clone() }
    }

    pub fn several<'t>(&self, told: impl Iterator<Item = &'t Told>) -> Errors {
        let told: Vec<&Told> = told.collect();
        let one = |it: &&Told| match it.written.first() {
            // What is written may be one trip or the other.
            Some(&first) if told.iter().any(|other| other.what == it.what && other.written != it.written) => {
                let first = format!("what is written begins with `{}`", self.time.trips[first].name);
                if it.what.is_empty() { first } else { format!("{}, {first}", it.what) }
            }
            _ => it.what.clone(),
        };
        let list: Vec<String> = told.iter().map(one).collect();
        let text = format!(
            "{} things fit here, and they do `{}` on different trips of `{}`:\n      {}",
            list.len(),
            self.work.val,
            self.time.name,
            list.join("\n      ")
        );
        self.error(&text, "write the commands of one trip, `encode e.call[y <- f::<1>(x)];`, and leave the rest open")
    }

    pub fn made_of_others(&self) -> Errors {
        let name = &self.time.name;
        let text = format!("`{name}` is made of other timelines, and which function does them is not known");
        self.error(&text, "write the statements; a value may be left open: `let x = ???;`")
    }

    pub fn too_many(&self) -> Errors {
        let text = format!(
            "more than {MOST} things could stand here: {} calls of `{}`, on {} trips of `{}`",
            self.work.calls.len(),
            self.work.val,
            self.time.trips.len(),
            self.time.name
        );
        self.error(&text, "write some of the commands, `encode e.call[y <- f::<1>(x)];`, and leave the rest open")
    }

    /// Why nothing fits.
    pub fn none(&self, ways: &[Way], mut wrong: Vec<Errors>, why: Option<Why>) -> Errors {
        if wrong.len() == 1 {
            return wrong.remove(0);
        }
        let some = !wrong.is_empty();
        let shared = Errors::shared(wrong, &self.open.holes);
        if !shared.is_empty() {
            return shared;
        }
        let name = &self.time.name;
        if ways.is_empty() {
            let text =
                format!("the steps that are written are not those of `{name}` in their order, whatever stands here");
            return self.error(&text, &format!("`{name}` has, in this order: {}", self.steps()));
        }
        let (text, help) = match why {
            Some(Why::Idle(trip)) => (
                format!(
                    "nothing fits here: `{}` of `{name}` has nothing to do, as there {} in `{}` for {} trips",
                    self.time.trips[trip].name,
                    self.calls(),
                    self.work.val,
                    self.time.trips.len()
                ),
                "write a timeline with fewer trips, or `encode_begin` and `submit` of this one by hand".to_owned(),
            ),
            Some(Why::Waits(call, other)) => (
                format!(
                    "nothing fits here: {} takes {}, which is not back before its trip is submitted",
                    self.work.calls[call].told, self.work.calls[other].told
                ),
                format!("`{name}` has, in this order: {}", self.steps()),
            ),
            Some(Why::Nowhere(call)) => (
                format!("nothing fits here: {} is on no trip that a hole could make", self.work.calls[call].told),
                "write `???;` before it is submitted".to_owned(),
            ),
            None if some => (
                format!("nothing fits here, of what computes `{}` in the order of `{name}`", self.work.val),
                "write these statements: one that is wrong says why".to_owned(),
            ),
            None => (
                format!("nothing fits here: there {} in `{}`", self.calls(), self.work.val),
                format!("`{name}` has, in this order: {}", self.steps()),
            ),
        };
        self.error(&text, &help)
    }

    fn calls(&self) -> String {
        let list: Vec<&str> = self.work.calls.iter().map(|call| &call.told[..]).collect();
        match list.len() {
            0 => "is no call of a kernel".to_owned(),
            1 => format!("is one call, {},", list[0]),
            count => format!("are {count} calls, {},", list.join(" and ")),
        }
    }

    /// The steps of the timeline.
    fn steps(&self) -> String {
        use super::steps::Step;
        let one = |step: &Step| match *step {
            Step::Begin(trip) => format!("encode_begin (`{}`)", self.time.trips[trip].name),
            Step::Submit(trip) => format!("submit (`{}`)", self.time.trips[trip].name),
            Step::Sync(trip) => format!("await (`{}`)", self.time.trips[trip].name),
        };
        self.time.steps.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn error(&self, text: &str, help: &str) -> Errors {
        let mut errors = Errors::default();
        errors.push(self.open.span, text, help);
        errors
    }
}
