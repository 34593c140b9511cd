//! Reels of companies near the place, newest first.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{HomeSection, HomeView, NEAR_KM, ROW};
use crate::{
    Db, Result,
    catalogue::filter::Filter,
    db::conditions::Conditions,
    media::picture::{self, Picture},
    reel::{Viewer, feed::candidates},
    types::ids::{CompanyId, MediaId, ReelId},
};

/// Reels of one company, so that one that publishes much does not fill the row.
const OF_COMPANY_MAX: usize = 2;

/// Reel as a poster. Its counters change too often for the start page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HomeReel {
    pub id: ReelId,
    pub caption: String,
    pub company_name: String,
    pub poster: Option<Picture>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ReelId,
    caption: String,
    company_id: CompanyId,
    company_name: String,
    poster_id: Option<MediaId>,
}

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let viewer = Viewer { account: view.viewer, position: view.position };
    let mut query = Conditions::new(
        "SELECT r.id, r.caption, c.id AS company_id, c.name AS company_name, r.poster_id
         FROM reel r JOIN company c ON c.id = r.company_id WHERE r.id IN (0",
        Vec::new(),
    );
    for reel in candidates::near(db, &viewer, NEAR_KM).await? {
        query.bind(", ?", reel.0);
    }
    query.push(")");
    let filter = Filter { fulfilments: view.fulfilments(), ..Filter::default() };
    filter.add_company(&mut query);
    query.push(" ORDER BY r.number DESC");
    let rows = few_of_each_company(query.fetch(db).await?);
    let posters: Vec<MediaId> = rows.iter().filter_map(|row| row.poster_id).collect();
    let posters = picture::find_all(db, &posters).await?;
    let reels: Vec<HomeReel> = rows.into_iter().map(|row| row.shown(&posters)).collect();
    Ok((!reels.is_empty()).then_some(HomeSection::Reels { reels }))
}

fn few_of_each_company(mut rows: Vec<Row>) -> Vec<Row> {
    let mut of_company: HashMap<CompanyId, usize> = HashMap::new();
    rows.retain(|row| {
        let count = of_company.entry(row.company_id).or_default();
        *count += 1;
        *count <= OF_COMPANY_MAX
    });
    rows.truncate(usize::try_from(ROW.limit).unwrap_or(0));
    rows
}

impl Row {
    fn shown(self, posters: &HashMap<MediaId, Picture>) -> HomeReel {
        HomeReel {
            id: self.id,
            caption: self.caption,
            company_name: self.company_name,
            poster: self.poster_id.and_then(|id| posters.get(&id).cloned()),
        }
    }
}
