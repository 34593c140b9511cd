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
