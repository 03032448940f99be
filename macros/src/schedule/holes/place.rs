//! Which call goes to a device on which trip.

use super::{
    Task,
    command::Command,
    open::{Form, Open},
    steps::Step,
    way::Way,
    work::Call,
};
use proc_macro2::Ident;

/// So many choices are looked at.
const CHOICES: usize = 20_000;

/// A choice for each call that is not written.
#[derive(Clone)]
pub struct Place {
    /// The way that it goes with.
    pub way: usize,
    /// Which of its kernels does a call, on which trip.
    pub of: Vec<Option<(usize, usize)>>,
    /// What written names are that a hole makes on a device.
    pub named: Vec<Named>,
    /// Where the commands of each trip stand.
    pub spots: Vec<Option<Spot>>,
}

/// A name that is used on a device, and that a hole makes.
#[derive(Clone)]
pub struct Named {
    pub trip: usize,
    pub name: Ident,
    pub is: Given,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// A result of a call.
    Output(usize, usize),
    /// A copy of a value: of this node of the val, if that is known.
    Copy(Option<usize>),
}

/// A name that is used on a trip, and made by a hole.
#[derive(Clone)]
struct Wanted {
    trip: usize,
    name: Ident,
    /// The class of the kernel that takes it, and as which of its arguments.
    by: Option<(usize, usize)>,
    /// Is it read where the trip is awaited?
    read: bool,
}

/// In an item, before a step.
#[derive(Clone, Copy)]
pub struct Spot {
    pub item: usize,
    pub before: usize,
}

/// What was found, and why something was not.
#[derive(Default)]
pub struct Found {
    pub places: Vec<Place>,
    pub why: Option<Why>,
    looked: usize,
}

impl Found {
    /// Are there more than can be tried?
    pub fn too_many(&self) -> bool {
        self.looked > CHOICES || self.places.len() > super::MOST
    }
}

/// Why calls cannot be given to trips.
pub enum Why {
    /// There is a trip that would have nothing to do.
    Idle(usize),
    /// A call takes what is not there yet.
    Waits(usize, usize),
    /// There is no trip for a call.
    Nowhere(usize),
}

impl Place {
    /// Does `???;` stand for nothing somewhere?
    pub fn leaves(&self, open: &Open<'_>, way: &Way) -> bool {
        open.items.iter().zip(&way.steps).enumerate().any(|(at, (item, (from, to)))| {
            let spot = |trip: usize| self.spots[trip].is_some_and(|spot| spot.item == at);
            let called = self.of.iter().flatten().any(|&(_, trip)| spot(trip));
            let copied = self.named.iter().any(|it| spot(it.trip));
            item.hole == Some(Form::Statements) && from == to && !called && !copied
        })
    }

    /// How many calls it makes.
    pub fn calls(&self) -> usize {
        self.of.iter().flatten().count()
    }
}

/// All choices that go with a way, and make so many calls.
pub fn places(task: &Task<'_>, nth: usize, way: &Way, count: usize, found: &mut Found) {
    let commands = task.open.commands();
    let trips = task.time.trips.len();
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut bound = vec![usize::MAX; trips];
    let mut busy = vec![false; trips];
    for trip in 0..trips {
        let own = |command: &&Command<'_>| way.encoders[trip].as_ref() == Some(command.encoder);
        let mut made: Vec<&Ident> = Vec::new();
        for command in commands.iter().filter(own) {
            busy[trip] = true;
            for (nth, &arg) in command.args.iter().enumerate() {
                if !made.contains(&arg) && !wanted.iter().any(|it| it.trip == trip && it.name == *arg) {
                    let class = command.kernel.and_then(|it| task.work.classes.get(&it.to_string()));
                    wanted.push(Wanted { trip, name: arg.clone(), by: class.map(|&class| (class, nth)), read: false });
                    bound[trip] = bound[trip].min(command.item);
                }
            }
            made.extend(&command.into);
        }
        for (field, open) in &way.fields[trip] {
            // What is written for another trip is not read of this one, if that is not said.
            if *open && !made.contains(&field) && commands.iter().any(|it| it.into.contains(&field)) {
                return;
            }
            if !made.contains(&field) && !wanted.iter().any(|it| it.trip == trip && it.name == *field) {
                wanted.push(Wanted { trip, name: field.clone(), by: None, read: true });
            }
        }
    }
    let spots: Vec<Option<Spot>> = (0..trips).map(|trip| spot(task, way, trip, bound[trip])).collect();
    let place = Place { way: nth, of: Vec::new(), named: Vec::new(), spots };
    let mut search = Search { task, wanted, busy, count, found };
    search.call(place);
}

/// Where the commands of a trip stand: as late as can be.
fn spot(task: &Task<'_>, way: &Way, trip: usize, bound: usize) -> Option<Spot> {
    let time = &task.time;
    let begin = time.when(Step::Begin(trip));
    if begin.is_none() && time.trips[trip].encoder.is_none() {
        return None;
    }
    let submit = time.when(Step::Submit(trip)).unwrap_or(usize::MAX);
    let items = task.open.items.iter().zip(&way.steps).enumerate();
    let mut fits = items.filter(|&(at, (item, &(from, to)))| {
        // What is written in an item comes after what its hole does.
        let to = to - if item.hole == Some(Form::Operand) { item.events.len() } else { 0 };
        item.hole.is_some() && at <= bound && begin.is_none_or(|begin| begin < to) && submit >= from
    });
    fits.next_back().map(|(item, (_, &(_, to)))| Spot { item, before: submit.min(to) })
}

