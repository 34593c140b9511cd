//! The server: one port for the REST routes, the web app and the sockets.

pub mod booking_sweeper;
mod called_off_worker;
pub(crate) mod connection_limit;
pub mod data_folder;
pub(crate) mod hold_sweeper;
pub mod logging;
pub(crate) mod metrics;
pub(crate) mod metrics_server;
pub(crate) mod node_lease;
pub mod open_files;
mod order_sweeper;
mod publication_worker;
mod receipt_worker;
mod reminder_worker;
pub mod stripe_worker;
pub mod ticket_worker;
pub(crate) mod upgrade;
mod worker;

use std::{
    convert::Infallible,
    future::ready,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    os::fd::AsRawFd as _,
    sync::Arc,
    time::Duration,
};

use actix_http::{HttpService, Request, h1};
use actix_server::{Server, ServerHandle};
use actix_service::{
    IntoServiceFactory as _, Service as _, ServiceFactoryExt as _, apply_fn_factory, fn_service, map_config,
};
use actix_web::{
    App,
    dev::AppConfig,
    error::PathError,
    middleware::{Compress, from_fn},
    web,
};
use futures_util::future::{Either, OptionFuture, join};
use store::{
    account::{contact_erasure, guest},
    booking::{BookingError, waitlist::offer},
    chat::search,
    company::invitation,
    notify::outbox,
    security::{known_network, session, verification_code},
    types::timestamp::Timestamp,
};
use tokio::net::TcpStream;
use worker::Worker;

use crate::{
    app_state::AppState,
    http::{middleware, openapi, spa},
    media, routes,
};

/// Keep-alive timeout between two requests.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Timeout for the head of a request.
const HEAD: Duration = Duration::from_secs(10);
/// Requests and handshakes in progress per worker, beyond which new connections wait. Open sockets do not count.
const CONNECTIONS: usize = 10_000;
/// Response to an address over its connection rate.
const SHUT: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";
/// Response while too few descriptors are left.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";
/// Shutdown grace periods of sockets, then of requests. Their sum stays below the ten seconds that service supervisors
/// usually allow.
const SOCKETS_LEAVE: Duration = Duration::from_secs(5);
const REQUESTS_FINISH: u64 = 3;

/// A running server.
pub struct Running {
    pub address: SocketAddr,
    /// Address of the `/metrics` listener, if any.
    pub metrics: Option<SocketAddr>,
    state: Arc<AppState>,
    handle: ServerHandle,
    server: actix_rt::task::JoinHandle<io::Result<()>>,
    workers: Vec<Worker>,
}

impl Running {
    /// Starts serving at the configured address within the current actix system.
    pub fn start(state: Arc<AppState>) -> io::Result<Self> {
        let listener = listen(state.config.listen)?;
        let address = listener.local_addr()?;
        let metrics_listener = metrics_server::bind(&state.config)?;
        let metrics = metrics_listener.as_ref().map(TcpListener::local_addr).transpose()?;
        let server = serve(&state, listener, address, metrics_listener)?;
        let handle = server.handle();
        let (index, db) = (state.search.clone(), state.db.clone());
        let workers = vec![
            Worker::start(forget_expired(Arc::clone(&state))),
            Worker::start(search::run(state.db.clone())),
            Worker::start(async move { index.run(db).await }),
            Worker::start(node_lease::keep(Arc::downgrade(&state))),
            Worker::start(media::remove_forgotten(Arc::clone(&state))),
            Worker::start(logging::report_stream_errors()),
            Worker::start(hold_sweeper::run(Arc::clone(&state))),
            Worker::start(called_off_worker::run(Arc::clone(&state))),
            Worker::start(booking_sweeper::run(Arc::clone(&state))),
            Worker::start(reminder_worker::run(Arc::clone(&state))),
            Worker::start(order_sweeper::run(Arc::clone(&state))),
            Worker::start(publication_worker::run(Arc::clone(&state))),
            Worker::start(receipt_worker::run(Arc::clone(&state))),
            Worker::start(ticket_worker::run(Arc::clone(&state))),
            Worker::start(stripe_worker::run(Arc::clone(&state))),
        ];
        let server = actix_rt::spawn(server);
        Ok(Self { address, metrics, state, handle, server, workers })
    }

    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Shuts down gracefully. Stops accepting, notifies the sockets, flushes their writes and finishes requests. Then
    /// delivers pending outbox messages and push notifications, and closes the database.
    pub async fn stop(self) {
        drop(self.workers);
        self.handle.pause().await;
        self.state.hub.drain(SOCKETS_LEAVE).await;
        self.handle.stop(true).await;
        if let Ok(Err(cause)) = self.server.await {
            tracing::error!(%cause, "the server ended with an error");
        }
        logging::log_stream_errors();
        let pushes = self.state.push.as_ref().map(|push| push.stop());
        join(self.state.outbox.stop(), OptionFuture::from(pushes)).await;
        self.state.node_lease.give_back(&self.state.db).await;
        self.state.db.close().await;
        self.state.unlock();
    }
}

