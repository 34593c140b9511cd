//! Questions and answers of the help centre, in English and French. Other languages read English.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::language::Language;

/// Topic of the help centre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpTopic {
    /// Stable key.
    #[schema(example = "orders")]
    pub key: String,
    pub title: String,
    pub questions: Vec<HelpQuestion>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HelpQuestion {
    /// Stable key within the topic.
    pub key: String,
    pub question: String,
    pub answer: String,
}

static ENGLISH: LazyLock<Vec<HelpTopic>> = LazyLock::new(|| read(include_str!("help_centre/US.json")));
static FRENCH: LazyLock<Vec<HelpTopic>> = LazyLock::new(|| read(include_str!("help_centre/FR.json")));

fn read(json: &str) -> Vec<HelpTopic> {
    // A test proves that the files can be read.
    serde_json::from_str(json).unwrap_or_default()
}

/// Returns the topics in display order.
pub fn topics(language: Language) -> &'static [HelpTopic] {
    if language.code() == "FR" { &FRENCH } else { &ENGLISH }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_answer_the_same_questions() {
        let keys = |topics: &'static [HelpTopic]| -> Vec<(&str, Vec<&str>)> {
            let of = |topic: &'static HelpTopic| topic.questions.iter().map(|one| one.key.as_str()).collect();
            topics.iter().map(|topic| (topic.key.as_str(), of(topic))).collect()
        };
        let english = topics(Language::FALLBACK);
        let french = topics("FR".parse().unwrap());
        assert!(english.len() >= 5 && keys(english) == keys(french));
        for (one, other) in english.iter().zip(french) {
            for (question, translated) in one.questions.iter().zip(&other.questions) {
                assert_ne!(question.answer, translated.answer);
            }
        }
        assert_eq!(topics("DE".parse().unwrap()), english);
    }
}
