//! Uploaded pictures: identified by content, bounded before decoding, and re-encoded. Nothing of the original file
//! remains: no location, no camera, no disguised content.

pub mod rendition;
pub mod resize;

use std::{
    fs::File,
    io::{BufReader, Cursor},
    path::Path,
};

use image::{
    DynamicImage, GenericImageView as _, ImageDecoder as _, ImageFormat, ImageReader, Limits, codecs::jpeg::JpegEncoder,
};

use rendition::Rendition;

/// Maximum pixels along a side, as sent.
const SIDE: u32 = 12_000;
/// Maximum pixels in total, as sent: a picture of a few kilobytes can claim gigabytes.
const PIXELS: u64 = 40_000_000;
/// Maximum bytes of the decoded pixels: 40 megapixels with four bytes each, half as many pixels with 16 bits a color.
const DECODED_BYTES: u64 = 4 * PIXELS;
/// Memory limit of decoding: the pixels and the decoder's own needs.
const MEMORY: u64 = 256 * 1024 * 1024;
/// Maximum pixels along the longer side, as stored: enough for a large screen.
const KEPT_SIDE: u32 = 2_048;
const JPEG_QUALITY: u8 = 82;

/// Encoded picture, ready to be stored.
#[derive(Debug)]
pub struct EncodedImage {
    pub bytes: Vec<u8>,
    pub mime: &'static str,
    pub width: u32,
    pub height: u32,
    /// Tiny blurred picture as a `data:` URL. For a transparent picture, through which it would show, the average color
    /// as `#rrggbb`.
    pub placeholder: String,
}

/// Reason for rejecting a file.
#[derive(Debug, PartialEq, Eq)]
pub enum ImageError {
    /// The file is not JPEG, PNG, WebP or GIF.
    Kind,
    TooLarge,
    Damaged,
}

impl std::fmt::Display for ImageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Kind => "Send a JPEG, PNG, WebP or GIF picture.",
            Self::TooLarge => {
                "The picture has too many pixels: 12,000 a side and 40 million in all are the most, \
                half as many with 16 bits a color."
            }
            Self::Damaged => "The picture is damaged.",
        })
    }
}

/// Decodes the picture in `file`, upright and reduced to the stored size. Takes up to a second of a core.
pub fn read(file: &Path) -> Result<EncodedImage, ImageError> {
    encode(&open(file)?)
}

/// Decodes the picture and makes the renditions smaller than it. Takes up to two seconds of a core.
pub fn read_with_renditions(file: &Path) -> Result<(EncodedImage, Vec<Rendition>), ImageError> {
    let picture = open(file)?;
    Ok((encode(&picture)?, rendition::all(&picture)?))
}

/// Makes a rendition of a stored picture.
pub fn rendition_of(file: File, width: u32) -> Result<Rendition, ImageError> {
    rendition::one(&decode(file)?, width)
}

/// Decodes the picture without its transparency. Always encodes a JPEG.
pub fn decode_opaque(file: &Path) -> Result<EncodedImage, ImageError> {
    encode(&DynamicImage::ImageRgb8(open(file)?.into_rgb8()))
}

fn open(file: &Path) -> Result<DynamicImage, ImageError> {
    decode(File::open(file).map_err(|_| ImageError::Damaged)?)
}

fn decode(file: File) -> Result<DynamicImage, ImageError> {
    let damaged = |_| ImageError::Damaged;
    let reader = ImageReader::new(BufReader::new(file)).with_guessed_format().map_err(|_| ImageError::Damaged)?;
    match reader.format() {
        Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif) => {}
        _ => return Err(ImageError::Kind),
    }
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    let is_large = width > SIDE || height > SIDE || u64::from(width) * u64::from(height) > PIXELS;
    if is_large || decoder.total_bytes() > DECODED_BYTES {
        return Err(ImageError::TooLarge);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    decoder.set_limits(limits).map_err(|_| ImageError::TooLarge)?;
    let orientation = decoder.orientation().map_err(damaged)?;
    let picture = with_8_bits(DynamicImage::from_decoder(decoder).map_err(damaged)?);
    let mut picture = resize::fit(picture, KEPT_SIDE).ok_or(ImageError::Damaged)?;
    // After the resize, since rotation needs a second copy of the pixels.
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Converts the picture to 8 bits a color, in half of the memory or less. Stored pictures have 8 bits.
fn with_8_bits(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageLuma16(_) => picture.into_luma8().into(),
        DynamicImage::ImageLumaA16(_) => picture.into_luma_alpha8().into(),
        DynamicImage::ImageRgb16(_) | DynamicImage::ImageRgb32F(_) => picture.into_rgb8().into(),
        DynamicImage::ImageRgba16(_) | DynamicImage::ImageRgba32F(_) => picture.into_rgba8().into(),
        other => other,
    }
}

fn encode(picture: &DynamicImage) -> Result<EncodedImage, ImageError> {
    let mut bytes = Vec::new();
    let transparent = picture.color().has_alpha() && picture.pixels().any(|(_, _, pixel)| pixel[3] < u8::MAX);
    let mime = if transparent {
        let rgba = picture.to_rgba8();
        rgba.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).map_err(|_| ImageError::Damaged)?;
        "image/png"
    } else {
        let rgb = picture.to_rgb8();
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        rgb.write_with_encoder(encoder).map_err(|_| ImageError::Damaged)?;
        "image/jpeg"
    };
    let (width, height) = picture.dimensions();
    let placeholder = if transparent { average(picture) } else { rendition::blurred(picture)? };
    Ok(EncodedImage { bytes, mime, width, height, placeholder })
}

/// Returns the average color, weighted by opacity.
fn average(picture: &DynamicImage) -> String {
    let small = picture.thumbnail(32, 32).to_rgba8();
    let (mut sum, mut cover) = ([0_u64; 3], 0_u64);
    for pixel in small.pixels() {
        let alpha = u64::from(pixel[3]);
        cover += alpha;
        for (channel, value) in sum.iter_mut().zip(pixel.0) {
            *channel += u64::from(value) * alpha;
        }
    }
    let [red, green, blue] = sum.map(|channel| channel.checked_div(cover).unwrap_or(0));
    format!("#{red:02x}{green:02x}{blue:02x}")
}
