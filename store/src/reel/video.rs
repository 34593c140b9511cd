//! Video of a reel or of an upload, as people see it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::media::{
    self,
    stream::{StreamFile, VideoPreview},
};

/// Video of a reel. Both files play while they load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReelVideo {
    #[schema(example = "/media/0f1e2d3c4b5a69788796a5b4c3d2e1f0")]
    pub url: String,
    /// The same video in 360 pixels, for slow connections.
    pub small_url: Option<String>,
    /// HLS playlist of both sizes. Null if the server did not encode the video.
    #[schema(example = "/media/0f1e2d3c4b5a69788796a5b4c3d2e1f0/master.m3u8")]
    pub hls_url: Option<String>,
    /// Frames for a timeline. Null if the server did not encode the video.
    pub preview: Option<VideoPreview>,
    pub mime: String,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub duration_ms: Option<i64>,
}

/// Columns of a video `v` and its small size `s`, which a query joins.
#[derive(sqlx::FromRow)]
pub(super) struct VideoColumns {
    video_key: Option<String>,
    video_mime: Option<String>,
    width: Option<i64>,
    height: Option<i64>,
    duration_ms: Option<i64>,
    streams: Option<bool>,
    small_key: Option<String>,
}

/// Selects [`VideoColumns`].
macro_rules! video_columns {
    () => {
        "v.key AS video_key, v.mime AS video_mime, v.width, v.height, v.duration_ms, v.streams, s.key AS small_key"
    };
}
pub(super) use video_columns;

impl VideoColumns {
    pub fn shown(self) -> Option<ReelVideo> {
        let key = self.video_key?;
        let streams = self.streams.unwrap_or(false);
        let size = self.width.zip(self.height);
        let preview = self.duration_ms.zip(size).filter(|_| streams);
        Some(ReelVideo {
            url: media::url(&key),
            small_url: self.small_key.as_deref().map(media::url),
            hls_url: streams.then(|| StreamFile::Master.url(&key)),
            preview: preview.map(|(duration, size)| VideoPreview::of(&key, duration, size)),
            mime: self.video_mime.unwrap_or_default(),
            width: self.width,
            height: self.height,
            duration_ms: self.duration_ms,
        })
    }
}
