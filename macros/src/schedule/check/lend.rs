//! What a call needs besides values: references that are lent to it, and its grid.

use super::{
    graph::NodeId,
    value::{Builder, Value},
};
use crate::schedule::typed::{Callee, Expr, Kind};
use proc_macro2::Span;

impl Builder<'_, '_, '_> {
    /// A function that is made of its grid is given one, of constants.
    pub fn known_grid(&mut self, callee: Callee, grid: &[&Expr<'_>], span: Span) {
        let program = self.program;
        let made_of = match callee {
            Callee::Fn(_) => vec![callee],
            Callee::Class(class) => program.choices(class),
            Callee::Extern(_) => Vec::new(),
        };
        let made_of = made_of.into_iter().find(|it| matches!(*it, Callee::Fn(at) if program.grid_of(at) > 0));
        let Some(made_of) = made_of else { return };
        let (name, called) = (program.callee_name(made_of), program.callee_name(callee));
        if grid.is_empty() {
            let text = format!("`{name}` is made of its grid, and none is given");
            self.error(span, text, format!("write `{called}::<1>(…)`"));
        }
        for it in grid.iter().filter(|it| matches!(it.kind, Kind::Local(_))) {
            let text = format!("`{name}` is made of its grid, and what this is, is known when it runs only");
            self.error(it.span, text, "write a number, or the name of a constant: `const N: u32 = 4;`");
        }
    }

    /// What a reference leads to now.
    pub fn led_value(&self, value: &Value) -> Option<NodeId> {
        match value {
            Value::Ref { place, .. } => match self.state.locals.get(place) {
                Some((Value::One(node), _)) => Some(*node),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is lent to a call is not changed before that, and lent once if it is written.
    pub fn lent(&mut self, callee: Callee, values: &[(Value, Span)], before: &[Option<NodeId>]) {
        let writes = |nth: usize| match (callee, self.signatures) {
            (Callee::Fn(at), Some(all)) => all.refs.writes[at].get(nth) == Some(&true),
            _ => false,
        };
        let mut wrong = Vec::new();
        for (nth, (value, site)) in values.iter().enumerate() {
            let Value::Ref { place, .. } = value else { continue };
            wrong.push((*site, *place, None));
            if self.led_value(value) != before[nth] {
                wrong.push((*site, *place, Some("is changed by another argument of this call")));
            }
            let again = values.iter().enumerate().skip(nth + 1);
            for (other, (value, site)) in again {
                if matches!(value, Value::Ref { place: same, .. } if same == place) && (writes(nth) || writes(other)) {
                    wrong.push((*site, *place, Some("is lent to this call before, which writes to it")));
                }
            }
        }
        for (site, place, what) in wrong {
            match what {
                None => self.reach(site, place),
                Some(what) => {
                    let text = format!("`{}` {what}", self.place_name(place));
                    self.error(site, text, "take a copy before: `var y = x;`");
                }
            }
        }
    }
}
