//! Rows of the marketplace for tests: companies, offerings, occurrences, staff and reviews.
//!
//! Each row has usual values. A test names those that matter to it:
//! `OfferingRow { price: 900, ..OfferingRow::new(7, company, "Soup") }.insert(&db).await`.
#![allow(clippy::unwrap_used, reason = "a test that cannot insert its rows must stop, and say where")]

use std::ops::Range;

use serde_json::json;

use crate::{
    Db,
    account::{self, AccountKind},
    cart::promo_code::PromoKind,
    catalogue::{
        category,
        detail::{Availability, OfferingKind},
        offering,
    },
    company,
    fulfilment::FulfilmentOption,
    media::{self, MediaKind, NewMedia},
    on,
    reel::{
        management::{self, ReelChange},
        publication::{self, Step},
        upload::{self, EncodedFiles, NewUpload},
    },
    types::{
        ids::{
            CompanyId, FolderId, MediaId, OccurrenceId, OfferingId, PromoCodeId, ReelId, ResourceId, ReviewId,
            UploadId, UserId, VariantId,
        },
        timestamp::Timestamp,
    },
};

/// Creation time of all rows.
pub const CREATED: Timestamp = Timestamp(1_795_231_140_000);
/// Added to the id of a company for the id of its owner.
const OWNER: i64 = 1_000_000;
/// Account of a company: this number plus the company's id.
const ACCOUNT: i64 = 2_000_000;
/// Maximum variants of an offering in the scheme of ids.
const VARIANTS: i64 = 10;

/// Executes a statement with these values.
macro_rules! run {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        {
            on!($db.write(), at => sqlx::query($sql)$(.bind($value))*.execute(at).await.map(drop)).unwrap();
            $db.everything_changed();
        }
    };
}

/// Company in Madrid that takes euros.
#[derive(Clone, Debug)]
pub struct CompanyRow {
    pub id: i64,
    pub name: &'static str,
    /// `None`: an account `owner<id>` is created.
    pub owner: Option<UserId>,
    pub city: &'static str,
    pub country: &'static str,
    pub time_zone: &'static str,
    pub currency: &'static str,
    pub categories: Vec<&'static str>,
    pub subcategories: Vec<&'static str>,
    pub features: Vec<&'static str>,
    /// Latitude and longitude.
    pub position: Option<(f64, f64)>,
    /// Minutes of the day on which the company opens and closes, on every day of the week.
    pub hours: Option<Range<i64>>,
    pub price_level: Option<i64>,
    pub paused_until: Option<Timestamp>,
}

impl CompanyRow {
    pub fn new(id: i64, name: &'static str) -> Self {
        Self {
            id,
            name,
            owner: None,
            city: "Madrid",
            country: "ES",
            time_zone: "Europe/Madrid",
            currency: "EUR",
            categories: vec!["food"],
            subcategories: Vec::new(),
            features: Vec::new(),
            position: None,
            hours: None,
            price_level: None,
            paused_until: None,
        }
    }

