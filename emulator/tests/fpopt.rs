//! The application `fpopt` on the emulated device: as on threads. And a language whose nodes have rows of another space.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

#[path = "../../tests/support/named.rs"]
mod named;
#[path = "common/nets.rs"]
mod nets;

use fpopt::{
    all::improve_all,
    improve::{Improved, Options},
    search::Effort,
};
use polarnet::device::Device;
use polarnet_fpcore::File;

const CORES: &str = r#"
(FPCore (x) :name "2sqrt" :pre (and (> x 1) (< x 1e+308)) (- (sqrt (+ x 1)) (sqrt x)))
(FPCore (x) :name "single" :precision binary32 (/ (- 1 (cos x)) (* x x)))
(FPCore (a b c) :name "quadp" (/ (+ (- b) (sqrt (- (* b b) (* 4 (* a c))))) (* 2 a)))
"#;

fn improved(device: &Device) -> Vec<Improved> {
    let files = [File { path: "cores.fpcore".into(), text: CORES.to_owned() }];
    let options =
        Options { points: 16, seed: 5, effort: Effort { rounds: 1, places: 3, variants: 12, expressions: 2 } };
    let entries = improve_all(&files, device, options, |_| {}).unwrap();
    entries.into_iter().map(|entry| Improved { time: Default::default(), ..entry.result.unwrap() }).collect()
}

#[test]
fn the_same_on_a_device() {
    let _emulator = nets::emulator();
    let gpu = Device::cuda(0).expect("a device");
    let (there, here) = (improved(&gpu), improved(&Device::threads()));
    assert_eq!(there, here);
    assert!(here[0].is_better(), "{here:?}");
}

#[test]
fn nodes_with_rows_of_another_space() {
    let _emulator = nets::emulator();
    named::check(&Device::cuda(0).expect("a device"));
}
