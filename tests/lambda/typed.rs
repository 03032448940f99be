//! Random closed terms that have a simple type.

use super::term::{Term, app, church, lam};
use crate::support::choices::Choices;

/// A simple type.
#[derive(Clone, PartialEq)]
enum Type {
    Base,
    To(Box<Type>, Box<Type>),
}

impl Type {
    fn to(self, result: Type) -> Type {
        Type::To(Box::new(self), Box::new(result))
    }

    /// A random one, of which the first choices are small.
    fn any(c: &mut Choices, depth: usize) -> Type {
        if depth == 0 || !c.chance(120) {
            return Type::Base;
        }
        Type::any(c, depth - 1).to(Type::any(c, depth - 1))
    }

    /// Of Church's numerals.
    fn number() -> Type {
        let step = Type::Base.to(Type::Base);
        step.clone().to(step)
    }

    /// Is it that of a Church numeral, whatever its functions are of?
    fn is_number(&self) -> bool {
        matches!(self, Type::To(step, end) if step == end && matches!(&**step, Type::To(from, to) if from == to))
    }

    /// What is left of it after so many arguments.
    fn result(&self, arguments: usize) -> &Type {
        (0..arguments).fold(self, |ty, _| match ty {
            Type::To(_, result) => result,
            Type::Base => ty,
        })
    }

    fn arity(&self) -> usize {
        let mut count = 0;
        let mut ty = self;
        while let Type::To(_, result) = ty {
            (ty, count) = (result, count + 1);
        }
        count
    }
}

/// A closed term: a function of a number and of something of the base type, applied or not.
pub fn closed(c: &mut Choices) -> Term {
    let start = if c.chance(128) { Type::number() } else { Type::any(c, 3) };
    // There is always something of the base type.
    let mut scope = vec![Type::Base];
    let size = 10 + c.below(60);
    lam(term(c, &start, &mut scope, size))
}

/// A term of that type. `scope` has the variables' types, the innermost last.
fn term(c: &mut Choices, ty: &Type, scope: &mut Vec<Type>, size: usize) -> Term {
    if ty.is_number() && (size < 4 || c.chance(60)) {
        return church(c.below(4));
    }
    if size > 2 && c.chance(if size > 8 { 230 } else { 130 }) {
        // A redex of the type: of a number, of what this is, or of anything.
        let from = match c.below(3) {
            0 => Type::number(),
            1 => ty.clone(),
            _ => Type::any(c, 2),
        };
        let part = 1 + c.below(size - 1);
        let function = term(c, &from.clone().to(ty.clone()), scope, size - part);
        return app(function, term(c, &from, scope, part));
    }
    if let Type::To(from, result) = ty
        && (size < 3 || !c.chance(60))
    {
        scope.push((**from).clone());
        let body = term(c, result, scope, size.saturating_sub(1));
        scope.pop();
        return lam(body);
    }
    // A variable, applied until it is of the type.
    let fits: Vec<(usize, usize)> = scope
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(index, var)| (0..=var.arity()).map(move |arguments| (index, arguments, var)))
        .filter(|&(_, arguments, var)| var.result(arguments) == ty && (size > 2 || arguments == 0))
        .map(|(index, arguments, _)| (index, arguments))
        .collect();
    let Some(&(index, arguments)) = fits.get(c.below(fits.len().max(1))) else {
        let Type::To(from, result) = ty else { return Term::Var(scope.len() - 1) };
        scope.push((**from).clone());
        let body = term(c, result, scope, 0);
        scope.pop();
        return lam(body);
    };
    let mut ty = scope[scope.len() - 1 - index].clone();
    let mut whole = Term::Var(index);
    for _ in 0..arguments {
        let Type::To(from, result) = ty else { break };
        whole = app(whole, term(c, &from, scope, size.saturating_sub(1) / arguments));
        ty = *result;
    }
    whole
}
