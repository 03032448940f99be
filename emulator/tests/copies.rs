//! Columns larger than the blocks of pinned memory that they go by, on the emulated device: in pieces, both ways.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

use polarnet::{
    columns::{Brand, Data, Mapping, Space},
    cuda,
    device::{Device, Error},
    private::passes::{Element, Made, Program, Run, Step},
};
use polarnet_emulator::{Emulator, Options, Setting};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

/// Bytes of a block, and how many a run has, as `stage.rs` in the runtime says.
const BLOCK: usize = 2 << 20;
const RING: u64 = 4;

/// Rows of 8 bytes that a block has place for.
const ROWS: usize = BLOCK / 8;

/// Few rows are touched, as the emulator takes long for each: the first and the last of 64, which those at the ends of pieces are.
const SOURCE: &str = "
DEV bool touched(u64 i, u32 to) { return i % 64 == 0 || i % 64 == 63 || i + 1 == to; }
KERNEL(more, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) if (touched(i, to)) put(slot<u64>(s, 2), i, get(slot<u64>(s, 1), i) + 1);
}
KERNEL(count, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) if (touched(i, to)) put(slot<u64>(s, 2), i, i);
}
KERNEL(wrong, const u64* s, u32 from, u32 to) {
    if (block() == 0 && thread() == 0) put(slot<u8>(s, 2), get(s, 4), u8(2)), put(slot<u32>(s, 3), get(s, 4), to);
}
";

static MORE: Program = Program {
    name: "more",
    source: SOURCE,
    defines: Vec::new,
    steps: &[Step::Map { kernel: "more", rows: 1, makes: &[Made { slot: 2, ty: Element::U64 }] }],
    slots: 3,
};

static COUNT: Program = Program {
    name: "count",
    source: SOURCE,
    defines: Vec::new,
    steps: &[Step::Map { kernel: "count", rows: 1, makes: &[Made { slot: 2, ty: Element::U64 }] }],
    slots: 3,
};

static WRONG: Program = Program {
    name: "wrong",
    source: SOURCE,
    defines: Vec::new,
    steps: &[Step::Map {
        kernel: "wrong",
        rows: 1,
        makes: &[Made { slot: 2, ty: Element::Bool }, Made { slot: 3, ty: Element::Row }],
    }],
    slots: 5,
};

/// The emulator as in a new process, for one test at a time.
fn emulator() -> (MutexGuard<'static, ()>, Emulator) {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let options = Options { quiet: true, memory: Some(64 << 20), ..Options::default() };
    let emulator = polarnet_emulator::load(options).expect("the emulator is there");
    // It forgot that, and what is tested does it once.
    cudarc::driver::result::init().expect("the driver begins");
    (alone, emulator)
}

fn begin<'d>(gpu: &'d Device, program: &'static Program) -> Result<Run<'d>, Error> {
    // SAFETY: the kernels touch what their slots name; the one that leaves what is no value does it in bytes, which are looked at.
    unsafe { gpu.compiles().expect("the device compiles").begin(program) }
}

fn more_on<S: Space>(gpu: &Device, x: &Data<S, u64>) -> Result<Data<S, u64>, Error> {
    let mut run = begin(gpu, &MORE)?;
    run.column(1, x.as_slice())?;
    run.go()?;
    run.data(2, x.rows())
}

fn touched(row: usize, rows: usize) -> bool {
    row.is_multiple_of(64) || row % 64 == 63 || row + 1 == rows
}