    /// Inserts the company with its owner, hours, categories and features. The handle is the name in lower case.
    pub async fn insert(self, db: &Db) -> CompanyId {
        let id = CompanyId(self.id);
        let owner = match self.owner {
            Some(owner) => owner,
            None => business(db, UserId(OWNER + self.id), &format!("owner{}", self.id)).await,
        };
        let categories: Vec<_> = self.categories.iter().map(|key| category::find(key).unwrap()).collect();
        let account = UserId(ACCOUNT + self.id);
        let mut tx = db.begin().await.unwrap();
        company::actor::insert(&mut tx, account, self.name, &company::slug(self.name), CREATED).await.unwrap();
        tx.commit().await.unwrap();
        run!(
            db,
            "INSERT INTO company (id, owner_id, handle, name, search_key, email, phone, address, city, postal_code, country,
                latitude, longitude, time_zone, currency, description, price_level, paused_until, created_at,
                account_id, changed_at)
             VALUES ($1, $2, $3, $4, $5, $6, '+34910000000', '1 Main Street', $7, '28001', $8, $9, $10, $11, $12, $13, $14,
                $15, $16, $17, $18)",
            id,
            owner,
            company::slug(self.name),
            self.name,
            company::search_key(self.name, self.city, &categories),
            format!("company{}@plaza.example", self.id),
            self.city,
            self.country,
            self.position.map(|(latitude, _)| latitude),
            self.position.map(|(_, longitude)| longitude),
            self.time_zone,
            self.currency,
            format!("{} in {}", self.name, self.city),
            self.price_level,
            self.paused_until,
            CREATED,
            account,
            Timestamp::now(),
        );
        run!(
            db,
            "INSERT INTO company_member (company_id, account_id, role, since) VALUES ($1, $2, 'owner', $3)",
            id,
            owner,
            CREATED
        );
        for category in &self.categories {
            run!(db, "INSERT INTO company_category (company_id, category) VALUES ($1, $2)", id, *category);
        }
        for subcategory in &self.subcategories {
            run!(db, "INSERT INTO company_subcategory (company_id, subcategory) VALUES ($1, $2)", id, *subcategory);
        }
        for feature in &self.features {
            run!(db, "INSERT INTO company_feature (company_id, feature) VALUES ($1, $2)", id, *feature);
        }
        for weekday in 1..=7_i64 {
            let Some(hours) = &self.hours else { break };
            run!(
                db,
                "INSERT INTO opening_interval (company_id, weekday, opens, closes) VALUES ($1, $2, $3, $4)",
                id,
                weekday,
                hours.start,
                hours.end
            );
        }
        id
    }
}

/// Creates a business account.
pub async fn business(db: &Db, id: UserId, user_name: &str) -> UserId {
    let new = account::NewAccount { kind: AccountKind::Professional, ..super::new_account(id, user_name) };
    account::create(db, &new).await.unwrap();
    id
}

/// Active dish of 10.00 without a folder.
#[derive(Clone, Debug)]
pub struct OfferingRow {
    pub id: i64,
    pub company: CompanyId,
    pub name: &'static str,
    pub category: &'static str,
    pub subcategory: Option<&'static str>,
    pub kind: OfferingKind,
    pub availability: Availability,
    /// `draft`, `active` or `archived`.
    pub state: &'static str,
    pub price: i64,
    pub duration_minutes: i64,
    pub step_minutes: i64,
    pub buffer_minutes: i64,
    pub members: Range<i64>,
    pub details: serde_json::Value,
    /// Groups of options, as JSON.
    pub options: serde_json::Value,
    pub folder: Option<FolderId>,
    pub position: i64,
    pub sold_out: bool,
    pub variants: Vec<VariantRow>,
}

/// Variant of an offering. Its id is that of the offering times ten, plus its position.
#[derive(Clone, Debug)]
pub struct VariantRow {
    pub name: &'static str,
    pub price: i64,
    /// `None`: not counted.
    pub capacity: Option<i64>,
    pub attributes: serde_json::Value,
}

impl VariantRow {
    pub fn new(name: &'static str, price: i64, capacity: Option<i64>) -> Self {
        Self { name, price, capacity, attributes: json!({}) }
    }
}

impl OfferingRow {
    pub fn new(id: i64, company: CompanyId, name: &'static str) -> Self {
        Self {
            id,
            company,
            name,
            category: "food",
            subcategory: None,
            kind: OfferingKind::Product,
            availability: Availability::Unlimited,
            state: "active",
            price: 1_000,
            duration_minutes: 0,
            step_minutes: 30,
            buffer_minutes: 0,
            members: 1..1,
            details: json!({}),
            options: json!([]),
            folder: None,
            position: 0,
            sold_out: false,
            variants: Vec::new(),
        }
    }

    /// Returns the id of the variant at this position.
    pub fn variant(offering: OfferingId, position: i64) -> VariantId {
        VariantId(offering.0 * VARIANTS + position)
    }

