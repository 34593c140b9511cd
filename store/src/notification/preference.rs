//! Channels by which an account wants to hear of a group of kinds, besides the list in the app.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::kind::{GROUPS, Group, KINDS, Kind, KindSpec, MailRule};
use crate::{Db, Result, each, on, types::ids::UserId};

/// Channels of a group of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = NotificationPreference)]
pub struct Preference {
    pub group: Group,
    pub push: bool,
    /// Without a choice, only some of the kinds are pushed.
    pub push_partly: bool,
    /// Null for security events, whose mails are always sent.
    pub mail: Option<bool>,
    /// Without a choice, mails are sent of only some of the kinds.
    pub mail_partly: bool,
}

/// Channels to change. `None` leaves a channel unchanged.
#[derive(Clone, Copy, Debug)]
pub struct PreferenceChange {
    pub group: Group,
    pub push: Option<bool>,
    pub mail: Option<bool>,
}

/// Channels of a notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Channels {
    pub push: bool,
    pub mail: bool,
}

#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
struct Choice {
    push: Option<bool>,
    mail: Option<bool>,
}

/// Returns the preferences of an account, one entry for each group.
pub async fn preferences(db: &Db, account: UserId) -> Result<Vec<Preference>> {
    let rows: Vec<(Group, Option<bool>, Option<bool>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT kind_group, push, mail FROM notification_preference WHERE account_id = $1")
        .bind(account).fetch_all(at).await)?;
    let chosen: HashMap<Group, Choice> =
        rows.into_iter().map(|(group, push, mail)| (group, Choice { push, mail })).collect();
    let (works,): (bool,) = on!(db.read(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM company_member WHERE account_id = $1)").bind(account).fetch_one(at).await)?;
    let of = |&group| Preference::of(group, chosen.get(&group).copied().unwrap_or_default(), works);
    Ok(GROUPS.iter().map(of).collect())
}

impl Preference {
    /// A group without a choice is on if one of the kinds that its account hears of is on by default.
    fn of(group: Group, chosen: Choice, works: bool) -> Self {
        let is_heard = |spec: &&KindSpec| spec.group == group && (works || !spec.is_of_company());
        let pushed = || KINDS.iter().filter(is_heard).map(|spec| spec.push);
        let mailed = || KINDS.iter().filter(is_heard).filter(|spec| spec.mail != MailRule::Own);
        let mailed = || mailed().map(|spec| spec.mail == MailRule::On);
        let (some_pushed, some_mailed) = (pushed().any(|on| on), mailed().any(|on| on));
        Self {
            group,
            push: chosen.push.unwrap_or(some_pushed),
            push_partly: chosen.push.is_none() && some_pushed && pushed().any(|on| !on),
            mail: (group != Group::Security).then_some(chosen.mail.unwrap_or(some_mailed)),
            mail_partly: group != Group::Security && chosen.mail.is_none() && some_mailed && mailed().any(|on| !on),
        }
    }
}

/// Changes the channels of a group and returns all preferences.
pub async fn set_preference(db: &Db, account: UserId, change: PreferenceChange) -> Result<Vec<Preference>> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO notification_preference (account_id, kind_group, push, mail) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, kind_group) DO UPDATE SET
            push = COALESCE(excluded.push, notification_preference.push),
            mail = COALESCE(excluded.mail, notification_preference.mail)")
        .bind(account).bind(change.group).bind(change.push).bind(change.mail).execute(at).await.map(drop))?;
    preferences(db, account).await
}

/// Returns the channels of a kind for each of these accounts.
pub async fn channels(db: &Db, accounts: &[UserId], kind: Kind) -> Result<HashMap<UserId, Channels>> {
    let spec = kind.spec();
    let read = db.read();
    let sql = each!(
        read,
        "SELECT account_id, push, mail FROM notification_preference
         WHERE kind_group = $2 AND account_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let named = serde_json::to_string(&accounts.iter().map(|account| [account]).collect::<Vec<_>>())?;
    let rows: Vec<(UserId, Option<bool>, Option<bool>)> =
        on!(read, at => sqlx::query_as(sql).bind(named).bind(spec.group).fetch_all(at).await)?;
    let mails = |chosen: Option<bool>| match spec.mail {
        MailRule::On => chosen.unwrap_or(true),
        MailRule::Off => chosen.unwrap_or(false),
        MailRule::Own => false,
    };
    let usual = Channels { push: spec.push, mail: mails(None) };
    let mut all: HashMap<UserId, Channels> = accounts.iter().map(|account| (*account, usual)).collect();
    for (account, push, mail) in rows {
        all.insert(account, Channels { push: push.unwrap_or(spec.push), mail: mails(mail) });
    }
    Ok(all)
}
