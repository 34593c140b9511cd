//! Resources of a company: staff, tables and equipment, with the place of tables on the floor plan.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    CatalogueError, Editor, FieldMessages, Ordered, Result, id_rows,
    schedule::{self, Schedule, ScheduleOwner},
};
use crate::{
    Db,
    db::Tx,
    each,
    inventory::ResourceKind,
    media::{
        self, MediaKind,
        picture::{self, Picture},
    },
    on,
    types::ids::{CompanyId, MediaId, OfferingId, ResourceId},
};

/// Maximum resources of a company.
const RESOURCES_MAX: i64 = 500;
/// Size of the floor plan.
const PLAN: (i64, i64) = (100, 70);

/// Resource to create or replace.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceForm {
    pub kind: ResourceKind,
    #[schema(max_length = 80)]
    pub name: String,
    /// Role of a member of staff.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub title: String,
    /// Uploaded picture.
    #[serde(default)]
    pub picture_id: Option<MediaId>,
    /// Persons at a table.
    #[serde(default = "one")]
    pub seats_min: i64,
    #[serde(default = "one")]
    pub seats_max: i64,
    /// Tables with the same group may be joined.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub join_group: Option<String>,
    #[serde(default)]
    pub place: Place,
    /// Offerings that it serves.
    #[serde(default)]
    #[schema(max_items = 500)]
    pub offerings: Vec<OfferingId>,
}

fn one() -> i64 {
    1
}

/// Place of a table on the floor plan, in a room of 100 × 70.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    /// Room: `Terrace`.
    #[schema(max_length = 40)]
    pub area: String,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub is_round: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { area: String::new(), x: 0, y: 0, width: 8, height: 8, is_round: false }
    }
}

/// Resource as its company edits it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnResource {
    pub id: ResourceId,
    pub kind: ResourceKind,
    pub name: String,
    pub title: String,
    pub picture: Option<Picture>,
    pub seats_min: i64,
    pub seats_max: i64,
    pub join_group: Option<String>,
    pub place: Place,
    pub offerings: Vec<OfferingId>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ResourceId,
    kind: ResourceKind,
    name: String,
    title: String,
    picture_id: Option<MediaId>,
    seats_min: i64,
    seats_max: i64,
    join_group: Option<String>,
    #[sqlx(flatten)]
    place: Place,
}

impl ResourceForm {
    fn errors(&self) -> FieldMessages {
        let mut errors = FieldMessages::new();
        let mut add = |field: &str, message: String| errors.push((field.to_owned(), message));
        let texts = [
            ("name", self.name.as_str(), 80),
            ("title", self.title.as_str(), 80),
            ("join_group", self.join_group.as_deref().unwrap_or_default(), 40),
            ("place.area", self.place.area.as_str(), 40),
        ];
        if self.name.trim().is_empty() {
            add("name", "This is required.".to_owned());
        }
        for (field, text, max) in texts {
            if text.chars().count() > max || text.chars().any(char::is_control) {
                add(field, format!("Enter plain text of at most {max} characters."));
            }
        }
        let Place { x, y, width, height, .. } = self.place;
        let numbers = [
            ("seats_min", self.seats_min, 1, 100),
            ("seats_max", self.seats_max, self.seats_min.clamp(1, 100), 100),
            ("place.width", width, 2, PLAN.0),
            ("place.height", height, 2, PLAN.1),
            ("place.x", x, 0, (PLAN.0 - width).clamp(0, PLAN.0)),
            ("place.y", y, 0, (PLAN.1 - height).clamp(0, PLAN.1)),
        ];
        for (field, number, min, max) in numbers {
            if !(min..=max).contains(&number) {
                add(field, format!("Enter a number from {min} to {max}."));
            }
        }
        if self.offerings.len() > 500 {
            add("offerings", "Choose at most 500.".to_owned());
        }
        errors
    }
}

/// Returns the resources of a company in their order.
pub async fn list(db: &Db, company: CompanyId) -> Result<Vec<OwnResource>> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, name, title, picture_id, seats_min, seats_max, join_group, area, x, y, width, height, is_round
         FROM resource WHERE company_id = $1 AND active ORDER BY kind, position, id")
        .bind(company).fetch_all(at).await)?;
    let served: Vec<(ResourceId, OfferingId)> = on!(db.read(), at => sqlx::query_as(
        "SELECT l.resource_id, l.offering_id FROM resource r JOIN resource_offering l ON l.resource_id = r.id
         WHERE r.company_id = $1 AND r.active ORDER BY l.offering_id").bind(company).fetch_all(at).await)?;
    let pictures: Vec<_> = rows.iter().filter_map(|row| row.picture_id).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    let resource = |row: Row| OwnResource {
        offerings: served.iter().filter(|(id, _)| *id == row.id).map(|(_, offering)| *offering).collect(),
        picture: row.picture_id.and_then(|id| pictures.get(&id).cloned()),
        id: row.id,
        kind: row.kind,
        name: row.name,
        title: row.title,
        seats_min: row.seats_min,
        seats_max: row.seats_max,
        join_group: row.join_group,
        place: row.place,
    };
    Ok(rows.into_iter().map(resource).collect())
}

/// Returns the times of a resource of a company.
pub async fn times(db: &Db, company: CompanyId, id: ResourceId) -> Result<Schedule> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM resource WHERE id = $1 AND company_id = $2 AND active")
        .bind(id).bind(company).fetch_one(at).await.map(drop))?;
    schedule::read(db, ScheduleOwner::Resource(id)).await
}

