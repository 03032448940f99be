//! Typed signatures: does the net take as many arguments as its function has, and give what that gives?
//!
//! Only what is plain to see is checked: a wire or a reference may be anything, and so may a type with an unknown name.

use super::{Errors, quoted};
use crate::{
    diagnostic::Diagnostic,
    net::{Agent, Def, Node, Signature},
    tree::File,
};

/// What a type says of the tree that it describes.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Number,
    Tuple,
    Unknown,
}

fn form(ty: &str) -> Form {
    match ty {
        "u32" | "i32" | "f32" | "bool" | "char" => Form::Number,
        _ if ty.starts_with('(') && ty.contains(',') => Form::Tuple,
        _ => Form::Unknown,
    }
}

/// Reports types that no Rust is there to know: nothing calls the definitions of a file, but its types are to be right.
pub(super) fn check_types(file: &File<'_>, errors: &mut Errors<'_>) {
    let signatures = file.definitions.iter().filter_map(|definition| definition.signature.as_ref());
    for signature in signatures.filter(|signature| !signature.wrong) {
        for ty in signature.parameters.iter().map(|parameter| &parameter.ty).chain([&signature.result]) {
            let words = ty.text.split(['(', ')', '<', '>', ',', ' ']).filter(|word| !word.is_empty());
            if let Some(unknown) = words.into_iter().find(|word| !TYPES.contains(word) && !OF_ONE.contains(word)) {
                let message = format!("unknown type {}", quoted("", unknown));
                let help = format!("the types of a file are {}, and tuples and `Vec`s of them", TYPES.join(" "));
                errors.push(Diagnostic::error(ty.span, message, help));
            }
        }
    }
}

/// The types that a file's signatures may have: those of Rust's numbers, and of HVM2's.
const TYPES: [&str; 12] = ["u8", "u16", "u24", "u32", "i8", "i16", "i24", "i32", "f24", "f32", "bool", "char"];

/// And those that results may be made of.
const OF_ONE: [&str; 2] = ["Vec", "Box"];

/// Reports a signature that does not fit its net.
pub(super) fn check(def: &Def, errors: &mut Errors<'_>) {
    let Some(signature) = def.signature.as_ref().filter(|signature| !signature.wrong) else { return };
    let mut node = &def.nodes[def.root as usize];
    for (taken, parameter) in signature.parameters.iter().enumerate() {
        node = match node.agent.head() {
            Agent::Con(_, rest) => &def.nodes[rest as usize],
            Agent::Num(_) => {
                let left: Vec<&str> = signature.parameters[taken..].iter().map(|left| left.name.as_str()).collect();
                let help = format!(
                    "a function is `(argument result)`: write `({} {})` here, or remove the parameter{}",
                    left.join(" ("),
                    "…".to_owned() + &")".repeat(left.len() - 1),
                    if left.len() == 1 { "" } else { "s" }
                );
                let what = format!("but this number takes no argument `{}`", parameter.name);
                return errors.push(mismatch(def, signature, node, &what, &help));
            }
            _ => return,
        };
    }
    let gives = quoted("", &signature.result.text);
    match (form(&signature.result.text), node.agent.head()) {
        (Form::Number, Agent::Con(..)) => {
            let help = "add a parameter for each argument that the net takes, or make the result a tuple";
            errors.push(mismatch(def, signature, node, "but this is a function or a pair", help));
        }
        (Form::Tuple, Agent::Num(_)) => {
            let help = "a pair is `(first second)`";
            errors.push(mismatch(def, signature, node, &format!("but this number is no {gives}"), help));
        }
        _ => {}
    }
}

fn mismatch(def: &Def, signature: &Signature, node: &Node, what: &str, help: &str) -> Diagnostic {
    let count = match signature.parameters.len() {
        0 => "no parameter".to_owned(),
        1 => "1 parameter".to_owned(),
        n => format!("{n} parameters"),
    };
    let message =
        format!("{} has {count} and gives {}, {what}", quoted("@", &def.name), quoted("", &signature.result.text));
    Diagnostic::error(node.span, message, help).place(signature.span, "its signature")
}
