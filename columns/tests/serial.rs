//! Columns to and from JSON and postcard: what goes out comes back, and what is wrong is refused.

#[path = "serial/every.rs"]
mod every;

use every::{Every, EveryLang, Plan, build, read};
use polarnet_columns::{
    Batch, Builder, Data, Exists, Family, Guard, Idx, Mapping, Node, PartialMapping, Space, serial::OptionalSeed,
    serial::SerialTable, serial::TableFields, space,
};
use proptest::prelude::*;
use serde::{
    Deserializer, Serialize,
    de::{DeserializeSeed, Visitor},
};

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let children = || prop::collection::vec(any::<u32>(), 0..4);
    let plan = (0..12u8, any::<u64>(), children(), children());
    prop::collection::vec(plan.prop_map(|(op, bits, children, more)| Plan { op, bits, children, more }), 0..30)
}

/// Equal as nodes are: by the bits of their payloads.
fn same<S: Space, T: Space, A: Space, B: Space>(
    one: &Batch<S, EveryLang<A, B>>,
    other: &Batch<T, EveryLang<A, B>>,
) -> bool {
    one.len() == other.len()
        && one.indices().zip(other.indices()).all(|(one_row, other_row)| {
            match (one.node(one_row), other.node(other_row)) {
                (Every::Float(x), Every::Float(y)) => x.to_bits() == y.to_bits(),
                (Every::Double(x), Every::Double(y)) => x.to_bits() == y.to_bits(),
                (x, y) => format!("{x:?}") == format!("{y:?}"),
            }
        })
}

/// A batch of these plans in both forms.
fn write(plans: &[Plan]) -> (String, Vec<u8>) {
    space!(Specs, specs);
    space!(Vars, vars);
    space!(Out, guard);
    let batch = build(guard, specs.rows(3), vars.rows(2), plans);
    (serde_json::to_string(&batch).unwrap(), postcard::to_stdvec(&batch).unwrap())
}

