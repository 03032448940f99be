//! Operators, by precedence climbing.

use super::{
    Reader,
    expression::{HOLE, Records},
    tag,
};
use crate::schedule::tree::{Binary, Expr, Kind, Unary};
use proc_macro2::Delimiter;
use syn::{
    Result, Token, Type,
    parse::{ParseStream, Parser},
};

impl<'a> Reader<'a> {
    pub fn binary(&self, input: ParseStream<'_>, least: u8, records: Records) -> Result<&'a Expr<'a>> {
        let mut left = self.cast(input, records)?;
        while let Some((op, precedence)) = operator(input).filter(|op| op.1 >= least) {
            let span = input.span();
            skip(op, input)?;
            if op == Binary::Shr && input.peek(Token![>]) {
                return Err(input.error(
                    "a value is wanted here\nhelp: without signs it is `x >> n`, of an unsigned `x`: `(x as u64) >> n`",
                ));
            }
            let right = self.binary(input, precedence + 1, records)?;
            if precedence == COMPARE && operator(input).is_some_and(|next| next.1 == COMPARE) {
                return Err(input.error("comparisons cannot be chained\nhelp: write `a < b && b < c`"));
            }
            left = self.expr(span, Kind::Binary(op, left, right));
        }
        Ok(left)
    }

    fn cast(&self, input: ParseStream<'_>, records: Records) -> Result<&'a Expr<'a>> {
        let mut value = self.unary(input, records)?;
        while input.peek(Token![as]) {
            let span = input.parse::<Token![as]>()?.span;
            value = self.expr(span, Kind::Cast(value, Box::new(Type::without_plus(input)?)));
        }
        Ok(value)
    }

    pub fn unary(&self, input: ParseStream<'_>, records: Records) -> Result<&'a Expr<'a>> {
        let span = input.span();
        // What a variable of another macro stands for is a value by itself.
        if let Some((inner, _, _)) = input.cursor().group(Delimiter::None) {
            let value = (|inner: ParseStream<'_>| self.expression(inner)).parse2(inner.token_stream())?;
            input.step(|cursor| match cursor.group(Delimiter::None) {
                Some((_, _, after)) => Ok(((), after)),
                None => Err(cursor.error("a value is wanted here")),
            })?;
            return self.postfix(value, input);
        }
        if self.hand.get()
            && let Some(act) = self.hand_unary(input)?
        {
            return Ok(act);
        }
        if input.peek(Token![?]) {
            return Err(input.error(HOLE));
        }
        let op = match () {
            () if input.parse::<Option<Token![-]>>()?.is_some() => Unary::Neg,
            () if input.parse::<Option<Token![!]>>()?.is_some() => Unary::Not,
            () => {
                let value = self.postfix(self.primary(input, records)?, input)?;
                // What is said is said of this value: of a sum, where it stands in parentheses.
                return match self.hand.get() {
                    true => Ok(self.tagged(value, tag::tags(input)?)),
                    false => Ok(value),
                };
            }
        };
        let value = self.deeper(span, || self.unary(input, records))?;
        Ok(self.expr(span, Kind::Unary(op, value)))
    }

    /// The operand of a sign that only a body has.
    pub fn hand_operand(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        self.unary(input, Records::No)
    }
}

const COMPARE: u8 = 2;

/// The operator that comes next, and how strongly it binds.
fn operator(input: ParseStream<'_>) -> Option<(Binary, u8)> {
    if input.peek(Token![<-]) || input.peek(Token![=>]) {
        return None;
    }
    Some(match () {
        () if input.peek(Token![||]) => (Binary::Or, 0),
        () if input.peek(Token![&&]) => (Binary::And, 1),
        () if input.peek(Token![==]) => (Binary::Eq, COMPARE),
        () if input.peek(Token![!=]) => (Binary::Ne, COMPARE),
        () if input.peek(Token![<=]) => (Binary::Le, COMPARE),
        () if input.peek(Token![>=]) => (Binary::Ge, COMPARE),
        () if input.peek(Token![<<]) => (Binary::Shl, 6),
        () if input.peek(Token![>>]) => (Binary::Shr, 6),
        () if input.peek(Token![<]) => (Binary::Lt, COMPARE),
        () if input.peek(Token![>]) => (Binary::Gt, COMPARE),
        () if input.peek(Token![|]) => (Binary::BitOr, 3),
        () if input.peek(Token![^]) => (Binary::BitXor, 4),
        () if input.peek(Token![&]) => (Binary::BitAnd, 5),
        () if input.peek(Token![+]) => (Binary::Add, 7),
        () if input.peek(Token![-]) => (Binary::Sub, 7),
        () if input.peek(Token![*]) => (Binary::Mul, 8),
        () if input.peek(Token![/]) => (Binary::Div, 8),
        () if input.peek(Token![%]) => (Binary::Rem, 8),
        () => return None,
    })
}

fn skip(op: Binary, input: ParseStream<'_>) -> Result<()> {
    let signs = match op {
        Binary::Or | Binary::And | Binary::Eq | Binary::Ne | Binary::Le | Binary::Ge | Binary::Shl | Binary::Shr => 2,
        _ => 1,
    };
    for _ in 0..signs {
        input.parse::<proc_macro2::Punct>()?;
    }
    Ok(())
}
