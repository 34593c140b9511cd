//! Changes to the own profile and its documents.

mod contact;

use std::{io::Read as _, sync::Arc};

use actix_web::{HttpResponse, delete, get, http::header, put, web};
use serde::Deserialize;
use store::{
    account::{self, AccountKind, Profile, ProfileChange, address::FormerAddress, document},
    types::{
        ids::{DocumentId, UserId},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app_state::AppState,
    auth::login::{self, ChangeAuthorization},
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, ClientInfo, FormSpec, Query, Registered, StreamingForm, User, sent},
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    media::{
        self,
        document_upload::{self, DocumentFieldNames, DocumentMeta, FILE_LIMIT},
        upload_quota::Payer,
    },
};
use crate::{http::openapi::ServiceConfig, routes::media::download::attachment};

pub fn routes(api: &mut ServiceConfig) {
    api.service(update_profile).service(show_document).service(delete_document);
}

const SHAPE: FormSpec = FormSpec {
    lists: &[],
    files: &[("picture", 1), ("document", 1)],
    file_limit: FILE_LIMIT,
    total_limit: 2 * FILE_LIMIT,
};
const PAPER: DocumentFieldNames =
    DocumentFieldNames { file: "document", kind: "document_kind", expires_on: "document_expires_on" };

/// Profile to change. Only the caller's own profile is allowed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhoseQuery {
    /// The caller's id, or omitted.
    id: Option<UserId>,
}

/// Profile changes. Omitted fields stay unchanged; an empty value or null clears an optional field.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ProfileForm {
    #[serde(deserialize_with = "sent")]
    first_name: Option<String>,
    #[serde(deserialize_with = "sent")]
    last_name: Option<String>,
    #[serde(deserialize_with = "sent")]
    user_name: Option<String>,
    /// A new address stays pending until verified with the code sent to it. Requires the password.
    #[serde(deserialize_with = "sent")]
    email: Option<String>,
    /// A new number becomes unverified. Requires the password.
    #[serde(deserialize_with = "sent")]
    phone: Option<String>,
    #[serde(deserialize_with = "sent")]
    #[schema(format = Date)]
    dob: Option<String>,
    /// `male`, `female` or `other`.
    #[serde(deserialize_with = "sent")]
    gender: Option<String>,
    #[serde(deserialize_with = "sent")]
    address: Option<String>,
    #[serde(rename = "addressLine2", deserialize_with = "sent")]
    address_line2: Option<String>,
    #[serde(deserialize_with = "sent")]
    city: Option<String>,
    #[serde(deserialize_with = "sent")]
    postal_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    #[serde(deserialize_with = "sent")]
    country: Option<String>,
    /// A code of the languages list.
    #[serde(deserialize_with = "sent")]
    language: Option<String>,
    marketing: Option<bool>,
    /// Text on the public profile: at most 300 characters.
    #[serde(deserialize_with = "sent")]
    bio: Option<String>,
    /// A file: JPEG, PNG, WebP or GIF of at most 10 MB. An empty text removes the picture.
    #[serde(deserialize_with = "sent")]
    #[schema(format = Binary)]
    picture: Option<String>,
    /// A file: a PDF or a picture of at most 10 MB, visible only to its owner. Added to the other documents.
    #[serde(deserialize_with = "sent")]
    #[schema(format = Binary)]
    document: Option<String>,
    /// `identity`, `address`, `registration`, `licence`, `insurance`, `tax` or `other`; required with a document.
    #[serde(rename = "document_kind")]
    document_kind: Option<String>,
    /// A future date.
    #[serde(rename = "document_expires_on")]
    #[schema(format = Date)]
    document_expires_on: Option<String>,
    /// Password of the account. Required with another e-mail address or phone. An account without a password must have
    /// signed in within the last five minutes.
    password: Option<String>,
    /// Code of the authenticator app, instead of the password.
    code: Option<String>,
    /// Recovery code, instead of `code`, if the app is lost.
    #[serde(rename = "recovery_code")]
    recovery_code: Option<String>,
}

