//! A net on a device, reduced in turns.

use super::layout::{
    At, BATCH, Batch, DEPOTS, Depot, Field, Launch as Launched, NODE_BATCH, Question, Run, SIZES, STATE_BYTES, TPB, end,
};
use super::{Buffer, CudaDevice, Error, Function, Launch, Stream, book::Book, room::Room};
use crate::word::Redex;
use core::time::Duration;

/// How long a turn is: between two of them the host looks at the limits.
const TURN: Duration = Duration::from_millis(5);

/// Ticks of a turn, at most.
const TICKS: u32 = 1 << 22;

/// What a net takes of a device while it is reduced.
pub struct Turns {
    device: CudaDevice,
    stream: Stream,
    function: Function,
    room: Room,
    /// What the kernel's parameter leads to.
    launched: Buffer<Launched>,
    /// As the last turn has left it.
    pub run: Run,
    run_there: Buffer<Run>,
    pub heap: Buffer<u64>,
    redexes: Buffer<Batch>,
    /// Of redexes, and their lists.
    depots: Buffer<Depot>,
    batches: Buffer<u32>,
    spares: Buffer<u32>,
    questions: Buffer<Question>,
    /// What only the kernel uses; its tables name them.
    _book: Book,
    _words: [Buffer<u64>; 2],
    _lists: [Buffer<u32>; 3],
    _node_depots: Buffer<Depot>,
}

impl Turns {
    /// How the device's memory would be divided; none if there is too little.
    pub fn room(function: &Function, bytes: u64, redexes: u32) -> Result<Option<Room>, Error> {
        let blocks = function.cooperative_blocks(TPB as u32, STATE_BYTES as u32)?;
        Ok(Room::new(bytes, blocks, redexes))
    }

    /// Puts a net there: the first words of its heap, and its redexes.
    pub fn new(
        device: &CudaDevice,
        function: &Function,
        room: Room,
        (book, launch): (Book, Launched),
        words: &[u64],
        redexes: &[Redex],
    ) -> Result<Turns, Error> {
        let stream = device.stream();
        let mut heap = Buffer::uninit(device, room.words as usize)?;
        heap.write(&stream, 0, words)?;
        let [batches, nodes] = [room.batches, room.node_batches].map(|count| count as usize);
        let batches_there = Buffer::uninit(device, batches * SIZES)?;
        let spares = Buffer::zeroed(device, batches)?;
        let redexes_there = Buffer::uninit(device, batches)?;
        let node_batches = Buffer::uninit(device, nodes * SIZES)?;
        let node_spares = Buffer::zeroed(device, nodes)?;
        let nodes_there = Buffer::uninit(device, nodes * NODE_BATCH)?;
        let state = Buffer::zeroed(device, room.blocks as usize * STATE_BYTES / 8)?;
        let over = Buffer::uninit(device, room.blocks as usize * (room.over as usize + TPB) * 2)?;
        let questions = Buffer::uninit(device, room.questions as usize)?;
        // The part of these lists that a depot has, of parts of so many.
        let depot = |part: u32, capacity: u32, batches: &Buffer<u32>, spares: &Buffer<u32>| {
            let from =
                |list: &Buffer<u32>, each: usize| At::new(list.at().0 + u64::from(part * capacity) * each as u64 * 4);
            Depot {
                capacity,
                spare: capacity,
                first: part * capacity,
                batches: from(batches, SIZES),
                spares: from(spares, 1),
                ..Depot::ZERO
            }
        };
        let depots = |count: u32, batches: &Buffer<u32>, spares: &Buffer<u32>| -> Vec<Depot> {
            (0..DEPOTS as u32).map(|part| depot(part, count / DEPOTS as u32, batches, spares)).collect()
        };
        let redex_depots = depots(room.batches, &batches_there, &spares);
        let redex_depots_there = Buffer::from_slice(device, &redex_depots)?;
        let node_depots = depots(room.node_batches, &node_batches, &node_spares);
        let node_depots_there = Buffer::from_slice(device, &node_depots)?;
        let run = Run { fresh: words.len().next_multiple_of(2) as u64, ..Run::ZERO };
        let run_there = Buffer::from_slice(device, &[run])?;
        let launch = Launched {
            heap: heap.at(),
            run: run_there.at(),
            redexes: redexes_there.at(),
            nodes: nodes_there.at(),
            redex_depots: redex_depots_there.at(),
            depots: node_depots_there.at(),
            questions: questions.at(),
            state: state.at(),
            over: over.at(),
            words: room.words,
            nanoseconds: TURN.as_nanos() as u64,
            ticks: TICKS,
            // Less where all blocks' were much of the heap.
            chunk: u64::from(launch.chunk).min(room.words / 4 / u64::from(room.blocks)).max(2) as u32 & !1,
            over_room: room.over,
            question_room: room.questions,
            ..launch
        };
        let mut turns = Turns {
            device: device.clone(),
            stream,
            function: function.clone(),
            room,
            launched: Buffer::from_slice(device, &[launch])?,
            run,
            run_there,
            heap,
            redexes: redexes_there,
            depots: redex_depots_there,
            batches: batches_there,
            spares,
            questions,
            _book: book,
            _words: [state, over],
            _lists: [nodes_there, node_batches, node_spares],
            _node_depots: node_depots_there,
        };
        turns.give(redexes)?;
        Ok(turns)
    }

