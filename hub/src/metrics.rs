//! Metrics of the hub in the process's Prometheus registry.

use std::sync::LazyLock;

use prometheus::{
    HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, core::Collector, exponential_buckets,
    histogram_opts,
};

pub static CONNECTIONS: LazyLock<IntGaugeVec> =
    LazyLock::new(|| registered(IntGaugeVec::new(Opts::new("plaza_connections", "Open sockets."), &["wire"])));
pub static ROOMS: LazyLock<IntGaugeVec> =
    LazyLock::new(|| registered(IntGaugeVec::new(Opts::new("plaza_rooms", "Rooms alive."), &["topic"])));
pub static SUBSCRIPTIONS: LazyLock<IntGauge> =
    LazyLock::new(|| registered(IntGauge::new("plaza_subscriptions", "Streams that open sockets follow.")));
pub static COMMANDS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    registered(IntCounterVec::new(Opts::new("plaza_commands_total", "Commands by what became of them."), &["outcome"]))
});
pub static DELIVERIES: LazyLock<IntCounter> =
    LazyLock::new(|| registered(IntCounter::new("plaza_deliveries_total", "Frames put into sockets' queues.")));
pub static BYTES_OUT: LazyLock<IntCounter> =
    LazyLock::new(|| registered(IntCounter::new("plaza_sent_bytes_total", "Bytes written to sockets.")));
pub static WRITES: LazyLock<IntCounter> =
    LazyLock::new(|| registered(IntCounter::new("plaza_socket_writes_total", "Write calls on sockets.")));
pub static JOINS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    registered(IntCounterVec::new(
        Opts::new("plaza_joins_total", "Joins by how the reader was brought up to date."),
        &["mode"],
    ))
});
pub static SLOW: LazyLock<IntCounterVec> = LazyLock::new(|| {
    registered(IntCounterVec::new(
        Opts::new("plaza_slow_readers_total", "What was done about readers that do not keep up."),
        &["measure"],
    ))
});
pub static REFUSED: LazyLock<IntCounterVec> = LazyLock::new(|| {
    registered(IntCounterVec::new(
        Opts::new("plaza_refused_total", "Frames and connections refused, by code."),
        &["code"],
    ))
});
pub static BUS_UP: LazyLock<IntGauge> =
    LazyLock::new(|| registered(IntGauge::new("plaza_bus_up", "Whether the other nodes can be heard.")));
pub static BUS_HEARD: LazyLock<IntCounter> =
    LazyLock::new(|| registered(IntCounter::new("plaza_bus_heard_total", "Words of other nodes.")));
pub static BUS_IGNORED: LazyLock<IntCounter> = LazyLock::new(|| {
    registered(IntCounter::new("plaza_bus_ignored_total", "Messages on the bus that are not of a node."))
});
pub static NODES: LazyLock<IntGauge> =
    LazyLock::new(|| registered(IntGauge::new("plaza_other_nodes", "Other nodes that are there.")));
pub static COMMAND_SECONDS: LazyLock<HistogramVec> = LazyLock::new(|| {
    let buckets = exponential_buckets(0.000_5, 2.0, 14).unwrap_or_default();
    registered(HistogramVec::new(
        histogram_opts!("plaza_command_seconds", "From taking a command to its durable answer.", buckets),
        &["topic"],
    ))
});

/// Registers a metric. A duplicate name is logged; an invalid name panics in the first test that uses it.
fn registered<C: Collector + Clone + 'static>(made: prometheus::Result<C>) -> C {
    match made {
        Ok(metric) => {
            if let Err(cause) = prometheus::register(Box::new(metric.clone())) {
                tracing::error!(%cause, "a metric could not be registered");
            }
            metric
        }
        #[allow(clippy::panic, reason = "the names are constants; the first test that counts anything would fail")]
        Err(cause) => panic!("a metric's name or label is wrong: {cause}"),
    }
}
