//! What is nested too deep is refused before anything that recurses sees it: rustc's stack is not ours to fill.

use super::Reader;
use crate::schedule::tree::{Act, Expr, Kind, Stmt, StmtKind};
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use syn::{Error, Result};

/// How many brackets may stand in each other.
const BRACKETS: usize = 96;
/// How many types may, and how many tokens the length of an array may have.
const TYPES: usize = 64;
/// How many expressions may, and how many names one block may give.
const EXPRESSIONS: usize = 256;

const HELP: &str = "give parts of it to vals of their own";

/// Are these tokens nested too deep?
pub fn check(tokens: &[TokenTree]) -> Result<()> {
    let mut open = vec![(tokens.iter().cloned().collect::<TokenStream>().into_iter(), Row::default())];
    while let Some((rest, row)) = open.last_mut() {
        let Some(tree) = rest.next() else {
            open.pop();
            continue;
        };
        let attribute = row.last == Some('#');
        if row.see(&tree) > TYPES {
            let text = format!("this is nested deeper than {TYPES} levels\nhelp: give a type a name: `type …`");
            return Err(Error::new(tree.span(), text));
        }
        if let TokenTree::Group(group) = tree {
            if open.len() > BRACKETS {
                let text = format!("brackets are nested deeper than {BRACKETS} levels\nhelp: {HELP}");
                return Err(Error::new(group.span_open(), text));
            }
            let brackets = group.delimiter() == Delimiter::Bracket;
            open.push((group.stream().into_iter(), Row { attribute, brackets, ..Row::default() }));
        }
    }
    Ok(())
}

/// A row of tokens between brackets, and what may be open in it.
#[derive(Default)]
struct Row {
    attribute: bool,
    brackets: bool,
    /// Signs that may stand before each other, as in `&&mut T` and `--x`.
    signs: usize,
    angles: usize,
    arrows: usize,
    /// The tokens of what `syn` reads as an expression: the length of an array, the value of an attribute.
    length: Option<usize>,
    /// The sign before.
    last: Option<char>,
    joint: bool,
}

impl Row {
    fn see(&mut self, tree: &TokenTree) -> usize {
        let before = self.last.take().filter(|_| self.joint);
        self.length = self.length.map(|tokens| tokens + 1);
        match tree {
            TokenTree::Punct(punct) => {
                let sign = punct.as_char();
                (self.last, self.joint) = (Some(sign), punct.spacing() == Spacing::Joint);
                self.sign(before, sign);
            }
            TokenTree::Ident(name) => {
                if before != Some('\'') && name != "mut" && name != "const" {
                    self.signs = 0;
                }
            }
            TokenTree::Group(_) | TokenTree::Literal(_) => self.signs = 0,
        }
        self.signs.max(self.angles + self.arrows).max(self.length.unwrap_or(0))
    }

    fn sign(&mut self, before: Option<char>, sign: char) {
        match sign {
            '&' | '*' | '-' | '!' | '\'' | '|' => self.signs += 1,
            _ => self.signs = 0,
        }
        match (before, sign) {
            // The arrows of an arm and of a write.
            (Some('='), '>') => (self.angles, self.arrows) = (0, 0),
            (Some('<'), '-') => self.angles = self.angles.saturating_sub(1),
            (Some('-'), '>') => self.arrows += 1,
            (_, '<') => self.angles += 1,
            (_, '>') => self.angles = self.angles.saturating_sub(1),
            (_, ',') if self.angles == 0 => self.arrows = 0,
            (_, ';') => {
                (self.angles, self.arrows) = (0, 0);
                self.length = self.brackets.then_some(0);
            }
            (_, '=') if self.attribute => self.length = Some(0),
            _ => {}
        }
    }
}

impl<'a> Reader<'a> {
    pub fn expr(&self, span: Span, kind: Kind<'a>) -> &'a Expr<'a> {
        let mut depth = 0;
        kind.children(&mut |child| depth = depth.max(child.depth + 1));
        if depth > EXPRESSIONS {
            self.errors.borrow_mut().push(span, too_deep(), HELP);
            return self.arena.alloc(Expr { span, kind: Kind::Error, depth: 0 });
        }
        self.arena.alloc(Expr { span, kind, depth })
    }

    /// Reads what stands in another expression.
    pub fn deeper<T>(&self, span: Span, read: impl FnOnce() -> Result<T>) -> Result<T> {
        let depth = self.depth.get();
        if depth > EXPRESSIONS {
            return Err(Error::new(span, format!("{}\nhelp: {HELP}", too_deep())));
        }
        self.depth.set(depth + 1);
        let result = read();
        self.depth.set(depth);
        result
    }
}

fn too_deep() -> String {
    format!("expressions are nested deeper than {EXPRESSIONS} levels")
}

impl<'a> Kind<'a> {
    pub fn children(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        match self {
            Kind::Literal(_) | Kind::Name(_) | Kind::Path(_) | Kind::Error => {}
            Kind::Unary(_, a) | Kind::Cast(a, _) | Kind::Field(a, _) => f(a),
            Kind::Binary(_, a, b)
            | Kind::Index(a, b)
            | Kind::Let(_, a, b)
            | Kind::Column(a, _, b)
            | Kind::Range(a, b, _)
            | Kind::Write(_, a, b) => [a, b].into_iter().for_each(|it| f(it)),
            Kind::Each(a, _, b, c) => [Some(*a), Some(*b), *c].into_iter().flatten().for_each(&mut *f),
            Kind::If(a, b, c) => [a, b, c].into_iter().for_each(|it| f(it)),
            Kind::Match(value, arms) => {
                f(value);
                for arm in arms {
                    arm.guard.into_iter().for_each(&mut *f);
                    f(arm.body);
                }
            }
            Kind::Call(_, list) | Kind::Tuple(list) | Kind::Array(list) | Kind::Writes(list) => {
                list.iter().for_each(|it| f(it));
            }
            Kind::Record(_, fields) => fields.iter().for_each(|(_, it)| f(it)),
            Kind::Act(act) => act.children(f),
        }
    }
}

impl<'a> Act<'a> {
    fn children(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        match self {
            Act::Borrow(a) | Act::Load(a) | Act::Submit(a) | Act::Await(a) | Act::Tagged(a, _) | Act::Typed(a, _) => {
                f(a)
            }
            Act::Grid(list, call) => list.iter().chain([call]).for_each(|it| f(it)),
            Act::Hole => {}
            Act::Block(list, value) => {
                list.iter().for_each(|stmt| stmt.children(f));
                value.iter().for_each(|it| f(it));
            }
        }
    }
}

impl<'a> Stmt<'a> {
    pub fn children(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        match &self.kind {
            StmtKind::Let(_, a)
            | StmtKind::Var(_, Some(a))
            | StmtKind::Copy { value: a, .. }
            | StmtKind::Call { call: a, .. }
            | StmtKind::Do(a) => f(a),
            StmtKind::Assign(a, b) => [a, b].into_iter().for_each(|it| f(it)),
            StmtKind::Var(_, None) | StmtKind::Say(..) => {}
        }
    }
}
