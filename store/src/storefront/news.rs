//! News of a company: short texts with a picture, for visitors and followers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::UPLOAD_AGAIN;
use crate::{
    Db, Result,
    catalogue::filter::Window,
    db::{Aggregate, Tx},
    media::{
        self, MediaKind,
        picture::{self, Picture},
    },
    offering_management::{self, CatalogueError, Editor, FieldMessages, offering_form::present},
    on,
    types::{
        ids::{CompanyId, MediaId, NewsId, UserId},
        timestamp::Timestamp,
        validation::{line, lines},
    },
};

/// Maximum news of a company.
const NEWS_MAX: i64 = 500;
const TITLE_MAX: usize = 120;
const TEXT_MAX: usize = 4_000;
/// Maximum days between now and the date of publication.
const AHEAD_DAYS: i64 = 366;
/// Older news is no reason for a notification: it was dated back, or the server was off for longer.
const ANNOUNCED_FOR: i64 = Timestamp::DAY;
/// News claimed by one call of [`announce_due`].
const BATCH: i64 = 100;

/// News of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompanyNews {
    pub id: NewsId,
    pub title: String,
    /// Plain text with line breaks.
    pub text: String,
    pub picture: Option<Picture>,
    /// Visitors see it from this time.
    pub published_at: Timestamp,
}

/// News of a company that the caller follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedNews {
    #[serde(flatten)]
    pub news: CompanyNews,
    pub company: NewsCompany,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NewsCompany {
    pub id: CompanyId,
    /// Name in the URL of the public page.
    pub handle: String,
    pub name: String,
    pub logo: Option<Picture>,
}

/// News to create or change. A new one requires title and text. An omitted field stays unchanged.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewsForm {
    #[schema(max_length = 120)]
    pub title: Option<String>,
    /// Plain text with line breaks.
    #[schema(max_length = 4000)]
    pub text: Option<String>,
    /// Uploaded picture. Null: none.
    #[serde(deserialize_with = "present")]
    pub picture_id: Option<Option<MediaId>>,
    /// Now by default. At most a year ahead.
    pub published_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: NewsId,
    title: String,
    text: String,
    media_id: Option<MediaId>,
    published_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct FollowedRow {
    #[sqlx(flatten)]
    news: Row,
    company_id: CompanyId,
    handle: String,
    name: String,
    logo_id: Option<MediaId>,
}

/// Returns a page of the news of a company, newest first, and their total. `until` leaves out later ones.
pub async fn list(
    db: &Db,
    company: CompanyId,
    until: Option<Timestamp>,
    window: Window,
) -> Result<(Vec<CompanyNews>, i64)> {
    let until = until.unwrap_or(Timestamp(i64::MAX));
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM company_news WHERE company_id = $1 AND published_at <= $2")
        .bind(company).bind(until).fetch_one(at).await)?;
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, title, text, media_id, published_at FROM company_news WHERE company_id = $1 AND published_at <= $2
         ORDER BY published_at DESC, id DESC LIMIT $3 OFFSET $4")
        .bind(company).bind(until).bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    let ids: Vec<_> = rows.iter().filter_map(|row| row.media_id).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let shown = |row: Row| {
        let picture = row.media_id.and_then(|id| pictures.get(&id).cloned());
        row.shown(picture)
    };
    Ok((rows.into_iter().map(shown).collect(), total))
}

/// Returns the time at which the next news of a company is published, if one is scheduled.
pub async fn next_publication(db: &Db, company: CompanyId, now: Timestamp) -> Result<Option<Timestamp>> {
    let (next,): (Option<Timestamp>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT min(published_at) FROM company_news WHERE company_id = $1 AND published_at > $2")
        .bind(company).bind(now).fetch_one(at).await)?;
    Ok(next)
}

/// Returns a page of the news of the companies that an account follows, newest first, and their total.
pub async fn of_followed(db: &Db, account: UserId, window: Window, now: Timestamp) -> Result<(Vec<FollowedNews>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM company_follower f JOIN company_news n ON n.company_id = f.company_id
         WHERE f.account_id = $1 AND n.published_at <= $2").bind(account).bind(now).fetch_one(at).await)?;
    let rows: Vec<FollowedRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT n.id, n.title, n.text, n.media_id, n.published_at, c.id AS company_id, c.handle, c.name, c.logo_id
         FROM company_follower f JOIN company_news n ON n.company_id = f.company_id JOIN company c ON c.id = f.company_id
         WHERE f.account_id = $1 AND n.published_at <= $2 ORDER BY n.published_at DESC, n.id DESC LIMIT $3 OFFSET $4")
        .bind(account).bind(now).bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    let ids: Vec<_> = rows.iter().flat_map(|row| row.news.media_id.into_iter().chain(row.logo_id)).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let of = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
    let shown = |row: FollowedRow| {
        let FollowedRow { news, company_id: id, handle, name, logo_id } = row;
        let picture = of(news.media_id);
        FollowedNews { news: news.shown(picture), company: NewsCompany { id, handle, name, logo: of(logo_id) } }
    };
    Ok((rows.into_iter().map(shown).collect(), total))
}

/// Returns one of the news of a company.
pub async fn show(db: &Db, company: CompanyId, id: NewsId) -> Result<CompanyNews> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT id, title, text, media_id, published_at FROM company_news WHERE id = $1 AND company_id = $2")
        .bind(id).bind(company).fetch_one(at).await)?;
    let picture = match row.media_id {
        Some(id) => picture::find_all(db, &[id]).await?.remove(&id),
        None => None,
    };
    Ok(row.shown(picture))
}

