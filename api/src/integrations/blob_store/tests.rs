//! Files in a folder. The integration tests run the stories of the storages on a bucket too.

use std::{fs, io::Read as _};

use super::{super::disk::Space, *};

fn open(folder: &Path) -> Blobs {
    Blobs::open(folder, DiskReserve::none(), None).unwrap()
}

async fn read(blobs: &Blobs, key: &str) -> io::Result<String> {
    let mut text = String::new();
    blobs.local_file(key).await?.read_to_string(&mut text).map(|_| text)
}

#[actix_web::test]
async fn put_stores_file_and_rejects_foreign_paths() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = open(folder.path());
    let key = store::media::new_key();
    blobs.put(&key, b"bytes").await.unwrap();
    assert_eq!(read(&blobs, &key).await.unwrap(), "bytes");
    assert!(folder.path().join(&key[..2]).join(&key).exists());
    assert!(blobs.open_file("../secrets/access-token.key", Some(0)).await.is_err());
    assert!(blobs.put("..", b"x").await.is_err());
    blobs.remove(&key).await.unwrap();
    assert!(read(&blobs, &key).await.is_err());
    blobs.remove(&key).await.unwrap();
}

#[actix_web::test]
async fn files_beside_are_deleted_with_the_main_file() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = open(folder.path());
    let key = store::media::new_key();
    blobs.put(&key, b"picture").await.unwrap();
    let adopt = async || blobs.adopt_rendition(&key, 320, &blobs.part_of(b"small")?).await;
    adopt().await.unwrap();
    for file in StreamFile::ALL {
        blobs.adopt_stream(&key, file, &blobs.part_of(b"beside").unwrap()).await.unwrap();
        assert_eq!(blobs.open_stream(&key, file, Some(0)).await.unwrap().length, 6);
    }
    assert!(
        blobs.open_rendition(&key, 320, None).await.is_ok() && blobs.open_rendition(&key, 800, None).await.is_err()
    );
    blobs.remove(&key).await.unwrap();
    assert_eq!(adopt().await.unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(fs::read_dir(folder.path().join(&key[..2])).unwrap().count(), 0);
}

#[actix_web::test]
async fn upload_is_joined_from_its_parts_and_listed_until_removed() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = open(folder.path());
    let key = store::media::new_key();
    for (offset, bytes) in [(3, b"def"), (0, b"abc")] {
        blobs.add_to_upload(&key, offset, blobs.part_of(bytes).unwrap()).await.unwrap();
    }
    assert_eq!(fs::read(blobs.local_upload(&key).await.unwrap().path()).unwrap(), b"abcdef");
    assert_eq!(blobs.uploads().await.unwrap(), std::slice::from_ref(&key));
    blobs.remove_upload(&key).await.unwrap();
    assert!(blobs.uploads().await.unwrap().is_empty() && blobs.remove_upload("../x").await.is_err());
}

#[test]
fn part_is_deleted_on_drop_and_on_restart() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = open(folder.path());
    let mut part = blobs.part().unwrap();
    part.write(b"half").unwrap();
    let path = part.path().to_owned();
    assert!(path.exists());
    drop(part);
    assert!(!path.exists());
    fs::write(&path, b"left over").unwrap();
    open(folder.path());
    assert!(!path.exists());
}

#[test]
fn write_fails_when_disk_reserve_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    // The folder's content reduces the free space.
    let free: fn(&Path) -> io::Result<Space> = |folder| {
        let sizes = fs::read_dir(folder.join("parts"))?.map(|file| Ok(file?.metadata()?.len()));
        Ok(Space { total: 64 << 20, free: (8 << 20) - sizes.sum::<io::Result<u64>>()? })
    };
    let blobs = Blobs::open(folder.path(), DiskReserve::new(folder.path(), Some(4 << 20), free), None).unwrap();
    let mut part = blobs.part().unwrap();
    let full = (0..64).find_map(|_| part.write(&[0; 128 * 1024]).err()).unwrap();
    assert_eq!(full.kind(), io::ErrorKind::StorageFull);
    assert!(part.path().metadata().unwrap().len() <= 6 << 20);
    assert_eq!(blobs.part().err().unwrap().kind(), io::ErrorKind::StorageFull);
    drop(part);
    assert!(blobs.part().is_ok());
}
