//! Wires of which a normal form has one end only.

use super::{Normal, Term};
use polarnet_syntax::net::Polarity;
use rustc_hash::FxHashMap;

impl Normal {
    /// The wires that have one end only, in the order of appearance. None, if the normal form is whole.
    ///
    /// The other end of such a wire is in a circle: agents each of which has its principal port at an auxiliary port of the
    /// next one. No interaction opens that, so a run ends there, without an error, though the result is no value. Terms that
    /// copy themselves tie such circles where all duplications have one label:
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// // 2 2 of Church numerals, with one label, and with two.
    /// let one = polarnet::net! { @main = r & @two ~ (@two r)  @two = ({(a b) (b c)} (a c)) };
    /// let normal = Runtime::new().run(&one)?.normal;
    /// assert_eq!((normal.to_string(), normal.loose_wires()), ("(({x0 x1} x0) (x1 x2))".to_owned(), vec![2]));
    /// assert!(normal.value::<u32>().unwrap_err().to_string().contains("`x2` has only one end here"));
    ///
    /// let two = polarnet::net! { @main = r & @two ~ (@too r)  @two = ({(a b) (b c)} (a c))  @too = (&1{(a b) (b c)} (a c)) };
    /// assert!(Runtime::new().run(&two)?.normal.loose_wires().is_empty());
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn loose_wires(&self) -> Vec<u32> {
        (0..).zip(self.ends()).filter(|&(_, ends)| ends == 1).map(|(wire, _)| wire).collect()
    }

    /// How many ends each wire has.
    fn ends(&self) -> Vec<u8> {
        let mut ends = Vec::new();
        for term in &self.terms {
            if let Term::Wire(wire) = term {
                let wire = *wire as usize;
                if wire >= ends.len() {
                    ends.resize(wire + 1, 0);
                }
                ends[wire] += 1;
            }
        }
        ends
    }

    /// With `*` for variables of lambdas that have one end only, and for duplications of nothing else: what used them is elsewhere.
    pub(crate) fn without_loose_variables(mut self) -> Self {
        let ends = self.ends();
        if ends.iter().all(|&ends| ends == 2) {
            return self;
        }
        let mut names: FxHashMap<u32, u32> = FxHashMap::default();
        for (term, sign) in self.terms.iter_mut().zip(&self.signs) {
            if let Term::Wire(wire) = term {
                if ends[*wire as usize] == 1 && *sign == Polarity::Negative {
                    *term = Term::Era;
                } else {
                    let next = names.len() as u32;
                    *wire = *names.entry(*wire).or_insert(next);
                }
            }
        }
        self.without_idle_duplications()
    }

    /// With `*` for `-{-* -*}`.
    fn without_idle_duplications(self) -> Self {
        let (mut terms, mut signs) = (Vec::new(), Vec::new());
        // From behind: what stands at a term's ports is at the end of the list, the first port's last.
        for (term, sign) in self.terms.into_iter().zip(self.signs).rev() {
            let is_idle = matches!(term, Term::Dup(_))
                && sign == Polarity::Negative
                && matches!(terms[..], [.., Term::Era, Term::Era]);
            if is_idle {
                // The duplication's own place is its first port's.
                terms.pop();
                signs.pop();
                continue;
            }
            terms.push(term);
            signs.push(sign);
        }
        terms.reverse();
        signs.reverse();
        Normal { terms, signs, ..self }
    }
}
