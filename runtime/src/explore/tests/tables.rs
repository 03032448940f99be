use super::*;
use crate::device::Device;

/// Sums here, or on the device.
fn sum(gpu: &Device, numbers: &[u64]) -> u64 {
    static OUTER: Site = Site::new("totals", "main.rs", 3, 5, &["totals"]);
    static SITE: Site = Site::new("sum", "main.rs", 8, 9, &["sum_local", "sum_gpu"]);
    static ORDER: Site = Site::new("order", "main.rs", 11, 2, &["none", "sorted"]);
    at(&OUTER, |_| {
        at(&SITE, |member| match member {
            0 => {
                spend(1000);
                numbers.iter().sum()
            }
            _ => {
                spend(500 + at(&ORDER, |member| 200 * member));
                gpu.scope(|queue| {
                    let mut encoder = queue.encode();
                    let numbers = encoder.copy(numbers);
                    let total = encoder.call(move || numbers.get().iter().sum::<u64>());
                    total.read(&encoder.submit().wait())
                })
            }
        })
    })
}

/// Without what depends on where the test runs.
fn shown(report: &Report, text: String) -> String {
    text.replace(&report.machine, "MACHINE").replace(&report.file.display().to_string(), "FILE")
}

#[test]
fn a_report_is_a_table() {
    let (file, gpu) = (Scratch::new(), Device::threads());
    let report = || file.explorer("sum").device(&gpu).run(|| sum(&gpu, &[1, 2, 3])).unwrap();
    let measured = report();
    assert_eq!(
        shown(&measured, measured.to_string()),
        "sum: all combinations of 2 choices: 3 tried, 2 dropped early, 12 runs\n\
         on MACHINE; kept in FILE\n\
         \n\
         \x20   time  to device  from device  synchronisations  1          2\n\
         500.00ns   24 bytes      8 bytes                 1  sum_gpu    none\n\
         700.00ns   24 bytes      8 bytes                 1  sum_gpu    sorted\n\
         \x20 1.00µs    0 bytes      0 bytes                 0  sum_local  –\n\
         \n\
         1: totals (main.rs:3:5) › sum (main.rs:8:9)\n\
         2: totals (main.rs:3:5) › sum (main.rs:8:9) › order (main.rs:11:2)\n"
    );
    let kept = report();
    assert_eq!(
        shown(&kept, kept.to_string()),
        "sum: the winner that was kept; nothing was measured but one run of it\n\
         on MACHINE; kept in FILE\n\
         \n\
         \x20   time  to device  from device  synchronisations  1        2\n\
         500.00ns   24 bytes      8 bytes                 1  sum_gpu  none\n\
         \n\
         1: totals (main.rs:3:5) › sum (main.rs:8:9)\n\
         2: totals (main.rs:3:5) › sum (main.rs:8:9) › order (main.rs:11:2)\n"
    );
    assert_eq!(
        kept.best.to_string(),
        "totals (main.rs:3:5) › sum (main.rs:8:9): sum_gpu\n\
         totals (main.rs:3:5) › sum (main.rs:8:9) › order (main.rs:11:2): none"
    );
}

#[test]
fn long_tables_are_cut_unless_told() {
    let (a, b) = data([300, 200], 1);
    let report = Scratch::new().explorer("bar").run(|| bar(&a, &b)).unwrap();
    let text = report.to_string();
    assert!(text.contains("… and 240, of up to "), "{text}");
    assert_eq!(text.matches("select_sum_").count(), 16 * 4);
    let text = format!("{report:#}");
    assert!(!text.contains('…'), "{text}");
    assert_eq!(text.matches("select_sum_").count(), 256 * 4);
}

#[test]
fn reports_say_why_they_were_made() {
    let (file, (a, b)) = (Scratch::new(), data([300, 200], 1));
    let report = file.explorer("f").limit(Duration::ZERO).run(|| select_sum(&a, &b)).unwrap();
    assert!(report.to_string().contains("\nthe time was over before the end: a faster combination may be there\n"));
    let report = file.explorer("f").run(|| foo(&a, &b)).unwrap();
    assert!(report.to_string().contains("\nmeasured anew, as the winner that was kept does not have these choices\n"));
    let report = file.explorer("nothing").run(|| 1).unwrap();
    assert_eq!(
        shown(&report, report.to_string()).lines().take(2).collect::<Vec<_>>(),
        ["nothing: nothing to choose", "on MACHINE"]
    );
}
