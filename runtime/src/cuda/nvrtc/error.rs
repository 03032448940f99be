//! What can go wrong with NVRTC.

use super::{Architecture, OLDEST, Version};
use core::fmt;

/// There is no NVRTC, or it did not compile.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{Error, Version};
///
/// let error = Error::Old { found: Version(11, 8) }.to_string();
/// let (what, help) = error.split_once("\nhelp: ").unwrap();
/// assert_eq!(what, "NVRTC 11.8 is too old, 12.0 or newer is needed");
/// println!("{help}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The library, or the part of it that has the built-in functions, was not found.
    #[error(
        "NVRTC, which compiles CUDA C++, cannot be used: {why}\nhelp: install NVRTC 13 (the CUDA toolkit has it, and Python's package \
         `nvidia-cuda-nvrtc`), and put its folder in POLARNET_NVRTC if it is not where the system looks for libraries"
    )]
    Missing {
        /// Where it was looked for, and what the system says.
        why: String,
    },
    /// The library is older than [`OLDEST`].
    #[error(
        "NVRTC {found} is too old, {OLDEST} or newer is needed\nhelp: install NVRTC 13, and put its folder in POLARNET_NVRTC if \
         the system finds the old one first"
    )]
    Old {
        /// Its version.
        found: Version,
    },
    /// The library compiles for newer devices only.
    #[error(
        "NVRTC {version} makes no code for {device}\nhelp: put the folder of an older NVRTC, from {OLDEST} on, in POLARNET_NVRTC"
    )]
    Device {
        /// What was asked for.
        device: Architecture,
        /// The library's version.
        version: Version,
    },
    /// The source is wrong, or its options are.
    #[error(transparent)]
    Compile(Box<Diagnosis>),
    /// A text has a character that C++ texts end with.
    #[error(
        "`{name}` cannot be compiled: it has a zero character in its text, a header, or an option\nhelp: remove it"
    )]
    Zero {
        /// The name of the source.
        name: String,
    },
    /// NVRTC failed for a reason of its own.
    #[error("NVRTC failed: {call} said {code}, {message}\nhelp: {}", help(*.code))]
    Failed {
        /// Its function.
        call: &'static str,
        /// What that returned.
        code: i32,
        /// What NVRTC says that this is.
        message: String,
    },
}

/// What is wrong with a source.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{Architecture, Error, Nvrtc, Source};
///
/// let source = Source { name: "a.cu", text: "\nint a = b;", headers: &[], options: &[] };
/// if let Ok(nvrtc) = Nvrtc::load() {
///     let Err(Error::Compile(diagnosis)) = nvrtc.compile(&source, Architecture(9, 0)) else { panic!("there is no `b`") };
///     assert_eq!(diagnosis.line.unwrap().number, 2);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` does not compile for {target}: {message}{}\nhelp: NVRTC {version} says\n{}", Under(.line), Indented(.log))]
pub struct Diagnosis {
    /// The name of the source.
    pub name: String,
    /// `sm_90`, say.
    pub target: String,
    /// The version of NVRTC.
    pub version: Version,
    /// The first error.
    pub message: String,
    /// Where that is, if it is anywhere.
    pub line: Option<Line>,
    /// All that NVRTC said.
    pub log: String,
}

/// A line of a source or of a header.
///
/// ```
/// use polarnet_runtime::cuda::nvrtc::{Diagnosis, Line, Version};
///
/// let line = Line { file: "a.cu".to_owned(), number: 2, text: "int a = b;".to_owned() };
/// let message = "identifier \"b\" is undefined".to_owned();
/// let diagnosis = Diagnosis {
///     name: "a.cu".to_owned(), target: "sm_90".to_owned(), version: Version(13, 0), message, line: Some(line), log: String::new(),
/// };
/// assert_eq!(diagnosis.to_string().lines().nth(1), Some("  a.cu:2: int a = b;"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name of the source or of the header.
    pub file: String,
    /// From 1.
    pub number: usize,
    /// What is in it.
    pub text: String,
}

fn help(code: i32) -> &'static str {
    match code {
        super::library::OUT_OF_MEMORY => "compiling needs some hundred MB of memory",
        _ => "another version of NVRTC may do better: put its folder in POLARNET_NVRTC",
    }
}

/// The line with the error, on a line of its own.
struct Under<'e>(&'e Option<Line>);

impl fmt::Display for Under<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |line| write!(f, "\n  {}:{}: {}", line.file, line.number, line.text.trim()))
    }
}

struct Indented<'e>(&'e str);

impl fmt::Display for Indented<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for line in self.0.lines().filter(|line| !line.trim().is_empty()) {
            write!(f, "{between}  {line}")?;
            between = "\n";
        }
        Ok(())
    }
}