fn mutate(bytes: &mut Vec<u8>, changes: &[(usize, u8, u8)]) {
    for &(at, kind, byte) in changes {
        let at = at % (bytes.len() + 1);
        match kind {
            0 if at < bytes.len() => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 => bytes.truncate(at),
            // A digit for a digit: the form stays, what it says changes.
            _ => {
                if let Some(digit) = bytes.iter_mut().skip(at).find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + byte % 10;
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn batches_come_back(plans in plans()) {
        space!(Specs, specs);
        space!(Vars, vars);
        let known = (specs.rows(3), vars.rows(2));
        space!(Out, out);
        let batch = build(out, known.0, known.1, &plans);
        let (text, bytes) = (serde_json::to_string(&batch).unwrap(), postcard::to_stdvec(&batch).unwrap());

        space!(Json, guard);
        let seed = Batch::<Json, EveryLang<_, _>>::seed(guard, known);
        let read = seed.deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap();
        prop_assert!(same(&batch, &read));
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);

        space!(Bytes, guard);
        let seed = Batch::<Bytes, EveryLang<_, _>>::seed(guard, known);
        let read = seed.deserialize(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
        prop_assert!(same(&batch, &read));
        prop_assert_eq!(postcard::to_stdvec(&read).unwrap(), bytes);

        // `add` finds all nodes of what was read, and takes no two of them for one.
        space!(Once, guard);
        let mut once = Builder::<Once, _>::new(guard);
        let to = once.extend_from(&batch).map(|row| row.raw());
        let once = once.freeze();
        let text = serde_json::to_string(&once).unwrap();
        space!(OnceRead, guard);
        let seed = Batch::<OnceRead, EveryLang<_, _>>::seed(guard, known);
        let read = seed.deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap();
        space!(More, guard);
        let mut more = read.thaw(guard).0;
        prop_assert_eq!(more.extend_from(&batch).map(|row| row.raw()), to);
        prop_assert_eq!(more.len(), once.len());
    }

    #[test]
    fn bad_input_is_refused_or_sound(
        plans in plans(),
        changes in prop::collection::vec((any::<usize>(), 0..6u8, any::<u8>()), 1..5),
    ) {
        let (text, mut bytes) = write(&plans);
        let mut text = text.into_bytes();
        mutate(&mut text, &changes);
        mutate(&mut bytes, &changes);
        let _ = read(true, &text);
        let _ = read(false, &bytes);
    }

    #[test]
    fn noise_is_refused_or_sound(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(false, &bytes);
        // Behind the right names, rows of noise.
        let (_, head) = write(&[]);
        let names = head.len() - 3;
        let _ = read(false, &[&head[..names], &bytes[..]].concat());
    }

    #[test]
    fn columns_come_back(values in prop::collection::vec((any::<u32>(), any::<Option<u8>>()), 1..20)) {
        space!(Rows_, guard);
        let rows = guard.rows(values.len());
        let mut each = values.iter();
        let column = rows.data(|_| *each.next().unwrap());
        let row = |n: u32| rows.check(n % values.len() as u32).unwrap();
        let mapping = column.map(|&(n, _)| row(n));
        let partial = column.map(|&(_, n)| n.map(|n| row(n.into())));
        let both = (&column, &mapping, &partial);

        let json = serde_json::to_value(both).unwrap();
        prop_assert_eq!(&Data::seed(rows).deserialize(&json[0]).unwrap(), &column);
        prop_assert_eq!(&Mapping::mapping_seed(rows, rows).deserialize(&json[1]).unwrap(), &mapping);
        prop_assert_eq!(&PartialMapping::partial_seed(rows, rows).deserialize(&json[2]).unwrap(), &partial);

        let bytes = postcard::to_stdvec(&both).unwrap();
        let mut bytes = postcard::Deserializer::from_bytes(&bytes);
        prop_assert_eq!(&Data::seed(rows).deserialize(&mut bytes).unwrap(), &column);
        prop_assert_eq!(&Mapping::mapping_seed(rows, rows).deserialize(&mut bytes).unwrap(), &mapping);
        prop_assert_eq!(&PartialMapping::partial_seed(rows, rows).deserialize(&mut bytes).unwrap(), &partial);
    }
}

#[test]
fn the_text_can_be_read() {
    let plan =
        |op, bits, children: &[u32], more: &[u32]| Plan { op, bits, children: children.into(), more: more.into() };
    let plans = [
        plan(3, 0.1_f64.to_bits(), &[], &[]),
        plan(3, f64::NAN.to_bits() + 5, &[], &[]),
        plan(2, (-0.0_f32).to_bits().into(), &[], &[]),
        plan(6, 1, &[1], &[]),
        plan(11, 9, &[1, 2], &[3]),
        plan(8, 65, &[], &[]),
    ];
    let (text, _) = write(&plans);
    let expected = r#"[["Unit"],["Double","0.1"],["Double","0x7ff8000000000005"],["Float","-0.0"],["Named","Cos",1],["Both",9,[1,2],[3]],["Placed",2,65,"\"","A",1]]"#;
    assert_eq!(text, expected);
    assert_eq!(read(true, text.as_bytes()), Ok(plans.len() + 1));
}

#[test]
fn errors_say_row_and_what_is_wrong() {
    let cases = [
        (r#"[["Unit"],["Nothing"]]"#, "row 1: `Nothing` is none of [\"Unit\", "),
        (r#"[["Unit"],["Named","Sin",1]]"#, "row 1, Named: child 1 is not a row before it"),
        (r#"[["Unit"],["Named","Tan",0]]"#, "row 1, Named: `Tan` is none of [\"Sin\", \"Cos\", \"Exp\"]"),
        (r#"[["Unit"],["Sum",[0,0,7]]]"#, "row 1, Sum: child 7 is not a row before it"),
        (r#"[["Unit"],["Sum",0]]"#, "row 1, Sum: invalid type: integer `0`, expected a list of rows"),
        (r#"[["Small",256,0]]"#, "row 0, Small: 256 is not of type `u8`"),
        (r#"[["Small",-1,0]]"#, "row 0, Small: invalid value: integer `-1`, expected u64"),
        (r#"[["Small",1]]"#, "row 0, Small: a field is missing"),
        (r#"[["Small",1,1,1]]"#, "row 0, Small: there are more fields than it has"),
        (r#"[["Unit"],["Approx",3,0]]"#, "row 1, Approx: there is no row 3 in the other space, which has 3"),
        (r#"[["Double","zero"]]"#, "row 0, Double: `zero` is not a number of type `f64`"),
        (r#"[["Float","0x1ffffffff"]]"#, "row 0, Float: `0x1ffffffff` is not a number of type `f32`"),
        (r#"[["Unit"],[]]"#, "row 1: the operator is missing"),
        (r#"{"rows":1}"#, "invalid type: map, expected a list of rows"),
        (r#"[["Unit"],7]"#, "row 1: invalid type: integer `7`, expected a list of an operator and its fields"),
        (r#"[["Unit"],[7]]"#, "row 1: invalid type: integer `7`, expected one of [\"Unit\", "),
        (
            r#"[["Double",true]]"#,
            "row 0, Double: invalid type: boolean `true`, expected a number of type `f64`, as a text",
        ),
    ];
    for (text, expected) in cases {
        let error = read(true, text.as_bytes()).unwrap_err();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    assert_eq!(read(true, br#"[["Double",2],["Double",0.5],["Double",-2]]"#), Ok(3), "numbers that people write");
}

/// A number, in a format that is for no human and knows what it has.
struct Seven;

impl<'de> Deserializer<'de> for Seven {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_u32(7)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn errors_say_what_was_expected() {
    #[derive(Node, Clone, Copy, Debug)]
    enum Sum<I> {
        Num(u8),
        Neg(I),
    }
    space!(Rows, guard);
    let seed = Batch::<Rows, SumLang>::seed(guard, ());
    assert_eq!(format!("{seed:?}"), "BatchSeed { known: (), .. }");
    let error = seed.deserialize(Seven).unwrap_err().to_string();
    assert_eq!(error, "invalid type: integer `7`, expected the names of operators, and rows");
    space!(Days, guard);
    let error = OptionalSeed(guard.rows(9).index_seed()).deserialize(Seven).unwrap_err().to_string();
    assert_eq!(error, "invalid type: integer `7`, expected a value or none");
}

/// In postcard a name is its number; the next one behind the last is none.
#[test]
fn names_have_numbers() {
    let of = |bits| write(&[Plan { op: 6, bits, children: vec![], more: vec![] }]).1;
    let (first, last) = (of(0), of(2));
    let differs: Vec<usize> = (0..last.len()).filter(|&at| first[at] != last[at]).collect();
    let [at] = differs[..] else { panic!("one byte is the name: {first:?} {last:?}") };
    assert_eq!((first[at], last[at]), (0, 2));
    let mut none = last;
    none[at] = 3;
    assert!(read(false, &none).is_err());
}

#[test]
fn operators_are_known_by_name() {
    #[derive(Node, Clone, Copy, Debug, PartialEq)]
    enum Old<I> {
        Num(u8),
        Gone,
        Neg(I),
    }
    #[derive(Node, Clone, Copy, Debug, PartialEq)]
    enum New<I> {
        Neg(I),
        Add(I, I),
        Num(u8),
    }
    space!(Write, guard);
    let mut old = Builder::<Write, OldLang>::new(guard);
    let seven = old.add(Old::Num(7));
    old.add(Old::Neg(seven));
    let bytes = postcard::to_stdvec(&old.freeze()).unwrap();
    space!(Read, guard);
    let new = Batch::<Read, NewLang>::seed(guard, ());
    let new = new.deserialize(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!(new.to_string(), "%0 = Num 7\n%1 = Neg %0\n");

    space!(Gone, guard);
    let mut old = Builder::<Gone, OldLang>::new(guard);
    old.add(Old::Gone);
    let bytes = postcard::to_stdvec(&old.freeze()).unwrap();
    space!(Again, guard);
    let new = Batch::<Again, NewLang>::seed(guard, ());
    assert!(new.deserialize(&mut postcard::Deserializer::from_bytes(&bytes)).is_err());
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Named<S: Space> {
    name: Data<S, String>,
    next: Mapping<S, S>,
    first: Idx<S>,
}

struct AnyNamed;

impl Family for AnyNamed {
    type At<S: Space> = Named<S>;
}

impl SerialTable for AnyNamed {
    const FIELDS: &'static [&'static str] = &["name", "next", "first"];

    fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Named<S>, F::Error> {
        let name = fields.next(guard.column_seed())?;
        let next = fields.next(Mapping::mapping_seed(name.rows(), name.rows()))?;
        Ok(Named { next, first: fields.next(name.rows().index_seed())?, name })
    }
}

#[test]
fn tables_come_back() {
    let text = r#"{"name":["a","b"],"next":[1,0],"first":1}"#;
    let table: Exists<AnyNamed> = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&table).unwrap(), text);
    let bytes = postcard::to_stdvec(&table).unwrap();
    let again: Exists<AnyNamed> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(again.with(|table| table.name[table.next[table.first]].clone()), "a");

    for (text, expected) in [
        (r#"{"name":["a","b"],"next":[1,2],"first":1}"#, "next: row 1: there is no row 2 in a space of 2 rows"),
        (r#"{"name":["a","b"],"next":[1],"first":1}"#, "next: 1 value for the 2 rows of the space"),
        (r#"{"name":["a","b"],"next":[1,1,1],"first":1}"#, "next: more values for the 2 rows of the space"),
        (r#"{"name":["a","b","c"],"next":[1,1],"first":1}"#, "next: 2 values for the 3 rows of the space"),
        (r#"{"name":["a","b"],"next":[1,1],"first":2}"#, "first: there is no row 2"),
        (r#"{"name":["a"],"next":[true],"first":0}"#, "next: row 0: "),
        (r#"{"name":7}"#, "name: invalid type: integer `7`, expected a list of values"),
        ("5", "invalid type: integer `5`, expected a table of name, next, first"),
        (r#"{"name":["a"],"first":0}"#, "the next field is `next`, not `first`"),
        (r#"{"name":["a"],"next":[0]}"#, "the field `first` is missing"),
    ] {
        let error = serde_json::from_str::<Exists<AnyNamed>>(text).map(drop).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
