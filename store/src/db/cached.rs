//! Values in memory that are made from one aggregate, such as the terms of a company for carts.
//!
//! A value is kept with the versions of its aggregate ([`super::changes`]) from before it was read. So it is never older
//! than a write that was acknowledged before it is asked for.

use std::{
    any::{Any, TypeId},
    sync::Arc,
};

use moka::sync::Cache;

use super::{Aggregate, Db, Versions};
use crate::error::Result;

/// Values that are kept, of 1 to 2 KB. Those that are asked for often stay (TinyLFU).
const ENTRIES: u64 = 20_000;

/// Type of the value, the aggregate that it is made from, and its part of it.
type Key = (TypeId, Aggregate, i64);

#[derive(Clone)]
pub(super) struct CachedValues(Cache<Key, (Versions, Arc<dyn Any + Send + Sync>)>);

impl Default for CachedValues {
    fn default() -> Self {
        Self(Cache::new(ENTRIES))
    }
}

impl Db {
    /// Returns a value that is made from one aggregate, from memory while the aggregate has not changed. `read` reads the
    /// value otherwise. Each type stands for one kind of value, and `part` names one of several.
    pub(crate) async fn cached<T: Send + Sync + 'static>(
        &self,
        of: Aggregate,
        part: i64,
        read: impl Future<Output = Result<T>>,
    ) -> Result<Arc<T>> {
        let key = (TypeId::of::<T>(), of, part);
        let versions = self.versions(&[Aggregate::All, of]).await?;
        let known = self.cached.0.get(&key).filter(|(of_value, _)| *of_value == versions);
        if let Some(value) = known.and_then(|(_, value)| value.downcast().ok()) {
            return Ok(value);
        }
        let value = Arc::new(read.await?);
        self.cached.0.insert(key, (versions, Arc::clone(&value) as Arc<dyn Any + Send + Sync>));
        Ok(value)
    }
}
