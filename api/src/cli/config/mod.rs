//! Server configuration from flags, the environment and a file, in this order of precedence, then defaults.
//!
//! The file's values become the defaults of the flags before parsing. A single set of rules validates all three
//! sources, and each error names the wrong value and the expected format.

mod values;

use std::{
    ffi::OsString,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::{
    cli::{demo_orders::DemoCommand, moderate::ModerateCommand, support::SupportCommand},
    integrations::oidc::Provider,
};
use values::{
    access_key, bucket, contact, database, encoder, listen, log, mailbox, map_tiles, metrics_listen, origin, proxy,
    push_key, redis, region, smtp, stripe_publishable_key, stripe_secret_key, stripe_webhook_secret, webhook,
};

/// Offset of the metrics port from the server's port, so that several servers on the same machine do not collide.
const METRICS_PORT_OFFSET: u16 = 1_000;

/// Plaza: chats, reels, bookings and orders on one server.
#[derive(Debug, Parser)]
#[command(name = "plaza", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub config: Config,
}

#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Serve until stopped (the default)
    Serve,
    /// Print the OpenAPI document and exit
    Openapi,
    /// Print the newest mails and text messages, sent or not, and exit
    Outbox,
    /// Review reported reels and exit
    #[command(subcommand)]
    Moderate(ModerateCommand),
    /// Answer support tickets, read feedback and exit
    #[command(subcommand)]
    Support(SupportCommand),
    /// Bring a running demo server to life
    #[command(subcommand)]
    Demo(DemoCommand),
}

