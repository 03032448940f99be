//! Numbers as C++ writes them, with their types.

use super::{Unit, payload::Form};
use proc_macro2::TokenStream;
use quote::quote;

/// A number by its digits.
pub fn number(digits: &str, form: &Form) -> String {
    let digits = digits.replace('_', "");
    match form {
        Form::Float("f32") => match digits.parse::<f32>() {
            Ok(value) if value.is_finite() => format!("{value:?}f"),
            _ => "rs::from_bits(0x7f800000u)".to_owned(),
        },
        Form::Float(_) => match digits.parse::<f64>() {
            Ok(value) if value.is_finite() => format!("{value:?}"),
            _ => "rs::from_bits(0x7ff0000000000000ull)".to_owned(),
        },
        Form::Int(name) => {
            let value: u64 = digits.parse().unwrap_or(0);
            match *name {
                "u32" => format!("{value}u"),
                "u64" | "usize" => format!("{value}ull"),
                "i32" if value <= i32::MAX as u64 => format!("{value}"),
                "i64" | "isize" if value <= i64::MAX as u64 => format!("{value}ll"),
                "i64" | "isize" => format!("i64({value}ull)"),
                name => format!("{name}({value}u)"),
            }
        }
        _ => digits,
    }
}

impl Unit<'_, '_, '_> {
    /// A value that rustc knows, of a type that is known here.
    pub fn known_to_rust(&mut self, stem: &str, tokens: &TokenStream, form: &Form) -> String {
        let ty: TokenStream = match form {
            Form::Int(name) | Form::Float(name) => name.parse().unwrap_or_default(),
            _ => quote!(bool),
        };
        if *form == Form::Char {
            let name = self.define(stem, quote!((#tokens) as u64));
            return format!("u32({name})");
        }
        let name = self.define(stem, quote!(<#ty as ::polarnet::private::passes::Value>::bits(#tokens)));
        of_bits(form, &name)
    }

    /// The literal, range or path of a pattern: is it this value?
    pub fn literal_condition(&mut self, tokens: &TokenStream, value: &str, form: &Form) -> String {
        if *form == Form::Words {
            let name = self.define("word", quote!(::polarnet::columns::private::word(#tokens)));
            return format!("get({value}, 0) == u32({name})");
        }
        let text = tokens.to_string().replace(' ', "");
        for (sign, inclusive) in [("..=", true), ("..", false)] {
            let Some((from, to)) = text.split_once(sign) else { continue };
            let mut tests = Vec::new();
            let least = from == "0" && matches!(form, Form::Int(name) if name.starts_with('u'));
            if !from.is_empty() && !least {
                tests.push(format!("{value} >= {}", self.end(from, form)));
            }
            if !to.is_empty() {
                tests.push(format!("{value} {} {}", if inclusive { "<=" } else { "<" }, self.end(to, form)));
            }
            return if tests.is_empty() { "true".to_owned() } else { tests.join(" && ") };
        }
        match (&*text, form) {
            ("true", Form::Bool) => value.to_owned(),
            ("false", Form::Bool) => format!("!({value})"),
            _ => format!("{value} == {}", self.end(&text, form)),
        }
    }

    /// A literal or a constant.
    fn end(&mut self, text: &str, form: &Form) -> String {
        let (minus, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let digits = match syn::parse_str::<syn::Lit>(digits) {
            Ok(syn::Lit::Int(int)) => int.base10_digits().to_owned(),
            Ok(syn::Lit::Float(float)) => float.base10_digits().to_owned(),
            _ => {
                let tokens: TokenStream = text.parse().unwrap_or_default();
                return self.known_to_rust("known", &tokens, form);
            }
        };
        let value = number(&digits, form);
        match (minus, form) {
            (false, _) => value,
            (true, Form::Float(_)) => format!("-{value}"),
            (true, _) => format!("rs::neg({value})"),
        }
    }
}

/// A value of the bits that a scalar has: integers extended to 64, `f32` in the low half.
pub fn of_bits(form: &Form, bits: &str) -> String {
    match form {
        Form::Bool => format!("{bits} != 0"),
        Form::Float("f32") => format!("rs::from_bits(u32({bits}))"),
        Form::Float(_) => format!("rs::from_bits(u64({bits}))"),
        Form::Int("usize") => format!("u64({bits})"),
        Form::Int("isize") => format!("i64({bits})"),
        Form::Int(name) => format!("{name}({bits})"),
        _ => format!("u32({bits})"),
    }
}
