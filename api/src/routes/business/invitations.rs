//! Invitations to the team of the caller's company, and their acceptance by people who have a business account.

use actix_web::{delete, get, post, web};
use serde::Deserialize;
use store::{
    account::{self, Email},
    company::{
        Permission, TeamRole, employee,
        invitation::{self, Accepted, Invitation, InvitingTeam, Issued, NewInvitation},
        team,
    },
    notify::outbox::Channel,
    security::known_network::Source,
    types::{
        ids::{InvitationId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::{
    employees::{InviteAgain, tell_owner},
    profile::ProProfile,
};
use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, Pro},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    notify::templates::Template,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_invitations)
        .service(create_invitation)
        .service(show_invitation)
        .service(accept_invitation)
        .service(renew_invitation)
        .service(withdraw_invitation);
}

/// List the open invitations to your team
///
/// The last sent first, with those that have expired.
#[utoipa::path(
    tag = "business", operation_id = "business_list_invitations",
    responses((status = 200, body = Envelope<Vec<Invitation>>)), security(("bearer" = []))
)]
#[get("/userprofessional/invitations/")]
async fn list_invitations(app: App, user: Pro) -> Result<Envelope<Vec<Invitation>>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    Ok(Envelope::ok(invitation::list(&app.db, company).await?))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InvitationForm {
    #[schema(required, format = Email)]
    email: String,
    /// `manager` or `staff`.
    #[schema(required)]
    role: String,
}

/// Invite a business account to your team
///
/// Mails a link with which a business account joins, valid for a week. An earlier invitation to the address is replaced. The
/// answer is the same whether or not an account has the address.
#[utoipa::path(
    tag = "business", operation_id = "business_create_invitation", request_body = InvitationForm,
    responses((status = 201, body = Envelope<Invitation>)), security(("bearer" = []))
)]
#[post("/userprofessional/invitations/")]
async fn create_invitation(
    app: App,
    user: Pro,
    device: ClientInfo,
    form: Body<InvitationForm>,
) -> Result<Envelope<Invitation>> {
    let now = Timestamp::now();
    let company = company_for(&app, user.user, Permission::Company).await?;
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let mut checks = FieldErrors::default();
    let email = checks.required::<Email>("email", &form.0.email);
    let role = checks.required::<TeamRole>("role", &form.0.role);
    checks.finish()?;
    let (Some(email), Some(role)) = (email, role) else {
        return Err(Error::internal("a checked field is missing"));
    };
    app.attempts.take_message(Channel::Mail, email.as_str(), Source::Elsewhere, now).await?;
    let new = NewInvitation { id: InvitationId(app.ids.next(now)), company, email, role };
    let issued = invitation::create(&app.db, &new, now).await.map_err(address_taken)?;
    let issued = issued.ok_or_else(|| Error::conflict("business.plan_limit", "Your plan does not allow more."))?;
    send(&app, user.user, &issued, now).await?;
    Ok(Envelope::created(issued.invitation))
}

/// Send an invitation again
///
/// Mails a new link, valid for a week, at another address if one is given. The earlier link becomes invalid.
#[utoipa::path(
    tag = "business", operation_id = "business_renew_invitation",
    params(("invitation_id" = InvitationId, Path)), request_body = Option<InviteAgain>,
    responses((status = 200, body = Envelope<Invitation>)), security(("bearer" = []))
)]
#[post("/userprofessional/invitations/{invitation_id}/send/")]
async fn renew_invitation(
    app: App,
    user: Pro,
    device: ClientInfo,
    id: web::Path<InvitationId>,
    form: Body<InviteAgain>,
) -> Result<Envelope<Invitation>> {
    let now = Timestamp::now();
    let company = company_for(&app, user.user, Permission::Company).await?;
    app.limits.check(RateLimitKey::Codes(device.address), now)?;
    let mut checks = FieldErrors::default();
    let email = checks.optional::<Email>("email", form.0.email.as_deref());
    checks.finish()?;
    let id = id.into_inner();
    let known = invitation::list(&app.db, company).await?.into_iter().find(|known| known.id == id);
    let known = known.ok_or(Error::NotFound)?.email;
    let to = email.as_ref().map_or(known.as_str(), Email::as_str);
    app.attempts.take_message(Channel::Mail, to, Source::Elsewhere, now).await?;
    let issued = invitation::renew(&app.db, company, id, email.as_ref(), now).await.map_err(address_taken)?;
    send(&app, user.user, &issued, now).await?;
    Ok(Envelope::ok(issued.invitation))
}

