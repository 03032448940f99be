mod fake;
mod real;

use super::{library::Part, *};
use crate::kept::Scratch;
use std::{fs, path::PathBuf};

const DEVICE: Architecture = Architecture(9, 0);

fn source(text: &str) -> Source<'_> {
    Source { name: "a.cu", text, headers: &[("b.cuh", "in b"), ("c.cuh", "in c")], options: &["-DN=1"] }
}

/// The code that the fake makes of a source: what it was told.
fn told(image: Image) -> String {
    match image {
        Image::Cubin(code) => String::from_utf8(code).unwrap(),
        Image::Ptx(text) => format!("ptx {text}"),
    }
}

#[test]
fn all_is_handed_on() {
    let nvrtc = fake::nvrtc(13, 0).unwrap();
    let made = |device| told(nvrtc.compile(&source("text"), device).unwrap());
    let rest = "--std=c++17 --fmad=false -DN=1 | a.cu: text | b.cuh: in b | c.cuh: in c";
    assert_eq!(made(Architecture(9, 0)), format!("--gpu-architecture=sm_90 {rest}"));
    assert_eq!(made(Architecture(12, 1)), format!("ptx --gpu-architecture=compute_120 {rest}"));
    assert_eq!(nvrtc.version(), Version(13, 0));
    assert_eq!(fake::programs(), 0, "all are destroyed");
}

#[test]
fn devices_have_code_or_assembly() {
    let known = [75, 80, 90, 100, 120];
    for (device, wanted) in [
        (Architecture(9, 0), Some(Target::Code(90))),
        (Architecture(10, 0), Some(Target::Code(100))),
        (Architecture(8, 9), Some(Target::Assembly(80))),
        (Architecture(13, 0), Some(Target::Assembly(120))),
        (Architecture(7, 0), None),
        (Architecture(u32::MAX, 0), None),
        (Architecture(0, u32::MAX), None),
    ] {
        assert_eq!(target(&known, device), wanted, "{device}");
    }
    assert_eq!(target(&[], DEVICE), None);

    let error = fake::nvrtc(13, 0).unwrap().compile(&source("text"), Architecture(6, 1)).unwrap_err();
    assert_eq!(error, Error::Device { device: Architecture(6, 1), version: Version(13, 0) });
    assert!(error.to_string().starts_with("NVRTC 13.0 makes no code for sm_61\nhelp: "), "{error}");
}

#[test]
fn old_versions_are_refused() {
    for (major, minor) in [(11, 8), (9, 2), (-1, 0)] {
        let error = fake::nvrtc(major, minor).unwrap_err();
        assert!(matches!(error, Error::Old { .. }), "{error}");
        assert!(error.to_string().contains("12.0 or newer") && error.to_string().contains("\nhelp: "), "{error}");
    }
    assert!(fake::nvrtc(12, 0).is_ok() && fake::nvrtc(14, 0).is_ok());
}

#[test]
fn a_wrong_source_is_shown() {
    let nvrtc = fake::nvrtc(13, 0).unwrap();
    let text = "fail 6\na.cu(1): warning: unused\n\na.cu(3): error: expected a \";\"\nb.cuh(1): error: second";
    let error = nvrtc.compile(&source(text), DEVICE).unwrap_err();
    assert_eq!(fake::programs(), 0);
    let Error::Compile(wrong) = &error else { panic!("{error}") };
    let Diagnosis { name, target, version, message, line, log } = &**wrong;
    assert_eq!((&name[..], &target[..], *version, &message[..]), ("a.cu", "sm_90", Version(13, 0), "expected a \";\""));
    assert_eq!(line.as_ref().map(|line| (&line.file[..], line.number)), Some(("a.cu", 3)));
    assert_eq!(line.as_ref().unwrap().text, "");
    assert_eq!(log, text);
    let shown = "`a.cu` does not compile for sm_90: expected a \";\"\n  a.cu:3: \nhelp: NVRTC 13.0 says\n  fail 6\n  a.cu(1): warning: unused\n  \
                 a.cu(3): error: expected a \";\"\n  b.cuh(1): error: second";
    assert_eq!(error.to_string(), shown);
}

#[test]
fn errors_are_found_in_logs() {
    let nvrtc = fake::nvrtc(13, 0).unwrap();
    for (log, wanted, at) in [
        ("b.cuh(1): error: x", "x", Some("in b")),
        (
            "a.cu(1): catastrophic error: cannot open source file \"d.cuh\"",
            "cannot open source file \"d.cuh\"",
            Some("fail 6"),
        ),
        ("a.cu(2): error #20-D: y", "y", Some("a.cu(2): error #20-D: y")),
        ("a.cu(9): error: beyond the end", "beyond the end", None),
        ("a.cu(0): error: there is no such line", "there is no such line", None),
        ("(2): error: nowhere", "nowhere", None),
        ("stdio.h(3): error: elsewhere", "elsewhere", None),
        ("a.cu(x): error: z", "NVRTC says 6", None),
        ("nvrtc: error: invalid value for --gpu-architecture", "NVRTC says 6", None),
        ("", "NVRTC says 6", None),
    ] {
        let error = nvrtc.compile(&source(&format!("fail 6\n{log}")), DEVICE).unwrap_err();
        let Error::Compile(wrong) = error else { panic!("{error}") };
        assert_eq!((&wrong.message[..], wrong.line.as_ref().map(|line| &line.text[..])), (wanted, at), "{log}");
    }
}

