//! Share cards: resolves a kind and an id to the card stored in the message.
//!
//! Each new kind (reels, products, companies) is one arm of [`card_for`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Db, Error, Result, chat::ShareCard, social, types::ids::UserId};

/// Kind of shared content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareKind {
    /// A user's profile.
    Profile,
    Reel,
}

/// Returns the card of content that `viewer` may see, or `NotFound` if it does not exist or is not visible.
pub async fn card_for(db: &Db, viewer: UserId, kind: ShareKind, id: i64) -> Result<ShareCard> {
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
        // No reel has been published yet.
        ShareKind::Reel => Err(Error::NotFound),
    }
}
