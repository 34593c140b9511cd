//! Texts and formats in each language, from JSON files that are part of the program.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::de::DeserializeOwned;

use crate::types::language::{LANGUAGES, Language};

const COUNT: usize = LANGUAGES.len();

/// One value for each language, such as the texts of an area. Each file is read when its language is first asked
/// for. [`localized!`](crate::localized) makes it.
#[derive(Debug)]
pub struct Localized<T> {
    area: &'static str,
    /// Codes of the languages and contents of their files, in the order of [`LANGUAGES`].
    files: [(&'static str, &'static str); COUNT],
    values: [OnceLock<T>; COUNT],
}

/// Texts by key.
pub type TextsByKey = BTreeMap<String, String>;

/// Makes a [`Localized`] of the files of an area: `localized!("mails")` includes `locales/US/mails.json` of the crate and
/// those of the other languages. A first argument names another folder, relative to the crate.
#[macro_export]
macro_rules! localized {
    ($area:literal) => {
        $crate::localized!("locales", $area)
    };
    ($folder:literal, $area:literal) => {
        $crate::localized!(
            $folder, $area, "US" "FR" "ES" "CN" "SA" "DE" "NL" "IT" "PT" "JP" "TL" "SE" "RU"
        )
    };
    ($folder:literal, $area:literal, $($code:literal)*) => {
        $crate::types::localized::Localized::new(
            $area,
            [$((
                $code,
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $code, "/", $area, ".json")),
            )),*],
        )
    };
}

impl<T> Localized<T> {
    #[doc(hidden)]
    pub const fn new(area: &'static str, files: [(&'static str, &'static str); COUNT]) -> Self {
        Self { area, files, values: [const { OnceLock::new() }; COUNT] }
    }

    /// Returns the name of the files.
    pub fn area(&self) -> &'static str {
        self.area
    }
}

impl<T: Default + DeserializeOwned> Localized<T> {
    /// Returns the value of a language.
    pub fn get(&self, language: Language) -> &T {
        self.at(language.place())
    }

    /// Returns the values of all languages, English first.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        (0..COUNT).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> &T {
        let read = |file: &str| serde_json::from_str(file);
        // A test proves that the files can be read.
        self.values[place]
            .get_or_init(|| read(self.files[place].1).or_else(|_| read(self.files[0].1)).unwrap_or_default())
    }
}

impl Localized<TextsByKey> {
    /// Returns the text of a key, in English if the language has none.
    pub fn text(&self, key: &str, language: Language) -> Option<&str> {
        let text = self.get(language).get(key).or_else(|| self.get(Language::FALLBACK).get(key));
        text.map(String::as_str)
    }

    /// Returns the texts of a key in all languages, English first.
    pub fn texts(&self, key: String) -> impl Iterator<Item = &str> {
        self.all().filter_map(move |texts| texts.get(&key)).map(String::as_str)
    }
}

/// Fills in the `{name}` places of a text. A value is never filled in itself.
pub fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    filled + rest
}

/// Checks of the files, for tests.
#[cfg(any(test, feature = "testing"))]
mod checks {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    impl<T: DeserializeOwned> Localized<T> {
        /// Returns the files that cannot be read, with the reason.
        pub fn unreadable(&self) -> Vec<String> {
            let errors = self.files.iter().filter_map(|(code, file)| {
                let error = serde_json::from_str::<T>(file).err()?;
                Some(format!("{code}/{}.json: {error}", self.area))
            });
            errors.collect()
        }

        /// Returns the files that cannot be read, and all differences from English in keys, lengths of lists, numbers
        /// and placeholders.
        pub fn mistakes(&self) -> Vec<String> {
            let mut mistakes = self.unreadable();
            let values = self.files.map(|(code, file)| (code, serde_json::from_str::<Value>(file).unwrap_or_default()));
            for (code, own) in values.iter().filter(|(_, own)| !own.is_null()) {
                compare(&format!("{code}/{}.json", self.area), own, &values[0].1, &mut mistakes);
            }
            mistakes
        }
    }

