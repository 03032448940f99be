//! Rust for arithmetic, with as few parentheses as it takes, for one point or several.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// An expression of Rust's.
#[derive(Clone)]
pub struct Term {
    tokens: TokenStream,
    /// What is meant is its negative.
    negative: bool,
    strength: Strength,
    /// Of several points.
    pub wide: bool,
    one: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Compare,
    Sum,
    Product,
    Sign,
    Atom,
}

impl Term {
    pub fn atom(tokens: impl ToTokens, wide: bool) -> Self {
        Term { tokens: tokens.into_token_stream(), negative: false, strength: Strength::Atom, wide, one: false }
    }

    pub fn number(digits: &str) -> Self {
        let value: f64 = digits.parse().unwrap_or(0.0);
        let one = value == 1.0;
        Term { one, ..Term::atom(Literal::f64_unsuffixed(value), false) }
    }

    /// An expression that needs parentheses in others.
    pub fn weak(tokens: TokenStream, wide: bool) -> Self {
        Term { strength: Strength::Compare, ..Term::atom(tokens, wide) }
    }

    /// An expression with a sign before it.
    pub fn sign(tokens: TokenStream) -> Self {
        Term::new(tokens, Strength::Sign, false)
    }

    fn new(tokens: TokenStream, strength: Strength, wide: bool) -> Self {
        Term { tokens, negative: false, strength, wide, one: false }
    }

    /// Is it a name, or short enough to be written again?
    pub fn is_short(&self) -> bool {
        self.strength == Strength::Atom && self.tokens.clone().into_iter().count() <= 1
    }

    pub fn tokens(&self) -> TokenStream {
        let tokens = &self.tokens;
        match self.negative {
            false => tokens.clone(),
            true if self.strength >= Strength::Sign => quote!(-#tokens),
            true => quote!(-(#tokens)),
        }
    }

    fn at_least(&self, strength: Strength) -> TokenStream {
        let tokens = self.tokens();
        let is = if self.negative { Strength::Sign } else { self.strength };
        if is >= strength { tokens } else { quote!((#tokens)) }
    }

    /// As something with methods.
    pub fn receiver(&self) -> TokenStream {
        self.at_least(Strength::Atom)
    }

    pub fn neg(self) -> Self {
        Term { negative: !self.negative, ..self }
    }

    pub fn is_negative(&self) -> bool {
        self.negative
    }

    pub fn add(self, other: Self) -> Self {
        let wide = self.wide || other.wide;
        let a = self.at_least(Strength::Sum);
        match other.negative {
            false => {
                let b = other.at_least(Strength::Product);
                Term::new(quote!(#a + #b), Strength::Sum, wide)
            }
            true => {
                let b = other.neg().at_least(Strength::Product);
                Term::new(quote!(#a - #b), Strength::Sum, wide)
            }
        }
    }

    pub fn sub(self, other: Self) -> Self {
        self.add(other.neg())
    }

    /// In the order of the operands: that decides which are computed first.
    pub fn mul(self, other: Self) -> Self {
        let negative = self.negative != other.negative;
        let (a, b) = (Term { negative: false, ..self }, Term { negative: false, ..other });
        if a.one {
            return Term { negative, ..b };
        }
        if b.one {
            return Term { negative, ..a };
        }
        let wide = a.wide || b.wide;
        let (a, b) = (a.at_least(Strength::Product), b.at_least(Strength::Sign));
        Term { negative, ..Term::new(quote!(#a * #b), Strength::Product, wide) }
    }

    pub fn div(self, other: Self) -> Self {
        let negative = self.negative != other.negative;
        let (a, b) = (Term { negative: false, ..self }, Term { negative: false, ..other });
        let wide = a.wide || b.wide;
        let (a, b) = (a.at_least(Strength::Product), b.at_least(Strength::Sign));
        Term { negative, ..Term::new(quote!(#a / #b), Strength::Product, wide) }
    }

    pub fn rem(self, other: Self) -> Self {
        let wide = self.wide || other.wide;
        let (a, b) = (self.at_least(Strength::Product), other.at_least(Strength::Sign));
        Term::new(quote!(#a % #b), Strength::Product, wide)
    }

    /// The sum of the points.
    pub fn sum(self) -> Self {
        match self.wide {
            true => {
                let negative = self.negative;
                let of = Term { negative: false, ..self }.receiver();
                Term { negative, ..Term::atom(quote!(#of.sum()), false) }
            }
            false => self,
        }
    }

    /// The same at all points, as a value of its own.
    pub fn widened(self) -> Self {
        match self.wide {
            true => self,
            false => {
                let tokens = self.tokens();
                Term::atom(quote!(::polarnet::columns::Wide::all(#tokens)), true)
            }
        }
    }

    /// `f64::atan2(a, b)`, lane by lane where there are lanes.
    pub fn call(float: &TokenStream, name: &str, args: Vec<Term>) -> Self {
        let function: TokenStream = name.parse().unwrap_or_default();
        let wide = args.iter().any(|arg| arg.wide);
        if !wide {
            let args = args.iter().map(Term::tokens);
            return Term::atom(quote!(#float::#function(#(#args),*)), false);
        }
        let tokens = match &args[..] {
            [a] => {
                let a = a.receiver();
                quote!(#a.map(#float::#function))
            }
            [a, b] if name == "powi" => {
                let (a, b, x) = (a.receiver(), b.tokens(), crate::schedule::emit::own("x"));
                quote!(#a.map(|#x| #x.powi(#b)))
            }
            [a, b] => {
                let (a, b) = (a.clone().widened().receiver(), b.clone().widened().tokens());
                quote!(#a.zip(#b, #float::#function))
            }
            [a, b, c, ..] => {
                let [a, b, c] = [a, b, c].map(|it| it.clone().widened());
                let (a, b, c) = (a.receiver(), b.tokens(), c.tokens());
                let [x, y, z] = ["x", "y", "z"].map(crate::schedule::emit::own);
                quote!(#a.zip(#b, |#x, #y| (#x, #y)).zip(#c, |(#x, #y), #z| #float::#function(#x, #y, #z)))
            }
            [] => TokenStream::new(),
        };
        Term::atom(tokens, true)
    }

    /// One where two are equal, the other elsewhere.
    pub fn where_equal(a: &Term, b: &Term, yes: Term, no: Term) -> Self {
        let wide = a.wide || b.wide || yes.wide || no.wide;
        if !wide {
            let (a, b, yes, no) = (a.at_least(Strength::Sum), b.at_least(Strength::Sum), yes.tokens(), no.tokens());
            return Term::weak(quote!(if #a == #b { #yes } else { #no }), false);
        }
        let [x, y] = ["x", "y"].map(crate::schedule::emit::own);
        let (a, b) = (a.clone().widened().receiver(), b.clone().widened().tokens());
        let (yes, no) = (yes.widened().tokens(), no.widened().tokens());
        Term::atom(quote!(#a.zip(#b, |#x, #y| #x == #y).choose(#yes, #no)), true)
    }
}
