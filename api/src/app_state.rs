//! What every request can reach.

use std::{
    fs::File,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use hub::Hub;
use store::{
    Db,
    security::{session, verification_code::Pepper},
    types::{ids::Ids, timestamp::Millis},
};
use tokio::sync::Semaphore;

use crate::{
    auth::{
        access_tokens::{ACCESS_LIFETIME, Tokens},
        attempt_limit::Guesses,
        field_cipher::Seal,
        password_pool::Hashing,
        secrets,
        socket_tickets::Tickets,
    },
    cli::config::{Config, Database, Encoder, PushKey},
    http::rate_limit::Limits,
    integrations::{
        blob_store::Blobs,
        disk::{self, DiskReserve},
        ffmpeg::Ffmpeg,
        http_client::Http,
        oidc::Social,
        sms::Sms,
        smtp::Mail,
        tls::Trust,
    },
    media::{renditions::Renditions, upload_quota::UploadQuota},
    notify::{
        dispatcher::{Gateways, Post},
        push::{Push, vapid::Vapid},
    },
    server::{
        connection_limit::{Allowed, Gate},
        data_folder,
        node_lease::{self, Seat},
        open_files::OpenFiles,
    },
};

/// Connections to PostgreSQL at most.
const CONNECTIONS: u32 = 16;

pub struct State {
    pub config: Config,
    pub db: Db,
    pub ids: Ids,
    /// The number that tells this process's ids from those of others.
    pub seat: Seat,
    pub tokens: Arc<Tokens>,
    pub limits: Limits,
    /// Encrypts what is kept of others' secrets.
    pub seal: Seal,
    pub guesses: Guesses,
    /// Who may connect.
    pub gate: Arc<Gate>,
    /// Providers to sign in with.
    pub social: Social,
    pub blobs: Blobs,
    pub http: Http,
    /// Mails and text messages.
    pub post: Post,
    /// What codes are hashed with.
    pub pepper: Pepper,
    pub hub: Hub,
    /// Hashing a password takes 19 MiB and a core: as many at a time as there are cores.
    pub hashing: Hashing,
    /// Decoding a picture may take 200 MiB: two at a time.
    pub decoding: Semaphore,
    /// Tells browsers of messages while nobody looks, unless that is switched off.
    pub push: Option<Arc<Push>>,
    /// Smaller copies of pictures that are being made.
    pub renditions: Renditions,
    /// What encodes videos and recordings, if there is anything.
    pub ffmpeg: Option<Ffmpeg>,
    /// Uploads under way, by account.
    pub uploads: hub::transport::limits::Usage,
    pub open_files: OpenFiles,
    /// Set if the demo filled the database and the configuration asks for it.
    demo: AtomicBool,
    /// Keeps other servers from the SQLite file.
    lock: Option<File>,
    /// Bytes that an account may upload a day.
    pub upload_quota: UploadQuota,
}

impl State {
    /// Opens everything that the configuration names.
    pub async fn open(config: Config) -> Result<Arc<Self>, Box<dyn std::error::Error>> {
        data_folder::open(&config.data).map_err(|cause| named(&config.data, &cause))?;
        let lock = lock_database(&config)?;
        let open_files = OpenFiles::current();
        open_files.warn();
        let secret = secrets::secret(&config.data, "access-token.key").map_err(|cause| named(&config.data, &cause))?;
        let seal = secrets::secret(&config.data, "seal.key").map_err(|cause| named(&config.data, &cause))?;
        let seal = Seal::new(&seal).map_err(|cause| format!("the key that seals secrets: {cause}"))?;
        let folder = config.data.join("media");
        let reserve = config.disk_reserve.map(|mebibytes| u64::from(mebibytes) << 20);
        let reserve = DiskReserve::new(&folder, reserve, disk::measure);
        let blobs = Blobs::open(&folder, reserve).map_err(|cause| named(&config.data, &cause))?;
        let pepper = secrets::secret(&config.data, "codes.key").map_err(|cause| named(&config.data, &cause))?;
        let trust = Trust::read(config.trust.as_deref())?;
        let http = Http::start(&trust)?;
        let gateways = gateways(&config, &http, &trust)?;
        let db = open_database(&config).await?;
        let now = Millis::now();
        let revoked = session::revoked_since(&db, now.plus(-ACCESS_LIFETIME)).await?;
        let tickets = if config.redis_url.is_some() { Tickets::Shared(db.clone()) } else { Tickets::here() };
        let tokens = Arc::new(Tokens::new(&secret, revoked, tickets));
        let seat = Seat::take(&db, &config.data).await?;
        let (limits, workers) = (live_limits(&config, open_files), config.workers());
        let hub = match node_lease::bus(&config, &db).await? {
            Some(bus) => Hub::join(db.clone(), tokens.clone(), limits, workers, bus),
            None => Hub::start(db.clone(), tokens.clone(), limits, workers),
        };
        let post = Post::start(&db, gateways);
        let push = open_push(&config, &db, &http).await?;
        if let Some(push) = &push {
            hub.announce_to(push.clone());
        }
        Ok(Arc::new(Self {
            push,
            limits: Limits::new(config.sign_in_rate),
            seal,
            guesses: Guesses::new(db.clone(), config.sign_in_rate),
            gate: Gate::new(
                Allowed {
                    rate: config.connection_rate,
                    open: open_files.of_one_address(config.connections),
                    silent: open_files.of_one_address(config.silent_connections),
                },
                &config.proxies,
            ),
            social: Social::new(http.clone(), db.clone(), config.social.clone()),
            hashing: Hashing::start(config.workers())?,
            decoding: Semaphore::new(2),
            renditions: Renditions::default(),
            // A single one has two threads; whoever has many cores can spare some.
            ffmpeg: match &config.ffmpeg {
                Some(Encoder::Off) => None,
                Some(Encoder::At(file)) => Ffmpeg::find(Some(file), (config.workers() / 4).clamp(1, 2)),
                None => Ffmpeg::find(None, (config.workers() / 4).clamp(1, 2)),
            },
            uploads: hub::transport::limits::Usage::default(),
            open_files,
            demo: AtomicBool::new(false),
            lock,
            upload_quota: UploadQuota::new(db.clone(), config.upload_quota),
            ids: Ids::new(seat.number()),
            seat,
            config,
            db,
            tokens,
            blobs,
            http,
            post,
            pepper: Pepper::new(pepper),
            hub,
        }))
    }

    /// Returns true if the accounts and the outbox of this database are the demo's, and may be shown to anybody.
    pub fn is_demo(&self) -> bool {
        self.demo.load(Ordering::Relaxed)
    }

    /// Publishes the demo's accounts and outbox.
    pub fn publish_demo(&self) {
        self.demo.store(true, Ordering::Relaxed);
    }

    /// Lets another server have the SQLite file. For the end, once the database is closed.
    pub fn unlock(&self) {
        if let Some(Err(cause)) = self.lock.as_ref().map(File::unlock) {
            tracing::warn!(%cause, "database lock could not be released");
        }
    }
}

/// Takes the SQLite file of the configuration for this process.
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

/// Opens the database that the configuration names.
pub async fn open_database(config: &Config) -> Result<Db, String> {
    match config.database() {
        Database::Sqlite(file) => Db::sqlite(&file).await,
        Database::Postgres(url) => Db::postgres(&url, CONNECTIONS).await,
    }
    .map_err(|cause| format!("the database ({:?}) cannot be opened: {cause}", config.database()))
}

/// What the live part allows.
fn live_limits(config: &Config, open_files: OpenFiles) -> hub::Limits {
    let connections = open_files.of_one_address(config.connections);
    hub::Limits {
        rate: config.command_rate,
        burst: 2 * config.command_rate,
        connections_per_address: if connections == 0 { u32::MAX } else { connections },
        ..hub::Limits::default()
    }
}

/// The ways out for letters that are configured.
fn gateways(config: &Config, http: &Http, trust: &Trust) -> Result<Gateways, String> {
    let mail = match (&config.smtp, &config.mail_from) {
        (Some(server), Some(from)) => Some(Mail::open(server.expose(), from, trust)?),
        (Some(_), None) => {
            return Err("with an SMTP server, mails need a sender: set PLAZA_MAIL_FROM (--mail-from)".to_owned());
        }
        (None, _) => None,
    };
    let sms = config.sms_webhook.clone().map(|webhook| Sms::new(http.clone(), webhook, config.sms_token.clone()));
    Ok(Gateways { mail, sms })
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
