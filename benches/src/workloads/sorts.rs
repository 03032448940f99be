//! The nets that sort.

use polarnet::net;

net! {
    /// Bitonic sort of a tree: the halves are sorted up and down, then flow into each other.
    pub book Bitonic {
        @go(n: u32) -> u32 = ({l {m n}} r) & @tree ~ (l (0 t)) & @sort ~ (m (0 (t s))) & @sum ~ (n (s r))
        @tree = (?(((x x) @node) t) t)
        @node = ({m n} ({$([*2] $([+1] y)) $([*2] x)} (a b))) & @tree ~ (m (y a)) & @tree ~ (n (x b))
        @sum = (?(((x x) @both) r) r)
        @both = ({m n} ((a b) r)) & @sum ~ (m (a $([+] $(s r)))) & @sum ~ (n (b s))

        // Each takes a depth, a direction, 0 or 1, and a tree.
        @sort = (?(((x (* x)) @sort_n) (t (d r))) (d (t r)))
        @sort_n = ({$([+1] l) {m n}} ((a b) (d r)))
            & @sort ~ (m (0 (a x)))
            & @sort ~ (n (1 (b y)))
            & @flow ~ (l (d ((x y) r)))
        @flow = (?(((x (* x)) @flow_n) (t (d r))) (d (t r)))
        @flow_n = ({$([+1] l) n} ((a b) ({c d} r)))
            & @warp ~ (n (c (a (b t))))
            & @down ~ (l (d (t r)))
        @down = (?(((x (* x)) @down_n) (t (d r))) (d (t r)))
        @down_n = ({m n} ((a b) ({c d} (x y))))
            & @flow ~ (m (c (a x)))
            & @flow ~ (n (d (b y)))

        // Two trees into one, whose left half has the lesser ones of each two leaves, or the greater ones.
        @warp = (?((@leaves @trees) (a (b (d r)))) (d (a (b r))))
        @leaves = ({$([>] $(b s)) x} ({b y} ($([^] $(s z)) r)))
            & @swap ~ (z (x (y r)))
        @trees = ({m n} ((a b) ((c d) ({e f} ((v w) (x y))))))
            & @warp ~ (m (e (b (d (w y)))))
            & @warp ~ (n (f (a (c (v x)))))
        @swap = (?((@keep @cross) (a (b r))) (b (a r)))
        @keep = (b (a (a b)))
        @cross = (* (a (b (a b))))
    }
}

net! {
    /// Radix sort: a list, as a tree, is turned into a map of 24 bits, and back. Trees and maps are functions of what is to
    /// be done with each of their forms.
    pub book Radix {
        @go(n: u32) -> u32 = (n r) & @list ~ (n (0 l)) & @to_map ~ (l m) & @to_list ~ (m (0 s)) & @sum ~ (s r)

        @Empty  = (r (* (* r)))
        @Single = (x (* ((x r) (* r))))
        @Concat = (a (b (* (* ((a (b r)) r)))))
        @list = (?((@Single @list_n) r) r)
        @list_n = ({m n} ($([*2] {x $([+1] y)}) r))
            & @list ~ (m (y a))
            & @list ~ (n (x b))
            & @Concat ~ (a (b r))
        @sum = ((0 ((x x) (@sum_both r))) r)
        @sum_both = (a (b r)) & @sum ~ (a $([+] $(s r))) & @sum ~ (b s)

        @Free = (r (* (* r)))
        @Busy = (* (r (* r)))
        @Node = (a (b (* (* ((a (b r)) r)))))
        @to_map = ((@Free (@one (@both r))) r)
        @one = (x r) & @radix ~ (24 (x (1 (@Busy r))))
        @both = (a (b r)) & @to_map ~ (a l) & @to_map ~ (b m) & @merge ~ (l (m r))
        // A map of one number: its bits, least first.
        @radix = (?(((* (* (m m))) @bit) r) r)
        @bit = (n ({x $([&] $(k b))} ({$([*2] l) k} (m r))))
            & @swap ~ (b (m (@Free t)))
            & @radix ~ (n (x (l (t r))))
        @swap = (?((@Node @swapped) r) r)
        @swapped = (* (a (b r))) & @Node ~ (b (a r))

        @merge = ((@free_and (@busy_and (@node_and r))) r)
        @free_and = ((@Free (@Busy (@Node r))) r)
        @busy_and = ((@Busy (@Busy (@never r))) r)
        @node_and = (a (b ((@node_free (@never (@node_node (a (b r))))) r)))
        @node_free = @Node
        @node_node = (c (d (a (b r)))) & @merge ~ (a (c l)) & @merge ~ (b (d m)) & @Node ~ (l (m r))
        @never = (* (* 0))

        @to_list = (((* @Empty) (@Single (@lists r))) r)
        @lists = (a (b ({$([*2] $([+0] k)) $([*2] $([+1] l))} r)))
            & @to_list ~ (a (k x))
            & @to_list ~ (b (l y))
            & @Concat ~ (x (y r))
    }
}