/// Change your profile
///
/// Saves all changes or none. Errors of all fields are reported at once. Guests may change only country and language.
#[utoipa::path(
    tag = "account", operation_id = "account_update_profile",
    params(WhoseQuery),
    request_body(content(
        (ProfileForm = "application/json"),
        (ProfileForm = "application/x-www-form-urlencoded"),
        (ProfileForm = "multipart/form-data")
    )),
    responses((status = 200, body = Envelope<Profile>)),
    security(("bearer" = []))
)]
#[put("/users/update-profile/")]
async fn update_profile(
    app: App,
    user: User,
    device: ClientInfo,
    whose: Query<WhoseQuery>,
    form: StreamingForm,
) -> Result<Envelope<Profile>> {
    let now = Timestamp::now();
    if whose.0.id.is_some_and(|id| id != user.user) {
        return Err(Error::NotFound);
    }
    app.limits.check(RateLimitKey::Uploads(user.user.0), now)?;
    let payer = match user.kind {
        // Every guest is a new account.
        AccountKind::Guest => Payer::Network(device.address),
        _ => Payer::Account(user.user),
    };
    let mut received = form.receive::<ProfileForm>(&app, payer, &SHAPE).await?;
    let (picture, document) = (received.file("picture"), received.file("document"));
    if user.kind == AccountKind::Guest && (picture.is_some() || document.is_some() || !received.form.is_for_guests()) {
        return Err(Error::GuestRefused);
    }
    let app = app.shared();
    let mut checks = FieldErrors::default();
    let mut change = received.form.parse(&mut checks, now);

    let picture = match picture {
        Some(file) => checks.check("picture", document_upload::picture(&app, file).await?),
        None => None,
    };
    let told = DocumentMeta {
        kind: received.form.document_kind.as_deref(),
        expires_on: received.form.document_expires_on.as_deref(),
    };
    let paper = match document {
        Some(_) if document::count(&app.db, user.user).await? >= document::MAX_DOCUMENTS => {
            checks.add("document", format!("Keep at most {} documents.", document::MAX_DOCUMENTS));
            None
        }
        Some(file) => document_upload::read_document(&app, &mut checks, &PAPER, file, told, now).await?,
        None if told.kind.is_some() || told.expires_on.is_some() => {
            checks.add("document", "This is required.");
            None
        }
        None => None,
    };
    name_taken(&app, &mut checks, user.user, &change).await?;
    checks.finish()?;
    let contact = contact::changed(&app, user.user, &change).await?;
    if contact.is_some() {
        let proof = ChangeAuthorization {
            password: received.form.password.take(),
            code: received.form.code.take(),
            recovery_code: received.form.recovery_code.take(),
        };
        login::prove(&app, &user, &device, proof).await?;
        app.attempts.take_contact_change(user.user, now).await?;
    }

    if let Some(picture) = picture {
        change.picture = Some(Some(media::keep_picture(&app, user.user, picture).await?.url));
    }
    change.document = document_upload::keep(&app, user.user, paper.into_iter().collect(), now).await?.pop();
    let former = save(&app, user.user, &change, now).await?;
    if let Some(contact) = contact {
        contact::announce(&app, user.user, contact, former, now).await?;
    }
    if change.is_seen() {
        app.hub.account_changed(user.user).await?;
    }
    Ok(Envelope::ok(account::profile(&app.db, user.user).await?))
}

/// Saves the change. On failure deletes the uploaded document.
async fn save(
    app: &Arc<AppState>,
    user: UserId,
    change: &ProfileChange,
    now: Timestamp,
) -> Result<Option<FormerAddress>> {
    let cause = match account::update(&app.db, user, change, now).await {
        Ok(former) => return Ok(former),
        Err(cause) => cause,
    };
    if let Some(document) = &change.document {
        document_upload::discard(app, vec![document.key.clone()]).await?;
    }
    if matches!(cause, store::Error::Taken) {
        // The name or address was taken after the check.
        let mut checks = FieldErrors::default();
        name_taken(app, &mut checks, user, change).await?;
        checks.finish()?;
    }
    Err(cause.into())
}

async fn name_taken(app: &AppState, checks: &mut FieldErrors, user: UserId, change: &ProfileChange) -> Result<()> {
    if change.user_name.is_none() && change.email.is_none() {
        return Ok(());
    }
    let taken = account::taken_by_another(&app.db, user, change.user_name.as_ref(), change.email.as_ref()).await?;
    let is_reserved = match &change.user_name {
        // An account keeps a name that was reserved later.
        Some(name) if name.is_reserved() => {
            account::profile(&app.db, user).await?.user_name.to_lowercase() != name.key()
        }
        _ => false,
    };
    if taken.user_name || is_reserved {
        checks.add("userName", "Username is not available");
    }
    if taken.email {
        checks.add("email", "This e-mail address has an account already.");
    }
    Ok(())
}

