//! Subtitles of reels: WebVTT texts (W3C), one for each language.

use super::{Result, management, visible};
use crate::{
    Db,
    db::Aggregate,
    on,
    types::{
        ids::{CompanyId, ReelId, UserId},
        language::Language,
    },
};

/// Maximum bytes of a text.
pub const MAX_BYTES: usize = 48 * 1024;

/// Checked WebVTT text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebVtt(String);

impl std::str::FromStr for WebVtt {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
        if text.len() > MAX_BYTES {
            return Err("Subtitles have at most 48 KB.");
        }
        let header = text.lines().next().unwrap_or_default();
        if header != "WEBVTT" && !header.starts_with("WEBVTT ") && !header.starts_with("WEBVTT\t") {
            return Err("Send subtitles in the format WebVTT.");
        }
        let mut cues = text.lines().filter_map(|line| line.split_once("-->")).peekable();
        if cues.peek().is_none() {
            return Err("These subtitles have no texts.");
        }
        for (from, to) in cues {
            let to = to.split_whitespace().next().unwrap_or_default();
            match (milliseconds(from.trim()), milliseconds(to)) {
                (Some(from), Some(to)) if from < to => {}
                _ => return Err("A time of these subtitles is wrong."),
            }
        }
        Ok(Self(text))
    }
}

/// Parses a time of WebVTT: `01:02.500` or `00:01:02.500`.
fn milliseconds(text: &str) -> Option<i64> {
    let (clock, part) = text.split_once('.')?;
    let parts: Vec<_> = clock.split(':').map(|part| part.parse::<i64>().ok()).collect::<Option<_>>()?;
    let seconds = match parts[..] {
        [minutes @ 0..60, seconds @ 0..60] => minutes * 60 + seconds,
        [hours @ 0..1_000, minutes @ 0..60, seconds @ 0..60] => (hours * 60 + minutes) * 60 + seconds,
        _ => return None,
    };
    let part = (part.len() == 3).then(|| part.parse::<i64>().ok())??;
    (0..1_000).contains(&part).then_some(seconds * 1_000 + part)
}

/// Stores the subtitles of a company's reel in a language.
pub async fn put(db: &Db, reel: ReelId, company: CompanyId, language: Language, text: &WebVtt) -> Result<()> {
    management::changeable(db, reel, company).await?;
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(reel));
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_subtitle (reel_id, language, text) VALUES ($1, $2, $3)
         ON CONFLICT (reel_id, language) DO UPDATE SET text = $3")
        .bind(reel).bind(language.code()).bind(&text.0).execute(at).await.map(drop))?;
    Ok(tx.commit().await?)
}

/// Deletes the subtitles of a company's reel in a language.
pub async fn delete(db: &Db, reel: ReelId, company: CompanyId, language: Language) -> Result<()> {
    management::changeable(db, reel, company).await?;
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(reel));
    on!(tx.at(), at => sqlx::query("DELETE FROM reel_subtitle WHERE reel_id = $1 AND language = $2 RETURNING reel_id")
        .bind(reel).bind(language.code()).fetch_one(at).await.map(drop))?;
    Ok(tx.commit().await?)
}

/// Returns the subtitles of a reel. A track element sends no token, so a company reads those of its drafts by
/// [`own`].
pub async fn find(db: &Db, reel: ReelId, viewer: UserId, language: Language) -> crate::Result<String> {
    let (text,): (String,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT t.text FROM reel_subtitle t JOIN reel r ON r.id = t.reel_id JOIN company c ON c.id = r.company_id
         WHERE t.reel_id = $1 AND t.language = $3 AND ", visible!()))
        .bind(reel).bind(viewer).bind(language.code()).fetch_one(at).await)?;
    Ok(text)
}

/// Returns the subtitles of a company's own reel in any state.
pub async fn own(db: &Db, reel: ReelId, company: CompanyId, language: Language) -> crate::Result<String> {
    let (text,): (String,) = on!(db.read(), at => sqlx::query_as(
        "SELECT t.text FROM reel_subtitle t JOIN reel r ON r.id = t.reel_id
         WHERE t.reel_id = $1 AND t.language = $3 AND r.company_id = $2")
        .bind(reel).bind(company).bind(language.code()).fetch_one(at).await)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webvtt_needs_header_and_cues_with_times() {
        for text in [
            "WEBVTT\n\n00:00.000 --> 00:01.500\nHello",
            "\u{feff}WEBVTT - title\r\n\r\n1\r\n00:00:01.000 --> 00:00:02.000 align:start\r\nHello\r\n",
        ] {
            assert!(text.parse::<WebVtt>().is_ok(), "{text}");
        }
        let long = format!("WEBVTT\n\n00:00.000 --> 00:01.000\n{}", "x".repeat(MAX_BYTES));
        for text in [
            "",
            "WEBVTTX\n\n00:00.000 --> 00:01.000\nHello",
            "WEBVTT\n\nHello",
            "WEBVTT\n\n00:02.000 --> 00:01.000\nHello",
            "WEBVTT\n\n00:61.000 --> 01:99.000\nHello",
            "WEBVTT\n\n0:0 --> 1\nHello",
            "1\n00:00:01,000 --> 00:00:02,000\nHello",
            &long,
        ] {
            assert!(text.parse::<WebVtt>().is_err(), "{}", &text[..text.len().min(60)]);
        }
    }
}
