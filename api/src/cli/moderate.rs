//! `plaza moderate`: lists reported reels and comments, and keeps or removes one.

use std::io::Write as _;

use clap::Subcommand;
use store::{
    reel::{
        ReelError, Refusal,
        comment_report::{self, ReportedComment},
        moderation::{self, ReportedReel},
    },
    types::{
        ids::{CommentId, ReelId},
        timestamp::Timestamp,
    },
};

use crate::{
    app_state::open_database,
    cli::config::{Config, Database},
};

/// Maximum number of listed reels or comments.
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
    /// List reported comments, those with the most reports first
    Comments,
    /// Keep a comment: show it again and forget its reports
    KeepComment { id: i64 },
    /// Remove a comment and its answers for good
    RemoveComment { id: i64 },
}

impl ModerateCommand {
    /// Returns the name of the kind that the step is about.
    fn kind(self) -> &'static str {
        match self {
            Self::List | Self::Keep { .. } | Self::Remove { .. } => "reel",
            Self::Comments | Self::KeepComment { .. } | Self::RemoveComment { .. } => "comment",
        }
    }
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
    let kind = step.kind();
    let text = match step {
        ModerateCommand::List => moderation::list(&db, MOST).await.map(|all| listed(&all)),
        ModerateCommand::Keep { id } => {
            moderation::keep(&db, ReelId(id), now).await.map(|()| format!("Reel {id} is kept.\n"))
        }
        ModerateCommand::Remove { id } => {
            moderation::remove(&db, ReelId(id), now).await.map(|()| format!("Reel {id} is removed.\n"))
        }
        ModerateCommand::Comments => comment_report::list(&db, MOST).await.map(|all| listed_comments(&all)),
        ModerateCommand::KeepComment { id } => {
            comment_report::keep(&db, CommentId(id)).await.map(|()| format!("Comment {id} is kept.\n"))
        }
        ModerateCommand::RemoveComment { id } => {
            comment_report::remove(&db, CommentId(id)).await.map(|_| format!("Comment {id} is removed.\n"))
        }
    };
    db.close().await;
    let text = text.map_err(|cause| match cause {
        ReelError::Store(store::Error::NotFound) => format!("there is no such {kind}"),
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

fn listed_comments(comments: &[ReportedComment]) -> String {
    if comments.is_empty() {
        return "No comment is reported.\n".to_owned();
    }
    let shown = |comment: &ReportedComment| {
        let ReportedComment { id, author, text, reports, reason } = comment;
        // A line break would look like the next entry.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("--- {id}, {reports} reports, {}: @{author}\n    {text}\n", code(reason))
    };
    comments.iter().map(shown).collect()
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

    #[test]
    fn reported_comment_is_shown_in_one_line() {
        let comment = ReportedComment {
            id: CommentId(9),
            author: "ann".to_owned(),
            text: "Buy\n--- 7 here".to_owned(),
            reports: 2,
            reason: Reason::Spam,
        };
        assert_eq!(listed_comments(&[comment]), "--- 9, 2 reports, spam: @ann\n    Buy --- 7 here\n");
        assert_eq!(listed_comments(&[]), "No comment is reported.\n");
    }
}
