//! Nets that never end, stopped by each kind of limit: an error with the statistics so far, and nothing leaks.

use polarnet::{CancelToken, Error, Runtime, net};
use std::{thread, time::Duration};

fn main() {
    // A loop that stays small, and one that grows.
    let turning = net! {
        @main = r & @loop ~ (1 r)
        @loop = (?((0 @again) a) a)
        @again = (* a) & @loop ~ (1 a)
    };
    let growing = net! {
        @main = r & @grow ~ (0 r)
        @grow = ({a b} (a r)) & @grow ~ (b r)
    };
    let runtime = Runtime::new();

    explain("interactions", runtime.clone().max_interactions(1_000).run(&turning).map(drop));
    explain("time", runtime.clone().timeout(Duration::from_millis(50)).run(&turning).map(drop));
    explain("memory", runtime.clone().max_memory(8 << 20).run(&growing).map(drop));

    let cancel = CancelToken::new();
    let token = cancel.clone();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        token.cancel();
    });
    explain("cancelled", runtime.cancel_with(cancel).run(&turning).map(drop));
    let _ = other.join();
}

fn explain(limit: &str, result: Result<(), Error>) {
    match result {
        Ok(()) => println!("{limit}: ended by itself"),
        Err(error) => {
            println!("{limit}: {error}");
            eprintln!("  after {} interactions, {} bytes", error.stats.interactions(), error.stats.peak_bytes);
        }
    }
}
