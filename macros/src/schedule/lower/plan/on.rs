//! Words beside `.on(gpu)`: the device has its own way to share out rows.

use super::Planner;
use crate::schedule::{
    lower::words::Driver,
    typed::{Kindred, ValId},
    types::Shape,
};

impl Planner<'_, '_, '_> {
    pub fn device_rules(&mut self, vals: &[ValId]) -> Option<()> {
        let Some(on) = self.words.on else { return Some(()) };
        let words = &self.words;
        let own = "remove it: on the device, the rows of a level are computed at once, and on a device of threads by one thread";
        let parents = "remove it: on the device each row asks its parents, in the order of one thread";
        let refused = [
            (words.wavefront.as_ref().map(|it| it.0), "wavefront", own),
            (words.chunk.as_ref().map(|it| it.0), "chunk", own),
            (words.parallel, "parallel", own),
            (words.by_operator, "by_operator", own),
            (words.push.map(|it| it.0), "push", parents),
            (words.pull.as_ref().map(|it| it.0), "pull", parents),
            (words.dedup, "dedup", "remove `.on(…)`: nodes are made one after the other, by one thread"),
            (words.stepped, "stepped", "remove it: a pass on a device runs to its end"),
            (words.memoize, "memoize", "remove it: a pass computes each row once"),
        ];
        if let Some((Some(span), word, help)) = refused.into_iter().find(|it| it.0.is_some()) {
            return self.error(span, format!("`{word}` says nothing of a pass on a device"), help);
        }
        if words.driver.0 == Driver::Eval {
            let help = "use `map(xs)` for each row of columns, or remove `.on(…)`";
            return self.error(on, "one value is computed, which a device is too far away for", help);
        }
        if let Some((plan, _)) =
            words.args.iter().find(|(_, ty)| matches!(self.program.types.shape(*ty), Shape::Plan(_)))
        {
            let span = plan.span();
            let text = "a plan has its own order, in which rows of one operator stand together";
            return self.error(span, text, "visit a `&Batch<…>` on the device");
        }
        let rewrites = |&&val: &&ValId| matches!(self.program.vals[val].sort.is, Kindred::Rewrite { .. });
        if let Some(&val) = vals.iter().find(rewrites) {
            let text = format!("`{}` makes nodes, one after the other in one batch", self.name(val));
            return self.error(on, text, "remove `.on(…)`, and put passes over the new batch on the device");
        }
        Some(())
    }
}
