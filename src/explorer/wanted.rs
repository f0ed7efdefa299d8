//! A value that a job computes, by the key that it follows from.

/// What became of the value that was asked for last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Coming,
    Cancelled,
    Failed,
}

/// A value by its key: here, coming, cancelled or failed. A change of the key is all that makes it stale, so it is never
/// cleared. The value of an older key stays at hand until the one asked for is here.
#[derive(Debug)]
pub struct Wanted<K, V> {
    here: Option<(K, V)>,
    asked: Option<(K, Fate)>,
}

impl<K, V> Default for Wanted<K, V> {
    fn default() -> Self {
        Self { here: None, asked: None }
    }
}

impl<K: PartialEq, V> Wanted<K, V> {
    /// The value that came last, perhaps of an older key.
    pub fn latest(&self) -> Option<&V> {
        self.here.as_ref().map(|(_, value)| value)
    }

    pub fn latest_mut(&mut self) -> Option<&mut V> {
        self.here.as_mut().map(|(_, value)| value)
    }

    /// The key of [`Wanted::latest`].
    pub fn key(&self) -> Option<&K> {
        self.here.as_ref().map(|(key, _)| key)
    }

    /// The value of this key, if it is here.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.here.as_ref().filter(|(of, _)| of == key).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.here.as_mut().filter(|(of, _)| of == key).map(|(_, value)| value)
    }

    /// The key that was asked for last, whatever became of it.
    pub fn asked(&self) -> Option<&K> {
        self.asked.as_ref().map(|(key, _)| key)
    }

    /// Whether the value has to be asked for: it is neither here nor coming, and was not cancelled and did not fail.
    pub fn is_missing(&self, key: &K) -> bool {
        self.get(key).is_none() && self.asked() != Some(key)
    }

    /// The value of this key is coming.
    pub fn ask(&mut self, key: K) {
        self.asked = Some((key, Fate::Coming));
    }

    /// The value has come, or the first part of it.
    pub fn put(&mut self, key: K, value: V) {
        self.here = Some((key, value));
    }

    /// The user cancelled what is coming.
    pub fn cancel(&mut self) {
        self.end(Fate::Cancelled);
    }

    /// What was coming failed; it is not asked for again by itself.
    pub fn fail(&mut self) {
        self.end(Fate::Failed);
    }

    fn end(&mut self, end: Fate) {
        if let Some((_, fate @ Fate::Coming)) = &mut self.asked {
            *fate = end;
        }
    }

    /// What was asked for last was cancelled, or failed.
    pub fn is_ended(&self) -> bool {
        matches!(self.asked, Some((_, Fate::Cancelled | Fate::Failed)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_asked_for_once_a_key() {
        let mut wanted: Wanted<u8, &str> = Wanted::default();
        assert!(wanted.is_missing(&1));
        wanted.ask(1);
        assert!(!wanted.is_missing(&1) && wanted.is_missing(&2));
        wanted.put(1, "one");
        assert_eq!((wanted.get(&1), wanted.get(&2), wanted.latest()), (Some(&"one"), None, Some(&"one")));
        wanted.ask(2);
        assert!(!wanted.is_missing(&1), "the older value is still here");
    }

    #[test]
    fn what_was_cancelled_comes_again_only_on_request() {
        let mut wanted: Wanted<u8, &str> = Wanted::default();
        assert!(!wanted.retry());
        wanted.ask(1);
        wanted.cancel();
        assert!(wanted.is_ended_at(&1) && !wanted.is_missing(&1));
        assert!(wanted.retry() && wanted.is_missing(&1));
        wanted.ask(1);
        wanted.fail();
        assert!(wanted.is_ended_at(&1) && !wanted.is_ended_at(&2) && wanted.is_missing(&2));
    }
}
