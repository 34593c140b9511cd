//! The listener for `/metrics`. Separate from the public listener, so that no path or proxy rule exposes the metrics.
//! Binds to loopback unless configured otherwise.

use std::{io, net::TcpListener, time::Duration};

use actix_http::HttpService;
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, map_config};
use actix_web::{App, dev::AppConfig, web};

use crate::{
    cli::config::{Config, MetricsListen},
    routes::meta::health,
    server::listen,
};

/// Keep-alive timeout. Longer than the usual 15 or 30 seconds between two scrapes, so a scraper reuses its connection.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
const REQUEST_HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Binds the configured address. If the default address is taken, logs that and goes on without metrics; a configured
/// address must be free.
pub fn bind(config: &Config) -> io::Result<Option<TcpListener>> {
    match config.metrics_listen {
        Some(MetricsListen::Off) => Ok(None),
        Some(MetricsListen::At(address)) => listen(address).map(Some),
        None => match listen(config.default_metrics_address()) {
            Ok(listener) => Ok(Some(listener)),
            Err(cause) => {
                tracing::warn!(%cause, "the metrics are not served: set PLAZA_METRICS_LISTEN");
                Ok(None)
            }
        },
    }
}

/// Adds the listener to a server.
pub fn serve(builder: ServerBuilder, listener: TcpListener) -> io::Result<ServerBuilder> {
    builder.listen("metrics", listener, || {
        let app = App::new().route("/metrics", web::get().to(health::show_metrics));
        let app = app.into_factory().map_err(|cause: actix_web::Error| cause.error_response());
        HttpService::build()
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(REQUEST_HEAD_TIMEOUT)
            .finish(map_config(app, |()| AppConfig::default()))
            .tcp()
    })
}
