//! Renditions and placeholders.

use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use pictures::rendition::{all, blurred, one};

/// Builds a picture with the detail of a photo: noise at several scales, strongest at the largest.
fn photo(width: u32, height: u32) -> DynamicImage {
    let noise = |x: u32, y: u32| {
        let mut hash = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
        hash = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
        f64::from((hash ^ (hash >> 13)) & 0xFF)
    };
    RgbImage::from_fn(width, height, |x, y| {
        let light: f64 = [(256, 0.5), (64, 0.25), (16, 0.13), (4, 0.06), (1, 0.03)]
            .into_iter()
            .map(|(cell, weight)| {
                let (x0, y0) = (x / cell, y / cell);
                let (dx, dy) = (f64::from(x % cell) / f64::from(cell), f64::from(y % cell) / f64::from(cell));
                let top = noise(x0, y0) * (1.0 - dx) + noise(x0 + 1, y0) * dx;
                let bottom = noise(x0, y0 + 1) * (1.0 - dx) + noise(x0 + 1, y0 + 1) * dx;
                weight * (top * (1.0 - dy) + bottom * dy)
            })
            .sum();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
        let light = light as u8;
        Rgb([light, light.saturating_add(20), 255 - light])
    })
    .into()
}

#[test]
fn renditions_are_smaller_than_picture() {
    let widths = |picture: DynamicImage| all(&picture).unwrap().iter().map(|one| one.width).collect::<Vec<_>>();
    assert_eq!(widths(RgbImage::new(2_048, 1_000).into()), [1_600, 800, 320, 128]);
    assert_eq!(widths(RgbImage::new(1_600, 900).into()), [800, 320, 128]);
    assert_eq!(widths(RgbImage::new(128, 2_000).into()), [0; 0]);
    let glass = RgbaImage::from_pixel(400, 200, Rgba([0, 0, 255, 128])).into();
    let shown = image::load_from_memory_with_format(&all(&glass).unwrap()[0].bytes, ImageFormat::WebP).unwrap();
    assert_eq!(shown.dimensions(), (320, 160));
    assert!(shown.to_rgba8().get_pixel(9, 9)[3].abs_diff(128) < 5);
}

#[test]
fn three_photos_at_chat_size_cost_90_kb_at_most() {
    let photo = photo(2_048, 1_536);
    let sizes: Vec<(u32, usize)> = all(&photo).unwrap().iter().map(|one| (one.width, one.bytes.len())).collect();
    eprintln!("{sizes:?}");
    let chat = one(&photo, 320).unwrap().bytes.len();
    assert!(3 * chat <= 90 * 1024, "{chat}");
    let placeholder = blurred(&photo).unwrap();
    assert!(placeholder.starts_with("data:image/webp;base64,UklGR") && placeholder.len() < 400, "{placeholder}");
}
