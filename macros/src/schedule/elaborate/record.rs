//! Records: what an encoder makes on its device, by names.
//!
//! The record of a parameter is what its type says, and no more: an argument may have other fields, and they are not
//! known here. That of an encoder that a body begins grows with what is encoded.

use super::{Elaborator, Item};
use crate::schedule::{
    errors::nearest,
    tree,
    typed::{Act, Expr, Kind},
    types::{Class, RecordId, Shape, Ty},
};
use proc_macro2::{Ident, Span};

pub struct Record {
    /// Its name, or that of the encoder.
    pub name: Ident,
    pub fields: Vec<Field>,
    /// The encoder or the fence whose it is; none of a type.
    pub origin: Option<Ident>,
    /// Is it what a type says? Then it does not grow.
    pub declared: bool,
    pub vis: syn::Visibility,
}

pub struct Field {
    pub name: Ident,
    pub ty: Ty,
    /// Where its memory may be; empty where nothing is said.
    pub flags: Vec<Ident>,
}

impl Record {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl<'a> Elaborator<'a, '_> {
    pub fn declare_records(&mut self, records: &[tree::Record]) {
        for record in records {
            let fields = record.fields.iter().map(|field| {
                let mut ty = self.read_type(&field.ty);
                if self.types.shape(ty).space().is_some() {
                    let text = format!("a record has no columns, and `{}` is {}", field.name, self.types.told(ty));
                    let help = "take it as a parameter of its own, and do all of the work in one function";
                    self.errors.push(field.name.span(), text, help);
                    ty = self.types.error();
                }
                Field { name: field.name.clone(), ty, flags: field.flags.clone() }
            });
            let fields = fields.collect();
            self.name(&record.name, Item::Record(self.records.len()));
            self.types.records.push(record.name.to_string());
            let (name, vis) = (record.name.clone(), record.vis.clone());
            self.records.push(Record { name, origin: None, fields, declared: true, vis });
        }
    }

    /// The record of an encoder that begins.
    pub fn open_record(&mut self, name: &Ident) -> RecordId {
        self.types.records.push("{}".to_owned());
        let vis = syn::Visibility::Inherited;
        self.records.push(Record {
            name: name.clone(),
            origin: Some(name.clone()),
            fields: Vec::new(),
            declared: false,
            vis,
        });
        self.records.len() - 1
    }

    /// An encoder, a fence or a record of its own, where this type is that of one: the fields of two are not the same.
    pub fn instance(&mut self, ty: Ty, name: &Ident) -> Ty {
        let shape = match self.types.shape(ty).clone() {
            Shape::Encoder(record) => Shape::Encoder(self.copied(record, name)),
            Shape::Fence(record) => Shape::Fence(self.copied(record, name)),
            Shape::Tuple(of) => Shape::Tuple(of.into_iter().map(|ty| self.instance(ty, name)).collect()),
            _ => return ty,
        };
        self.types.add(shape)
    }

    fn copied(&mut self, record: RecordId, origin: &Ident) -> RecordId {
        let it = &self.records[record];
        let fields = it.fields.iter().map(|it| Field { name: it.name.clone(), ty: it.ty, flags: it.flags.clone() });
        let (name, vis, fields) = (it.name.clone(), it.vis.clone(), fields.collect());
        self.types.records.push(self.types.records[record].clone());
        self.records.push(Record { name, origin: Some(origin.clone()), fields, declared: true, vis });
        self.records.len() - 1
    }

    /// The type of a field that something is put into: with this flag, if flags are said.
    pub fn put(&mut self, record: RecordId, name: &Ident, flag: &str) -> Ty {
        if let Some(field) = self.records[record].field(&name.to_string()) {
            let ty = field.ty;
            self.flagged(record, name, flag);
            return ty;
        }
        let ty = self.types.var(Class::Any);
        if self.records[record].declared {
            let text = format!(
                "`{name}` is no field of `{}`, and an encoder that comes from elsewhere gets no other",
                self.records[record].name
            );
            let known: Vec<String> = self.records[record].fields.iter().map(|it| it.name.to_string()).collect();
            let near = nearest(&name.to_string(), known.iter().map(String::as_str), "field");
            let help = match near.starts_with("did you") {
                true => near,
                false => format!("add it to the record: `type {} = {{ …, {name}: i32 }};`", self.records[record].name),
            };
            self.errors.push(name.span(), text, help);
            return self.types.error();
        }
        self.grow(record, Field { name: name.clone(), ty, flags: Vec::new() });
        ty
    }

    /// A field whose type is not known, after a mistake.
    pub fn lose(&mut self, record: RecordId, name: &Ident) {
        let known = self.records[record].field(&name.to_string()).is_some();
        if !known && !self.records[record].declared {
            let ty = self.types.error();
            self.grow(record, Field { name: name.clone(), ty, flags: Vec::new() });
        }
    }

    fn grow(&mut self, record: RecordId, field: Field) {
        self.records[record].fields.push(field);
        let names: Vec<String> = self.records[record].fields.iter().map(|it| it.name.to_string()).collect();
        self.types.records[record] = format!("{{ {} }}", names.join(", "));
    }

