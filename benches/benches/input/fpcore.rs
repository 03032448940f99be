//! FPCore files as nodes.
//!
//! Operators of more operands than two are folded to the left; `let` and `let*` are substituted, so that a bound expression
//! is shared as it is written; of other forms, each part is an operand. Properties are left out.

use super::Math;
use std::{collections::HashMap, fs, path::Path};
use symbolic_expressions::{Sexp, parser};

/// The bodies of all cores below `../shared/fpcore`; none, and a message, where there is no such folder.
pub fn cores() -> Vec<Vec<Math<u32>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fpcore");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    if files.is_empty() {
        eprintln!("no FPCore files in ../shared/fpcore: that input is empty");
    }
    files.sort();
    let mut cores = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file that was listed");
        let lines: Vec<_> = text.lines().map(|line| line.split(';').next().unwrap_or_default()).collect();
        let all = parser::parse_str(&format!("({})", lines.join("\n"))).expect("FPCore files are s-expressions");
        for core in all.list().expect("put in parentheses") {
            let body = core.list().ok().and_then(|parts| parts.last()).expect("a core has a body");
            let mut to = Core::default();
            to.expr(body);
            cores.push(to.nodes);
        }
    }
    cores
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "fpcore") {
            files.push(path);
        }
    }
}

#[derive(Default)]
struct Core {
    nodes: Vec<Math<u32>>,
    names: HashMap<String, u32>,
    bound: Vec<(String, u32)>,
}

impl Core {
    fn name(&mut self, name: &str) -> u32 {
        let next = self.names.len() as u32;
        *self.names.entry(name.to_owned()).or_insert(next)
    }

    fn push(&mut self, node: Math<u32>) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn expr(&mut self, expr: &Sexp) -> u32 {
        let list = match expr {
            Sexp::String(text) => return self.atom(text),
            Sexp::List(list) => list,
            Sexp::Empty => return self.atom("()"),
        };
        match list.as_slice() {
            [Sexp::String(form), Sexp::List(bindings), body] if form == "let" || form == "let*" => {
                let (outer, mut new) = (self.bound.len(), Vec::new());
                for binding in bindings {
                    if let Sexp::List(pair) = binding
                        && let [Sexp::String(name), value] = pair.as_slice()
                    {
                        let to = if form == "let" { &mut new } else { &mut Vec::new() };
                        to.push((name.clone(), self.expr(value)));
                        if form == "let*" {
                            self.bound.append(to);
                        }
                    }
                }
                self.bound.append(&mut new);
                let row = self.expr(body);
                self.bound.truncate(outer);
                row
            }
            [Sexp::String(mark), .., body] if mark == "!" => self.expr(body),
            [Sexp::String(operator), operands @ ..] => {
                let rows: Vec<_> = operands.iter().map(|operand| self.expr(operand)).collect();
                self.call(operator, &rows)
            }
            parts => {
                let rows: Vec<_> = parts.iter().map(|part| self.expr(part)).collect();
                self.call("list", &rows)
            }
        }
    }

    fn atom(&mut self, text: &str) -> u32 {
        if let Some(&(_, row)) = self.bound.iter().rev().find(|(name, _)| name == text) {
            return row;
        }
        let node = match text.parse::<f64>() {
            Ok(number) => Math::Num(number.to_bits()),
            Err(_) => Math::Var(self.name(text)),
        };
        self.push(node)
    }

    fn call(&mut self, operator: &str, rows: &[u32]) -> u32 {
        match (operator, rows) {
            ("-", &[x]) => self.push(Math::Neg(x)),
            ("sqrt", &[x]) => self.push(Math::Sqrt(x)),
            ("if", &[test, then, other]) => self.push(Math::If(test, then, other)),
            (_, []) => self.atom(operator),
            (_, &[x]) => {
                let function = self.name(operator);
                self.push(Math::Call(function, x))
            }
            (_, &[first, ref rest @ ..]) => rest.iter().fold(first, |x, &y| {
                let node = match operator {
                    "+" => Math::Add(x, y),
                    "-" => Math::Sub(x, y),
                    "*" => Math::Mul(x, y),
                    "/" => Math::Div(x, y),
                    "<" => Math::Less(x, y),
                    "fmin" => Math::Min(x, y),
                    "fmax" => Math::Max(x, y),
                    _ => Math::Call2(self.name(operator), x, y),
                };
                self.push(node)
            }),
        }
    }
}
