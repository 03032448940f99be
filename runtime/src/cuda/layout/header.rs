//! The header of the kernels, and that they have it.

use super::*;
use crate::{
    program::{NODES, PLACES, RESULT},
    word::{Kind, LATE, Tag, Word},
};
use polarnet_syntax::{
    code::DEPTH,
    number::{Number, Numbers, Op, Type, Wide},
};
use std::{env, fs, path::Path};

/// `kernels/layout.cuh`.
fn header() -> String {
    let mut text = String::from(
        "// What the host and the kernels share. Made from `runtime/src/cuda/layout.rs`, which says what it is: do not change it here.\n\
         #pragma once\n#include \"port.cuh\"\n\n",
    );
    let mut constant = |ty: &str, name: &str, value: u64| {
        let _ = writeln!(text, "const {ty} {name} = {value:#x};");
    };
    let bits = |word: Word| word.0;
    constant("u64", "VAR", bits(Word::var(0, 0, 0, 0)));
    constant("u64", "DEATHS", Word::DEATHS);
    constant("u32", "TAG_AT", u64::from(bits(Word::new(Tag(1), 0, 0)).trailing_zeros()));
    constant("u32", "LABEL_AT", u64::from(bits(Word::new(Tag(0), 1, 0)).trailing_zeros()));
    constant("u32", "LOC_AT", u64::from(bits(Word::new(Tag(0), 0, 1)).trailing_zeros()));
    for (name, tag) in [
        ("ERA", Tag::ERA),
        ("REF", Tag::REF),
        ("NUM", Tag::NUM),
        ("VALUE", Tag::VALUE),
        ("ACTOR", Tag::ACTOR),
        ("LAM", Tag::LAM),
        ("APP", Tag::APP),
        ("PAIR", Tag::PAIR),
        ("SPLIT", Tag::SPLIT),
        ("SUP", Tag::SUP),
        ("DUP", Tag::DUP),
        ("OPR", Tag::OPR),
        ("SWI", Tag::SWI),
    ] {
        constant("u32", &format!("TAG_{name}"), tag.0.into());
    }
    for (name, kind) in [("CON", Kind::Con), ("DUP", Kind::Dup), ("OPR", Kind::Opr), ("SWI", Kind::Swi)] {
        constant("u32", &format!("KIND_{name}"), kind as u64);
    }
    constant("u32", "LATE", LATE.into());
    for (name, ty) in [("U", Type::U), ("I", Type::I), ("F", Type::F)] {
        constant("u32", &format!("TYPE_{name}"), ty as u64);
    }
    for op in Op::ALL {
        constant("u32", &format!("OP_{}", capitals(&format!("{op:?}"))), op as u64);
    }
    for (name, ty) in [("I", WideType::I), ("F", WideType::F)] {
        constant("u32", &format!("WIDE_{name}"), wide_type(ty).into());
    }
    for op in WIDE_OPS {
        constant("u32", &format!("WIDE_{}", capitals(&format!("{op:?}"))), wide_op(op).into());
    }
    for (name, value) in [("NATIVE", Numbers::Native), ("HVM24", Numbers::Hvm24)] {
        constant("u32", &format!("NAN_{name}"), Number::f(f32::NAN, value).bits().into());
    }
    let nan = Wide::f(f64::NAN);
    constant("u64", "WIDE_NAN", u64::from(nan.high()) << 32 | u64::from(nan.low()));
    for &rule in Rule::ALL {
        constant("u32", &format!("RULE_{}", rule.name().to_uppercase()), rule as u64);
    }
    for (name, value) in [
        ("MAX_ARITY", MAX_ARITY),
        ("PLACES", PLACES),
        ("RESULT", RESULT as usize),
        ("NODES", NODES as usize),
        ("DEPTH", DEPTH),
        ("BATCH", BATCH),
        ("NODE_BATCH", NODE_BATCH),
        ("DEPOTS", DEPOTS),
        ("LISTED", LISTED),
        ("RULES", RULES),
        ("NONE", NONE as usize),
        ("STATE_BYTES", STATE_BYTES),
    ] {
        constant("u32", name, value as u64);
    }
    for (name, value) in [
        ("DONE", end::DONE),
        ("MEMORY", end::MEMORY),
        ("INTERACTIONS", end::INTERACTIONS),
        ("NO_RULE", end::NO_RULE),
        ("ELEMENTARY", end::ELEMENTARY),
        ("QUESTIONS", end::QUESTIONS),
    ] {
        constant("u32", &format!("END_{name}"), value);
    }
    for (name, value) in [
        ("DIVISION_BY_ZERO", fault::DIVISION_BY_ZERO),
        ("UNDEFINED", fault::UNDEFINED),
        ("NO_OPERATOR", fault::NO_OPERATOR),
        ("NO_OPERAND", fault::NO_OPERAND),
        ("ELEMENTARY", fault::ELEMENTARY),
    ] {
        constant("u32", &format!("FAULT_{name}"), value);
    }
    for (name, value) in [
        ("KNOWN", step::KNOWN),
        ("LITERAL", step::LITERAL),
        ("APPLY", step::APPLY),
        ("CAST", step::CAST),
        ("NOT", step::NOT),
        ("WIDE", step::WIDE),
        ("WIDEN", step::WIDEN),
        ("NARROW", step::NARROW),
        ("CONVERT", step::CONVERT),
        ("LOW", step::LOW),
        ("HIGH", step::HIGH),
    ] {
        constant("u32", &format!("STEP_{name}"), value.into());
    }
    text.push('\n');
    declarations(&mut text);
    text
}

/// `FlipShl` as `FLIP_SHL`.
fn capitals(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.chars().enumerate() {
        if at > 0 && c.is_uppercase() {
            text.push('_');
        }
        text.extend(c.to_uppercase());
    }
    text
}

#[test]
fn the_kernels_have_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels/layout.cuh");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, header()).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap();
    assert_eq!(there, header(), "BLESS=1 cargo test -p polarnet-runtime --features cuda the_kernels_have_it");
}
