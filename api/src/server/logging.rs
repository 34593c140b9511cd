//! Logging: lines as text or JSON on standard error.
//!
//! actix-http logs each connection that ends with an error at level ERROR, so clients could fill the log with invalid
//! HTTP. Such lines are counted in `plaza_http_stream_errors_total` instead and summarised once a minute.

use std::{
    error::Error,
    fmt::{Debug, Write as _},
    io::IsTerminal as _,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    EnvFilter, Layer,
    layer::{Context, Filter, SubscriberExt as _},
    registry::LookupSpan,
    util::SubscriberInitExt as _,
};

use crate::{
    cli::config::{Config, LogFormat},
    server::metrics,
};

const REPORT_INTERVAL: Duration = Duration::from_secs(60);
/// Bytes of the last error that the report shows.
const MAX_CAUSE_BYTES: usize = 200;
/// Prefixes of log lines that clients cause with invalid input.
const STREAM_ERRORS: [&str; 2] = ["stream error: ", "MAX_BUFFER_SIZE unprocessed data reached"];

/// Errors since the last report.
static SINCE_REPORT: Mutex<Report> = Mutex::new(Report { count: 0, last: String::new() });

struct Report {
    count: u64,
    last: String,
}

/// Installs the logger of this process as configured.
pub fn init(config: &Config) -> Result<(), Box<dyn Error>> {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // Without this, a failed write is reported with `eprintln!`, which panics if that write fails too (full disk).
        .log_internal_errors(false);
    let filter = EnvFilter::try_new(&config.log)?;
    let lines = match config.log_format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(filter).with(lines.with_filter(WithoutStreamErrors)).init();
    Ok(())
}

/// Logs connection errors once a minute if there were any.
pub async fn report_stream_errors() {
    let mut minutes = actix_rt::time::interval(REPORT_INTERVAL);
    loop {
        minutes.tick().await;
        log_stream_errors();
    }
}

/// Logs the number of connections that ended with an error since the last report.
pub fn log_stream_errors() {
    let Report { count, last } = {
        let mut report = SINCE_REPORT.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *report, Report { count: 0, last: String::new() })
    };
    if count > 0 {
        tracing::warn!(count, last, "connections ended with an error in what they sent");
    }
}

/// Passes all events except connection errors, which are counted.
struct WithoutStreamErrors;

impl<S: Subscriber + for<'span> LookupSpan<'span>> Filter<S> for WithoutStreamErrors {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let about = event.metadata();
        if *about.level() != Level::ERROR || !about.target().starts_with("actix_http::") {
            return true;
        }
        let mut message = Message(String::new());
        event.record(&mut message);
        if !STREAM_ERRORS.iter().any(|opening| message.0.starts_with(opening)) {
            return true;
        }
        if let Some(errors) = &*metrics::STREAM_ERRORS {
            errors.inc();
        }
        let mut report = SINCE_REPORT.lock().unwrap_or_else(PoisonError::into_inner);
        report.count += 1;
        message.0.truncate(message.0.floor_char_boundary(MAX_CAUSE_BYTES));
        report.last = message.0;
        false
    }
}

/// The message of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            // Writing to a String cannot fail.
            let _ = write!(self.0, "{value:?}");
        }
    }
}
