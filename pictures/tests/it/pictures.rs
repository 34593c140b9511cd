//! Uploaded pictures of every format, size and disguise.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use pictures::{EncodedImage, ImageError, read};

fn saved(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    file
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

fn of(bytes: &[u8]) -> Result<EncodedImage, ImageError> {
    read(saved(bytes).path())
}

#[test]
fn four_formats_are_accepted_and_reencoded() {
    let red = DynamicImage::ImageRgb8(RgbImage::from_pixel(40, 20, Rgb([255, 0, 0])));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let picture = of(&encoded(&red, format)).unwrap();
        assert_eq!((picture.mime, picture.width, picture.height), ("image/jpeg", 40, 20));
        assert!(picture.placeholder.starts_with("data:image/webp;base64,"), "{}", picture.placeholder);
    }
    let glass = DynamicImage::ImageRgba8(RgbaImage::from_pixel(4, 4, Rgba([0, 0, 255, 128])));
    let picture = of(&encoded(&glass, ImageFormat::Png)).unwrap();
    assert_eq!((picture.mime, picture.placeholder.as_str()), ("image/png", "#0000ff"));
}

#[test]
fn large_picture_is_reduced_in_proportion() {
    let wide = DynamicImage::ImageRgb8(RgbImage::new(4_096, 1_024));
    let picture = of(&encoded(&wide, ImageFormat::Png)).unwrap();
    assert_eq!((picture.width, picture.height), (2_048, 512));
}

#[test]
fn files_other_than_pictures_are_rejected() {
    for bytes in [&b""[..], b"PK\x03\x04zip", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<html>", b"%PDF-1.7"] {
        assert_eq!(of(bytes).unwrap_err(), ImageError::Kind);
    }
    let mut cut = encoded(&DynamicImage::ImageRgb8(RgbImage::new(64, 64)), ImageFormat::Png);
    cut.truncate(cut.len() / 2);
    assert_eq!(of(&cut).unwrap_err(), ImageError::Damaged);
}

#[test]
fn huge_claimed_size_is_rejected_before_decoding() {
    assert_eq!(of(&claiming(30_000, 8)).unwrap_err(), ImageError::TooLarge);
}

#[test]
fn picture_is_rejected_when_decoded_bytes_exceed_limit() {
    // 39.7 megapixels: 119 MB with 8 bits a color, 238 MB with 16.
    assert_eq!(of(&claiming(6_300, 16)).unwrap_err(), ImageError::TooLarge);
    assert_eq!(of(&claiming(6_300, 8)).unwrap_err(), ImageError::Damaged);
    assert_eq!(of(&claiming(5_000, 16)).unwrap_err(), ImageError::Damaged);
}

/// Builds a PNG whose header claims a color square with `bits` bits a color, with the data of a single pixel.
fn claiming(side: u32, bits: u8) -> Vec<u8> {
    let mut png = encoded(&DynamicImage::ImageRgb8(RgbImage::new(1, 1)), ImageFormat::Png);
    // Width, height and depth in the IHDR chunk, and its checksum.
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    png[24] = bits;
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

#[test]
fn picture_with_16_bits_is_stored_with_8() {
    let deep: DynamicImage = image::ImageBuffer::from_pixel(3_000, 30, Rgb([0x8000_u16, 0, 0xFFFF])).into();
    let picture = of(&encoded(&deep, ImageFormat::Png)).unwrap();
    assert_eq!((picture.mime, picture.width, picture.height), ("image/jpeg", 2_048, 20));
    let glass: DynamicImage = image::ImageBuffer::from_pixel(8, 8, Rgba([0xFFFF_u16, 0, 0, 0x8000])).into();
    let kept = of(&encoded(&glass, ImageFormat::Png)).unwrap();
    assert_eq!(image::load_from_memory(&kept.bytes).unwrap().color(), image::ColorType::Rgba8);
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

#[test]
fn sideways_picture_is_rotated_and_exif_removed() {
    let wide = DynamicImage::ImageRgb8(RgbImage::new(40, 20));
    let plain = encoded(&wide, ImageFormat::Jpeg);
    // APP1 with one TIFF entry: orientation (0x0112) = 6, a quarter turn clockwise.
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = u16::try_from(exif.len() + 2).unwrap();
    let mut turned = plain[..2].to_vec();
    turned.extend([0xFF, 0xE1]);
    turned.extend(length.to_be_bytes());
    turned.extend(exif);
    turned.extend(&plain[2..]);
    let picture = of(&turned).unwrap();
    assert_eq!((picture.width, picture.height), (20, 40));
    assert!(!picture.bytes.windows(4).any(|window| window == b"Exif"));
}
