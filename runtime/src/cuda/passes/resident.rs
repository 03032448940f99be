//! What an encoder's `copy` leaves on the device, for all runs of the same scope.

use super::{
    Passes,
    given::{self, Given},
    lane::Lane,
};
use crate::passes::{Element, Value};
use core::fmt;
use polarnet_columns::{Batch, Lang, Space, raw};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// What names a value: where it lies here, which nothing else does while it is there, and does not change while it is lent.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    at: usize,
    len: usize,
    /// None is a batch, which lies where its operators do.
    of: Option<Element>,
}

impl Key {
    pub fn batch<S: Space, L: Lang>(batch: &Batch<S, L>) -> Key {
        let ops = raw::nodes(batch).ops;
        Key { at: ops.as_ptr().addr(), len: ops.len(), of: None }
    }

    pub fn column<T: Value>(values: &[T]) -> Key {
        Key { at: values.as_ptr().addr(), len: values.len(), of: Some(T::ELEMENT) }
    }
}

/// The residents of a scope. They end with it, so that what was lent for the scope is not taken for what lies there later.
#[derive(Default)]
pub struct Residents(Mutex<HashMap<Key, Arc<Given>>>);

impl Residents {
    pub fn find(&self, key: Key) -> Option<Arc<Given>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    /// The scope has ended.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn insert(&self, key: Key, given: &Arc<Given>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(given));
    }

    /// Unless another one has the name by now.
    fn remove(&self, key: Key, given: &Arc<Given>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.get(&key).is_some_and(|known| Arc::ptr_eq(known, given)) {
            all.remove(&key);
        }
    }
}

impl fmt::Debug for Residents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Residents")
    }
}

/// Keeps a value there. It has to be dropped before the value is.
pub struct Held {
    residents: Arc<Residents>,
    key: Key,
    given: Arc<Given>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.residents.remove(self.key, &self.given);
    }
}

/// A column that a pass has made there, of which the host has a copy.
pub struct Fresh {
    key: Key,
    given: Arc<Given>,
}

impl Fresh {
    pub fn new<T: Value>(copy: &[T], given: Given) -> Fresh {
        Fresh { key: Key::column(copy), given: Arc::new(given) }
    }

    /// The one of these values stays there, if one is.
    pub fn keep<T: Value>(all: &mut Vec<Fresh>, residents: &Arc<Residents>, values: &[T]) -> Option<Held> {
        let key = Key::column(values);
        let at = all.iter().position(|fresh| fresh.key == key)?;
        let Fresh { key, given } = all.swap_remove(at);
        residents.insert(key, &given);
        Some(Held { residents: Arc::clone(residents), key, given })
    }
}

impl fmt::Debug for Fresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fresh")
    }
}

impl Passes {
    /// Puts a batch there. Where it has no place, it is not there: runs that need it say why.
    pub fn place_batch<S: Space, L: Lang>(&self, to: &Arc<Residents>, batch: &Batch<S, L>) -> Option<Held> {
        self.place(to, Key::batch(batch), |lane| given::batch(lane, "copy", batch, true).ok())
    }

    /// Puts a column there, likewise.
    pub fn place_column<T: Value>(&self, to: &Arc<Residents>, values: &[T]) -> Option<Held> {
        self.place(to, Key::column(values), |lane| given::column(lane, "copy", values).ok())
    }

    fn place(&self, to: &Arc<Residents>, key: Key, give: impl FnOnce(&mut Lane<'_>) -> Option<Given>) -> Option<Held> {
        let mut lane = Lane::new(self).ok()?;
        let given = Arc::new(give(&mut lane)?);
        // Other streams read it.
        lane.wait().ok()?;
        to.insert(key, &given);
        Some(Held { residents: Arc::clone(to), key, given })
    }
}
