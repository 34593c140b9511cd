//! Changes of advertisements by their company.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    company::plan,
    db::Tx,
    media::{self, MediaKind},
    offering_management::{self, CatalogueError, Editor, FieldMessages, offering_form::present},
    on,
    types::{
        ids::{AdvertisementId, MediaId, OfferingId},
        timestamp::Timestamp,
        validation::{line, lines},
    },
};

const TITLE_MAX: usize = 80;
const TEXT_MAX: usize = 500;
/// Maximum days from now to the end.
const AHEAD_DAYS: i64 = 366;
/// Maximum advertisements of a company, ended ones included.
const TOTAL_MAX: i64 = 1_000;

/// Advertisement to create or change. A new one requires title, text, picture and end. An omitted field stays unchanged.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdvertisementForm {
    #[schema(max_length = 80)]
    pub title: Option<String>,
    /// Plain text with line breaks.
    #[schema(max_length = 500)]
    pub text: Option<String>,
    /// Uploaded picture.
    pub picture_id: Option<MediaId>,
    /// Offering of the company that it leads to. Null: the page of the company.
    #[serde(deserialize_with = "present")]
    pub offering_id: Option<Option<OfferingId>>,
    /// Now by default.
    pub starts_at: Option<Timestamp>,
    /// After the start, and at most a year ahead.
    pub ends_at: Option<Timestamp>,
    pub paused: Option<bool>,
}

#[derive(sqlx::FromRow)]
struct Row {
    title: String,
    text: String,
    media_id: Option<MediaId>,
    offering_id: Option<OfferingId>,
    starts_at: Timestamp,
    ends_at: Timestamp,
    paused: bool,
}

impl Row {
    /// Takes the fields that were sent, but for files and offerings. Returns the errors by field.
    fn apply(&mut self, form: &AdvertisementForm, now: Timestamp) -> FieldMessages {
        let mut errors = FieldMessages::new();
        let mut wrong = |field: &str, message: String| errors.push((field.to_owned(), message));
        if let Some(title) = &form.title {
            match line(title, TITLE_MAX) {
                Some(title) => self.title = title,
                None => wrong("title", format!("Enter 1 to {TITLE_MAX} characters.")),
            }
        }
        if let Some(text) = &form.text {
            match lines(text, TEXT_MAX).filter(|text| !text.is_empty()) {
                Some(text) => self.text = text,
                None => wrong("text", format!("Enter 1 to {TEXT_MAX} characters.")),
            }
        }
        self.paused = form.paused.unwrap_or(self.paused);
        self.starts_at = form.starts_at.unwrap_or(self.starts_at);
        self.ends_at = form.ends_at.unwrap_or(self.ends_at);
        if self.starts_at < Timestamp(0) || self.starts_at >= self.ends_at {
            wrong("starts_at", "Choose a start before the end.".to_owned());
        }
        if form.ends_at.is_some_and(|end| end > now.plus(AHEAD_DAYS * Timestamp::DAY)) {
            wrong("ends_at", "Choose an end at most a year ahead.".to_owned());
        }
        errors
    }

    /// Returns true if it runs now or will: it counts towards the limit of the plan.
    fn is_current(&self, now: Timestamp) -> bool {
        self.ends_at > now && !self.paused
    }
}

