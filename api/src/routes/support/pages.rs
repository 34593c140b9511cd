//! Footer sections with their pages, and the terms.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    support::site_page::{self, FooterSection, SitePage},
    types::language::Language,
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{OptionalAuth, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
    routes::meta::reference::{LanguageQuery, language, language_code},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(footer_sections).service(footer_section).service(terms);
}

/// Default page size. Source: the specification, section 9.
const SECTIONS: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FooterQuery {
    /// A code of the languages list: `US` by default.
    #[param(schema_with = language_code)]
    lang: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    page_size: Option<i64>,
}

/// List the sections of the footer with their pages
#[utoipa::path(
    tag = "app", operation_id = "app_list_footer_sections", params(FooterQuery),
    responses((status = 200, body = Page<FooterSection>))
)]
#[get("/admin/footer-sections/list/")]
async fn footer_sections(query: Query<FooterQuery>) -> Result<Page<&'static FooterSection>> {
    let query = query.0;
    let paging = Pagination::checked(query.page, query.page_size, SECTIONS).map_err(|_| {
        Error::field(if query.page.is_some_and(|page| page < 1) { "page" } else { "page_size" }, "Expected 1 to 100.")
    })?;
    let sections = site_page::sections(language(query.lang.as_deref())?);
    let total = i64::try_from(sections.len()).unwrap_or(i64::MAX);
    let skipped = usize::try_from(paging.offset()).unwrap_or(usize::MAX);
    let shown = usize::try_from(paging.per_page).unwrap_or(usize::MAX);
    Ok(Page::new(sections.iter().skip(skipped).take(shown).collect(), paging, total))
}

/// Get a section of the footer with its pages
#[utoipa::path(
    tag = "app", operation_id = "app_show_footer_section",
    params(("section_id" = i64, Path), LanguageQuery),
    responses((status = 200, body = Envelope<FooterSection>))
)]
#[get("/admin/footer-sections/get/{section_id}/")]
async fn footer_section(id: web::Path<i64>, query: Query<LanguageQuery>) -> Result<Envelope<&'static FooterSection>> {
    let sections = site_page::sections(query.0.language()?);
    sections.iter().find(|section| section.id == *id).map(Envelope::ok).ok_or(Error::NotFound)
}

/// Side that terms are for.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TermsReader {
    #[default]
    User,
    Professional,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TermsQuery {
    /// Both sides have the same terms.
    #[serde(default, rename = "userType")]
    #[param(inline)]
    _user_type: TermsReader,
    /// A code of the languages list: `US` by default.
    #[param(schema_with = language_code)]
    lang: Option<String>,
}

/// List the terms of use and the privacy policy
#[utoipa::path(
    tag = "app", operation_id = "app_list_terms", params(TermsQuery),
    responses((status = 200, body = Envelope<Vec<SitePage>>)), security((), ("bearer" = []))
)]
#[get("/admin/terms-conditions/get-list/")]
async fn terms(_: OptionalAuth, query: Query<TermsQuery>) -> Result<Envelope<Vec<&'static SitePage>>> {
    let language: Language = language(query.0.lang.as_deref())?;
    Ok(Envelope::ok(site_page::terms(language)))
}
