//! What cannot run on a device, and what to do instead.

use super::Unit;
use proc_macro2::Span;

/// Where the CPU's pass is wanted.
pub const ON_THE_CPU: &str =
    "remove `.on(…)`, or compute it in a function without it, and take its column as a parameter";

impl Unit<'_, '_, '_> {
    pub fn refuse(&mut self, span: Span, text: impl AsRef<str>, help: impl AsRef<str>) {
        self.errors.push(span, text, help);
    }

    /// Something that is on the CPU only.
    pub fn not_there(&mut self, span: Span, what: &str) {
        self.refuse(span, format!("{what}, which a device does not have"), ON_THE_CPU);
    }

    /// A type whose values have no form there.
    pub fn no_type(&mut self, span: Span, what: &str) {
        let help = "a device has numbers, truth values, rows, and tuples and arrays of these: make the value one, `x as f64`, or \
                    compute it on the CPU";
        self.refuse(span, format!("{what} on a device"), help);
    }
}
