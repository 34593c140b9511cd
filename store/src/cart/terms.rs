//! Terms of a company that the price and the time of a cart depend on.

use std::{collections::HashSet, sync::Arc};

use crate::{
    Db, Result,
    catalogue::{company_hours, opening_hours::OpeningHours},
    db::Aggregate,
    fulfilment::{self, FulfilmentOption},
    loyalty::{Programme, programme},
    types::{
        ids::CompanyId,
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Days ahead whose exceptions from the hours are read.
const EXCEPTION_DAYS: i64 = 400;

pub(super) struct CompanyTerms {
    /// Ways in which the company hands over orders.
    pub(super) options: Vec<FulfilmentOption>,
    /// None: the company states no hours, and takes orders at any time.
    pub(super) hours: Option<OpeningHours>,
    /// Programme that is active.
    pub(super) programme: Option<Programme>,
}

impl CompanyTerms {
    /// Returns the present terms. They stay in memory until the company changes, one day at most.
    pub(super) async fn of(db: &Db, company: CompanyId, now: Timestamp) -> Result<Arc<Self>> {
        let today = TimeZone::utc().date_at(now);
        let day = now.0.div_euclid(Timestamp::DAY);
        db.cached(Aggregate::Company(company), day, Self::read(db, company, &today)).await
    }

    async fn read(db: &Db, company: CompanyId, today: &Date) -> Result<Self> {
        let companies = HashSet::from([company]);
        let (from, to) = (today.plus_days(-2), today.plus_days(EXCEPTION_DAYS));
        let hours = company_hours::of_all(db, &companies, &from, &to).await?.remove(&company);
        let options = fulfilment::offered(db, company).await?;
        let programme = programme::find(db, company).await?.filter(|programme| programme.is_active);
        Ok(Self { options, hours, programme })
    }
}
