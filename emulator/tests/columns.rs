//! Column passes on the emulated device, by hand-written kernels, beside the CPU: what comes back, what is copied, what goes wrong.
//!
//! Over 400 lines: all of its tests share kernels, a batch and a plan.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

use polarnet::{
    columns::{Batch, Brand, Builder, Data, Idx, Mapping, Node, Space},
    cuda::{self, CudaDevice},
    device::{Device, Error},
    private::passes::{Element, Fault, Made, NARROW, Program, Run, Step},
};
use polarnet_emulator::{Emulator, Options, Setting};
use std::{
    env, fs,
    path::PathBuf,
    sync::{Mutex, MutexGuard, Once, PoisonError},
    thread,
};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
    Div(I, I),
    Mad(I, I, I),
}

const SOURCE: &str = include_str!("columns.cu");

const fn made(slot: usize, ty: Element) -> Made {
    Made { slot, ty }
}

static VALUE: Program = Program {
    name: "value",
    source: SOURCE,
    defines: || vec![("HALF", 2)],
    steps: &[Step::Up { kernel: "pass_value", batch: 1, makes: &[made(12, Element::I32)] }],
    slots: 13,
};

static PATHS: Program = Program {
    name: "paths",
    source: SOURCE,
    defines: || vec![("HALF", 2)],
    steps: &[Step::Down { kernel: "pass_paths", batch: 1, users: 7, makes: &[made(10, Element::U64)] }],
    slots: 11,
};

static HALVES: Program = Program {
    name: "halves",
    source: SOURCE,
    defines: || vec![("HALF", 2)],
    steps: &[
        Step::Map { kernel: "pass_positive", rows: 1, makes: &[made(2, Element::Bool)] },
        Step::Map { kernel: "pass_half", rows: 2, makes: &[made(3, Element::F64)] },
    ],
    slots: 4,
};

static INVALID: Program = Program {
    name: "invalid",
    source: SOURCE,
    defines: || vec![("HALF", 2)],
    steps: &[Step::Map { kernel: "pass_invalid", rows: 1, makes: &[made(2, Element::Bool), made(3, Element::Row)] }],
    slots: 5,
};

/// Where these tests keep what they compiled.
fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("kernels-{}", std::process::id()))
}

/// The emulator, for one test at a time.
fn emulator(options: Options) -> (MutexGuard<'static, ()>, Emulator) {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    static CACHE: Once = Once::new();
    // SAFETY: all tests come here first, and one after the other.
    CACHE.call_once(|| unsafe { env::set_var("POLARNET_KERNEL_CACHE", cache()) });
    let options = Options { quiet: true, memory: options.memory.or(Some(64 << 20)), ..options };
    let emulator = polarnet_emulator::load(options).expect("the emulator is there");
    // It forgot that, and what is tested does it once.
    cudarc::driver::result::init().expect("the driver begins");
    (alone, emulator)
}

/// A batch of so many rows: many leaves, then a deep part, then wide levels again. Rows of other shapes by chance.
fn random<S: Space>(guard: polarnet::columns::Guard<S>, rows: usize, mut seed: u64) -> Batch<S, MathLang> {
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let mut builder = Builder::<S, MathLang>::new(guard);
    let mut all: Vec<Idx<S>> = Vec::new();
    for row in 0..rows {
        let deep = rows / 4 < row && row < rows / 2;
        let mut child = |all: &[Idx<S>]| {
            all[if deep { all.len() - 1 - next(2.min(all.len())) } else { next(all.len().min(rows / 4 + 1)) }]
        };
        let node = match if row < rows / 8 + 1 { 0 } else { row % 4 } {
            0 => Math::Num(row as i32 * 77 - 300),
            1 => Math::Add(child(&all), child(&all)),
            2 => Math::Div(child(&all), child(&all)),
            _ => Math::Mad(child(&all), child(&all), child(&all)),
        };
        all.push(builder.add(node));
    }
    builder.freeze()
}

/// As the kernel computes it; the first row that has no value.
fn value_here<S: Space>(b: &Batch<S, MathLang>, more: &Data<S, i32>, by: i32) -> Result<Data<S, i32>, (u32, Fault)> {
    let mut first = None;
    let mut row = 0;
    let values = b.fold(|node: Math<&i32>| {
        let value = match node {
            Math::Num(n) => n,
            Math::Add(a, b) => a.wrapping_add(*b),
            Math::Div(a, b) => a.checked_div(*b).unwrap_or_else(|| {
                let fault = if *b == 0 { Fault::DivisionByZero } else { Fault::DivisionOverflow };
                first = first.or(Some((row, fault)));
                0
            }),
            Math::Mad(a, b, c) => a.wrapping_mul(*b).wrapping_add(*c),
        };
        let value = value.wrapping_mul(by).wrapping_add(more.as_slice()[row as usize]);
        row += 1;
        value
    });
    first.map_or(Ok(values), Err)
}

