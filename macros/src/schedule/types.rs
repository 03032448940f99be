//! Types, and their unification.
//!
//! A type is a number of a table. A type that is not known yet is a variable, of which may be known that it is a number.

mod show;

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashSet;

/// A type: an entry of [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty(u32);

/// A number of the block's spaces.
pub type SpaceId = usize;
/// A number of the block's records.
pub type RecordId = usize;

#[derive(Clone, Debug)]
pub enum Shape {
    /// Not known yet.
    Var(Class),
    Bool,
    /// `i32`, `u64` … by its name.
    Int(&'static str),
    /// `f32` or `f64`.
    Float(&'static str),
    Row(SpaceId, Place),
    /// The node of the row that is computed.
    Node(SpaceId),
    /// What a sum is of.
    List(Ty),
    Tuple(Vec<Ty>),
    Array(Ty, String),
    Batch(SpaceId),
    /// `Data<S, T>`; of rows, a `Mapping`.
    Column(SpaceId, Ty),
    Guard(SpaceId),
    /// `Plan<S>`: a batch with its rows by operator.
    Plan(SpaceId),
    /// `Levels<S>`
    Levels(SpaceId),
    /// `Users<S>`: who the parents of each row are.
    Users(SpaceId),
    /// `Rows<S>`
    Rows(SpaceId),
    /// `Steps<T>`: a value that is computed step by step.
    Steps(Ty),
    /// `&T`, of a variable.
    Ref(Ty),
    /// `Encoder<R>`, `Fence<R>`: what will be on a device, by its fields.
    Encoder(RecordId),
    Fence(RecordId),
    /// What a fence was awaited for: its fields can be read back.
    Ready(RecordId),
    /// `R`, a record of values.
    Record(RecordId),
    /// A type of Rust's that the macro does not know: equal if its text is.
    Rust(String, TokenStream),
    /// Of what is wrong already.
    Error,
}

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Any,
    /// A literal like `1`.
    Number,
    /// A literal like `1.5`, an argument of `sqrt`.
    Float,
    /// An end of a range.
    Integer,
}

/// Which row of its space an index is of, as seen from the row that is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A child of the row.
    Below,
    /// The row itself.
    Own,
    /// Any row.
    Any,
}

pub const INTEGERS: [&str; 10] = ["i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"];

/// What stands before the space of a column, and of what is known of a batch.
pub const COLUMNS: [&str; 10] =
    ["Batch", "Data", "Guard", "Idx", "Levels", "Mapping", "Plan", "Rows", "Steps", "Users"];

#[derive(Default)]
pub struct Types {
    entries: Vec<Entry>,
    /// Variables that Rust may know: what they are is also said by something that the macro does not see into.
    opaque: HashSet<Ty>,
    /// Types that nothing says, which were fixed here.
    settled: HashSet<Ty>,
    /// The names of the spaces, to show types.
    pub spaces: Vec<String>,
    /// The names of the records.
    pub records: Vec<String>,
}

enum Entry {
    Is(Shape),
    Same(Ty),
}

impl Types {
    pub fn add(&mut self, shape: Shape) -> Ty {
        self.entries.push(Entry::Is(shape));
        Ty(self.entries.len() as u32 - 1)
    }

    pub fn var(&mut self, class: Class) -> Ty {
        self.add(Shape::Var(class))
    }

    /// The type of something of Rust's.
    pub fn opaque(&mut self) -> Ty {
        let ty = self.var(Class::Any);
        self.opaque.insert(ty);
        ty
    }

