//! Vals that call themselves, alone or in turns: which they are, which of their calls come last, and what may be asked of them.

use crate::schedule::{
    elaborate::{Fn, Program},
    errors::Errors,
    lower::words::{Driver, Words},
    tree::Binary,
    typed::{Expr, Kind, Kindred, LocalId, ValId},
    types::{Shape, Ty, Types},
};

/// What an order asks of a recursion.
#[derive(Clone, Copy, Default)]
pub struct Recursion {
    /// It stops at each call, to be gone on with.
    pub stepped: bool,
    /// Results are kept, and looked up.
    pub memoize: bool,
}

/// The vals by their recursions: those that call each other are in one group.
pub struct Groups {
    groups: Vec<Vec<ValId>>,
    of: Vec<Option<usize>>,
}

impl Groups {
    pub fn of_program(program: &Program<'_>) -> Self {
        let calls: Vec<Vec<ValId>> = program.vals.iter().map(|val| calls(val.body)).collect();
        Groups::of_graph(&calls)
    }

    /// The strongly connected components that have a cycle.
    fn of_graph(calls: &[Vec<usize>]) -> Self {
        let reach: Vec<Vec<bool>> = (0..calls.len()).map(|from| reach(calls, from)).collect();
        let (mut groups, mut of) = (Vec::new(), vec![None; calls.len()]);
        for val in 0..calls.len() {
            if !reach[val][val] || of[val].is_some() {
                continue;
            }
            let group: Vec<usize> = (0..calls.len()).filter(|&other| reach[val][other] && reach[other][val]).collect();
            for &member in &group {
                of[member] = Some(groups.len());
            }
            groups.push(group);
        }
        Groups { groups, of }
    }

    /// The vals that a recursive val is computed with, itself among them; none if it is not recursive.
    pub fn of(&self, val: ValId) -> Option<&[ValId]> {
        self.of[val].map(|at| &self.groups[at][..])
    }

    /// Are these two of one recursion?
    pub fn together(&self, a: ValId, b: ValId) -> bool {
        self.of[a].is_some() && self.of[a] == self.of[b]
    }
}

/// What can be reached in one step or more.
fn reach(calls: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; calls.len()];
    let mut open = calls[from].clone();
    while let Some(val) = open.pop() {
        if !std::mem::replace(&mut seen[val], true) {
            open.extend(&calls[val]);
        }
    }
    seen
}

fn calls(body: &Expr<'_>) -> Vec<ValId> {
    let mut calls = Vec::new();
    body.visit(&mut |expr| {
        if let Kind::Call(to, _) = expr.kind {
            calls.push(to);
        }
    });
    calls
}

/// Does a val of the group get called in here?
fn has_call(group: &[ValId], expr: &Expr<'_>) -> bool {
    calls(expr).iter().any(|to| group.contains(to))
}

/// Is nothing left to do after any call that a val of the group makes to one of them?
pub fn only_tail_calls(program: &Program<'_>, group: &[ValId]) -> bool {
    group.iter().all(|&val| calls_last(program, group, program.vals[val].body))
}

/// Does each call of the group in here give the value of the whole?
fn calls_last(program: &Program<'_>, group: &[ValId], expr: &Expr<'_>) -> bool {
    let free = |expr: &Expr<'_>| !has_call(group, expr);
    let last = |expr: &Expr<'_>| calls_last(program, group, expr);
    match &expr.kind {
        Kind::Call(to, args) if group.contains(to) => args.iter().all(|arg| free(arg)),
        Kind::If(condition, value, other) => free(condition) && last(value) && last(other),
        Kind::Match(value, arms) => free(value) && arms.iter().all(|arm| last(arm.body)),
        Kind::Let(_, value, body) => free(value) && last(body),
        // What stands right is the value, if it is computed at all.
        Kind::Binary(Binary::And | Binary::Or, a, b) => free(a) && last(b),
        // A row stays what it is.
        Kind::Cast(value) if program.types.is_any_row(value.ty) => last(value),
        _ => free(expr),
    }
}

/// Parameters that each call of a val to itself passes on as they are.
pub fn passed_on(program: &Program<'_>, group: &[ValId]) -> Vec<LocalId> {
    let [val] = group else { return Vec::new() };
    let mut constant = program.vals[*val].params.clone();
    program.vals[*val].body.visit(&mut |expr| {
        if let Kind::Call(to, args) = &expr.kind
            && to == val
        {
            let params = &program.vals[*val].params;
            let changed = |id: &LocalId| {
                let at = params.iter().position(|param| param == id);
                !at.and_then(|at| args.get(at)).is_some_and(|arg| matches!(arg.kind, Kind::Local(from) if from == *id))
            };
            constant.retain(|id| !changed(id));
        }
    });
    // What is no more than looked at: it may stay where it is.
    constant.retain(|&id| {
        let ty = program.locals[id].ty;
        program.types.is_copy(ty) || program.by_reference(ty) || matches!(program.types.shape(ty), Shape::Rust(..))
    });
    constant
}