    /// Threads that reduce.
    pub fn threads(&self) -> usize {
        self.room.blocks as usize * TPB
    }

    /// Bytes that were handed out of the heap, and that the rest takes.
    pub fn bytes(&self) -> u64 {
        self.room.bytes() - self.room.words * 8 + self.used() * 8
    }

    /// Words of the heap that were handed out.
    pub fn used(&self) -> u64 {
        self.run.fresh.min(self.room.words)
    }

    /// Reduces for a while. Is the net in normal form, but for what was asked?
    pub fn turn(&mut self) -> Result<bool, Error> {
        (self.run.ended, self.run.asked, self.run.hungry) = (0, 0, 0);
        self.run_there.write(&self.stream, 0, &[self.run])?;
        let launch = Launch { blocks: self.room.blocks, threads: TPB as u32, shared: STATE_BYTES as u32 };
        // SAFETY: the kernel's one parameter is a `Launch`, whose tables are all buffers of this one, which nobody else has, and of
        // the lengths that it says.
        unsafe { self.function.launch_cooperative(&self.stream, launch, (&self.launched,))? };
        self.stream.synchronize()?;
        self.read()?;
        Ok(self.run.ended == end::DONE)
    }

    fn read(&mut self) -> Result<(), Error> {
        let mut run = [self.run];
        self.run_there.read_into(&self.stream, 0, &mut run)?;
        self.run = run[0];
        Ok(())
    }

    /// What was asked in the last turn.
    pub fn questions(&self) -> Result<Vec<Question>, Error> {
        self.questions.read(&self.stream, 0..self.run.asked as usize)
    }

    /// Adds redexes, for the next turn. Where there is no room for them, the memory is too small.
    pub fn give(&mut self, redexes: &[Redex]) -> Result<(), Error> {
        let count = redexes.len().div_ceil(BATCH);
        let mut depots = self.depots.read(&self.stream, 0..DEPOTS)?;
        let Some(shares) = divide(count, depots.iter().map(|depot| depot.spare as usize)) else {
            return Err(Error::MemoryLimit {
                asked: (count * size_of::<Batch>()) as u64,
                limit: self.device.memory_limit(),
            });
        };
        let mut parts = redexes.chunks(BATCH);
        for (depot, count) in depots.iter_mut().zip(shares).filter(|&(_, count)| count > 0) {
            let first = depot.first as usize;
            let from = depot.spare as usize - count;
            let spares = self.spares.read(&self.stream, first + from..first + depot.spare as usize)?;
            let ids: Vec<u32> =
                (depot.first + from as u32..).zip(spares).map(|(at, relative)| at.wrapping_add(relative)).collect();
            for (&id, part) in ids.iter().zip(&mut parts) {
                let mut batch = Batch { count: part.len() as u64, ..Batch::ZERO };
                for (at, &Redex(pos, neg)) in part.iter().enumerate() {
                    (batch.pos[at], batch.neg[at]) = (pos.0, neg.0);
                }
                self.redexes.write(&self.stream, id as usize, &[batch])?;
            }
            self.batches.write(&self.stream, first * SIZES + depot.full[0] as usize, &ids)?;
            depot.spare = from as u32;
            depot.full[0] += count as u32;
        }
        self.depots.write(&self.stream, 0, &depots)?;
        self.run.offered += count as u32;
        Ok(())
    }
}

/// So many things, among those that have room for so many each: alike as far as there is room. `None` if there is not enough.
fn divide(mut count: usize, room: impl ExactSizeIterator<Item = usize> + Clone) -> Option<Vec<usize>> {
    let mut shares = vec![0; room.len()];
    while count > 0 {
        let open = shares.iter().zip(room.clone()).filter(|&(&share, room)| share < room).count();
        if open == 0 {
            return None;
        }
        let most = count.div_ceil(open);
        for (share, room) in shares.iter_mut().zip(room.clone()) {
            let more = most.min(room - *share).min(count);
            *share += more;
            count -= more;
        }
    }
    Some(shares)
}

const _: () = assert!(size_of::<At<u64>>() == size_of::<u64>());

#[cfg(test)]
mod tests {
    use super::divide;

    #[test]
    fn shares_are_alike_as_far_as_there_is_room() {
        let divide = |count, room: &[usize]| divide(count, room.iter().copied());
        assert_eq!(divide(0, &[0, 0]), Some(vec![0, 0]));
        assert_eq!(divide(1, &[0, 3]), Some(vec![0, 1]));
        assert_eq!(divide(7, &[5, 5, 5]), Some(vec![3, 3, 1]));
        assert_eq!(divide(10, &[1, 9, 4]), Some(vec![1, 5, 4]));
        assert_eq!(divide(14, &[1, 9, 4]), Some(vec![1, 9, 4]));
        assert_eq!(divide(15, &[1, 9, 4]), None);
    }
}