/// Deletes expired sessions and codes, idle guests, unsent files, contacts of deleted accounts whose orders ended, and old
/// outbox messages. Runs at startup and then
/// every hour.
async fn forget_expired(state: Arc<AppState>) {
    let mut hours = actix_rt::time::interval(Duration::from_secs(3_600));
    loop {
        hours.tick().await;
        let now = Timestamp::now();
        if let Err(cause) = session::forget_expired(&state.db, now).await {
            tracing::warn!(%cause, "sessions that ran out could not be forgotten");
        }
        if let Err(cause) = guest::forget_idle_guests(&state.db, now).await {
            tracing::warn!(%cause, "guests who left could not be forgotten");
        }
        if let Err(cause) = media::forget_unused(&state, now).await {
            tracing::warn!(%cause, "files that were never sent could not be forgotten");
        }
        if let Err(cause) = verification_code::purge_expired(&state.db, now).await {
            tracing::warn!(%cause, "codes that serve no more could not be forgotten");
        }
        if let Err(cause) = known_network::delete_old(&state.db, now).await {
            tracing::warn!(%cause, "purge of known networks failed");
        }
        if let Err(cause) = invitation::purge(&state.db, now).await {
            tracing::warn!(%cause, "purge of expired invitations failed");
        }
        if let Err(BookingError::Store(cause)) = offer::purge(&state.db, now).await {
            tracing::warn!(%cause, "purge of past waitlist entries failed");
        }
        if let Err(cause) = contact_erasure::erase_ended(&state.db, now).await {
            tracing::warn!(%cause, "erasure of contacts of deleted accounts failed");
        }
        if let Err(cause) = outbox::purge(&state.db, now).await {
            tracing::warn!(%cause, "old letters could not be forgotten");
        }
    }
}

/// Binds an address. The error names it.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let bound = TcpListener::bind(address).and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    bound.map_err(|cause| io::Error::new(cause.kind(), format!("{address} cannot be served on: {cause}")))
}

