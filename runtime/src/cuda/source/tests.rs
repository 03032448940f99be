//! What is written, as text; and that NVRTC takes it, where there is one.

use super::{HEADERS, NotWritten, Written, write};
use crate::{
    cuda::nvrtc::{Architecture, Error, Image, Nvrtc, Source},
    program::Program,
    test_books::book,
};
use std::{env, fs, path::Path};

/// What is written of this file's books is checked in, for ci/ptx.sh to compile. `BLESS=1` writes it anew.
#[test]
fn the_samples_are_what_is_written() {
    for (name, text) in [("sum", SUM), ("lists", LISTS)] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("kernels/books/{name}.cu"));
        let made = written(text).unwrap().text;
        if env::var_os("BLESS").is_some() {
            fs::write(&file, &made).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), made, "{}: BLESS=1 writes it anew", file.display());
    }
}

fn written(text: &str) -> Result<Written, NotWritten> {
    book(text).with(|book| write(book, &Program::new(book)))
}

const SUM: &str = "@main = r & @sum ~ (10 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
        & @sum ~ (a (b $(e f))) & @sum ~ (c (d $([+] e)))";

const LISTS: &str = "agent +Nil, +Cons(+head, +tail), -Length(-out), -Both(+x, -a, -b);
    rule Length(out) ~ Nil => out ~ 0;
    rule Length(out) ~ Cons(h, t) => h ~ * & out ~ n & Length($([+1] n)) ~ t;
    rule Both(x, a, b) ~ Nil => a ~ x & b ~ Nil;
    rule Both(x, a, b) ~ Cons(h, t) => a ~ Cons(h, t) & b ~ x;
    @main = r & @list ~ (3 l) & Length(r) ~ l
    @list = (?((Nil @more) r) r)
    @more = ({a b} Cons(a, t)) & @list ~ (b t)";

#[test]
fn a_definition_is_a_function() {
    let Written { text, needs, stack } = written(SUM).unwrap();
    for part in ["#define COMPILED\n", "#define NATIVE\n", "#include \"direct.cuh\"\n", "#include \"reduce.cu\"\n"] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    // `@sum`, with two arguments: its own text, where it is listed, and a call of it in another.
    assert!(text.matches("f2_2(w, ").count() >= 2, "{text}");
    assert!(text.contains("case 1: return 0x"), "{text}");
    assert!(text.contains("is_number(p0)"), "{text}");
    assert!(needs.calls[1].words > 0 && needs.calls[1].redexes > 1, "what a call of it may need");
    assert!(stack > 4 << 10 && stack < 1 << 16, "{stack}");
}

#[test]
fn the_text_is_the_same_each_time_whatever_the_names() {
    let text = |it: &str| written(it).unwrap().text;
    assert_eq!(text(SUM), text(SUM));
    assert_eq!(text(SUM), text(&SUM.replace("@both", "@of.two")));
    assert_ne!(text(SUM), text(&SUM.replace("[+1]", "[+2]")));
}

#[test]
fn what_cannot_be_written_says_why() {
    for (text, why) in [("@main = 7", NotWritten::NoFunctions), ("@main = (a b) & (a b) ~ {c c}", NotWritten::Signs)] {
        assert_eq!(written(text).map(|written| written.text).unwrap_err(), why, "{text}");
    }
    let many: String = (0..1000)
        .map(|at| {
            SUM.replace("@sum", &format!("@sum{at}"))
                .replace("@both", &format!("@both{at}"))
                .replace("@main", &format!("@main{at}"))
        })
        .collect();
    let why = written(&(many + "@main = r & @main0 ~ r")).map(|written| written.text).unwrap_err();
    assert!(matches!(why, NotWritten::TooLarge { steps } if steps > 1 << 13), "{why}");
}

#[test]
fn operators_that_are_elementary_functions_of_floats_are_of_integers_only() {
    let of =
        |op: &str| written(&format!("@main = r & @f ~ (1 (2 r)) @f = (a (b r)) & a ~ $([{op}] $(b r))")).unwrap().text;
    assert!(of("+").contains("is_number(p0)"), "{}", of("+"));
    assert!(of("&").contains("is_integer(p0)"), "{}", of("&"));
}

#[test]
fn nvrtc_takes_it() {
    let nvrtc = match Nvrtc::load() {
        Ok(nvrtc) => nvrtc,
        Err(Error::Missing { .. } | Error::Old { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    for text in [SUM, LISTS] {
        let Written { text, .. } = written(text).unwrap();
        let source = Source { name: "book.cu", text: &text, headers: &HEADERS, options: &[] };
        match nvrtc.compile(&source, Architecture(9, 0)) {
            Ok(Image::Cubin(code)) => assert!(code.starts_with(b"\x7fELF")),
            Ok(Image::Ptx(text)) => assert!(text.contains(".entry reduce")),
            Err(error) => panic!("{error}\n{text}"),
        }
    }
}
