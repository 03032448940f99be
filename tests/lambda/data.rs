//! Random programs with numbers, pairs, lists and functions, and what they evaluate to.

use crate::support::choices::Choices;
use std::{fmt, rc::Rc};

/// What programs are written with.
pub const LIBRARY: &str = "
agent +Nil, +Cons(+head, +tail);
group List = Nil Cons;
term @fold = |f| |z| |l| match l { Nil => z, Cons(h, t) => f(h, @fold(f, z, t)) }
term @map = |f| |l| match l { Nil => Nil, Cons(h, t) => Cons(f(h), @map(f, t)) }
term @append = |a| |b| match a { Nil => b, Cons(h, t) => Cons(h, @append(t, b)) }
term @range = |n| match n { 0 => Nil, p + 1 => Cons(p, @range(p)) }
";

#[derive(Clone, PartialEq, Debug)]
enum Type {
    Number,
    List,
    Pair(Box<[Type; 2]>),
    Function(Box<[Type; 2]>),
}

impl Type {
    /// The first choices are small ones.
    fn any(c: &mut Choices, depth: usize) -> Type {
        let part = |c: &mut Choices| Box::new([Type::any(c, depth - 1), Type::any(c, depth - 1)]);
        match c.weighted(if depth == 0 { &[2, 1] } else { &[4, 2, 2, 4] }) {
            0 => Type::Number,
            1 => Type::List,
            2 => Type::Pair(part(c)),
            _ => Type::Function(part(c)),
        }
    }
}

/// A term. Variables are numbered from the outermost binder on.
#[derive(Debug)]
pub enum Expr {
    Number(u32),
    Var(usize),
    Binary(char, Box<[Expr; 2]>),
    If(Box<[Expr; 3]>),
    /// The arm of 0, and that of others, with the predecessor.
    Count(Box<[Expr; 3]>, usize),
    Pair(Box<[Expr; 2]>),
    /// What is taken apart, the first of two variables, and where they are known.
    Split(Box<[Expr; 2]>, usize),
    Let(Box<[Expr; 2]>, usize),
    Lambda(usize, Rc<Expr>),
    Apply(Box<[Expr; 2]>),
    Nil,
    Cons(Box<[Expr; 2]>),
    /// The arm of `Nil`, and that of `Cons`, with head and tail.
    List(Box<[Expr; 3]>, usize),
    Fold(Box<[Expr; 3]>),
    Map(Box<[Expr; 2]>),
    Append(Box<[Expr; 2]>),
    Range(Box<Expr>),
}

/// What a term evaluates to.
#[derive(Clone)]
pub enum Value {
    Number(u32),
    Pair(Rc<[Value; 2]>),
    List(Vec<u32>),
    Function(Rc<Expr>, Vec<Value>),
}

/// A program without free variables, of a type without functions.
pub fn closed(c: &mut Choices) -> Expr {
    let ty = match c.below(3) {
        0 => Type::Number,
        1 => Type::List,
        _ => Type::Pair(Box::new([Type::Number, Type::List])),
    };
    let mut left = 10 + c.below(70) as isize;
    Maker { c, scope: Vec::new(), left: &mut left }.any(&ty)
}

struct Maker<'m, 'b> {
    c: &'m mut Choices<'b>,
    scope: Vec<Type>,
    /// So many terms are still to be made.
    left: &'m mut isize,
}

impl Maker<'_, '_> {
    /// A term of that type.
    fn any(&mut self, ty: &Type) -> Expr {
        *self.left -= 1;
        if *self.left <= 0 {
            return self.variable(ty).unwrap_or_else(|| self.least(ty));
        }
        match self.c.weighted(&[3, 5, 3, 1, 1, 2, 2, 1, 2]) {
            0 => self.variable(ty).unwrap_or_else(|| self.made(ty)),
            1 => self.made(ty),
            2 => {
                let from = Type::any(self.c, 1);
                let function = Type::Function(Box::new([from.clone(), ty.clone()]));
                Expr::Apply(Box::new([self.any(&function), self.any(&from)]))
            }
            3 => Expr::If(Box::new([self.any(&Type::Number), self.any(ty), self.any(ty)])),
            4 => {
                let (number, zero) = (self.any(&Type::Number), self.any(ty));
                let (first, other) = self.below(&[Type::Number], ty);
                Expr::Count(Box::new([number, zero, other]), first)
            }
            5 => {
                let of = Type::any(self.c, 2);
                let bound = self.any(&of);
                let (first, body) = self.below(&[of], ty);
                Expr::Let(Box::new([bound, body]), first)
            }
            6 => {
                let of = [Type::any(self.c, 1), Type::any(self.c, 1)];
                let pair = self.any(&Type::Pair(Box::new(of.clone())));
                let (first, body) = self.below(&of, ty);
                Expr::Split(Box::new([pair, body]), first)
            }
            7 => {
                let (list, nil) = (self.any(&Type::List), self.any(ty));
                let (first, cons) = self.below(&[Type::Number, Type::List], ty);
                Expr::List(Box::new([list, nil, cons]), first)
            }
            _ => {
                let rest = Type::Function(Box::new([ty.clone(), ty.clone()]));
                let function = Type::Function(Box::new([Type::Number, rest]));
                Expr::Fold(Box::new([self.any(&function), self.any(ty), self.any(&Type::List)]))
            }
        }
    }

