//! What rules compute, as Rust expressions.

use polarnet_syntax::{
    code::{Code, Step},
    number::{Number, Op, Type},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// An expression, and its type.
pub type Typed = (TokenStream, Type);

const SOUND: &str = "the front end makes sound code";

/// A computation from numbers that are known.
pub fn expression(code: &Code, known: &[Typed]) -> Typed {
    let mut stack: Vec<Typed> = Vec::new();
    for step in code.0.iter() {
        let next = match *step {
            Step::Known(at) => known[at as usize].clone(),
            Step::Literal(number) => {
                let ty = number.ty().unwrap_or(Type::U);
                (literal(number, ty), ty)
            }
            Step::Apply(op) => {
                let (y, _) = stack.pop().expect(SOUND);
                let (x, ty) = stack.pop().expect(SOUND);
                let result = if matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Gt) { Type::U } else { ty };
                let op = format_ident!("{op:?}");
                let of = format_ident!("{ty:?}");
                let applied = quote!(w.apply(Op::#op, Value::#of(x), Value::#of(y)));
                let applied = from_value(&applied, result);
                (quote!({ let (x, y) = (#x, #y); #applied }), result)
            }
            Step::Cast(ty) => {
                let (x, from) = stack.pop().expect(SOUND);
                if from == ty { (x, ty) } else { (cast(&x, ty), ty) }
            }
            Step::Not => {
                let (x, ty) = stack.pop().expect(SOUND);
                let bits = if ty == Type::F { quote!((#x).to_bits()) } else { x };
                (quote!(::core::primitive::u32::from(#bits == 0)), Type::U)
            }
        };
        stack.push(next);
    }
    stack.pop().expect(SOUND)
}

/// Integers wrap, floats saturate: as Rust has it.
fn cast(x: &TokenStream, ty: Type) -> TokenStream {
    match ty {
        Type::U => quote!((#x as ::core::primitive::u32)),
        Type::I => quote!((#x as ::core::primitive::i32)),
        Type::F => quote!((#x as ::core::primitive::f32)),
    }
}

fn from_value(value: &TokenStream, ty: Type) -> TokenStream {
    match ty {
        Type::U => quote!(#value.to_u32()),
        Type::I => quote!(#value.to_i32()),
        Type::F => quote!(#value.to_f32()),
    }
}

/// A number that is known now.
pub fn literal(number: Number, ty: Type) -> TokenStream {
    let bits = number.bits();
    match ty {
        Type::U => quote!(#bits),
        Type::I => {
            let value = bits as i32;
            quote!((#value))
        }
        Type::F => quote!(::core::primitive::f32::from_bits(#bits)),
    }
}

/// A value of this type as a word.
pub fn word(name: &impl ToTokens, ty: Option<Type>) -> TokenStream {
    match ty {
        None => quote!(#name),
        Some(ty) => {
            let ty = format_ident!("{ty:?}");
            quote!(number(Value::#ty(#name)))
        }
    }
}