/// Sends so many rows there and back, with other values for each seed.
fn there_and_back(gpu: &Device, rows: usize, seed: u64) -> Result<(), Error> {
    Brand::with(|guard| {
        let x = guard.column((0..rows as u64).map(|row| (row ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect());
        let found = more_on(gpu, &x)?;
        for (row, (&found, &x)) in found.iter().zip(x.iter()).enumerate() {
            let wanted = if touched(row, rows) { x.wrapping_add(1) } else { 0 };
            assert_eq!(found, wanted, "row {row} of {rows}");
        }
        Ok(())
    })
}

#[test]
fn columns_of_any_size_go_there_and_back_by_a_few_blocks() {
    let (_alone, emulator) = emulator();
    emulator.set(Setting::LazyStreams, 1);
    let gpu = Device::cuda(0).unwrap();
    let sizes = [1, ROWS - 17, ROWS - 1, ROWS, ROWS + 1, 2 * ROWS, 3 * ROWS + 5, 4 * ROWS, 5 * ROWS - 1, 7 * ROWS + 17];
    let before = emulator.counts().allocations;
    for (seed, rows) in sizes.into_iter().enumerate() {
        emulator.set(Setting::Seed, seed as u64);
        let counts = gpu.counts();
        there_and_back(&gpu, rows, seed as u64).unwrap();
        let counts = gpu.counts() - counts;
        // Both ways, and the slots and the fault.
        assert_eq!(counts.copies, 2 * (8 * rows).div_ceil(BLOCK) as u64 + 2, "{rows} rows");
        assert_eq!(counts.from_device_bytes, 8 * rows as u64 + 16, "{rows} rows");
    }
    // A run allocates a column, what it makes, and a table; the rest is pinned.
    let pinned = emulator.counts().allocations - before - 3 * sizes.len() as u64;
    assert!((2..=RING).contains(&pinned), "{pinned} blocks");
}

#[test]
fn threads_have_blocks_of_their_own() {
    let (_alone, emulator) = emulator();
    emulator.set(Setting::LazyStreams, 1);
    let gpu = Device::cuda(0).unwrap();
    thread::scope(|scope| {
        for seed in 0..3 {
            let gpu = &gpu;
            scope.spawn(move || {
                (0..2).for_each(|nth| there_and_back(gpu, ROWS + 100 * nth, seed * 7 + nth as u64).unwrap());
            });
        }
    });
}

#[test]
fn what_comes_in_pieces_is_numbered_through() {
    let (_alone, _emulator) = emulator();
    let gpu = Device::cuda(0).unwrap();
    Brand::with(|guard| {
        // The bytes of a matrix are divided into pieces, and not its columns.
        let (outer, rows) = (3, ROWS / 2 + 3);
        let rows = guard.rows(rows);
        Brand::with(|guard| {
            let outer = guard.rows(outer);
            let mut run = begin(&gpu, &COUNT).unwrap();
            run.scalar(1, (outer.len() * rows.len()) as u64).unwrap();
            run.go().unwrap();
            let matrix: Data<_, Data<_, u64>> = run.matrix(2, outer, rows).unwrap();
            for (nth, column) in matrix.iter().enumerate() {
                for (row, &value) in column.iter().enumerate() {
                    let at = nth * rows.len() + row;
                    assert_eq!(value, if touched(at, 3 * rows.len()) { at as u64 } else { 0 });
                }
            }
        });
    });
    // What is no value is told with its row, in whatever piece it lies, and the run goes on.
    Brand::with(|guard| {
        let x = guard.column(vec![0_u8; BLOCK + 10]);
        for wrong in [0, BLOCK / 4 - 1, BLOCK / 4, BLOCK - 1, BLOCK, BLOCK + 9] {
            let mut run = begin(&gpu, &WRONG).unwrap();
            run.column(1, x.as_slice()).unwrap();
            run.scalar(4, wrong as u64).unwrap();
            run.go().unwrap();
            let error = Error::Invalid { function: "wrong", row: wrong as u32 };
            assert_eq!(run.data::<_, bool>(2, x.rows()).unwrap_err(), error);
            let rows: Result<Mapping<_, _>, Error> = run.mapping(3, x.rows(), x.rows());
            assert_eq!(rows.unwrap_err(), error);
        }
    });
}

/// Each allocation may be the one that there is no memory for: a block that is not pinned is as good, and only slower.
#[test]
fn where_nothing_is_pinned_copies_are_right() {
    let (_alone, emulator) = emulator();
    for lazy in [0, 1] {
        emulator.set(Setting::LazyStreams, lazy);
        let mut fine = 0;
        for nth in 1..8 {
            // A new device, which has nothing pinned.
            let gpu = Device::cuda(0).unwrap();
            emulator.set(Setting::FailAllocation, nth);
            match there_and_back(&gpu, 4 * ROWS + 5, nth) {
                Ok(()) => fine += 1,
                Err(error) => assert!(matches!(error, Error::Cuda(cuda::Error::OutOfMemory { .. })), "{error}"),
            }
            emulator.set(Setting::FailAllocation, 0);
            there_and_back(&gpu, 2 * ROWS + 5, nth).unwrap();
        }
        assert!((3..7).contains(&fine), "{fine}");
    }
}

#[test]
fn a_device_that_is_lost_meanwhile_is_an_error() {
    let (_alone, emulator) = emulator();
    let gpu = Device::cuda(0).unwrap();
    there_and_back(&gpu, 5 * ROWS, 1).unwrap();
    emulator.set(Setting::FailLaunch, 1);
    for _ in 0..2 {
        let error = there_and_back(&gpu, 5 * ROWS, 2).unwrap_err();
        assert!(matches!(error, Error::Cuda(cuda::Error::Lost { .. })), "{error}");
    }
}
