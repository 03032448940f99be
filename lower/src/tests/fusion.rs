//! Which functions become one.

use super::book;
use crate::{Block, Function, Step, guessed};

/// Trees of pairs, and lists in a λ-encoding.
const DATA: &str = "
    @tree = (?(((x x) @tree_n) t) t)
    @tree_n = ({m n} ({$([*2] $([+1] y)) $([*2] x)} (a b))) & @tree ~ (m (y a)) & @tree ~ (n (x b))
    @count = (?(((* 1) @count_n) t) t)
    @count_n = ({m n} ((a b) r)) & @count ~ (m (a $([+] $(s r)))) & @count ~ (n (b s))
    @flip = (?(((x x) @flip_n) t) t)
    @flip_n = ({m n} ((a b) (d c))) & @flip ~ (m (a c)) & @flip ~ (n (b d))
    @nil = (x (* x))
    @cons = (h (t (* ((h (t r)) r))))
    @range = (?((@nil @range_n) r) r)
    @range_n = ({n m} r) & @range ~ (m t) & @cons ~ (n (t r))
    @add = ((0 (@add_c r)) r)
    @add_c = ($([+] $(s r)) (t r)) & @add ~ (t s)
    @more = ((@nil (@more_c r)) r)
    @more_c = ($([+1] h) (t r)) & @more ~ (t u) & @cons ~ (h (u r))";

/// The functions that are several as one, with the ones they are.
fn fused(text: &str, args: u32) -> Vec<Function> {
    book(&format!("{DATA}\n{text}")).with(|book| {
        let def = book.defs().find(|&def| book.names()[def] == "of").expect("it is there").raw();
        let found = guessed(book, &[(def, args)]).unwrap_or_else(|| panic!("signs clash: {text}"));
        let functions = found.into_iter().flat_map(|definition| definition.functions.into_values());
        functions.filter(|function| function.apart.is_some()).collect()
    })
}

/// Does a function call itself, and neither build nor take apart anything?
fn is_a_turn(function: &Function) -> bool {
    fn moves(block: &Block) -> bool {
        block.steps.iter().all(|step| match step {
            Step::Build { .. } | Step::Core { .. } | Step::Case(_) => false,
            step => step.blocks().into_iter().all(moves),
        })
    }
    let mut calls_itself = false;
    function.body.each_call(&mut |def, args| calls_itself |= (def, args) == (function.def, function.args));
    calls_itself && moves(&function.body)
}

#[test]
fn what_is_made_to_be_taken_apart_is_not_built() {
    for (text, calls) in [
        ("@of = ({m n} r) & @tree ~ (m (0 t)) & @count ~ (n (t r))", 2),
        ("@of = ({m {n l}} r) & @tree ~ (m (0 t)) & @flip ~ (n (t u)) & @count ~ (l (u r))", 3),
        ("@of = (n r) & @range ~ (n l) & @add ~ (l r)", 2),
        ("@of = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)", 3),
        ("@of = (n r) & @range ~ (n l) & @more ~ (l m) & @more ~ (m k) & @add ~ (k r)", 4),
    ] {
        let found = fused(text, 1);
        let is_it = |function: &&Function| function.apart.as_ref().is_some_and(|apart| apart.steps.len() == calls);
        let all = || found.iter().map(Function::to_string).collect::<String>();
        assert!(found.iter().filter(is_it).any(is_a_turn), "{text}: {}", all());
        assert!(found.len() <= 2 * calls, "{text}: {}", all());
    }
}

#[test]
fn what_saves_no_tree_is_called_as_before() {
    for text in [
        // What the one gives goes elsewhere, or to both.
        "@of = (n r) & @range ~ (n r)",
        "@of = ({m n} (t r)) & @tree ~ (m (0 {t u})) & @count ~ (n (u r))",
        // Nothing is made: a number goes through.
        "@of = ({m n} r) & @double ~ (m k) & @down ~ (n (k r)) @double = (?((0 @double_n) r) r) @double_n = (n r) & @double ~ (n $([+2] r))
        @down = (?(((x x) @down_n) r) r) @down_n = (n (x r)) & @down ~ (n (x r))",
        // It is made once.
        "@of = (n r) & @both ~ (n p) & @first ~ (p r) @both = ({m n} (a b)) & @double ~ (m a) & @double ~ (n b)
        @first = (($([+] $(b r)) b) r) @double = ($([*2] r) r)",
    ] {
        assert_eq!(fused(text, 1), [], "{text}");
    }
}

/// What an argument has to be is looked at before, of whichever function it is.
#[test]
fn tests_are_those_of_both() {
    let found = fused("@of = (m (n r)) & @tree ~ (m (0 t)) & @count ~ (n (t r))", 2);
    let turn = found.iter().find(|function| is_a_turn(function)).expect("it is one");
    let text = turn.to_string();
    assert!(text.starts_with("number p0\nnumber p1\nnumber p2\n"), "{text}");
    let found = fused("@of = (n (t r)) & n ~ {m k} & @flip ~ (m (t u)) & @count ~ (k (u r))", 2);
    assert!(found.iter().any(|function| function.to_string().contains("\npair p")), "{found:?}");
}

/// Each pipeline of many is fused, as long as there are not too many.
#[test]
fn wide_books() {
    for count in [3, 30, 90] {
        let pipelines: String = (0..count)
            .map(|at| {
                format!(
                    "@map{at} = ((@nil (@map{at}_c r)) r)
                    @map{at}_c = ($([+{at}] h) (t r)) & @map{at} ~ (t u) & @cons ~ (h (u r))
                    @of{at} = (n r) & @range ~ (n l) & @map{at} ~ (l m) & @add ~ (m r)\n"
                )
            })
            .collect();
        let calls: String = (0..count).map(|at| format!(" & @of{at} ~ ({at} r{at})")).collect();
        let results = (0..count).rev().fold("*".to_owned(), |rest, at| format!("(r{at} {rest})"));
        let found = fused(&format!("{pipelines}@of = (n {results}) & n ~ *{calls}"), 1);
        let turns = found.iter().filter(|function| is_a_turn(function)).count();
        assert!(turns >= count, "{turns} of {count}");
    }
}
