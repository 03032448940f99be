//! What rules compute, as Rust expressions.

use polarnet_syntax::{
    code::{Code, Step},
    number::{Number, Op, Type, WideType},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// An expression, and its type.
pub type Typed = (TokenStream, Type);

const SOUND: &str = "the front end makes sound code";

/// What is on the stack.
enum Operand {
    Number(Typed),
    /// An `i64` or an `f64`, whole: in the place of its lower half.
    Wide(TokenStream),
    /// The place of the upper half of one that is whole.
    Upper,
}

/// A computation from numbers that are known.
pub fn expression(code: &Code, known: &[Typed]) -> Typed {
    let mut stack = Stack::default();
    stack.steps(&code.0, known);
    stack.pop()
}

/// What a rule computes, one name each; and these names, with their types. Both halves of a wide number are of one computation.
pub fn values(
    codes: &[Code],
    known: &[Typed],
    named: impl Fn(&str, usize) -> TokenStream,
) -> (TokenStream, Vec<Typed>) {
    let (mut computed, mut names) = (TokenStream::new(), Vec::new());
    let mut codes = codes.iter().peekable();
    while let Some(code) = codes.next() {
        let at = names.len();
        let name = named("v", at);
        let Some((whole, ty)) = codes.peek().and_then(|next| whole(code, next, known)) else {
            let (value, ty) = expression(code, known);
            computed.extend(quote!(let #name = #value;));
            names.push((name, ty));
            continue;
        };
        codes.next();
        let (wide, high) = (named("w", at), named("v", at + 1));
        let [lower, upper] = halves(&wide, ty);
        computed.extend(quote! {
            let #wide = #whole;
            let (#name, #high) = (#lower, #upper);
        });
        names.extend([(name, Type::U), (high, Type::U)]);
    }
    (computed, names)
}

/// A wide number of which two computations give the halves, if they do: as an expression.
fn whole(low: &Code, high: &Code, known: &[Typed]) -> Option<(TokenStream, WideType)> {
    let (Some((Step::Low, steps)), Some((Step::High, others))) = (low.0.split_last(), high.0.split_last()) else {
        return None;
    };
    let ty = wide_type(steps).filter(|_| steps == others)?;
    let mut stack = Stack::default();
    stack.steps(steps, known);
    Some((stack.pop_wide(ty), ty))
}

/// The lower and the upper half of a wide number that has this name.
fn halves(name: &impl ToTokens, ty: WideType) -> [TokenStream; 2] {
    let whole = wide(&name.to_token_stream(), ty);
    [quote!(#whole.low()), quote!(#whole.high())]
}

/// The type of the wide number that these steps make last; none where nothing says it.
fn wide_type(steps: &[Step]) -> Option<WideType> {
    match steps.last()? {
        Step::Wide(ty, _) | Step::Widen(ty) | Step::Convert(_, ty) => Some(*ty),
        _ => None,
    }
}

#[derive(Default)]
struct Stack(Vec<Operand>);

impl Stack {
    fn pop(&mut self) -> Typed {
        match self.0.pop() {
            Some(Operand::Number(typed)) => typed,
            _ => panic!("{SOUND}"),
        }
    }

    fn pop_wide(&mut self, ty: WideType) -> TokenStream {
        let (high, low) = (self.0.pop().expect(SOUND), self.0.pop().expect(SOUND));
        match (low, high) {
            (Operand::Wide(whole), _) => whole,
            (Operand::Number((low, _)), Operand::Number((high, _))) => {
                let (of, to) = (format_ident!("{ty:?}"), to_rust(ty));
                quote!(Wide::from_halves(WideType::#of, #low, #high).#to())
            }
            _ => panic!("{SOUND}"),
        }
    }

    fn push_wide(&mut self, whole: TokenStream) {
        self.0.extend([Operand::Wide(whole), Operand::Upper]);
    }

    fn steps(&mut self, steps: &[Step], known: &[Typed]) {
        for at in 0..steps.len() {
            self.step(&steps[..=at], known);
        }
    }

    /// The last of these steps, after the others.
    fn step(&mut self, steps: &[Step], known: &[Typed]) {
        let Some((&step, before)) = steps.split_last() else { return };
        let next = match step {
            Step::Known(at) => known[at as usize].clone(),
            Step::Literal(number) => {
                let ty = number.ty().unwrap_or(Type::U);
                (literal(number, ty), ty)
            }
            Step::Apply(op) => {
                let ((y, _), (x, ty)) = (self.pop(), self.pop());
                let result = if matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Gt) { Type::U } else { ty };
                let op = format_ident!("{op:?}");
                let of = format_ident!("{ty:?}");
                let applied = quote!(__w.apply(Op::#op, Value::#of(__x), Value::#of(__y)));
                let applied = from_value(&applied, result);
                (quote!({ let (__x, __y) = (#x, #y); #applied }), result)
            }
            Step::Cast(ty) => {
                let (x, from) = self.pop();
                if from == ty { (x, ty) } else { (cast(&x, ty), ty) }
            }
            Step::Not => {
                let (x, ty) = self.pop();
                let bits = if ty == Type::F { quote!((#x).to_bits()) } else { x };
                (quote!(::core::primitive::u32::from(#bits == 0)), Type::U)
            }
            Step::Wide(ty, op) => {
                let (y, x) = (self.pop_wide(ty), self.pop_wide(ty));
                let [x_wide, y_wide] = [quote!(__x), quote!(__y)].map(|name| wide(&name, ty));
                let (name, to) = (format_ident!("{op:?}"), to_rust(ty));
                let applied = quote!(__w.apply_wide(WideOp::#name, #x_wide, #y_wide));
                if !op.compares() {
                    return self.push_wide(quote!({ let (__x, __y) = (#x, #y); #applied.#to() }));
                }
                (quote!({ let (__x, __y) = (#x, #y); #applied.low() }), Type::U)
            }
            Step::Widen(to) => {
                let ((x, _), to) = (self.pop(), rust(to));
                return self.push_wide(quote!((#x as #to)));
            }
            Step::Convert(from, to) => {
                let (x, to) = (self.pop_wide(from), rust(to));
                return self.push_wide(quote!((#x as #to)));
            }
            Step::Narrow(from, to) => (cast(&self.pop_wide(from), to), to),
            Step::Low | Step::High => {
                let (high, low) = (self.0.pop().expect(SOUND), self.0.pop().expect(SOUND));
                let is_low = step == Step::Low;
                match (low, high, wide_type(before)) {
                    (Operand::Number(low), Operand::Number(high), _) => {
                        if is_low {
                            low
                        } else {
                            high
                        }
                    }
                    (Operand::Wide(whole), _, Some(ty)) => {
                        let [low, high] = halves(&whole, ty);
                        (if is_low { low } else { high }, Type::U)
                    }
                    _ => panic!("{SOUND}"),
                }
            }
        };
        self.0.push(Operand::Number(next));
    }
}

/// A wide number of Rust's as one of ours.
fn wide(x: &TokenStream, ty: WideType) -> TokenStream {
    match ty {
        WideType::I => quote!(Wide::i(#x)),
        WideType::F => quote!(Wide::f(#x)),
    }
}

/// The way back.
fn to_rust(ty: WideType) -> Ident {
    match ty {
        WideType::I => format_ident!("to_i64"),
        WideType::F => format_ident!("to_f64"),
    }
}

fn rust(ty: WideType) -> TokenStream {
    let name = format_ident!("{}", ty.name());
    quote!(::core::primitive::#name)
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
