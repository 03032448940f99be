//! Builds the stand-in for `libcuda.so`: the emulator of `cpp/`, and as host C++ all kernels of `runtime/kernels` and of
//! `cpp/tests`; and the stand-in for `libnvrtc.so`, which compiles others when it is asked to. `POLARNET_EMULATOR_SANITIZE=thread` builds the kernels with ThreadSanitizer; `ci/emulator.sh tsan` says how
//! to run that.

use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs, thread};

/// The folders of kernels: each `.cu` in them is linked in.
const KERNELS: [&str; 2] = ["../runtime/kernels", "cpp/tests"];
const EMULATOR: [&str; 2] = ["cpp", "cpp/driver"];
const NVRTC: [&str; 1] = ["cpp/nvrtc"];
const SANITIZE: &str = "POLARNET_EMULATOR_SANITIZE";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(emulator_tsan)");
    for variable in [SANITIZE, "CXX", "CXXFLAGS"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for folder in ["cpp", "../runtime/kernels"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux")
        || env::var("CARGO_CFG_TARGET_ENV").as_deref() != Ok("gnu")
    {
        // `load` says so.
        return;
    }
    let tsan = match env::var(SANITIZE).as_deref() {
        Err(_) | Ok("") => false,
        Ok("thread") => true,
        Ok(other) => fail(&format!("{SANITIZE} is `{other}`; it can be `thread`")),
    };
    if tsan {
        println!("cargo::rustc-cfg=emulator_tsan");
    }

    let mut emulator = cc::Build::new();
    emulator
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .pic(true)
        .cargo_metadata(false)
        .cargo_warnings(true)
        .flag("-fvisibility=hidden")
        .flag("-ffp-contract=off")
        .include("cpp")
        .include("../runtime/kernels");
    if tsan {
        emulator.define("EMULATOR_TSAN", None);
    }
    let compiler = match emulator.try_get_compiler() {
        Ok(compiler) if runs(&compiler.to_command()) => compiler,
        _ => fail(
            "there is no C++ compiler\nhelp: install one, such as g++ or clang++, or set CXX; `ci/emulator.sh` installs one where it may",
        ),
    };
    let mut kernels = emulator.clone();
    kernels.flag("-x").flag("c++").warnings(false);
    if tsan {
        // What ThreadSanitizer says names lines.
        kernels.opt_level(1).flag("-g").flag("-fsanitize=thread");
    }

    let mut objects = compile(&emulator, &files(&EMULATOR, "cpp"));
    objects.extend(compile(&kernels, &files(&KERNELS, "cu")));

    // `cudarc` asks for `libcuda.so`, and finds what is loaded under that name. Others ask for `libcuda.so.1`: an empty library of
    // that name, which brings the first along.
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let driver = out.join("libcuda.so");
    let mut link = compiler.to_command();
    link.args(["-shared", "-Wl,-soname,libcuda.so", "-pthread", "-o"]).arg(&driver).args(&objects);
    if tsan {
        link.arg("-fsanitize=thread");
    }
    run(link);
    let versioned = out.join("libcuda.so.1");
    let mut link = compiler.to_command();
    link.args(["-shared", "-Wl,-soname,libcuda.so.1", "-Wl,--no-as-needed", "-o"]).arg(&versioned).arg(&driver);
    run(link);

    let nvrtc = out.join("libnvrtc.so");
    let mut stand_in = emulator.clone();
    stand_in
        .define("EMULATOR_COMPILER", text(&command_of_kernels(&compiler, tsan)).as_str())
        .define("EMULATOR_DRIVER", text(&driver.display().to_string()).as_str());
    let mut link = compiler.to_command();
    link.args(["-shared", "-Wl,-soname,libnvrtc.so", "-o"]).arg(&nvrtc);
    link.args(compile(&stand_in, &files(&NVRTC, "cpp"))).arg(&driver);
    run(link);
    println!("cargo::rustc-env=POLARNET_EMULATOR_NVRTC={}", nvrtc.display());
    println!("cargo::rustc-env=POLARNET_EMULATOR_DRIVER={}", driver.display());
    println!("cargo::rustc-env=POLARNET_EMULATOR_DRIVER_1={}", versioned.display());
}

/// What makes a library of a kernel's source at run time. Not optimized much: it is compiled more often than it is run.
fn command_of_kernels(compiler: &cc::Tool, tsan: bool) -> String {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let program = compiler.path().display();
    let sanitized = if tsan { " -g -fsanitize=thread -DEMULATOR_TSAN" } else { "" };
    format!(
        "{program} -std=c++17 -O1 -w -fPIC -shared -fvisibility=hidden -ffp-contract=off -fno-diagnostics-show-caret \
         -fno-diagnostics-color{sanitized} -I{here}/cpp"
    )
}

/// A literal of C.
fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn fail(text: &str) -> ! {
    eprintln!("polarnet-emulator: {text}");
    exit(1)
}

fn runs(command: &Command) -> bool {
    Command::new(command.get_program()).arg("--version").output().is_ok_and(|said| said.status.success())
}

fn run(mut command: Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        _ => fail(&format!("{command:?} failed")),
    }
}

/// The files of some folders whose names end in `.extension`, in a fixed order.
fn files(folders: &[&str], extension: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(Path::new(folder)).into_iter().flatten())
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    all.sort();
    all
}

/// The objects of some files, compiled on as many threads as cargo allows.
fn compile(build: &cc::Build, files: &[PathBuf]) -> Vec<PathBuf> {
    let jobs = env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1usize).max(1);
    let parts: Vec<cc::Build> = (0..jobs)
        .map(|job| {
            let mut part = build.clone();
            part.files(files.iter().skip(job).step_by(jobs));
            part
        })
        .collect();
    thread::scope(|scope| {
        let running: Vec<_> = parts.iter().map(|part| scope.spawn(|| part.try_compile_intermediates())).collect();
        let mut parts: Vec<_> = running
            .into_iter()
            .map(|part| match part.join() {
                Ok(Ok(compiled)) => compiled.into_iter(),
                Ok(Err(error)) => fail(&format!("compiling failed: {error}")),
                Err(_) => fail("compiling failed"),
            })
            .collect();
        // As the files are in order, however many jobs there were: variants of kernels are counted.
        (0..files.len()).filter_map(|at| parts[at % jobs].next()).collect()
    })
}
