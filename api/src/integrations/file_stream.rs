//! Bytes of a file, read in blocks as they are asked for.

use std::{
    fs::File,
    io::{self, SeekFrom},
};

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, stream};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

/// Bytes per read from disk.
const CHUNK: usize = 64 * 1024;

/// Streams `length` bytes of a file from the byte `from`. A shorter file is an error.
pub fn of(file: File, from: u64, length: u64) -> impl Stream<Item = io::Result<Bytes>> {
    let file = tokio::fs::File::from_std(file);
    stream::try_unfold((file, Some(from), length), |(mut file, seek, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        if let Some(from) = seek.filter(|from| *from > 0) {
            file.seek(SeekFrom::Start(from)).await?;
        }
        let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        let mut chunk = BytesMut::with_capacity(wanted);
        let read = (&mut file).take(wanted as u64).read_buf(&mut chunk).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some((chunk.freeze(), (file, None, left - read as u64))))
    })
}
