//! Offerings in lists. One query reads the cards of every list.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    category,
    detail::{Availability, OfferingKind, Unit},
    filter::{Filter, Window},
    party::party,
    rating::{Rating, RatingRow},
};
use crate::{
    Db, Error, Result, each,
    media::picture::{self, Picture},
    on,
    types::{
        fold::word_key,
        ids::{CompanyId, FolderId, MediaId, OfferingId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Offering in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OfferingCard {
    pub id: OfferingId,
    pub company: OfferingCompany,
    /// Key of the category.
    #[schema(example = "food")]
    pub category: String,
    pub subcategory: Option<String>,
    pub kind: OfferingKind,
    pub availability: Availability,
    pub name: String,
    /// Lowest price of the variants, in minor units, VAT included.
    #[schema(example = 1250)]
    pub price: i64,
    /// Unit of the price.
    pub unit: Unit,
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    pub picture: Option<Picture>,
    #[serde(flatten)]
    pub rating: Rating,
    pub sold_out: bool,
    /// 0 if it takes no time of its own.
    pub duration_minutes: i64,
    /// Minimum persons of one booking.
    pub members_min: i64,
    /// Maximum persons of one booking, of one room for nights. Tickets and timed entries have the limit of units.
    pub members_max: i64,
    /// Values of the category's detail fields.
    #[schema(value_type = Object)]
    pub details: Map<String, Value>,
    /// Start of the next occurrence.
    pub next_at: Option<Timestamp>,
    pub folder: Option<Folder>,
}

/// Company of an offering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferingCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub city: String,
    pub currency: String,
    pub time_zone: TimeZone,
}

/// Section of a menu, or shelf of a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Folder {
    pub id: FolderId,
    pub name: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: OfferingId,
    company_id: CompanyId,
    handle: String,
    company_name: String,
    city: String,
    currency: String,
    time_zone: TimeZone,
    category: String,
    subcategory: Option<String>,
    kind: OfferingKind,
    availability: Availability,
    name: String,
    price: i64,
    picture_id: Option<MediaId>,
    #[sqlx(flatten)]
    rating: RatingRow,
    sold_out: bool,
    duration_minutes: i64,
    members_min: i64,
    members_max: i64,
    details: String,
    next_at: Option<Timestamp>,
    folder_id: Option<FolderId>,
    folder_name: Option<String>,
}

/// Returns a page of the offerings that match, and their total.
pub async fn list(db: &Db, filter: &Filter, window: Window, now: Timestamp) -> Result<(Vec<OfferingCard>, i64)> {
    let selected = filter.select(db, &filter.offerings(), window, now).await?;
    let ids: Vec<_> = selected.ids.into_iter().map(OfferingId).collect();
    Ok((cards(db, &ids, now).await?, selected.total))
}

/// Returns the cards of these offerings in the given order, with two queries. Unknown ids are left out.
pub async fn cards(db: &Db, ids: &[OfferingId], now: Timestamp) -> Result<Vec<OfferingCard>> {
    read_cards(db, ids, false, now).await
}

/// Returns the card of an offering in any state.
pub(super) async fn card_in_any_state(db: &Db, id: OfferingId, now: Timestamp) -> Result<OfferingCard> {
    read_cards(db, &[id], true, now).await?.pop().ok_or(Error::NotFound)
}

async fn read_cards(db: &Db, ids: &[OfferingId], in_any_state: bool, now: Timestamp) -> Result<Vec<OfferingCard>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT o.id, o.company_id, c.handle, c.name AS company_name, c.city, c.currency, c.time_zone, o.category,
            o.subcategory, o.kind, o.availability, o.name, o.price, o.rating_sum, o.rating_count, o.sold_out,
            o.duration_minutes, o.members_min, o.members_max, o.details, o.folder_id, f.name AS folder_name,
            (SELECT p.media_id FROM offering_picture p WHERE p.offering_id = o.id ORDER BY p.position, p.media_id LIMIT 1)
                AS picture_id,
            (SELECT min(e.starts_at) FROM occurrence e
             WHERE o.availability = 'occurrence' AND e.offering_id = o.id AND e.starts_at > $2
                AND e.cancelled_at IS NULL) AS next_at
         FROM offering o JOIN company c ON c.id = o.company_id LEFT JOIN offering_folder f ON f.id = o.folder_id
         WHERE (o.state = 'active' OR $3) AND o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let mut rows: Vec<Row> =
        on!(at, at => sqlx::query_as(sql).bind(list).bind(now).bind(in_any_state).fetch_all(at).await)?;
    let places: HashMap<_, _> = ids.iter().zip(0..).collect();
    rows.sort_by_key(|row| places.get(&row.id));
    let pictures: Vec<_> = rows.iter().filter_map(|row| row.picture_id).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    rows.into_iter().map(|row| row.card(&pictures)).collect()
}

impl Row {
    fn card(self, pictures: &HashMap<MediaId, Picture>) -> Result<OfferingCard> {
        let party = party(self.availability, self.members_min, self.members_max, 1);
        let unit = category::find(&self.category).map_or(Unit::Item, |category| category.unit);
        let company = OfferingCompany {
            id: self.company_id,
            handle: self.handle,
            name: self.company_name,
            city: self.city,
            currency: self.currency.clone(),
            time_zone: self.time_zone,
        };
        Ok(OfferingCard {
            id: self.id,
            company,
            category: self.category,
            subcategory: self.subcategory,
            kind: self.kind,
            availability: self.availability,
            name: self.name,
            price: self.price,
            unit,
            currency: self.currency,
            picture: self.picture_id.and_then(|id| pictures.get(&id).cloned()),
            rating: self.rating.rating(),
            sold_out: self.sold_out,
            duration_minutes: self.duration_minutes,
            members_min: *party.start(),
            members_max: *party.end(),
            details: serde_json::from_str(&self.details)?,
            next_at: self.next_at,
            folder: self.folder_id.zip(self.folder_name).map(|(id, name)| Folder { id, name }),
        })
    }
}

/// Returns the words that an offering is found by: its name and the labels of its category and subcategory.
pub fn search_key(name: &str, category: &str, subcategory: Option<&str>) -> String {
    let mut words = name.to_owned();
    if let Some(category) = category::find(category) {
        for label in category.labels().chain(subcategory.into_iter().flat_map(|key| category.subcategory_labels(key))) {
            words.push(' ');
            words.push_str(label);
        }
    }
    word_key(&words)
}