fn begin<'d>(gpu: &'d Device, program: &'static Program) -> Result<Run<'d>, Error> {
    // SAFETY: the kernels of columns.cu touch what their slots name; those that leave what is no value do it in bytes, which
    // are looked at when they are read.
    unsafe { gpu.compiles().expect("the device compiles").begin(program) }
}

/// As `schedule!` would emit it.
fn value_on<S: Space>(
    gpu: &Device,
    b: &Batch<S, MathLang>,
    more: &Data<S, i32>,
    by: i32,
) -> Result<Data<S, i32>, Error> {
    let mut run = begin(gpu, &VALUE)?;
    run.batch(1, b)?;
    // What only other passes have.
    run.scalar(7, 0_u8)?;
    run.scalar(8, 0_u8)?;
    run.scalar(9, 0_u8)?;
    run.column(10, more.as_slice())?;
    run.scalar(11, by)?;
    run.go()?;
    run.data(12, b.rows())
}

fn paths_on<S: Space>(gpu: &Device, b: &Batch<S, MathLang>) -> Result<Data<S, u64>, Error> {
    let mut run = begin(gpu, &PATHS)?;
    run.batch(1, b)?;
    run.go()?;
    run.data(10, b.rows())
}

fn ones<S: Space>(b: &Batch<S, MathLang>) -> Data<S, i32> {
    b.rows().data(|row| row.raw() as i32 % 3 + 1)
}

