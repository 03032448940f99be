//! Right sides as Rust: which one.

use super::{
    body::{Frame, Path, Writer, named},
    exit::{Exit, Results},
    expression::{self, Typed, expression},
    inline::may_fault,
    ports::{cells, ident, ports, read, words},
    terms::{Term, number_key, number_word},
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Arm, Body, Choice, Step};
use polarnet_syntax::{
    code::{self, Code},
    native::Native,
    net::{Partner, Polarity, Symbol},
    number::Type,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A rule's agents, and what stands at their ports.
#[derive(Clone)]
pub struct Meeting<'a> {
    pub actor: &'a Actor,
    pub value: Term,
    pub ports: Vec<Option<Term>>,
    pub exit: Exit,
    /// It is counted already, if it is applied.
    pub counted: bool,
}

/// What a rule may take before it computes anything.
#[derive(Clone, Copy)]
pub struct Facts<'f> {
    /// The numbers that were matched.
    pub numbers: &'f [Typed],
    /// What stands in the value.
    pub fields: &'f [Option<Term>],
    pub instance: u32,
}

impl<'w, S: Space> Writer<'w, '_, S> {
    /// Of an agent, and all rules that a value may have: what is to be done, and how many rules are counted there that are counted by
    /// who calls. `None`: there is no rule.
    pub fn meet(
        &mut self,
        meeting: &Meeting<'w>,
        path: &Path,
        other: &dyn Fn(&mut Self, &TokenStream, i64) -> TokenStream,
    ) -> Option<(TokenStream, i64)> {
        let arms = &meeting.actor.arms;
        let instance = self.state.instances;
        self.state.instances += 1;
        let partner = match &meeting.value {
            Term::Number(_, ty) | Term::Read(_, ty, _) => Partner::Number(*ty),
            Term::Leaf(symbol) | Term::Node(symbol, _) => Partner::Agent(*symbol),
            Term::Maybe { known, number, ty, word } if super::actor::typed(meeting.actor) == Some(*ty) => {
                let (x, l) = (named("x", 0, instance), named("l", 0, instance));
                let (body, counted) = self.choices(meeting, &arms[0], &[], Some((x.clone(), *ty)), path, instance);
                let (other, read) = (other(self, &l, counted), read(&l, *ty));
                let key = number_key(*ty);
                let met = quote! {
                    let #x = if #known { #number } else {
                        let #l = #word;
                        if #l.key() != const { #key } { #other }
                        #read
                    };
                    #body
                };
                return Some((met, counted));
            }
            Term::Word(_) | Term::Maybe { .. } => {
                let name = named("l", 0, instance);
                let word = &self.word(&mut path.clone(), &meeting.value, &mut TokenStream::new());
                let mut counted = 0;
                let mut tokens = TokenStream::new();
                // Values with ports are many, as a rule: the last of a list is one.
                let has_ports = |arm: &&Arm| match arm.partner {
                    Partner::Agent(partner) => !self.emit.book.agent(partner).ports.is_empty(),
                    _ => true,
                };
                let (many, one): (Vec<_>, Vec<_>) = arms.iter().partition(has_ports);
                for arm in many.into_iter().chain(one) {
                    let (arm, more) = self.dynamic_arm(meeting, arm, &name, path, instance);
                    tokens.extend(arm);
                    counted = more;
                }
                let other = other(self, &name, counted);
                let met = quote! {
                    let #name = #word;
                    match #name.key() { #tokens _ => { #other } }
                };
                return Some((met, counted));
            }
            Term::Hole(_) => unreachable!("a hole is in a node"),
        };
        let arm = arms.iter().find(|arm| arm.partner == partner)?;
        let (fields, number) = match &meeting.value {
            Term::Number(name, ty) | Term::Read(name, ty, _) => (Vec::new(), Some((name.clone(), *ty))),
            Term::Node(_, fields) => (fields.iter().cloned().map(Some).collect(), None),
            _ => (Vec::new(), None),
        };
        Some(self.choices(meeting, arm, &fields, number, path, instance))
    }

    /// What is done if the value is of this kind.
    fn dynamic_arm(
        &mut self,
        meeting: &Meeting<'w>,
        arm: &'w Arm,
        value: &TokenStream,
        path: &Path,
        instance: u32,
    ) -> (TokenStream, i64) {
        let mut path = path.clone();
        match arm.partner {
            Partner::Agent(symbol) => {
                let partner = self.emit.book.agent(symbol);
                let (size, cells) = (words(partner), cells(partner));
                let mut fields = vec![None; partner.ports.len()];
                let mut taken = TokenStream::new();
                for (port, ty) in ports(partner, Polarity::Positive) {
                    let name = named("f", port, instance);
                    taken.extend(quote!(let #name = __w.held(#value, #port);));
                    fields[port as usize] = Some(match ty {
                        None => Term::Word(name),
                        Some(ty) => Term::Read(read(&name, ty), ty, name),
                    });
                }
                for (port, _) in ports(partner, Polarity::Negative) {
                    let place = quote!(Word::var(#value.loc(), #port, #size, #cells));
                    fields[port as usize] = Some(Term::Word(place));
                }
                if !partner.ports.is_empty() && cells == 0 {
                    path.spares.push((quote!(#value.loc()), size));
                }
                let (body, counted) = self.choices(meeting, arm, &fields, None, &path, instance);
                let Symbol(symbol) = symbol;
                let key = quote!(Word::new(Tag::VALUE, #symbol, 0).key());
                (quote!(__key if __key == const { #key } => { #taken #body }), counted)
            }
            Partner::Number(ty) => {
                let (name, read) = (named("x", 0, instance), read(value, ty));
                let number = Some((name.clone(), ty));
                let (body, counted) = self.choices(meeting, arm, &[], number, &path, instance);
                let key = number_key(ty);
                (quote!(__key if __key == const { #key } => { let #name = #read; #body }), counted)
            }
            Partner::Era | Partner::Dup(_) => (TokenStream::new(), 0),
        }
    }

    /// The rules of an arm.
    pub fn choices(
        &mut self,
        meeting: &Meeting<'w>,
        arm: &'w Arm,
        fields: &[Option<Term>],
        number: Option<Typed>,
        path: &Path,
        instance: u32,
    ) -> (TokenStream, i64) {
        let mut known = self.numbers(meeting.actor.symbol, &meeting.ports);
        if let Partner::Agent(partner) = arm.partner
            && !fields.is_empty()
        {
            known.extend(self.numbers(partner, fields));
        }
        known.extend(number);
        let facts = Facts { numbers: &known, fields, instance };
        let mut counted = 0;
        let mut out = TokenStream::new();
        for (at, choice) in arm.choices.iter().enumerate() {
            let condition = choice.guard.as_ref().map(|guard| condition(guard, &known));
            if let (Some(condition), Some(last)) = (&condition, arm.choices.get(at + 1))
                && last.guard.is_none()
            {
                let saved = self.state.clone();
                if let Some((body, counted)) = self.either(meeting, [choice, last], condition, facts, path.clone()) {
                    out.extend(body);
                    return (out, counted);
                }
                self.state = saved;
            }
            let (body, more) = self.choice(meeting, choice, facts, path.clone());
            counted = more;
            out.extend(match condition {
                Some(condition) => quote!(if #condition { #body }),
                None => body,
            });
        }
        if arm.choices.last().is_none_or(|choice| choice.guard.is_some()) {
            let Symbol(symbol) = meeting.actor.symbol;
            let value = match &meeting.value {
                Term::Number(number, ty) => number_word(number, *ty),
                _ => named("l", 0, instance),
            };
            let count = self.results(meeting.actor);
            let ends = quote!(__w.refund(1); __w.has_no_rule(#symbol, #value););
            let ends = Self::out_of_line(&mut path.clone(), &ends);
            let none = meeting.exit.with(&quote!([Word::ERA; #count]));
            out.extend(quote!(#ends #none));
        }
        (out, counted)
    }

    /// What stands at an agent's ports of numbers.
    pub fn numbers(&self, symbol: Symbol, terms: &[Option<Term>]) -> Vec<Typed> {
        let number = |port: u32| terms[port as usize].as_ref().expect("a number is a term");
        let numbers = self.emit.book.agent(symbol).numbers.iter();
        numbers.map(|&(port, ty)| (Self::number(number(port), ty), ty)).collect()
    }

    /// Results of an agent.
    pub fn results(&self, actor: &Actor) -> usize {
        ports(self.emit.book.agent(actor.symbol), Polarity::Negative).len()
    }

    /// One rule.
    pub fn choice(
        &mut self,
        meeting: &Meeting<'w>,
        choice: &'w Choice,
        facts: Facts<'_>,
        mut path: Path,
    ) -> (TokenStream, i64) {
        let mut numbers = facts.numbers.to_vec();
        let in_rust = choice.native.as_ref().map(|native| self.in_rust(meeting, native, &mut path, &mut numbers));
        let facts = Facts { numbers: &numbers, ..facts };
        let name = |kind: &str, at| named(kind, at as u32, facts.instance);
        let (values, computed) = expression::values(&choice.values, &numbers, name);
        let computed = computed.into_iter().zip(&choice.values);
        let computed = computed
            .map(|((name, ty), code)| Self::matched(meeting, facts, code).unwrap_or(Term::Number(name, ty)))
            .collect();
        let mut frame = Self::frame(meeting, facts, computed);
        let (body, counted) = self.right_side(meeting, &mut frame, &mut path, choice);
        (quote!(#in_rust #values #body), counted)
    }

    /// A number that was matched, if it is one: that of a port or of a field has its word there.
    pub fn matched(meeting: &Meeting<'w>, facts: Facts<'_>, code: &Code) -> Option<Term> {
        let [code::Step::Known(at)] = code.0[..] else { return None };
        let (number, ty) = &facts.numbers[at as usize];
        let is_it = |term: &&Term| matches!(term, Term::Read(known, ..) if known.to_string() == number.to_string());
        let word = facts.fields.iter().chain(&meeting.ports).flatten().find(is_it);
        Some(word.cloned().unwrap_or_else(|| Term::Number(number.clone(), *ty)))
    }

    /// A right side at its beginning.
    pub fn frame(meeting: &Meeting<'w>, facts: Facts<'_>, computed: Vec<Term>) -> Frame {
        Frame {
            instance: facts.instance,
            ports: meeting.ports.clone(),
            fields: facts.fields.to_vec(),
            selected: Default::default(),
            computed,
            regs: Default::default(),
            nodes: Default::default(),
            exit: meeting.exit.clone(),
            counted: 1,
        }
    }

    /// What a rule does, and how many it counts for.
    pub fn right_side(
        &mut self,
        meeting: &Meeting<'w>,
        frame: &mut Frame,
        path: &mut Path,
        choice: &'w Choice,
    ) -> (TokenStream, i64) {
        let body = self.body(frame, path, &choice.body);
        let counted = frame.counted;
        // The function has counted one already, of its own rules.
        let more = if frame.instance == 0 { counted - 1 } else { counted };
        let applied = (!meeting.counted && more > 0).then(|| quote!(__left -= #more;));
        (quote!(#applied #body), counted)
    }

    /// What a rule computes in Rust is known after that.
    fn in_rust(
        &mut self,
        meeting: &Meeting<'w>,
        native: &Native,
        path: &mut Path,
        known: &mut Vec<Typed>,
    ) -> TokenStream {
        let (block, count) = (native.block, native.results.len());
        let failed = self.results(meeting.actor);
        let matched = known.iter().map(|(name, ty)| {
            let ty = format_ident!("{ty:?}");
            quote!(matched(Value::#ty(#name)))
        });
        let call = quote!(let __in_rust = __w.compute_in_rust::<#count>(#block, &[#(#matched),*]););
        let call = Self::out_of_line(path, &call);
        let results = (0..).zip(&*native.results).map(|(at, &ty)| {
            let (name, at) = (ident("c", at), at as usize);
            let read = match ty {
                Type::U => quote!(__in_rust[#at].bits()),
                Type::I => quote!((__in_rust[#at].bits() as ::core::primitive::i32)),
                Type::F => quote!(::core::primitive::f32::from_bits(__in_rust[#at].bits())),
            };
            known.push((name.clone(), ty));
            quote!(let #name = #read;)
        });
        let results: Vec<_> = results.collect();
        let ends = meeting.exit.with(&quote!([Word::ERA; #failed]));
        // Nothing is taken yet, so the turn can begin once more.
        quote! {
            if __w.before_rust(__left + 1) {
                __left = __w.left();
                continue 'again;
            }
            #call
            let ::core::option::Option::Some(__in_rust) = __in_rust else {
                __w.refund(1);
                #ends
            };
            #(#results)*
        }
    }

    /// A right side, to its end.
    fn body(&mut self, frame: &mut Frame, path: &mut Path, body: &'w Body) -> TokenStream {
        let mut out = TokenStream::new();
        let last = body.steps.iter().rposition(|step| !matches!(step, Step::Build { .. } | Step::Fill { .. }));
        for (at, step) in body.steps.iter().enumerate() {
            let Step::Call { actor, value, args, results } = step else {
                out.extend(self.step(frame, path, body, step));
                continue;
            };
            if last == Some(at) && !matches!(frame.exit, Exit::Block(_)) {
                let saved = (self.state.clone(), frame.clone(), path.clone());
                if let Some(tokens) = self.last_call(frame, path, body, at) {
                    out.extend(tokens);
                    return out;
                }
                (self.state, *frame, *path) = saved;
            }
            let (value, args) = self.called(frame, body, *actor, *value, args);
            let results = Results::of(results, body, at);
            out.extend(self.call(frame, path, *actor, &value, &args, &results));
        }
        let results: Vec<_> = body.results.iter().map(|&result| self.term(frame, body, result)).collect();
        let exit = frame.exit.clone();
        out.extend(self.end(path, &exit, &results));
        out
    }
}

/// A guard, as a condition. What is wrong with its arithmetic is nobody's fault: it only chooses.
pub fn condition(guard: &Code, known: &[Typed]) -> TokenStream {
    let (value, ty) = expression(guard, known);
    let condition = match ty {
        Type::F => quote!((#value).to_bits() != 0),
        Type::U | Type::I => quote!(#value != 0),
    };
    match may_fault(guard) {
        true => quote!(__w.chooses(|__w| #condition)),
        false => condition,
    }
}