impl Editor<'_> {
    /// Creates an advertisement. It runs from its start on.
    pub async fn create_advertisement(&self, form: &AdvertisementForm) -> offering_management::Result<AdvertisementId> {
        let missing = [
            ("title", form.title.is_none()),
            ("text", form.text.is_none()),
            ("picture_id", form.picture_id.is_none()),
            ("ends_at", form.ends_at.is_none()),
        ];
        let missing = missing.into_iter().filter(|(_, missing)| *missing);
        CatalogueError::check(missing.map(|(field, _)| (field.to_owned(), "This is required.".to_owned())).collect())?;
        let mut tx = self.begin().await?;
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT count(*) FROM advertisement WHERE company_id = $1").bind(self.company).fetch_one(at).await)?;
        if count >= TOTAL_MAX {
            return Err(CatalogueError::field("title", format!("A company has at most {TOTAL_MAX} advertisements.")));
        }
        let id = AdvertisementId(self.next_id());
        let mut row = Row {
            title: String::new(),
            text: String::new(),
            media_id: None,
            offering_id: None,
            starts_at: self.now,
            ends_at: self.now,
            paused: false,
        };
        self.check_advertisement(&mut tx, id, &mut row, form).await?;
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO advertisement (id, company_id, title, text, media_id, offering_id, starts_at, ends_at, paused, lot)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
            .bind(id).bind(self.company).bind(&row.title).bind(&row.text).bind(row.media_id).bind(row.offering_id)
            .bind(row.starts_at).bind(row.ends_at).bind(row.paused).bind(super::lot())
            .execute(at).await.map(drop))?;
        tx.commit().await?;
        Ok(id)
    }

    /// Changes the fields that were sent. Returns [`NotFound`](crate::Error::NotFound) unless the company owns it.
    pub async fn update_advertisement(
        &self,
        id: AdvertisementId,
        form: &AdvertisementForm,
    ) -> offering_management::Result<()> {
        let mut tx = self.begin().await?;
        let mut row: Row = on!(tx.at(), at => sqlx::query_as(
            "SELECT title, text, media_id, offering_id, starts_at, ends_at, paused
             FROM advertisement WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        let before = row.media_id;
        self.check_advertisement(&mut tx, id, &mut row, form).await?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE advertisement SET title = $3, text = $4, media_id = $5, offering_id = $6, starts_at = $7, ends_at = $8,
                paused = $9
             WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).bind(&row.title).bind(&row.text).bind(row.media_id).bind(row.offering_id)
            .bind(row.starts_at).bind(row.ends_at).bind(row.paused)
            .execute(at).await.map(drop))?;
        if let Some(before) = before.filter(|before| row.media_id != Some(*before)) {
            media::release(&mut tx, &[before]).await?;
        }
        Ok(tx.commit().await?)
    }

    pub async fn delete_advertisement(&self, id: AdvertisementId) -> offering_management::Result<()> {
        let mut tx = self.begin().await?;
        let (picture,): (Option<MediaId>,) = on!(tx.at(), at => sqlx::query_as(
            "DELETE FROM advertisement WHERE id = $1 AND company_id = $2 RETURNING media_id")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        if let Some(picture) = picture {
            media::release(&mut tx, &[picture]).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn check_advertisement(
        &self,
        tx: &mut Tx,
        id: AdvertisementId,
        row: &mut Row,
        form: &AdvertisementForm,
    ) -> offering_management::Result<()> {
        let mut errors = row.apply(form, self.now);
        if let Some(picture) = form.picture_id.filter(|picture| Some(*picture) != row.media_id) {
            let owned = media::owned(tx, &[(self.user, picture)]).await?;
            if owned.get(&(self.user, picture)).is_none_or(|media| media.kind != MediaKind::Image) {
                errors.push(("picture_id".to_owned(), "Upload this picture again.".to_owned()));
            }
            row.media_id = Some(picture);
        }
        if let Some(offering) = form.offering_id.filter(|offering| *offering != row.offering_id) {
            if let Some(offering) = offering {
                let own: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
                    "SELECT 1 FROM offering WHERE id = $1 AND company_id = $2 AND state = 'active'")
                    .bind(offering).bind(self.company).fetch_optional(at).await)?;
                if own.is_none() {
                    errors.push(("offering_id".to_owned(), "Choose something that you sell.".to_owned()));
                }
            }
            row.offering_id = offering;
        }
        if row.is_current(self.now) {
            let (others,): (i64,) = on!(tx.at(), at => sqlx::query_as(
                "SELECT count(*) FROM advertisement WHERE company_id = $1 AND id <> $2 AND ends_at > $3 AND NOT paused")
                .bind(self.company).bind(id).bind(self.now).fetch_one(at).await)?;
            let most = plan::of(tx, self.company).await?.advertisements;
            if others >= most {
                errors.push((
                    "ends_at".to_owned(),
                    format!("Your plan allows {most} at a time. Pause another one, or change your plan."),
                ));
            }
        }
        CatalogueError::check(errors)
    }
}
