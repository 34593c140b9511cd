//! Pages that are the same for everybody, with the words of their heads.

use store::types::language::Language;

use crate::texts::{FixedPageTexts, PAGES, PageText};

/// Page whose head is known beforehand.
pub struct FixedPage {
    pub path: &'static str,
    /// True for a page that the site map lists.
    pub listed: bool,
    words: fn(&FixedPageTexts) -> &PageText,
}

impl FixedPage {
    pub fn words(&self, language: Language) -> &'static PageText {
        (self.words)(&PAGES.get(language).pages)
    }
}

const fn page(path: &'static str, words: fn(&FixedPageTexts) -> &PageText) -> FixedPage {
    FixedPage { path, listed: true, words }
}

const fn unlisted(page: FixedPage) -> FixedPage {
    FixedPage { listed: false, ..page }
}

pub static FIXED_PAGES: [FixedPage; 15] = [
    page("/videos", |pages| &pages.videos),
    page("/search", |pages| &pages.search),
    page("/search/cruises", |pages| &pages.cruises),
    page("/map", |pages| &pages.map),
    page("/shop", |pages| &pages.shop),
    page("/images", |pages| &pages.images),
    page("/products", |pages| &pages.products),
    page("/services", |pages| &pages.services),
    page("/help", |pages| &pages.help),
    page("/support/help-centre", |pages| &pages.help_centre),
    page("/signup", |pages| &pages.signup),
    unlisted(page("/login", |pages| &pages.login)),
    unlisted(page("/forgot-password", |pages| &pages.forgot_password)),
    unlisted(page("/pro/login", |pages| &pages.business_login)),
    unlisted(page("/pro/signup", |pages| &pages.business_signup)),
];

/// Finds the page at a path.
pub fn fixed_page(path: &str) -> Option<&'static FixedPage> {
    FIXED_PAGES.iter().find(|page| page.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_a_folder_of_texts() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/locales")).unwrap();
        let mut codes: Vec<_> = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        codes.sort_unstable();
        let mut known = Language::ALL.map(Language::code);
        known.sort_unstable();
        assert_eq!(codes, known);
    }

    #[test]
    fn fixed_pages_differ_in_each_language() {
        for language in Language::ALL {
            for (at, page) in FIXED_PAGES.iter().enumerate() {
                let description = &page.words(language).description;
                let mut others = FIXED_PAGES.iter().skip(at + 1).map(|other| &other.words(language).description);
                assert!(others.all(|other| other != description), "{}", page.path);
            }
        }
    }
}
