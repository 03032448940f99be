//! A core that is to be improved.

use crate::lower::check;
use polarnet::columns::{Batch, Builder, Guard, Idx, Space};
use polarnet_fpcore::{Core, Error, Format, Names, RealLang, Symbol};

/// A core in a batch of its own.
pub struct Problem<S: Space> {
    /// Its expression, and what it demands of its arguments.
    pub batch: Batch<S, RealLang>,
    /// The expression.
    pub root: Idx<S>,
    /// What holds of its arguments: a truth value.
    pub precondition: Option<Idx<S>>,
    /// Its arguments, in order.
    pub arguments: Vec<Symbol>,
    /// What it is computed in.
    pub format: Format,
    /// The names in the batch.
    pub names: Names,
}

/// Why a core stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub String);

impl<S: Space> Problem<S> {
    /// The core as a problem, or why it stays as it is.
    ///
    /// # Errors
    ///
    /// What is not FPCore, with its place.
    pub fn new(core: &Core<'_>, guard: Guard<S>) -> Result<Result<Self, Unsupported>, Error> {
        let (mut builder, mut names) = (Builder::new(guard), Names::default());
        let root = core.build(&mut builder, &mut names)?;
        let precondition = core.build_precondition(&mut builder, &mut names)?;
        let batch = builder.freeze();
        let arguments = core.arguments.iter().map(|argument| names.symbol(argument.name)).collect::<Vec<_>>();
        if let Some(array) = core.arguments.iter().find(|argument| !argument.dimensions.is_empty()) {
            return Ok(Err(Unsupported(format!("`{}` is an array", array.name))));
        }
        if batch.node(root).is_boolean() {
            return Ok(Err(Unsupported("its value is a truth value".into())));
        }
        let checked = check(&batch, root, arguments.len(), core.precision);
        let format = core.precision;
        Ok(checked.map(|()| Problem { batch, root, precondition, arguments, format, names }))
    }
}
