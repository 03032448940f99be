//! The programs. Those that inpla has too are its algorithms (`comparison/Inpla` in its repository), rule by rule.

use polarnet::{Done, Error, Number, Numbers, Runtime, net};

/// A program.
pub struct Program {
    pub name: &'static str,
    pub about: &'static str,
    /// A size that is done in no time, whatever the engine.
    pub small: u32,
    /// The size that others are measured with.
    pub usual: u32,
    pub run: fn(&Runtime, u32) -> Result<Done, Error>,
    /// The result, where it is easy to say.
    pub expected: Option<fn(u32) -> u32>,
}

macro_rules! program {
    ($name:literal, $small:literal, $usual:literal, $book:ident, $about:literal, $expected:expr) => {
        Program {
            name: $name,
            about: $about,
            small: $small,
            usual: $usual,
            run: |runtime, size| {
                let book = $book::book();
                let go = book.find("go").expect("each book has it");
                runtime.call(book, go, &[Number::u(size, Numbers::Native)])
            },
            expected: $expected,
        }
    };
}

/// All of them.
pub const PROGRAMS: [Program; 8] = [
    program!("fib", 20, 38, Fib, "Fibonacci numbers, by definition", Some(fib)),
    program!("ack", 6, 11, Ack, "Ackermann's function of 3 and that", Some(|n| (8 << n) - 3)),
    program!("queens", 7, 12, Queens, "how many ways n queens do not threaten each other", None),
    program!("isort", 300, 20_000, Isort, "insertion sort of random numbers", Some(|_| 1)),
    program!("bsort", 200, 20_000, Bsort, "bubble sort of random numbers", Some(|_| 1)),
    program!("msort", 3_000, 800_000, Msort, "merge sort of random numbers", Some(|_| 1)),
    program!("sum_rec", 14, 22, SumRec, "the sum of 0 .. 2^n, by halves", Some(sum)),
    program!("tree", 14, 21, Tree, "the sum of a tree of 2^n leaves that is built first", Some(sum)),
];

fn fib(n: u32) -> u32 {
    (0..n).fold((0_u32, 1_u32), |(a, b), _| (b, a.wrapping_add(b))).0
}

fn sum(depth: u32) -> u32 {
    (0..1_u32 << depth).fold(0, u32::wrapping_add)
}

