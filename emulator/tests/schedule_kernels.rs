//! Kernels in encoders on the emulated device: those that are written by hand, in CUDA C++, and passes of vals.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

#[path = "common/nets.rs"]
mod nets;

use polarnet::{
    columns::{Builder, Data, Idx, Node, Space, space},
    cuda,
    device::{Device, Error},
    schedule,
};
use polarnet_emulator::Setting;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Add(I, I),
    Mul(I, I),
}

fn square(x: i32) -> i32 {
    x.wrapping_mul(x)
}

fn ends(list: Vec<f32>) -> (f32, f32) {
    (list[0], list[list.len() - 1])
}

fn scaled<S: Space>(x: &Data<S, f64>, by: f64) -> Data<S, f64> {
    x.rows().data(|row| x[row] * by)
}

fn total<S: Space>(x: &Data<S, f64>) -> f64 {
    x.iter().sum()
}

fn places(scale: u32) -> [u32; 60] {
    [scale; 60]
}

fn is_one(x: i32) -> bool {
    x == 1
}

schedule! {
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }

    unsafe extern(gpu) square_gpu(x: i32) -> out: i32 {
        cuda: "kernels_by_hand.cu", entry: "square", dimensions: 3, cpu: square,
    }
    val fourth(x: i32) -> i32 { returns square_gpu::<1, 1, 1>(square_gpu::<1, 1, 1>(x)) }
    fn fourth_power(gpu: &Device, x: i32) -> Result<i32, Error> impls fourth, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- square_gpu::<1, 1, 1>(x)];
        encode e.call[z <- square_gpu::<1, 1, 1>(y)];
        let f = submit e;
        (await f).z
    }
    // What may fail, is called by what may fail.
    val fourth_plus(x: i32) -> i32 { returns fourth(x) + 1 }
    tmln by_fourth(e: Event) -> Event { returns one_trip(e) }
    fn one_more(gpu: &Device, x: i32) -> Result<i32, Error> impls fourth_plus, by_fourth { fourth_power(gpu, x) + 1 }

    // A part of the work, which waits for nothing, and so does not fail.
    type W = { x: i32, out: i32 };
    type R = { out: i32 };
    val squared(x: i32) -> i32 { returns square_gpu::<1, 1, 1>(x) }
    tmln end(e: Event, r: Encoder) -> (Event, Fence) { returns (e, submit_event(r)) }
    fn finish(e: Encoder<W>) -> Fence<R> impls squared, end {
        @in { e.x: input(val.x), e.out: none(val)-dead };
        encode e.call[out <- square_gpu::<1, 1, 1>(x)];
        submit e
    }
    val by_part(x: i32) -> i32 { returns squared(x) }
    tmln by_end(e: Event) -> Event {
        here, there :- encode_event(e)
        m, f :- end(here, there)
        returns sync_event(m, f)
    }
    fn by_parts(gpu: &Device, x: i32) -> Result<i32, Error> impls by_part, by_end {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        let f = finish(e);
        (await f).out
    }

    unsafe extern(gpu) ends_gpu(list: Vec<f32>) -> (first: f32, last: f32) {
        cuda: "kernels_by_hand.cu", entry: "ends", dimensions: 1, cpu: ends,
    }
    val both_ends(list: Vec<f32>) -> f32 {
        first, last :- ends_gpu::<1>(list)
        returns first - last
    }
    fn difference(gpu: &Device, list: Vec<f32>) -> Result<f32, Error> impls both_ends, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[list <- list];
        encode e.call[first, last <- ends_gpu::<1>(list)];
        let r = await submit e;
        r.first - r.last
    }

    unsafe extern(gpu) places_gpu(scale: u32) -> [u32; 60] {
        cuda: "kernels_by_hand.cu", entry: "places", threads: [2, 2], dimensions: 3, cpu: places,
    }
    val everywhere(scale: u32) -> [u32; 60] { returns places_gpu::<5, 3, 1>(scale) }
    fn all_places(gpu: &Device, scale: u32) -> Result<[u32; 60], Error> impls everywhere, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[scale <- scale];
        encode e.call[counts <- places_gpu::<5, 3, 1>(scale)];
        (await submit e).counts
    }

    unsafe extern(gpu) is_one_gpu(x: i32) -> bool {
        cuda: "kernels_by_hand.cu", entry: "broken", dimensions: 1, cpu: is_one,
    }
    val one(x: i32) -> bool { returns is_one_gpu::<1>(x) }
    fn is_one_there(gpu: &Device, x: i32) -> Result<bool, Error> impls one, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[truth <- is_one_gpu::<1>(x)];
        (await submit e).truth
    }

    unsafe extern(gpu) nobody_gpu(x: i32) -> i32 {
        cuda: "kernels_by_hand.cu", entry: "nobody", dimensions: 1, cpu: square,
    }
    val nobodys(x: i32) -> i32 { returns nobody_gpu::<1>(x) }
    fn by_nobody(gpu: &Device, x: i32) -> Result<i32, Error> impls nobodys, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- nobody_gpu::<1>(x)];
        encode e.call[z <- square_gpu::<1, 1, 1>(y)];
        (await submit e).y
    }
}

