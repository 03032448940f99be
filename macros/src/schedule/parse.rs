//! Tokens to a tree. Each item is read by itself: one that cannot be read is reported, and costs no other.

mod binding;
mod body;
mod depth;
mod expression;
mod function;
mod item;
mod operator;
mod output;
mod pattern;
mod respelled;
mod spec;
mod tag;
mod val;

use super::{
    errors::Errors,
    tree::{Block, Expr, Kind},
};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use std::{
    cell::{Cell, RefCell},
    collections::{HashSet, VecDeque},
};
use syn::{
    Error, Result, braced,
    parse::{ParseStream, Parser},
};
use typed_arena::Arena;

/// Where expressions live, and what was wrong so far.
pub struct Reader<'a> {
    pub arena: &'a Arena<Expr<'a>>,
    pub errors: RefCell<Errors>,
    /// How deep the expression is that is read.
    pub depth: Cell<usize>,
    /// Is it in a body that is written by hand?
    pub hand: Cell<bool>,
    /// The functions and classes of the block, which a body may call.
    pub functions: HashSet<String>,
    /// The parameters of the val that is read.
    pub parameters: RefCell<HashSet<String>>,
}

impl<'a> Reader<'a> {
    /// What stands between braces, or an error that was reported.
    pub fn recover(&self, span: Span, body: Result<&'a Expr<'a>>, help: &str) -> &'a Expr<'a> {
        body.unwrap_or_else(|error| {
            self.errors.borrow_mut().syntax(&error, help);
            self.expr(span, Kind::Error)
        })
    }
}

/// Reads a block.
pub fn parse<'a>(input: TokenStream, arena: &'a Arena<Expr<'a>>) -> (Block<'a>, Errors) {
    let items = items(input);
    let functions = items.iter().filter_map(|tokens| item::function_name(tokens)).collect();
    let (depth, hand) = (Cell::new(0), Cell::new(false));
    let (errors, parameters) = (RefCell::default(), RefCell::default());
    let reader = Reader { arena, errors, depth, hand, functions, parameters };
    let mut block = Block::default();
    let mut items = VecDeque::from(items);
    while let Some(tokens) = items.pop_front() {
        if let Err(error) = depth::check(&tokens) {
            reader.errors.borrow_mut().syntax(&error, "");
            block.too_deep = true;
            continue;
        }
        let help = item::form(&tokens);
        let known = reader.errors.borrow().len();
        let mut rest: Vec<TokenTree> = Vec::new();
        let read = |input: ParseStream<'_>| {
            let body;
            braced!(body in input);
            let read = reader.item(&body, &mut block);
            read.and_then(|()| match body.cursor().token_tree() {
                None => Ok(()),
                // It is read by itself.
                Some((next, _)) if item::begins(&next) => {
                    rest = body.parse::<TokenStream>()?.into_iter().collect();
                    Err(Error::new(next.span(), "an item without braces ends with `;`\nhelp: write `;` before this"))
                }
                Some(_) => Err(body.error("the item ends before this")),
            })
            // What is left is no second error.
            .inspect_err(|_| drop(body.parse::<TokenStream>()))
        };
        if let Err(error) = read.parse2(enclosed(&tokens)) {
            // What follows a mistake in brackets is left there.
            if reader.errors.borrow().len() > known && error.to_string().starts_with("unexpected token") {
                continue;
            }
            reader.errors.borrow_mut().syntax(&error, help);
            match rest.is_empty() {
                true => block.lose(&tokens),
                false => items.push_front(rest),
            }
        }
    }
    function::may_fail(&mut block);
    (block, reader.errors.into_inner())
}

/// In braces which end where the tokens do: what is missing at the end is reported there.
fn enclosed(tokens: &[TokenTree]) -> TokenStream {
    let mut group = Group::new(Delimiter::Brace, tokens.iter().cloned().collect());
    if let Some(last) = tokens.last() {
        group.set_span(match last {
            TokenTree::Group(last) => last.span_close(),
            _ => last.span(),
        });
    }
    TokenTree::Group(group).into()
}

/// The tokens of each item: one ends with `;`, or with braces that another item follows.
fn items(input: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut items = Vec::new();
    let mut open: Vec<TokenTree> = Vec::new();
    let mut trees = input.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let ends = match &tree {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && trees.peek().is_none_or(item::begins),
            _ => false,
        };
        open.push(tree);
        if ends {
            items.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        items.push(open);
    }
    items
}
