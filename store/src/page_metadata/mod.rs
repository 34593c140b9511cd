//! Facts for the head of a public web page: title, description, picture, structured data, site map. Read for crawlers
//! and link previews, with few queries. The web app reads the page itself by the catalogue.

pub mod company;
pub mod offering;
pub mod profile;
pub mod reel;
pub mod site_map;

/// Picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// URL path of the original.
    pub url: String,
    pub width: Option<i64>,
    pub height: Option<i64>,
}

/// Columns of a picture.
#[derive(sqlx::FromRow)]
struct PictureColumns {
    picture_key: Option<String>,
    picture_width: Option<i64>,
    picture_height: Option<i64>,
}

impl PictureColumns {
    fn picture(self) -> Option<PagePicture> {
        let Self { picture_key, picture_width: width, picture_height: height } = self;
        picture_key.map(|key| PagePicture { url: crate::media::url(&key), width, height })
    }
}
