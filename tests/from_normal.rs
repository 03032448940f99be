//! Agents of a normal form as an enum: `derive(FromNormal)`.

use polarnet::{FromNormal, Runtime, net};

#[derive(FromNormal, Debug, PartialEq)]
enum Shape<T> {
    Dot,
    Circle {
        radius: f64,
        at: Point<T>,
    },
    Pair(Box<Shape<T>>, Box<Shape<T>>),
    #[agent(name = "Named")]
    Called(char, Vec<T>),
}

#[derive(FromNormal, Debug, PartialEq)]
struct Point<T>(T, i32);

/// The same agents, for those who want other variants, which tell them apart by their ports, too.
#[derive(FromNormal, Debug, PartialEq)]
enum Few {
    #[agent(name = "Dot")]
    Nothing,
    Pair(Box<Few>, Box<Few>),
}

#[test]
fn enums_and_structs() {
    let book = net! {
        agent +Dot, +Circle(#radius: f64, +at), +Point(+x, #y: i32), +Pair(+a, +b), +Named(+first, +all);
        agent -Turned(-out);
        rule Turned(out) ~ Dot => out ~ Dot;
        rule Turned(out) ~ Pair(a, b) => out ~ Pair(c, d) & Turned(c) ~ b & Turned(d) ~ a;
        rule Turned(out) ~ Circle(#r, at) => out ~ Circle(#(r * 2), at);
        rule Turned(out) ~ Named(c, all) => out ~ Named(c, all);
        @main = (out (Pair(Dot, Pair(Dot, Dot)) Point(1, +2)))
            & Turned(out) ~ Pair(Circle(1.5_f64, Point(7, -2)), Pair(Dot, Named(955, (1 (2 *)))))
    };
    let done = Runtime::new().run(&book).unwrap();
    let (shape, dots, point) = done.value::<(Shape<u32>, Few, Point<u32>)>().unwrap();
    let named = Shape::Called('λ', vec![1, 2]);
    let left = Shape::Pair(Box::new(named), Box::new(Shape::Dot));
    let right = Shape::Circle { radius: 3.0, at: Point(7, -2) };
    assert_eq!(shape, Shape::Pair(Box::new(left), Box::new(right)));
    let two = || Box::new(Few::Nothing);
    assert_eq!(dots, Few::Pair(two(), Box::new(Few::Pair(two(), two()))));
    assert_eq!(point, Point(1, 2));

    let why = done.value::<(Few, Few, Point<u32>)>().unwrap_err().to_string();
    assert!(
        why.starts_with("expected (from_normal::Few, from_normal::Few, from_normal::Point<u32>), found `("),
        "{why}"
    );
    assert!(why.ends_with("a variant has an agent's name, and a field for each port"), "{why}");
}

/// The type of a field may come from elsewhere.
macro_rules! boxed {
    ($Name:ident, $T:ty) => {
        #[derive(FromNormal, Debug, PartialEq)]
        struct $Name {
            value: $T,
            more: Option2,
        }
    };
}
boxed!(Boxed, (u32, bool));

#[derive(FromNormal, Debug, PartialEq)]
enum Option2 {
    None,
    Some(()),
}

#[test]
fn names_of_rust_and_of_other_macros() {
    let book =
        net! { agent +Boxed(+value, +more), +None, +Some(+value);  @main = (Boxed((3 1), None) Boxed((4 0), Some(*))) };
    let both = Runtime::new().run(&book).unwrap().value::<(Boxed, Boxed)>().unwrap();
    assert_eq!(both.0, Boxed { value: (3, true), more: Option2::None });
    assert_eq!(both.1, Boxed { value: (4, false), more: Option2::Some(()) });
}

#[derive(FromNormal)]
enum List {
    Nil,
    Cons(u32, Box<List>),
}

#[test]
fn however_deep() {
    const LENGTH: u32 = if cfg!(miri) { 100 } else { 300_000 };
    net! {
        book Counted {
            agent +Nil, +Cons(#head: u32, +tail), -From(-out);
            rule From(out) ~ #n if n == 0 => out ~ Nil;
            rule From(out) ~ #n => out ~ Cons(#n, rest) & From(rest) ~ #(n - 1);
            @from(n: u32) -> List = (n out) & From(out) ~ n
        }
    }
    let mut list = Counted::from(&Runtime::new(), LENGTH).unwrap();
    for n in (1..=LENGTH).rev() {
        // Taken apart from its front, so that it is not dropped by a function that calls itself as often.
        let List::Cons(head, tail) = list else { panic!("ends before {n}") };
        assert_eq!(head, n);
        list = *tail;
    }
    assert!(matches!(list, List::Nil));
}

#[derive(FromNormal)]
enum Rose {
    Node(Vec<Rose>),
}

#[test]
fn however_deep_in_vectors() {
    const DEPTH: u32 = if cfg!(miri) { 20 } else { 100_000 };
    net! {
        book Deep {
            agent +Node(+below), -Grow(-out);
            rule Grow(out) ~ #n if n == 0 => out ~ Node(*);
            rule Grow(out) ~ #n => out ~ Node((below *)) & Grow(below) ~ #(n - 1);
            @grown(depth: u32) -> Rose = (n out) & Grow(out) ~ n
        }
    }
    let mut rose = Deep::grown(&Runtime::new(), DEPTH).unwrap();
    for _ in 0..DEPTH {
        let Rose::Node(mut below) = rose;
        rose = below.pop().expect("it ends too soon");
        assert!(below.is_empty());
    }
    assert!(matches!(rose, Rose::Node(below) if below.is_empty()));
}

/// What is deep, and stands beside what does not fit, is not dropped by recursion on a stack that is too small.
#[test]
fn what_is_deep_beside_what_does_not_fit() {
    #[derive(FromNormal)]
    #[expect(dead_code, reason = "values are read, and dropped")]
    enum Tree {
        Leaf(u32),
        Node(Box<Tree>, Box<Tree>),
    }
    #[derive(FromNormal)]
    #[expect(dead_code, reason = "values are read, and dropped")]
    enum Rose {
        Leaf(u32),
        Node(Vec<Rose>),
    }
    // Below and above the size from which on it is left in memory.
    for depth in [100_000_u32, 400_000] {
        let trees = net! {
            agent +Leaf(+n), +Node(+l, +r), -Make(-o);
            rule Make(o) ~ #n if n == 0 => o ~ Leaf(#n);
            rule Make(o) ~ #n => o ~ Node(t, Leaf(#n)) & Make(t) ~ #(n - 1);
            @main = (r (Node(r2, 7) 8)) & Make(r) ~ #depth & Make(r2) ~ #depth
        };
        let done = Runtime::new().run(&trees).unwrap();
        let why = done.value::<(Tree, Tree, u32)>().map(drop).unwrap_err().to_string();
        assert!(why.contains("what does not fit is `7`"), "{}", &why[..why.len().min(300)]);
        assert!(done.value::<(Tree, ())>().is_err());
        let roses = net! {
            agent +Leaf(+n), +Node(+all), -Make(-o);
            rule Make(o) ~ #n if n == 0 => o ~ Leaf(#n);
            rule Make(o) ~ #n => o ~ Node((t *)) & Make(t) ~ #(n - 1);
            @main = Node((r (7 *))) & Make(r) ~ #depth
        };
        let done = Runtime::new().run(&roses).unwrap();
        assert!(done.value::<Rose>().is_err());
        // All of it fits, and more comes.
        assert!(done.value::<(Rose, u32)>().is_err());
    }
}
