//! Tags: what a body says its values are.

use super::spec::{Spec, named};
use crate::schedule::{
    errors::Errors,
    tree::{Flow, Language, Part, Tag},
};

/// What a parameter or a result is in the spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Is {
    /// A node of it.
    Node(usize),
    /// What stands at its place in the list.
    Next,
    /// Nothing of it.
    None,
    /// It has no value.
    Dead,
}

/// What tags say of a language, of a parameter or of a result.
pub fn is(tags: &[Tag], of: Language, spec: &Spec, errors: &mut Errors) -> Is {
    let mut own = tags.iter().filter(|tag| tag.of == of && (tag.part == Some(Part::None) || !tag.names.is_empty()));
    if let Some(first) = own.next()
        && let Some(other) = own.find(|tag| tag.names != first.names)
    {
        errors.push(other.span, "this says another thing than what is said of it before", "remove one of the two");
    }
    let Some(tag) = tags.iter().find(|tag| tag.of == of) else { return Is::Next };
    let dead = of == Language::Val && matches!(tag.flow, Some((Flow::Dead, _)));
    if tag.part == Some(Part::None) {
        return if dead { Is::Dead } else { Is::None };
    }
    let is = node(tag, of, spec, errors);
    if dead { Is::Dead } else { is }
}

/// The node that a tag names.
fn node(tag: &Tag, of: Language, spec: &Spec, errors: &mut Errors) -> Is {
    match &tag.names[..] {
        [] => Is::Next,
        [name, ..] => match named(spec, name, errors) {
            Some(node) => {
                let input = spec.inputs.contains(&node);
                if tag.part == Some(Part::Input) && !input {
                    let text = format!("`{name}` is no parameter of `{}`", spec.name);
                    errors.push(name.span(), text, format!("write `node({}.{name})`", of.word()));
                }
                Is::Node(node)
            }
            // What it is without the tag.
            None => Is::Next,
        },
    }
}

/// What is returned has a value.
pub fn alive(tags: &[Tag], errors: &mut Errors) {
    for tag in tags.iter().filter(|tag| tag.of == Language::Val && tag.part != Some(Part::None)) {
        if let Some((Flow::Dead, span)) = tag.flow {
            errors.push(span, "this has a value, so it is not dead", "write `usable`, or leave it out");
        }
    }
}

/// The nodes that a tag names, with where it does.
pub fn nodes(tag: &Tag, spec: &Spec, errors: &mut Errors) -> Vec<(usize, proc_macro2::Span)> {
    if let Some(number) = tag.number {
        return vec![(number, tag.span)];
    }
    let found = tag.names.iter().filter_map(|name| Some((named(spec, name, errors)?, name.span())));
    found.collect()
}
