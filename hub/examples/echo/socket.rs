//! WebSockets: handshake, reading, writing, closing.

use std::{io, rc::Rc, time::Duration};

use actix_codec::Framed;
use actix_http::{HttpMessage as _, Method, Request, StatusCode, h1};
use actix_rt::net::TcpStream;
use bytes::BytesMut;
use hub::transport::{
    socket_io::engine::{self, EngineError, Query},
    ws,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::mpsc,
};

use super::{
    client::{Echo, Out, Wire},
    endpoint,
};

/// Maximum message size of the WebSocket suites.
const PLAIN_LIMIT: u32 = 16 * 1024 * 1024;
/// Opens a WebSocket: the plain echo, a new session, or the upgrade of a session.
pub async fn upgrade(echo: Rc<Echo>, request: Request, framed: Framed<TcpStream, h1::Codec>) -> io::Result<()> {
    let parts = framed.into_parts();
    let (mut io, buffer) = (parts.io, parts.read_buf);
    let headers = request.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let accepted = match ws::accept(request.method() == Method::GET, headers) {
        Ok(accepted) => accepted,
        Err(refusal) => return reject(&mut io, refusal.status(), "").await,
    };
    let (wire, frames) = mpsc::unbounded_channel();
    if request.path() == "/ws/echo" {
        io.write_all(&accepted.response()).await?;
        return converse(io, buffer, wire.clone(), frames, PLAIN_LIMIT, |event| {
            let (opcode, payload) = match event {
                ws::Event::Text(text) => (ws::Opcode::Text, text),
                ws::Event::Binary(bytes) => (ws::Opcode::Binary, bytes),
                _ => return,
            };
            let _ = wire.send(Out::Frame(ws::frame(opcode, &payload)));
        })
        .await;
    }
    let Some(raw) = endpoint(request.path()) else { return reject(&mut io, 404, "").await };
    let query = Query::parse(request.uri().query().unwrap_or_default(), true, true);
    let sid = match query {
        Err(refusal) => return reject(&mut io, refusal.status(), refusal.body()).await,
        Ok(Query::Open(transport)) => {
            let (sid, open) = echo.open(transport, raw, Some(wire.clone()));
            let _ = wire.send(Out::Frame(open));
            sid
        }
        Ok(Query::Resume(_, sid)) => {
            let begun = echo.with(sid, |client, now| {
                let begun = client.session.upgrade(now, &echo.config);
                if begun {
                    client.probe = Some(wire.clone());
                }
                begun
            });
            match begun {
                None => return reject(&mut io, 400, EngineError::UnknownSid.body()).await,
                Some(true) => {}
                Some(false) => {
                    let _ = wire.send(Out::End(ws::close(ws::code::NORMAL, "")));
                }
            }
            sid
        }
    };
    io.write_all(&accepted.response()).await?;
    let own = wire.downgrade();
    let done = converse(io, buffer, wire, frames, echo.config.max_payload, |event| {
        let packet = match event {
            ws::Event::Text(text) => engine::Packet::parse(&text),
            ws::Event::Binary(bytes) => Ok(engine::Packet::Binary(bytes)),
            _ => return,
        };
        let probing = echo.with(sid, |client, _| is(&client.probe, &own)) == Some(true);
        match packet {
            Ok(packet) if probing => {
                echo.with(sid, |client, _| client.probed(&packet, &echo.config));
            }
            Err(_) if probing => {
                echo.with(sid, |client, _| client.end_probe());
            }
            packet if echo.with(sid, |client, _| is(&client.socket, &own)) == Some(true) => echo.receive(sid, packet),
            _ => {}
        }
    })
    .await;
    echo.with(sid, |client, _| {
        if is(&client.probe, &own) {
            client.session.probe_lost();
            client.probe = None;
        } else if is(&client.socket, &own) {
            client.session.abort();
        }
    });
    done
}

/// Returns true if a client's wire is this one.
fn is(wire: &Option<Wire>, own: &mpsc::WeakUnboundedSender<Out>) -> bool {
    matches!((wire, own.upgrade()), (Some(wire), Some(own)) if wire.same_channel(&own))
}

async fn reject(io: &mut TcpStream, status: u16, body: &str) -> io::Result<()> {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nconnection: close\r\nsec-websocket-version: 13\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    io.write_all(head.as_bytes()).await?;
    io.shutdown().await
}

/// Reads and writes one WebSocket until either side closes it.
async fn converse(
    io: TcpStream,
    mut buffer: BytesMut,
    wire: Wire,
    mut frames: mpsc::UnboundedReceiver<Out>,
    limit: u32,
    mut take: impl FnMut(ws::Event),
) -> io::Result<()> {
    let (mut reader, mut writer) = tokio::io::split(io);
    let mut decoder = ws::Decoder::server(ws::Limits { message: limit });
    let mut reading = true;
    loop {
        while reading {
            match decoder.decode(&mut buffer) {
                Ok(None) => break,
                Ok(Some(ws::Event::Ping(payload))) => {
                    let _ = wire.send(Out::Frame(ws::pong(&payload)));
                }
                Ok(Some(ws::Event::Close { code, .. })) => {
                    let _ = wire.send(Out::End(ws::close_of(code)));
                    reading = false;
                }
                Ok(Some(event)) => take(event),
                Err(fault) => {
                    let _ = wire.send(Out::End(ws::close(fault.code(), &fault.to_string())));
                    reading = false;
                }
            }
        }
        tokio::select! {
            read = reader.read_buf(&mut buffer), if reading => {
                if read? == 0 {
                    return Ok(());
                }
            }
            out = frames.recv() => match out {
                Some(Out::Frame(frame)) => writer.write_all(&frame).await?,
                Some(Out::End(frame)) => {
                    writer.write_all(&frame).await?;
                    break;
                }
                None => break,
            },
        }
    }
    // Reads the peer's remaining input: otherwise its close causes a reset that loses our last frame.
    writer.shutdown().await?;
    let drained = async { while reader.read_buf(&mut { BytesMut::with_capacity(4096) }).await.is_ok_and(|n| n > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), drained).await;
    Ok(())
}
