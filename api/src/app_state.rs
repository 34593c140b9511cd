//! State shared by all requests.

use std::{
    fs::File,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use hub::Hub;
use store::{
    Db,
    payment::Provider,
    reel::visitor::VisitorKey,
    search::SearchIndex,
    security::{session, verification_code::Pepper},
    types::{
        ids::{Ids, UploadId},
        timestamp::Timestamp,
    },
};
use tokio::sync::{Notify, Semaphore};

use crate::{
    auth::{
        access_tokens::{ACCESS_LIFETIME, AccessTokens},
        failed_attempts::AttemptLimiter,
        field_cipher::FieldCipher,
        password_pool::PasswordHashPool,
        secrets,
        socket_tickets::SocketTickets,
    },
    cli::config::{Config, Database, Encoder, MapTiles, PushKey},
    http::{middleware::Policies, page_cache::PageCache, rate_limit::RateLimiter},
    integrations::{
        blob_store::{
            Blobs,
            bucket::{Bucket, BucketSettings},
        },
        disk::{self, DiskReserve},
        ffmpeg::Ffmpeg,
        http_client::Http,
        oidc::OidcLogin,
        payments::stripe::{Stripe, StripeSettings},
        sms::Sms,
        smtp::Mail,
        tls::TrustStore,
    },
    media::{keyed_lock::KeyedLocks, renditions::Renditions, upload_quota::UploadQuota},
    notify::{
        bookings::BookingMails,
        dispatcher::{Channels, OutboxDispatcher},
        notifier::Notifier,
        push::{Push, vapid::Vapid},
        receipts::ReceiptMails,
        tickets::TicketNews,
    },
    server::{
        connection_limit::{ConnectionLimiter, ConnectionLimits},
        data_folder,
        hold_sweeper::SweepRequests,
        node_lease::{self, NodeLease},
        open_files::OpenFiles,
    },
};

/// Maximum connections to PostgreSQL.
const CONNECTIONS: u32 = 16;

pub struct AppState {
    pub config: Config,
    pub db: Db,
    pub ids: Arc<Ids>,
    /// Lease of the node number in this process's ids.
    pub node_lease: NodeLease,
    pub tokens: Arc<AccessTokens>,
    pub limits: RateLimiter,
    /// Encrypts secrets stored for other parties.
    pub cipher: FieldCipher,
    pub attempts: AttemptLimiter,
    /// Limits connections per client address.
    pub connections: Arc<ConnectionLimiter>,
    /// OIDC providers for social login.
    pub social: OidcLogin,
    pub blobs: Blobs,
    pub http: Http,
    /// Sends e-mails and text messages.
    pub outbox: Arc<OutboxDispatcher>,
    /// Notifies accounts in the app, by push and by mail.
    pub notifier: Arc<Notifier>,
    /// Pepper for hashing verification codes.
    pub pepper: Pepper,
    /// Key of the hashes that count visitors without an account.
    pub visitors: VisitorKey,
    pub hub: Hub,
    /// Limits concurrent password hashing to the number of cores. Each hash takes 19 MiB and a core.
    pub password_pool: PasswordHashPool,
    /// Limits concurrent picture decoding to two. Each may take 200 MiB.
    pub decoding: Semaphore,
    /// Sends push notifications to offline users. `None` if switched off.
    pub push: Option<Arc<Push>>,
    /// Picture renditions in progress.
    pub renditions: Renditions,
    /// Encoder of videos and recordings. `None` if not available.
    pub ffmpeg: Option<Ffmpeg>,
    /// Uploads in progress, by account.
    pub uploads: hub::transport::limits::ConnectionCounts,
    pub open_files: OpenFiles,
    /// Set if the demo filled the database and the configuration enables it.
    demo: AtomicBool,
    /// Lock that keeps other servers from the SQLite file.
    lock: Option<File>,
    /// Daily upload quota per account.
    pub upload_quota: UploadQuota,
    /// Parts of reel uploads that are being written.
    pub upload_parts: KeyedLocks<(UploadId, i64)>,
    /// Public answers of this node.
    pub pages: PageCache,
    /// Search index of this node.
    pub search: SearchIndex,
    /// Starts the sweeper that offers free room to waitlists.
    pub waitlists: SweepRequests,
    /// Starts the worker that ends the bookings of dates that were called off.
    pub called_off: Notify,
    /// Starts the worker that sends receipts.
    pub receipts_due: Notify,
    /// Security headers of the answers.
    pub policies: Policies,
    /// Charges cards. `None`: the sandbox takes test cards.
    pub stripe: Option<Stripe>,
}

impl AppState {
    /// Opens all resources that the configuration names.
    pub async fn open(config: Config) -> Result<Arc<Self>, Box<dyn std::error::Error>> {
        data_folder::open(&config.data).map_err(|cause| named(&config.data, &cause))?;
        let lock = lock_database(&config)?;
        let open_files = OpenFiles::current();
        open_files.warn();
        let secret = secrets::secret(&config.data, "access-token.key").map_err(|cause| named(&config.data, &cause))?;
        let cipher = secrets::secret(&config.data, "seal.key").map_err(|cause| named(&config.data, &cause))?;
        let cipher = FieldCipher::new(&cipher).map_err(|cause| format!("the key that seals secrets: {cause}"))?;
        let folder = config.data.join("media");
        let reserve = config.disk_reserve.map(|mebibytes| u64::from(mebibytes) << 20);
        let reserve = DiskReserve::new(&folder, reserve, disk::measure);
        let pepper = secrets::secret(&config.data, "codes.key").map_err(|cause| named(&config.data, &cause))?;
        let visitors = secrets::secret(&config.data, "visitors.key").map_err(|cause| named(&config.data, &cause))?;
        let trust = TrustStore::read(config.trust.as_deref())?;
        let http = Http::start(&trust)?;
        let bucket = bucket(&config, &trust).await?;
        let blobs = Blobs::open(&folder, reserve, bucket).map_err(|cause| named(&config.data, &cause))?;
        let channels = channels(&config, &http, &trust)?;
        let db = open_database(&config).await?;
        if config.redis_url.is_some() {
            db.share_versions();
        }
        let now = Timestamp::now();
        let revoked = session::revoked_since(&db, now.plus(-ACCESS_LIFETIME)).await?;
        let tickets =
            if config.redis_url.is_some() { SocketTickets::Shared(db.clone()) } else { SocketTickets::local() };
        let tokens = Arc::new(AccessTokens::new(&secret, revoked, tickets));
        let node_lease = NodeLease::take(&db, &config.data).await?;
        let limits = live_limits(&config, open_files);
        let folder = config.data.join("search").join(node_lease.number().to_string());
        let search = SearchIndex::open(&db, Some(folder)).await?;
        let hub = match node_lease::bus(&config, &db).await? {
            Some(bus) => Hub::join(db.clone(), tokens.clone(), limits, bus),
            None => Hub::start(db.clone(), tokens.clone(), limits),
        };
        let outbox = Arc::new(OutboxDispatcher::start(&db, channels));
        let stripe = stripe(&config, &http)?;
        let map_origin = config.map_tiles.as_ref().and_then(MapTiles::origin);
        let policies = Policies::new(stripe.is_some(), map_origin.as_deref());
        let push = open_push(&config, &db, &http).await?;
        let ids = Arc::new(node_lease.ids(&db).await?);
        let origin = config.public_url();
        let notifier = Notifier::start(db.clone(), hub.clone(), ids.clone(), outbox.clone(), push.clone(), origin);
        Ok(Arc::new(Self {
            push,
            limits: RateLimiter::new(config.sign_in_rate),
            cipher,
            attempts: AttemptLimiter::new(db.clone(), config.sign_in_rate),
            connections: ConnectionLimiter::new(
                ConnectionLimits {
                    rate: config.connection_rate,
                    open: open_files.of_one_address(config.connections),
                    silent: open_files.of_one_address(config.silent_connections),
                },
                &config.proxies,
            ),
            social: OidcLogin::new(http.clone(), db.clone(), config.social.clone()),
            password_pool: PasswordHashPool::start(config.workers())?,
            decoding: Semaphore::new(2),
            renditions: Renditions::default(),
            // One encoder has two threads; machines with many cores run two.
            ffmpeg: match &config.ffmpeg {
                Some(Encoder::Off) => None,
                Some(Encoder::At(file)) => Ffmpeg::find(Some(file), (config.workers() / 4).clamp(1, 2)),
                None => Ffmpeg::find(None, (config.workers() / 4).clamp(1, 2)),
            },
            uploads: hub::transport::limits::ConnectionCounts::default(),
            open_files,
            demo: AtomicBool::new(false),
            lock,
            upload_quota: UploadQuota::new(db.clone(), config.upload_quota),
            upload_parts: KeyedLocks::default(),
            waitlists: SweepRequests::default(),
            called_off: Notify::new(),
            receipts_due: Notify::new(),
            policies,
            stripe,
            pages: PageCache::default(),
            search,
            ids,
            node_lease,
            config,
            db,
            tokens,
            blobs,
            http,
            outbox,
            notifier,
            pepper: Pepper::new(pepper),
            visitors: VisitorKey::new(visitors),
            hub,
        }))
    }

    /// Sends mails about bookings.
    pub fn receipt_mails(&self) -> ReceiptMails<'_> {
        ReceiptMails { db: &self.db, ids: &self.ids, origin: self.config.public_url() }
    }

    pub fn ticket_news(&self) -> TicketNews<'_> {
        TicketNews { db: &self.db, hub: &self.hub, notifier: &self.notifier }
    }

    pub fn booking_mails(&self) -> BookingMails<'_> {
        BookingMails { db: &self.db, ids: &self.ids, notifier: &self.notifier, origin: self.config.public_url() }
    }

    /// Returns the provider that charges cards.
    pub fn card_provider(&self) -> Provider {
        if self.stripe.is_some() { Provider::Stripe } else { Provider::Sandbox }
    }

    /// Returns true if this database holds demo accounts and an outbox that may be public.
    pub fn is_demo(&self) -> bool {
        self.demo.load(Ordering::Relaxed)
    }

    /// Makes the demo's accounts and outbox public.
    pub fn publish_demo(&self) {
        self.demo.store(true, Ordering::Relaxed);
    }

    /// Unlocks the SQLite file for another server. Called last, after the database is closed.
    pub fn unlock(&self) {
        if let Some(Err(cause)) = self.lock.as_ref().map(File::unlock) {
            tracing::warn!(%cause, "database lock could not be released");
        }
    }
}

