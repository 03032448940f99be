//! Kernels that are right give what they should, whatever the seed.

mod common;

use common::{device, grid, grid_shared};
use cudarc::driver::PushKernelArg;
use polarnet_emulator::{Options, Setting};

#[test]
fn sums_through_shared_memory() {
    let device = device(Options::default());
    let numbers: Vec<u64> = (0..5000).map(|i| i * i % 997).collect();
    let input = device.stream.clone_htod(&numbers).unwrap();
    // The last has more blocks than are resident at once.
    for (seed, blocks, threads) in [(1, 1, 128), (2, 3, 128), (3, 7, 64), (4, 30, 32), (5, 2, 2), (6, 100, 128)] {
        device.emulator.set(Setting::Seed, seed);
        device.emulator.set(Setting::Multiprocessors, if blocks == 100 { 1 } else { 4 });
        let mut sums = device.stream.alloc_zeros::<u64>(blocks as usize).unwrap();
        launch!(device, "sum", grid_shared(blocks, threads, 1024), &input, &mut sums, &5000u32).unwrap();
        assert_eq!(device.stream.clone_dtoh(&sums).unwrap().iter().sum::<u64>(), numbers.iter().sum());
    }
}

#[test]
#[cfg_attr(emulator_tsan, ignore = "a race: tsan.rs")]
fn a_sum_without_barriers_is_found() {
    let device = device(Options::default());
    let numbers: Vec<u64> = (1..=128).collect();
    let input = device.stream.clone_htod(&numbers).unwrap();
    let mut sum = device.stream.alloc_zeros::<u64>(1).unwrap();
    let mut wrong = 0;
    for seed in 0..20 {
        device.emulator.set(Setting::Seed, seed);
        launch!(device, "sum_without_barriers", grid_shared(1, 128, 1024), &input, &mut sum, &128u32).unwrap();
        wrong += u32::from(device.stream.clone_dtoh(&sum).unwrap() != [128 * 129 / 2]);
    }
    assert!(wrong >= 15, "{wrong} of 20 seeds show it");
}

#[test]
fn blocks_that_wait_for_each_other() {
    for seed in 0..10 {
        let device = device(Options { seed, ..Options::default() });
        let mut arrived = device.stream.alloc_zeros::<u64>(1).unwrap();
        let mut rounds = device.stream.alloc_zeros::<u64>(2).unwrap();
        launch_cooperative!(device, "grid_barrier", grid(8, 64), &mut arrived, &mut rounds, &5u32).unwrap();
        assert_eq!(device.stream.clone_dtoh(&rounds).unwrap(), [8 * 5, 0]);
    }
}

#[test]
fn blocks_come_in_any_order_and_all_of_them() {
    let device = device(Options { multiprocessors: Some(1), ..Options::default() });
    let mut orders = Vec::new();
    for seed in 0..4 {
        device.emulator.set(Setting::Seed, seed);
        let mut next = device.stream.alloc_zeros::<u64>(1).unwrap();
        // More than are resident at once.
        let mut order = device.stream.alloc_zeros::<u64>(100).unwrap();
        launch!(device, "block_order", grid(100, 2), &mut next, &mut order).unwrap();
        let order = device.stream.clone_dtoh(&order).unwrap();
        let mut sorted = order.clone();
        sorted.sort();
        assert_eq!(sorted, (0..100).collect::<Vec<u64>>());
        assert_ne!(order, sorted);
        orders.push(order);
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 4);
}

#[test]
fn lanes_under_divergent_masks() {
    for seed in 0..20 {
        let device = device(Options { seed, ..Options::default() });
        let (blocks, threads) = (2, 96);
        let mut out = device.stream.alloc_zeros::<u64>(192).unwrap();
        launch!(device, "divergent_votes", grid(blocks, threads), &mut out, &10u32).unwrap();
        let votes = |third: bool, round: u32| {
            (0..32).filter(|lane| (*lane % 3 == 0) == third && (*lane + round).is_multiple_of(2)).count() as u64
        };
        let expected = |third: bool| (0..if third { 13 } else { 10 }).map(|round| votes(third, round)).sum::<u64>();
        for (i, sum) in device.stream.clone_dtoh(&out).unwrap().into_iter().enumerate() {
            assert_eq!(sum, expected(i % 32 % 3 == 0), "thread {i}, seed {seed}");
        }

        launch!(device, "divergent_shuffles", grid(blocks, threads), &mut out).unwrap();
        for (i, got) in device.stream.clone_dtoh(&out).unwrap().into_iter().enumerate() {
            let (thread, lane) = (i as u64 % 96, i as u64 % 32);
            let source = (lane + 2) % 32;
            let expected = if lane % 2 == 0 { (thread - lane + source) << 32 | source } else { 1 };
            assert_eq!(got, expected, "thread {i}, seed {seed}");
        }
    }
}

