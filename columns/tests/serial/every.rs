//! Batches with every sort of field, written and read; what `fuzz/` reads bytes as, too.

use polarnet_columns::{Batch, Builder, Child, Data, Guard, Idx, Lang, List, Node, Payload, Rows, Space, space};
use serde::de::DeserializeSeed;

#[derive(Payload, Clone, Copy, PartialEq, Debug)]
pub enum Function {
    Sin,
    Cos,
    Exp,
}

#[derive(Payload, Clone, Copy, PartialEq, Debug)]
pub struct Place<S: Space> {
    pub spec: Idx<S>,
    pub at: (u8, [char; 2]),
}

/// Every sort of field.
#[derive(Node, Clone, Copy, PartialEq, Debug)]
pub enum Every<'b, Spec: Space, Var: Space, I: Child> {
    Unit,
    Small(u8, i8),
    Float(f32),
    Double(f64),
    Wide(u64, i64, bool),
    Size { words: usize, offset: isize },
    Named(Function, I),
    Approx(Idx<Spec>, I),
    Placed(Place<Spec>, Idx<Var>),
    Cube([I; 3]),
    Sum(List<'b, I>),
    Both(u16, List<'b, I>, List<'b, I>, ()),
}

/// A node whose children are given by any numbers.
#[derive(Clone, Debug)]
pub struct Plan {
    pub op: u8,
    pub bits: u64,
    pub children: Vec<u32>,
    pub more: Vec<u32>,
}

pub fn build<A: Space, B: Space, S: Space>(
    guard: Guard<S>,
    specs: Rows<A>,
    vars: Rows<B>,
    plans: &[Plan],
) -> Batch<S, EveryLang<A, B>> {
    let mut batch = Builder::<S, EveryLang<A, B>>::new(guard);
    let mut rows = vec![batch.push(Every::Unit)];
    let spec = |bits: u64| specs.check((bits % specs.len() as u64) as u32).unwrap();
    for Plan { op, bits, children, more } in plans {
        let bits = *bits;
        let child = |n: &u32| rows[*n as usize % rows.len()];
        let list: Vec<_> = children.iter().map(child).collect();
        let other: Vec<_> = more.iter().map(child).collect();
        let one = list.first().copied().unwrap_or(rows[0]);
        let function = [Function::Sin, Function::Cos, Function::Exp][(bits % 3) as usize];
        let node = match op {
            0 => Every::Unit,
            1 => Every::Small(bits as u8, (bits >> 8) as i8),
            2 => Every::Float(f32::from_bits(bits as u32)),
            3 => Every::Double(f64::from_bits(bits)),
            4 => Every::Wide(bits, !bits as i64, bits % 2 == 0),
            5 => Every::Size { words: bits as u32 as usize, offset: bits as i32 as isize },
            6 => Every::Named(function, one),
            7 => Every::Approx(spec(bits), one),
            8 => Every::Placed(
                Place { spec: spec(bits), at: (bits as u8, ['"', char::from(bits as u8)]) },
                vars.check((bits % vars.len() as u64) as u32).unwrap(),
            ),
            9 => Every::Cube([one, rows[0], one]),
            10 => Every::Sum(List::new(&list)),
            _ => Every::Both(bits as u16, List::new(&list), List::new(&other), ()),
        };
        let row = batch.push(node);
        rows.push(row);
    }
    batch.freeze()
}

/// Everything that can be asked of a batch, as it would go wrong if the batch were not sound.
pub fn walk<S: Space, A: Space, B: Space>(
    batch: &Batch<S, EveryLang<A, B>>,
    specs: &Data<A, u32>,
    vars: &Data<B, u32>,
) {
    let depth = batch.fill_up(|row| {
        let mut depth = 0;
        EveryLang::<A, B>::each_child(row.node(), |child| depth = depth.max(row[child] + 1));
        depth
    });
    for row in batch.indices() {
        match batch.node(row) {
            Every::Approx(spec, _) => assert!(specs[spec] < 10),
            Every::Placed(place, var) => assert!(specs[place.spec] + vars[var] < 20),
            Every::Named(function, _) => assert!(matches!(function, Function::Sin | Function::Cos | Function::Exp)),
            _ => {}
        }
        assert!(depth[row] <= row.raw());
    }
    let count = |node: Every<_, _, &u64>| {
        let mut count = 1_u64;
        EveryLang::<A, B>::each_child(node, |below: &u64| count = count.wrapping_mul(3).wrapping_add(*below));
        count
    };
    assert_eq!(batch.plan().fold(count), batch.fold(count));
    let _ = batch.to_string();
}

/// Reads a batch, in JSON or in postcard's form, and walks it if it can be read.
pub fn read(json: bool, bytes: &[u8]) -> Result<usize, String> {
    space!(Specs, specs);
    space!(Vars, vars);
    let (specs, vars) = (specs.rows(3).data(Idx::raw), vars.rows(2).data(Idx::raw));
    space!(Read, guard);
    let seed = Batch::<Read, EveryLang<_, _>>::seed(guard, (specs.rows(), vars.rows()));
    let batch = match json {
        true => {
            let mut input = serde_json::Deserializer::from_slice(bytes);
            let batch = seed.deserialize(&mut input).map_err(|error| error.to_string())?;
            input.end().map_err(|error| error.to_string())?;
            batch
        }
        false => seed.deserialize(&mut postcard::Deserializer::from_bytes(bytes)).map_err(|error| error.to_string())?,
    };
    walk(&batch, &specs, &vars);
    Ok(batch.len())
}