impl ProfileForm {
    /// Returns true if the form contains only fields that guests may change.
    fn is_for_guests(&self) -> bool {
        let texts = [
            &self.first_name,
            &self.last_name,
            &self.user_name,
            &self.email,
            &self.phone,
            &self.dob,
            &self.gender,
            &self.address,
            &self.address_line2,
            &self.city,
            &self.postal_code,
            &self.bio,
            &self.picture,
            &self.document,
            &self.document_kind,
            &self.document_expires_on,
        ];
        texts.iter().all(|text| text.is_none()) && self.marketing.is_none()
    }

    fn parse(&self, checks: &mut FieldErrors, now: Timestamp) -> ProfileChange {
        let dob = checks.if_present::<Date>("dob", self.dob.as_ref());
        if dob.as_ref().is_some_and(|day| day.start() > now) {
            checks.add("dob", "This day is still to come.");
        }
        // The specification prescribes these two messages.
        let language = self.language.as_ref().and_then(|code| match code.parse() {
            Ok(language) => Some(language),
            Err(_) => {
                checks.add("language", "language is not update");
                None
            }
        });
        let country = self.country.as_ref().map(|code| match code.parse() {
            Ok(country) => Some(country),
            Err(_) => {
                if !code.trim().is_empty() {
                    checks.add("country", "country is not update");
                }
                None
            }
        });
        for (field, text) in [("picture", &self.picture), ("document", &self.document)] {
            let is_removal = field == "picture" && text.as_ref().is_some_and(|text| text.is_empty());
            if text.is_some() && !is_removal {
                checks.add(field, "Send a file.");
            }
        }
        ProfileChange {
            first_name: checks.if_present("firstName", self.first_name.as_ref()),
            last_name: checks.if_present("lastName", self.last_name.as_ref()),
            user_name: checks.if_present("userName", self.user_name.as_ref()),
            email: checks.if_present("email", self.email.as_ref()),
            phone: checks.nullable("phone", self.phone.as_ref()),
            dob,
            gender: checks.if_present("gender", self.gender.as_ref()),
            address: checks.if_present("address", self.address.as_ref()),
            address_line2: checks.nullable("addressLine2", self.address_line2.as_ref()),
            city: checks.nullable("city", self.city.as_ref()),
            postal_code: checks.nullable("postalCode", self.postal_code.as_ref()),
            country,
            language,
            marketing: self.marketing,
            bio: checks.nullable("bio", self.bio.as_ref()),
            picture: self.picture.as_ref().map(|_| None),
            document: None,
        }
    }
}

/// Download one of your documents
///
/// Returns the file as an attachment.
#[utoipa::path(
    tag = "account", operation_id = "account_show_document",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png")))),
    security(("bearer" = []))
)]
#[get("/users/documents/{document_id}/")]
async fn show_document(app: App, user: Registered, id: web::Path<DocumentId>) -> Result<HttpResponse> {
    document_file(&app, document::find(&app.db, user.user, id.into_inner()).await?).await
}

/// Returns the bytes of a document, which no cache keeps.
pub async fn document_file(app: &App, stored: document::Stored) -> Result<HttpResponse> {
    let mut file = app.blobs.local_file(&stored.key).await.map_err(Error::file)?;
    let read = web::block(move || {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map(|_| bytes)
    });
    let bytes = read.await?.map_err(Error::file)?;
    Ok(HttpResponse::Ok()
        .content_type(stored.mime)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_DISPOSITION, attachment(&stored.name)))
        .insert_header((header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"))
        .body(bytes))
}

/// Delete one of your documents
#[utoipa::path(
    tag = "account", operation_id = "account_delete_document",
    params(("document_id" = DocumentId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/documents/{document_id}/")]
async fn delete_document(app: App, user: Registered, id: web::Path<DocumentId>) -> Result<Confirmation> {
    document::remove(&app.db, user.user, id.into_inner()).await?;
    Ok(Confirmation::new("The document is deleted."))
}
