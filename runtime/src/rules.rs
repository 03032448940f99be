//! The rules. Each reads the ports of both agents, builds fresh nodes, and then links: in this order, because the
//! first meeting publishes the fresh nodes and gives up the old ones. The last link's redex is returned, to be
//! reduced next.
//!
//! Diagrams: `A ~ B  =>  links`, fresh wires are numbered. Sources: HVM2's kernel (seed 1), the polarized layout
//! (seed 0), Lafont's interaction combinators.

use crate::{
    cell::Cell,
    stats::Rule,
    word::{Kind, LATE, Redex, Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// Reduces one redex. In polarized nets its first term is the positive one.
    #[inline(always)]
    pub(crate) fn interact(&mut self, Redex(pos, neg): Redex) -> Redex {
        match (neg.tag(), pos.tag()) {
            (Tag::APP, Tag::LAM) => self.app_lam(neg, pos),
            (Tag::APP, Tag::REF) if self.program.is_direct() => self.interact_direct(pos, neg),
            (Tag::APP, Tag::REF) => self.call_applied(neg, pos),
            (Tag::SPLIT, Tag::PAIR) => self.split_pair(neg, pos),
            (Tag::DUP, Tag::NUM) => self.leaf(neg, pos),
            (Tag::DUP, Tag::LAM) => self.dup_lam(neg, pos),
            (Tag::DUP, Tag::PAIR) => self.dup_pair(neg, pos),
            (Tag::DUP, Tag::SUP) => self.dup_sup(neg, pos),
            (Tag::OPR, Tag::NUM) => self.opr_num(neg, pos),
            (Tag::OPR, Tag::SUP) => self.opr_sup(neg, pos),
            (Tag::SWI, Tag::NUM) => self.swi_num(neg, pos),
            (Tag::ERA, Tag::NUM | Tag::REF | Tag::ERA) => self.void(),
            (Tag::ERA, Tag::LAM) => self.era_lam(neg, pos),
            (Tag::ACTOR, Tag::VALUE) => self.act(neg, pos),
            (Tag::ACTOR, Tag::NUM) => self.act_num(neg, pos),
            _ => self.interact_any(pos, neg),
        }
    }

    /// Reduces a redex of any signature, in any order.
    #[inline(never)]
    fn interact_any(&mut self, a: Word, b: Word) -> Redex {
        if a.tag().is_direct() || b.tag().is_direct() {
            // Signs fit where there is direct style, but who erases a port does not look which sign it has.
            return match (a.tag(), b.tag()) {
                (Tag::NARROW, Tag::NUM) => self.narrow_num(a, b),
                (Tag::NUM, Tag::NARROW) => self.narrow_num(b, a),
                (Tag::NARROW, _) => {
                    let a = self.widen(a);
                    self.interact_any(a, b)
                }
                (_, Tag::NARROW) => {
                    let b = self.widen(b);
                    self.interact_any(a, b)
                }
                (Tag::CALL, _) | (_, Tag::CLOSURE) => self.interact_direct(b, a),
                _ => self.interact_direct(a, b),
            };
        }
        if a.tag().is_agent() || b.tag().is_agent() {
            return self.interact_agent(a, b);
        }
        match (a.tag().is_node(), b.tag().is_node()) {
            (false, false) => self.void(),
            (false, true) => self.node_leaf(b, a),
            (true, false) => self.node_leaf(a, b),
            // A polarized pair the other way round.
            (true, true) if a.tag().negative() > b.tag().negative() => self.interact(Redex(b, a)),
            (true, true)
                if a.tag().kind() == b.tag().kind() && (a.tag().kind() != Kind::Dup || a.label() == b.label()) =>
            {
                self.annihilate(a, b)
            }
            (true, true) => self.commute(a, b),
        }
    }

    fn node_leaf(&mut self, node: Word, leaf: Word) -> Redex {
        match (node.tag().kind(), leaf.tag()) {
            (_, Tag::REF) => self.call(node, leaf),
            (Kind::Opr, Tag::NUM) => self.opr_num_of_any_signature(node, leaf),
            (Kind::Swi, Tag::NUM) => self.swi_num_of_any_signature(node, leaf),
            _ => self.leaf(node, leaf),
        }
    }

    /// `* ~ *`, `* ~ 7`, `@f ~ *`, …  =>  nothing
    fn void(&mut self) -> Redex {
        self.counts.add(Rule::Void);
        Redex::NONE
    }

    /// `* ~ t`: at once where nothing is left of it, else later.
    #[inline(always)]
    pub(crate) fn erase(&mut self, term: Word) {
        if !term.is_var() && term.tag().is_leaf() {
            self.counts.add(Rule::Void);
        } else {
            self.link(term, Word::ERA);
        }
    }

    /// `* ~ (x y)`  =>  `* ~ x`, `* ~ y`. So for numbers, and for references without duplications.
    #[inline(always)]
    pub(crate) fn leaf(&mut self, node: Word, leaf: Word) -> Redex {
        self.counts.add(if leaf.tag() == Tag::ERA { Rule::Erase } else { Rule::Copy });
        let [x, y] = match node.tag() {
            Tag::DUP => self.ports(Tag::DUP, node.loc()),
            tag => self.ports(tag, node.loc()),
        };
        let first = self.join(leaf, x);
        let second = self.join(leaf, y);
        self.both(first, second)
    }

    /// `* ~ +(-var +bod)`  =>  `* ~ var`, `* ~ bod`
    #[inline(never)]
    fn era_lam(&mut self, era: Word, lam: Word) -> Redex {
        self.counts.add(Rule::Erase);
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let first = self.join(era, var);
        let second = self.join(bod, era);
        self.both(first, second)
    }

    /// `-(+arg -ret) ~ +(-var +bod)`  =>  `var ~ arg`, `ret ~ bod`
    #[inline(always)]
    fn app_lam(&mut self, app: Word, lam: Word) -> Redex {
        self.counts.add(Rule::AppLam);
        let [arg, ret] = self.ports(Tag::APP, app.loc());
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let first = self.join(arg, var);
        let second = self.give(bod, ret);
        self.both(first, second)
    }

    /// `-(-x -y) ~ +(+fst +snd)`  =>  `x ~ fst`, `y ~ snd`
    #[inline(always)]
    fn split_pair(&mut self, split: Word, pair: Word) -> Redex {
        self.counts.add(Rule::SplitPair);
        let [x, y] = self.ports(Tag::SPLIT, split.loc());
        let [fst, snd] = self.ports(Tag::PAIR, pair.loc());
        let first = self.join(fst, x);
        let second = self.join(snd, y);
        self.both(first, second)
    }

    /// `-&L{-x -y} ~ +&L{+fst +snd}`  =>  `x ~ fst`, `y ~ snd`. With different labels they commute:
    ///
    /// `-&L{-x -y} ~ +&R{+fst +snd}`  =>  `x ~ &R{1 3}`, `y ~ &R{2 4}`, `fst ~ &L{1 2}`, `snd ~ &L{3 4}`
    #[inline(never)]
    fn dup_sup(&mut self, dup: Word, sup: Word) -> Redex {
        let same = dup.label() == sup.label();
        self.counts.add(if same { Rule::DupSup } else { Rule::Commute });
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [fst, snd] = self.ports(Tag::SUP, sup.loc());
        if same {
            let first = self.join(fst, x);
            let second = self.join(snd, y);
            return self.both(first, second);
        }
        self.copy_pair(Tag::SUP, sup.label(), dup.label(), [x, y], [fst, snd])
    }

    /// `-&L{-x -y} ~ +(+fst +snd)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `fst ~ &L{1 2}`, `snd ~ &L{3 4}`
    #[inline(never)]
    fn dup_pair(&mut self, dup: Word, pair: Word) -> Redex {
        self.counts.add(Rule::DupPair);
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [fst, snd] = self.ports(Tag::PAIR, pair.loc());
        self.copy_pair(Tag::PAIR, 0, dup.label(), [x, y], [fst, snd])
    }

    /// Two `DUP`s of label `label` copy `fst` and `snd` into two nodes `tag`, for `x` and `y`.
    #[inline(always)]
    fn copy_pair(&mut self, tag: Tag, own: u32, label: u32, [x, y]: [Word; 2], [fst, snd]: [Word; 2]) -> Redex {
        let left = self.node(Word::EMPTY, Word::EMPTY);
        let right = self.node(Word::EMPTY, Word::EMPTY);
        let one = self.node(Word::port(Tag::DUP, left, 0), Word::port(Tag::DUP, right, 0));
        let two = self.node(Word::port(Tag::DUP, left, 1), Word::port(Tag::DUP, right, 1));
        self.link(Word::new(tag, own, one), x);
        self.link(Word::new(tag, own, two), y);
        let first = self.join(fst, Word::new(Tag::DUP, label, left));
        let second = self.join(snd, Word::new(Tag::DUP, label, right));
        self.both(first, second)
    }

    /// `-&L{-x -y} ~ +(-var +bod)`  =>  `x ~ (1 3)`, `y ~ (2 4)`, `var ~ &L{1 2}`, `bod ~ &L{3 4}`
    #[inline(never)]
    fn dup_lam(&mut self, dup: Word, lam: Word) -> Redex {
        self.counts.add(Rule::DupLam);
        let [x, y] = self.ports(Tag::DUP, dup.loc());
        let [var, bod] = self.ports(Tag::LAM, lam.loc());
        let bodies = self.node(Word::EMPTY, Word::EMPTY);
        let one = self.node(Word::EMPTY, Word::port(Tag::DUP, bodies, 0));
        let two = self.node(Word::EMPTY, Word::port(Tag::DUP, bodies, 1));
        let vars = self.node(Word::port(Tag::LAM, one, 0), Word::port(Tag::LAM, two, 0));
        self.link(Word::new(Tag::LAM, 0, one), x);
        self.link(Word::new(Tag::LAM, 0, two), y);
        let first = self.join(Word::new(Tag::SUP, dup.label(), vars), var);
        let second = self.join(bod, Word::new(Tag::DUP, dup.label(), bodies));
        self.both(first, second)
    }

    /// Equal agents of any signature annihilate: `(a b) ~ (c d)`  =>  `a ~ c`, `b ~ d`
    fn annihilate(&mut self, a: Word, b: Word) -> Redex {
        // A lambda that is split: signs fit in the book, and not here.
        let both_take = |slot| a.tag().cell(slot) & b.tag().cell(slot) == 1;
        if self.program.is_direct() && a.tag().kind() == Kind::Con && (both_take(0) || both_take(1)) {
            self.clashed = true;
            self.exhausted = true;
            self.end();
            return Redex::NONE;
        }
        self.counts.add(Rule::Annihilate);
        let [a0, a1] = self.ports(a.tag(), a.loc());
        let [b0, b1] = self.ports(b.tag(), b.loc());
        let first = self.join(a0, b0);
        let second = self.join(a1, b1);
        self.both(first, second)
    }

    /// Different agents of any signature commute: `(a b) ~ {c d}`  =>  `a ~ {1 2}`, `b ~ {3 4}`, `c ~ (1 3)`,
    /// `d ~ (2 4)`
    ///
    /// Which end of each fresh wire becomes the cell follows the signs that the copies would have; any choice is
    /// right.
    pub(crate) fn commute(&mut self, a: Word, b: Word) -> Redex {
        self.counts.add(Rule::Commute);
        let (ta, tb) = (a.tag(), b.tag());
        let [a0, a1] = self.ports(ta, a.loc());
        let [b0, b1] = self.ports(tb, b.loc());
        // `for_b[i]` is the copy of `a` that `b`'s port i gets, `for_a[j]` the copy of `b` that `a`'s port j gets.
        let for_b = [self.alloc(2), self.alloc(2)];
        let for_a = [self.alloc(2), self.alloc(2)];
        let negative = |i: u32, j: u32| ta.cell(j) ^ tb.cell(i) ^ tb.negative();
        let tags_b = [0, 1].map(|i| Tag::node(ta.kind(), 1 - tb.cell(i), negative(i, 0) | negative(i, 1) << 1));
        let tags_a =
            [0, 1].map(|j| Tag::node(tb.kind(), 1 - ta.cell(j), (1 - negative(0, j)) | (1 - negative(1, j)) << 1));
        for i in 0..2 {
            let wire = |j: u32| match negative(i, j) {
                1 => Word::EMPTY,
                _ => Word::port(tags_a[j as usize], for_a[j as usize], i),
            };
            self.fill(for_b[i as usize], wire(0), wire(1));
        }
        for j in 0..2 {
            let wire = |i: u32| match negative(i, j) {
                1 => Word::port(tags_b[i as usize], for_b[i as usize], j),
                _ => Word::EMPTY,
            };
            self.fill(for_a[j as usize], wire(0), wire(1));
        }
        // The operands of copied operators come by wires.
        let label = |node: Word| if node.tag().kind() == Kind::Opr { LATE } else { node.label() };
        self.link(Word::new(tags_b[0], label(a), for_b[0]), b0);
        self.link(Word::new(tags_b[1], label(a), for_b[1]), b1);
        let first = self.join(Word::new(tags_a[0], label(b), for_a[0]), a0);
        let second = self.join(Word::new(tags_a[1], label(b), for_a[1]), a1);
        self.both(first, second)
    }
}