impl Editor<'_> {
    /// Returns [`Error::NotFound`](crate::Error::NotFound) unless the company has the resource.
    pub(super) async fn own_resource(&self, tx: &mut Tx, id: ResourceId) -> Result<()> {
        on!(tx.at(), at => sqlx::query("SELECT 1 FROM resource WHERE id = $1 AND company_id = $2 AND active")
            .bind(id).bind(self.company).fetch_one(at).await.map(drop))?;
        Ok(())
    }

    /// Creates a resource at the end of its kind.
    pub async fn create_resource(&self, form: &ResourceForm) -> Result<ResourceId> {
        CatalogueError::check(form.errors())?;
        let mut tx = self.begin().await?;
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM resource WHERE company_id = $1 AND active").bind(self.company).fetch_one(at).await)?;
        if count >= RESOURCES_MAX {
            return Err(CatalogueError::field("name", format!("A company has at most {RESOURCES_MAX} of them.")));
        }
        let id = ResourceId(self.next_id());
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO resource (id, company_id, kind, name, position)
             SELECT $1, $2, $3, '', COALESCE(MAX(position) + 1, 0) FROM resource WHERE company_id = $2")
            .bind(id).bind(self.company).bind(form.kind).execute(at).await.map(drop))?;
        self.write_resource(&mut tx, id, form).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// Replaces a resource.
    pub async fn update_resource(&self, id: ResourceId, form: &ResourceForm) -> Result<()> {
        CatalogueError::check(form.errors())?;
        let mut tx = self.begin().await?;
        self.own_resource(&mut tx, id).await?;
        self.write_resource(&mut tx, id, form).await?;
        Ok(tx.commit().await?)
    }

    /// Sets the order of resources. Those of a kind are listed together.
    pub async fn reorder_resources(&self, resources: &[ResourceId]) -> Result<()> {
        self.reorder(Ordered::Resources, resources).await
    }

    async fn write_resource(&self, tx: &mut Tx, id: ResourceId, form: &ResourceForm) -> Result<()> {
        self.check_resource(tx, id, form).await?;
        let Place { area, x, y, width, height, is_round } = &form.place;
        let group = form.join_group.as_deref().map(str::trim).filter(|group| !group.is_empty());
        on!(tx.at(), at => sqlx::query(
            "UPDATE resource SET kind = $2, name = $3, title = $4, picture_id = $5, seats_min = $6, seats_max = $7,
                join_group = $8, area = $9, x = $10, y = $11, width = $12, height = $13, is_round = $14 WHERE id = $1")
            .bind(id).bind(form.kind).bind(form.name.trim()).bind(form.title.trim()).bind(form.picture_id)
            .bind(form.seats_min).bind(form.seats_max).bind(group).bind(area.trim()).bind(x).bind(y).bind(width)
            .bind(height).bind(is_round).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM resource_offering WHERE resource_id = $1")
            .bind(id).execute(at).await.map(drop))?;
        let offerings = id_rows(&form.offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO resource_offering (resource_id, offering_id) SELECT $2, CAST(value->>0 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT DO NOTHING"
        );
        on!(at, at => sqlx::query(sql).bind(offerings).bind(id).execute(at).await.map(drop))?;
        Ok(())
    }

    /// Checks that offerings and picture are the company's.
    async fn check_resource(&self, tx: &mut Tx, id: ResourceId, form: &ResourceForm) -> Result<()> {
        let mut errors = FieldMessages::new();
        let offerings = id_rows(&form.offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT id FROM offering WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let own: Vec<(OfferingId,)> = on!(at, at => sqlx::query_as(sql)
            .bind(offerings).bind(self.company).fetch_all(at).await)?;
        if form.offerings.iter().any(|id| !own.contains(&(*id,))) {
            errors.push(("offerings".to_owned(), "Choose your own offerings.".to_owned()));
        }
        if let Some(picture) = form.picture_id {
            let (known,): (Option<MediaId>,) = on!(tx.at(), at => sqlx::query_as(
                "SELECT picture_id FROM resource WHERE id = $1").bind(id).fetch_one(at).await)?;
            let owned = media::owned(tx, &[(self.user, picture)]).await?;
            let is_own = owned.values().any(|media| media.kind == MediaKind::Image);
            if known != Some(picture) && !is_own {
                errors.push(("picture_id".to_owned(), "Upload this picture again.".to_owned()));
            }
        }
        CatalogueError::check(errors)
    }

    /// Deletes a resource. Refused while bookings to come need it. Past bookings keep its name.
    pub async fn delete_resource(&self, id: ResourceId) -> Result<()> {
        let mut tx = self.begin().await?;
        self.own_resource(&mut tx, id).await?;
        let open: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT b.id FROM booking_resource r JOIN booking b ON b.id = r.booking_id
             WHERE r.resource_id = $1 AND b.ends_at > $2 AND (b.state IN ('awaiting_company', 'confirmed', 'checked_in')
                OR (b.state = 'held' AND b.hold_expires_at > $2)) LIMIT 1")
            .bind(id).bind(self.now).fetch_optional(at).await)?;
        if open.is_some() {
            return Err(CatalogueError::HasBookings);
        }
        for sql in [
            "DELETE FROM resource_offering WHERE resource_id = $1",
            "DELETE FROM schedule_rule WHERE resource_id = $1",
            "DELETE FROM schedule_exception WHERE resource_id = $1",
            "UPDATE resource SET active = FALSE WHERE id = $1",
        ] {
            on!(tx.at(), at => sqlx::query(sql).bind(id).execute(at).await.map(drop))?;
        }
        Ok(tx.commit().await?)
    }
}