#[derive(Clone, Debug, Args)]
pub struct Config {
    /// TOML file with these settings: `listen = "0.0.0.0:80"`. Default: plaza.toml, if it exists
    #[arg(long, env = "PLAZA_CONFIG", global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Address and port to serve on; port 0 picks a free port
    #[arg(long, env = "PLAZA_LISTEN", global = true, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080",
        value_parser = listen)]
    pub listen: SocketAddr,

    /// Address and port that serve `/metrics`, or `off`. Default: 127.0.0.1, 1,000 ports above the server's own
    #[arg(long, env = "PLAZA_METRICS_LISTEN", global = true, value_name = "ADDRESS:PORT", value_parser = metrics_listen)]
    pub metrics_listen: Option<MetricsListen>,

    /// Data folder: database, pictures, secrets
    #[arg(long, env = "PLAZA_DATA", global = true, value_name = "FOLDER", default_value = "./data")]
    pub data: PathBuf,

    /// Demo accounts and chats for an empty database
    #[arg(long, env = "PLAZA_DEMO", global = true, default_value = "off")]
    pub demo: Demo,

    /// `postgres://user:password@host/name`, or `sqlite:FILE`. Default: plaza.db in the data folder
    #[arg(long, env = "DATABASE_URL", global = true, value_name = "URL", value_parser = database, hide_env_values = true)]
    pub database_url: Option<Database>,

    /// `redis://host`, to run several servers as a cluster
    #[arg(long, env = "REDIS_URL", global = true, value_name = "URL", value_parser = redis, hide_env_values = true)]
    pub redis_url: Option<String>,

    /// Log filter: a level, or levels by module such as `info,hub=debug`
    #[arg(long, env = "PLAZA_LOG", global = true, value_name = "FILTER", default_value = "info", value_parser = log)]
    pub log: String,

    /// Log format
    #[arg(long, env = "PLAZA_LOG_FORMAT", global = true, default_value = "text")]
    pub log_format: LogFormat,

    /// Browser origins allowed besides the server's own, such as `https://plaza.example`, separated by commas
    #[arg(long, env = "PLAZA_ORIGINS", global = true, value_name = "ORIGINS", value_delimiter = ',', value_parser = origin)]
    pub origins: Vec<String>,

    /// Public address of this server, for the links in mails. Default: the first https origin, else the address to
    /// serve on
    #[arg(long, env = "PLAZA_PUBLIC_URL", global = true, value_name = "ORIGIN", value_parser = origin)]
    pub public_url: Option<String>,

    /// Addresses of reverse proxies whose X-Forwarded-For is trusted, separated by commas
    #[arg(long, env = "PLAZA_PROXIES", global = true, value_name = "ADDRESSES", value_delimiter = ',',
        value_parser = proxy)]
    pub proxies: Vec<std::net::IpAddr>,

    /// SMTP server for mails: `smtps://user:password@host`, or `smtp://…` for STARTTLS. Without it they stay in the
    /// outbox
    #[arg(long, env = "PLAZA_SMTP", global = true, value_name = "URL", value_parser = smtp, hide_env_values = true)]
    pub smtp: Option<Secret>,

    /// Sender of mails, such as `Plaza <hello@plaza.example>`; needed with an SMTP server
    #[arg(long, env = "PLAZA_MAIL_FROM", global = true, value_name = "MAILBOX", value_parser = mailbox)]
    pub mail_from: Option<String>,

    /// Webhook that receives text messages as JSON: {id, to, text}. Without it they stay in the outbox
    #[arg(long, env = "PLAZA_SMS_WEBHOOK", global = true, value_name = "URL", value_parser = webhook, hide_env_values = true)]
    pub sms_webhook: Option<Secret>,

    /// Bearer token for the text message webhook
    #[arg(long, env = "PLAZA_SMS_TOKEN", global = true, value_name = "TOKEN", hide_env_values = true)]
    pub sms_token: Option<Secret>,

    /// Secret or restricted key of a Stripe account (`sk_…`). With the publishable key and the webhook secret, cards are
    /// charged by Stripe; without, the sandbox takes test cards
    #[arg(long, env = "PLAZA_STRIPE_SECRET_KEY", global = true, value_name = "KEY", value_parser = stripe_secret_key,
        hide_env_values = true)]
    pub stripe_secret_key: Option<Secret>,

    /// Publishable key of the Stripe account (`pk_…`)
    #[arg(long, env = "PLAZA_STRIPE_PUBLISHABLE_KEY", global = true, value_name = "KEY",
        value_parser = stripe_publishable_key)]
    pub stripe_publishable_key: Option<String>,

    /// Signing secret of the webhook endpoint at Stripe (`whsec_…`), which posts to
    /// `/api/v1/payment/stripe/webhook/`
    #[arg(long, env = "PLAZA_STRIPE_WEBHOOK_SECRET", global = true, value_name = "SECRET",
        value_parser = stripe_webhook_secret, hide_env_values = true)]
    pub stripe_webhook_secret: Option<Secret>,

    /// Origin of Stripe's API, for tests
    #[arg(long, env = "PLAZA_STRIPE_URL", global = true, value_name = "ORIGIN", hide = true,
        default_value = "https://api.stripe.com", value_parser = origin)]
    pub stripe_url: String,

    /// Milliseconds that a call to Stripe may take
    #[arg(long, global = true, hide = true, default_value = "15000",
        value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub stripe_timeout: u64,

    /// Bucket of an S3 service that holds the files of users, in place of the data folder. Needs the keys
    #[arg(long, env = "PLAZA_MEDIA_S3_BUCKET", global = true, value_name = "NAME", value_parser = bucket)]
    pub media_s3_bucket: Option<String>,

    /// Region of the bucket
    #[arg(long, env = "PLAZA_MEDIA_S3_REGION", global = true, value_name = "REGION", default_value = "us-east-1",
        value_parser = region)]
    pub media_s3_region: String,

    /// Origin of the S3 service, such as `https://minio.example:9000`. Default: that of AWS in the region
    #[arg(long, env = "PLAZA_MEDIA_S3_ENDPOINT", global = true, value_name = "ORIGIN", value_parser = origin)]
    pub media_s3_endpoint: Option<String>,

    /// Access key of the S3 service
    #[arg(long, env = "PLAZA_MEDIA_S3_ACCESS_KEY", global = true, value_name = "KEY", value_parser = access_key)]
    pub media_s3_access_key: Option<String>,

    /// Secret key of the S3 service
    #[arg(long, env = "PLAZA_MEDIA_S3_SECRET_KEY", global = true, value_name = "KEY", hide_env_values = true)]
    pub media_s3_secret_key: Option<Secret>,

    /// PEM file of certificate authorities that outgoing calls trust besides the public ones
    #[arg(long, env = "PLAZA_TRUST", global = true, value_name = "FILE")]
    pub trust: Option<PathBuf>,

    /// OpenID Connect providers to sign in with: `id=acme,name=Acme,issuer=https://id.acme.example,client_id=plaza`
    /// each, with `client_secret=` if needed, separated by semicolons; in the file `[[social]]` tables with these keys
    #[arg(
        long,
        env = "PLAZA_SOCIAL",
        global = true,
        value_name = "PROVIDERS",
        value_delimiter = ';',
        hide_env_values = true
    )]
    pub social: Vec<Provider>,

    /// Worker threads. Default: one per core
    #[arg(long, env = "PLAZA_WORKERS", global = true, value_name = "1-256", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// Path of ffmpeg, which encodes videos and recordings, with ffprobe beside it; `off`: both are rejected. Default:
    /// ffmpeg on the path, if installed
    #[arg(long, env = "PLAZA_FFMPEG", global = true, value_name = "FILE", value_parser = encoder)]
    pub ffmpeg: Option<Encoder>,

    /// Data of maps in place of those that ship with the app: the path of a `.pmtiles` file of vector tiles in the
    /// Protomaps schema, or the URL of a MapLibre style, whose tiles, sprites and glyphs have the same origin
    #[arg(long, env = "PLAZA_MAP_TILES", global = true, value_name = "FILE|URL", value_parser = map_tiles)]
    pub map_tiles: Option<MapTiles>,

    /// VAPID private key for push services: 32 bytes in base64url, as Web Push tools generate it; `off`: no push
    /// notifications. Default: a key generated on the first start
    #[arg(long, env = "PLAZA_PUSH_PRIVATE_KEY", global = true, value_name = "KEY", value_parser = push_key,
        hide_env_values = true)]
    pub push_private_key: Option<PushKey>,

    /// Contact for push services, such as `mailto:post@plaza.example`. Default: the first https origin
    #[arg(long, env = "PLAZA_PUSH_CONTACT", global = true, value_name = "ADDRESS", value_parser = contact)]
    pub push_contact: Option<String>,

    /// Allows push services on this machine over plain HTTP, for tests
    #[arg(long, global = true, hide = true)]
    pub push_loopback: bool,

    /// Failed sign-ins of an account at once, ten times as many a day and sign-ins per minute and address; 0: no limit
    #[arg(long, env = "PLAZA_SIGN_IN_RATE", global = true, value_name = "AT ONCE", default_value = "30",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub sign_in_rate: u32,

    /// Commands per second and socket, in bursts of twice as many; 0: no limit
    #[arg(long, env = "PLAZA_COMMAND_RATE", global = true, value_name = "A SECOND", default_value = "200",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub command_rate: u32,

    /// Maximum time between two commits of chat commands in milliseconds, in which commands gather under load; 0: none
    #[arg(long, env = "PLAZA_COMMIT_PAUSE", global = true, value_name = "MS", default_value = "6",
        value_parser = clap::value_parser!(u64).range(0..=1_000))]
    pub commit_pause: u64,

    /// New connections per second and address, in bursts of ten times as many; 0: no limit
    #[arg(long, env = "PLAZA_CONNECTION_RATE", global = true, value_name = "A SECOND", default_value = "100",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub connection_rate: u32,

    /// Concurrent connections, and open sockets, per address; 0: no limit
    #[arg(long, env = "PLAZA_CONNECTIONS", global = true, value_name = "COUNT", default_value = "5000",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub connections: u32,

    /// Connections per address without a request yet; 0: no limit
    #[arg(long, env = "PLAZA_SILENT_CONNECTIONS", global = true, value_name = "COUNT", default_value = "500",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub silent_connections: u32,

    /// Megabytes of files per account and day; 0: no limit
    #[arg(long, env = "PLAZA_UPLOAD_QUOTA", global = true, value_name = "MIB A DAY", default_value = "1024",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub upload_quota: u32,

    /// Megabytes of the disk that uploads leave free. Default: 1024, or a twentieth of the disk if that is less
    #[arg(long, env = "PLAZA_DISK_RESERVE", global = true, value_name = "MIB",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub disk_reserve: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Demo {
    /// None
    Off,
    /// The three named accounts and their chats
    Small,
    /// Full set of accounts, chats and activity
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

