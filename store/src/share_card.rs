//! Share cards: resolves a kind and an id to the card stored in the message.
//!
//! Each new kind (products, companies) is one arm of [`card_for`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    chat::ShareCard,
    reel::{self, Viewer},
    social,
    types::{
        ids::{ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum characters of a title that is a caption.
const TITLE_MAX: usize = 80;

/// Kind of shared content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareKind {
    /// A user's profile.
    Profile,
    Reel,
}

/// Returns the card of content that `viewer` may see, or `NotFound` if it does not exist or is not visible.
pub async fn card_for(db: &Db, viewer: UserId, kind: ShareKind, id: i64, now: Timestamp) -> Result<ShareCard> {
    match kind {
        ShareKind::Profile => {
            let user = social::person(db, viewer, UserId(id)).await?.user;
            Ok(ShareCard {
                kind: "profile".to_owned(),
                id,
                title: user.name(),
                picture: user.picture,
                url: Some(format!("/people/{id}")),
            })
        }
        ShareKind::Reel => {
            let reel = reel::view::find(db, ReelId(id), &Viewer::account(viewer), now).await?;
            let title = if reel.caption.is_empty() { reel.company.name } else { reel.caption };
            Ok(ShareCard {
                kind: "reel".to_owned(),
                id,
                title: title.chars().take(TITLE_MAX).collect(),
                picture: reel.poster.map(|poster| poster.url),
                url: Some(format!("/videos/{id}")),
            })
        }
    }
}
