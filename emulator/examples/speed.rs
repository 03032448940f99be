//! How fast the emulator is: primitives and switches a second. That says nothing of any device.
//!
//!     cargo run --release -p polarnet-emulator --example speed

use std::time::Instant;

use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use polarnet_emulator::Options;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (name, weak, switch_one_in) in
        [("switches at one primitive in 8", false, 8), ("at each", false, 1), ("at one in 8, fences modelled", true, 8)]
    {
        let emulator = polarnet_emulator::load(Options {
            late_stores: weak,
            stale_loads: weak,
            switch_one_in: Some(switch_one_in),
            ..Options::default()
        })?;
        let stream = CudaContext::new(0)?.default_stream();
        let module = stream.context().load_module(".version 9.0\n.target sm_90\n".into())?;
        let kernel = module.load_function("publish_fences")?;
        let (threads, rounds, words) = (128u32, 200u32, 8u32);
        let mut flags = stream.alloc_zeros::<u64>(threads as usize)?;
        let mut data = stream.alloc_zeros::<u64>((threads * rounds * words) as usize)?;
        let mut wrong = stream.alloc_zeros::<u64>(1)?;
        let grid = LaunchConfig { grid_dim: (2, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 };
        let before = emulator.counts();
        let start = Instant::now();
        let mut launch = stream.launch_builder(&kernel);
        launch.arg(&mut flags).arg(&mut data).arg(&mut wrong).arg(&rounds).arg(&words);
        // SAFETY: the kernel takes these, and each is as long as it needs.
        unsafe { launch.launch_cooperative(grid) }?;
        stream.synchronize()?;
        let seconds = start.elapsed().as_secs_f64();
        let after = emulator.counts();
        let millions = |count: u64| count as f64 / seconds / 1e6;
        println!(
            "{name}: {:.1} million primitives and {:.1} million switches a second",
            millions(after.steps - before.steps),
            millions(after.switches - before.switches)
        );

        let kernel = module.load_function("nothing")?;
        let start = Instant::now();
        let launches = 200;
        for _ in 0..launches {
            // SAFETY: the kernel takes nothing and does nothing.
            unsafe { stream.launch_builder(&kernel).launch(LaunchConfig { grid_dim: (16, 1, 1), ..grid }) }?;
        }
        stream.synchronize()?;
        println!(
            "  {:.0} µs a launch of 16 blocks of 128 threads",
            start.elapsed().as_secs_f64() * 1e6 / f64::from(launches)
        );
    }
    Ok(())
}
