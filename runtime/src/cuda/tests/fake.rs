//! A library in the driver's place: `libcuda.rs`, compiled, or one that is no driver at all.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

/// The folder of the driver's library that is in `libcuda.rs`, for LD_LIBRARY_PATH. None where there is no compiler.
pub fn driver() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let folder = folder("driver");
            // Under a name of its own first: another test may be using it.
            let library = folder.join(format!("built-{}", std::process::id()));
            let mut rustc = Command::new("rustc");
            rustc
                .args(["--edition=2024", "--crate-name=cuda", "--crate-type=cdylib", "-Awarnings", "-", "-o"])
                .arg(&library);
            let Ok(mut rustc) = rustc.stdin(Stdio::piped()).spawn() else {
                eprintln!("not tested: there is no rustc to make a driver with");
                return None;
            };
            rustc.stdin.take().unwrap().write_all(include_bytes!("libcuda.rs")).unwrap();
            assert!(rustc.wait().unwrap().success(), "the driver is compiled");
            fs::rename(&library, folder.join("libcuda.so")).unwrap();
            Some(folder)
        })
        .as_deref()
}

/// The folder of a library in the driver's place that is none: the one of C, or another that is loaded.
pub fn no_driver() -> Option<PathBuf> {
    let folder = folder("no-driver");
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let Some(library) = maps.split_whitespace().find(|word| word.starts_with('/') && word.contains(".so")) else {
        eprintln!("not tested: no library is loaded that could be taken for a driver");
        return None;
    };
    let link = folder.join(format!("link-{}", std::process::id()));
    std::os::unix::fs::symlink(library, &link).unwrap();
    fs::rename(link, folder.join("libcuda.so")).unwrap();
    Some(folder)
}

/// Beside the tests' programs.
fn folder(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let folder = program.parent().unwrap().join(format!("{}-{name}", env!("CARGO_PKG_NAME")));
    fs::create_dir_all(&folder).unwrap();
    folder
}
