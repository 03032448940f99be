//! Nets that others wrote, with the results that HVM2 gave: `../shared/nets`, where it is there.

use polarnet::{
    EngineKind, Runtime,
    passes::{Entries, Passes},
    reader::Source,
};
use std::path::{Path, PathBuf};

/// HVM2's interactions (`nets/README.md`); ours are one less: we do not count its boot step.
const COUNTS: &[(&str, u64)] = &[
    ("adt_match", 25),
    ("bubble_sort", 96_180),
    ("chars_forall", 1),
    ("church_mul", 48),
    ("commutation", 5),
    ("dec_bits", 180_035),
    ("dup_global_lam", 2),
    ("ex_sort_radix", 124_256_297),
    ("ex_stress", 100_668_918),
    ("ex_sum_rec", 25_165_807),
    ("ex_tuples", 48_144),
    ("fib", 767),
    ("list", 179),
    ("match_num_adt_tup_parser", 76),
    ("numerics_u24", 89),
    ("radix_sort_ctr", 34_862),
    ("ex_sum_tree", 44_040_165),
    ("ex_sort_bitonic", 9_480_165),
    ("tuple_rots", 64_000_020),
];

/// Larger nets are for release builds.
const SMALL: u64 = if cfg!(debug_assertions) { 1_000_000 } else { u64::MAX };

fn nets() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/nets");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no folder ../shared/nets beside the repository");
        return Vec::new();
    };
    let mut nets: Vec<_> = files.flatten().map(|file| file.path()).collect();
    nets.retain(|path| path.extension().is_some_and(|ending| ending == "hvm"));
    nets.sort();
    nets
}

#[test]
fn shared_nets_give_hvm2_results_and_counts() {
    for path in nets() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let count = COUNTS.iter().find(|(net, _)| *net == name).map(|&(_, count)| count);
        if count.is_some_and(|count| count > SMALL) {
            println!("{name}: skipped in a debug build");
            continue;
        }
        let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
        let source = Source::read(&path).unwrap();
        let parsed = source.parse();
        let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
        for threads in [1, 2, 3, 8] {
            let rounds = if count.is_none_or(|count| count > 10_000_000) { 1 } else { 20 };
            for _ in 0..rounds {
                let done = book.with(|book| Runtime::new().threads(threads).run(book)).unwrap();
                assert_eq!(format!("Result: {done}"), expected.trim(), "{name} on {threads} threads");
                if let Some(count) = count {
                    assert_eq!(done.stats.interactions() + 1, count, "{name} on {threads} threads");
                }
            }
        }
        if count.is_some_and(|count| count < 1_000_000) {
            let done = book.with(|book| Runtime::new().engine(EngineKind::Oracle).run(book)).unwrap();
            assert_eq!(format!("Result: {done}"), expected.trim(), "{name} on the oracle");
            assert_eq!(done.stats.interactions() + 1, count.unwrap(), "{name} on the oracle");
        }
    }
}

/// A table of the interactions with the default passes and without (`--nocapture`).
#[test]
fn passes_leave_the_results_and_cut_the_interactions() {
    let mut cuts = Vec::new();
    for path in nets() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(&(_, count)) = COUNTS.iter().find(|(net, _)| *net == name).filter(|&&(_, count)| count <= SMALL)
        else {
            println!("{name}: skipped in a debug build");
            continue;
        };
        let book = Source::read(&path).unwrap().parse().book.unwrap();
        let new = book.with(|book| book.pass(|book| Passes::default().run(book, &Entries::default())));
        let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
        let done = new.with(|new| Runtime::new().threads(1).run(new)).unwrap();
        assert_eq!(format!("Result: {done}"), expected.trim(), "{name}");
        let (before, after) = (count - 1, done.stats.interactions());
        assert!(after <= before, "{name}: {before} interactions, {after} with passes");
        cuts.push((before, after, name.to_owned()));
    }
    cuts.sort();
    for (before, after, name) in &cuts {
        println!(
            "{name:24} {before:>11} {after:>11} {:5.1} %",
            100.0 * (before - after) as f64 / (*before).max(1) as f64
        );
    }
    let larger = &cuts[cuts.len() / 2..];
    let [before, after] = larger.iter().fold([0, 0], |[before, after], cut| [before + cut.0, after + cut.1]);
    println!("the larger half: {before} interactions, {after} with passes");
    assert!(after * 5 <= before * 4);
}
