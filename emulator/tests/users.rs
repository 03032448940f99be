//! Rows that many others use, from above on the emulated device: asked by the threads of a block, and joined in the CPU's order.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

#[path = "common/batches.rs"]
mod batches;
#[path = "common/nets.rs"]
mod nets;

use batches::{Random, same};
use polarnet::{
    columns::{Batch, Builder, Guard, Idx, Node, Space, space},
    device::{Device, Error},
    private::passes::{Fault, MANY},
    schedule,
};
use polarnet_emulator::Setting;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Add(I, I),
    Mul(I, I),
    Odd(I, I, I),
}

schedule! {
    space expr: Batch<Math>;
    // Sums of floats, whose last bits depend on the order; some rows send nothing to some that they use, some send twice.
    val adjoint(n: Math, seed: f64) -> f64 default 0 join add {
        match n {
            Num => {}
            Add(args..) => adjoint[args] <- adjoint[n] * 0.3 + seed,
            Mul(a, b) => { adjoint[a] <- (adjoint[n] + seed) * 1.1; adjoint[b] <- adjoint[n] - seed * 0.7 }
            Odd(a, b, c) => {
                if seed > 0.0 { adjoint[a] <- seed } else { adjoint[b] <- adjoint[n] }
                adjoint[c] <- -adjoint[n] / 3.0;
                if seed > 1.0 { adjoint[a] <- 0.01 }
            }
        }
    }
    // A join in which the order is all, of two numbers.
    val then(a: (f32, u16), b: (f32, u16)) -> (f32, u16) {
        mixed :- ((a.1 & 0xfff) * 3 ^ b.1) | 1;
        returns (a.0 + b.0, if a.1 == 0 { b.1 } else if b.1 == 0 { a.1 } else { mixed })
    }
    val trace(n: Math, seed: f64) -> (f32, u16) default (0.0, 0) join then {
        match n { Num => {} _(args..) => trace[args] <- (trace[n].0 * 0.4 + seed as f32, (trace[n].1 & 0xff) + 1) }
    }
    val used(n: Math) -> bool default false join any { match n { Num => {} Odd(a, _, c) => { used[a] <- !used[n]; used[c] <- true } _(args..) => used[args] <- true } }
    // Faults of those that are asked, and of rows that many ask.
    val part(n: Math, by: i32) -> i32 default i32::MIN join max {
        each :- 1000 / by;
        match n { Num => {} _(args..) => part[args] <- max(part[n], 0) + each }
    }
    // Faults that depend on all that was sent to the row.
    val count(n: Math, by: i32) -> i32 default 0 join add {
        nothing :- 0 / (count[n] - by);
        match n { Num => {} _(args..) => count[args] <- 1 + nothing }
    }
    // Faults where two meet.
    val meet(a: i32, b: i32) -> i32 {
        nothing :- 0 / (b - 13);
        returns if b == 0 { a } else if a == 0 { b + nothing } else { (((a & 0xfff) * 3 ^ b) | 1) + nothing }
    }
    val met(n: Math, by: i32) -> i32 default 0 join meet {
        match n { Num => {} _(args..) => met[args] <- by }
    }

    fn adjoints(b: &Batch<expr>, seed: &Data<expr, f64>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls adjoint { top_down(b).on(gpu) }
    fn traces(b: &Batch<expr>, seed: &Data<expr, f64>, gpu: &Device) -> Result<Data<expr, (f32, u16)>, Error> impls trace { top_down(b).on(gpu) }
    fn all_used(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, bool>, Error> impls used { top_down(b).on(gpu) }
    fn parts(b: &Batch<expr>, by: &Data<expr, i32>, gpu: &Device) -> Result<Data<expr, i32>, Error> impls part { top_down(b).on(gpu) }
    fn counts(b: &Batch<expr>, by: &Data<expr, i32>, gpu: &Device) -> Result<Data<expr, i32>, Error> impls count { top_down(b).on(gpu) }
    fn all_met(b: &Batch<expr>, by: &Data<expr, i32>, gpu: &Device) -> Result<Data<expr, i32>, Error> impls met { top_down(b).on(gpu) }
}

/// How many use the first rows: around what a thread asks, a warp, and a block.
const USERS: [usize; 16] = [0, 1, 31, 32, 33, 63, 64, 65, 66, 96, 97, 255, 256, 257, 513, 1000];

/// Leaves with so many users, and rows above them, among which some have many, too; as deep as `near` is small.
fn batch<S: Space>(guard: Guard<S>, near: usize, seed: u64) -> Batch<S, MathLang> {
    let mut random = Random(seed);
    let mut builder = Builder::<S, MathLang>::new(guard);
    let leaves: Vec<Idx<S>> = USERS.iter().map(|_| builder.push(Math::Num(1.0))).collect();
    let other = builder.push(Math::Num(2.0));
    let mut left: Vec<(usize, usize)> = USERS.into_iter().enumerate().filter(|&(_, users)| users > 0).collect();
    let mut rows: Vec<Idx<S>> = vec![other];
    let mut hub = other;
    while !left.is_empty() {
        let at = random.below(left.len());
        let leaf = leaves[left[at].0];
        let mut uses = 1;
        // A row that is used often, or one of the last.
        let one = match random.below(3) {
            0 => hub,
            _ => rows[rows.len() - 1 - random.below(near.min(rows.len()))],
        };
        let node = match random.below(6) {
            0 => Math::Add(leaf, one),
            1 => Math::Mul(one, leaf),
            2 => Math::Odd(leaf, one, one),
            3 => Math::Odd(one, leaf, one),
            4 if left[at].1 > 1 => {
                uses = 2;
                Math::Mul(leaf, leaf)
            }
            _ => Math::Mul(leaf, one),
        };
        let row = builder.push(node);
        if random.below(200) == 0 {
            hub = row;
        }
        rows.push(row);
        left[at].1 -= uses;
        left.retain(|&(_, users)| users > 0);
    }
    builder.freeze()
}

/// For orders of threads, how deep the batch is, and what is in it.
fn each(mut test: impl FnMut(u64, usize)) {
    for (seed, near) in [(1, 1), (2, 3), (3, 40), (4, 5000)] {
        let emulator = nets::emulator();
        emulator.set(Setting::Seed, seed);
        emulator.set(Setting::LateStores, seed % 2);
        emulator.set(Setting::StaleLoads, seed % 2);
        test(seed, near);
        emulator.set(Setting::LateStores, 0);
        emulator.set(Setting::StaleLoads, 0);
    }
}

#[test]
fn what_many_send_is_joined_in_the_order_of_the_cpu() {
    each(|seed, near| {
        let (gpu, cpu) = (Device::cuda(0).unwrap(), Device::threads());
        space!(Exprs, guard);
        let b = batch::<Exprs>(guard, near, seed);
        let users = b.users();
        for (row, wanted) in b.indices().zip(USERS) {
            assert_eq!(users.of(row).len(), wanted);
        }
        let inner = b.indices().skip(USERS.len() + 1).filter(|&row| users.of(row).len() > MANY as usize).count();
        assert!(inner > 1, "{inner} rows above leaves that many use");
        let mut random = Random(seed + 10);
        let seeds = b.data(|_| random.below(1 << 20) as f64 / f64::from(1 << 19) * 1.7 - 0.7);
        let what = |name: &str| format!("{name}, {near}");
        let before = gpu.counts();
        same(&what("adjoints"), &adjoints(&b, &seeds, &gpu).unwrap(), &adjoints(&b, &seeds, &cpu).unwrap());
        assert_ne!((gpu.counts() - before).launches, 0);
        same(&what("traces"), &traces(&b, &seeds, &gpu).unwrap(), &traces(&b, &seeds, &cpu).unwrap());
        same(&what("used"), &all_used(&b, &gpu).unwrap(), &all_used(&b, &cpu).unwrap());
    });
}

#[test]
fn faults_of_those_that_are_asked_are_told_as_on_the_cpu() {
    each(|seed, near| {
        let gpu = Device::cuda(0).unwrap();
        space!(Exprs, guard);
        let b = batch::<Exprs>(guard, near, seed);
        let users = b.users();
        let fine = b.data(|row| row.raw() as i32 % 7 + 1);
        same("parts", &parts(&b, &fine, &gpu).unwrap(), &parts(&b, &fine, &Device::threads()).unwrap());
        // A user of the row with the most, the row itself, and both with another one.
        let most = b.indices().nth(USERS.len() - 1).unwrap();
        let user = users.of(most).nth(700).unwrap();
        let last = b.indices().next_back().unwrap();
        for (zeros, told) in
            [(vec![user], user), (vec![most], most), (vec![most, user], user), (vec![user, last], last)]
        {
            let by = b.data(|row| if zeros.contains(&row) { 0 } else { fine[row] });
            let fault = Fault::DivisionByZero;
            let wanted = Error::Fault { function: "parts", row: told.raw(), fault };
            assert_eq!(parts(&b, &by, &gpu).unwrap_err(), wanted);
            // Where two meet, it is the one that sends.
            if told != most {
                let by = by.map(|&by| if by == 0 { 13 } else { by });
                let wanted = Error::Fault { function: "all_met", row: told.raw(), fault };
                assert_eq!(all_met(&b, &by, &gpu).unwrap_err(), wanted);
            }
        }
        for row in b.indices().take(USERS.len()) {
            let uses = users.of(row).len() as i32;
            let never = b.data(|_| -1);
            assert_eq!(counts(&b, &never, &gpu).unwrap()[row], uses);
            let error = counts(&b, &b.data(|of| if of == row { uses } else { -1 }), &gpu).unwrap_err();
            assert_eq!(error, Error::Fault { function: "counts", row: row.raw(), fault: Fault::DivisionByZero });
        }
        same("met", &all_met(&b, &fine, &gpu).unwrap(), &all_met(&b, &fine, &Device::threads()).unwrap());
    });
}

/// What an encoder copied is asked for its users once, and by levels.
#[test]
fn what_an_encoder_copied_has_such_rows_too() {
    let _emulator = nets::emulator();
    let (gpu, cpu) = (Device::cuda(0).unwrap(), Device::threads());
    space!(Exprs, guard);
    let b = batch::<Exprs>(guard, 3, 7);
    let seeds = b.data(|row| f64::from(row.raw() % 19) * 0.37 - 3.0);
    let there = gpu.scope(|queue| {
        let mut encoder = queue.encode();
        let (there, seeds) = (encoder.copy(&b), encoder.copy(&seeds));
        let mut pass = || {
            let (there, seeds) = (there.clone(), seeds.clone());
            encoder.pass(move || adjoints(there.get(), seeds.get(), queue.device()))
        };
        let (first, second) = (pass(), pass());
        let synced = encoder.submit().try_wait()?;
        Ok::<_, Error>((first.read(&synced), second.read(&synced)))
    });
    let here = adjoints(&b, &seeds, &cpu).unwrap();
    let (first, second) = there.unwrap();
    same("the first", &first, &here);
    same("the second", &second, &here);
}