schedule! {
    space expr: Batch<Math>;
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        fence :- submit_event(there)
        returns sync_event(here, fence)
    }
    val value(n: Math) -> f64 {
        returns match n { Num(x) => x, Add(a, b) => value[a] + value[b], Mul(a, b) => value[a] * value[b] }
    }
    fn on_threads(b: &Batch<expr>) -> Data<expr, f64> impls value { bottom_up(b) }
    fn on_device(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls value { bottom_up(b).on(gpu) }
    fn values(gpu: &Device, b: &Batch<expr>) -> Result<Data<expr, f64>, Error> impls value, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[b <- b];
        encode e.call[v <- value(b)];
        (await submit e).v
    }
    val half(n: Math, x: f64) -> f64 { returns match n { Num(y) => x, _ => x * 0.5 } }
    fn halves(b: &Batch<expr>, x: &Data<expr, f64>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls half {
        bottom_up(b).on(gpu)
    }

    unsafe extern(gpu) scaled_gpu(x: Data<expr, f64>, by: f64) -> Data<expr, f64> {
        cuda: "kernels_by_hand.cu", entry: "scaled", threads: 64, dimensions: 1, cpu: scaled,
    }
    unsafe extern(gpu) total_gpu(x: Data<expr, f64>) -> f64 {
        cuda: "kernels_by_hand.cu", entry: "total", dimensions: 1, cpu: total,
    }
    val scaled_total(x: Data<expr, f64>, by: f64) -> f64 { returns total_gpu::<1>(scaled_gpu::<50>(x, by)) }
    fn scaled_there(gpu: &Device, x: &Data<expr, f64>, by: f64) -> Result<f64, Error> impls scaled_total, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.copy[by <- by];
        encode e.call[s <- scaled_gpu::<50>(x, by)];
        encode e.call[t <- total_gpu::<1>(s)];
        (await submit e).t
    }
}

#[test]
fn kernels_by_hand_are_compiled_for_the_device() {
    let _emulator = nets::emulator();
    let (threads, gpu) = (Device::threads(), Device::cuda(0).expect("a device"));
    for x in [-3, 0, 7, 100] {
        assert_eq!(fourth_power(&gpu, x), Ok(x * x * x * x));
        assert_eq!(fourth_power(&threads, x), Ok(x * x * x * x));
        assert_eq!(one_more(&gpu, x), Ok(x * x * x * x + 1));
        assert_eq!(by_parts(&gpu, x), Ok(x * x));
    }
    let before = gpu.counts();
    fourth_power(&gpu, 5).unwrap();
    let counts = gpu.counts() - before;
    // For each result, and for the fence.
    assert_eq!((counts.launches, counts.submissions, counts.synchronisations), (2, 1, 3));

    let list: Vec<f32> = (0..1000).map(|at| at as f32 * 0.5).collect();
    assert_eq!(difference(&gpu, list.clone()), Ok(-499.5));
    assert_eq!(difference(&threads, list), Ok(-499.5));
    assert_eq!(all_places(&gpu, 3), Ok([3; 60]));
    assert_eq!(is_one_there(&gpu, 1), Ok(true));
}

