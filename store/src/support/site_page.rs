//! Footer sections and their pages, terms and privacy policy among them, in English and French. Other languages read
//! English.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::language::Language;

/// Section of the footer with its pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterSection {
    pub id: i64,
    /// Stable key.
    #[schema(example = "legal")]
    pub key: String,
    pub title: String,
    pub pages: Vec<SitePage>,
}

/// Page of the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SitePage {
    /// Last part of its path.
    #[schema(example = "about")]
    pub slug: String,
    pub title: String,
    pub lead: String,
    pub sections: Vec<PageSection>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageSection {
    pub title: String,
    pub text: String,
}

/// Pages to accept at the sign-up.
const TERMS: [&str; 2] = ["terms", "privacy-policy"];

static ENGLISH: LazyLock<Vec<FooterSection>> = LazyLock::new(|| read(include_str!("site_page/US.json")));
static FRENCH: LazyLock<Vec<FooterSection>> = LazyLock::new(|| read(include_str!("site_page/FR.json")));

fn read(json: &str) -> Vec<FooterSection> {
    // A test proves that the files can be read.
    serde_json::from_str(json).unwrap_or_default()
}

/// Returns the sections of the footer in display order.
pub fn sections(language: Language) -> &'static [FooterSection] {
    if language.code() == "FR" { &FRENCH } else { &ENGLISH }
}

/// Returns the terms and the privacy policy.
pub fn terms(language: Language) -> Vec<&'static SitePage> {
    let pages = sections(language).iter().flat_map(|section| &section.pages);
    pages.filter(|page| TERMS.contains(&page.slug.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_pages() {
        let keys = |sections: &'static [FooterSection]| -> Vec<(i64, Vec<(&str, usize)>)> {
            let of = |section: &'static FooterSection| {
                section.pages.iter().map(|page| (page.slug.as_str(), page.sections.len())).collect()
            };
            sections.iter().map(|section| (section.id, of(section))).collect()
        };
        let (english, french) = (sections(Language::FALLBACK), sections("FR".parse().unwrap()));
        assert!(!english.is_empty());
        assert_eq!(keys(english), keys(french));
        let named: Vec<_> = terms(Language::FALLBACK).iter().map(|page| page.slug.as_str()).collect();
        assert_eq!(named, TERMS);
    }
}