/// Address of the listener for `/metrics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsListen {
    Off,
    At(SocketAddr),
}

/// VAPID key of this server.
#[derive(Clone, PartialEq, Eq)]
pub enum PushKey {
    Off,
    Private(Vec<u8>),
}

impl std::fmt::Debug for PushKey {
    /// Omits the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if *self == Self::Off { "off" } else { "private" })
    }
}

/// Encoder of videos and recordings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encoder {
    Off,
    At(PathBuf),
}

/// Data of maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapTiles {
    /// PMTiles archive on disk.
    File(PathBuf),
    /// URL of a MapLibre style.
    Style(String),
}

impl MapTiles {
    /// Returns the origin that pages load map data from, besides their own.
    pub fn origin(&self) -> Option<String> {
        let Self::Style(url) = self else { return None };
        let (scheme, rest) = url.split_once("://")?;
        Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next()?))
    }
}

/// Secret text, never shown, not even in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().is_empty() { Err("expected a text") } else { Ok(Self(text.trim().to_owned())) }
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// Database location.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    Sqlite(PathBuf),
    Postgres(String),
}

impl std::fmt::Debug for Database {
    /// Omits the address of a server, which contains its password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "sqlite:{}", file.display()),
            Self::Postgres(_) => f.write_str("postgres"),
        }
    }
}

