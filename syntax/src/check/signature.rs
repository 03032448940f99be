//! Typed signatures: does the net take as many arguments as its function has, and give what that gives?
//!
//! Only what is plain to see is checked: a wire or a reference may be anything, and so may a type with an unknown name.

use super::{Errors, quoted};
use crate::{
    diagnostic::Diagnostic,
    net::{Agent, Def, Node, Signature},
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
        "u32" | "i32" | "f32" => Form::Number,
        _ if ty.contains(',') => Form::Tuple,
        _ => Form::Unknown,
    }
}

/// Reports a signature that does not fit its net.
pub(super) fn check(def: &Def, errors: &mut Errors<'_>) {
    let Some(signature) = &def.signature else { return };
    let mut node = &def.nodes[def.root as usize];
    for (taken, parameter) in signature.parameters.iter().enumerate() {
        node = match node.agent {
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
    match (form(&signature.result.text), node.agent) {
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
