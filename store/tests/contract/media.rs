use store::{
    Error,
    ids::{MediaId, UserId},
    media::{self, MediaKind, NewMedia, Stored},
    testing::both,
};

use crate::{NOW, account};

fn picture(id: i64, owner: UserId) -> NewMedia {
    NewMedia {
        id: MediaId(id),
        key: format!("{id:032x}"),
        owner,
        kind: MediaKind::Image,
        mime: "image/png".to_owned(),
        width: 640,
        height: 480,
        bytes: 1234,
        placeholder: "#a0b0c0".to_owned(),
        created_at: NOW,
    }
}

#[tokio::test]
async fn a_file_is_found_by_its_key() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let made = media::insert(&db, &picture(1, ann)).await.unwrap();
        assert_eq!(made.url, "/media/00000000000000000000000000000001");
        let stored = media::find_by_key(&db, &format!("{:032x}", 1)).await.unwrap();
        assert_eq!(stored, Some(Stored { mime: "image/png".to_owned(), bytes: 1234 }));
        assert_eq!(media::find_by_key(&db, &format!("{:032x}", 2)).await.unwrap(), None);
        let again = NewMedia { id: MediaId(2), ..picture(1, ann) };
        assert!(matches!(media::insert(&db, &again).await, Err(Error::Taken)));
    })
    .await;
}

#[test]
fn keys_are_file_names_and_nothing_else_is() {
    assert!(media::is_key(&media::new_key()));
    assert_ne!(media::new_key(), media::new_key());
    for text in ["", "..", "../../etc/passwd", &"A".repeat(32), &"g".repeat(32), &"0".repeat(31)] {
        assert!(!media::is_key(text), "{text}");
    }
}
