//! Which machine this is: what is the fastest on one need not be on another.

use crate::machine::processors;
use std::{fs, sync::LazyLock};

/// The processor's model, how many cores may be used, and how this library was compiled.
pub fn machine() -> &'static str {
    static MACHINE: LazyLock<String> = LazyLock::new(|| {
        let model = fs::read_to_string("/proc/cpuinfo")
            .ok()
            .and_then(|info| model(&info))
            .or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok()) // where there is no such file: Windows
            .unwrap_or_else(|| "unknown processor".into());
        let cores = processors();
        format!(
            "{model}, {cores} {}, {} {}, polarnet {}{}",
            if cores == 1 { "core" } else { "cores" },
            std::env::consts::ARCH,
            std::env::consts::OS,
            env!("CARGO_PKG_VERSION"),
            if cfg!(debug_assertions) { " debug" } else { "" },
        )
    });
    &MACHINE
}

/// What `/proc/cpuinfo` says of the first processor: a name, or two numbers.
fn model(info: &str) -> Option<String> {
    let line = |key: &str| {
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(k, _)| k.trim() == key).map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    };
    match line("model name") {
        Some(name) => Some(name.to_owned()),
        None => Some(format!("processor {} of {}", line("CPU part")?, line("CPU implementer")?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_read() {
        let intel = "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R) @ 2.00GHz\nprocessor\t: 1\n";
        assert_eq!(model(intel).as_deref(), Some("Intel(R) Xeon(R) @ 2.00GHz"));
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n";
        assert_eq!(model(arm).as_deref(), Some("processor 0xd0c of 0x41"));
        assert_eq!(model("processor : 0\nmodel name :\n"), None);
    }

    #[test]
    fn a_machine_has_cores() {
        assert!(machine().contains(" core"), "{}", machine());
        assert_eq!(machine(), machine());
    }
}
