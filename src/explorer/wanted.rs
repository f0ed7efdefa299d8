//! A value that a job computes, by the key that it follows from.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock, Weak};

/// A flag that is set when the job of a requested value is cancelled or fails.
#[derive(Debug, Clone, Default)]
pub struct Fate(Arc<AtomicBool>);

impl Fate {
    /// The user cancelled the job, or it failed: the value does not come by itself.
    pub fn end(&self) {
        self.0.store(true, Relaxed);
    }

    fn is_ended(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The identity of a shared value, for keys; it does not keep the value alive.
pub struct Same<T: ?Sized>(Weak<T>);

impl<T: ?Sized> Same<T> {
    pub fn of(value: &Arc<T>) -> Self {
        Self(Arc::downgrade(value))
    }
}

impl<T: ?Sized> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl<T: ?Sized> Clone for Same<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> fmt::Debug for Same<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:p}", self.0.as_ptr())
    }
}

/// A value by its key: here, coming, or ended, as it was cancelled or failed. A change of the key is all that makes it stale,
/// so it is never cleared. The value of an older key stays at hand until the one asked for is here.
#[derive(Debug)]
pub struct Wanted<K, V> {
    here: Option<(K, V)>,
    asked: Option<Asked<K, V>>,
}

/// What was asked for last.
#[derive(Debug)]
struct Asked<K, V> {
    key: K,
    fate: Fate,
    /// Where it is put, unless it comes by [`Wanted::put`].
    slot: Slot<V>,
}

/// The place of a value that is on its way.
pub type Slot<V> = Arc<OnceLock<V>>;

impl<K, V> Default for Wanted<K, V> {
    fn default() -> Self {
        Self { here: None, asked: None }
    }
}

impl<K: PartialEq, V> Wanted<K, V> {
    fn newest(&self) -> Option<(&K, &V)> {
        let came = self.asked.as_ref().and_then(|asked| Some((&asked.key, asked.slot.get()?)));
        came.or(self.here.as_ref().map(|(key, value)| (key, value)))
    }

    /// The value that came last, perhaps of an older key.
    pub fn latest(&self) -> Option<&V> {
        self.newest().map(|(_, value)| value)
    }

    pub fn latest_mut(&mut self) -> Option<&mut V> {
        self.here.as_mut().map(|(_, value)| value)
    }

    /// The key of [`Wanted::latest`].
    pub fn key(&self) -> Option<&K> {
        self.newest().map(|(key, _)| key)
    }

    /// The value of this key, if it is here.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.newest().filter(|(of, _)| *of == key).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.here.as_mut().filter(|(of, _)| of == key).map(|(_, value)| value)
    }

    /// The key that was asked for last, whatever became of it.
    pub fn asked(&self) -> Option<&K> {
        self.asked.as_ref().map(|asked| &asked.key)
    }

    /// Whether the value has to be asked for: it is neither here nor coming, and was not cancelled and did not fail.
    pub fn is_missing(&self, key: &K) -> bool {
        self.get(key).is_none() && self.asked() != Some(key)
    }

    /// Asks for the value if it is missing: the fate is of the job that brings it.
    pub fn ask(&mut self, key: K) -> Option<Fate> {
        self.is_missing(&key).then(|| self.ask_anew(key))
    }

    /// Asks for the value even if it is here.
    pub fn ask_anew(&mut self, key: K) -> Fate {
        self.ask_into(key).0
    }

    /// The same, for a value that comes into a slot.
    pub fn ask_into(&mut self, key: K) -> (Fate, Slot<V>) {
        if let Some(before) = self.asked.take()
            && let Some(value) = Arc::into_inner(before.slot).and_then(OnceLock::into_inner)
        {
            self.here = Some((before.key, value));
        }
        let (fate, slot) = (Fate::default(), Slot::default());
        self.asked = Some(Asked { key, fate: fate.clone(), slot: slot.clone() });
        (fate, slot)
    }

    /// The value has come, or the first part of it.
    pub fn put(&mut self, key: K, value: V) {
        self.replace(key, value);
    }

    /// The same; returns what was here before.
    pub fn replace(&mut self, key: K, value: V) -> Option<(K, V)> {
        self.here.replace((key, value))
    }

    /// What was asked for last was cancelled, or failed.
    pub fn is_ended(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.fate.is_ended())
    }

    /// Whether the value of this key was cancelled, or failed.
    pub fn is_ended_at(&self, key: &K) -> bool {
        self.is_ended() && self.asked() == Some(key)
    }

    /// Forgets that something was cancelled or failed, so that it is asked for again. Returns whether there was anything.
    pub fn retry(&mut self) -> bool {
        let is_ended = self.is_ended();
        if is_ended {
            self.asked = None;
        }
        is_ended
    }

    /// The value, if here, is asked for again when it is wanted next.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Values by key, the newest last: `MOST` of them, as the oldest goes first.
