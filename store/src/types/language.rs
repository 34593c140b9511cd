//! The thirteen languages of the interface. Their codes follow the specification, not ISO 639.

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

/// Tags of the languages by BCP 47, in the order of [`LANGUAGES`].
const TAGS: [&str; LANGUAGES.len()] =
    ["en", "fr", "es", "zh-Hans", "ar", "de", "nl", "it", "pt", "ja", "th", "sv", "ru"];

/// A language code of the interface, such as `US`. Parsed case-insensitively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static str);

impl Language {
    pub const FALLBACK: Self = Self(LANGUAGES[0].code);
    /// Languages in which the app has every text.
    pub const COMPLETE: [Self; 2] = [Self::FALLBACK, Self(LANGUAGES[1].code)];

    pub fn code(self) -> &'static str {
        self.0
    }

    /// Returns the tag by BCP 47, such as `en`.
    pub fn tag(self) -> &'static str {
        let place = LANGUAGES.iter().position(|language| language.code == self.0);
        place.map_or(TAGS[0], |place| TAGS[place])
    }

    /// Returns the complete language of a tag or of a more special one: `fr-CA` is French.
    pub fn complete_of_tag(tag: &str) -> Option<Self> {
        let base = tag.split('-').next().unwrap_or_default();
        Self::COMPLETE.into_iter().find(|language| language.tag().eq_ignore_ascii_case(base))
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
        assert_eq!(Language::complete_of_tag("FR-ca").map(Language::code), Some("FR"));
        assert_eq!(Language::complete_of_tag("de"), None);
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
