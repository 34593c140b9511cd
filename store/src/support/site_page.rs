//! Footer sections and their pages, terms and privacy policy among them, in each language.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::{language::Language, localized::Localized};

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

pub(crate) static SECTIONS: Localized<Vec<FooterSection>> = crate::localized!("site_pages");

/// Returns the sections of the footer in display order.
pub fn sections(language: Language) -> &'static [FooterSection] {
    SECTIONS.get(language)
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
    fn languages_have_the_same_pages() {
        let keys = |sections: &'static [FooterSection]| -> Vec<(i64, Vec<(&str, usize)>)> {
            let of = |section: &'static FooterSection| {
                section.pages.iter().map(|page| (page.slug.as_str(), page.sections.len())).collect()
            };
            sections.iter().map(|section| (section.id, of(section))).collect()
        };
        let english = sections(Language::FALLBACK);
        assert!(!english.is_empty());
        for language in Language::ALL {
            assert_eq!(keys(english), keys(sections(language)));
            let named: Vec<_> = terms(language).iter().map(|page| page.slug.as_str()).collect();
            assert_eq!(named, TERMS);
        }
    }
}
