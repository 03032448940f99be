//! With NVRTC where there is one, and without it where there is none. `POLARNET_NVRTC=$(ci/ptx.sh --nvrtc)` has one.

use super::*;
use crate::cuda::cache::{Cached, Kernels};

/// `None` where there is none, and none was named.
fn nvrtc() -> Option<&'static Nvrtc> {
    match Nvrtc::load() {
        Ok(nvrtc) => Some(nvrtc),
        Err(error @ (Error::Missing { .. } | Error::Old { .. })) => {
            assert!(error.to_string().contains("\nhelp: install NVRTC 13"), "{error}");
            assert!(env::var_os("POLARNET_NVRTC").is_none(), "{error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

const ADD: Source<'_> = Source {
    name: "add.cu",
    text: "#include \"word.cuh\"\nextern \"C\" __global__ void add(word* a, const word* b) {\n    a[threadIdx.x] += N * b[0];\n}\n",
    headers: &[("word.cuh", "typedef unsigned long long word;\n")],
    options: &["-DN=3"],
};

#[test]
fn code_is_made() {
    let Some(nvrtc) = nvrtc() else { return };
    for device in [Architecture(8, 0), Architecture(9, 0)] {
        let Image::Cubin(code) = nvrtc.compile(&ADD, device).unwrap() else { panic!("{device}") };
        assert!(code.starts_with(b"\x7fELF"), "{device}");
        assert_eq!(nvrtc.compile(&ADD, device), Ok(Image::Cubin(code)), "the same each time");
    }
    // A device of the future.
    let Image::Ptx(text) = nvrtc.compile(&ADD, Architecture(99, 0)).unwrap() else { panic!("code for sm_990") };
    assert!(text.contains(".visible .entry add("), "{text}");
    assert!(!text.ends_with('\0'));
    let old = nvrtc.compile(&ADD, Architecture(1, 0)).unwrap_err();
    assert!(matches!(old, Error::Device { .. }), "{old}");
}

#[test]
fn multiply_and_add_are_two() {
    let Some(nvrtc) = nvrtc() else { return };
    let text = "extern \"C\" __global__ void f(double* a) { a[0] = a[1] * a[2] + a[3]; }";
    let made = nvrtc.compile(&Source { name: "f.cu", text, headers: &[], options: &[] }, Architecture(99, 0)).unwrap();
    let Image::Ptx(text) = made else { panic!("code for sm_990") };
    assert!(text.contains("mul.rn.f64") && text.contains("add.rn.f64") && !text.contains("fma"), "{text}");
}

#[test]
fn errors_have_their_line() {
    let Some(nvrtc) = nvrtc() else { return };
    let fails = |source: Source<'_>| match nvrtc.compile(&source, DEVICE).unwrap_err() {
        Error::Compile(wrong) => {
            let Diagnosis { message, line, log, .. } = *wrong;
            (message, line.map(|line| format!("{}:{}: {}", line.file, line.number, line.text)), log)
        }
        error => panic!("{error}"),
    };
    let (message, line, log) = fails(Source { options: &[], ..ADD });
    assert_eq!(message, "identifier \"N\" is undefined");
    assert_eq!(line.as_deref(), Some("add.cu:3:     a[threadIdx.x] += N * b[0];"));
    assert!(log.contains("add.cu(3): error: identifier \"N\" is undefined"), "{log}");

    let (_, line, _) = fails(Source { headers: &[("word.cuh", "\ntypedef nothing word;")], ..ADD });
    assert_eq!(line.as_deref(), Some("word.cuh:2: typedef nothing word;"));
    let (message, line, _) = fails(Source { headers: &[], ..ADD });
    assert!(message.starts_with("cannot open source file \"word.cuh\""), "{message}");
    assert_eq!(line.as_deref(), Some("add.cu:1: #include \"word.cuh\""));
    let (_, line, log) = fails(Source { options: &["--no-such-option"], ..ADD });
    assert!(line.is_none() && log.contains("no-such-option"), "{log}");
}

#[test]
fn threads_compile_at_once() {
    let Some(nvrtc) = nvrtc() else { return };
    let once = nvrtc.compile(&ADD, DEVICE);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| nvrtc.compile(&ADD, DEVICE))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), once);
        }
    });
}

#[test]
fn compiled_once() {
    let Some(nvrtc) = nvrtc() else { return };
    let scratch = Scratch::new();
    let kernels = Kernels::at(&scratch.0);
    let wrong = kernels.compile(nvrtc, &Source { text: "wrong", ..ADD }, DEVICE).unwrap_err();
    assert!(matches!(wrong, Error::Compile(_)), "{wrong}");
    let (made, cached) = kernels.compile(nvrtc, &ADD, DEVICE).unwrap();
    assert!(matches!(cached, Cached::Made), "{cached:?}");
    let (kept, cached) = kernels.compile(nvrtc, &ADD, DEVICE).unwrap();
    assert!(matches!(cached, Cached::Hit), "{cached:?}");
    assert_eq!(kept, made);
}
