//! `--cuda` and `devices`: what is said where there is a device, and where there is none.

use crate::support::{polarnet, with_book};

/// What `run` says of the line itself.
#[test]
fn the_option_excludes_others() {
    for others in ["--threads 2", "--trace x.jsonl"] {
        let ran = polarnet(&format!("run - --cuda {others}"));
        assert_eq!(ran.code, Some(2), "{others}");
        assert!(
            ran.err.starts_with("error: the argument '--cuda[=<N>]' cannot be used with '--")
                || ran.err.contains("cannot be used with '--cuda[=<N>]'"),
            "{}",
            ran.err
        );
    }
    let ran = polarnet("run - --cuda=first");
    ran.fails_with(2, "invalid value 'first' for '--cuda[=<N>]': devices have numbers, from 0 on");
}

/// A book's errors come first.
#[test]
fn a_bad_book_is_told_of_without_a_device() {
    with_book("run - --cuda", "@main = (").fails_with(1, "--> standard input:1:10");
}

#[cfg(not(feature = "cuda"))]
#[test]
fn a_build_without_the_feature_says_so() {
    for ran in [polarnet("devices"), with_book("run - --cuda", "@main = *")] {
        ran.fails(
            1,
            "error: this build has no CUDA back end\nhelp: build it with the feature `cuda`, which is on by default\n",
        );
    }
}

#[cfg(feature = "cuda")]
mod built {
    use super::*;
    #[cfg(target_os = "linux")]
    use crate::{fake_cuda as fake, support::Ran};

    /// Where there are no devices, both commands say why, and what to do.
    #[test]
    fn devices_and_runs_say_the_same() {
        let devices = polarnet("devices");
        let run = with_book("run - --cuda", "@main = *");
        if devices.code == Some(0) {
            assert!(devices.out.starts_with("device 0: "), "{}", devices.out);
            assert!(!run.err.contains("is not available"), "{}", run.err);
        } else {
            devices.fails_with(1, "error: the CUDA back end is not available: ");
            assert_eq!(devices.err.matches("\nhelp: ").count(), 1, "{}", devices.err);
            assert_eq!(run, devices);
            assert_eq!(with_book("run - --cuda=3 --max-memory 1GiB --quiet", "@main = *"), devices);
        }
    }

    /// The command with a library in the driver's place.
    #[cfg(target_os = "linux")]
    fn under(folder: &std::path::Path, fake: &str, args: &str) -> Ran {
        let mut command = crate::support::command(args);
        let output = command.env("LD_LIBRARY_PATH", folder).env("FAKE_CUDA", fake).output().unwrap();
        Ran::new(output.stdout, output.stderr, output.status)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_library_that_is_no_driver() {
        let Some(folder) = fake::no_driver() else { return };
        under(&folder, "", "devices").fails(
            1,
            "error: the CUDA back end is not available: the library that was found is no CUDA driver: it lacks `cuInit`\n\
             help: install NVIDIA's driver 580 or newer, and take directories named `stubs` out of LD_LIBRARY_PATH\n",
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn drivers_that_do_not_serve() {
        let Some(folder) = fake::driver() else { return };
        let of = |fake: &str, args: &str| under(folder, fake, args);
        let listed = "device 0: xxx, compute capability 9.0, 1 MiB, 4 multiprocessors, driver for CUDA 13.1\n";
        of("well", "devices").prints(listed);
        of("old", "devices")
            .fails_with(1, "the driver is one for CUDA 12.4, and the kernels are for CUDA 13.0\nhelp: ");
        of("none", "devices").fails_with(1, "no CUDA device on this machine\nhelp: ");
        let book = folder.join(format!("book-{}.hvm", std::process::id()));
        std::fs::write(&book, "@main = *").unwrap();
        let run = |fake: &str, options: &str| of(fake, &format!("run {} {options}", book.display()));
        run("well", "--cuda=1").fails(1, "error: there is no CUDA device 1\nhelp: this machine has one, device 0\n");
        run("turing", "--cuda").fails_with(1, "the CUDA device xxx has compute capability 7.5, ");
        std::fs::remove_file(book).unwrap();
    }
}
