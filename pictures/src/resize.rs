//! Resizes pictures with 8 bits a color.
//!
//! For a resize, the crate `image` makes a second copy with 32 bits a color: 206 MB for 40 megapixels. This module's
//! intermediate picture has 8 bits, and transparent pixels are weighted in place.

use fast_image_resize::{
    FilterType, MulDiv, PixelType, ResizeAlg, ResizeOptions, Resizer,
    images::{Image, ImageRef},
};
use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};

/// Reduces the picture in proportion until its longer side has at most `side` pixels. `None`: it has more than 8 bits a
/// color.
pub fn fit(picture: DynamicImage, side: u32) -> Option<DynamicImage> {
    let (width, height) = (picture.width(), picture.height());
    let longer = width.max(height);
    if longer <= side {
        return Some(picture);
    }
    let scaled = |length: u32| {
        let exact = (u64::from(length) * u64::from(side) + u64::from(longer) / 2) / u64::from(longer);
        u32::try_from(exact).map_or(side, |length| length.max(1))
    };
    resized(picture, scaled(width), scaled(height))
}

/// Returns a copy of the picture, scaled in proportion to `width` pixels. `None`: it has more than 8 bits a color.
pub fn to_width(picture: &DynamicImage, width: u32) -> Option<DynamicImage> {
    let (old_width, old_height) = (u64::from(picture.width()), u64::from(picture.height()));
    let height = (old_height * u64::from(width) + old_width / 2) / old_width.max(1);
    resized(picture.clone(), width, u32::try_from(height).ok()?.max(1))
}

fn resized(picture: DynamicImage, width: u32, height: u32) -> Option<DynamicImage> {
    let pixels = match picture {
        DynamicImage::ImageLuma8(_) => PixelType::U8,
        DynamicImage::ImageLumaA8(_) => PixelType::U8x2,
        DynamicImage::ImageRgb8(_) => PixelType::U8x3,
        DynamicImage::ImageRgba8(_) => PixelType::U8x4,
        _ => return None,
    };
    let has_alpha = picture.color().has_alpha();
    // Alpha is weighted in place, since the resizer would copy the whole picture for it.
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom)).use_alpha(false);
    let mut small = Image::new(width, height, pixels);
    if has_alpha {
        let size = (picture.width(), picture.height());
        let mut large = Image::from_vec_u8(size.0, size.1, picture.into_bytes(), pixels).ok()?;
        MulDiv::new().multiply_alpha_inplace(&mut large).ok()?;
        Resizer::new().resize(&large, &mut small, &options).ok()?;
        drop(large);
        MulDiv::new().divide_alpha_inplace(&mut small).ok()?;
    } else {
        let large = ImageRef::new(picture.width(), picture.height(), picture.as_bytes(), pixels).ok()?;
        Resizer::new().resize(&large, &mut small, &options).ok()?;
    }
    let bytes = small.into_vec();
    match pixels {
        PixelType::U8 => GrayImage::from_raw(width, height, bytes).map(Into::into),
        PixelType::U8x2 => GrayAlphaImage::from_raw(width, height, bytes).map(Into::into),
        PixelType::U8x3 => RgbImage::from_raw(width, height, bytes).map(Into::into),
        _ => RgbaImage::from_raw(width, height, bytes).map(Into::into),
    }
}

#[cfg(test)]
mod tests {
    use image::{Luma, LumaA, Rgb, Rgba};

    use super::*;

    #[test]
    fn resize_preserves_proportions_and_colors() {
        for picture in [
            DynamicImage::from(GrayImage::from_pixel(400, 100, Luma([90]))),
            GrayAlphaImage::from_pixel(400, 100, LumaA([90, 128])).into(),
            RgbImage::from_pixel(400, 100, Rgb([10, 120, 200])).into(),
            RgbaImage::from_pixel(400, 100, Rgba([10, 120, 200, 128])).into(),
        ] {
            let pixel = picture.to_rgba8().get_pixel(0, 0).0;
            let small = fit(picture, 100).unwrap();
            assert_eq!((small.width(), small.height()), (100, 25));
            let kept = small.to_rgba8().get_pixel(50, 12).0;
            assert!(pixel.iter().zip(kept).all(|(one, other)| one.abs_diff(other) <= 1), "{pixel:?} {kept:?}");
        }
        let thin = fit(RgbImage::new(5_000, 1).into(), 100).unwrap();
        assert_eq!((thin.width(), thin.height()), (100, 1));
    }

    #[test]
    fn invisible_colors_do_not_bleed_into_visible_ones() {
        let half =
            RgbaImage::from_fn(200, 10, |x, _| if x % 2 == 0 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 255, 0, 0]) });
        let small = fit(half.into(), 50).unwrap().to_rgba8();
        assert!(small.pixels().all(|pixel| pixel[0] > 250 && pixel[1] < 5), "{:?}", small.get_pixel(20, 1));
    }
}
