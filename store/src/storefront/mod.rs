//! Public page of a company as its members edit it: profile, opening hours, pause, gallery and news.

pub mod gallery;
pub mod hours;
pub mod news;
pub mod pause;
pub mod profile;
mod profile_form;

pub use profile_form::StoreProfileForm;

use crate::{
    Result,
    db::Tx,
    media::{self, MediaKind},
    offering_management::Editor,
    types::ids::MediaId,
};

/// Message about a file that cannot be used.
const UPLOAD_AGAIN: &str = "Upload this picture again.";

impl Editor<'_> {
    /// Returns the kind of a file that the caller uploaded, and marks the file as used.
    async fn own_file(&self, tx: &mut Tx, id: MediaId) -> Result<Option<MediaKind>> {
        let owned = media::owned(tx, &[(self.user, id)]).await?;
        Ok(owned.get(&(self.user, id)).map(|media| media.kind))
    }
}