/// Withdraw an invitation
///
/// Its link becomes invalid.
#[utoipa::path(
    tag = "business", operation_id = "business_withdraw_invitation",
    params(("invitation_id" = InvitationId, Path)),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/invitations/{invitation_id}/")]
async fn withdraw_invitation(app: App, user: Pro, id: web::Path<InvitationId>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    invitation::withdraw(&app.db, company, id.into_inner()).await?;
    Ok(Confirmation::new("The invitation is withdrawn."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationToken {
    /// Token of the mailed link.
    token: String,
}

/// Get the team that an invitation is for
#[utoipa::path(
    tag = "business", operation_id = "business_show_invitation", request_body = InvitationToken,
    responses((status = 200, body = Envelope<InvitingTeam>))
)]
#[post("/userprofessional/invitations/show/")]
async fn show_invitation(app: App, device: ClientInfo, form: Body<InvitationToken>) -> Result<Envelope<InvitingTeam>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    Ok(Envelope::ok(invitation::find(&app.db, &form.0.token, now).await.map_err(ended)?))
}

/// Join a team
///
/// The account works for the company in the role of the invitation, and acts for it from now on. Its other companies stay.
/// The owner of the company gets a mail.
#[utoipa::path(
    tag = "business", operation_id = "business_accept_invitation", request_body = InvitationToken,
    responses((status = 200, body = Envelope<ProProfile>)), security(("bearer" = []))
)]
#[post("/userprofessional/invitations/accept/")]
async fn accept_invitation(
    app: App,
    user: Pro,
    device: ClientInfo,
    form: Body<InvitationToken>,
) -> Result<Envelope<ProProfile>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::CodeTries(device.address), now)?;
    let company = match invitation::accept(&app.db, &form.0.token, user.user, now).await.map_err(ended)? {
        Accepted::Joined(company) => company,
        Accepted::IsMember => {
            return Err(Error::conflict("invitation.member", "Your account works for this business already."));
        }
        Accepted::PlanLimit => {
            return Err(Error::conflict("invitation.team_full", "The team has as many members as its plan allows."));
        }
    };
    app.hub.account_changed(team::account(&app.db, company).await?).await?;
    let activation = team::activate(&app.db, company, user.user).await?;
    let left: Vec<_> = (activation.before != company).then_some(activation.before).into_iter().collect();
    app.hub.company_activated(user.user, &left).await?;
    if let Some(owner) = employee::list(&app.db, company).await?.first() {
        tell_owner(&app, owner.id, &employee::find(&app.db, company, user.user).await?, now).await?;
    }
    Ok(Envelope::ok(ProProfile::of(&app, user.user).await?))
}

fn address_taken(cause: store::Error) -> Error {
    match cause {
        store::Error::Taken => Error::field("email", "This address is that of a member or of another invitation."),
        cause => cause.into(),
    }
}

fn ended(cause: store::Error) -> Error {
    match cause {
        store::Error::NotFound => {
            Error::conflict("invitation.ended", "The invitation has expired, or it was withdrawn or accepted.")
        }
        cause => cause.into(),
    }
}

/// Mails the link, in the caller's language: who is invited may have no account.
async fn send(app: &AppState, caller: UserId, issued: &Issued, now: Timestamp) -> Result<()> {
    let language = account::profile(&app.db, caller).await?.language;
    let link = format!("{}/pro/join#token={}", app.config.public_url(), issued.token);
    let template = Template::TeamJoin { link: &link };
    app.outbox.send_best_effort(template.render(app.ids.next(now), &issued.invitation.email, &language, now));
    Ok(())
}
