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
    /// Nothing, and it has no value.
    Dead,
}

/// What tags say of a language, of a parameter or of a result.
pub fn is(tags: &[Tag], of: Language, spec: &Spec, errors: &mut Errors) -> Is {
    let Some(tag) = tags.iter().find(|tag| tag.of == of) else { return Is::Next };
    if tag.part == Some(Part::None) {
        let dead = matches!(tag.flow, Some((Flow::Dead, _)));
        return if dead { Is::Dead } else { Is::None };
    }
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

/// The nodes that a tag names, with where it does.
pub fn nodes(tag: &Tag, spec: &Spec, errors: &mut Errors) -> Vec<(usize, proc_macro2::Span)> {
    let found = tag.names.iter().filter_map(|name| Some((named(spec, name, errors)?, name.span())));
    found.collect()
}
