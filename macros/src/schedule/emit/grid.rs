//! Grids: the dimensions that a function is called with.

use crate::schedule::{
    elaborate::{Member, Program},
    typed::{Act, Expr, FnId, Kind, StmtKind},
};

impl Program<'_> {
    /// How many dimensions of its grid a function knows: those of its class, if it or what it calls makes use of them.
    pub fn grid_of(&self, at: FnId) -> usize {
        let class = self.fns[at]
            .impls
            .first()
            .and_then(|&val| self.classes.iter().find(|class| class.members.contains(&Member::Val(val))));
        let Some(dimensions) = class.and_then(|class| class.dimensions) else { return 0 };
        match self.reached(at, |_| true).into_iter().any(|at| self.uses_grid(at)) {
            true => dimensions,
            false => 0,
        }
    }

    /// Is a dimension of the grid a number of this body, and not only given on?
    fn uses_grid(&self, at: FnId) -> bool {
        let Some(body) = &self.fns[at].body else { return false };
        let (mut grids, mut used) = (Vec::new(), false);
        body.value.visit(&mut |expr| match &expr.kind {
            Kind::Act(Act::Run(_, grid, _)) => grids.extend(grid.iter().map(|it| std::ptr::from_ref::<Expr<'_>>(it))),
            Kind::Act(Act::Block(list, _)) => {
                let kernels = list.iter().filter_map(|stmt| match &stmt.kind {
                    StmtKind::Call { kernel, .. } => Some(kernel),
                    _ => None,
                });
                grids.extend(kernels.flat_map(|kernel| &kernel.grid).map(|it| std::ptr::from_ref::<Expr<'_>>(it)));
            }
            _ => {}
        });
        body.value.visit(&mut |expr| {
            used |= matches!(expr.kind, Kind::Act(Act::Dimension(_))) && !grids.contains(&std::ptr::from_ref(expr));
        });
        used
    }
}
