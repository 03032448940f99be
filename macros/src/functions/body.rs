//! Right sides as Rust: their steps, but for calls.

use super::{
    Emit,
    exit::Exit,
    expression::literal,
    inline::Room,
    places::Trail,
    ports::{read, words},
    terms::{Term, label, number_word, tag},
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Body, Core, Node, Operand, Reg, Step};
use polarnet_syntax::{net::Symbol, number::Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::HashMap;

/// Writes the function of an agent.
pub struct Writer<'w, 'e, S: Space> {
    pub emit: &'w Emit<'e, S>,
    /// The agent.
    pub root: &'w Actor,
    /// The only type of numbers, and nothing else, that it meets.
    pub typed: Option<Type>,
    /// How often its rules stand in each other.
    pub levels: usize,
    pub state: State,
}

/// What has been written.
#[derive(Clone, Default)]
pub struct State {
    /// Right sides so far: their names have the number.
    pub instances: u32,
    pub names: u32,
    pub room: Room,
    /// Ways back to the start.
    pub turns: u32,
    /// Some of them leave holes for what is still to come.
    pub holes: bool,
    /// They build two lists, in turns.
    pub in_turns: bool,
    /// The size of the node that each of them leaves for the next.
    pub spare: Option<u32>,
    /// They make several lists, or do not always go on with the list that they have begun. As `Actor::mixes` has it, but what is written
    /// out is seen, too: loops by way of others.
    pub mixes: bool,
    /// What is known of that beforehand.
    pub trail: Trail,
}

/// One right side, in the place where it stands.
#[derive(Clone)]
pub struct Frame {
    pub instance: u32,
    pub ports: Vec<Option<Term>>,
    pub fields: Vec<Option<Term>>,
    /// What was selected in the place of some of them, where two rules are one.
    pub selected: HashMap<Operand, Term>,
    pub computed: Vec<Term>,
    pub regs: HashMap<Reg, Term>,
    pub nodes: HashMap<u32, Built>,
    pub exit: Exit,
    /// The rules of others that are counted with this one.
    pub counted: i64,
}

impl Frame {
    /// Did this word stand in the value that was taken apart?
    pub fn has_field(&self, word: &TokenStream) -> bool {
        let word = word.to_string();
        self.fields.iter().flatten().any(|field| matches!(field, Term::Word(field) if field.to_string() == word))
    }
}

/// A node of a right side.
#[derive(Clone)]
pub enum Built {
    /// It is built where it is needed.
    Late(Symbol, Vec<Option<Term>>),
    Now(TokenStream),
}

/// What is so on the way to here.
#[derive(Clone, Default)]
pub struct Path {
    /// Nodes that have been consumed, and their sizes.
    pub spares: Vec<(TokenStream, u32)>,
    /// What frees some more of two words, that others were built for in the order of memory.
    pub in_order: Vec<TokenStream>,
    /// Memory may have run out since the function began.
    pub late: bool,
}

pub fn named(kind: &str, at: u32, instance: u32) -> TokenStream {
    let name = if instance == 0 { format_ident!("__{kind}{at}") } else { format_ident!("__{kind}{at}_{instance}") };
    quote!(#name)
}

impl<S: Space> Writer<'_, '_, S> {
    /// A name that nothing else has.
    pub fn fresh(&mut self) -> TokenStream {
        self.state.names += 1;
        named("n", self.state.names - 1, 0)
    }

    /// Others may change the budget, or look at it.
    pub fn out_of_line(path: &mut Path, tokens: &TokenStream) -> TokenStream {
        path.late = true;
        quote! {
            __w.set_left(__left);
            #tokens
            __left = __w.left();
        }
    }

    /// What an operand stands for.
    pub fn term(&self, frame: &Frame, body: &Body, operand: Operand) -> Term {
        if let Some(term) = frame.selected.get(&operand) {
            return term.clone();
        }
        let missing = "each operand is there before it is used";
        match operand {
            Operand::Port(port) => frame.ports[port as usize].clone().expect(missing),
            Operand::Field(port) => frame.fields[port as usize].clone().expect(missing),
            Operand::Computed(at) => frame.computed[at as usize].clone(),
            Operand::Reg(reg) => frame.regs[&reg].clone(),
            Operand::Era => Term::Word(quote!(Word::ERA)),
            Operand::Num(number) => match number.ty() {
                Some(ty) => Term::Number(literal(number, ty), ty),
                None => {
                    let (kind, bits) = (number.kind(), number.bits());
                    Term::Word(quote!(const { Word::number(Number::from_parts(#kind, #bits)) }))
                }
            },
            Operand::Ref(def) => Term::Word(quote!(const { Word::new(Tag::REF, 0, #def) })),
            Operand::Leaf(symbol) => Term::Leaf(symbol),
            Operand::Node(node) => match &frame.nodes[&node] {
                Built::Late(symbol, fields) => {
                    Term::Node(*symbol, fields.iter().map(|term| term.clone().expect(missing)).collect())
                }
                Built::Now(name) => Term::Word(match body.nodes[node as usize] {
                    Node::User(Symbol(symbol)) => quote!(Word::new(Tag::VALUE, #symbol, #name)),
                    Node::Core(core, cells) => {
                        let (tag, label) = (tag(core, 0, cells), label(core));
                        quote!(Word::new(#tag, #label, #name))
                    }
                }),
            },
            Operand::Var(node, slot) => {
                let Built::Now(name) = &frame.nodes[&node] else { panic!("it has cells") };
                let (words, cells) = self.emit.size(&body.nodes[node as usize]);
                Term::Word(quote!(Word::var(#name, #slot, #words, #cells)))
            }
        }
    }

    /// A term as a word; what has to be done for it goes to `out`.
    pub fn word(&mut self, path: &mut Path, term: &Term, out: &mut TokenStream) -> TokenStream {
        self.word_around(path, term, out, &mut Vec::new())
    }

    /// The same, of a term that may have holes, where those are.
    pub fn word_around(
        &mut self,
        path: &mut Path,
        term: &Term,
        out: &mut TokenStream,
        holes: &mut Vec<(usize, TokenStream)>,
    ) -> TokenStream {
        match term {
            Term::Word(word) | Term::Read(_, _, word) => word.clone(),
            Term::Number(number, ty) => number_word(number, *ty),
            Term::Maybe { known, number, ty, word } => {
                let number = number_word(number, *ty);
                quote!(if #known { #number } else { #word })
            }
            Term::Leaf(Symbol(symbol)) => quote!(const { Word::new(Tag::VALUE, #symbol, 0) }),
            Term::Hole(_) => unreachable!("a hole is in a node"),
            Term::Node(Symbol(symbol), fields) => {
                let words = words(self.emit.book.agent(Symbol(*symbol)));
                let holds: Vec<_> = fields
                    .iter()
                    .map(|field| match field {
                        Term::Hole(at) => Err(*at),
                        field => Ok(self.word_around(path, field, out, holes)),
                    })
                    .collect();
                let name = self.fresh();
                let place = match holds.iter().any(Result::is_err) {
                    true => self.lagging_place(path, words),
                    false => self.place(path, words),
                };
                out.extend(quote!(let #name = #place;));
                for (slot, held) in (0_u32..).zip(holds) {
                    match held {
                        Ok(word) => out.extend(quote!(__w.put(#name, #slot, #word);)),
                        Err(at) => holes.push((at, quote!(__w.hole(#name, #slot)))),
                    }
                }
                let unused = fields.len() as u32..words;
                out.extend(unused.map(|slot| quote!(__w.put(#name, #slot, Word::EMPTY);)));
                quote!(Word::new(Tag::VALUE, #symbol, #name))
            }
        }
    }

    /// A Rust number, of a term that is one.
    pub fn number(term: &Term, ty: Type) -> TokenStream {
        match term {
            Term::Number(number, _) | Term::Read(number, ..) => number.clone(),
            Term::Word(word) => read(word, ty),
            _ => unreachable!("the front end has checked what stands at a port of numbers"),
        }
    }

    /// A step that is no call.
    pub fn step(&mut self, frame: &mut Frame, path: &mut Path, body: &Body, step: &Step) -> TokenStream {
        let mut out = TokenStream::new();
        let reg = |reg: u32| named("r", reg, frame.instance);
        let tokens = match step {
            Step::Call { .. } => unreachable!("calls are written elsewhere"),
            Step::Build { node, .. } => {
                let kind = &body.nodes[*node as usize];
                let built = match self.emit.is_built_late(kind) {
                    Some(symbol) => {
                        let arity = self.emit.book.agent(symbol).ports.len();
                        Built::Late(symbol, vec![None; arity])
                    }
                    None => {
                        let (words, _) = self.emit.size(kind);
                        let (name, place) = (self.fresh(), self.place(path, words));
                        let empty = self.emit.cells_of(kind).into_iter();
                        let empty = empty.map(|slot| quote!(__w.put(#name, #slot, Word::EMPTY);));
                        out.extend(quote!(let #name = #place; #(#empty)*));
                        Built::Now(name)
                    }
                };
                frame.nodes.insert(*node, built);
                return out;
            }
            Step::Fill { node, slot, term } => {
                let term = self.term(frame, body, *term);
                match frame.nodes.get_mut(node).expect("it was built") {
                    Built::Late(_, fields) => fields[*slot as usize] = Some(term),
                    Built::Now(name) => {
                        let name = name.clone();
                        let word = self.word(path, &term, &mut out);
                        out.extend(quote!(__w.put(#name, #slot, #word);));
                    }
                }
                return out;
            }
            Step::Core { core, value, slots } => {
                let value = self.term(frame, body, *value);
                let value = self.word(path, &value, &mut out);
                let names = slots.map(|slot| slot.map_or_else(reg, |_| quote!(_)));
                for slot in slots.iter().filter_map(|slot| slot.err()) {
                    frame.regs.insert(slot, Term::Word(named("r", slot, frame.instance)));
                }
                let terms = slots.map(|slot| match slot {
                    Ok(term) => {
                        let term = self.term(frame, body, term);
                        self.word(path, &term, &mut out)
                    }
                    Err(_) => quote!(Word::EMPTY),
                });
                core_step(*core, &value, slots, &names, &terms)
            }
            Step::Erase(term) => {
                let term = self.term(frame, body, *term);
                let term = self.word(path, &term, &mut out);
                quote!(__w.drop_value(#term);)
            }
            Step::Wire(at) => {
                let name = reg(*at);
                frame.regs.insert(*at, Term::Word(name.clone()));
                quote!(let #name = __w.wire();)
            }
            Step::Give(term, at) => {
                let (term, name) = (self.term(frame, body, *term), reg(*at));
                let term = self.word(path, &term, &mut out);
                quote!(__w.give_to(#term, #name);)
            }
            Step::GiveField(term, port) => {
                let (term, field) = (self.term(frame, body, *term), frame.fields[*port as usize].clone());
                let (term, field) =
                    (self.word(path, &term, &mut out), self.word(path, &field.expect("it is a wire"), &mut out));
                quote!(__w.give_to(#term, #field);)
            }
            Step::Apply { .. } | Step::Operate(_) | Step::Switch(_) | Step::Case(_) | Step::Select(_) => {
                unreachable!("rules have no such steps")
            }
        };
        out.extend(Self::free(path));
        out.extend(Self::out_of_line(path, &tokens));
        out
    }
}

fn core_step(
    core: Core,
    value: &TokenStream,
    slots: &[Result<Operand, u32>; 2],
    [name0, name1]: &[TokenStream; 2],
    [term0, term1]: &[TokenStream; 2],
) -> TokenStream {
    let label = label(core);
    match (core, slots) {
        (Core::Dup(_), [Err(_), Err(_)]) => quote!(let [#name0, #name1] = __w.copy_value(#label, #value);),
        (Core::Opr(_), [Ok(_), Err(_)]) => quote!(let #name1 = __w.operate_on(#label, #value, #term0);),
        _ => {
            let cells = (0..2).map(|slot| u32::from(slots[slot].is_err()) << slot).sum();
            let tag = tag(core, 1, cells);
            quote!(let [#name0, #name1] = __w.core(#tag, #label, #value, [#term0, #term1]);)
        }
    }
}
