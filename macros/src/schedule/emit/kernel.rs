//! What a kernel that is called by an encoder is: a function of the CPU, passes that are compiled for the device, or code by hand.

use super::{Body, own};
use crate::schedule::{
    elaborate::{Handmade, Member},
    typed::{Kernel, Kernels, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The body of the closure that is its command.
pub enum Work {
    /// Its value.
    Here(TokenStream),
    /// What gives the value, or why there is none.
    There(TokenStream),
}

impl<'a> Body<'_, 'a> {
    /// What is done by a call, of values on the device with these names; as arguments of a function of Rust, `args`.
    pub fn work(&mut self, kernel: &Kernel<'a>, names: &[Ident], args: Vec<TokenStream>) -> Option<Work> {
        let program = self.program;
        let member = match kernel.callee {
            Kernels::Extern(at) => Member::Extern(at),
            Kernels::Val(at) => Member::Val(at),
        };
        if let Some(function) = self.on_device(member) {
            return Some(self.passes(kernel, function, args));
        }
        let function = program.on_cpu(member)?;
        let here = quote!(#function(#(#args),*));
        match member {
            Member::Extern(at) => match &program.externs[at].handmade {
                Some(handmade) => Some(self.launched(kernel, at, handmade, names, &here)),
                None => Some(Work::Here(here)),
            },
            Member::Val(_) => Some(Work::Here(here)),
        }
    }

    /// The function `.on` a device that a kernel is, where what it comes to may be an error.
    fn on_device(&self, member: Member) -> Option<usize> {
        let Member::Val(val) = member else { return None };
        self.question()?;
        self.program.passes_of(val)
    }

    /// Passes that are compiled for the device.
    fn passes(&mut self, kernel: &Kernel<'a>, function: usize, mut args: Vec<TokenStream>) -> Work {
        let (it, queue) = (&self.program.fns[function], own("queue"));
        let device = it.on.as_ref().map(|on| &on.device);
        if let Some(nth) = it.params.iter().position(|(name, _)| Some(name) == device) {
            args.insert(nth.min(args.len()), quote!(#queue.device()));
        }
        let name = &it.head.name;
        Work::There(quote_spanned!(kernel.span=> ::core::result::Result::Ok(#name(#(#args),*)?)))
    }

    /// Code by hand: on a device that compiles that, else what stands for it.
    fn launched(
        &mut self,
        kernel: &Kernel<'a>,
        at: usize,
        handmade: &Handmade,
        names: &[Ident],
        here: &TokenStream,
    ) -> Work {
        let program = self.program;
        let it = &program.externs[at];
        let Handmade { path, file, entry, threads: [x, y, z] } = handmade;
        let (name, shown) = (it.name.to_string(), path.value());
        let mut blocks = self.dimensions(&kernel.grid);
        blocks.resize(3, quote!(1));
        let parts = match program.types.shape(it.result) {
            Shape::Tuple(of) => of.clone(),
            _ => vec![it.result],
        };
        let (queue, call) = (own("queue"), own("call"));
        let places: Vec<Ident> = (0..parts.len()).map(|nth| own(&format!("place{nth}"))).collect();
        let made = parts.iter().zip(&places).map(|(&part, place)| {
            let (ty, size) = (program.ty(part), self.size(&it.params, names, part));
            quote!(let #place = #call.make::<#ty>(#size)?;)
        });
        let value = match &places[..] {
            [place] => quote!(#call.take(#place)?),
            _ => quote!((#(#call.take(#places)?),*)),
        };
        let passes = quote!(::polarnet::private::passes);
        Work::There(quote! {
            match #queue.device().compiles() {
                ::core::option::Option::Some(target) => {
                    static KERNEL: #passes::Kernel = #passes::Kernel {
                        name: #name,
                        file: #shown,
                        source: ::core::include_str!(#file),
                        entry: #entry,
                        threads: [#x, #y, #z],
                    };
                    // SAFETY: who wrote `unsafe extern(gpu)` said so.
                    let mut #call = unsafe { target.kernel(&KERNEL, [#(#blocks),*]) }?;
                    #(#call.give(#names.get())?;)*
                    #(#made)*
                    #call.go()?;
                    ::core::result::Result::Ok(#value)
                }
                ::core::option::Option::None => ::core::result::Result::Ok(#here),
            }
        })
    }

    /// How many rows a result has, if it is a column: those of a parameter.
    fn size(&self, params: &[Ty], names: &[Ident], part: Ty) -> TokenStream {
        let space = |ty: Ty| match *self.program.types.shape(ty) {
            Shape::Column(space, _) => Some(space),
            _ => None,
        };
        let of = space(part).and_then(|of| params.iter().position(|&ty| space(ty) == Some(of)));
        of.map_or_else(
            || quote!(()),
            |nth| {
                let name = names[nth].to_token_stream();
                quote!(#name.get().rows())
            },
        )
    }
}

impl super::Program<'_> {
    /// The function whose passes compute a val on a device, called with what the val is.
    pub fn passes_of(&self, val: ValId) -> Option<usize> {
        self.fns.iter().position(|it| it.on.is_some() && it.impls == [val] && self.is_plain(it, val))
    }
}