/// Claims news that is published and that no follower was notified of. Each is returned once, over all nodes.
pub async fn announce_due(db: &Db, now: Timestamp) -> Result<Vec<(NewsId, CompanyId)>> {
    let mut tx = db.begin().await?;
    let due: Vec<(NewsId, CompanyId)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE company_news SET announced_at = $1 WHERE announced_at IS NULL AND id IN (
            SELECT id FROM company_news WHERE announced_at IS NULL AND published_at BETWEEN $2 AND $1
            ORDER BY published_at LIMIT $3)
         RETURNING id, company_id")
        .bind(now).bind(now.plus(-ANNOUNCED_FOR)).bind(BATCH).fetch_all(at).await)?;
    for (_, company) in &due {
        tx.changes(Aggregate::Company(*company));
    }
    tx.commit().await?;
    Ok(due)
}

impl Row {
    fn shown(self, picture: Option<Picture>) -> CompanyNews {
        let Self { id, title, text, published_at, .. } = self;
        CompanyNews { id, title, text, picture, published_at }
    }

    /// Takes the fields that were sent. Returns the errors by field.
    fn apply(&mut self, form: &NewsForm, now: Timestamp) -> FieldMessages {
        let mut errors = FieldMessages::new();
        if let Some(title) = &form.title {
            match line(title, TITLE_MAX) {
                Some(title) => self.title = title,
                None => errors.push(("title".to_owned(), format!("Enter 1 to {TITLE_MAX} characters."))),
            }
        }
        if let Some(text) = &form.text {
            match lines(text, TEXT_MAX).filter(|text| !text.is_empty()) {
                Some(text) => self.text = text,
                None => errors.push(("text".to_owned(), format!("Enter 1 to {TEXT_MAX} characters."))),
            }
        }
        if let Some(published_at) = form.published_at {
            if published_at > now.plus(AHEAD_DAYS * Timestamp::DAY) || published_at < Timestamp(0) {
                errors.push(("published_at".to_owned(), "Choose a date at most a year ahead.".to_owned()));
            }
            self.published_at = published_at;
        }
        errors
    }
}

impl Editor<'_> {
    /// Publishes news, at once or later.
    pub async fn create_news(&self, form: &NewsForm) -> offering_management::Result<NewsId> {
        let missing = [("title", form.title.is_none()), ("text", form.text.is_none())];
        let missing = missing.into_iter().filter(|(_, missing)| *missing);
        CatalogueError::check(missing.map(|(field, _)| (field.to_owned(), "This is required.".to_owned())).collect())?;
        let mut tx = self.begin().await?;
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT count(*) FROM company_news WHERE company_id = $1").bind(self.company).fetch_one(at).await)?;
        if count >= NEWS_MAX {
            return Err(CatalogueError::field("title", format!("A company has at most {NEWS_MAX} news.")));
        }
        let id = NewsId(self.next_id());
        let mut row = Row { id, title: String::new(), text: String::new(), media_id: None, published_at: self.now };
        self.check_news(&mut tx, &mut row, form).await?;
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO company_news (id, company_id, title, text, media_id, published_at)
             VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(id).bind(self.company).bind(&row.title).bind(&row.text).bind(row.media_id).bind(row.published_at)
            .execute(at).await.map(drop))?;
        tx.commit().await?;
        Ok(id)
    }

    /// Changes the fields that were sent. Returns [`NotFound`](crate::Error::NotFound) unless the company owns the news.
    pub async fn update_news(&self, id: NewsId, form: &NewsForm) -> offering_management::Result<()> {
        let mut tx = self.begin().await?;
        let mut row: Row = on!(tx.at(), at => sqlx::query_as(
            "SELECT id, title, text, media_id, published_at FROM company_news WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        let before = row.media_id;
        self.check_news(&mut tx, &mut row, form).await?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE company_news SET title = $3, text = $4, media_id = $5, published_at = $6
             WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).bind(&row.title).bind(&row.text).bind(row.media_id).bind(row.published_at)
            .execute(at).await.map(drop))?;
        if let Some(before) = before.filter(|before| row.media_id != Some(*before)) {
            media::release(&mut tx, &[before]).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn check_news(&self, tx: &mut Tx, row: &mut Row, form: &NewsForm) -> offering_management::Result<()> {
        let mut errors = row.apply(form, self.now);
        if let Some(picture) = form.picture_id.filter(|picture| *picture != row.media_id) {
            let is_picture = match picture {
                Some(id) => self.own_file(tx, id).await? == Some(MediaKind::Image),
                None => true,
            };
            if !is_picture {
                errors.push(("picture_id".to_owned(), UPLOAD_AGAIN.to_owned()));
            }
            row.media_id = picture;
        }
        CatalogueError::check(errors)
    }

    pub async fn delete_news(&self, id: NewsId) -> offering_management::Result<()> {
        let mut tx = self.begin().await?;
        let (picture,): (Option<MediaId>,) = on!(tx.at(), at => sqlx::query_as(
            "DELETE FROM company_news WHERE id = $1 AND company_id = $2 RETURNING media_id")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        if let Some(picture) = picture {
            media::release(&mut tx, &[picture]).await?;
        }
        Ok(tx.commit().await?)
    }
}