/// Locks the SQLite file of the configuration for this process.
fn lock_database(config: &Config) -> Result<Option<File>, String> {
    let Database::Sqlite(file) = config.database() else { return Ok(None) };
    let lock = data_folder::lock(&file)?;
    for suffix in ["", "-wal", "-shm", "-search", "-search-wal", "-search-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        data_folder::restrict(name.as_ref());
    }
    Ok(Some(lock))
}

/// Opens the configured database.
pub async fn open_database(config: &Config) -> Result<Db, String> {
    match config.database() {
        Database::Sqlite(file) => Db::sqlite(&file).await,
        Database::Postgres(url) => Db::postgres(&url, CONNECTIONS).await,
    }
    .map_err(|cause| format!("the database ({:?}) cannot be opened: {cause}", config.database()))
}

/// Limits of the hub.
fn live_limits(config: &Config, open_files: OpenFiles) -> hub::Limits {
    let connections = open_files.of_one_address(config.connections);
    hub::Limits {
        rate: config.command_rate,
        burst: 2 * config.command_rate,
        commit_pause: Duration::from_millis(config.commit_pause),
        connections_per_address: if connections == 0 { u32::MAX } else { connections },
        ..hub::Limits::default()
    }
}

/// Configured delivery channels of outbox messages.
fn channels(config: &Config, http: &Http, trust: &TrustStore) -> Result<Channels, String> {
    let mail = match (&config.smtp, &config.mail_from) {
        (Some(server), Some(from)) => Some(Mail::open(server.expose(), from, trust)?),
        (Some(_), None) => {
            return Err("with an SMTP server, mails need a sender: set PLAZA_MAIL_FROM (--mail-from)".to_owned());
        }
        (None, _) => None,
    };
    let sms = config.sms_webhook.clone().map(|webhook| Sms::new(http.clone(), webhook, config.sms_token.clone()));
    Ok(Channels { mail, sms })
}

