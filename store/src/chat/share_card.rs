//! What of the product can be shared in a chat: a kind and an id become the card that the message carries.
//!
//! One seam for all kinds: whatever comes to the product later (reels, products, companies) is one arm of [`resolve`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Db, Error, Result, chat::ShareCard, social, types::ids::UserId};

/// What kind of thing is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareKind {
    /// Somebody's profile.
    Profile,
    Reel,
}

/// The card of something that `viewer` may see. `NotFound` when there is no such thing, or not for them.
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
