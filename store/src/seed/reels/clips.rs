//! Clips of the demo's reels, drawn by `web/scripts/demo-clips` and embedded in the binary.

/// A clip with its poster and subtitles.
#[derive(Debug)]
pub struct Clip {
    pub name: &'static str,
    /// Key of the category of companies that show it.
    pub category: &'static str,
    pub duration_ms: i64,
    /// Placeholder until loaded.
    pub colour: &'static str,
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
    ($($number:literal $name:literal $category:literal $duration_ms:literal $colour:literal,)*) => {
        &[$(Clip {
            name: $name,
            category: $category,
            duration_ms: $duration_ms,
            colour: $colour,
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
    "01" "pizza-oven" "food" 8500 "#ad6845",
    "02" "dinner-terrace" "food" 8500 "#79645f",
    "03" "sushi-board" "food" 8500 "#776360",
    "04" "cocktail-hour" "food" 8500 "#72535a",
    "05" "morning-bakery" "food" 8500 "#b49063",
    "06" "chef-at-work" "food" 8500 "#c7ad8f",
    "07" "ship-at-dusk" "cruises" 8500 "#84707b",
    "08" "waves-and-sails" "cruises" 8500 "#9db2af",
    "09" "ice-and-peaks" "cruises" 8500 "#8aa2af",
    "10" "hotel-at-dusk" "hotels" 8500 "#827d7c",
    "11" "room-with-sea" "hotels" 8500 "#c7c1b4",
    "12" "grand-lobby" "hotels" 8500 "#7f6f5d",
    "13" "hair-colour" "beauty" 8500 "#9a5239",
    "14" "nail-studio" "beauty" 8500 "#b89d97",
    "15" "facial" "beauty" 8500 "#c1bbaa",
    "16" "spa-candles" "relaxation" 8500 "#5e5e4c",
    "17" "hammam" "relaxation" 8500 "#adb5b6",
    "18" "night-pool" "relaxation" 7000 "#61737c",
    "19" "gallery-night" "art" 8500 "#b4988c",
    "20" "opening-night" "art" 8500 "#8b3d3c",
    "21" "club-lights" "music" 8500 "#523a61",
    "22" "band-on-stage" "music" 8500 "#816286",
    "23" "piano-evening" "music" 7000 "#867a65",
    "24" "fun-fair" "experiences" 8500 "#4e485e",
    "25" "balloons" "experiences" 7000 "#b99c8d",
    "26" "kayak-coast" "experiences" 8500 "#94a7a6",
    "27" "pottery" "experiences" 8500 "#bea288",
    "28" "bicycle-tour" "tours" 8500 "#929c98",
    "29" "old-harbour" "tours" 8500 "#796672",
    "30" "temple-at-dusk" "tours" 8500 "#beaa89",
    "31" "market-street" "shops" 8500 "#9d8669",
    "32" "new-collection" "shops" 8500 "#c49579",
    "33" "lamps-and-clay" "shops" 8500 "#d7c5a5",
    "34" "burger-night" "food" 8500 "#83633f",
    "35" "cake-to-order" "food" 8500 "#bd9795",
    "36" "cabin-with-sunset" "cruises" 8500 "#cab39c",
    "37" "museum-after-hours" "art" 8500 "#bfb5ac",
    "38" "climbing-wall" "experiences" 8500 "#a79b7c",
    "39" "mountain-lake" "tours" 8500 "#96ab99",
    "40" "massage-hour" "relaxation" 8500 "#bba890",
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
