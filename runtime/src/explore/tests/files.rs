use super::{super::store::usual_file, *};
use std::{
    ffi::OsString,
    path::{Path, absolute},
};

#[test]
fn the_winner_is_used_the_next_time() {
    let (file, (a, b)) = (Scratch::new(), data([40_000, 30_000], 1));
    let calls = Cell::new(0);
    let run = |explorer: Explorer<'_>| {
        calls.set(0);
        explorer.run(|| (calls.set(calls.get() + 1), bar(&a, &b))).unwrap()
    };
    let measured = run(file.explorer("bar"));
    assert_eq!((measured.origin, measured.runs), (Origin::New, calls.get()));

    let kept = run(file.explorer("bar"));
    assert_eq!((kept.origin, kept.runs, calls.get()), (Origin::Kept, 1, 1));
    assert_eq!((&kept.best, kept.rows[0].time), (&measured.best, measured.rows[0].time));
    assert_eq!(members(&kept.best), members(&measured.best));
    assert_eq!(file.explorer("bar").stored().unwrap().as_ref(), Some(&measured.best));

    let again = run(file.explorer("bar").again());
    assert_eq!((again.origin, again.runs), (Origin::Again, measured.runs));
}

#[test]
fn winners_have_names_and_machines() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    file.explorer("long").run(|| select_sum(&a, &b)).unwrap();
    assert_eq!(file.explorer("short").stored().unwrap(), None);
    let short = file.explorer("short").run(|| select_sum(&a[..1], &b)).unwrap();
    assert_eq!(short.origin, Origin::New);
    assert_eq!(file.explorer("long").run(|| select_sum(&a, &b)).unwrap().origin, Origin::Kept);

    // What another machine found, and what is there for people, stays.
    let machine = serde_json::to_string(&short.machine).unwrap();
    let elsewhere = file.text().replace(&machine, "\"another machine\", \"note\": \"by hand\"");
    fs::write(file.file(), &elsewhere).unwrap();
    assert_eq!(file.explorer("short").stored().unwrap(), None);
    file.explorer("short").run(|| select_sum(&a[..1], &b)).unwrap();
    let text = file.text();
    assert_eq!([text.matches("\"another machine\"").count(), text.matches("by hand").count()], [2, 2]);
    assert_eq!(text.matches(&machine).count(), 1);
    file.explorer("short").again().run(|| select_sum(&a[..1], &b)).unwrap();
    assert_eq!(file.text().matches(&machine).count(), 1, "it is replaced");
}

#[test]
fn winners_of_other_members_are_ignored() {
    static BEFORE: Site = Site::new("sum", "main.rs", 1, 1, &["slow", "fast"]);
    static AFTER: Site = Site::new("sum", "main.rs", 1, 1, &["fast", "slow"]);
    let file = Scratch::new();
    let report = file.explorer("sum").run(|| at(&BEFORE, |member| spend([9, 1][member]))).unwrap();
    assert_eq!(members(&report.best), ["fast"]);
    let stored = file.explorer("sum").stored().unwrap().unwrap();
    assert_eq!(with(&stored, || at(&BEFORE, |member| member)), 1);
    assert_eq!(with(&stored, || at(&AFTER, |member| member)), 0, "1 would be the slow one now");

    let report = file.explorer("sum").run(|| at(&AFTER, |member| spend([1, 9][member]))).unwrap();
    assert_eq!((report.origin, members(&report.best)), (Origin::Changed, vec!["fast"]));
    let report = file.explorer("sum").run(|| at(&AFTER, |member| spend([1, 9][member]))).unwrap();
    assert_eq!(report.origin, Origin::Kept);
}

#[test]
fn a_winner_that_does_not_know_a_choice_is_not_used() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    file.explorer("f").run(|| select_sum(&a, &b)).unwrap();
    let report = file.explorer("f").run(|| select_sum(&a, &b) + foo(&a, &b)).unwrap();
    assert_eq!((report.origin, report.best.len()), (Origin::Changed, 3));
}

/// What exploring says, where the file has this text; which it has afterwards, too.
fn refused(text: &[u8]) -> String {
    let file = Scratch::new();
    fs::write(file.file(), text).unwrap();
    let mut calls = 0;
    let error = file.explorer("sum").run(|| calls += 1).unwrap_err();
    assert!(matches!(error, Error::NotOurs { .. }));
    assert_eq!(file.explorer("sum").again().run(|| calls += 1).unwrap_err().to_string(), error.to_string());
    assert_eq!(calls, 0, "it is told before anything is measured");
    assert_eq!(fs::read(file.file()).unwrap(), text);
    let (at, what) = (file.file().display().to_string(), error.to_string());
    let what = what
        .strip_prefix(&at)
        .and_then(|what| what.strip_prefix(" is not a file of winners that this version reads: "));
    let why = what
        .and_then(|what| what.split_once("\nhelp: it was left as it is: move it away, or name another with"))
        .unwrap()
        .0;
    why.to_owned()
}

