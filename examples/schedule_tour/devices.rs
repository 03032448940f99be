//! Bodies that have a device work: each step is compared with its timeline, what is made there with its plan of memory.

use polarnet::{
    columns::{Child, Node},
    device::Device,
    schedule,
};

#[derive(Node, Clone, Copy, Debug)]
pub enum Math<I: Child> {
    Num(f64),
    Add(I, I),
    Mul(I, I),
}

/// What stands for the kernel, on a device of threads.
fn square_here(x: i32) -> i32 {
    x * x
}

schedule! {
    // A class with a kernel: its calls have a grid.
    feq square {
        extern(cpu) pure square_here(i32) -> i32
        extern(gpu) square_there(x: i32) -> out: i32 {
            path: "square.cu",
            entry: "square",
            dimensions: 3,
            resource { group: 0, binding: 0, input: x },
            resource { group: 0, binding: 1, output: out },
        }
        // The grid of the call, where anything in the class wants it.
        val square_of(x: i32) -> i32 { returns x * x * (_dim0 * _dim1 * _dim2) }
    }
    fn square_by_grid(x: i32) -> i32 impls square_of { x * x * (_dim0 * _dim1 * _dim2) }

    // A timeline: what is known when. An event is the latest thing that is known here; an encoder becomes a fence; to wait for that is the
    // next event.
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        sub :- submit_event(there)
        returns sync_event(here, sub)
    }
    // A plan of memory: one `alloc` for each value that is made on the device, in order.
    sptl two_numbers(s: BufferSpace) -> BufferSpace {
        x :- alloc[i32](s)
        returns alloc[i32](x)
    }

    val squared(x: i32) -> i32 {
        one :- 1
        returns square::<one, one, 1>(x)
    }
    pub fn squared_here(x: i32) -> i32 impls squared {
        square_by_grid::<1, 1, 1>(x)
    }
    pub fn squared_there(x: i32) -> i32 impls squared, one_trip, two_numbers {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        encode e.call[y_gpu <- square_there::<1, 1, 1>(x_gpu)];
        (await submit e).y_gpu
    }
    // On a device that the caller gives. What each step is may be said, and is compared.
    pub fn squared_on(gpu: &Device, x: &i32) -> i32 impls squared, one_trip {
        @in { input: input(tmln.e) };
        let e = encode_begin(gpu) @ node(tmln.(here, there));
        encode e.copy[x_gpu <- x];
        encode e.call[y_gpu <- square_there::<1, 1, 1>(x_gpu)];
        let f = submit @ node(tmln.sub) e;
        (await f).y_gpu
    }

    // Two submissions run at the same time; the second encoder knows of the first, and the timeline says so.
    tmln two_at_once(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        sub1 :- submit_event(there1)
        here2, there2 :- encode_event(here1, sub1)
        sub2 :- submit_event(there2)
        synced :- sync_event(here2, sub1)
        returns sync_event(synced, sub2)
    }
    val distance(x: i32, y: i32) -> i32 { returns square::<1, 1, 1>(x) + square::<1, 1, 1>(y) }
    pub fn distance_at_once(x: i32, y: i32) -> i32 impls distance, two_at_once {
        let e1 = encode_begin(gpu);
        encode e1.copy[n <- x];
        encode e1.call[n2 <- square_there::<1, 1, 1>(n)];
        let f1 = submit e1;
        let e2 = encode_begin(gpu);
        encode e2.copy[n <- y];
        encode e2.call[n2 <- square_there::<1, 1, 1>(n)];
        let f2 = submit e2;
        (await f1).n2 + (await f2).n2
    }

    // An encoder is given to a function, which gives a fence. The record says what is on the device, and what may be done with its memory;
    // the encoder may have more on it.
    type Sent = { n: i32::<storage, copy_dst>, n2: i32::<storage, map_read> };
    tmln end(e: Event, there: Encoder) -> (Event, Fence) {
        returns (e, submit_event(there))
    }
    tmln by_two(e: Event) -> Event {
        here, there :- encode_event(e)
        after, fence :- end(here, there)
        returns sync_event(after, fence)
    }
    val second(n: i32) -> (i32, i32) { returns (n, square::<1, 1, 1>(n)) }
    fn send(e: Encoder<Sent>) -> Fence<Sent> impls second, end {
        @in { e.n: input(val.n), e.n2: none(val)-dead };
        encode e.call[n2 <- square_there::<1, 1, 1>(n)];
        submit e
    }
    val quotient(x: i32) -> i32 {
        n, n2 :- second(x)
        returns n2
    }
    pub fn by_two_functions(x: i32) -> i32 impls quotient, by_two {
        let e = encode_begin(gpu);
        encode e.copy[n <- x];
        (await send(e)).n2
    }

    // On each way something else is encoded. The steps are the same on both.
    val larger(x: i32) -> i32 { returns square::<1, 1, 1>(x) if x > 1 else x }
    pub fn larger_there(x: i32) -> i32 impls larger, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        if x > 1 {
            encode e.call[y_gpu <- square_there::<1, 1, 1>(x_gpu)];
        } else {
            encode e.copy[y_gpu <- x];
        }
        (await submit e).y_gpu
    }

    // A whole batch goes there, and the pass that an order makes is the kernel.
    space expr: Batch<Math>;
    val value(n: Math) -> f64 {
        returns match n {
            Num(x) => x,
            Add(a, b) => value[a] + value[b],
            Mul(a, b) => value[a] * value[b],
        }
    }
    sptl batch_and_values(s: BufferSpace) -> BufferSpace {
        b :- alloc[Math; expr](s)
        returns alloc[f64; expr](b)
    }
    pub fn values(b: &Batch<expr>) -> Data<expr, f64> impls value { bottom_up(b) }
    pub fn values_there(b: &Batch<expr>) -> Data<expr, f64> impls value, one_trip, batch_and_values {
        let e = encode_begin(gpu);
        encode e.copy[b_gpu <- b];
        encode e.call[values <- value::<4096>(b_gpu)];
        (await submit e).values
    }

    pipeline devices { squared_there, distance_at_once, values_there }
}