    /// The type of a field that is used on the device.
    pub fn used(&mut self, record: RecordId, name: &Ident) -> Ty {
        let Some(field) = self.records[record].field(&name.to_string()) else {
            return self.no_field(record, name, "a kernel gets what was encoded before: `encode e.copy[x_gpu <- x];`");
        };
        let ty = field.ty;
        self.flagged(record, name, "storage");
        ty
    }

    fn no_field(&mut self, record: RecordId, name: &Ident, help: &str) -> Ty {
        let known: Vec<String> = self.records[record].fields.iter().map(|it| it.name.to_string()).collect();
        let near = nearest(&name.to_string(), known.iter().map(String::as_str), "field");
        let help =
            if near.starts_with("did you") || !known.is_empty() && help.is_empty() { near } else { help.to_owned() };
        let text = match self.records[record].declared {
            true => format!("{} has no field `{name}`", self.shown(record)),
            false => format!("`{name}` is nowhere on the device"),
        };
        self.errors.push(name.span(), text, help);
        self.types.error()
    }

    fn shown(&self, record: RecordId) -> String {
        format!("`{}`", self.types.records[record])
    }

    /// A flag that a use of the field needs.
    fn flagged(&mut self, record: RecordId, name: &Ident, flag: &str) {
        let Some(field) = self.records[record].field(&name.to_string()) else { return };
        if field.flags.is_empty() || field.flags.iter().any(|known| known == flag) {
            return;
        }
        let flags: Vec<String> = field.flags.iter().map(ToString::to_string).collect();
        let what = match flag {
            "map_read" => "is not read by the program",
            "copy_dst" => "is not copied to",
            _ => "is used by no kernel",
        };
        let text = format!("the memory of `{name}` {what}: it is `{}`", flags.join(", "));
        let help = format!("add `{flag}` to the flags of `{name}` in `type {}`", self.records[record].name);
        self.errors.push(name.span(), text, help);
    }

    /// `r.x`
    pub fn record_field(&mut self, span: Span, of: Ty, member: &syn::Member) -> Ty {
        let syn::Member::Named(name) = member else {
            self.errors.push(span, "the fields of a record have names", "write `r.x`");
            return self.types.error();
        };
        let record = match *self.types.shape(of) {
            Shape::Ready(record) | Shape::Record(record) => record,
            Shape::Fence(_) => {
                let text = format!("`{name}` may not be there yet: this is a fence, which was not awaited");
                self.errors.push(span, text, format!("await it: `(await f).{name}`"));
                return self.types.error();
            }
            _ => {
                let text = format!("`{name}` is not there: this is an encoder, which was not submitted");
                self.errors.push(span, text, format!("submit it, and await the fence: `(await submit e).{name}`"));
                return self.types.error();
            }
        };
        let Some(field) = self.records[record].field(&name.to_string()) else {
            return self.no_field(record, name, "");
        };
        let ty = field.ty;
        if matches!(self.types.shape(of), Shape::Ready(_)) {
            self.flagged(record, name, "map_read");
        }
        ty
    }

    /// One record where another is wanted: it has all fields of that, and they have its types.
    pub fn narrow(&mut self, found: &'a Expr<'a>, ty: Ty, from: RecordId, to: RecordId) -> &'a Expr<'a> {
        let same_kind =
            std::mem::discriminant(self.types.shape(ty)) == std::mem::discriminant(self.types.shape(found.ty));
        if from == to && same_kind {
            return found;
        }
        let wanted: Vec<(Ident, Ty, Vec<Ident>)> =
            self.records[to].fields.iter().map(|it| (it.name.clone(), it.ty, it.flags.clone())).collect();
        for (name, wanted, flags) in wanted {
            let known = self.records[from].field(&name.to_string()).map(|it| (it.ty, it.flags.clone()));
            match known {
                Some((ty, known)) => {
                    if !self.types.unify(wanted, ty) {
                        let text =
                            format!("`{name}` is {} there, and {} here", self.types.told(wanted), self.types.told(ty));
                        self.errors.push(found.span, text, format!("make it {}", self.types.told(wanted)));
                    }
                    let missing = flags.iter().find(|flag| !known.is_empty() && !known.contains(flag));
                    // What is read already needs no flag.
                    if let (Some(flag), Shape::Encoder(_) | Shape::Fence(_)) = (missing, self.types.shape(ty)) {
                        let text = format!(
                            "the memory of `{name}` is not `{flag}` here, and `{}` wants that",
                            self.records[to].name
                        );
                        let help =
                            format!("add `{flag}` to the flags of `{name}` in `type {}`", self.records[from].name);
                        self.errors.push(found.span, text, help);
                    }
                }
                // A field that the callee makes.
                None if !self.records[from].declared && matches!(self.types.shape(ty), Shape::Encoder(_)) => {
                    self.grow(from, Field { name, ty: wanted, flags });
                }
                None => {
                    let text =
                        format!("{} has no field `{name}`, and `{}` has", self.shown(from), self.records[to].name);
                    self.errors.push(
                        found.span,
                        text,
                        format!("a record that is given may have more fields, and no fewer: make `{name}` before"),
                    );
                }
            }
        }
        self.alloc(found.span, ty, Kind::Act(Act::Narrow(found)))
    }
}