#[test]
fn files_that_are_not_ours_are_left_alone() {
    assert_eq!(refused(b"{\"polarnet explore\": 1, \"winn"), "EOF while parsing a string at line 1 column 29");
    assert_eq!(refused(b"dear diary"), "expected value at line 1 column 1");
    assert_eq!(refused(b"\xff\xfe"), "it is not text");
    assert_eq!(refused(b"[1, 2]"), "it has no \"polarnet explore\"");
    assert_eq!(refused(b"{\"name\": \"package.json\"}"), "it has no \"polarnet explore\"");
    assert_eq!(refused(b"{\"polarnet explore\": 2}"), "its format is 2, not 1");
    assert_eq!(refused(b"{\"polarnet explore\": 1}"), "it has no list of winners");
    assert_eq!(refused(b"{\"polarnet explore\": 1, \"winners\": [{}]}"), "a winner has no name or no machine");
}

#[test]
fn winners_that_were_changed_by_hand_are_an_error() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    file.explorer("sum").run(|| select_sum(&a, &b)).unwrap();
    let text = file.text();
    let best = members(&file.explorer("sum").stored().unwrap().unwrap()).join("");
    for (old, new) in [
        (format!("\"member\": \"{best}\""), "\"member\": \"select_product\""),
        ("\"point\": \"".into(), "\"point\": \"no number"),
        ("\"choices\": [".into(), "\"choices\": [7, "),
        ("\"members\": [".into(), "\"members\": [7, "),
    ] {
        let changed = text.replace(&old, new);
        assert_ne!(changed, text, "{old}");
        fs::write(file.file(), changed).unwrap();
        let error = file.explorer("sum").stored().unwrap_err().to_string();
        assert!(error.contains("the choices of sum are not complete"), "{error}");
    }
}

#[test]
fn an_empty_file_has_no_winners() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    fs::write(file.file(), "\n").unwrap();
    assert_eq!(file.explorer("sum").run(|| select_sum(&a, &b)).unwrap().origin, Origin::New);
    assert_eq!(file.explorer("sum").run(|| select_sum(&a, &b)).unwrap().origin, Origin::Kept);
}

#[test]
fn what_cannot_be_kept_is_told_and_not_lost() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    let error = file
        .explorer("sum")
        .run(|| {
            fs::write(file.file(), "something else").unwrap();
            select_sum(&a, &b)
        })
        .unwrap_err();
    assert!(error.to_string().starts_with("the winner could not be kept: "), "{error}");
    let Error::NotKept { report, .. } = error else { panic!("{error}") };
    assert_eq!((report.rows.len(), report.best.len()), (4, 1));
    assert_eq!(file.text(), "something else");

    // A file where a directory is to be.
    let below = file.file().join("explore.json");
    let error = Explorer::new("sum").file(&below).run(|| select_sum(&a, &b)).unwrap_err();
    let told = format!("cannot use {} as the file of winners: ", below.display());
    assert!(error.to_string().starts_with(&told), "{error}");
}

#[test]
fn directories_are_made_and_nothing_else_is_left_there() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    let deep = file.0.join("deep/er/explore.json");
    Explorer::new("sum").file(&deep).clock(clock).run(|| select_sum(&a, &b)).unwrap();
    let left: Vec<_> = fs::read_dir(deep.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["explore.json"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_one() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    let real = file.0.join("real.json");
    fs::write(&real, "").unwrap();
    std::os::unix::fs::symlink(&real, file.file()).unwrap();
    file.explorer("sum").run(|| select_sum(&a, &b)).unwrap();
    assert!(fs::symlink_metadata(file.file()).unwrap().is_symlink());
    assert!(fs::read_to_string(real).unwrap().contains("select_sum"));
}

#[test]
fn threads_that_keep_winners_take_turns() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    std::thread::scope(|threads| {
        for i in 0..8 {
            let (file, a, b) = (&file, &a, &b);
            threads.spawn(move || file.explorer(&format!("sum {i}")).run(|| select_sum(a, b)).unwrap());
        }
    });
    for i in 0..8 {
        assert!(file.explorer(&format!("sum {i}")).stored().unwrap().is_some());
    }
}

#[test]
fn there_is_a_usual_file() {
    let root = absolute("/").unwrap();
    let of = |pairs: &[(&str, &Path)]| {
        let pairs: Vec<(String, OsString)> = pairs.iter().map(|(k, v)| ((*k).to_owned(), v.into())).collect();
        usual_file(|key| pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone()))
    };
    let home = root.join("home");
    assert_eq!(of(&[("POLARNET_EXPLORE", Path::new("x.json")), ("HOME", &home)]), Some("x.json".into()));
    assert_eq!(of(&[]), None);
    assert_eq!(of(&[("POLARNET_EXPLORE", Path::new("")), ("HOME", Path::new("relative"))]), None);
    if cfg!(target_os = "linux") {
        assert_eq!(of(&[("HOME", &home)]), Some(home.join(".cache/polarnet/explore.json")));
        let cache = root.join("cache");
        assert_eq!(of(&[("HOME", &home), ("XDG_CACHE_HOME", &cache)]), Some(cache.join("polarnet/explore.json")));
    }
    assert!(Error::NoPlace.to_string().contains("POLARNET_EXPLORE"));
}