/// Calls that stand where none can wait for its value.
pub fn check(program: &Program<'_>, errors: &mut Errors) {
    let groups = Groups::of_program(program);
    for (at, val) in program.vals.iter().enumerate() {
        let Some(group) = groups.of(at) else { continue };
        let mut refuse = |expr: &Expr<'_>, place: &str, help: &str| {
            expr.visit(&mut |expr| {
                if let Kind::Call(to, _) = expr.kind
                    && group.contains(&to)
                {
                    let name = &program.vals[to].name;
                    errors.push(expr.span, format!("`{name}` is called by itself in {place}"), help);
                }
            });
        };
        val.body.visit(&mut |expr| match &expr.kind {
            Kind::Match(_, arms) => {
                let help = "compute it before the match, `x :- …`, or in the arm: `if … { … } else { … }`";
                arms.iter().filter_map(|arm| arm.guard).for_each(|guard| refuse(guard, "the guard of an arm", help));
            }
            Kind::Filter(_, _, condition) => {
                let help = "make it a part of the value: `a if f(x) else 0 for x in list`";
                refuse(condition, "the condition of a list", help);
            }
            Kind::Each(body, ..) if matches!(program.types.shape(expr.ty), Shape::Array(..)) => {
                refuse(body, "the elements of an array", "name them one by one: `[f(a), f(b)]`");
            }
            Kind::Column(_, _, body) => {
                refuse(body, "the values of a column", "make a column of its values before: `fn fs(…) … { map(xs) }`");
            }
            Kind::Groups(_, sums) => {
                let help = "make a column of its values before: `fn fs(…) … { map(xs) }`";
                [sums.at, sums.body].into_iter().for_each(|expr| refuse(expr, "the sums of a column", help));
            }
            _ => {}
        });
    }
}

/// The rules of `stepped` and `memoize`; none if one is broken, which was reported.
pub fn rules(program: &Program<'_>, of: &Fn<'_>, words: &Words, errors: &mut Errors) -> Option<Recursion> {
    let groups = Groups::of_program(program);
    for (span, name) in [(words.stepped, "stepped"), (words.memoize, "memoize")] {
        let Some(span) = span else { continue };
        let mut error = |text: String, help: &str| {
            errors.push(span, text, help);
            None
        };
        if let Some(&val) = of.impls.iter().find(|&&val| program.vals[val].sort.is != Kindred::Function) {
            let text = format!("`{}` has a value for each row, and each is computed once", program.vals[val].name);
            return error(text, &format!("`{name}` is for vals that call themselves: remove it"));
        }
        if let Some(&val) = of.impls.iter().find(|&&val| groups.of(val).is_none()) {
            let text = format!("`{}` does not call itself", program.vals[val].name);
            return error(text, &format!("`{name}` is for vals that call themselves: remove it"));
        }
        if words.driver.0 != Driver::Eval {
            return error(format!("`{name}` is said of one value, and `map` computes many"), "compute one: `eval(x)`");
        }
    }
    if let (Some(span), [_, _, ..]) = (words.stepped, &of.impls[..]) {
        errors.push(span, "one val is computed step by step", "write a function for each");
        return None;
    }
    if let Some(span) = words.memoize {
        for &val in &of.impls {
            for &member in groups.of(val).unwrap_or_default() {
                for (name, ty) in keys(program, groups.of(val).unwrap_or_default(), member) {
                    let Some(why) = unfit(&program.types, ty) else { continue };
                    let text =
                        format!("`{name}` of `{}` is `{}`: {why}", program.vals[member].name, program.types.show(ty));
                    let help =
                        "results are kept by the arguments that change: integers, `bool`, rows, and tuples of them";
                    errors.push(span, text, help);
                    return None;
                }
            }
        }
    }
    Some(Recursion { stepped: words.stepped.is_some(), memoize: words.memoize.is_some() })
}

/// The parameters that results are kept by.
fn keys(program: &Program<'_>, group: &[ValId], val: ValId) -> Vec<(String, Ty)> {
    let constant = passed_on(program, group);
    let params = program.vals[val].params.iter().filter(|id| !constant.contains(id));
    params.map(|&id| (program.locals[id].name.to_string(), program.locals[id].ty)).collect()
}

