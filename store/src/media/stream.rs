//! Files beside an encoded video: HLS playlists (RFC 8216) with their segments in two sizes, and a preview strip.
//!
//! They have no rows of their own. `media.streams` tells that they exist. They are deleted with the video.

use serde::Serialize;
use utoipa::ToSchema;

use super::url;

/// File beside a video. Its address is that of the video, a slash and the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFile {
    /// Playlist of the sizes.
    Master,
    /// Playlist of the segments of a size.
    LargeList,
    SmallList,
    /// All segments of a size, in one file in fragmented MP4.
    Large,
    Small,
    /// Small frames in rows: see [`VideoPreview`].
    Preview,
}

impl StreamFile {
    pub const ALL: [Self; 6] =
        [Self::Master, Self::LargeList, Self::SmallList, Self::Large, Self::Small, Self::Preview];

    pub fn name(self) -> &'static str {
        match self {
            Self::Master => "master.m3u8",
            Self::LargeList => "large.m3u8",
            Self::SmallList => "small.m3u8",
            Self::Large => "large.mp4",
            Self::Small => "small.mp4",
            Self::Preview => "preview.jpg",
        }
    }

    pub fn mime(self) -> &'static str {
        match self {
            Self::Master | Self::LargeList | Self::SmallList => "application/vnd.apple.mpegurl",
            Self::Large | Self::Small => "video/mp4",
            Self::Preview => "image/jpeg",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    /// Returns the URL path of the file beside the video with this key.
    pub fn url(self, key: &str) -> String {
        format!("{}/{}", url(key), self.name())
    }
}

/// Maximum frames of a preview strip.
const MAX_FRAMES: i64 = 60;
/// Frames in a row.
const COLUMNS: i64 = 10;
/// Shortest time between two frames, in milliseconds. Longer ones are its multiples.
const STEP_MS: i64 = 500;
/// Longer side of a frame in pixels.
const FRAME_SIDE: i64 = 160;

/// Small frames of a video in one picture, in rows from the top left. Frame `n` shows the time `n * interval_ms`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VideoPreview {
    #[schema(example = "/media/0f1e2d3c4b5a69788796a5b4c3d2e1f0/preview.jpg")]
    pub url: String,
    pub interval_ms: i64,
    pub frames: i64,
    /// Frames in a row. The last row may be shorter.
    pub columns: i64,
    pub rows: i64,
    /// Width of a frame in pixels.
    pub width: i64,
    pub height: i64,
}

impl VideoPreview {
    /// Returns the strip of a video of this length in milliseconds and this size in pixels.
    pub fn of(key: &str, duration_ms: i64, (width, height): (i64, i64)) -> Self {
        let (duration, width, height) = (duration_ms.max(1), width.max(1), height.max(1));
        let steps = divided_up(duration, MAX_FRAMES * STEP_MS);
        let interval_ms = steps * STEP_MS;
        let frames = divided_up(duration, interval_ms);
        let longer = width.max(height);
        let side = |own: i64| (own * FRAME_SIDE / longer / 2 * 2).max(2);
        Self {
            url: StreamFile::Preview.url(key),
            interval_ms,
            frames,
            columns: COLUMNS.min(frames),
            rows: divided_up(frames, COLUMNS),
            width: side(width),
            height: side(height),
        }
    }
}

fn divided_up(number: i64, by: i64) -> i64 {
    (number + by - 1) / by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strip_covers_video_with_at_most_sixty_frames() {
        let strip = |ms| VideoPreview::of("k", ms, (720, 1_280));
        let short = strip(8_400);
        assert_eq!((short.interval_ms, short.frames, short.columns, short.rows), (500, 17, 10, 2));
        assert_eq!((short.width, short.height), (90, 160));
        let long = strip(600_000);
        assert_eq!((long.interval_ms, long.frames, long.rows), (10_000, 60, 6));
        assert_eq!(strip(30_001).interval_ms, 1_000);
        for ms in [1, 999, 29_999, 30_000, 30_001, 123_456, 600_100] {
            let all = strip(ms);
            assert!(all.frames <= 60 && all.frames * all.interval_ms >= ms && all.columns * all.rows >= all.frames);
        }
        let wide = VideoPreview::of("k", 1_000, (1_280, 720));
        assert_eq!((wide.width, wide.height), (160, 90));
    }

    #[test]
    fn stream_files_are_found_by_name() {
        for file in StreamFile::ALL {
            assert_eq!(StreamFile::from_name(file.name()), Some(file));
        }
        assert_eq!(StreamFile::from_name("../master.m3u8"), None);
    }
}
