//! What a language says of itself to other macros.

use polarnet_columns::Node;

/// The tokens of a digest, and those that follow.
macro_rules! text {
    ({ $($digest:tt)* } $($rest:tt)*) => { (words(stringify!($($digest)*)), stringify!($($rest)*)) };
}

/// Where blanks stand between tokens is not determined.
fn words(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A callback that is found by a path.
mod callbacks {
    macro_rules! names {
        ({ $enum:ident $lang:ident [$($param:ident),*] $($variant:ident { $($member:tt $sort:ident $what:tt)* })* }) => {
            (stringify!($enum), stringify!($lang), [$(stringify!($param)),*], [$((stringify!($variant), [$(stringify!($member), stringify!($sort)),*].as_slice())),*])
        };
    }
    pub(crate) use names;
}

#[allow(dead_code)]
mod languages {
    use polarnet_columns::{Child, Idx, List, Node, Payload, Space};

    #[derive(Payload, Clone, Copy, Debug)]
    pub enum Function {
        Sin,
        Cos,
    }

    #[derive(Node, Clone, Copy)]
    pub enum Math<'b, Spec: Space, W: Payload, I: Child> {
        Num(f64, [W; 2]),
        If { test: I, then: I, r#else: I },
        Op(Function, List<'b, I>),
        Tri([I; 2 + 1]),
        Approx(Idx<Spec>, I),
        Nil,
    }

    pub mod inner {
        use polarnet_columns::Node;

        #[derive(Node, Clone, Copy)]
        #[node(lang = Small, child = Kid)]
        pub(in super::super) enum Bit<Kid, const N: usize> {
            Off([u8; N]),
            On(Kid),
        }

        pub fn beside() -> &'static str {
            macro_rules! first {
                ({ $name:ident $($rest:tt)* }) => {
                    stringify!($name)
                };
            }
            Bit! { { first } }
        }
    }
}

use languages::{Math, inner::Bit};

#[test]
fn a_digest_has_names_operators_and_fields() {
    let (digest, rest) = Math! { { text } as it, was "given" };
    assert_eq!(rest, "as it, was \"given\"");
    assert_eq!(
        digest,
        words(
            "Math MathLang [Spec, W] Num { 0 payload { f64 } 1 payload { [W; 2] } } \
         If { test child {} then child {} r#else child {} } Op { 0 payload { Function } 1 list {} } \
         Tri { 0 children { 2 + 1 } } Approx { 0 payload { Idx<Spec> } 1 child {} } Nil {}"
        )
    );
    assert_eq!(Bit! { { text } }.0, words("Bit Small [N] Off { 0 payload { [u8; N] } } On { 0 child {} }"));
    assert_eq!(languages::inner::beside(), "Bit");
}

#[test]
fn a_digest_is_read_by_a_path() {
    let (name, lang, params, [num, test, ..]) = crate::languages::Math! { { crate::callbacks::names } };
    assert_eq!((name, lang, params), ("Math", "MathLang", ["Spec", "W"]));
    assert_eq!((num.0, num.1), ("Num", &["0", "payload", "1", "payload"][..]));
    assert_eq!((test.0, test.1[4]), ("If", "r#else"));
}

/// In a function.
#[test]
fn enums_of_functions() {
    #[derive(Node, Clone, Copy)]
    #[allow(dead_code)]
    enum One<I> {
        Of(I),
    }
    #[derive(Node, Clone, Copy)]
    #[allow(dead_code)]
    enum Two<I> {
        Of(I),
    }
    fn within() -> String {
        Two! { { text } }.0
    }
    assert_eq!(One! { { text } }.0, words("One OneLang [] Of { 0 child {} }"));
    assert_eq!(within(), words("Two TwoLang [] Of { 0 child {} }"));
}

/// Scopes with enums of one name, even of the same text, can be nested. (Which one `Math!` is there, rustc does not say.)
#[test]
fn nested_enums_of_one_name() {
    #[derive(Node, Clone, Copy)]
    #[allow(dead_code)]
    enum Math<I> {
        Of(I),
    }
    {
        #[derive(Node, Clone, Copy)]
        #[allow(dead_code)]
        enum Math<I> {
            Of(I),
        }
        let _: [Math<u32>; 0] = [];
    }
    assert!(crate::Math! { { text } }.0.starts_with(&words("Math MathLang [Spec, W] Num")));
}

/// Two enums of one name that one macro makes, at one place.
#[test]
fn enums_by_macros() {
    macro_rules! language {
        ($number:ty, $inner:item) => {
            #[derive(Node, Clone, Copy)]
            #[allow(dead_code)]
            enum Made<I> {
                Num($number),
                Neg(I),
            }
            $inner
        };
    }
    language! { u8, fn inner() { language! { u16, fn none() {} } none(); } }
    inner();
    assert_eq!(Made! { { text } }.0, words("Made MadeLang [] Num { 0 payload { u8 } } Neg { 0 child {} }"));
}

mod shadows {
    use polarnet_columns::Node as Language;

    /// An enum whose name is the derive's has no digest.
    #[derive(Language, Clone, Copy)]
    #[allow(dead_code)]
    pub enum Node<I> {
        Of(I),
    }
}

/// An enum by the name of a macro of std leaves the macro as it is, elsewhere.
#[test]
fn names_of_std() {
    {
        #[derive(Node, Clone, Copy)]
        #[allow(dead_code, non_camel_case_types)]
        #[node(lang = VecLang)]
        enum vec<I> {
            Of(I),
        }
        let _: [vec<u32>; 0] = [];
    }
    let _: [shadows::Node<u32>; 0] = [];
    assert_eq!(vec![1], [1]);
}
