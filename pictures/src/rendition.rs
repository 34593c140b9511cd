//! Smaller copies of a picture for its display sizes, and a blurred placeholder until the picture has loaded.
//!
//! They are lossy WebP by libwebp. The crate `image` writes only lossless WebP, which is about ten times as large. JPEG
//! has no transparency and needs a third more bytes for the same quality.

use image::DynamicImage;

use super::{ImageError, resize};

/// Widths in pixels: a face in a list, a chat bubble, a bubble on a high-density display, and a whole screen.
pub const WIDTHS: [u32; 4] = [128, 320, 800, 1_600];
pub const MIME: &str = "image/webp";
const QUALITY: f32 = 72.0;

/// Longer side in pixels and quality of the blurred picture: about 150 bytes.
const BLURRED_SIDE: u32 = 16;
const BLURRED_QUALITY: f32 = 30.0;

/// Encoded smaller copy.
#[derive(Debug)]
pub struct Rendition {
    pub width: u32,
    pub bytes: Vec<u8>,
}

/// Makes all renditions smaller than the picture, from the largest down, each from the previous.
pub fn all(picture: &DynamicImage) -> Result<Vec<Rendition>, ImageError> {
    let mut made = Vec::new();
    let mut last = None;
    for width in WIDTHS.into_iter().rev().filter(|width| *width < picture.width()) {
        let smaller = resize::to_width(last.as_ref().unwrap_or(picture), width).ok_or(ImageError::Damaged)?;
        made.push(Rendition { width, bytes: webp(&smaller, QUALITY)? });
        last = Some(smaller);
    }
    Ok(made)
}

/// Makes the rendition of a single width.
pub fn one(picture: &DynamicImage, width: u32) -> Result<Rendition, ImageError> {
    let small = resize::to_width(picture, width).ok_or(ImageError::Damaged)?;
    Ok(Rendition { width, bytes: webp(&small, QUALITY)? })
}

/// Makes a `data:` URL of a tiny picture, which browsers blur by enlarging it.
pub fn blurred(picture: &DynamicImage) -> Result<String, ImageError> {
    use base64::Engine as _;
    let small = resize::fit(picture.clone(), BLURRED_SIDE).ok_or(ImageError::Damaged)?;
    let bytes = webp(&small, BLURRED_QUALITY)?;
    Ok(format!("data:{MIME};base64,{}", base64::engine::general_purpose::STANDARD.encode(bytes)))
}

fn webp(picture: &DynamicImage, quality: f32) -> Result<Vec<u8>, ImageError> {
    let (width, height) = (picture.width(), picture.height());
    let encode = |encoder: webp::Encoder<'_>| encoder.encode_simple(false, quality).map(|bytes| bytes.to_vec());
    let encoded = if picture.color().has_alpha() {
        encode(webp::Encoder::from_rgba(picture.to_rgba8().as_raw(), width, height))
    } else {
        encode(webp::Encoder::from_rgb(picture.to_rgb8().as_raw(), width, height))
    };
    encoded.map_err(|_| ImageError::Damaged)
}