    /// Inserts the offering and its variants. Without variants, one of the same price that is not counted.
    pub async fn insert(mut self, db: &Db) -> OfferingId {
        let id = OfferingId(self.id);
        run!(
            db,
            "INSERT INTO offering (id, company_id, category, subcategory, kind, availability, state, name, search_key,
                description, price, vat_rate, duration_minutes, step_minutes, buffer_minutes, members_min, members_max,
                details, folder_id, position, sold_out, created_at, updated_at, options)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1000, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                $23, $22)",
            id,
            self.company,
            self.category,
            self.subcategory,
            self.kind,
            self.availability,
            self.state,
            self.name,
            offering::search_key(self.name, self.category, self.subcategory),
            format!("{} of the house", self.name),
            self.price,
            self.duration_minutes,
            self.step_minutes,
            self.buffer_minutes,
            self.members.start,
            self.members.end,
            self.details.to_string(),
            self.folder,
            self.position,
            self.sold_out,
            CREATED,
            self.options.to_string(),
            // The search index looks for recent changes.
            Timestamp::now(),
        );
        if self.variants.is_empty() {
            self.variants.push(VariantRow::new("", self.price, None));
        }
        for (position, variant) in (0_i64..).zip(&self.variants) {
            run!(
                db,
                "INSERT INTO offering_variant (id, offering_id, name, attributes, price, capacity, position)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                Self::variant(id, position),
                id,
                variant.name,
                variant.attributes.to_string(),
                variant.price,
                variant.capacity,
                position,
            );
        }
        id
    }
}

/// Lets a company hand over orders in this way.
pub async fn fulfilment(db: &Db, company: CompanyId, options: &[FulfilmentOption]) {
    crate::fulfilment::replace(db, company, options, Timestamp::now()).await.unwrap();
}

/// Creates a promo code that is open from [`CREATED`] for a year. Returns its id.
pub async fn promo_code(db: &Db, id: i64, company: CompanyId, code: &str, kind: PromoKind, value: i64) -> PromoCodeId {
    run!(
        db,
        "INSERT INTO promo_code (id, company_id, code, kind, value, starts_at, ends_at, limit_total, limit_each, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 2, 1, $6)",
        id,
        company,
        code,
        kind,
        value,
        CREATED,
        CREATED.plus(365 * Timestamp::DAY)
    );
    PromoCodeId(id)
}

/// Creates a folder of a company.
pub async fn folder(db: &Db, id: i64, company: CompanyId, name: &str) -> FolderId {
    run!(db, "INSERT INTO offering_folder (id, company_id, name, position) VALUES ($1, $2, $3, $1)", id, company, name);
    FolderId(id)
}

/// Creates an occurrence of an offering.
pub async fn occurrence(db: &Db, id: i64, offering: OfferingId, time: Range<Timestamp>) -> OccurrenceId {
    run!(
        db,
        "INSERT INTO occurrence (id, offering_id, starts_at, ends_at) VALUES ($1, $2, $3, $4)",
        id,
        offering,
        time.start,
        time.end
    );
    OccurrenceId(id)
}

/// Creates a member of staff who can serve these offerings.
pub async fn staff(db: &Db, id: i64, company: CompanyId, name: &str, offerings: &[OfferingId]) -> ResourceId {
    run!(
        db,
        "INSERT INTO resource (id, company_id, kind, name, title) VALUES ($1, $2, 'staff', $3, 'Therapist')",
        id,
        company,
        name
    );
    for offering in offerings {
        run!(db, "INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)", id, *offering);
    }
    ResourceId(id)
}

/// Creates a room or device that offerings need.
pub async fn equipment(db: &Db, id: i64, company: CompanyId, name: &str, offerings: &[OfferingId]) -> ResourceId {
    run!(db, "INSERT INTO resource (id, company_id, kind, name) VALUES ($1, $2, 'equipment', $3)", id, company, name);
    for offering in offerings {
        run!(db, "INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)", id, *offering);
    }
    ResourceId(id)
}

/// Creates a table for up to `seats` persons.
pub async fn table(db: &Db, id: i64, company: CompanyId, name: &str, seats: i64) -> ResourceId {
    run!(
        db,
        "INSERT INTO resource (id, company_id, kind, name, seats_max) VALUES ($1, $2, 'table', $3, $4)",
        id,
        company,
        name,
        seats
    );
    ResourceId(id)
}

