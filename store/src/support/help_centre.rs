//! Questions and answers of the help centre, in each language.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::{language::Language, localized::Localized};

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

pub(crate) static TOPICS: Localized<Vec<HelpTopic>> = crate::localized!("help_centre");

/// Returns the topics in display order.
pub fn topics(language: Language) -> &'static [HelpTopic] {
    TOPICS.get(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_answer_the_same_questions() {
        let keys = |topics: &'static [HelpTopic]| -> Vec<(&str, Vec<&str>)> {
            let of = |topic: &'static HelpTopic| topic.questions.iter().map(|one| one.key.as_str()).collect();
            topics.iter().map(|topic| (topic.key.as_str(), of(topic))).collect()
        };
        let english = topics(Language::FALLBACK);
        assert!(english.len() >= 5);
        for translation in Language::ALL[1..].iter().map(|language| topics(*language)) {
            assert_eq!(keys(english), keys(translation));
            for (one, other) in english.iter().zip(translation) {
                for (question, translated) in one.questions.iter().zip(&other.questions) {
                    assert_ne!(question.answer, translated.answer);
                }
            }
        }
    }
}
