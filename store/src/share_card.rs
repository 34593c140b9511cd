//! Share cards: resolves a kind and an id to the card stored in the message. Each kind is one arm of [`card_for`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    catalogue::offering,
    chat::ShareCard,
    company::{self, public},
    reel::{self, Viewer},
    social,
    types::{
        ids::{CompanyId, OfferingId, ReelId, UserId},
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
    Company,
    /// An offering of any category: a product, a service, a ticket.
    Product,
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
        ShareKind::Company => {
            company::exists(db, CompanyId(id)).await?;
            let company = public::summaries(db, &[CompanyId(id)], now).await?.pop().ok_or(Error::NotFound)?;
            Ok(ShareCard {
                kind: "company".to_owned(),
                id,
                title: company.name,
                picture: company.logo.or(company.cover).map(|picture| picture.url),
                url: Some(format!("/companies/{}", company.handle)),
            })
        }
        ShareKind::Product => {
            let offering = offering::cards(db, &[OfferingId(id)], now).await?.pop().ok_or(Error::NotFound)?;
            Ok(ShareCard {
                kind: "product".to_owned(),
                id,
                title: offering.name,
                picture: offering.picture.map(|picture| picture.url),
                url: Some(format!("/products/{id}")),
            })
        }
    }
}
