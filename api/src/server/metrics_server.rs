//! The listener for `/metrics`, apart from the public one: no path of the public listener, however it is spelled and
//! whatever the reverse proxy in front passes on, leads to the metrics. On loopback unless configured otherwise.

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

/// A scraper keeps its connection between two scrapes, which are usually 15 or 30 seconds apart.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
const REQUEST_HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Binds the configured address. The default one may be taken by another program, which is logged and stops nothing; an
/// address that was configured must be free.
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
