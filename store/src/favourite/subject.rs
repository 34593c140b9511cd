//! Reels, offerings and companies behind favourites.

use std::collections::HashMap;

use super::ItemKind;
use crate::{
    Db,
    catalogue::offering::{self, OfferingCard},
    company::public::{self, CompanySummary},
    reel::{Reel, Result, Viewer, view},
    types::{
        ids::{CompanyId, OfferingId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Reel, offering or company of a favourite. Empty if it is no longer available to the viewer.
#[derive(Default)]
pub(super) struct Subject {
    pub reel: Option<Reel>,
    pub offering: Option<OfferingCard>,
    pub company: Option<CompanySummary>,
}

/// Reads the subjects of items, as far as the viewer may see them.
pub(super) async fn read(
    db: &Db,
    viewer: UserId,
    items: &[(ItemKind, i64)],
    now: Timestamp,
) -> Result<HashMap<(ItemKind, i64), Subject>> {
    let of = |wanted| items.iter().filter(move |(kind, _)| *kind == wanted).map(|(_, id)| *id);
    let reels: Vec<_> = of(ItemKind::Reel).map(ReelId).collect();
    let offerings: Vec<_> = of(ItemKind::Offering).map(OfferingId).collect();
    let companies: Vec<_> = of(ItemKind::Company).map(CompanyId).collect();
    let mut subjects: HashMap<(ItemKind, i64), Subject> = HashMap::new();
    for reel in view::visible_of(db, &reels, &Viewer::account(viewer), now).await? {
        let subject = subjects.entry((ItemKind::Reel, reel.id.0)).or_default();
        subject.reel = Some(reel);
    }
    for card in offering::cards(db, &offerings, now).await? {
        let subject = subjects.entry((ItemKind::Offering, card.id.0)).or_default();
        subject.offering = Some(card);
    }
    for company in public::open_summaries(db, &companies, now).await? {
        let subject = subjects.entry((ItemKind::Company, company.id.0)).or_default();
        subject.company = Some(company);
    }
    Ok(subjects)
}
