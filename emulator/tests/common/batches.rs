//! Random batches, and columns that are compared bit by bit.
#![allow(dead_code)]

use polarnet::columns::{Batch, Builder, Child, Data, Guard, Idx, List, Node, Space};

/// Payloads of one word, of two, of several; children by themselves, in arrays, in lists.
#[derive(Node, Clone, Copy)]
pub enum Math<'b, I: Child> {
    Num(f64),
    Small(f32),
    Int(i64),
    Flag(bool, i8),
    Neg(I),
    Add(I, I),
    Sub(I, I),
    Mul(I, I),
    Div(I, I),
    Least(I, I),
    Fma(I, I, I),
    If { test: I, then: I, other: I },
    Pair(u16, [I; 2]),
    Sum(u8, List<'b, I>),
    Most(List<'b, I>),
}

/// Numbers by chance: the same ones each time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// Ordinary ones, and those that are not.
    pub fn float(&mut self) -> f64 {
        const SPECIAL: [f64; 10] =
            [0.0, -0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, 5e-324, f64::MAX];
        match self.below(8) {
            0 => SPECIAL[self.below(SPECIAL.len())],
            1 => self.below(1000) as f64,
            _ => (self.below(1 << 30) as f64 / f64::from(1 << 28) - 2.0) * 1.1_f64.powi(self.below(40) as i32 - 20),
        }
    }
}

/// Rows, and how deep they are.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub rows: usize,
    pub depth: usize,
}

/// From one row to many, from leaves alone to chains.
pub fn shapes() -> Vec<Shape> {
    let shape = |(rows, depth)| Shape { rows, depth };
    let all = [
        (1, 1),
        (2, 2),
        (33, 5),
        (1_000, 1),
        (1_000, 1_000),
        (3_000, 12),
        (5_000, 300),
        (20_000, 1_000),
        (100_000, 20),
    ];
    all.map(shape).to_vec()
}

/// A batch of that shape: as many rows on each level; each row has a child on the level below, others on any.
pub fn batch<S: Space>(guard: Guard<S>, shape: Shape, seed: u64) -> Batch<S, MathLang> {
    let mut random = Random(seed);
    let mut builder = Builder::<S, MathLang>::new(guard);
    let mut rows: Vec<Idx<S>> = Vec::new();
    let each = shape.rows.div_ceil(shape.depth);
    for row in 0..shape.rows {
        let level = row / each;
        let below = level * each;
        let child = |near: bool, random: &mut Random| {
            rows[if near { below - 1 - random.below(each) } else { random.below(below) }]
        };
        let list: Vec<_> =
            (0..if level == 0 { 0 } else { random.below(5) }).map(|at| child(at == 0, &mut random)).collect();
        let node = match (level, random.below(11)) {
            (0, 0) => Math::Small(random.float() as f32),
            (0, 1) => Math::Int((random.below(1 << 31) as i64 * (random.below(3) as i64 - 1)) << random.below(33)),
            (0, 2) => Math::Flag(random.below(2) == 0, random.below(256) as i8),
            (0, _) => Math::Num(random.float()),
            (_, 0) => Math::Neg(child(true, &mut random)),
            (_, 1) => Math::Add(child(true, &mut random), child(false, &mut random)),
            (_, 2) => Math::Sub(child(false, &mut random), child(true, &mut random)),
            (_, 3) => Math::Mul(child(true, &mut random), child(false, &mut random)),
            (_, 4) => Math::Div(child(true, &mut random), child(false, &mut random)),
            (_, 5) => Math::Least(child(true, &mut random), child(false, &mut random)),
            (_, 6) => Math::Fma(child(true, &mut random), child(false, &mut random), child(false, &mut random)),
            (_, 7) => Math::If {
                test: child(false, &mut random),
                then: child(true, &mut random),
                other: child(false, &mut random),
            },
            (_, 8) => Math::Pair(random.below(1 << 16) as u16, [child(true, &mut random), child(false, &mut random)]),
            (_, 9) => Math::Sum(random.below(5) as u8, List::new(&list)),
            _ => Math::Most(List::new(&list)),
        };
        rows.push(builder.push(node));
    }
    builder.freeze()
}

/// The bits of a value. One NaN is like another: a device has its own.
pub trait Bits {
    fn bits(&self) -> Vec<u64>;
}

impl Bits for f64 {
    fn bits(&self) -> Vec<u64> {
        vec![if self.is_nan() { f64::NAN.to_bits() } else { self.to_bits() }]
    }
}

impl Bits for f32 {
    fn bits(&self) -> Vec<u64> {
        vec![if self.is_nan() { f32::NAN.to_bits() } else { self.to_bits() }.into()]
    }
}

macro_rules! integers {
    ($($int:ty)*) => { $(
        impl Bits for $int {
            fn bits(&self) -> Vec<u64> {
                vec![*self as u64]
            }
        }
    )* };
}

integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool }

impl<A: Bits, B: Bits> Bits for (A, B) {
    fn bits(&self) -> Vec<u64> {
        [self.0.bits(), self.1.bits()].concat()
    }
}

impl<S: Space, T: Bits> Bits for Data<S, T> {
    fn bits(&self) -> Vec<u64> {
        self.iter().flat_map(Bits::bits).collect()
    }
}

/// Equal, bit by bit; else where they first are not.
#[track_caller]
pub fn same<T: Bits>(what: &str, there: &T, here: &T) {
    let (there, here) = (there.bits(), here.bits());
    assert_eq!(there.len(), here.len(), "{what}");
    let wrong = there.iter().zip(&here).position(|(a, b)| a != b);
    if let Some(at) = wrong {
        let (a, b) = (there[at], here[at]);
        panic!(
            "{what}: of {} words, number {at} is {a:#x} ({:e}), not {b:#x} ({:e})",
            here.len(),
            f64::from_bits(a),
            f64::from_bits(b)
        );
    }
}
