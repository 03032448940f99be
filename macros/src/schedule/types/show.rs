//! Types, as they are written.

use super::{Class, Place, Shape, Ty, Types};
use std::fmt::Write;

impl Types {
    /// For a sentence: types of Rust's as code, others in words.
    pub fn told(&self, ty: Ty) -> String {
        let text = self.show(ty);
        // The record of an encoder that a body begins has no name.
        match self.shape(ty) {
            Shape::Encoder(at) if self.records[*at].starts_with('{') => return "an encoder".to_owned(),
            Shape::Fence(at) if self.records[*at].starts_with('{') => return "a fence".to_owned(),
            Shape::Ready(at) | Shape::Record(at) if self.records[*at].starts_with('{') => return "a record".to_owned(),
            _ => {}
        }
        let written = text.starts_with(['(', '[', 'D']) || matches!(self.shape(ty), Shape::Rust(..));
        match text.contains('`') || text.contains(' ') && !written {
            true => text,
            false => format!("`{text}`"),
        }
    }

    /// As the user would write it.
    pub fn show(&self, ty: Ty) -> String {
        match self.shape(ty) {
            Shape::Var(Class::Any) => "_".to_owned(),
            Shape::Var(Class::Number) => "a number".to_owned(),
            Shape::Var(Class::Float) => "a float".to_owned(),
            Shape::Var(Class::Integer) => "an integer".to_owned(),
            Shape::Bool => "bool".to_owned(),
            Shape::Int(name) | Shape::Float(name) => (*name).to_owned(),
            Shape::Row(space, Place::Own) => format!("this row of `{}`", self.spaces[*space]),
            Shape::Row(space, Place::Below) => format!("a child in `{}`", self.spaces[*space]),
            Shape::Row(space, Place::Any) => format!("Idx<{}>", self.spaces[*space]),
            Shape::Node(space) => format!("a node of `{}`", self.spaces[*space]),
            Shape::List(of) => match self.shape(*of) {
                Shape::Row(space, Place::Below) => format!("a list of children in `{}`", self.spaces[*space]),
                _ => format!("a list of {}", self.told(*of)),
            },
            Shape::Tuple(of) => {
                let mut text = "(".to_owned();
                for (at, &of) in of.iter().enumerate() {
                    let _ = write!(text, "{}{}", if at > 0 { ", " } else { "" }, self.show(of));
                }
                text + ")"
            }
            Shape::Array(of, len) => format!("[{}; {len}]", self.show(*of)),
            Shape::Batch(space) => format!("Batch<{}>", self.spaces[*space]),
            Shape::Guard(space) => format!("Guard<{}>", self.spaces[*space]),
            Shape::Plan(space) => format!("Plan<{}>", self.spaces[*space]),
            Shape::Levels(space) => format!("Levels<{}>", self.spaces[*space]),
            Shape::Users(space) => format!("Users<{}>", self.spaces[*space]),
            Shape::Rows(space) => format!("Rows<{}>", self.spaces[*space]),
            Shape::Column(space, of) => format!("Data<{}, {}>", self.spaces[*space], self.show(*of)),
            Shape::Steps(of) => format!("Steps<{}>", self.show(*of)),
            Shape::Ref(of) => match self.shape(*of) {
                Shape::Var(_) => format!("a reference to {}", self.show(*of)),
                _ => format!("&{}", self.show(*of)),
            },
            Shape::Encoder(at) => format!("Encoder<{}>", self.records[*at]),
            Shape::Fence(at) => format!("Fence<{}>", self.records[*at]),
            Shape::Ready(at) | Shape::Record(at) => self.records[*at].clone(),
            Shape::Rust(text, _) => text.clone(),
            Shape::Error => "?".to_owned(),
        }
    }
}