/// Configured account at Stripe. Its three settings belong together.
fn stripe(config: &Config, http: &Http) -> Result<Option<Stripe>, String> {
    let given = (&config.stripe_secret_key, &config.stripe_publishable_key, &config.stripe_webhook_secret);
    let settings = match given {
        (None, None, None) => return Ok(None),
        (Some(key), Some(publishable_key), Some(webhook_secret)) => StripeSettings {
            url: config.stripe_url.clone(),
            key: key.clone(),
            publishable_key: publishable_key.clone(),
            webhook_secret: webhook_secret.clone(),
            timeout: Duration::from_millis(config.stripe_timeout),
        },
        _ => {
            return Err("Stripe needs all of PLAZA_STRIPE_SECRET_KEY, PLAZA_STRIPE_PUBLISHABLE_KEY and \
                PLAZA_STRIPE_WEBHOOK_SECRET"
                .to_owned());
        }
    };
    Ok(Some(Stripe::new(http.clone(), settings)))
}

/// Configured bucket for files of users.
async fn bucket(config: &Config, trust: &TrustStore) -> Result<Option<Bucket>, Box<dyn std::error::Error>> {
    let keys = (&config.media_s3_access_key, &config.media_s3_secret_key);
    let settings = match (&config.media_s3_bucket, keys) {
        (None, (None, None)) if config.media_s3_endpoint.is_none() => return Ok(None),
        (Some(name), (Some(access_key), Some(secret_key))) => BucketSettings {
            name: name.clone(),
            region: config.media_s3_region.clone(),
            endpoint: config
                .media_s3_endpoint
                .clone()
                .unwrap_or_else(|| format!("https://s3.{}.amazonaws.com", config.media_s3_region)),
            access_key: access_key.clone(),
            secret_key: secret_key.clone(),
        },
        _ => {
            return Err("an S3 bucket needs all of PLAZA_MEDIA_S3_BUCKET, PLAZA_MEDIA_S3_ACCESS_KEY and \
                PLAZA_MEDIA_S3_SECRET_KEY"
                .into());
        }
    };
    // A thread of its own, so that files never wait for calls to other servers, nor these for files.
    Ok(Some(Bucket::open(Http::start(trust)?, settings).await?))
}

async fn open_push(config: &Config, db: &Db, http: &Http) -> Result<Option<Arc<Push>>, Box<dyn std::error::Error>> {
    let key = match &config.push_private_key {
        Some(PushKey::Off) => return Ok(None),
        Some(PushKey::Private(key)) => key.clone(),
        None => secrets::secret(&config.data, "push.key").map_err(|cause| named(&config.data, &cause))?,
    };
    let https = config.origins.iter().find(|origin| origin.starts_with("https://"));
    let contact = config.push_contact.clone().or_else(|| https.cloned());
    let vapid = Vapid::new(&key, contact).ok_or("push.key is no key; remove it to have a new one made")?;
    Ok(Some(Push::start(db.clone(), http.clone(), vapid, config.push_loopback).await?))
}

fn named(data: &std::path::Path, cause: &io::Error) -> String {
    format!("the data folder {} cannot be used: {cause}", data.display())
}
