//! `plaza moderate`: lists reported reels, and keeps or removes one.

use std::io::Write as _;

use clap::Subcommand;
use store::{
    reel::{
        ReelError, Refusal,
        moderation::{self, ReportedReel},
    },
    types::{ids::ReelId, timestamp::Timestamp},
};

use crate::{
    app_state::open_database,
    cli::config::{Config, Database},
};

/// Maximum number of listed reels.
const MOST: i64 = 100;

/// Step of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum ModerateCommand {
    /// List reported reels, those with the most reports first
    List,
    /// Keep a reel: show it again and forget its reports
    Keep { id: i64 },
    /// Remove a reel and its video for good
    Remove { id: i64 },
}

/// Carries out a step and prints its result.
pub async fn run(config: &Config, step: ModerateCommand) -> Result<(), Box<dyn std::error::Error>> {
    if let Database::Sqlite(file) = config.database()
        && !file.exists()
    {
        return Err(format!("there is no database at {}", file.display()).into());
    }
    let db = open_database(config).await?;
    let now = Timestamp::now();
    let text = match step {
        ModerateCommand::List => moderation::list(&db, MOST).await.map(|all| listed(&all)),
        ModerateCommand::Keep { id } => {
            moderation::keep(&db, ReelId(id), now).await.map(|()| format!("Reel {id} is kept.\n"))
        }
        ModerateCommand::Remove { id } => {
            moderation::remove(&db, ReelId(id), now).await.map(|()| format!("Reel {id} is removed.\n"))
        }
    };
    db.close().await;
    let text = text.map_err(|cause| match cause {
        ReelError::Store(store::Error::NotFound) => "there is no such reel".to_owned(),
        ReelError::Store(cause) => cause.to_string(),
        ReelError::Refused(Refusal::Field(_, says) | Refusal::Conflict(_, says)) => says.to_owned(),
    })?;
    write!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

fn listed(reels: &[ReportedReel]) -> String {
    if reels.is_empty() {
        return "No reel is reported.\n".to_owned();
    }
    reels.iter().map(shown).collect()
}

fn shown(reel: &ReportedReel) -> String {
    let reasons = reel.reasons.iter().map(|(reason, comment)| format!("    {} {comment}", code(reason)));
    let reasons: Vec<_> = reasons.map(|line| line.trim_end().to_owned() + "\n").collect();
    let (id, state) = (reel.id, code(reel.state));
    format!("--- {id} {state}, {} reports: {}\n    {}\n{}", reel.reports, reel.company, reel.caption, reasons.concat())
}

/// Returns the code of a value, as in JSON.
fn code(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use store::{reel::ReelState, social::report::Reason};

    use super::*;

    #[test]
    fn reported_reel_shows_state_and_reasons() {
        let reel = ReportedReel {
            id: ReelId(7),
            company: "Casa Azul".to_owned(),
            caption: "Brunch".to_owned(),
            state: ReelState::Hidden,
            reports: 5,
            reasons: vec![(Reason::Spam, String::new()), (Reason::Other, "Not theirs".to_owned())],
        };
        let text = listed(&[reel]);
        assert_eq!(text, "--- 7 hidden, 5 reports: Casa Azul\n    Brunch\n    spam\n    other Not theirs\n");
        assert_eq!(listed(&[]), "No reel is reported.\n");
    }
}