net! {
    pub book Fib {
        agent -Fib(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Fib(out) ~ #n if n < 2 => out ~ #n;
        rule Fib(out) ~ #n          => Fib(a) ~ #(n - 1) & Fib(b) ~ #(n - 2) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a       => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b    => out ~ #(a + b);
        @go(n: u32) -> u32 = (n r) & Fib(r) ~ n
    }
}

net! {
    pub book Ack {
        agent -Ack(#m: u32, -out);
        rule Ack(#m, out) ~ #n if m == 0 => out ~ #(n + 1);
        rule Ack(#m, out) ~ #n if n == 0 => Ack(#(m - 1), out) ~ 1;
        rule Ack(#m, out) ~ #n           => Ack(#m, t) ~ #(n - 1) & Ack(#(m - 1), out) ~ t;
        @go(n: u32) -> u32 = (n r) & Ack(3, r) ~ n
    }
}

net! {
    pub book Queens {
        agent +Nil, +Cons(#head: u32, +tail);
        agent +End, +Boards(+board, +rest);
        // Each gives its list back.
        agent -Member(#x: u32, -found, -list), -Threat(#away: u32, #x: u32, -found, -list), -Length(#n: u32, -length, -list);
        agent -Queen(+board, #n: u32, -boards);
        agent -IfMember(+board, #n: u32, #m: u32, -boards), -IfThreat(+board, #n: u32, #m: u32, -boards);
        agent -IfLast(+board, #n: u32, #m: u32, -boards), -Append(+ys, -out), -Count(#n: u32, -out);
        agent -Start(+n, -boards), -StartOf(#n: u32, -boards);

        rule Member(#x, found, list) ~ Nil => found ~ 0 & list ~ Nil;
        rule Member(#x, found, list) ~ Cons(#y, ys) if x == y => found ~ 1 & list ~ Cons(#y, ys);
        rule Member(#x, found, list) ~ Cons(#y, ys) => list ~ Cons(#y, t) & Member(#x, found, t) ~ ys;
        rule Threat(#k, #q, found, list) ~ Nil => found ~ 0 & list ~ Nil;
        rule Threat(#k, #q, found, list) ~ Cons(#x, xs) if (k == x - q) || (k == q - x)
            => found ~ 1 & list ~ Cons(#x, xs);
        rule Threat(#k, #q, found, list) ~ Cons(#x, xs)
            => list ~ Cons(#x, t) & Threat(#(k + 1), #q, found, t) ~ xs;
        rule Length(#n, length, list) ~ Nil => length ~ #n & list ~ Nil;
        rule Length(#n, length, list) ~ Cons(#x, xs) => list ~ Cons(#x, t) & Length(#(n + 1), length, t) ~ xs;

        rule Queen(b, #n, out) ~ #m if m == 0 => out ~ End & * ~ b;
        rule Queen(b, #n, out) ~ #m => Member(#m, found, list) ~ b & IfMember(list, #n, #m, out) ~ found;
        rule IfMember(b, #n, #m, out) ~ #found if found == 1 => Queen(b, #n, out) ~ #(m - 1);
        rule IfMember(b, #n, #m, out) ~ #found
            => Threat(1, #m, threat, list) ~ b & IfThreat(list, #n, #m, out) ~ threat;
        rule IfThreat(b, #n, #m, out) ~ #found if found == 1 => Queen(b, #n, out) ~ #(m - 1);
        rule IfThreat(b, #n, #m, out) ~ #found => Length(0, length, list) ~ b & IfLast(list, #n, #m, out) ~ length;
        rule IfLast(b, #n, #m, out) ~ #length if length == n - 1
            => {b1 b2} ~ b & out ~ Boards(Cons(#m, b1), t) & Queen(b2, #n, t) ~ #(m - 1);
        rule IfLast(b, #n, #m, out) ~ #length
            => {b1 b2} ~ b & Append(ys, out) ~ xs & Queen(Cons(#m, b1), #n, xs) ~ #n & Queen(b2, #n, ys) ~ #(m - 1);

        rule Append(ys, out) ~ End => out ~ ys;
        rule Append(ys, out) ~ Boards(b, bs) => out ~ Boards(b, t) & Append(ys, t) ~ bs;
        rule Count(#n, out) ~ End => out ~ #n;
        rule Count(#n, out) ~ Boards(b, bs) => * ~ b & Count(#(n + 1), out) ~ bs;
        rule Start(n, out) ~ #m => StartOf(#m, out) ~ n;
        rule StartOf(#n, out) ~ #m => Queen(Nil, #n, out) ~ #m;
        @go(n: u32) -> u32 = ({a b} r) & Start(a, boards) ~ b & Count(0, r) ~ boards
    }
}

/// What the sorts have in common: random numbers, and whether they are in order.
macro_rules! sort {
    ($Book:ident { $($rules:tt)* }) => {
        net! {
            pub book $Book {
                agent +Nil, +Cons(#head: u32, +tail);
                agent -Random(#state: u32, -out), -Valid(-out), -ValidFrom(#least: u32, -out);
                rule Random(#s, out) ~ #n if n == 0 => out ~ Nil;
                rule Random(#s, out) ~ #n
                    => out ~ Cons(#((s >> 8) % 10000), t) & Random(#(s * 1664525 + 1013904223), t) ~ #(n - 1);
                rule Valid(out) ~ Nil => out ~ 1;
                rule Valid(out) ~ Cons(#x, xs) => ValidFrom(#x, out) ~ xs;
                rule ValidFrom(#x, out) ~ Nil => out ~ 1;
                rule ValidFrom(#x, out) ~ Cons(#y, ys) if x <= y => ValidFrom(#y, out) ~ ys;
                rule ValidFrom(#x, out) ~ Cons(#y, ys) => out ~ 0 & * ~ ys;
                agent -Sort(-out);
                $($rules)*
                @go(n: u32) -> u32 = (n r) & Random(7, list) ~ n & Sort(sorted) ~ list & Valid(r) ~ sorted
            }
        }
    };
}

sort! {
    Isort {
        agent -Insert(#x: u32, -out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs) => Sort(sorted) ~ xs & Insert(#x, out) ~ sorted;
        rule Insert(#x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Insert(#x, out) ~ Cons(#y, ys) if x <= y => out ~ Cons(#x, Cons(#y, ys));
        rule Insert(#x, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & Insert(#x, t) ~ ys;
    }
}

sort! {
    Bsort {
        agent -Length(#n: u32, -length, -list), -Rounds(+xs, -out), -Round(+xs, -out);
        agent -First(#n: u32, -out), -Swap(#n: u32, #x: u32, -out), -Less(-out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs)
            => Length(0, length, list) ~ Cons(#x, xs) & Less(rounds) ~ length & Rounds(list, out) ~ rounds;
        rule Length(#n, length, list) ~ Nil => length ~ #n & list ~ Nil;
        rule Length(#n, length, list) ~ Cons(#x, xs) => list ~ Cons(#x, t) & Length(#(n + 1), length, t) ~ xs;
        rule Less(out) ~ #n => out ~ #(n - 1);
        rule Rounds(xs, out) ~ #n if n == 0 => out ~ xs;
        rule Rounds(xs, out) ~ #n => Round(xs, ys) ~ #n & Rounds(ys, out) ~ #(n - 1);
        rule Round(xs, out) ~ #n if n == 0 => out ~ xs;
        rule Round(xs, out) ~ #n => First(#n, out) ~ xs;
        rule First(#n, out) ~ Nil => out ~ Nil;
        rule First(#n, out) ~ Cons(#x, xs) => Swap(#n, #x, out) ~ xs;
        rule Swap(#n, #x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Swap(#n, #x, out) ~ Cons(#y, ys) if x < y => out ~ Cons(#x, t) & Round(Cons(#y, ys), t) ~ #(n - 1);
        rule Swap(#n, #x, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & Round(Cons(#x, ys), t) ~ #(n - 1);
    }
}

sort! {
    Msort {
        agent -Tail(#x: u32, -out), -Split(-a, -b), -Merge(+ys, -out), -MergeWith(#y: u32, +ys, -out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs) => Tail(#x, out) ~ xs;
        rule Tail(#x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Tail(#x, out) ~ Cons(#y, ys)
            => Split(l, r) ~ Cons(#x, Cons(#y, ys)) & Sort(a) ~ l & Sort(b) ~ r & Merge(b, out) ~ a;
        rule Split(a, b) ~ Nil => a ~ Nil & b ~ Nil;
        rule Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, l) & b ~ r & Split(r, l) ~ xs;
        rule Merge(ys, out) ~ Nil => out ~ ys;
        rule Merge(ys, out) ~ Cons(#x, xs) => MergeWith(#x, xs, out) ~ ys;
        rule MergeWith(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
        rule MergeWith(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & MergeWith(#y, ys, t) ~ xs;
        rule MergeWith(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & MergeWith(#x, xs, t) ~ ys;
    }
}

net! {
    pub book SumRec {
        agent -Sum(#x: u32, -out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Sum(#x, out) ~ #n if n == 0 => out ~ #x;
        rule Sum(#x, out) ~ #n => Sum(#(x * 2), a) ~ #(n - 1) & Sum(#(x * 2 + 1), b) ~ #(n - 1) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @go(n: u32) -> u32 = (n r) & Sum(0, r) ~ n
    }
}

net! {
    pub book Tree {
        agent +Leaf(#x: u32), +Node(+left, +right), -Grow(#x: u32, -out), -Sum(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Grow(#x, out) ~ #n if n == 0 => out ~ Leaf(#x);
        rule Grow(#x, out) ~ #n => Grow(#(x * 2), a) ~ #(n - 1) & Grow(#(x * 2 + 1), b) ~ #(n - 1) & out ~ Node(a, b);
        rule Sum(out) ~ Leaf(#x) => out ~ #x;
        rule Sum(out) ~ Node(left, right) => Sum(a) ~ left & Sum(b) ~ right & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @go(n: u32) -> u32 = (n r) & Grow(0, t) ~ n & Sum(r) ~ t
    }
}
