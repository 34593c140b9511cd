//! Resized pixels.

use image::{DynamicImage, GrayAlphaImage, GrayImage, Luma, LumaA, Rgb, RgbImage, Rgba, RgbaImage};

use pictures::resize::fit;

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
