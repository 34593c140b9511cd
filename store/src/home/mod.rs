//! Start page: sections for one viewer at one place.
//!
//! A section has a file of its own and reads by itself, so that one that fails leaves the others. An empty section is
//! left out.

mod friends_saved;
mod live;
mod promo_codes;
mod reels;
mod tonight;

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;

pub use promo_codes::HomePromoCode;
pub use reels::HomeReel;
pub use tonight::{TonightOffering, TonightSlot};

use crate::{
    Db, Result,
    booking::Booking,
    catalogue::{
        category,
        filter::{Filter, Sort, Window},
        offering::{self, OfferingCard},
    },
    company::list::{self, ListedCompany},
    db::Aggregate,
    each,
    favourite::friends::FriendFavourite,
    fulfilment::OrderType,
    on,
    order::Order,
    storefront::news::{self, FollowedNews},
    types::{ids::UserId, position::Position, timestamp::Timestamp},
};

/// Cards in a row.
const ROW: Window = Window { limit: 12, offset: 0 };
/// Offers to choose the best of each company from.
const TOP_RATED: Window = Window { limit: 48, offset: 0 };
/// Distance that counts as near.
const NEAR_KM: f64 = 50.0;

/// Viewer and place of a start page.
#[derive(Clone, Copy, Debug)]
pub struct HomeView {
    /// None for a visitor.
    pub viewer: Option<UserId>,
    pub position: Option<Position>,
    /// Only companies that take such orders.
    pub order_type: Option<OrderType>,
    pub now: Timestamp,
}

impl HomeView {
    fn fulfilments(self) -> Vec<&'static str> {
        self.order_type.map(OrderType::fulfilments).unwrap_or_default()
    }
}

/// Section of the start page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HomeSection {
    /// Current business of the viewer: running orders, newest first, and the next booking.
    Live { orders: Vec<Order>, booking: Option<Box<Booking>> },
    /// Keys of all categories. The chosen ones of the viewer are first.
    Categories { keys: Vec<String> },
    /// Codes that the viewer may use at companies near the place, those that end first.
    PromoCodes { codes: Vec<HomePromoCode> },
    /// Offers near the place with free times this evening.
    Tonight { offers: Vec<TonightOffering> },
    /// Open companies near the place, nearest first.
    OpenNow { companies: Vec<ListedCompany> },
    /// Reels of companies near the place, newest first.
    Reels { reels: Vec<HomeReel> },
    /// Offers near the place of different companies, best rated first.
    TopRated { offers: Vec<OfferingCard> },
    /// What friends of the viewer saved, the last saved first.
    FriendsSaved { items: Vec<FriendFavourite> },
    /// News of the companies that the viewer follows, newest first.
    FollowedNews { news: Vec<FollowedNews> },
    /// Companies that joined last.
    NewHere { companies: Vec<ListedCompany> },
}

/// Returns what the start page of a visitor is made from: the market, and the free times of a few companies. Their ended
/// holds count as free, so the page changes by itself at the returned time too.
pub async fn depends(db: &Db, view: HomeView) -> Result<(Vec<Aggregate>, Option<Timestamp>)> {
    let companies = tonight::companies(db, view).await?;
    let ids = serde_json::to_string(&companies.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT min(hold_expires_at) FROM booking WHERE state = 'held' AND hold_expires_at > $2
            AND company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let (ends,): (Option<Timestamp>,) =
        on!(at, at => sqlx::query_as(sql).bind(ids).bind(view.now).fetch_one(at).await)?;
    Ok((companies.into_iter().map(Aggregate::Inventory).chain([Aggregate::Market]).collect(), ends))
}

/// Section that was read: its key, and nothing if it is empty.
pub type ReadSection = (&'static str, Result<Option<HomeSection>>);

/// Reads the sections in the order of the page.
pub async fn sections(db: &Db, view: HomeView) -> Vec<ReadSection> {
    let (live, categories, codes, tonight, open_now, reels, saved, news, top_rated, new_here) = tokio::join!(
        live::read(db, view),
        categories(db, view),
        promo_codes::read(db, view),
        tonight::read(db, view),
        open_now(db, view),
        reels::read(db, view),
        friends_saved::read(db, view),
        followed_news(db, view),
        top_rated(db, view),
        new_here(db, view),
    );
    vec![
        ("live", live),
        ("categories", categories),
        ("promo_codes", codes),
        ("tonight", tonight),
        ("open_now", open_now),
        ("reels", reels),
        ("friends_saved", saved),
        ("followed_news", news),
        ("top_rated", top_rated),
        ("new_here", new_here),
    ]
}

async fn categories(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let mut keys = match view.viewer {
        Some(viewer) => category::favourites(db, viewer).await?,
        None => Vec::new(),
    };
    for category in category::CATEGORIES {
        if !keys.iter().any(|key| key == category.key) {
            keys.push(category.key.to_owned());
        }
    }
    Ok(Some(HomeSection::Categories { keys }))
}

async fn open_now(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(position) = view.position else { return Ok(None) };
    let filter = Filter {
        open_now: true,
        position: Some(position),
        distance_km: Some(NEAR_KM),
        fulfilments: view.fulfilments(),
        sort: Sort::Distance,
        ..Filter::default()
    };
    let (companies, _) = list::list(db, &filter, ROW, view.now).await?;
    Ok((!companies.is_empty()).then_some(HomeSection::OpenNow { companies }))
}

async fn followed_news(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(viewer) = view.viewer else { return Ok(None) };
    let (news, _) = news::of_followed(db, viewer, ROW, view.now).await?;
    Ok((!news.is_empty()).then_some(HomeSection::FollowedNews { news }))
}

async fn top_rated(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(position) = view.position else { return Ok(None) };
    let filter = Filter {
        position: Some(position),
        distance_km: Some(NEAR_KM),
        fulfilments: view.fulfilments(),
        sort: Sort::Rating,
        ..Filter::default()
    };
    let (mut offers, _) = offering::list(db, &filter, TOP_RATED, view.now).await?;
    let mut companies = HashSet::new();
    offers.retain(|offer| offer.rating.rating_count > 0 && companies.insert(offer.company.id));
    offers.truncate(usize::try_from(ROW.limit).unwrap_or(0));
    Ok((!offers.is_empty()).then_some(HomeSection::TopRated { offers }))
}

async fn new_here(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    // The distance is shown, and does not restrict: in a new town everything is far.
    let fulfilments = view.fulfilments();
    let filter = Filter { position: view.position, fulfilments, sort: Sort::Newest, ..Filter::default() };
    let (companies, _) = list::list(db, &filter, ROW, view.now).await?;
    Ok((!companies.is_empty()).then_some(HomeSection::NewHere { companies }))
}
