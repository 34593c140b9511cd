//! Endpoints for operators: liveness, readiness, metrics.

use actix_web::{HttpResponse, http::header};
use prometheus::{Encoder as _, TextEncoder};
use store::{cluster::node_lease, types::timestamp::Timestamp};

use crate::{
    error::{Error, Result},
    http::extract::App,
    server::metrics,
};

/// `GET /healthz`: returns 200 while the process responds.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: returns 200 if the database responds and accepts writes. Returns 503 otherwise and during shutdown.
pub async fn readyz(app: App) -> Result<&'static str> {
    if app.hub.is_draining() {
        return Err(Error::Unavailable("the server is leaving".to_owned()));
    }
    node_lease::ready(&app.db, Timestamp::now()).await.map_err(|cause| Error::Unavailable(cause.to_string()))?;
    Ok("ready\n")
}

/// `GET /metrics`: Prometheus metrics. Served on a separate listener.
pub async fn show_metrics() -> Result<HttpResponse> {
    metrics::measure_process();
    let mut text = Vec::new();
    let encoder = TextEncoder::new();
    encoder.encode(&prometheus::gather(), &mut text).map_err(Error::internal)?;
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, encoder.format_type())).body(text))
}