fn serve(
    state: &Arc<AppState>,
    listener: TcpListener,
    address: SocketAddr,
    metrics: Option<TcpListener>,
) -> io::Result<Server> {
    let shared = Arc::clone(state);
    let builder = Server::build()
        .workers(state.config.workers())
        .max_concurrent_connections(CONNECTIONS)
        .shutdown_timeout(REQUESTS_FINISH)
        // The program handles signals itself, because it has more to shut down than this server.
        .disable_signals();
    let leaving = builder.graceful_shutdown_signal();
    let builder = match metrics {
        Some(listener) => metrics_server::serve(builder, listener)?,
        None => builder,
    };
    let server = builder.listen("plaza", listener, move || {
        let leaving = leaving.clone();
        let state = Arc::clone(&shared);
        let upgrades = fn_service(move |(request, framed): (Request, actix_codec::Framed<TcpStream, h1::Codec>)| {
            let state = Arc::clone(&state);
            async move {
                upgrade::upgrade(&state, request, framed).await;
                Ok::<_, Infallible>(())
            }
        });
        let app = app(web::Data::from(Arc::clone(&shared)));
        let app = app.into_factory().map_err(|cause: actix_web::Error| cause.error_response());
        let (limiter, silences) = (Arc::clone(&shared.connections), Arc::clone(&shared.connections));
        let open_files = shared.open_files;
        let served = HttpService::build()
            .keep_alive(KEEP_ALIVE)
            .client_request_timeout(HEAD)
            .client_disconnect_timeout(Duration::from_secs(2))
            .tcp_nodelay(true)
            // A held poll must end when its client disconnects, which a half-closed connection would hide.
            .h1_allow_half_closed(false)
            .local_addr(address)
            .on_connect_ext(move |socket: &TcpStream, along| {
                along.insert(silences.idle_permit(peer(socket)));
            })
            .graceful_shutdown_signal(move || {
                let leaving = leaving.clone();
                async move { leaving.notified().await }
            })
            .upgrade(upgrades)
            .finish(map_config(app, |()| AppConfig::default()))
            .tcp();
        apply_fn_factory(served, move |socket: TcpStream, served| match limiter.accept(peer(&socket)) {
            Ok(_) if open_files.is_short(socket.as_raw_fd()) => {
                hub::metrics::REFUSED.with_label_values(&["open_files"]).inc();
                let _ = socket.try_write(FULL);
                Either::Right(ready(Ok(())))
            }
            Ok(guest) => {
                let served = served.call(socket);
                Either::Left(async move {
                    let _guest = guest;
                    served.await
                })
            }
            Err(_) => {
                // Writes only what the kernel accepts at once: the server does not wait for a rejected client.
                let _ = socket.try_write(SHUT);
                Either::Right(ready(Ok(())))
            }
        })
    })?;
    Ok(server.run())
}

/// Address of the peer. Unspecified if the connection is already closed.
fn peer(socket: &TcpStream) -> IpAddr {
    socket.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip())
}

/// The HTTP app: everything except sockets.
fn app(
    state: web::Data<AppState>,
) -> App<
    impl actix_service::ServiceFactory<
        actix_web::dev::ServiceRequest,
        Config = (),
        Response = actix_web::dev::ServiceResponse<impl actix_web::body::MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        // A path parameter that does not parse names no resource. The path may also be a fixed one with other methods.
        .app_data(
            web::PathConfig::default().error_handler(|_: PathError, request| openapi::unrouted(request.path()).into()),
        )
        // Registered before the scope, which matches every path below it.
        .route("/api/v1/openapi.json", web::get().to(openapi::show_document))
        .service(
            web::scope(openapi::PREFIX)
                .configure(|config| routes::v1(&mut openapi::ServiceConfig::new(config)))
                .wrap(Compress::default()),
        )
        .route("/api/docs", web::get().to(openapi::show_page))
        .route("/api/docs", web::head().to(openapi::show_page))
        .route("/api/docs/live", web::get().to(openapi::show_live_page))
        .route("/api/docs/live", web::head().to(openapi::show_live_page))
        .route("/socket.io", web::to(routes::meta::socket_io::polling))
        .route("/media/{key}", web::get().to(routes::media::download::show))
        .route("/media/{key}", web::head().to(routes::media::download::show))
        .route("/media/{key}/{name}", web::get().to(routes::media::download::show_stream))
        .route("/media/{key}/{name}", web::head().to(routes::media::download::show_stream))
        .route(routes::media::map_tiles::PATH, web::get().to(routes::media::map_tiles::show))
        .route(routes::media::map_tiles::PATH, web::head().to(routes::media::map_tiles::show))
        .route("/healthz", web::get().to(routes::meta::health::healthz))
        .route("/healthz", web::head().to(routes::meta::health::healthz))
        .route("/readyz", web::get().to(routes::meta::health::readyz))
        .route("/readyz", web::head().to(routes::meta::health::readyz))
        .configure(routes::pages::routes)
        .default_service(web::to(spa::fallback))
        .wrap(from_fn(middleware::request_middleware))
}
