//! What waits to be called for once, by whoever holds its key: a socket's ticket, the second step of a sign-in, the way back
//! from a social provider. In memory: each is worth some minutes and a second try.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use store::time::Millis;

/// Things that wait at most. Past it the oldest go.
const AT_MOST: usize = 100_000;

pub struct Once<T>(Mutex<HashMap<String, (T, Millis)>>);

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Once<T> {
    /// Keeps something until a moment, and answers its key: 128 random bits.
    pub fn keep(&self, what: T, until: Millis, now: Millis) -> String {
        let key = format!("{:032x}", rand::random::<u128>());
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= AT_MOST {
            waiting.retain(|_, (_, until)| *until > now);
        }
        if waiting.len() >= AT_MOST
            && let Some(oldest) = waiting.iter().min_by_key(|(_, (_, until))| *until).map(|(key, _)| key.clone())
        {
            waiting.remove(&oldest);
        }
        waiting.insert(key.clone(), (what, until));
        key
    }

    /// What the key stands for, if its time has not passed. It serves no second time.
    pub fn take(&self, key: &str, now: Millis) -> Option<T> {
        let (what, until) = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key)?;
        (until > now).then_some(what)
    }

    /// Looks at what the key stands for, or changes it, and leaves it there.
    pub fn look<R>(&self, key: &str, now: Millis, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (what, until) = waiting.get_mut(key)?;
        (*until > now).then(|| look(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_000_000);

    #[test]
    fn a_key_serves_once_within_its_time() {
        let once = Once::default();
        let key = once.keep(7, NOW.plus(10), NOW);
        assert_eq!(once.look(&key, NOW, |what| *what += 1), Some(()));
        assert_eq!(once.take(&key, NOW.plus(9)), Some(8));
        assert_eq!(once.take(&key, NOW.plus(9)), None);
        let late = once.keep(7, NOW.plus(10), NOW);
        assert_eq!(once.look(&late, NOW.plus(10), |what| *what), None);
        assert_eq!(once.take(&late, NOW.plus(10)), None);
        assert_eq!(once.take("", NOW), None);
    }

    #[test]
    fn the_oldest_make_way() {
        let once = Once::default();
        let first = once.keep(0, NOW.plus(10), NOW);
        for at in 1..=AT_MOST {
            once.keep(at, NOW.plus(20), NOW);
        }
        assert_eq!(once.take(&first, NOW), None);
        assert_eq!(once.0.lock().unwrap().len(), AT_MOST);
    }
}
