//! Export and import of the catalogue as a CSV file.

use actix_web::{HttpResponse, get, post};
use futures_util::stream;
use serde::Deserialize;
use store::{
    catalogue::detail::OfferingKind,
    company::Permission,
    offering_management::{
        OfferingState,
        csv_file::{
            FILE_MAX,
            export::{self, Export},
            import::ImportReport,
        },
        listing::OwnFilter,
    },
    types::{ids::FolderId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use super::{editor, publish_rules};
use crate::{
    error::{Error, Fields, Result},
    http::{
        extract::{App, FormSpec, Pro, Query, StreamingForm},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Envelope, attachment},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(export_offerings).service(import_template).service(import_offerings);
}

/// Parts of an import.
const SHAPE: FormSpec = FormSpec { lists: &[], files: &[("file", 1)], file_limit: FILE_MAX, total_limit: FILE_MAX };
const CSV: &str = "text/csv; charset=utf-8";

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    kind: Option<OfferingKind>,
    /// All but archived offerings by default.
    state: Option<OfferingState>,
    folder_id: Option<FolderId>,
    sold_out: Option<bool>,
    /// Only active products with at most 3 units of a variant in stock.
    #[serde(default)]
    #[param(required = false)]
    low_stock: bool,
    /// Words of name or category.
    query: Option<String>,
    /// Begins with a byte order mark, by which spreadsheets recognise UTF-8.
    #[serde(default)]
    byte_order_mark: bool,
}

/// Export your offerings as CSV
///
/// RFC 4180 in UTF-8, one line for each variant. A text that a spreadsheet would take for a formula begins with an
/// apostrophe. The import reads the same columns.
#[utoipa::path(
    tag = "business", operation_id = "business_export_offerings", params(ExportQuery),
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/export/")]
async fn export_offerings(app: App, user: Pro, query: Query<ExportQuery>) -> Result<HttpResponse> {
    let ExportQuery { kind, state, folder_id, sold_out, low_stock, query, byte_order_mark } = query.0;
    let filter = OwnFilter {
        kind,
        state,
        folder: folder_id,
        sold_out,
        is_low_stock: low_stock,
        query: query.unwrap_or_default(),
    };
    let company = editor(&app, &user, Permission::Catalogue).await?.company;
    let export = Export::of(&app.db, company, filter, byte_order_mark).await?;
    let pages = stream::try_unfold(export, async |mut export| {
        let page = export.next().await.map_err(Error::from)?;
        Ok::<_, Error>(page.map(|page| (page.into(), export)))
    });
    Ok(attachment(CSV, "catalogue.csv").streaming::<_, Error>(Box::pin(pages)))
}

/// Get a template for an import
///
/// The columns for the categories of your company, and an example.
#[utoipa::path(
    tag = "business", operation_id = "business_import_template",
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/import/template/")]
async fn import_template(app: App, user: Pro) -> Result<HttpResponse> {
    let company = editor(&app, &user, Permission::Catalogue).await?.company;
    Ok(attachment(CSV, "template.csv").body(export::template(&app.db, company).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// Reports the effect and the errors, and changes nothing.
    #[serde(default)]
    preview: bool,
}

/// File to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportForm {
    /// CSV in UTF-8 with comma, semicolon or tab: at most 32 MB and 100,000 lines.
    #[schema(required, value_type = String, format = Binary)]
    #[allow(dead_code, reason = "describes the file, which arrives beside the fields")]
    file: Option<String>,
}

/// Import offerings from CSV
///
/// Imports all lines or none. A line names its offering by id, variant id or SKU; a new offering needs a SKU for each
/// variant, so that the same file changes nothing the second time. Absent columns, options, pictures and times stay.
/// Nothing is deleted. A preview answers with the errors; an import with errors is refused, and names line and column.
#[utoipa::path(
    tag = "business", operation_id = "business_import_offerings", params(ImportQuery),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportReport>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/import/")]
async fn import_offerings(
    app: App,
    user: Pro,
    query: Query<ImportQuery>,
    form: StreamingForm,
) -> Result<Envelope<ImportReport>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    app.limits.check(RateLimitKey::Uploads(user.user.0), Timestamp::now())?;
    let mut received = form.receive::<ImportForm>(&app, user.user, &SHAPE).await?;
    let file = received.file("file").ok_or_else(|| Error::field("file", "This is required."))?;
    let report = editor.import(file.part.path(), query.0.preview).await?;
    if !query.0.preview && !report.errors.is_empty() {
        return Err(refusal(&report));
    }
    if report.imported {
        publish_rules(&app, &editor, None);
    }
    Ok(Envelope::ok(report))
}

/// Names the cells with errors as `lines.17.price`.
fn refusal(report: &ImportReport) -> Error {
    let mut fields = Fields::new();
    for error in &report.errors {
        let name = format!("lines.{}.{}", error.line, error.column);
        fields.entry(name.trim_end_matches('.').to_owned()).or_default().push(error.expected.clone());
    }
    Error::Validation(fields)
}
