//! What runs passes where nothing can: there are no values of these types.

use super::{Element, Kernel, Program, Value};
use crate::device::Error;
use core::{convert::Infallible, marker::PhantomData};
use polarnet_columns::{Batch, Lang, Space};
use std::sync::Arc;

pub struct Passes(Infallible);

impl Passes {
    pub fn begin(&self, _: &'static Program) -> Result<Run<'_>, Error> {
        match self.0 {}
    }

    pub fn kernel(&self, _: &'static Kernel, _: [u32; 3]) -> Result<Call<'_>, Error> {
        match self.0 {}
    }

    pub fn place_batch<S: Space, L: Lang>(&self, _: &Arc<Residents>, _: &Batch<S, L>) -> Option<Held> {
        match self.0 {}
    }

    pub fn place_column<T: Value>(&self, _: &Arc<Residents>, _: &[T]) -> Option<Held> {
        match self.0 {}
    }
}

/// Nothing is on a device.
#[derive(Debug, Default)]
pub struct Residents;

impl Residents {
    pub fn clear(&self) {}
}

pub enum Held {}

/// Nothing is made there.
#[derive(Debug)]
pub enum Fresh {}

impl Fresh {
    pub fn keep<T: Value>(_: &mut Vec<Fresh>, _: &Arc<Residents>, _: &[T]) -> Option<Held> {
        None
    }
}

pub struct Run<'d>(Infallible, PhantomData<&'d ()>);

impl Run<'_> {
    pub fn batch<S: Space, L: Lang>(&mut self, _: usize, _: &Batch<S, L>) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn column<T: Value>(&mut self, _: usize, _: &[T]) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn scalar(&mut self, _: usize, _: u64) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn go(&mut self) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn copied<T: Value>(&self, _: usize, _: &[T]) {
        match self.0 {}
    }

    pub fn read(&mut self, _: usize, _: usize, _: Element, _: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        match self.0 {}
    }
}

pub struct Call<'d>(Infallible, PhantomData<&'d ()>);

impl Call<'_> {
    pub fn give<T: Value>(&mut self, _: &[T]) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn word(&mut self, _: u64) {
        match self.0 {}
    }

    pub fn make(&mut self, _: Element, _: usize) -> Result<usize, Error> {
        match self.0 {}
    }

    pub fn go(&mut self) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn read(&mut self, _: usize, _: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        match self.0 {}
    }

    pub fn copied<T: Value>(&self, _: usize, _: &[T]) {
        match self.0 {}
    }
}
