//! The functions of a negative agent.

use super::{
    Emit,
    body::{Path, State, Writer},
    exit::Exit,
    expression::literal,
    places::{PAIR, Trail},
    ports::{cells, held, ident, ports, read, rust, words},
    rules::Meeting,
    terms::{Term, number_key, number_word},
    unroll,
};
use polarnet_columns::Space;
use polarnet_lower::Actor;
use polarnet_syntax::{
    net::{Partner, Polarity, Symbol},
    number::Type,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The type of numbers, if the agent meets nothing else: its function takes such a number.
pub fn typed(actor: &Actor) -> Option<Type> {
    match &actor.arms[..] {
        [arm] => match arm.partner {
            Partner::Number(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

impl<S: Space> Emit<'_, S> {
    /// Of what it does, of how it waits, and the way there from a node.
    pub fn actor(&self, actor: &Actor) -> TokenStream {
        let (agent, Symbol(symbol)) = (self.book.agent(actor.symbol), actor.symbol);
        let (ins, outs) = (ports(agent, Polarity::Positive), ports(agent, Polarity::Negative));
        let [to, on, other, unknown, wait, enter] =
            ["to", "on", "other", "unknown", "wait", "enter"].map(|name| format_ident!("{name}_{symbol}"));
        let names: Vec<_> = ins.iter().map(|(port, _)| ident("p", *port)).collect();
        let types: Vec<_> = ins.iter().map(|&(_, ty)| rust(ty)).collect();
        let count = outs.len();
        let (arity, words, cells) = (agent.ports.len() as u32, words(agent), cells(agent));

        let slots = (0..words).map(|slot| match ins.iter().find(|&&(port, _)| port == slot) {
            Some((port, None)) => ident("p", *port),
            Some((port, Some(ty))) => number_word(&ident("p", *port), *ty),
            None => quote!(Word::EMPTY),
        });
        let waiting = outs.iter().map(|(port, _)| quote!(Word::var(__node, #port, #words, #cells)));
        // SAFETY, of all that is emitted here: the caller's word is that of `Worker`'s functions for code of `net!`: it
        // follows from a rule of the book, and each word is used once. That is what `polarnet_lower` makes sure of.
        let waiting = quote! {
            #[cold]
            #[inline(never)]
            #[allow(unused_variables)]
            unsafe fn #wait<C: Cell>(__w: &mut Worker<'_, C>, __value: Word #(, #names: #types)*) -> [Word; #count] {
                // SAFETY: as above.
                match unsafe { __w.wait(#symbol, #arity, __value, [#(#slots),*]) } {
                    ::core::option::Option::Some(__node) => [#(#waiting),*],
                    ::core::option::Option::None => [Word::ERA; #count],
                }
            }
        };
        if actor.arms.is_empty() {
            // Its rules are interpreted.
            return quote! {
                #waiting
                #[inline(always)]
                #[allow(dead_code)]
                unsafe fn #on<C: Cell>(__w: &mut Worker<'_, C>, __value: Word #(, #names: #types)*, __left: ::core::primitive::i64) -> ([Word; #count], ::core::primitive::i64) {
                    __w.set_left(__left);
                    // SAFETY: as above.
                    (unsafe { #wait(__w, __value #(, #names)*) }, __w.left())
                }
            };
        }

        let function = self.function(actor);
        let (first, again) = match typed(actor) {
            Some(ty) => {
                let (key, number) = (number_key(ty), read(&quote!(__value), ty));
                let is_one = quote!(__value.key() == const { #key });
                let choose = |other| {
                    quote! {
                        if #is_one {
                            #to(__w, #number #(, #names)*, __left)
                        } else {
                            __w.set_left(__left);
                            (#other(__w, __value #(, #names)*), __w.left())
                        }
                    }
                };
                (choose(&other), choose(&unknown))
            }
            None => (quote!(#to(__w, __value #(, #names)*, __left)), quote!(#to(__w, __value #(, #names)*, __left))),
        };
        let taken = ins.iter().map(|&(port, ty)| held(&quote!(__actor), port, ty));
        let freed = (arity > 0 && cells == 0).then(|| quote!(__w.free(__actor, #words);));
        let results: Vec<_> = outs.iter().map(|(port, _)| ident("r", *port)).collect();
        let places = outs.iter().map(|(port, _)| port);
        quote! {
            #waiting
            #[cold]
            #[inline(never)]
            unsafe fn #unknown<C: Cell>(__w: &mut Worker<'_, C>, __value: Word #(, #names: #types)*) -> [Word; #count] {
                // SAFETY: as above.
                match unsafe { __w.has_no_rule(#symbol, __value) } {
                    true => [Word::ERA; #count],
                    false => unsafe { #wait(__w, __value #(, #names)*) },
                }
            }
            #[cold]
            #[inline(never)]
            #[allow(dead_code)]
            unsafe fn #other<C: Cell>(__w: &mut Worker<'_, C>, __value: Word #(, #names: #types)*) -> [Word; #count] {
                // SAFETY: as above.
                unsafe {
                    let __value = __w.look_again(__value);
                    let __left = __w.left();
                    let (__results, __left) = #again;
                    __w.set_left(__left);
                    __results
                }
            }
            #[inline(always)]
            #[allow(dead_code)]
            unsafe fn #on<C: Cell>(__w: &mut Worker<'_, C>, __value: Word #(, #names: #types)*, __left: ::core::primitive::i64) -> ([Word; #count], ::core::primitive::i64) {
                // SAFETY: as above.
                unsafe { #first }
            }
            #function
            unsafe fn #enter<C: Cell>(__w: &mut Worker<'_, C>, __actor: Word, __value: Word) -> Redex {
                // SAFETY: as above.
                unsafe {
                    #(let #names = #taken;)*
                    #freed
                    let __left = __w.left();
                    let ([#(#results),*], __left) = #on(__w, __value #(, #names)*, __left);
                    __w.set_left(__left);
                    let __last = Redex::NONE;
                    #(let __last = __w.answer(__last, #results, Word::var(__actor.loc(), #places, #words, #cells));)*
                    __last
                }
            }
        }
    }

    /// What an agent does with a value.
    fn function(&self, actor: &Actor) -> TokenStream {
        let (agent, Symbol(symbol)) = (self.book.agent(actor.symbol), actor.symbol);
        let ins = ports(agent, Polarity::Positive);
        let [act, to, unknown, refused, wait] =
            ["act", "to", "unknown", "refused", "wait"].map(|name| format_ident!("{name}_{symbol}"));
        let [names, given]: [Vec<_>; 2] =
            ["p", "a"].map(|kind| ins.iter().map(|(port, _)| ident(kind, *port)).collect());
        let types: Vec<_> = ins.iter().map(|&(_, ty)| rust(ty)).collect();
        let count = ports(agent, Polarity::Negative).len();
        let typed = typed(actor);
        let mut at_ports = vec![None; agent.ports.len()];
        for &(port, ty) in &ins {
            let name = ident("p", port);
            at_ports[port as usize] = Some(ty.map_or(Term::Word(name.clone()), |ty| Term::Number(name, ty)));
        }
        let (value_type, value, word) = match typed {
            Some(ty) => (rust(typed), Term::Number(quote!(__l0), ty), number_word(&quote!(__value), ty)),
            None => (quote!(Word), Term::Word(quote!(__value)), quote!(__value)),
        };
        let writer = |trail, levels| {
            let state = State { names: 100, trail, ..State::default() };
            Writer { emit: self, root: actor, typed, levels, state }
        };
        let other = |_: &mut Writer<'_, '_, S>, value: &TokenStream, _: i64| {
            quote! {
                let __next = __w.look_again(#value);
                __left += 1;
                if __next.key() != #value.key() {
                    (__value, #(#given,)*) = (__next, #(#names,)*);
                    continue 'again;
                }
                __w.set_left(__left);
                let __results = #unknown(__w, #value #(, #names)*);
                __left = __w.left();
                break 'turn __results;
            }
        };
        let meeting = Meeting { actor, value, ports: at_ports, exit: Exit::Function, counted: false };
        let write = |trail, levels| {
            let mut writer = writer(trail, levels);
            let (met, _) = writer.meet(&meeting, &Path::default(), &other).expect("it has rules");
            (met, writer.state)
        };
        let (mut met, mut state) = write(Trail::Unknown, 0);
        // Where nothing is left to be done after that, to wait is another function's work, for which this one need not keep anything.
        let in_register = count == 1;
        let is_light = in_register && !state.holes && state.spare.is_none();
        if let Some(words) = state.spare {
            // Now that it is known that nodes are left behind, ends may use the last of them.
            let in_order = state.mixes && words == PAIR;
            (met, state) = write(if in_order { Trail::InOrder } else { Trail::InPlace(words) }, 0);
        } else if is_light && unroll::levels(actor) > 0 {
            let (unrolled, state) = write(Trail::Unknown, unroll::levels(actor));
            debug_assert!(!state.holes && state.spare.is_none(), "it still has nothing to do at its end");
            met = unrolled;
        }
        let State { holes, spare, in_turns, .. } = state;
        let bound = typed.map(|_| quote!(let __l0 = __value;));
        let begin = holes.then(|| {
            let at = 0..count;
            quote! {
                let __places = __w.places::<#count>();
                let mut __holes: [*const C; #count] = [#(&raw const __places[#at]),*];
            }
        });
        let spared = spare.map(|_| {
            let none = literal(polarnet_syntax::number::Number::from_parts(0, 0), Type::U);
            quote!(let mut __spare = #none;)
        });
        let side = in_turns.then(|| quote!(let mut __side = 0;));
        let free = spare.map(|words| quote!(if __spare != 0 { __w.free_late(__spare, #words); }));
        let close = holes.then(|| quote!(let __results = __w.fill_holes(&__places, __holes, __results);));
        // The budget is handed on in a register, with a single result in another.
        let (gives, takes) = match in_register {
            true => (quote!((Word, ::core::primitive::i64)), Some(quote!(mut __left: ::core::primitive::i64))),
            false => (quote!([Word; #count]), None),
        };
        let begins = (!in_register).then(|| quote!(let mut __left = __w.left();));
        let close = match in_register {
            true => quote!(#close (__results[0], __left)),
            false => quote!(__w.set_left(__left); #close __results),
        };
        let [deep, spent, or_not] = match is_light {
            true => [
                quote!(return #refused(__w, __value #(, #given)*, __left);),
                quote!(return #refused(__w, __value #(, #given)*, __left + 1);),
                quote! {
                    #[cold]
                    #[inline(never)]
                    unsafe fn #refused<C: Cell>(
                        __w: &mut Worker<'_, C>,
                        __value: #value_type
                        #(, #given: #types)*,
                        __left: ::core::primitive::i64
                    ) -> #gives {
                        // SAFETY: as above.
                        unsafe {
                            __w.set_left(__left);
                            if !__w.refuses() {
                                return #act(__w, __value #(, #given)*, __w.left());
                            }
                            let [__results] = #wait(__w, #word #(, #given)*);
                            (__results, __w.left())
                        }
                    }
                },
            ],
            false => {
                let wait = |left| {
                    quote! {
                        __w.set_left(#left);
                        if __w.refuses() {
                            let __results = #wait(__w, #word #(, #given)*);
                            __left = __w.left();
                            break 'turn __results;
                        }
                    }
                };
                let [deep, spent] = [wait(quote!(__left)), wait(quote!(__left + 1))];
                [quote!(#deep __left = __w.left();), quote!(#spent __left = __w.left() - 1;), quote!()]
            }
        };
        let hands_on = match in_register {
            true => quote! {
                let (__results, __left) = #act(__w, __value #(, #names)*, __left);
                ([__results], __left)
            },
            false => quote! {
                __w.set_left(__left);
                let __results = #act(__w, __value #(, #names)*);
                (__results, __w.left())
            },
        };
        quote! {
            #or_not
            #[inline(always)]
            #[allow(dead_code)]
            unsafe fn #to<C: Cell>(
                __w: &mut Worker<'_, C>,
                __value: #value_type
                #(, #names: #types)*,
                __left: ::core::primitive::i64
            ) -> ([Word; #count], ::core::primitive::i64) {
                // SAFETY: as above.
                unsafe { #hands_on }
            }
            #[inline(never)]
            #[allow(unused_mut, unused_variables, unused_assignments, unused_labels, unreachable_code)]
            unsafe fn #act<C: Cell>(
                __w: &mut Worker<'_, C>,
                mut __value: #value_type
                #(, mut #given: #types)*,
                #takes
            ) -> #gives {
                // SAFETY: as above.
                unsafe {
                    #begins
                    #spared
                    #side
                    #begin
                    let __results: [Word; #count] = 'turn: {
                        if __w.is_deep() {
                            #deep
                        }
                        'again: loop {
                        __left -= 1;
                        if __left < 0 {
                            #spent
                        }
                        #bound
                        let (#(#names,)*) = (#(#given,)*);
                        #met
                        }
                    };
                    #free
                    #close
                }
            }
        }
    }
}