/// Creates a picture of an account.
pub async fn picture(db: &Db, id: i64, owner: UserId) -> MediaId {
    let mut new = NewMedia::new(MediaId(id), media::new_key(), owner, MediaKind::Image, "image/webp", 1_000, CREATED);
    (new.width, new.height, new.placeholder) = (Some(800), Some(600), Some("#aabbcc".to_owned()));
    media::insert(db, &new).await.unwrap();
    MediaId(id)
}

/// Returns the owner of a company that was created without one.
pub fn owner(company: CompanyId) -> UserId {
    UserId(OWNER + company.0)
}

/// Shows a picture at an offering.
pub async fn show_picture(db: &Db, offering: OfferingId, picture: MediaId, position: i64) {
    run!(
        db,
        "INSERT INTO offering_picture (offering_id, media_id, position) VALUES ($1, $2, $3)",
        offering,
        picture,
        position
    );
}

/// Creates a review and counts it in the ratings of company and offering.
pub async fn review(
    db: &Db,
    id: i64,
    company: CompanyId,
    offering: Option<OfferingId>,
    author: UserId,
    rating: i64,
) -> ReviewId {
    run!(
        db,
        "INSERT INTO review (id, company_id, offering_id, author_id, rating, service_fast, as_described, meets_expectations,
            product_quality, comments, created_at)
         VALUES ($1, $2, $3, $4, $5, TRUE, TRUE, FALSE, 'good', 'Comment', $6)",
        id,
        company,
        offering,
        author,
        rating,
        CREATED.plus(id),
    );
    run!(
        db,
        "UPDATE company SET rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $1",
        company,
        rating
    );
    run!(
        db,
        "UPDATE offering SET rating_sum = rating_sum + $2, rating_count = rating_count + 1 WHERE id = $1",
        offering,
        rating
    );
    ReviewId(id)
}

/// Reel of a company, published by default, with a video and a poster without bytes.
#[derive(Clone, Debug)]
pub struct ReelRow {
    pub id: i64,
    pub company: CompanyId,
    pub caption: &'static str,
    pub published: bool,
    pub at: Timestamp,
}

impl ReelRow {
    pub fn new(id: i64, company: CompanyId) -> Self {
        Self { id, company, caption: "Look", published: true, at: CREATED }
    }

    /// Inserts the reel with its files, through an upload, as a company makes it.
    pub async fn insert(self, db: &Db) -> ReelId {
        let upload = ready_upload(db, self.id, self.company, self.at).await;
        let (id, content) =
            (ReelId(self.id), ReelChange { caption: Some(self.caption.to_owned()), ..ReelChange::default() });
        management::create(db, id, self.company, upload, &content, self.at).await.unwrap();
        if self.published {
            publication::change(db, id, self.company, Step::Publish, self.at).await.unwrap();
        }
        id
    }
}

/// Inserts an upload of a company whose video is encoded. Takes the ids from `10 * id` to `10 * id + 3`.
pub async fn ready_upload(db: &Db, id: i64, company: CompanyId, at: Timestamp) -> UploadId {
    let owner = company::members(db, company).await.unwrap()[0];
    let file = async |id: i64, kind, mime| {
        let new = NewMedia {
            width: Some(540),
            height: Some(960),
            duration_ms: (kind == MediaKind::Video).then_some(8_000),
            ..NewMedia::new(MediaId(id), media::new_key(), owner, kind, mime, 1, at)
        };
        media::insert(db, &new).await.unwrap().id
    };
    let files = EncodedFiles {
        video: file(10 * id, MediaKind::Video, "video/mp4").await,
        small_video: Some(file(10 * id + 1, MediaKind::Video, "video/mp4").await),
        poster: Some(file(10 * id + 2, MediaKind::Image, "image/webp").await),
    };
    let upload = UploadId(10 * id + 3);
    let new =
        NewUpload { id: upload, company, owner, key: media::new_key(), name: "v.mp4".to_owned(), bytes: 1, now: at };
    upload::create(db, &new).await.unwrap();
    upload::receive(db, upload, 0, &"0".repeat(64), at).await.unwrap();
    let encoding = upload::complete(db, upload, company, at).await.unwrap().unwrap();
    assert!(upload::succeed(db, encoding, files, at).await.unwrap());
    upload
}
