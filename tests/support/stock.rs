//! Programs as people write them, in several sizes.

/// Name, and the text of a book.
pub fn programs() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for n in 0..7 {
        all.push((format!("sum {n}"), SUM.replace("DEPTH", &n.to_string())));
        all.push((format!("fib {n}"), FIB.replace("N", &(2 * n).to_string())));
        all.push((format!("list {n}"), LIST.replace("LENGTH", &(3 * n).to_string())));
        for m in 0..3 {
            all.push((format!("church {n}^{m}"), church(n, m)));
            let ackermann = ACKERMANN.replace("MM", &m.to_string()).replace("NN", &(n / 2).to_string());
            all.push((format!("ackermann {m} {n}"), ackermann));
        }
    }
    all
}

/// A tree of depth `DEPTH` is made, copied, and summed by its shape.
const SUM: &str = "
    @main = (r s) & @tree ~ (DEPTH (0 {t u})) & @sum ~ (DEPTH (t r)) & @sum ~ (DEPTH (u s))
    @tree = (?(((y y) @tree_n) (x r)) (x r))
    @tree_n = ({m n} ({$([*2] x) $([*2] $([+1] y))} (s t))) & @tree ~ (m (x s)) & @tree ~ (n (y t))
    @sum = (?(((x x) @sum_n) r) r)
    @sum_n = ({m n} ((s t) r)) & @sum ~ (m (s a)) & @sum ~ (n (t b)) & a ~ $([+] $(b r))
";

/// The arms refer back directly, and the second one switches again.
const FIB: &str = "
    @main = r & @fib ~ (N r)
    @fib = (?((0 @fib_1) r) r)
    @fib_1 = (?((1 @fib_2) r) r)
    @fib_2 = ({m {n o}} r) & m ~ $([+1] p) & @fib ~ (p a) & @fib ~ (n b) & a ~ $([+] $(b c))
        & o ~ $([*0] z) & c ~ $([+] $(z r))
";

/// Lists with tags: a range, mapped by a duplicated function, folded, and kept.
const LIST: &str = "
    @main = (total list)
        & @range ~ (LENGTH l) & @map ~ (@square (l {m list})) & @fold ~ (@add (0 (m total)))
    @nil = ((0 r) r)
    @cons = (h (t ((1 (h (t r))) r)))
    @range = (?((@nil @range_n) r) r)
    @range_n = ({m n} r) & @range ~ (m t) & @cons ~ (n (t r))
    @square = ({a b} r) & a ~ $([*] $(b r))
    @add = (a (b r)) & a ~ $([+] $(b r))
    @map = (f ((@map_tag (f r)) r))
    @map_tag = (?(((* @nil) @map_cons) r) r)
    @map_cons = (* (h (t ({f g} r)))) & f ~ (h i) & @map ~ (g (t u)) & @cons ~ (i (u r))
    @fold = (f (z ((@fold_tag (f (z r))) r)))
    @fold_tag = (?(((* (z z)) @fold_cons) r) r)
    @fold_cons = (* (h (t ({f g} (z r))))) & f ~ (h (s r)) & @fold ~ (g (z (t s)))
";

/// The Ackermann function: calls inside calls, more arguments than parameters.
const ACKERMANN: &str = "
    @main = r & @ack ~ (MM (NN r))
    @ack = (?((@next @ack_m) (n r)) (n r))
    @next = ($([+1] r) r)
    @ack_m = (m (?((@one @two) (m r)) r))
    @one = (m r) & @ack ~ (m (1 r))
    @two = (n ({m o} r)) & o ~ $([+1] p) & @ack ~ (p (n i)) & @ack ~ (m (i r))
";

/// `n` to the power of `m` by Church numerals, applied to a successor: duplications of functions, with labels that keep
/// them apart.
fn church(n: usize, m: usize) -> String {
    let numeral = |n: usize, label: usize| {
        // λf. λx. f (f … x)
        let uses: Vec<_> = (0..n).map(|at| format!("(x{at} x{})", at + 1)).collect();
        let copies = uses.into_iter().enumerate().reduce(|(_, a), (at, b)| (at, format!("&{}{{{a} {b}}}", label + at)));
        match copies {
            None => "(* (x x))".to_owned(),
            Some((_, copies)) => format!("({copies} (x0 x{n}))"),
        }
    };
    let (n, m) = (numeral(n, 1), numeral(m, 100));
    format!("@main = r & @m ~ (@n (@next (0 r))) @n = {n} @m = {m} @next = ($([+1] r) r)")
}
