//! `.on(gpu)`: the device of an order, and the errors that it may come to.

use super::{
    Elaborator, On,
    net::{may_be_error, reducing},
};
use crate::schedule::{
    errors::{ends, fallible, no_error, there},
    tree,
    typed::{Val, ValId},
    types::Ty,
};
use proc_macro2::Ident;

impl<'a> Elaborator<'a, '_> {
    /// What a function returns whose passes run on a device, and which device that is; none if its order does not say so.
    pub fn on(
        &mut self,
        it: &'a tree::Fn<'a>,
        vals: &[Val<'a>],
        impls: &[ValId],
        params: &[(Ident, Ty)],
    ) -> Option<(Ty, Option<On>)> {
        let word = it.order.iter().find(|word| word.name == "on")?;
        if let Some(val) = reducing(vals, impls) {
            let text = format!("`{}` reduces a net, which runs on the CPU", vals[val].name);
            let help = "remove `.on(…)`; or make a column of what the nets give before, and take that as a parameter";
            self.errors.push(word.name.span(), text, help);
        }
        let device = self.device_of(word, params);
        let Some((of, error)) = tree::fallible(&it.result) else {
            let (first, last) = ends(&it.result);
            let text = format!("`{}` runs on a device, which may fail, and it returns no error", it.name);
            self.errors.between(first, last, text, fallible(&it.result, "polarnet::device::Error"));
            return Some((self.read_type(&it.result), None));
        };
        if !may_be_error(error) {
            no_error(self.errors, error, "device", "polarnet::device::Error");
        }
        let ty = self.read_type(of);
        Some((ty, device.map(|device| On { device, error: error.clone() })))
    }

    /// The parameter that is the device.
    fn device_of(&mut self, word: &tree::Word<'a>, params: &[(Ident, Ty)]) -> Option<Ident> {
        let [arg] = word.args[..] else {
            let text = format!("`on` takes one argument, and {}", there(word.args.len()));
            self.errors.push(word.name.span(), text, "write `on(gpu)`, with a parameter `gpu: &Device`");
            return None;
        };
        let help = "write `on(gpu)`, with a parameter `gpu: &Device`";
        let tree::Kind::Name(name) = &arg.kind else {
            self.errors.push(arg.span, "the name of a device is wanted here", help);
            return None;
        };
        let Some((_, ty)) = params.iter().find(|(known, _)| known == name) else {
            self.errors.push(name.span(), format!("there is no parameter `{name}`"), help);
            return None;
        };
        if !self.types.is_device(*ty) {
            if !self.types.is_error(*ty) {
                let text = format!("`{name}` is {}, and no device", self.types.told(*ty));
                self.errors.push(name.span(), text, format!("declare it as `{name}: &Device`"));
            }
            return None;
        }
        Some(name.clone())
    }
}
