use super::{
    nvrtc::{Architecture, Version},
    *,
};
use crate::kept::Scratch;
use core::{cell::Cell, convert::Infallible};
use std::thread;

const SOURCE: Source<'_> = Source { name: "a.cu", text: "text", headers: &[("b.cuh", "header")], options: &["-DN=1"] };

fn key() -> Key {
    Key::new(&SOURCE, Architecture(9, 0), Version(13, 0))
}

fn cubin(length: usize) -> Image {
    Image::Cubin((0..length).map(|i| i as u8).collect())
}

impl Scratch {
    fn kernels(&self) -> Kernels {
        Kernels::at(&self.0)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// What is got, how, and whether it was made.
fn get(kernels: &Kernels, key: &Key, image: &Image) -> (Image, Cached, bool) {
    let made = Cell::new(false);
    let make = || {
        made.set(true);
        Ok::<_, Infallible>(image.clone())
    };
    let (image, cached) = kernels.get(key, make).unwrap_or_else(|never| match never {});
    (image, cached, made.get())
}

#[test]
fn the_second_time_nothing_is_compiled() {
    let scratch = Scratch::new();
    for image in [cubin(1000), Image::Ptx(".version 9.0".to_owned()), cubin(0)] {
        let kernels = Kernels::at(scratch.0.join(format!("{}", entry::write(&key(), &image).len())));
        assert!(matches!(get(&kernels, &key(), &image), (got, Cached::Made, true) if got == image));
        assert!(matches!(get(&kernels, &key(), &cubin(1)), (got, Cached::Hit, false) if got == image));
    }
}

#[test]
fn what_does_not_compile_is_not_kept() {
    let scratch = Scratch::new();
    assert_eq!(scratch.kernels().get(&key(), || Err("wrong")).unwrap_err(), "wrong");
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn all_that_code_is_made_of_is_in_the_key() {
    let (device, nvrtc) = (Architecture(9, 0), Version(13, 0));
    let keys = [
        Key::of(&SOURCE, device, nvrtc, "1.0.0"),
        Key::of(&SOURCE, device, nvrtc, "1.0.1"),
        Key::of(&SOURCE, device, Version(13, 1), "1.0.0"),
        Key::of(&SOURCE, Architecture(8, 0), nvrtc, "1.0.0"),
        Key::of(&Source { name: "b.cu", ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(&Source { text: "texT", ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(&Source { headers: &[], ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(&Source { headers: &[("b.cuh", "heade")], ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(&Source { headers: &[("b.cuhh", "eader")], ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(&Source { options: &[], ..SOURCE }, device, nvrtc, "1.0.0"),
        Key::of(
            &Source { options: &[], headers: &[("-DN=1", ""), ("b.cuh", "header")], ..SOURCE },
            device,
            nvrtc,
            "1.0.0",
        ),
        Key::of(&Source { options: &["-DN=2"], ..SOURCE }, device, nvrtc, "1.0.0"),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(Key::is_name(&a.to_string()), "{a}");
        assert!(keys[..i].iter().all(|b| a != b), "{i}");
    }
    assert_eq!(keys[0], Key::of(&SOURCE, device, nvrtc, "1.0.0"));
    assert_eq!(key(), Key::of(&SOURCE, device, nvrtc, env!("CARGO_PKG_VERSION")));
}

#[test]
fn other_keys_are_other_files() {
    let scratch = Scratch::new();
    let other = Key::new(&SOURCE, Architecture(8, 0), Version(13, 0));
    get(&scratch.kernels(), &key(), &cubin(10));
    assert!(matches!(get(&scratch.kernels(), &other, &cubin(20)), (_, Cached::Made, true)));
    // A file under another's name is not taken for it.
    let file = |key: &Key| scratch.0.join(format!("{key}.kernel"));
    fs::copy(file(&other), file(&key())).unwrap();
    assert!(matches!(get(&scratch.kernels(), &key(), &cubin(10)), (got, Cached::Made, true) if got == cubin(10)));
}

#[test]
fn what_is_damaged_is_compiled_and_written_again() {
    let scratch = Scratch::new();
    let (kernels, image) = (scratch.kernels(), cubin(100));
    let file = scratch.0.join(format!("{}.kernel", key()));
    get(&kernels, &key(), &image);
    let whole = fs::read(&file).unwrap();
    let mut damaged: Vec<Vec<u8>> = (0..whole.len()).map(|length| whole[..length].to_vec()).collect();
    damaged.extend((0..whole.len()).map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        bytes
    }));
    damaged.push([&whole[..], b"\0"].concat());
    for bytes in damaged {
        assert_eq!(entry::read(&key(), &bytes), None);
    }
    for bytes in [&whole[..70], &[], b"something else"] {
        fs::write(&file, bytes).unwrap();
        assert!(matches!(get(&kernels, &key(), &image), (got, Cached::Made, true) if got == image));
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    assert!(matches!(get(&kernels, &key(), &image), (_, Cached::Hit, false)));
}

#[test]
fn where_nothing_can_be_written_it_is_compiled_each_time() {
    let scratch = Scratch::new();
    let below_a_file = scratch.0.join("file");
    fs::write(&below_a_file, "").unwrap();
    let kernels = Kernels::at(below_a_file.join("kernels"));
    // What has the entry's name is a directory that is not empty.
    let taken = scratch.0.join(format!("{}.kernel", key()));
    fs::create_dir_all(taken.join("inside")).unwrap();
    for kernels in [kernels, scratch.kernels()] {
        for _ in 0..2 {
            let (image, cached, made) = get(&kernels, &key(), &cubin(10));
            assert_eq!((image, made), (cubin(10), true));
            let Cached::NotKept(why @ NotKept::File { .. }) = cached else { panic!("{cached:?}") };
            assert!(why.to_string().contains("POLARNET_KERNEL_CACHE"), "{why}");
        }
    }
    assert_eq!(scratch.names().len(), 2, "what could not be renamed is removed");
}

/// Nobody writes to the pipe, and the device has no end: neither is read, nor does it go.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_neither_read_nor_written() {
    use std::{os::unix::fs::symlink, process::Command};
    let (pipe, device) = (Scratch::new(), Scratch::new());
    let name = format!("{}.kernel", key());
    assert!(Command::new("mkfifo").arg(pipe.0.join(&name)).status().unwrap().success());
    symlink("/dev/zero", device.0.join(&name)).unwrap();
    for scratch in [pipe, device] {
        let (image, cached, made) = get(&scratch.kernels(), &key(), &cubin(10));
        assert_eq!((image, made), (cubin(10), true));
        let Cached::NotKept(why @ NotKept::File { .. }) = cached else { panic!("{cached:?}") };
        assert!(why.to_string().contains("something is there that is no file"), "{why}");
        assert_eq!(scratch.names(), [&*name]);
        assert!(!fs::metadata(scratch.0.join(&name)).unwrap().is_file());
    }
}

/// Entries whose hashes are right, but which this version does not know.
#[test]
fn what_another_version_has_kept_is_compiled_again() {
    use sha2::{Digest, Sha256};
    let scratch = Scratch::new();
    let file = scratch.0.join(format!("{}.kernel", key()));
    let whole = entry::write(&key(), &cubin(10));
    let bytes = &whole[..whole.len() - 32];
    let kind = bytes.len() - 11;
    // The version of the format, a kind of image, PTX that is no text.
    for changes in [&[(15, 2)][..], &[(kind, 7)], &[(kind, 1), (kind + 1, 0xff)]] {
        let mut foreign = bytes.to_vec();
        for &(at, byte) in changes {
            foreign[at] = byte;
        }
        let hash = Sha256::digest(&foreign);
        foreign.extend_from_slice(&hash);
        fs::write(&file, &foreign).unwrap();
        assert!(matches!(get(&scratch.kernels(), &key(), &cubin(10)), (got, Cached::Made, true) if got == cubin(10)));
        assert_eq!(fs::read(&file).unwrap(), whole, "{changes:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_directory_that_is_only_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let other = Key::new(&SOURCE, Architecture(8, 0), Version(13, 0));
    get(&scratch.kernels(), &key(), &cubin(10));
    fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o555)).unwrap();
    // Root may write all the same.
    let writes = fs::write(scratch.0.join("probe"), "").is_ok();
    assert!(matches!(get(&scratch.kernels(), &key(), &cubin(10)), (_, Cached::Hit, false)));
    let (image, cached, made) = get(&scratch.kernels(), &other, &cubin(20));
    fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!((image, made), (cubin(20), true));
    assert!(
        matches!((writes, &cached), (true, Cached::Made) | (false, Cached::NotKept(NotKept::File { .. }))),
        "{cached:?}"
    );
}

#[test]
fn without_a_directory_nothing_is_kept() {
    let kernels = Kernels { directory: None, bound: Kernels::BOUND };
    let (_, cached, made) = get(&kernels, &key(), &cubin(10));
    assert!(made && matches!(cached, Cached::NotKept(NotKept::NoPlace)));
}

#[test]
fn there_is_a_usual_directory() {
    let env = |key: &str| (key == "POLARNET_KERNEL_CACHE").then(|| "somewhere".into());
    assert_eq!(kept::usual(env, "POLARNET_KERNEL_CACHE", "kernels"), Some("somewhere".into()));
    let usual = Kernels::usual();
    assert_eq!(usual.bound, 256 << 20);
    let named = env::var_os("POLARNET_KERNEL_CACHE").is_some();
    assert!(named || usual.directory.is_none_or(|directory| directory.ends_with("polarnet/kernels")));
}

#[test]
fn threads_keep_the_same_at_once() {
    let scratch = Scratch::new();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..50 {
                    let length = 10_000 + round;
                    let key = Key::of(&SOURCE, Architecture(9, 0), Version(13, 0), &round.to_string());
                    let (image, cached, made) = get(&scratch.kernels(), &key, &cubin(length));
                    assert_eq!((image, made), (cubin(length), matches!(cached, Cached::Made)), "{cached:?}");
                }
            });
        }
    });
    assert_eq!(scratch.names().len(), 50, "no file is left that was not renamed: {:?}", scratch.names());
}

/// Entries of a thousand bytes and a little more, the first used longest ago.
fn filled(scratch: &Scratch, count: u32) -> Vec<Key> {
    let keys: Vec<_> = (0..count).map(|i| Key::of(&SOURCE, Architecture(9, i), Version(13, 0), "")).collect();
    for (age, key) in (1..=count).rev().zip(&keys) {
        get(&scratch.kernels(), key, &cubin(1000));
        aged(&scratch.0.join(format!("{key}.kernel")), Duration::from_secs(60 * u64::from(age)));
    }
    keys
}

fn aged(file: &Path, age: Duration) {
    let file = fs::File::options().append(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn those_that_were_not_used_for_longest_go() {
    let scratch = Scratch::new();
    let keys = filled(&scratch, 6);
    fs::write(scratch.0.join("notes.txt"), [0; 5000]).unwrap();
    // The first is used now.
    assert!(matches!(get(&scratch.kernels(), &keys[0], &cubin(1)), (_, Cached::Hit, false)));
    let bounded = scratch.kernels().bound(3500);
    assert!(matches!(get(&bounded, &key(), &cubin(1000)), (_, Cached::Made, true)));
    let mut kept: Vec<String> = [keys[0], keys[5], key()].iter().map(|key| format!("{key}.kernel")).collect();
    kept.push("notes.txt".to_owned()); // is not ours
    kept.sort();
    assert_eq!(scratch.names(), kept);
}

#[test]
fn what_is_larger_than_all_may_be_is_not_kept() {
    let scratch = Scratch::new();
    let keys = filled(&scratch, 2);
    let (_, cached, made) = get(&scratch.kernels().bound(3000), &key(), &cubin(4000));
    let Cached::NotKept(NotKept::TooLarge { bytes, bound: 3000 }) = cached else { panic!("{cached:?}") };
    assert!(made && bytes > 4000);
    assert_eq!(scratch.names().len(), keys.len(), "nothing goes for it");
    // Nor is such a file read.
    assert!(
        matches!(get(&scratch.kernels().bound(500), &keys[0], &cubin(100)), (got, Cached::Made, true) if got == cubin(100))
    );
}

#[test]
fn what_was_never_renamed_goes_after_a_day() {
    let scratch = Scratch::new();
    let name = |end: &str| scratch.0.join(format!(".{}.kernel.{end}", key()));
    for (end, hours) in [("old", 25), ("new", 1)] {
        fs::write(name(end), "half").unwrap();
        aged(&name(end), Duration::from_secs(hours * 3600));
    }
    get(&scratch.kernels(), &key(), &cubin(10));
    assert!(!name("old").exists() && name("new").exists());
}
