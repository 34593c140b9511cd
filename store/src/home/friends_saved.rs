//! Reels, offerings and companies that friends of the viewer saved.

use super::{HomeSection, HomeView};
use crate::{Db, Error, Result, favourite::friends, reel::ReelError};

/// Cards in the row.
const ITEMS: i64 = 12;

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(viewer) = view.viewer else { return Ok(None) };
    let (items, _) = friends::list(db, viewer, ITEMS, 0, view.now).await.map_err(|error| match error {
        ReelError::Store(cause) => cause,
        // A read refuses nothing.
        ReelError::Refused(refusal) => Error::Corrupt(format!("{refusal:?}")),
    })?;
    Ok((!items.is_empty()).then_some(HomeSection::FriendsSaved { items }))
}
