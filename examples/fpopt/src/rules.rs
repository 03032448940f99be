//! Identities of real numbers: those of `identities.txt`, each a pair of patterns in one batch.

use polarnet::columns::{Batch, Builder, Child, Guard, Idx, Lang, Space};
use polarnet_fpcore::{Error, Names, Real, RealLang, read};

const TEXT: &str = include_str!("identities.txt");

/// What stands for any expression.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// What `a` to `d` stand for.
pub type Binding<S> = [Option<Idx<S>>; NAMES.len()];

/// Identities in a batch of their own.
pub struct Rules<R: Space> {
    batch: Batch<R, RealLang>,
    names: Names,
    list: Vec<Rule<R>>,
}

/// `left` may be replaced by `right`.
#[derive(Clone, Copy, Debug)]
pub struct Rule<R: Space> {
    /// What it is called.
    pub name: &'static str,
    left: Idx<R>,
    right: Idx<R>,
}

impl<R: Space> Rules<R> {
    /// Those of `identities.txt`.
    ///
    /// # Errors
    ///
    /// A line that is not as the first one says, or not FPCore.
    pub fn new(guard: Guard<R>) -> Result<Self, Error> {
        let (mut builder, mut names, mut list) = (Builder::new(guard), Names::default(), Vec::new());
        for line in TEXT.lines().filter(|line| !line.starts_with(';')) {
            let mut parts = line.splitn(3, ';').map(str::trim);
            let (Some(name), Some(left), Some(right)) = (parts.next(), parts.next(), parts.next()) else { continue };
            let mut side = |text: &str| {
                let text = format!("(FPCore ({}) {text})", NAMES.join(" "));
                read(&text)?[0].build(&mut builder, &mut names)
            };
            let (left, right) = (side(left)?, side(right)?);
            list.push(Rule { name, left, right });
        }
        Ok(Rules { batch: builder.freeze(), names, list })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Rule<R>> {
        self.list.iter()
    }

    /// What the expression at `row` is by a rule, if it has the form of its left side: for sums and products, with operands in
    /// either order. What is new is added to `batch`.
    pub fn apply<S: Space>(
        &self,
        rule: &Rule<R>,
        batch: &mut Builder<S, RealLang>,
        names: &mut Names,
        row: Idx<S>,
    ) -> Option<Idx<S>> {
        let binding = self.matched(rule.left, batch, names, row, Binding::default())?;
        self.put(rule.right, batch, names, &binding)
    }

    fn matched<S: Space>(
        &self,
        pattern: Idx<R>,
        batch: &Builder<S, RealLang>,
        names: &Names,
        row: Idx<S>,
        mut binding: Binding<S>,
    ) -> Option<Binding<S>> {
        let (wanted, found) = (self.batch.node(pattern), batch.node(row));
        match (&wanted, &found) {
            (Real::Variable(symbol), _) => {
                let at = NAMES.iter().position(|name| *name == self.names.name(*symbol))?;
                return match binding[at] {
                    Some(bound) => (bound == row).then_some(binding),
                    None => {
                        binding[at] = Some(row);
                        Some(binding)
                    }
                };
            }
            (Real::Number(wanted), Real::Number(found)) => {
                return (self.names.value(*wanted) == names.value(*found)).then_some(binding);
            }
            (Real::Number(_), _) | (_, Real::Number(_)) => return None,
            _ => {}
        }
        let (parts, operands) = (children(wanted), children(found));
        if wanted.operation() != found.operation() || parts.len() != operands.len() {
            return None;
        }
        let pair = |binding, (part, operand): (&Idx<R>, &Idx<S>)| self.matched(*part, batch, names, *operand, binding);
        let in_order = parts.iter().zip(&operands).try_fold(binding, pair);
        let commutes = matches!(wanted, Real::Add(..) | Real::Mul(..));
        in_order.or_else(|| commutes.then(|| parts.iter().zip(operands.iter().rev()).try_fold(binding, pair)).flatten())
    }

    fn put<S: Space>(
        &self,
        pattern: Idx<R>,
        batch: &mut Builder<S, RealLang>,
        names: &mut Names,
        binding: &Binding<S>,
    ) -> Option<Idx<S>> {
        let node = self.batch.node(pattern);
        match node {
            Real::Variable(symbol) => binding[NAMES.iter().position(|name| *name == self.names.name(symbol))?],
            Real::Number(number) => {
                let number = names.number(self.names.value(number).clone());
                Some(batch.add(Real::Number(number)))
            }
            _ => {
                let mut parts = children(node).into_iter().map(|part| self.put(part, batch, names, binding));
                let parts: Vec<_> = parts.by_ref().collect::<Option<_>>()?;
                let mut parts = parts.into_iter();
                Some(batch.add_with(node, |part| parts.next().unwrap_or_else(|| unreachable!("{part:?} was put"))))
            }
        }
    }
}

/// The operands of a node, in order.
pub fn children<I: Child>(node: Real<'_, I>) -> Vec<I> {
    let mut children = Vec::new();
    RealLang::each_child(node, |child| children.push(child));
    children
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarnet::columns::space;
    use polarnet_fpcore::{Fault, Outcome, Symbol, evaluate};

    /// Both sides have the same real value wherever both have one, at the first few of such points.
    #[test]
    fn all_are_true() {
        space!(Identities, guard);
        let rules = Rules::new(guard).unwrap();
        assert!(rules.iter().count() > 100);
        for rule in rules.iter() {
            let (mut same, mut seed) = (0, 1_u64);
            for _ in 0..400 {
                if same == 6 {
                    break;
                }
                let point: [f64; 4] = std::array::from_fn(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 40) as f64 / f64::from(1 << 22) - 1.5
                });
                let at = |symbol: Symbol, _| point[NAMES.iter().position(|n| *n == rules.names.name(symbol)).unwrap()];
                let value = |side| evaluate(&rules.batch, side, &rules.names, 128, &at);
                match (value(rule.left), value(rule.right)) {
                    (Ok(Outcome::Number(left)), Ok(Outcome::Number(right))) => {
                        assert!(!left.apart(&right), "{} at {point:?}: {left:?} {right:?}", rule.name);
                        same += 1;
                    }
                    (Err(fault), _) | (_, Err(fault)) => assert_ne!(fault, Fault::Unsupported, "{}", rule.name),
                    other => panic!("{}: {other:?}", rule.name),
                }
            }
            assert!(same == 6, "{}: {same} points", rule.name);
        }
    }

    #[test]
    fn a_sum_in_either_order() {
        space!(Identities, guard);
        let rules = Rules::new(guard).unwrap();
        let rule = rules.iter().find(|rule| rule.name == "log1p").unwrap();
        let cores = read("(FPCore (x) (log (+ (exp x) 1)))").unwrap();
        space!(Exprs, guard);
        let (mut batch, mut names) = (Builder::new(guard), Names::default());
        let root = cores[0].build(&mut batch, &mut names).unwrap();
        let new = rules.apply(rule, &mut batch, &mut names, root).unwrap();
        assert!(rules.apply(rule, &mut batch, &mut names, new).is_none());
        assert_eq!(names.show(&batch.freeze(), new, 100), "(log1p (exp x))");
    }
}