    /// A term where there are more variables, and the first of them.
    fn below(&mut self, vars: &[Type], ty: &Type) -> (usize, Expr) {
        let first = self.scope.len();
        self.scope.extend_from_slice(vars);
        let body = self.any(ty);
        self.scope.truncate(first);
        (first, body)
    }

    fn variable(&mut self, ty: &Type) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.scope.len()).filter(|&at| self.scope[at] == *ty).collect();
        (!fitting.is_empty()).then(|| Expr::Var(self.c.one(&fitting)))
    }

    /// One that is made of others.
    fn made(&mut self, ty: &Type) -> Expr {
        match ty {
            Type::Number if self.c.chance(128) => {
                let operator = self.c.one(&['+', '*', '<', '-']);
                Expr::Binary(operator, Box::new([self.any(ty), self.any(ty)]))
            }
            Type::List => match self.c.below(5) {
                0 => Expr::Nil,
                1 => Expr::Cons(Box::new([self.any(&Type::Number), self.any(ty)])),
                2 => Expr::Append(Box::new([self.any(ty), self.any(ty)])),
                3 => Expr::Range(Box::new(Expr::Number(self.c.below(5) as u32))),
                _ => {
                    let function = Type::Function(Box::new([Type::Number, Type::Number]));
                    Expr::Map(Box::new([self.any(&function), self.any(ty)]))
                }
            },
            Type::Pair(of) => Expr::Pair(Box::new([self.any(&of[0]), self.any(&of[1])])),
            Type::Function(of) => {
                let (first, body) = self.below(&of[..1], &of[1]);
                Expr::Lambda(first, Rc::new(body))
            }
            Type::Number => self.least(ty),
        }
    }

    fn least(&mut self, ty: &Type) -> Expr {
        match ty {
            Type::Number => Expr::Number(self.c.below(10) as u32),
            Type::List => Expr::Nil,
            Type::Pair(of) => Expr::Pair(Box::new([self.least(&of[0]), self.least(&of[1])])),
            Type::Function(of) => {
                let first = self.scope.len();
                self.scope.push(of[0].clone());
                let body = self.variable(&of[1]).unwrap_or_else(|| self.least(&of[1]));
                self.scope.pop();
                Expr::Lambda(first, Rc::new(body))
            }
        }
    }
}