    fn compare(place: &str, own: &Value, english: &Value, mistakes: &mut Vec<String>) {
        match (own, english) {
            (Value::Object(own), Value::Object(english)) => {
                for key in english.keys().filter(|key| !own.contains_key(*key)) {
                    mistakes.push(format!("{place}: {key} is missing"));
                }
                for (key, own) in own {
                    match english.get(key) {
                        Some(english) => compare(&format!("{place}: {key}"), own, english, mistakes),
                        None => mistakes.push(format!("{place}: {key} is unknown")),
                    }
                }
            }
            (Value::Array(own), Value::Array(english)) if own.len() == english.len() => {
                for (index, (own, english)) in own.iter().zip(english).enumerate() {
                    compare(&format!("{place}[{index}]"), own, english, mistakes);
                }
            }
            (Value::String(own), Value::String(english)) => {
                if own.trim().is_empty() || placeholders(own) != placeholders(english) {
                    mistakes.push(format!("{place}: “{own}” is empty or has other placeholders than “{english}”"));
                }
            }
            (own, english) if own == english => {}
            (own, english) => mistakes.push(format!("{place}: {own} differs from {english}")),
        }
    }

    /// Returns the names in braces.
    pub fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }
}

#[cfg(any(test, feature = "testing"))]
pub use checks::placeholders;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalogue::{category, facility},
        support::{help_centre, site_page},
        types::formats,
    };

    /// Returns an area with one text in English and another in all other languages.
    fn area(english: &'static str, other: &'static str) -> Localized<TextsByKey> {
        let mut files = LANGUAGES.map(|language| (language.code, other));
        files[0].1 = english;
        Localized::new("area", files)
    }

    #[test]
    fn files_of_every_area_and_language_are_whole() {
        let areas = [
            (formats::FORMATS.area(), formats::FORMATS.unreadable()),
            (help_centre::TOPICS.area(), help_centre::TOPICS.mistakes()),
            (site_page::SECTIONS.area(), site_page::SECTIONS.mistakes()),
        ];
        for (area, mistakes) in &areas {
            assert!(mistakes.is_empty(), "{area}: {mistakes:#?}");
        }
        for labels in [&category::LABELS, &facility::LABELS] {
            assert_eq!(labels.mistakes(), [""; 0]);
        }
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/locales/US")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort_unstable();
        assert_eq!(files, areas.map(|(area, _)| format!("{area}.json")));
    }

    #[test]
    fn files_are_in_the_order_of_the_languages() {
        assert_eq!(formats::FORMATS.files.map(|(code, _)| code), LANGUAGES.map(|language| language.code));
    }

    #[test]
    fn missing_key_reads_english() {
        let area = area(r#"{"both": "Hello", "one": "Bye"}"#, r#"{"both": "Salut"}"#);
        let other = Language::ALL[1];
        assert_eq!((area.text("both", other), area.text("one", other)), (Some("Salut"), Some("Bye")));
        assert_eq!(area.text("both", Language::FALLBACK), Some("Hello"));
        assert_eq!(area.texts("both".to_owned()).take(2).collect::<Vec<_>>(), ["Hello", "Salut"]);
        assert_eq!(area.text("none", other), None);
    }

    #[test]
    fn broken_file_reads_english_and_is_reported() {
        let broken = area(r#"{"a": "Hello"}"#, "{");
        assert_eq!(broken.text("a", Language::ALL[1]), Some("Hello"));
        assert_eq!(broken.mistakes().len(), COUNT - 1);
        for other in [r#"{"a": "Salut {nom}"}"#, r#"{"a": " "}"#, r#"{"a": "{name}", "b": "B"}"#, "{}"] {
            assert_eq!(area(r#"{"a": "Hello {name}"}"#, other).mistakes().len(), COUNT - 1, "{other}");
        }
        assert_eq!(area(r#"{"a": "{x} {y}"}"#, r#"{"a": "{y} à {x}"}"#).mistakes(), [""; 0]);
    }

    #[test]
    fn values_fill_a_text_once() {
        let values = [("name", "{city}"), ("city", "Lyon")];
        assert_eq!(filled("{name} in {city}, {other}.", &values), "{city} in Lyon, .");
        assert_eq!(filled("a {name", &values), "a {city}");
    }
}