#[test]
fn from_below_all_rows_have_the_cpus_values() {
    let (_alone, emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    let (mut faults, mut fine) = (0, 0);
    for (seed, rows) in [0, 1, 2, 9, 40, 300, 3 * NARROW as usize, 7 * NARROW as usize].into_iter().enumerate() {
        emulator.set(Setting::Seed, seed as u64);
        emulator.set(Setting::LateStores, seed as u64 % 2);
        emulator.set(Setting::StaleLoads, seed as u64 % 2);
        for seed in 0..3 {
            Brand::with(|guard| {
                let b = random(guard, rows, seed);
                // The last ones divide by zero.
                let (more, by) = if seed < 2 { (ones(&b), 3) } else { (b.rows().data(|row| row.raw() as i32 % 3), 0) };
                match (value_on(&gpu, &b, &more, by), value_here(&b, &more, by)) {
                    (Ok(there), Ok(here)) => {
                        assert_eq!(there, here);
                        fine += 1;
                    }
                    (Err(Error::Fault { function, row, fault }), Err(here)) => {
                        assert_eq!(("value", (row, fault)), (function, here));
                        faults += 1;
                    }
                    (there, here) => panic!("{there:?}, and on the CPU {here:?}"),
                }
            });
        }
    }
    assert!(fine > 5 && faults > 2, "{fine} runs without faults, {faults} with");
}

#[test]
fn from_above_all_rows_have_the_cpus_values() {
    let (_alone, _emulator) = emulator(Options { late_stores: true, stale_loads: true, ..Options::default() });
    let gpu = Device::cuda(0).unwrap();
    for (seed, rows) in [0, 1, 50, 5 * NARROW as usize].into_iter().enumerate() {
        Brand::with(|guard| {
            let b = random(guard, rows, seed as u64);
            let users = b.users();
            let mut paths = vec![0_u64; b.len()];
            let mut first = None;
            for row in b.indices().rev() {
                let all: u64 = users.of(row).map(|user| paths[user.raw() as usize]).sum();
                let all = if users.of(row).len() == 0 { 1 } else { all };
                paths[row.raw() as usize] = all;
                if all > 1_000_000 {
                    first = first.or(Some(row.raw()));
                }
            }
            match paths_on(&gpu, &b) {
                Ok(there) => assert_eq!((there.as_slice(), None), (&paths[..], first)),
                Err(error) => {
                    let told =
                        Error::Fault { function: "paths", row: first.expect("a fault"), fault: Fault::OutOfRange };
                    assert_eq!(error, told);
                }
            }
        });
    }
}

fn halves_on<S: Space>(gpu: &Device, x: &Data<S, f64>) -> Result<Data<S, (bool, f64)>, Error> {
    let mut run = begin(gpu, &HALVES)?;
    run.column(1, x.as_slice())?;
    run.go()?;
    Ok(run.data(2, x.rows())?.zip(run.data(3, x.rows())?))
}

#[test]
fn steps_read_what_earlier_ones_made_and_copies_are_counted() {
    let (_alone, _emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    Brand::with(|guard| {
        let x = guard.column((0..1000).map(|n| f64::from(n) - 500.25).collect());
        let before = gpu.counts();
        let there = halves_on(&gpu, &x).unwrap();
        assert_eq!(there, x.map(|&x| (x > 0.0, if x > 0.0 { x * 0.5 } else { x })));
        let counts = gpu.counts() - before;
        // The column, and the slots with two words for faults of each step; these, and what was made.
        let slots = (8 * 2 * 4_u64).next_multiple_of(128) + 8 * 2 * 2;
        assert_eq!((counts.to_device_bytes, counts.from_device_bytes), (8000 + slots, 32 + 1000 + 8000));
        assert_eq!((counts.copies, counts.launches, counts.synchronisations), (2 + 3, 2, 3));
    });
}

/// A chain of many rows is one launch, and not one for each level.
#[test]
fn narrow_levels_are_one_launch() {
    let (_alone, _emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    Brand::with(|guard| {
        let mut builder = Builder::<_, MathLang>::new(guard);
        let mut last = builder.add(Math::Num(1));
        for _ in 0..500 {
            last = builder.add(Math::Add(last, last));
        }
        let b = builder.freeze();
        let before = gpu.counts();
        let there = value_on(&gpu, &b, &ones(&b), 1).unwrap();
        assert_eq!(there, value_here(&b, &ones(&b), 1).unwrap());
        assert_eq!((gpu.counts() - before).launches, 1);
    });
}

/// What is no value is an error, wherever it came from: it never becomes one.
#[test]
fn what_comes_back_is_looked_at() {
    let (_alone, _emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    Brand::with(|guard| {
        let x = guard.column(vec![0_u8; 10]);
        for first in [10_u64, 4] {
            let mut run = begin(&gpu, &INVALID).unwrap();
            run.column(1, x.as_slice()).unwrap();
            run.scalar(4, first).unwrap();
            run.go().unwrap();
            let truths = run.data::<_, bool>(2, x.rows());
            let rows: Result<Mapping<_, _>, Error> = run.mapping(3, x.rows(), x.rows());
            if first == 10 {
                assert_eq!(truths.unwrap().as_slice(), [true; 10]);
                assert!(rows.unwrap().iter().copied().eq(x.indices()));
            } else {
                let error = Error::Invalid { function: "invalid", row: 4 };
                assert_eq!((truths.unwrap_err(), rows.unwrap_err()), (error.clone(), error));
            }
            // Another type, another length, and a column that nobody made.
            assert!(matches!(run.data::<_, u8>(2, x.rows()), Err(Error::Program { .. })));
            assert!(matches!(run.data::<_, bool>(4, x.rows()), Err(Error::Program { .. })));
        }
        // A slot that was forgotten.
        let mut run = begin(&gpu, &INVALID).unwrap();
        run.column(1, x.as_slice()).unwrap();
        assert!(matches!(run.go(), Err(Error::Program { .. })));
    });
}

#[test]
fn what_does_not_compile_says_so() {
    static WRONG: Program = Program { name: "f", source: "#error as it says", defines: Vec::new, steps: &[], slots: 1 };
    static MISSING: Program = Program {
        name: "g",
        source: SOURCE,
        defines: || vec![("HALF", 2)],
        steps: &[Step::Map { kernel: "pass_of_nobody", rows: 1, makes: &[] }],
        slots: 2,
    };
    let (_alone, _emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    let error = begin(&gpu, &WRONG).unwrap_err().to_string();
    assert!(error.starts_with("`f` cannot run on the device: `f.cu` does not compile for sm_90"), "{error}");
    assert!(error.contains("#error as it says"), "{error}");
    let error = begin(&gpu, &MISSING).unwrap_err();
    assert_eq!(error, Error::Cuda(cuda::Error::NoFunction("pass_of_nobody".into())));
}

#[test]
fn kernels_are_compiled_once_and_kept() {
    static KEPT: Program = Program {
        name: "kept",
        source: "KERNEL(kept, const u64*, u32, u32) {}",
        defines: Vec::new,
        steps: &[],
        slots: 1,
    };
    let (_alone, emulator) = emulator(Options::default());
    let compiled = || emulator.counts().compilations;
    let compile = |gpu: &Device| begin(gpu, &KEPT).map(drop).unwrap();
    let kept = || -> Vec<PathBuf> {
        let files = fs::read_dir(cache()).into_iter().flatten();
        files.map(|file| file.unwrap().path()).collect()
    };
    let before = compiled();
    let files = kept();
    let gpu = Device::cuda(0).unwrap();
    compile(&gpu);
    compile(&gpu);
    assert_eq!(compiled() - before, 1);
    // Another device object has it from the disk.
    compile(&Device::cuda(0).unwrap());
    assert_eq!(compiled() - before, 1);
    // What is damaged is made again.
    let new: Vec<_> = kept().into_iter().filter(|file| !files.contains(file)).collect();
    let [file] = &new[..] else { panic!("{new:?}") };
    let mut bytes = fs::read(file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(file, bytes).unwrap();
    compile(&Device::cuda(0).unwrap());
    assert_eq!(compiled() - before, 2);
}

#[test]
fn memory_has_a_limit_and_an_end() {
    let (_alone, emulator) = emulator(Options::default());
    Brand::with(|guard| {
        let x = guard.column(vec![1.0; 100_000]);
        let device = CudaDevice::open(0).unwrap().with_memory_limit(1 << 20);
        let gpu = Device::from(device.clone());
        let error = halves_on(&gpu, &x).unwrap_err();
        assert!(matches!(error, Error::Cuda(cuda::Error::MemoryLimit { limit, .. }) if limit == 1 << 20), "{error}");
        assert_eq!(device.used_memory(), 0);
        // A smaller one has room afterwards.
        Brand::with(|guard| assert!(halves_on(&gpu, &guard.column(vec![1.0; 1000])).is_ok()));
        assert_eq!(device.used_memory(), 0);
        // The device's own: each allocation may be the one that there is no memory for.
        let gpu = Device::cuda(0).unwrap();
        let mut failed = 0;
        for nth in [1, 2, 3, 4, 1, 2, 3, 4] {
            emulator.set(Setting::FailAllocation, nth);
            match halves_on(&gpu, &x) {
                Ok(there) => assert_eq!(there.as_slice()[0], (true, 0.5)),
                Err(Error::Cuda(cuda::Error::OutOfMemory { .. })) => failed += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(failed >= 5, "{failed}");
        emulator.set(Setting::FailAllocation, 0);
        assert!(halves_on(&gpu, &x).is_ok());
    });
}

#[test]
fn a_lost_device_is_an_error_of_every_run() {
    let (_alone, emulator) = emulator(Options::default());
    let gpu = Device::cuda(0).unwrap();
    Brand::with(|guard| {
        let x = guard.column(vec![1.0; 1000]);
        emulator.set(Setting::FailLaunch, 1);
        for _ in 0..2 {
            let error = halves_on(&gpu, &x).unwrap_err();
            assert!(matches!(error, Error::Cuda(cuda::Error::Lost { .. })), "{error}");
        }
    });
    emulator.set(Setting::FailLaunch, 0);
}

/// Work that was not waited for would show: streams do theirs late, and in any order.
#[test]
fn runs_of_several_threads_are_apart() {
    let (_alone, _emulator) = emulator(Options { lazy_streams: true, ..Options::default() });
    let gpu = Device::cuda(0).unwrap();
    thread::scope(|scope| {
        for seed in 0..4 {
            let gpu = &gpu;
            scope.spawn(move || {
                Brand::with(|guard| {
                    let b = random(guard, 400, seed);
                    let more = ones(&b);
                    for by in 1..5 {
                        let there = value_on(gpu, &b, &more, by).map_err(|error| match error {
                            Error::Fault { row, fault, .. } => (row, fault),
                            error => panic!("{error}"),
                        });
                        assert_eq!(there, value_here(&b, &more, by));
                    }
                });
            });
        }
    });
}

/// What an encoder copied is not copied again, by as many kernels as use it, and is gone with its `Remote`.
#[test]
fn what_is_copied_stays_there() {
    let (_alone, _emulator) = emulator(Options { lazy_streams: true, ..Options::default() });
    let device = CudaDevice::open(0).unwrap();
    let gpu = Device::from(device.clone());
    Brand::with(|guard| {
        let mut builder = Builder::<_, MathLang>::new(guard);
        let one = builder.add(Math::Num(5));
        let two = builder.add(Math::Add(one, one));
        builder.add(Math::Mad(one, two, two));
        let b = builder.freeze();
        let more = ones(&b);
        let before = gpu.counts();
        let there = gpu.scope(|queue| {
            let mut encoder = queue.encode();
            let (b, more) = (encoder.copy(&b), encoder.copy(more.clone()));
            let call = |by| {
                let (b, more, gpu) = (b.clone(), more.clone(), &gpu);
                move || value_on(gpu, b.get(), more.get(), by).unwrap()
            };
            let (first, second) = (encoder.call(call(2)), encoder.call(call(3)));
            let synced = encoder.submit().wait();
            assert!(device.used_memory() > 0);
            (first.read(&synced), second.read(&synced))
        });
        assert_eq!(there, (value_here(&b, &more, 2).unwrap(), value_here(&b, &more, 3).unwrap()));
        assert_eq!(device.used_memory(), 0);
        let twice = gpu.counts() - before;
        assert_eq!(twice.copies, 2 + 2 * (1 + 2));
        // Without an encoder it goes there each time.
        let before = gpu.counts();
        assert!(value_on(&gpu, &b, &more, 2).is_ok());
        assert_eq!((gpu.counts() - before).copies, 3 + 2);
    });
}
