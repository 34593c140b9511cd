//! Demo pictures, drawn by `web/scripts/demo-pictures` and embedded in the binary.

/// A WebP picture and its placeholder colour.
#[derive(Debug)]
pub struct Picture {
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub width: i64,
    pub height: i64,
    pub colour: &'static str,
}

pub const MIME: &str = "image/webp";

macro_rules! pictures {
    ($folder:literal $width:literal $height:literal: $($number:literal $name:literal $colour:literal,)*) => {
        &[$(Picture {
            name: $name,
            bytes: include_bytes!(concat!("pictures/", $folder, "/", $number, "-", $name, ".webp")),
            width: $width, height: $height, colour: $colour,
        }),*]
    };
}

macro_rules! market {
    ($($name:literal $width:literal $height:literal $colour:literal,)*) => {
        &[$(Picture {
            name: $name,
            bytes: include_bytes!(concat!("market/", $name, ".webp")),
            width: $width, height: $height, colour: $colour,
        }),*]
    };
}

mod market;

/// Portraits by user name.
pub const PORTRAITS: &[Picture] = pictures! { "portraits" 256 256:
    "01" "alice" "#af8c76",
    "02" "bruno" "#85878b",
    "03" "chef" "#9e9b9c",
    "04" "amina" "#ae8d68",
    "05" "kenji" "#996852",
    "06" "sofia" "#8a7e72",
    "07" "tomas" "#b39475",
    "08" "nadia" "#8d837b",
    "09" "oliver" "#908a75",
    "10" "ingrid" "#908c92",
    "11" "kwame" "#8c8674",
    "12" "yuki" "#b28e81",
    "13" "elena" "#a5a394",
    "14" "mateo" "#a88563",
    "15" "priya" "#a57455",
    "16" "lars" "#ad9e8f",
    "17" "zoe" "#69666a",
    "18" "omar" "#7c7a6b",
    "19" "hana" "#9a9a96",
    "20" "dimitris" "#9f958d",
    "21" "camille" "#a68172",
    "22" "samuel" "#714d40",
    "23" "marta" "#a59d87",
    "24" "leonor" "#ae9277",
};

/// Pictures sent in chats.
pub const SCENES: &[Picture] = pictures! { "scenes" 960 720:
    "01" "harbour" "#7f6c6e",
    "02" "sailing" "#8ea6ae",
    "03" "beach" "#a2b0a0",
    "04" "cruise" "#937e81",
    "05" "lighthouse" "#5c5e72",
    "06" "paella" "#896443",
    "07" "terrace" "#c7a78b",
    "08" "tart" "#c3c2b0",
    "09" "coffee" "#a58665",
    "10" "market" "#a77f5f",
    "11" "square" "#aa9f8f",
    "12" "rooftops" "#b4a998",
    "13" "tram" "#939387",
    "14" "room" "#b2a38f",
    "15" "concert" "#814e42",
    "16" "tiles" "#8f8987",
};

/// Returns the scene with this name.
pub fn scene(name: &str) -> Option<&'static Picture> {
    SCENES.iter().find(|picture| picture.name == name)
}

/// Returns the portrait of the user with this name.
pub fn portrait(user_name: &str) -> Option<&'static Picture> {
    PORTRAITS.iter().find(|picture| picture.name == user_name)
}

/// Returns the market's pictures of a motif, such as "food" and "pizza"; of the whole category for an empty motif.
pub fn market(category: &str, motif: &str) -> &'static [Picture] {
    let prefix = if motif.is_empty() { format!("{category}-") } else { format!("{category}-{motif}-") };
    let first = market::MARKET.partition_point(|picture| picture.name < prefix.as_str());
    let rest = &market::MARKET[first..];
    &rest[..rest.partition_point(|picture| picture.name.starts_with(&prefix))]
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: [&str; 11] =
        ["art", "beauty", "cruises", "experiences", "food", "hotels", "logos", "music", "relaxation", "shops", "tours"];

    /// Returns width and height from the header of a lossy WebP file (RFC 9649, section 2.5).
    fn size(bytes: &[u8]) -> (i64, i64) {
        assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WEBPVP8 "[..]));
        let side = |at: usize| i64::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]) & 0x3fff);
        (side(26), side(28))
    }

    #[test]
    fn pictures_are_small_webp_of_stated_size() {
        let all = || PORTRAITS.iter().chain(SCENES);
        for picture in all() {
            assert_eq!(size(picture.bytes), (picture.width, picture.height), "{}", picture.name);
            assert!(picture.colour.len() == 7 && picture.colour.starts_with('#'), "{}", picture.name);
        }
        assert!(all().map(|picture| picture.bytes.len()).sum::<usize>() < 1 << 20);
    }

    #[test]
    fn market_has_pictures_of_every_category() {
        let found = CATEGORIES.map(|category| market(category, "").len());
        assert!(found.iter().all(|&count| count >= 14), "{found:?}");
        assert_eq!(found.iter().sum::<usize>(), market::MARKET.len());
        assert_eq!(market("food", "pizza").len(), 5);
        assert!(market("food", "piz").is_empty());
    }

    #[test]
    fn market_names_are_unique_and_in_order() {
        assert!(market::MARKET.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn market_is_small_webp_of_stated_size() {
        for picture in market::MARKET {
            assert_eq!(size(picture.bytes), (picture.width, picture.height), "{}", picture.name);
            assert!(picture.colour.len() == 7 && picture.colour.starts_with('#'), "{}", picture.name);
        }
        let total = market::MARKET.iter().map(|picture| picture.bytes.len()).sum::<usize>();
        assert!(total <= 12 << 20, "{total}");
    }
}
