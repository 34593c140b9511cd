//! Metrics of the HTTP side. Registered in the process's Prometheus registry, which the hub shares.

use std::{sync::LazyLock, time::Duration};

use prometheus::{
    HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, core::Collector, exponential_buckets, histogram_opts,
};

static REQUESTS: LazyLock<Option<IntCounterVec>> = LazyLock::new(|| {
    let about = Opts::new("plaza_http_requests_total", "Requests answered, by route and status.");
    registered(IntCounterVec::new(about, &["method", "route", "status"]))
});
static SECONDS: LazyLock<Option<HistogramVec>> = LazyLock::new(|| {
    let buckets = exponential_buckets(0.000_5, 2.0, 15).unwrap_or_default();
    let about =
        histogram_opts!("plaza_http_request_seconds", "From the head of a request to the head of its answer.", buckets);
    registered(HistogramVec::new(about, &["route"]))
});
/// Number of hits on limits that only an attack reaches. Intended for alerting.
pub static ALARMS: Alarms = Alarms(LazyLock::new(|| {
    let about = Opts::new("plaza_alarms_total", "Refusals by limits that point to an attack, by limit.");
    registered(IntCounterVec::new(about, &["limit"]))
}));
static RESIDENT: LazyLock<Option<IntGauge>> =
    LazyLock::new(|| registered(IntGauge::new("process_resident_memory_bytes", "Memory that the process holds.")));
static THREADS: LazyLock<Option<IntGauge>> =
    LazyLock::new(|| registered(IntGauge::new("process_threads", "Threads of the process.")));
static OPEN_FILES: LazyLock<Option<IntGauge>> =
    LazyLock::new(|| registered(IntGauge::new("process_open_fds", "Files and sockets that the process has open.")));

pub struct Alarms(LazyLock<Option<IntCounterVec>>);

impl Alarms {
    pub fn raise(&self, limit: &'static str) {
        if let Some(alarms) = &*self.0 {
            alarms.with_label_values(&[limit]).inc();
        }
    }
}

/// Registers a metric. A failure is logged and omits the metric; requests go on.
fn registered<C: Collector + Clone + 'static>(made: prometheus::Result<C>) -> Option<C> {
    let metric = made.and_then(|metric| prometheus::register(Box::new(metric.clone())).map(|()| metric));
    metric.inspect_err(|cause| tracing::error!(%cause, "a metric could not be registered")).ok()
}

/// The method as a label. Unknown methods share one label, because clients may send any word and labels are never
/// removed.
fn label(method: &str) -> &str {
    match method {
        "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" => method,
        _ => "other",
    }
}

/// Counts a response. `route` is a route pattern, never a path, which bounds the number of labels.
pub fn answered(method: &str, route: &str, status: u16, took: Duration) {
    if let Some(requests) = &*REQUESTS {
        requests.with_label_values(&[label(method), route, &status.to_string()]).inc();
    }
    if let Some(seconds) = &*SECONDS {
        seconds.with_label_values(&[route]).observe(took.as_secs_f64());
    }
}

/// Connections that ended because of their input, such as bytes that are not HTTP.
pub static STREAM_ERRORS: LazyLock<Option<IntCounter>> = LazyLock::new(|| {
    registered(IntCounter::new("plaza_http_stream_errors_total", "Connections ended by an error in what they sent."))
});

/// Reads the process metrics from Linux's `/proc`. On other systems they stay at zero.
pub fn measure_process() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| -> i64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    let open_files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    for (gauge, value) in [
        (&RESIDENT, field("VmRSS:") * 1024),
        (&THREADS, field("Threads:")),
        (&OPEN_FILES, i64::try_from(open_files).unwrap_or(0)),
    ] {
        if let Some(gauge) = &**gauge {
            gauge.set(value);
        }
    }
}