impl Config {
    pub fn database(&self) -> Database {
        self.database_url.clone().unwrap_or_else(|| Database::Sqlite(self.data.join("plaza.db")))
    }

    /// Returns the default address of the metrics: loopback, at an offset from the server's port. Port 0 stays 0.
    pub fn default_metrics_address(&self) -> SocketAddr {
        let port = match self.listen.port() {
            0 => 0,
            port => port.checked_add(METRICS_PORT_OFFSET).unwrap_or(port - METRICS_PORT_OFFSET),
        };
        SocketAddr::from((Ipv4Addr::LOCALHOST, port))
    }

    /// Returns the origin of links in mails. Never taken from a request, since clients can forge the host.
    pub fn public_url(&self) -> String {
        let https = || self.origins.iter().find(|origin| origin.starts_with("https://")).cloned();
        self.public_url.clone().or_else(https).unwrap_or_else(|| {
            let port = self.listen.port();
            if self.listen.ip().is_unspecified() {
                format!("http://localhost:{port}")
            } else {
                format!("http://{}", self.listen)
            }
        })
    }

    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.workers.map_or_else(cores, usize::from)
    }
}

impl Cli {
    /// Reads arguments, environment and file. Wrong values, `--help` and `--version` return an error that prints the
    /// message and exits.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let mut command = Self::command();
        if let Some(file) = config_file(&arguments) {
            command = with_defaults_of(command, &file)?;
        }
        Self::from_arg_matches(&command.try_get_matches_from_mut(&arguments)?)
    }
}

/// Returns the file that `--config` or the environment names, else `plaza.toml` if it exists.
fn config_file(arguments: &[OsString]) -> Option<PathBuf> {
    let mut rest = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(argument) = rest.next() {
        if argument == "--config" {
            return rest.next().map(PathBuf::from);
        }
        if let Some(file) = argument.strip_prefix("--config=") {
            return Some(PathBuf::from(file));
        }
    }
    let named = std::env::var_os("PLAZA_CONFIG").map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from("plaza.toml")).filter(|file| file.exists()))
}

/// Makes the file's values the defaults of the corresponding flags.
fn with_defaults_of(mut command: clap::Command, file: &Path) -> Result<clap::Command, clap::Error> {
    let wrong = |command: &mut clap::Command, says: String| {
        command.error(clap::error::ErrorKind::InvalidValue, format!("{}: {says}", file.display()))
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(cause) => return Err(wrong(&mut command, format!("the configuration file cannot be read: {cause}"))),
    };
    let table: toml::Table = match toml::from_str(&text) {
        Ok(table) => table,
        Err(cause) => return Err(wrong(&mut command, format!("this is not TOML: {cause}"))),
    };
    let known: Vec<String> =
        command.get_arguments().map(|arg| arg.get_id().to_string()).filter(|id| id != "config").collect();
    for (key, value) in table {
        if !known.contains(&key) {
            let says = format!("unknown key `{key}`; the keys are {}", known.join(", "));
            return Err(wrong(&mut command, says));
        }
        let Some(values) = texts(&value) else {
            return Err(wrong(&mut command, format!("`{key}` is to be a text or a number, or a list of texts")));
        };
        command = command.mut_arg(key, |arg| arg.default_values(values));
    }
    Ok(command)
}

fn texts(value: &toml::Value) -> Option<Vec<String>> {
    match value {
        toml::Value::String(text) => Some(vec![text.clone()]),
        toml::Value::Integer(number) => Some(vec![number.to_string()]),
        toml::Value::Array(all) => all.iter().map(text_of).collect(),
        _ => None,
    }
}

/// Converts a list element: a text, or a table to `key=value,key=value`.
fn text_of(value: &toml::Value) -> Option<String> {
    let toml::Value::Table(table) = value else { return value.as_str().map(str::to_owned) };
    let pairs: Option<Vec<String>> =
        table.iter().map(|(key, value)| value.as_str().map(|value| format!("{key}={value}"))).collect();
    Some(pairs?.join(","))
}
