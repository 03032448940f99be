//! Nets that others wrote, with the results that HVM2 gave: `../shared/nets`, where it is there.

use crate::support::{command, polarnet};
use std::{fs, path::Path};

/// More interactions are for release builds.
const MOST: &str = if cfg!(debug_assertions) { "200000" } else { "200000000" };

#[test]
fn shared_nets_print_what_hvm2_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/nets");
    let Ok(files) = fs::read_dir(&folder) else {
        println!("skipped: there is no folder ../shared/nets beside the repository");
        return;
    };
    let mut nets: Vec<_> = files.flatten().map(|file| file.path()).collect();
    nets.retain(|path| path.extension().is_some_and(|ending| ending == "hvm"));
    for net in nets {
        let expected = fs::read_to_string(net.with_extension("expected")).unwrap();
        let output = command("run --max-interactions").arg(MOST).arg(&net).output().unwrap();
        if output.status.code() == Some(3) {
            println!("{}: skipped in a debug build", net.display());
            continue;
        }
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected.trim_end(), "{}", net.display());
        polarnet(&format!("check {}", net.display())).prints("");
    }
}