#[test]
fn nvrtc_itself_may_fail() {
    let nvrtc = fake::nvrtc(13, 0).unwrap();
    let fails = |text: &str| nvrtc.compile(&source(text), DEVICE).unwrap_err();
    let error = fails("fail 7\nfailed to open libnvrtc-builtins.so.13.0.");
    assert!(matches!(&error, Error::Missing { why } if why.ends_with("libnvrtc-builtins.so.13.0.")), "{error}");

    let error = fails("no program");
    let wanted = Error::Failed { call: "nvrtcCreateProgram", code: 1, message: "NVRTC says 1".to_owned() };
    assert_eq!(error, wanted);
    assert!(error.to_string().ends_with("\nhelp: compiling needs some hundred MB of memory"), "{error}");

    // A result that is newer than this, and a program without code.
    let error = fails("fail 1234");
    assert!(matches!(&error, Error::Compile(wrong) if wrong.message == "for which it has no words"), "{error}");
    let error = fails("no code");
    assert!(matches!(error, Error::Failed { call: "nvrtcGetCUBINSize", code: 4, .. }), "{error}");
    assert_eq!(fake::programs(), 0);
}

#[test]
fn texts_have_no_zero() {
    let nvrtc = fake::nvrtc(13, 0).unwrap();
    let good = source("text");
    for bad in [
        source("te\0xt"),
        Source { name: "a\0.cu", ..good },
        Source { headers: &[("b.cuh", "\0")], ..good },
        Source { headers: &[("\0", "")], ..good },
        Source { options: &["-D\0"], ..good },
    ] {
        assert_eq!(nvrtc.compile(&bad, DEVICE).unwrap_err(), Error::Zero { name: bad.name.to_owned() });
    }
}

#[test]
fn a_folder_without_nvrtc() {
    let folder = Scratch::new();
    let missing = |folder: PathBuf| match Nvrtc::load_from(Some(&folder)).unwrap_err() {
        error @ Error::Missing { .. } => error.to_string(),
        error => panic!("{error}"),
    };
    let none = missing(folder.0.join("nowhere"));
    assert!(none.contains("nowhere") && none.contains("\nhelp: install NVRTC 13"), "{none}");
    let empty = missing(folder.0.clone());
    assert!(empty.contains(&format!("it is not in {}", folder.0.display())), "{empty}");
    for name in ["libnvrtc.so.13", "libnvrtc-builtins.so.13.0", "nvrtc64_130_0.dll"] {
        fs::write(folder.0.join(name), "no library").unwrap();
    }
    let broken = missing(folder.0.clone());
    assert!(broken.contains("libnvrtc.so.13"), "the system names the file: {broken}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_library_that_is_not_nvrtc() {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let libc = maps.lines().filter(|line| line.contains("/libc")).find_map(|line| line.get(line.find('/')?..));
    let libc = libc.expect("tests are linked dynamically");
    let folder = Scratch::new();
    std::os::unix::fs::symlink(libc, folder.0.join("libnvrtc.so")).unwrap();
    let error = Nvrtc::load_from(Some(&folder.0)).unwrap_err();
    let Error::Missing { why } = &error else { panic!("{error}") };
    assert!(why.starts_with("what was found is not NVRTC: ") && why.contains("nvrtcGetErrorString"), "{why}");
}

#[test]
fn the_parts_of_nvrtc() {
    for (name, wanted) in [
        ("libnvrtc.so", Some(Part::Nvrtc)),
        ("libnvrtc.so.13", Some(Part::Nvrtc)),
        ("nvrtc64_130_0.dll", Some(Part::Nvrtc)),
        ("libnvrtc-builtins.so.13.0", Some(Part::Builtins)),
        ("nvrtc-builtins64_130.dll", Some(Part::Builtins)),
        ("libnvrtc.alt.so.13", None),
        ("libnvrtc-builtins.alt.so.13.0", None),
        ("libnvrtc_static.a", None),
        ("libnvvm.so.4", None),
    ] {
        assert_eq!(library::part(name.as_ref()), wanted, "{name}");
    }
}

/// What is checked in is compiled as this compiles.
#[test]
fn ci_compiles_with_the_same_options() {
    let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../ci/ptx.py")).unwrap();
    let options = OPTIONS.map(|option| format!("\"{option}\"")).join(", ");
    assert!(script.contains(&format!("OPTIONS = [{options}]\n")), "{options}");
}
