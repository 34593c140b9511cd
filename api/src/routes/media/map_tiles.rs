//! `GET` and `HEAD /map/tiles.pmtiles`: the map data of `PLAZA_MAP_TILES`, read by ranges. 404 without such a file.

use std::{fs::File, io, time::UNIX_EPOCH};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cli::config::MapTiles,
    error::{Error, Result},
    http::{extract::App, file_range},
    integrations::blob_store::Source,
};

/// Address of the file.
pub const PATH: &str = "/map/tiles.pmtiles";

/// Data that maps are drawn from, in place of those that ship with the app.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "url", rename_all = "snake_case")]
pub enum MapSource {
    /// Path of a PMTiles archive.
    Pmtiles(&'static str),
    /// URL of a MapLibre style.
    Style(String),
}

impl MapSource {
    pub fn of(tiles: &MapTiles) -> Self {
        match tiles {
            MapTiles::File(_) => Self::Pmtiles(PATH),
            MapTiles::Style(url) => Self::Style(url.clone()),
        }
    }
}

pub async fn show(app: App, request: HttpRequest) -> Result<HttpResponse> {
    let Some(MapTiles::File(path)) = app.config.map_tiles.clone() else { return Err(Error::NotFound) };
    let opened = web::block(move || {
        let file = File::open(path)?;
        let about = file.metadata()?;
        // Tells a replaced file from the one whose directory a client holds.
        let changed = about.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        io::Result::Ok((file, about.len(), format!("\"{changed:x}-{:x}\"", about.len())))
    })
    .await?;
    let (file, length, etag) = match opened {
        Ok(opened) => opened,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(Error::NotFound),
        Err(cause) => return Err(Error::internal(cause)),
    };
    let describe = |status: StatusCode| {
        let mut answer = HttpResponse::build(status);
        if status != StatusCode::RANGE_NOT_SATISFIABLE {
            answer
                .content_type("application/vnd.pmtiles")
                .insert_header((header::ACCEPT_RANGES, "bytes"))
                .insert_header((header::CACHE_CONTROL, "public, max-age=3600"))
                .insert_header((header::ETAG, etag.as_str()));
        }
        answer
    };
    Ok(file_range::send(&request, Source::File(file), length, Some(etag.as_str()), describe))
}