#[test]
fn what_goes_wrong_is_an_error_of_the_one_who_waits() {
    let emulator = nets::emulator();
    let gpu = Device::cuda(0).expect("a device");
    // What comes back is no value of its type.
    assert_eq!(is_one_there(&gpu, 7), Err(Error::Invalid { function: "is_one_gpu", row: 0 }));
    // The kernel is not in its file; what comes after it is not done.
    let before = gpu.counts();
    assert_eq!(by_nobody(&gpu, 7), Err(Error::Cuda(cuda::Error::NoFunction("nobody".into()))));
    assert_eq!((gpu.counts() - before).launches, 0);
    assert_eq!(by_nobody(&Device::threads(), 7), Ok(49));
    // Another device, which knows nothing that was compiled, where nothing compiles.
    let cache = std::env::temp_dir().join(format!("polarnet-kernels-{}", std::process::id()));
    // SAFETY: the emulator's lock is held, so that no other test of this file runs.
    unsafe { std::env::set_var("POLARNET_KERNEL_CACHE", &cache) };
    let gpu = Device::cuda(0).expect("a device");
    emulator.set(Setting::FailCompilation, 1);
    let error = fourth_power(&gpu, 3).unwrap_err().to_string();
    emulator.set(Setting::FailCompilation, 0);
    assert!(error.starts_with("`square_gpu` cannot run on the device: "), "{error}");
    // The device is as good as before.
    assert_eq!(fourth_power(&gpu, 3), Ok(81));
    // SAFETY: as above.
    unsafe { std::env::remove_var("POLARNET_KERNEL_CACHE") };
    std::fs::remove_dir_all(cache).ok();
}

#[test]
fn passes_in_encoders_run_there_and_leave_their_columns_there() {
    let _emulator = nets::emulator();
    let (threads, gpu) = (Device::threads(), Device::cuda(0).expect("a device"));
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let mut rows: Vec<Idx<_>> = Vec::new();
    for row in 0..3000_usize {
        let child = |nth: usize| rows[(row * 7919 + nth * 104_729) % row.max(1)];
        rows.push(b.add(match row {
            0..10 => Math::Num(row as f64 * 0.3 - 1.0),
            _ if row % 3 == 0 => Math::Mul(child(1), child(2)),
            _ => Math::Add(child(1), child(2)),
        }));
    }
    let b = b.freeze();
    let bits = |column: &Data<_, f64>| column.as_slice().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let here = on_threads(&b);
    assert_eq!(bits(&values(&threads, &b).unwrap()), bits(&here));
    let before = gpu.counts();
    assert_eq!(bits(&values(&gpu, &b).unwrap()), bits(&here));
    assert_ne!((gpu.counts() - before).launches, 0);

    // What a kernel makes goes back, as it may be read, and does not come again.
    let column = 8 * b.len() as u64;
    let before = gpu.counts();
    let there = scaled_there(&gpu, &here, 0.5).unwrap();
    let counts = gpu.counts() - before;
    assert_eq!(there.to_bits(), scaled_there(&threads, &here, 0.5).unwrap().to_bits());
    assert_eq!((counts.to_device_bytes, counts.from_device_bytes), (column + 8, column + 8), "{counts}");

    // The same of passes.
    let before = gpu.counts();
    let halved = gpu.scope(|queue| {
        let mut encoder = queue.encode();
        let b = encoder.copy(&b);
        let value = encoder.pass({
            let b = b.clone();
            move || on_device(b.get(), queue.device())
        });
        let half = encoder.pass(move || halves(b.get(), value.get(), queue.device()));
        let synced = encoder.submit().try_wait()?;
        Ok::<_, Error>(half.read(&synced))
    });
    let counts = gpu.counts() - before;
    let leaf = |row: Idx<_>| matches!(b.node(row), Math::Num(_));
    let expected = b.data(|row| if leaf(row) { here[row] } else { here[row] * 0.5 });
    assert_eq!(bits(&halved.unwrap()), bits(&expected));
    assert_eq!(counts.from_device_bytes / column, 2);
    let batch = 17 * b.len() as u64;
    assert!(counts.to_device_bytes < batch + column / 2, "{counts}");
}