    /// What is not known in a type may be known to Rust.
    pub fn give_to_rust(&mut self, ty: Ty) {
        let ty = self.find(ty);
        match self.shape(ty).clone() {
            Shape::Var(_) => drop(self.opaque.insert(ty)),
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) => self.give_to_rust(of),
            Shape::Tuple(of) => of.into_iter().for_each(|of| self.give_to_rust(of)),
            _ => {}
        }
    }

    pub fn error(&mut self) -> Ty {
        self.add(Shape::Error)
    }

    fn find(&self, mut ty: Ty) -> Ty {
        while let Entry::Same(to) = self.entries[ty.0 as usize] {
            ty = to;
        }
        ty
    }

    pub fn shape(&self, ty: Ty) -> &Shape {
        match &self.entries[self.find(ty).0 as usize] {
            Entry::Is(shape) => shape,
            Entry::Same(_) => unreachable!("`find` ends at a shape"),
        }
    }

    fn set(&mut self, var: Ty, to: Ty) {
        self.entries[var.0 as usize] = Entry::Same(to);
        if self.opaque.contains(&var) {
            self.give_to_rust(to);
        }
    }

    /// Makes two types one; if they cannot be, says so.
    pub fn unify(&mut self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return true;
        }
        match (self.shape(a).clone(), self.shape(b).clone()) {
            (Shape::Error, _) | (_, Shape::Error) => true,
            (Shape::Var(x), Shape::Var(y)) => match x.meet(y) {
                Some(class) => {
                    self.entries[b.0 as usize] = Entry::Is(Shape::Var(class));
                    self.set(a, b);
                    true
                }
                None => false,
            },
            (Shape::Var(class), shape) => {
                class.admits(&shape) && !self.occurs(a, b) && {
                    self.set(a, b);
                    true
                }
            }
            (shape, Shape::Var(class)) => {
                class.admits(&shape) && !self.occurs(b, a) && {
                    self.set(b, a);
                    true
                }
            }
            (Shape::Bool, Shape::Bool) => true,
            (Shape::Int(x), Shape::Int(y)) | (Shape::Float(x), Shape::Float(y)) => x == y,
            (Shape::Row(s, p), Shape::Row(t, q)) => s == t && p == q,
            (Shape::Node(s), Shape::Node(t))
            | (Shape::Batch(s), Shape::Batch(t))
            | (Shape::Plan(s), Shape::Plan(t))
            | (Shape::Levels(s), Shape::Levels(t))
            | (Shape::Users(s), Shape::Users(t))
            | (Shape::Rows(s), Shape::Rows(t))
            | (Shape::Guard(s), Shape::Guard(t)) => s == t,
            (Shape::List(x), Shape::List(y)) | (Shape::Steps(x), Shape::Steps(y)) | (Shape::Ref(x), Shape::Ref(y)) => {
                self.unify(x, y)
            }
            (Shape::Encoder(r), Shape::Encoder(s))
            | (Shape::Fence(r), Shape::Fence(s))
            | (Shape::Ready(r), Shape::Ready(s))
            | (Shape::Record(r), Shape::Record(s)) => r == s,
            (Shape::Column(s, x), Shape::Column(t, y)) => s == t && self.unify(x, y),
            (Shape::Array(x, m), Shape::Array(y, n)) => m == n && self.unify(x, y),
            (Shape::Tuple(x), Shape::Tuple(y)) => {
                x.len() == y.len() && x.into_iter().zip(y).all(|(x, y)| self.unify(x, y))
            }
            (Shape::Rust(x, _), Shape::Rust(y, _)) => x == y,
            _ => false,
        }
    }

    fn occurs(&self, var: Ty, within: Ty) -> bool {
        let within = self.find(within);
        within == var
            || match self.shape(within) {
                Shape::List(of) | Shape::Column(_, of) | Shape::Array(of, _) | Shape::Steps(of) | Shape::Ref(of) => {
                    self.occurs(var, *of)
                }
                Shape::Tuple(of) => of.iter().any(|&of| self.occurs(var, of)),
                _ => false,
            }
    }

    /// The space of the first row of any space in a value.
    pub fn row_in(&self, ty: Ty) -> Option<SpaceId> {
        match self.shape(ty) {
            Shape::Row(space, Place::Any) => Some(*space),
            Shape::List(of) | Shape::Array(of, _) => self.row_in(*of),
            Shape::Tuple(of) => of.iter().find_map(|&of| self.row_in(of)),
            _ => None,
        }
    }

    /// Fixes what nothing says: floats to `f64`, integers to `i64`.
    pub fn settle(&mut self, ty: Ty) {
        let root = self.find(ty);
        if self.opaque.contains(&root) {
            return;
        }
        let shape = match self.shape(root) {
            Shape::Var(Class::Float) => Shape::Float("f64"),
            Shape::Var(Class::Number | Class::Integer) => Shape::Int("i64"),
            _ => return,
        };
        self.entries[root.0 as usize] = Entry::Is(shape);
        self.settled.insert(root);
    }

    /// Was the type fixed here, where Rust would not know it?
    pub fn is_settled(&self, ty: Ty) -> bool {
        self.settled.contains(&self.find(ty))
    }

    pub fn is_error(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Error)
    }

    pub fn is_any_row(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Row(_, Place::Any))
    }

    /// The values that it is: of a tuple, its parts.
    pub fn each(&self, ty: Ty) -> Vec<Ty> {
        match self.shape(ty) {
            Shape::Tuple(of) => of.clone(),
            _ => vec![ty],
        }
    }

    /// How many values it is.
    pub fn parts(&self, ty: Ty) -> usize {
        match self.shape(ty) {
            Shape::Tuple(of) => of.len(),
            _ => 1,
        }
    }

    /// The first of these that is a column of a space.
    pub fn column_of(&self, all: &[Ty], space: SpaceId) -> Option<usize> {
        all.iter().position(|&ty| matches!(*self.shape(ty), Shape::Column(of, _) if of == space))
    }

    /// Is something of it not known here, but to Rust?
    pub fn is_open(&self, ty: Ty) -> bool {
        match self.shape(ty) {
            Shape::Var(_) | Shape::Error => true,
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) | Shape::Steps(of) => self.is_open(*of),
            Shape::Tuple(of) => of.iter().any(|&of| self.is_open(of)),
            _ => false,
        }
    }

    /// Is it known to Rust, and not here?
    pub fn is_unknown(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Var(_))
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Float(_) | Shape::Var(Class::Float))
    }

    /// Is a value copied by reading it?
    pub fn is_copy(&self, ty: Ty) -> bool {
        match self.shape(ty) {
            Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Row(..) | Shape::Var(_) => true,
            Shape::Tuple(of) => of.iter().all(|&of| self.is_copy(of)),
            Shape::Array(of, _) => self.is_copy(*of),
            Shape::Ref(_) => true,
            Shape::Rust(text, _) => text.starts_with('&') && !text.starts_with("&mut"),
            _ => false,
        }
    }

    /// Is there a mistake in it, which was reported?
    pub fn has_error(&self, ty: Ty) -> bool {
        match self.shape(ty) {
            Shape::Error => true,
            Shape::List(of) | Shape::Column(_, of) | Shape::Array(of, _) | Shape::Ref(of) => self.has_error(*of),
            Shape::Tuple(of) => of.iter().any(|&of| self.has_error(of)),
            _ => false,
        }
    }

    /// Is it no value, but where work is done: `&Device`?
    pub fn is_device(&self, ty: Ty) -> bool {
        match self.shape(ty) {
            Shape::Rust(text, _) => {
                text.strip_prefix('&').is_some_and(|path| path.rsplit("::").next() == Some("Device"))
            }
            _ => false,
        }
    }

    /// A type of Rust's, by its text.
    pub fn rust(&mut self, ty: &syn::Type) -> Ty {
        let tokens = ty.to_token_stream();
        let text = tokens.to_string().replace(' ', "").replace(',', ", ");
        self.add(Shape::Rust(text, tokens))
    }
}

impl Class {
    fn meet(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Class::Any, class) | (class, Class::Any) | (Class::Number, class) | (class, Class::Number) => Some(class),
            (a, b) if a == b => Some(a),
            _ => None,
        }
    }

    fn admits(self, shape: &Shape) -> bool {
        match self {
            Class::Any => true,
            // A type of the user's may be a number.
            Class::Number => matches!(shape, Shape::Int(_) | Shape::Float(_)),
            Class::Float => matches!(shape, Shape::Float(_)),
            Class::Integer => matches!(shape, Shape::Int(_)),
        }
    }
}