#[derive(Debug)]
pub struct Recent<K, V, const MOST: usize>(Vec<(K, V)>);

impl<K, V, const MOST: usize> Default for Recent<K, V, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V, const MOST: usize> Recent<K, V, MOST> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.iter().find(|(of, _)| of == key).map(|(_, value)| value)
    }

    /// Keeps a value, in place of the one of the same key.
    pub fn keep(&mut self, key: K, value: V) {
        self.0.retain(|(of, _)| *of != key);
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_asked_for_once_a_key() {
        let mut wanted: Wanted<u8, &str> = Wanted::default();
        assert!(wanted.ask(1).is_some());
        assert!(wanted.ask(1).is_none() && wanted.is_missing(&2));
        wanted.put(1, "one");
        assert_eq!((wanted.get(&1), wanted.get(&2), wanted.latest()), (Some(&"one"), None, Some(&"one")));
        assert!(wanted.ask(2).is_some());
        assert!(!wanted.is_missing(&1), "the older value is still here");
    }

    #[test]
    fn another_value_is_not_the_same_even_in_the_place_of_the_one_before() {
        let mut value = Arc::new(vec![1]);
        let before = Same::of(&value);
        assert_eq!(before, Same::of(&value.clone()));
        Arc::make_mut(&mut value).push(2);
        assert_ne!(before, Same::of(&value));
        let now = Same::of(&value);
        value = Arc::new(vec![1, 2]);
        assert_ne!(now, Same::of(&value));
    }

    #[test]
    fn a_value_that_comes_into_its_slot_is_the_newest_until_another_has_come() {
        let mut wanted: Wanted<u8, &str> = Wanted::default();
        let (_, slot) = wanted.ask_into(1);
        slot.set("one").unwrap();
        drop(slot);
        assert_eq!((wanted.get(&1), wanted.key()), (Some(&"one"), Some(&1)));
        let (_, slot) = wanted.ask_into(2);
        assert_eq!((wanted.get(&2), wanted.latest()), (None, Some(&"one")));
        slot.set("two").unwrap();
        assert_eq!((wanted.get(&1), wanted.get(&2)), (None, Some(&"two")));
        let (_, overtaken) = wanted.ask_into(3);
        wanted.ask_into(4);
        overtaken.set("three").unwrap();
        assert_eq!(wanted.latest(), Some(&"one"), "nobody waits for the third");
    }

    #[test]
    fn what_has_ended_comes_again_only_on_request() {
        let mut wanted: Wanted<u8, &str> = Wanted::default();
        assert!(!wanted.retry());
        let fate = wanted.ask(1).unwrap();
        assert!(!wanted.is_ended());
        fate.end();
        assert!(wanted.is_ended_at(&1) && !wanted.is_ended_at(&2) && wanted.ask(1).is_none());
        assert!(wanted.retry() && wanted.is_missing(&1));
        let newer = wanted.ask(2).unwrap();
        fate.end();
        assert!(!wanted.is_ended(), "what was asked for before is nothing to the newer");
        newer.end();
        assert!(wanted.is_ended_at(&2));
    }
}
