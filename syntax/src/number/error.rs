//! Why a text is no number.

use super::{Numbers, Op, Type, WideType, text::wide_integer};

/// Why a text is no number.
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers};
/// let error = Number::parse_literal("5km", Numbers::Native).unwrap_err();
/// assert_eq!(error.to_string(), "`km` after the number `5`");
/// assert_eq!(error.help(), "a number ends with its digits; its form is its type: `5` is unsigned, `+5` signed, `5.0` a float");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NumberError {
    /// There is nothing: ``, `[]`.
    #[error("a number or an operator is missing")]
    Empty,
    /// There is no digit: `+`, `0x`.
    #[error("`{0}` is not a number")]
    NoDigits(String),
    /// A number, and more: `12ab`.
    #[error("`{rest}` after the number `{number}`")]
    Trailing {
        /// The number.
        number: String,
        /// What follows it.
        rest: String,
    },
    /// `inf` or `NaN`, without a sign.
    #[error("the float `{0}` needs a sign")]
    Unsigned(String),
    /// The type has no such number.
    #[error("`{}` is not in the range of {}", .0, .1.name(*.2))]
    OutOfRange(String, Type, Numbers),
    /// The wide type has no such number.
    #[error("`{}` is not in the range of {}", .0, .1.name())]
    WideRange(String, WideType),
    /// A wide number in a book with HVM2's numbers: its type.
    #[error("`{}` is not a type of this book", .0.name())]
    NoWide(WideType),
    /// Between brackets stands something else than an operator.
    #[error("unknown operator `{0}`")]
    UnknownOperator(String, Numbers),
    /// `[*#n]`: the text, and the operator that takes the Rust value on its other side.
    #[error("`{0}` holds a Rust value")]
    RustOperand(String, Op, Numbers),
    /// `[u24]` in a book with native numbers, `[u32]` in a book with HVM2's: the type, and the book's arithmetic.
    #[error("`{}` is not a type of this book", .0.name(other(*.1)))]
    ForeignCast(Type, Numbers),
    /// `[u32 5]`
    #[error("the cast `{0}` takes no literal")]
    CastLiteral(&'static str),
}

impl NumberError {
    /// What to do about it.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    /// let help = |text| Number::parse_symbol(text, Numbers::Native).unwrap_err().help();
    /// assert_eq!(help("=="), "equality is `[=]`");
    /// assert_eq!(help("u24"), "write `u32`, or `#![numbers(hvm24)]` at the top of the book");
    /// ```
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            NumberError::Empty => "write a number such as `5`, or an operator such as `[+]`".into(),
            NumberError::NoDigits(_) => "write `5`, `+5`, `5.0`, `0x1F` or `0b101`".into(),
            NumberError::Trailing { rest, .. }
                if rest.starts_with('_') && !rest.contains(|c: char| c.is_alphabetic()) =>
            {
                "`_` stands between two digits: `1_000`".into()
            }
            NumberError::Trailing { .. } => {
                "a number ends with its digits; its form is its type: `5` is unsigned, `+5` signed, `5.0` a float"
                    .into()
            }
            NumberError::Unsigned(text) => format!("write `+{text}`"),
            NumberError::OutOfRange(text, ty @ Type::U, n) => {
                format!("{} is from 0 to {}{}", ty.name(*n), n.max_u(), wider(text, *n))
            }
            NumberError::OutOfRange(text, ty @ Type::I, n) => {
                format!("{} is from {} to {:+}{}", ty.name(*n), n.min_i(), n.max_i(), wider(text, *n))
            }
            NumberError::OutOfRange(text, Type::F, _) => {
                format!("write `{}inf` if that is meant", if text.starts_with('-') { '-' } else { '+' })
            }
            NumberError::WideRange(_, WideType::I) => format!("i64 is from {} to {}", i64::MIN, i64::MAX),
            NumberError::WideRange(text, WideType::F) => {
                format!("write `{}inf_f64` if that is meant", if text.starts_with('-') { '-' } else { '+' })
            }
            NumberError::NoWide(_) => {
                "HVM2's numbers have 24 bits: write `#![numbers(native)]` at the top of the book".into()
            }
            NumberError::RustOperand(_, op, numbers) => {
                format!("in `net!` a Rust value is an operand of its own: `$([{}] $(#n r))`", op.symbol(*numbers))
            }
            NumberError::UnknownOperator(text, _) if text.starts_with("==") => "equality is `[=]`".into(),
            NumberError::UnknownOperator(text, _) if text.starts_with("!=") => "inequality is `[!]`".into(),
            NumberError::UnknownOperator(text, _) if text.starts_with("<=") => {
                "swap to `[>]`, which gives 0 where `<=` would give 1: test that for 0".into()
            }
            NumberError::UnknownOperator(text, _) if text.starts_with(">=") => {
                "swap to `[<]`, which gives 0 where `>=` would give 1: test that for 0".into()
            }
            NumberError::UnknownOperator(text, _) if ["mod", "rem"].contains(&text.as_str()) => {
                "the remainder is `[%]`, and `[%2]` that of a division by 2".into()
            }
            NumberError::UnknownOperator(text, _) if text.starts_with("&&") => "bitwise and is `[&]`".into(),
            NumberError::UnknownOperator(text, _) if text.starts_with("||") => "bitwise or is `[|]`".into(),
            NumberError::UnknownOperator(_, numbers) => {
                let symbols: Vec<&str> = Op::ALL.iter().map(|op| op.symbol(*numbers)).collect();
                format!("the casts and operators are {}", symbols.join(" "))
            }
            NumberError::ForeignCast(ty, numbers @ Numbers::Native) => {
                format!("write `{}`, or `#![numbers(hvm24)]` at the top of the book", ty.name(*numbers))
            }
            NumberError::ForeignCast(ty, numbers @ Numbers::Hvm24) => {
                format!("write `{}`: this book has HVM2's 24-bit numbers", ty.name(*numbers))
            }
            NumberError::CastLiteral(cast) => format!("write `[{cast}]`"),
        }
    }
}

/// That an integer is in the range of `i64`, if it is.
fn wider(text: &str, numbers: Numbers) -> String {
    match wide_integer(text) {
        Ok(_) if numbers == Numbers::Native => format!("; an i64 is `{}_i64`", text.trim_start_matches('+')),
        _ => String::new(),
    }
}

/// The other arithmetic.
pub(super) const fn other(numbers: Numbers) -> Numbers {
    match numbers {
        Numbers::Native => Numbers::Hvm24,
        Numbers::Hvm24 => Numbers::Native,
    }
}
