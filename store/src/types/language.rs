//! The thirteen languages of the interface. Their codes follow the specification, not ISO 639.
//!
//! The app has every text in each of them: files in `web/src/locales`, `api/locales` and `store/locales`. A new language also
//! needs its code in [`localized!`](crate::localized).

use serde::Serialize;
use utoipa::ToSchema;

/// Language in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LanguageInfo {
    #[schema(example = "US")]
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// Name in the language itself.
    pub native_name: &'static str,
    /// True for right-to-left script.
    pub rtl: bool,
}

const fn spoken(code: &'static str, name: &'static str, native_name: &'static str) -> LanguageInfo {
    LanguageInfo { code, name, native_name, rtl: false }
}

/// All languages. The first is the fallback for missing translations.
pub const LANGUAGES: [LanguageInfo; 13] = [
    spoken("US", "English", "English"),
    spoken("FR", "French", "Français"),
    spoken("ES", "Spanish", "Español"),
    spoken("CN", "Chinese", "简体中文"),
    LanguageInfo { rtl: true, ..spoken("SA", "Arabic", "العربية") },
    spoken("DE", "German", "Deutsch"),
    spoken("NL", "Dutch", "Nederlands"),
    spoken("IT", "Italian", "Italiano"),
    spoken("PT", "Portuguese", "Português"),
    spoken("JP", "Japanese", "日本語"),
    spoken("TL", "Thai", "ไทย"),
    spoken("SE", "Swedish", "Svenska"),
    spoken("RU", "Russian", "Русский"),
];

/// Tags of the languages by BCP 47 and their locales of Open Graph, in the order of [`LANGUAGES`].
const TAGS: [(&str, &str); LANGUAGES.len()] = [
    ("en", "en_US"),
    ("fr", "fr_FR"),
    ("es", "es_ES"),
    ("zh-Hans", "zh_CN"),
    ("ar", "ar_SA"),
    ("de", "de_DE"),
    ("nl", "nl_NL"),
    ("it", "it_IT"),
    ("pt-PT", "pt_PT"),
    ("ja", "ja_JP"),
    ("th", "th_TH"),
    ("sv", "sv_SE"),
    ("ru", "ru_RU"),
];

/// A language code of the interface, such as `US`. Parsed case-insensitively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static str);

impl Language {
    pub const FALLBACK: Self = Self(LANGUAGES[0].code);
    /// In the order of [`LANGUAGES`].
    pub const ALL: [Self; LANGUAGES.len()] = {
        let mut languages = [Self::FALLBACK; LANGUAGES.len()];
        let mut place = 0;
        while place < languages.len() {
            languages[place] = Self(LANGUAGES[place].code);
            place += 1;
        }
        languages
    };

    /// Returns the language of a stored code, or English for an unknown one.
    pub fn from_code(code: &str) -> Self {
        code.parse().unwrap_or(Self::FALLBACK)
    }

    pub fn code(self) -> &'static str {
        self.0
    }

    /// Returns the tag by BCP 47, such as `en`.
    pub fn tag(self) -> &'static str {
        self.tags().0
    }

    /// Returns the locale of Open Graph, which names a country too, such as `en_US`.
    pub fn locale(self) -> &'static str {
        self.tags().1
    }

    fn tags(self) -> (&'static str, &'static str) {
        TAGS[self.place()]
    }

    /// Returns the place in [`LANGUAGES`].
    pub(crate) fn place(self) -> usize {
        LANGUAGES.iter().position(|language| language.code == self.0).unwrap_or(0)
    }

    /// Returns the language of a tag or of a more special one: `fr-CA` is French.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        Self::ALL.into_iter().find(|language| base(language.tag()) == base(tag))
    }
}

impl std::str::FromStr for Language {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = LANGUAGES.iter().find(|language| language.code.eq_ignore_ascii_case(text.trim()));
        known.map(|language| Self(language.code)).ok_or("Choose a language from the list.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_follow_the_order_of_languages() {
        let tag = |code: &str| code.parse::<Language>().unwrap().tag();
        assert_eq!(["US", "FR", "CN", "SA", "TL", "RU"].map(tag), ["en", "fr", "zh-Hans", "ar", "th", "ru"]);
        assert_eq!(Language::of_tag("FR-ca").map(Language::code), Some("FR"));
        assert_eq!(Language::of_tag("ko"), None);
        assert_eq!(["US", "FR", "CN"].map(|code| Language::from_code(code).locale()), ["en_US", "fr_FR", "zh_CN"]);
    }

    #[test]
    fn languages_begin_with_english() {
        assert_eq!(Language::ALL[0], Language::FALLBACK);
        for (place, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!((language.code().parse(), language.place()), (Ok(language), place));
        }
        assert_eq!(Language::from_code("XX"), Language::FALLBACK);
    }

    #[test]
    fn language_parses_by_specification_code_only() {
        assert_eq!("tl".parse::<Language>().unwrap().code(), "TL");
        assert_eq!(Language::FALLBACK.code(), "US");
        for text in ["", "EN", "TH", "fr-FR"] {
            assert!(text.parse::<Language>().is_err(), "{text}");
        }
        assert_eq!(LANGUAGES.iter().filter(|language| language.rtl).map(|it| it.code).collect::<Vec<_>>(), ["SA"]);
    }
}
