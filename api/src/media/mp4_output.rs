//! Arguments of ffmpeg for videos: H.264 and AAC in MP4 that plays while loading, without the metadata of the original.

use std::{ffi::OsString, path::Path};

use super::recording::arguments;

/// Limits of an encoded video.
pub struct Mp4Output<'a> {
    /// The rest is cut off.
    pub seconds: f64,
    /// Video filter that scales the picture.
    pub scale: &'a str,
    /// Maximum rate of the picture, in kbit/s.
    pub picture_rate: u32,
    /// Rate of the sound, in kbit/s.
    pub sound_rate: u32,
    /// A key frame every two seconds, so that a jump answers at once.
    pub has_even_key_frames: bool,
}

impl Mp4Output<'_> {
    pub fn arguments(&self, to: &Path) -> Vec<OsString> {
        let length = format!("{:.1}", self.seconds);
        let [rate, buffer, sound] =
            [self.picture_rate, 2 * self.picture_rate, self.sound_rate].map(|rate| format!("{rate}k"));
        #[rustfmt::skip]
        let mut list = vec![
            "-map", "0:V:0", "-map", "0:a:0?", "-map_metadata", "-1", "-map_chapters", "-1", "-t", &length,
            "-vf", self.scale, "-fpsmax", "30",
            "-c:v", "libx264", "-preset", "veryfast", "-crf", "25", "-maxrate", &rate, "-bufsize", &buffer,
            "-profile:v", "high", "-threads", "2",
            "-c:a", "aac", "-b:a", &sound, "-ac", "2", "-ar", "48000",
            "-movflags", "+faststart", "-f", "mp4",
        ];
        if self.has_even_key_frames {
            list.extend(["-force_key_frames", "expr:gte(t,n_forced*2)"]);
        }
        arguments(&list, to)
    }
}
