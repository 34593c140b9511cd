//! Clips of the demo's reels, drawn by `web/scripts/demo-clips` and embedded in the binary.

/// A clip with its poster and subtitles.
#[derive(Debug)]
pub struct Clip {
    pub name: &'static str,
    /// Key of the category of companies that show it.
    pub category: &'static str,
    pub duration_ms: i64,
    pub video: &'static [u8],
    pub poster: &'static [u8],
    /// WebVTT by locale code.
    pub subtitles: [(&'static str, &'static str); 2],
}

pub const WIDTH: i64 = 540;
pub const HEIGHT: i64 = 960;
pub const MIME: &str = "video/mp4";
pub const POSTER_MIME: &str = "image/webp";

macro_rules! clips {
    ($($number:literal $name:literal $category:literal $duration_ms:literal,)*) => {
        &[$(Clip {
            name: $name,
            category: $category,
            duration_ms: $duration_ms,
            video: include_bytes!(concat!("clips/", $number, ".mp4")),
            poster: include_bytes!(concat!("clips/", $number, ".webp")),
            subtitles: [
                ("US", include_str!(concat!("clips/", $number, ".en.vtt"))),
                ("FR", include_str!(concat!("clips/", $number, ".fr.vtt"))),
            ],
        }),*]
    };
}

pub const CLIPS: &[Clip] = clips! {
    "01" "pizza-oven" "food" 8500,
    "02" "dinner-terrace" "food" 8500,
    "03" "sushi-board" "food" 8500,
    "04" "cocktail-hour" "food" 8500,
    "05" "morning-bakery" "food" 8500,
    "06" "chef-at-work" "food" 8500,
    "07" "ship-at-dusk" "cruises" 8500,
    "08" "waves-and-sails" "cruises" 8500,
    "09" "ice-and-peaks" "cruises" 8500,
    "10" "hotel-at-dusk" "hotels" 8500,
    "11" "room-with-sea" "hotels" 8500,
    "12" "grand-lobby" "hotels" 8500,
    "13" "hair-colour" "beauty" 8500,
    "14" "nail-studio" "beauty" 8500,
    "15" "facial" "beauty" 8500,
    "16" "spa-candles" "relaxation" 8500,
    "17" "hammam" "relaxation" 8500,
    "18" "night-pool" "relaxation" 7000,
    "19" "gallery-night" "art" 8500,
    "20" "opening-night" "art" 8500,
    "21" "club-lights" "music" 8500,
    "22" "band-on-stage" "music" 8500,
    "23" "piano-evening" "music" 7000,
    "24" "fun-fair" "experiences" 8500,
    "25" "balloons" "experiences" 7000,
    "26" "kayak-coast" "experiences" 8500,
    "27" "pottery" "experiences" 8500,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reel::subtitles::WebVtt;

    #[test]
    fn clips_are_small_mp4_with_webp_and_subtitles() {
        for clip in CLIPS {
            assert_eq!((&clip.video[4..8], &clip.poster[..4]), (&b"ftyp"[..], &b"RIFF"[..]), "{}", clip.name);
            assert!(clip.video.len() <= 250 * 1024, "{}", clip.name);
            assert!(crate::catalogue::category::find(clip.category).is_some(), "{}", clip.category);
            for (language, text) in clip.subtitles {
                assert!(text.parse::<WebVtt>().is_ok(), "{} {language}", clip.name);
            }
        }
        assert!(CLIPS.iter().map(|clip| clip.video.len() + clip.poster.len()).sum::<usize>() <= 10 << 20);
    }
}
