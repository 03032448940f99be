use polarnet::schedule;

fn sum_to(a: i32, b: i32) -> i32 {
    (a..=b).sum()
}

schedule! {
    feq rec_sum {
        extern(cpu) pure sum_to(i32, i32) -> i32
        extern(gpu) rec_sum_gpu(i32, i32) -> i32 { path: "rec_sum.cu", dimensions: 3 }
        val rec_sum(a: i32, b: i32) -> i32 {
            returns 0 if a > b else a if a == b else rec_sum::<_dim0, _dim1, _dim2>(a + 1, b) + a
        }
    }
    val select_sum(a: i32, b: i32, c: i32) -> i32 {
        x :- rec_sum::<1, 1, 1>(a, b)
        returns rec_sum::<1, 1, 1>(b, c) if x < 0 else x
    }
    tmln one_sync(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn select_sum_gpu(a: i32, b: i32, c: i32) -> i32 impls select_sum, one_sync {
        let e = encode_begin(gpu);
        encode e.copy[a_gpu <- a];
        encode e.copy[b_gpu <- b];
        encode e.copy[c_gpu <- c];
        encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
        encode e.call[r_gpu <- rec_sum_gpu::<1, 1, 1>(b_gpu, c_gpu)];
        let both = await submit e;
        if both.x_gpu < 0 {
            both.x_gpu
        } else {
            both.r_gpu
        }
    }
}

fn main() {}