/// Why results cannot be kept by values of a type.
fn unfit(types: &Types, ty: Ty) -> Option<&'static str> {
    match types.shape(ty) {
        Shape::Float(_) => Some("floats are no keys, as NaN is not equal to itself"),
        Shape::Tuple(of) => of.iter().find_map(|&of| unfit(types, of)),
        Shape::Array(of, _) => unfit(types, *of),
        Shape::Bool | Shape::Int(_) | Shape::Row(..) | Shape::Rust(..) | Shape::Var(_) | Shape::Error => None,
        _ => Some("a whole column would be compared at each call"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{elaborate, parse};
    use quote::quote;
    use typed_arena::Arena;

    /// Asks about the vals of a block.
    fn of<R>(block: proc_macro2::TokenStream, ask: impl FnOnce(&Program<'_>, &mut Errors) -> R) -> R {
        let (trees, typed) = (Arena::new(), Arena::new());
        let (block, mut errors) = parse::parse(block, &trees);
        let program = elaborate::elaborate(&block, Vec::new(), &typed, &mut errors);
        assert!(errors.is_empty(), "{}", errors.into_tokens());
        ask(&program, &mut errors)
    }

    #[test]
    fn vals_that_reach_each_other_are_one_group() {
        // 0 → 1 ⇄ 2, 2 → 3 → 3, 4
        let groups = Groups::of_graph(&[vec![1], vec![2], vec![1, 3], vec![3], vec![]]);
        assert_eq!(groups.of(0), None);
        assert_eq!(groups.of(1), Some(&[1, 2][..]));
        assert_eq!(groups.of(2), Some(&[1, 2][..]));
        assert_eq!(groups.of(3), Some(&[3][..]));
        assert_eq!(groups.of(4), None);
        assert!(groups.together(1, 2) && !groups.together(2, 3) && !groups.together(0, 4));
    }

    #[test]
    fn a_group_of_a_long_cycle_takes_no_recursion() {
        let calls: Vec<Vec<usize>> = (0..2_000).map(|at| vec![(at + 1) % 2_000]).collect();
        assert_eq!(Groups::of_graph(&calls).of(7).map(<[usize]>::len), Some(2_000));
    }

    fn is_loop(block: proc_macro2::TokenStream) -> bool {
        of(block, |program, _| {
            let groups = Groups::of_program(program);
            only_tail_calls(program, groups.of(0).expect("the first val is recursive"))
        })
    }

    #[test]
    fn calls_that_come_last_are_told_from_others() {
        assert!(is_loop(quote!(val f(n: u64) -> u64 { returns if n == 0 { 0 } else { f(n - 1) } })));
        assert!(is_loop(quote!(val f(n: u64) -> u64 { m :- n / 2; returns match m { 0 => 1, _ => f(m) } })));
        assert!(is_loop(quote!(val f(n: u64) -> bool { returns n == 0 || (n > 3 && f(n - 1)) })));
        assert!(!is_loop(quote!(val f(n: u64) -> bool { returns n == 0 || (f(n - 1) && n > 3) })));
        assert!(!is_loop(quote!(val f(n: u64) -> u64 { returns if n == 0 { 0 } else { 1 + f(n - 1) } })));
        assert!(!is_loop(quote!(val f(n: u64) -> u64 { returns if f(n) == 0 { 0 } else { 1 } })));
        assert!(!is_loop(quote!(val f(n: u64) -> u64 { returns f(f(n - 1)) })));
        assert!(!is_loop(quote!(val f(n: u64) -> u64 { m :- f(n - 1); returns m })));
    }

    #[test]
    fn calls_among_several_come_last_if_all_do() {
        let block = quote! {
            val even(n: u64) -> bool { returns n == 0 || odd(n - 1) }
            val odd(n: u64) -> bool { returns n != 0 && even(n - 1) }
        };
        assert!(is_loop(block));
        let block = quote! {
            val even(n: u64) -> bool { returns n == 0 || odd(n - 1) }
            val odd(n: u64) -> bool { returns !even(n) }
        };
        assert!(!is_loop(block));
    }

    #[test]
    fn parameters_that_never_change_are_found() {
        let block = quote! {
            val sum(a: i64, b: i64, by: f64) -> f64 { returns if a > b { 0.0 } else { sum(a + 1, b, by) + by } }
            val swap(a: i64, b: i64) -> i64 { returns if a > b { 0 } else { swap(b, a) } }
        };
        of(block, |program, _| {
            let names = |val: usize| -> Vec<String> {
                passed_on(program, &[val]).iter().map(|&id| program.locals[id].name.to_string()).collect()
            };
            assert_eq!(names(0), ["b", "by"]);
            assert!(names(1).is_empty());
        });
    }

    #[test]
    fn a_call_in_a_guard_is_refused() {
        let block = quote! {
            val f(n: u64) -> u64 { returns match n { 0 => 0, m if f(m - 1) > 2 => 1, _ => 2 } }
        };
        of(block, |program, errors| {
            check(program, errors);
            assert!(!errors.is_empty());
        });
    }
}
