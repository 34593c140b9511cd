//! `plaza moderate`: lists reported reels, comments, people and chats, keeps or removes a reel or a comment, and closes a
//! report.

use std::io::Write as _;

use clap::Subcommand;
use store::{
    reel::{
        ReelError, Refusal,
        comment_report::{self, ReportedComment},
        moderation::{self, ReportedReel},
    },
    social::report::{self, Filed},
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
    /// List reports about people and chats with the messages that the reporter saw, the newest first
    People,
    /// Close a report about a person or a chat after its review
    CloseReport { id: i64 },
}

impl ModerateCommand {
    /// Returns the name of the kind that the step is about.
    fn kind(self) -> &'static str {
        match self {
            Self::List | Self::Keep { .. } | Self::Remove { .. } => "reel",
            Self::Comments | Self::KeepComment { .. } | Self::RemoveComment { .. } => "comment",
            Self::People | Self::CloseReport { .. } => "report",
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
        ModerateCommand::People => {
            report::list(&db, MOST).await.map(|all| listed_reports(&all)).map_err(ReelError::Store)
        }
        ModerateCommand::CloseReport { id } => {
            let closed = report::close(&db, id).await.map_err(ReelError::Store);
            closed.map(|()| format!("Report {id} is closed.\n"))
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
        format!("--- {id}, {reports} reports, {}: @{author}\n    {}\n", code(reason), one_line(text))
    };
    comments.iter().map(shown).collect()
}

fn listed_reports(reports: &[Filed]) -> String {
    if reports.is_empty() {
        return "No person or chat is reported.\n".to_owned();
    }
    let shown = |report: &Filed| {
        let about = match (&report.reported, report.chat) {
            (Some(name), _) => format!("@{name}"),
            (None, chat) => format!("chat {}", chat.map_or(0, |chat| chat.0)),
        };
        let messages = report
            .evidence
            .iter()
            .map(|message| format!("    {} account {}: {}\n", message.at, message.sender, one_line(&message.text)));
        format!(
            "--- {}, {}, {} by @{}: {about}\n    {}\n{}",
            report.id,
            report.at,
            code(report.reason),
            report.reporter,
            one_line(&report.comment),
            messages.collect::<String>()
        )
    };
    reports.iter().map(shown).collect()
}

/// Returns a text without line breaks, which would look like the next entry.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    use store::{
        reel::ReelState,
        social::report::{Evidence, Reason},
        types::ids::UserId,
    };

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
    fn report_about_a_person_shows_the_messages() {
        let message = Evidence { sender: UserId(5), text: "Pay\nnow".to_owned(), at: Timestamp(0) };
        let report = Filed {
            id: 3,
            at: Timestamp(60_000),
            reporter: "ann".to_owned(),
            reported: Some("ben".to_owned()),
            chat: None,
            reason: Reason::Scam,
            comment: "A fraud.".to_owned(),
            evidence: vec![message],
        };
        assert_eq!(
            listed_reports(&[report]),
            "--- 3, 1970-01-01T00:01:00.000Z, scam by @ann: @ben\n    A fraud.\n    1970-01-01T00:00:00.000Z account 5: Pay now\n"
        );
        assert_eq!(listed_reports(&[]), "No person or chat is reported.\n");
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
