//! Running the command.

use std::{
    fs,
    io::Write,
    ops::Deref,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

/// Sizes are smaller in debug builds, which are slow.
pub const SCALE: usize = if cfg!(debug_assertions) { 1 } else { 10 };

/// Counts down for ever, in constant memory.
pub const FOREVER: &str = "@main = r & @loop ~ (0 r)  @loop = (a r) & @loop ~ (a r)";

/// A tree that grows without end.
pub const GROWING: &str = "@main = r & @grow ~ (0 r)  @grow = (* (x y)) & @grow ~ (0 x) & @grow ~ (0 y)";

/// `(n (n-1 … (1 *)))`.
pub fn list(n: usize) -> String {
    format!(
        "@main = r & @list ~ ({n} r)
         @list = (?((* @cons) r) r)
         @cons = ({{n $([+1] h)}} (h t)) & @list ~ (n t)"
    )
}

/// What a command printed.
#[derive(PartialEq, Debug)]
pub struct Ran {
    pub out: String,
    pub err: String,
    /// `None` when a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    pub fn new(out: Vec<u8>, err: Vec<u8>, status: ExitStatus) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("the command prints UTF-8");
        let ran = Ran { out: text(out), err: text(err), code: status.code() };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }

    /// It succeeded, said nothing else, and printed this.
    #[track_caller]
    pub fn prints(&self, out: &str) {
        assert_eq!((self.err.as_str(), self.code, self.out.as_str()), ("", Some(0), out));
    }

    /// It printed no result, but this on standard error.
    #[track_caller]
    pub fn fails(&self, code: i32, err: &str) {
        assert_eq!((self.out.as_str(), self.err.as_str(), self.code), ("", err, Some(code)));
    }

    /// The same, where only a part of the message is known.
    #[track_caller]
    pub fn fails_with(&self, code: i32, part: &str) {
        assert!(self.err.contains(part), "{} lacks {part}", self.err);
        assert_eq!((self.out.as_str(), self.code), ("", Some(code)), "{}", self.err);
    }
}

/// The command, with arguments that have no blanks in them.
pub fn command(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polarnet"));
    command.args(args.split_whitespace()).env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// Runs the command.
pub fn polarnet(args: &str) -> Ran {
    let output = command(args).output().expect("the command starts");
    Ran::new(output.stdout, output.stderr, output.status)
}

/// Runs the command on a book, which it reads from standard input.
pub fn with_book(args: &str, book: impl AsRef<[u8]>) -> Ran {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let book = book.as_ref().to_vec();
    // The command may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&book)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("no panic");
    Ran::new(output.stdout, output.stderr, output.status)
}

/// `run -` with options, on a book.
pub fn run(options: &str, book: impl AsRef<[u8]>) -> Ran {
    with_book(&format!("run - {options}"), book)
}

/// A folder or file that no other test uses; gone when it is dropped. Its path has no blanks unless the target folder's has.
pub struct Temporary {
    folder: PathBuf,
    path: PathBuf,
}

impl Deref for Temporary {
    type Target = Path;
    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// An empty folder.
pub fn folder() -> Temporary {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{next}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    Temporary { path: folder.clone(), folder }
}

/// A file in a folder of its own.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> Temporary {
    let mut file = folder();
    file.path.push(name);
    fs::write(&file.path, text).expect("a temporary file");
    file
}