impl Expr {
    /// What it comes to, with these variables; nothing after too many steps.
    pub fn value(&self, vars: &mut Vec<Value>, steps: &mut usize) -> Option<Value> {
        *steps = steps.checked_sub(1)?;
        let mut number = |expr: &Expr| match expr.value(vars, steps)? {
            Value::Number(number) => Some(number),
            _ => unreachable!("{expr:?} is a number"),
        };
        Some(match self {
            Expr::Number(number) => Value::Number(*number),
            Expr::Var(at) => vars[*at].clone(),
            Expr::Binary(operator, of) => {
                let (a, b) = (number(&of[0])?, number(&of[1])?);
                Value::Number(match operator {
                    '+' => a.wrapping_add(b),
                    '-' => a.wrapping_sub(b),
                    '*' => a.wrapping_mul(b),
                    _ => u32::from(a < b),
                })
            }
            Expr::If(of) => match number(&of[0])? {
                0 => of[2].value(vars, steps)?,
                _ => of[1].value(vars, steps)?,
            },
            Expr::Count(of, _) => match number(&of[0])? {
                0 => of[1].value(vars, steps)?,
                more => of[2].value_with(vars, [Value::Number(more - 1)], steps)?,
            },
            Expr::Pair(of) => Value::Pair(Rc::new([of[0].value(vars, steps)?, of[1].value(vars, steps)?])),
            Expr::Split(of, _) => match of[0].value(vars, steps)? {
                Value::Pair(parts) => of[1].value_with(vars, (*parts).clone(), steps)?,
                _ => unreachable!("{of:?} begins with a pair"),
            },
            Expr::Let(of, _) => {
                let bound = of[0].value(vars, steps)?;
                of[1].value_with(vars, [bound], steps)?
            }
            Expr::Lambda(_, body) => Value::Function(body.clone(), vars.clone()),
            Expr::Apply(of) => {
                let function = of[0].value(vars, steps)?;
                function.apply(of[1].value(vars, steps)?, steps)?
            }
            Expr::Nil => Value::List(Vec::new()),
            Expr::Cons(of) => {
                let head = number(&of[0])?;
                let mut list = of[1].list(vars, steps)?;
                list.insert(0, head);
                Value::List(list)
            }
            Expr::List(of, _) => match &of[0].list(vars, steps)?[..] {
                [] => of[1].value(vars, steps)?,
                [head, tail @ ..] => {
                    of[2].value_with(vars, [Value::Number(*head), Value::List(tail.to_vec())], steps)?
                }
            },
            Expr::Fold(of) => {
                let (function, mut value) = (of[0].value(vars, steps)?, of[1].value(vars, steps)?);
                for &head in of[2].list(vars, steps)?.iter().rev() {
                    value = function.apply(Value::Number(head), steps)?.apply(value, steps)?;
                }
                value
            }
            Expr::Map(of) => {
                let (function, mut list) = (of[0].value(vars, steps)?, of[1].list(vars, steps)?);
                for number in &mut list {
                    match function.apply(Value::Number(*number), steps)? {
                        Value::Number(mapped) => *number = mapped,
                        _ => unreachable!("{of:?} maps to numbers"),
                    }
                }
                Value::List(list)
            }
            Expr::Append(of) => {
                let mut list = of[0].list(vars, steps)?;
                list.extend(of[1].list(vars, steps)?);
                Value::List(list)
            }
            Expr::Range(to) => Value::List((0..number(to)?).rev().collect()),
        })
    }

    fn value_with<const N: usize>(&self, vars: &mut Vec<Value>, more: [Value; N], steps: &mut usize) -> Option<Value> {
        let outer = vars.len();
        vars.extend(more);
        let value = self.value(vars, steps);
        vars.truncate(outer);
        value
    }

    fn list(&self, vars: &mut Vec<Value>, steps: &mut usize) -> Option<Vec<u32>> {
        match self.value(vars, steps)? {
            Value::List(list) if list.len() <= 64 => Some(list),
            Value::List(_) => None,
            _ => unreachable!("{self:?} is a list"),
        }
    }
}

impl Value {
    fn apply(&self, argument: Value, steps: &mut usize) -> Option<Value> {
        match self {
            Value::Function(body, vars) => body.value_with(&mut vars.clone(), [argument], steps),
            _ => unreachable!("a function is applied"),
        }
    }
}

/// As a term of the language.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(number) => write!(f, "{number}"),
            Expr::Var(at) => write!(f, "x{at}"),
            Expr::Binary(operator, of) => write!(f, "({} {operator} {})", of[0], of[1]),
            Expr::If(of) => write!(f, "(if {} {{ {} }} else {{ {} }})", of[0], of[1], of[2]),
            Expr::Count(of, var) => {
                write!(f, "(match {} {{ 0 => {}, x{var} + 1 => {} }})", of[0], of[1], of[2])
            }
            Expr::Pair(of) => write!(f, "({}, {})", of[0], of[1]),
            Expr::Split(of, first) => write!(f, "(let (x{first}, x{}) = {}; {})", first + 1, of[0], of[1]),
            Expr::Let(of, var) => write!(f, "(let x{var} = {}; {})", of[0], of[1]),
            Expr::Lambda(var, body) => write!(f, "(|x{var}| {body})"),
            Expr::Apply(of) => write!(f, "{}({})", of[0], of[1]),
            Expr::Nil => f.write_str("Nil"),
            Expr::Cons(of) => write!(f, "Cons({}, {})", of[0], of[1]),
            Expr::List(of, first) => {
                write!(f, "(match {} {{ Nil => {}, Cons(x{first}, x{}) => {} }})", of[0], of[1], first + 1, of[2])
            }
            Expr::Fold(of) => write!(f, "@fold({}, {}, {})", of[0], of[1], of[2]),
            Expr::Map(of) => write!(f, "@map({}, {})", of[0], of[1]),
            Expr::Append(of) => write!(f, "@append({}, {})", of[0], of[1]),
            Expr::Range(to) => write!(f, "@range({to})"),
        }
    }
}

/// As results are printed.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Pair(of) => write!(f, "({} {})", of[0], of[1]),
            Value::List(list) => {
                list.iter().try_for_each(|number| write!(f, "Cons({number}, "))?;
                write!(f, "Nil{}", ")".repeat(list.len()))
            }
            Value::Function(..) => f.write_str("a function"),
        }
    }
}
