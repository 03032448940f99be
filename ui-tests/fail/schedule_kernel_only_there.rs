//! Vals that nothing computes where a kernel of them is called.
use polarnet::{columns::Node, device::{Device, Error}, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        returns sync_event(here, submit_event(there))
    }
    val cost(n: Math, x: f64) -> f64 { returns match n { Num(y) => y, Neg(c) => cost[c] * x } }
    fn on_device(b: &Batch<expr>, x: f64, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
    fn without_error(gpu: &Device, b: &Batch<expr>, x: f64) -> Data<expr, f64> impls cost, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[b <- b];
        encode e.copy[x <- x];
        encode e.call[v <- cost(b, x)];
        (await submit e).v
    }
    fn of_columns(gpu: &Device, b: &Batch<expr>, x: &Data<expr, f64>) -> Result<Data<expr, f64>, Error> impls cost, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[b <- b];
        encode e.copy[x <- x];
        encode e.call[v <- cost(b, x)];
        (await submit e).v
    }
}

fn main() {}
