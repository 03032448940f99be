//! Applications: `-(+x -(+y -result))` meets a value, and what is known of it is done here.

use super::{Flow, Seat};
use crate::{
    function::ARGUMENTS,
    step::{Operand, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::Book,
    net::{Agent, Polarity},
};

/// `+(-binder +body)`
pub fn as_lambda<S: Space>(book: &Book<S>, row: Idx<S>) -> Option<[Idx<S>; 2]> {
    let Agent::Con(binder, body) = book.agents().node(row) else { return None };
    let is_lambda = [row, binder, body].map(|row| book.polarity()[row] == Polarity::Negative) == [false, true, false];
    is_lambda.then_some([binder, body])
}

impl<S: Space> Flow<'_, S> {
    /// `-(+arg -ret)`
    pub(super) fn as_application(&self, row: Idx<S>) -> Option<[Idx<S>; 2]> {
        match self.book.agents().node(row) {
            Agent::Con(arg, ret) if self.is_negative(row) && !self.is_negative(arg) && self.is_negative(ret) => {
                Some([arg, ret])
            }
            _ => None,
        }
    }

    /// The arguments of a spine of applications, and where its result goes. All of it is at work from here on.
    pub(super) fn spine(&mut self, mut row: Idx<S>) -> (Vec<Idx<S>>, Idx<S>) {
        let mut args = Vec::new();
        while let Some([arg, ret]) = self.as_application(row) {
            self.begun.insert(row);
            args.push(arg);
            row = ret;
        }
        (args, row)
    }

    pub(super) fn values(&mut self, rows: Vec<Idx<S>>) -> Vec<Operand> {
        rows.into_iter().map(|row| self.value(row)).collect()
    }

    /// Puts the spine of applications to work of which `row` is a part. What comes back is applied to `more`; if that is
    /// nothing, it goes where the net says.
    pub(super) fn application(&mut self, mut row: Idx<S>, more: Vec<Operand>) -> Operand {
        while let Seat::Slot(parent, 1) = self.seats[&row]
            && (self.as_application(parent).is_some() || self.as_switch(parent).is_some())
        {
            if self.as_switch(parent).is_some() {
                return self.switch(parent, more);
            }
            row = parent;
        }
        let (args, out) = self.spine(row);
        let mut args = self.values(args);
        let goes_on = !more.is_empty();
        args.extend(more);
        let result = match self.seats[&row] {
            Seat::Redex(other) => self.apply(other, args),
            _ => {
                let value = self.arrival(row);
                self.call(value, args)
            }
        };
        if !goes_on {
            self.arrive(out, result);
        }
        result
    }

    /// A positive row, applied to arguments.
    pub(super) fn apply(&mut self, row: Idx<S>, args: Vec<Operand>) -> Operand {
        if args.is_empty() {
            return self.value(row);
        }
        if let Some([binder, body]) = as_lambda(self.book, row)
            && !self.nodes.contains_key(&row)
        {
            let mut args = args.into_iter();
            self.count += 1;
            let first = args.next().expect("there is one");
            self.arrive(binder, first);
            if self.book.agents().node(binder) == Agent::Era {
                self.work(binder);
            }
            return self.apply(body, args.collect());
        }
        if self.book.agents().node(row) == Agent::Wire {
            return self.apply_arrival(self.book.wires()[row], args);
        }
        let value = self.value(row);
        self.call(value, args)
    }

    /// A lambda that is applied here need not be built: its application comes first.
    pub(super) fn apply_around(&mut self, mut row: Idx<S>) {
        while let Some(&Seat::Slot(parent, 1)) = self.seats.get(&row)
            && as_lambda(self.book, parent).is_some()
        {
            row = parent;
        }
        if let Some(&Seat::Redex(other)) = self.seats.get(&row)
            && self.as_application(other).is_some()
        {
            self.work(other);
        }
    }

    /// What arrives at a negative row, applied to arguments.
    fn apply_arrival(&mut self, row: Idx<S>, args: Vec<Operand>) -> Operand {
        let is_new = !self.arrived.contains_key(&row) && !self.busy.contains(&row);
        match self.seats[&row] {
            Seat::Redex(other) if is_new => {
                self.busy.insert(row);
                self.apply(other, args)
            }
            Seat::Slot(parent, 1) if is_new && !self.begun.contains(&parent) && self.as_switch(parent).is_some() => {
                self.busy.insert(row);
                self.switch(parent, args)
            }
            Seat::Slot(parent, 1)
                if is_new && !self.begun.contains(&parent) && self.as_application(parent).is_some() =>
            {
                self.busy.insert(row);
                self.application(parent, args)
            }
            _ => {
                let value = self.arrival(row);
                self.call(value, args)
            }
        }
    }

    /// No step has more arguments than a function may have: what comes back is applied to the rest.
    pub(super) fn call(&mut self, mut value: Operand, args: Vec<Operand>) -> Operand {
        for args in args.chunks(ARGUMENTS as usize) {
            let result = self.register();
            self.body.steps.push(Step::Apply { value, args: args.to_vec(), result });
            value = Operand::Reg(result);
        }
        value
    }
}
