//! A kernel that is a val, computed by a function with an error of its own.
use polarnet::{columns::Node, device::{Device, Error}, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Neg(I),
}

struct MyError;

impl From<Error> for MyError {
    fn from(_: Error) -> MyError {
        MyError
    }
}

schedule! {
    space expr: Batch<Math>;
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        returns sync_event(here, submit_event(there))
    }
    val cost(n: Math) -> f64 { returns match n { Num(x) => x, Neg(c) => -cost[c] } }
    fn on_device(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, MyError> impls cost { bottom_up(b).on(gpu) }
    fn costs(gpu: &Device, b: &Batch<expr>) -> Result<Data<expr, f64>, MyError> impls cost, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[b <- b];
        encode e.call[v <- cost(b)];
        (await submit e).v
    }
}

fn main() {}