struct Search<'s, 'a> {
    task: &'s Task<'a>,
    wanted: Vec<Wanted>,
    /// Is something written for the trip?
    busy: Vec<bool>,
    /// How many calls are made.
    count: usize,
    found: &'s mut Found,
}

impl Search<'_, '_> {
    fn calls(&self) -> &[Call] {
        &self.task.work.calls
    }

    fn is_over(&mut self) -> bool {
        self.found.looked += 1;
        self.found.too_many()
    }

    /// Chooses for the next call.
    fn call(&mut self, place: Place) {
        if self.is_over() {
            return;
        }
        let at = place.of.len();
        let (made, left) = (place.calls(), self.calls().len() - at);
        if made > self.count || made + left < self.count {
            return;
        }
        let Some(call) = self.calls().get(at) else {
            self.all_placed(place);
            return;
        };
        let kernels = call.kernels.len();
        let mut any = false;
        for trip in (0..place.spots.len()).filter(|&trip| place.spots[trip].is_some()) {
            any = true;
            if let Some(waits) = self.waits(&place, at, trip) {
                self.found.why.get_or_insert(Why::Waits(at, waits));
                continue;
            }
            for kernel in 0..kernels {
                let mut next = place.clone();
                next.of.push(Some((kernel, trip)));
                self.call(next);
            }
        }
        // Where no hole can do it, it is written, or computed here.
        let others =
            place.of.iter().zip(self.calls()).filter(|(of, it)| of.is_none() && it.class == self.calls()[at].class);
        if !any || others.count() < self.task.written[at] {
            let mut next = place;
            next.of.push(None);
            self.call(next);
        } else if place.spots.iter().all(Option::is_none) {
            self.found.why.get_or_insert(Why::Nowhere(at));
        }
    }

    /// A call that this one is made of, and that is not back before.
    fn waits(&self, place: &Place, at: usize, trip: usize) -> Option<usize> {
        let spot = place.spots[trip]?;
        let call = &self.calls()[at];
        call.after.iter().copied().find(|&other| match place.of.get(other).copied().flatten() {
            Some((_, of)) => {
                let back = self.task.time.when(Step::Sync(of)).is_some_and(|back| back < spot.before);
                // On the same trip it takes what is there.
                !(back || of == trip && self.through_kernels(place, at, other, trip))
            }
            None => false,
        })
    }

    /// Does a call get another's result on the same trip?
    fn through_kernels(&self, place: &Place, at: usize, other: usize, trip: usize) -> bool {
        self.calls()[at].args.iter().any(|arg| match arg.from {
            Some((from, _)) if from == other => true,
            Some((from, _)) => {
                matches!(place.of.get(from), Some(Some((_, of))) if *of == trip)
                    && self.through_kernels(place, from, other, trip)
            }
            None => false,
        })
    }

    /// Each trip has to do something.
    fn all_placed(&mut self, place: Place) {
        for trip in 0..place.spots.len() {
            let used = self.busy[trip] || place.of.iter().flatten().any(|&(_, of)| of == trip);
            if place.spots[trip].is_some() && !used && !self.calls().is_empty() {
                self.found.why.get_or_insert(Why::Idle(trip));
                return;
            }
        }
        self.name(place);
    }

    /// Says what the next of the wanted names is.
    fn name(&mut self, place: Place) {
        if self.is_over() {
            return;
        }
        let Some(wanted) = self.wanted.get(place.named.len()).cloned() else {
            self.found.places.push(place);
            return;
        };
        let options = self.options(&place, &wanted);
        for is in options {
            let mut next = place.clone();
            next.named.push(Named { trip: wanted.trip, name: wanted.name.clone(), is });
            self.name(next);
        }
    }

    /// What a name can be.
    fn options(&self, place: &Place, wanted: &Wanted) -> Vec<Given> {
        let on = |call: usize| matches!(place.of[call], Some((_, trip)) if trip == wanted.trip);
        let mut options = Vec::new();
        match wanted.by {
            // As what calls of the class have there.
            Some((class, nth)) => {
                let calls = self.calls().iter().filter(|call| call.class == class);
                options.extend(calls.filter_map(|call| call.args.get(nth)).map(|arg| match arg.from {
                    Some((from, nth)) if on(from) => Given::Output(from, nth),
                    _ => Given::Copy(Some(arg.node)),
                }));
            }
            None => {
                for (at, call) in self.calls().iter().enumerate().filter(|(at, _)| on(*at)) {
                    let leaves = |nth: &usize| {
                        let output = &call.outputs[*nth];
                        !wanted.read || output.computed_with || output.takers.iter().any(|&taker| !on(taker))
                    };
                    options.extend((0..call.outputs.len()).filter(leaves).map(|nth| Given::Output(at, nth)));
                }
            }
        }
        let taken = |is: &Given| matches!(is, Given::Output(..)) && place.named.iter().any(|known| known.is == *is);
        options.retain(|is| !taken(is));
        if options.is_empty() {
            options.push(Given::Copy(None));
        }
        options.dedup();
        options
    }
}