#[test]
fn lanes_that_leave() {
    for seed in 0..20 {
        let device = device(Options { seed, ..Options::default() });
        let mut out = device.stream.alloc_zeros::<u64>(64).unwrap();
        launch!(device, "leaving_votes", grid(1, 64), &mut out).unwrap();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [1; 64]);
        launch!(device, "exited_lanes", grid(1, 64), &mut out).unwrap();
        let expected = |i: usize| if i % 32 < 16 { 0xffff } else { 1 };
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), (0..64).map(expected).collect::<Vec<u64>>());
    }
}

#[test]
fn leaders_take_for_all() {
    for seed in 0..10 {
        let device = device(Options { seed, ..Options::default() });
        let wanting = (0..4)
            .flat_map(|block| (0..128).map(move |thread| (thread * 7 + block) % 3 != 0))
            .filter(|wants| *wants)
            .count();
        let mut next = device.stream.alloc_zeros::<u64>(1).unwrap();
        let mut out = device.stream.alloc_zeros::<u64>(wanting).unwrap();
        launch!(device, "aggregate", grid(4, 128), &mut next, &mut out).unwrap();
        assert_eq!(device.stream.clone_dtoh(&next).unwrap(), [wanting as u64]);
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), vec![1; wanting]);
    }
}

#[test]
fn bits_clocks_and_shared_atomics() {
    let device = device(Options::default());
    let mut out = device.stream.alloc_zeros::<u64>(4).unwrap();
    launch!(device, "bits", grid(1, 32), &mut out).unwrap();
    assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [8, 9, 0, 4]);

    let mut counts = device.stream.alloc_zeros::<u32>(3).unwrap();
    launch!(device, "shared_counts", grid_shared(1, 100, 12), &mut counts, &20u32).unwrap();
    assert_eq!(device.stream.clone_dtoh(&counts).unwrap(), [2000, 1_000_000 - 4000, 1999]);

    let mut passed = device.stream.alloc_zeros::<u64>(64).unwrap();
    launch!(device, "clocks", grid(1, 64), &mut passed).unwrap();
    assert!(device.stream.clone_dtoh(&passed).unwrap().iter().all(|&passed| passed > 0 && passed < 1_000_000));
}

#[test]
fn arguments_of_all_sizes() {
    #[repr(C)]
    struct Arguments {
        out: u64,
        small: u32,
        number: f64,
    }
    // SAFETY: the kernel's struct is the same.
    unsafe impl cudarc::driver::DeviceRepr for Arguments {}

    let device = device(Options::default());
    let out = device.stream.alloc_zeros::<u64>(2).unwrap();
    let address = cudarc::driver::DevicePtr::device_ptr(&out, &device.stream).0;
    let arguments = Arguments { out: address, small: 7, number: 2.5 };
    launch!(device, "takes_struct", grid(1, 32), &arguments, &200u8, &1.0f32).unwrap();
    assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [207, 11]);
}

#[test]
fn threads_of_the_host_side_by_side() {
    let device = device(Options::default());
    let results: Vec<u64> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..4u64)
            .map(|i| {
                let device = &device;
                scope.spawn(move || {
                    let stream = device.context.new_stream().unwrap();
                    let numbers = vec![i + 1; 1000];
                    let input = stream.clone_htod(&numbers).unwrap();
                    let mut sums = stream.alloc_zeros::<u64>(4).unwrap();
                    for _ in 0..5 {
                        let kernel = device.kernel("sum");
                        let mut launch = stream.launch_builder(&kernel);
                        launch.arg(&input).arg(&mut sums).arg(&1000u32);
                        // SAFETY: the arguments are those of `sum`.
                        unsafe { launch.launch(grid_shared(4, 64, 1024)) }.unwrap();
                    }
                    stream.clone_dtoh(&sums).unwrap().iter().sum()
                })
            })
            .collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results, [1000, 2000, 3000, 4000]);
}

#[test]
fn a_full_device() {
    let device = device(Options::default());
    let kernel = device.kernel("grid_barrier");
    let blocks = kernel.occupancy_max_active_blocks_per_multiprocessor(128, 0, None).unwrap()
        * device.emulator.get(Setting::Multiprocessors) as u32;
    let mut arrived = device.stream.alloc_zeros::<u64>(1).unwrap();
    let mut rounds = device.stream.alloc_zeros::<u64>(2).unwrap();
    launch_cooperative!(device, "grid_barrier", grid(blocks, 128), &mut arrived, &mut rounds, &2u32).unwrap();
    assert_eq!(device.stream.clone_dtoh(&rounds).unwrap(), [2 * u64::from(blocks), 0]);
}
