//! Layer 3: a net, reduced on a device.
//!
//! The device's heap has the words of the CPU's, so the net is booted, and its normal form read, by the CPU's own code.

use super::book::{Book, Tables, fault_of};
use super::layout::{Launch, Question, end};
use super::{CudaDevice, Error, compiled::Reducer, fetch::fetch, room::Room, turns::Turns};
use crate::{
    cell::Plain,
    control::{Control, Limits, Stop},
    done::Done,
    error::{self, ErrorKind},
    heap::Heap,
    normal::Normal,
    program::Program,
    readback,
    stats::{Rule, Stats},
    watch::Progress,
    word::{Redex, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers};
use std::sync::Arc;

/// Why a run did not reach the normal form.
enum Failed {
    Stopped(Stop),
    Device(Error),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Failed::Stopped(stop)
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Device(error)
    }
}

/// What is reduced, where, and under which limits.
pub(super) struct Job<'a> {
    pub device: &'a CudaDevice,
    pub program: &'a Program,
    pub reducer: &'a Reducer,
    pub limits: &'a Limits,
    /// Expands the references that are left.
    pub expand: bool,
}

impl Job<'_> {
    /// Reduces a definition, applied to numbers. The memory limit is the device's, too.
    pub fn run(&self, def: u32, args: &[Number], progress: &Arc<Progress>) -> Result<Done, error::Error> {
        let control = Control::new(self.limits.clone(), 1, progress.clone());
        let mut stats = Stats { kernel: Some(self.reducer.kind.clone()), ..Stats::default() };
        let normal = self.reduce(&control, def, args, &mut stats);
        (stats.elapsed, stats.peak_bytes) = (control.elapsed(), control.peak());
        match normal {
            Ok(normal) => Ok(Done { normal, stats }),
            Err(Failed::Stopped(stop)) => Err(ErrorKind::from(stop).with(stats)),
            Err(Failed::Device(Error::MemoryLimit { limit, .. })) => Err(ErrorKind::Memory(limit).with(stats)),
            Err(Failed::Device(error)) => Err(ErrorKind::Cuda(error).with(stats)),
        }
    }

    fn reduce(&self, control: &Control, def: u32, args: &[Number], stats: &mut Stats) -> Result<Normal, Failed> {
        let Job { device, program, reducer, limits, .. } = *self;
        let tables = Tables::new(program, reducer.needs.as_ref());
        let book = Book::new(device, &tables)?;
        let left = limits.memory.saturating_sub(device.used_memory());
        let room = Turns::room(&reducer.function, left, tables.most.1)?.ok_or_else(|| self.too_little())?;

        let mut heap = Heap::<Plain>::new(room.words, program.spare()).map_err(|_| self.too_little())?;
        // What the device hands out has to find room here.
        let room = Room { words: room.words.min(heap.words()), ..room };
        let mut worker = Worker::<Plain>::new(&heap, program, 0, 1);
        let root = worker.boot(def, args);
        if worker.exhausted {
            return Err(self.too_little().into());
        }
        let (redexes, fresh): (Vec<_>, _) = (worker.bag.iter().collect(), worker.fresh_from());
        stats.by_rule.merge(&worker.counts);
        drop(worker);
        let words = heap.words_mut(fresh as usize);
        let limit = limits.interactions.unwrap_or(u64::MAX);
        let launch = Launch { limit, chunk: reducer.chunk(), ..book.launch(program.numbers()) };
        let mut turns = Turns::new(device, &reducer.function, room, (book, launch), words, &redexes)?;
        stats.threads = turns.threads();

        let settled = self.settle(control, &mut turns, &heap);
        for &rule in Rule::ALL {
            stats.by_rule.add_many(rule, turns.run.counts[rule as usize]);
        }
        settled?;
        control.overdrawn()?;

        let used = turns.used() as usize;
        fetch(&turns.heap, &device.stream(), &mut heap, used, (program, root))?;
        heap.hand_out(used as u64);
        drop(turns);
        let mut workers = [Worker::<Plain>::new(&heap, program, 0, 1)];
        if self.expand {
            // What references leave in a normal form is little.
            let expanded = readback::expand(&mut workers, control, root, true);
            stats.by_rule.merge(&workers[0].counts);
            expanded?;
        }
        Ok(readback::read(&workers[0], program, control, root)?)
    }

    /// Turn after turn, until no redex is left.
    fn settle(&self, control: &Control, turns: &mut Turns, heap: &Heap<Plain>) -> Result<(), Failed> {
        let numbers = self.program.numbers();
        let mut before = 0;
        loop {
            let part = control.draw()?;
            let done = turns.turn()?;
            let run = turns.run;
            control.settle(part, run.interactions - before);
            before = run.interactions;
            control.check(turns.bytes(), 0, 0, fault_of(run.fault, numbers).as_ref())?;
            match run.ended {
                end::MEMORY => return Err(self.too_little().into()),
                end::ELEMENTARY => return Err(Error::ElementaryInRules.into()),
                end::INTERACTIONS => {
                    return Err(Stop::Interactions(self.limits.interactions.unwrap_or(u64::MAX)).into());
                }
                end::NO_RULE => {
                    let worker = Worker::<Plain>::new(heap, self.program, 0, 1);
                    return Err(Stop::NoRule(run.stuck.map(|word| worker.name(Word(word)))).into());
                }
                why => debug_assert!([0, end::DONE, end::QUESTIONS].contains(&why), "it ended with {why}"),
            }
            let answers = answers(&turns.questions()?, numbers, control)?;
            turns.give(&answers)?;
            if done && answers.is_empty() {
                return Ok(());
            }
        }
    }

    fn too_little(&self) -> Stop {
        Stop::Memory(self.limits.memory)
    }
}

/// The results of functions that only the CPU computes, each with what waits for it.
fn answers(questions: &[Question], numbers: Numbers, control: &Control) -> Result<Vec<Redex>, Stop> {
    let mut fault = None;
    let answer = |question: &Question| {
        let [num, rhs] = [question.num, question.rhs].map(|word| Word(word).as_number());
        let (result, found) = Number::operate(num, rhs, numbers);
        fault = fault.or(found);
        Redex(Word::number(result), Word(question.ret))
    };
    let answers = questions.iter().map(answer).collect();
    if let Some(fault) = &fault {
        control.check(0, 0, 0, Some(fault))?;
    }
    Ok(answers)
}
