//! Bytes of a stored file, from disk or from a bucket, at the speed of their reader.

use std::{fs::File, io, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, future::Either, stream};

use super::bucket::{Bucket, Range};
use crate::integrations::file_stream;

/// Bytes of an object that wait in memory for their reader. A request of a block to the bucket ends before the block is
/// sent on, so that slow readers hold no connection to the bucket.
pub const BLOCK: u64 = 256 * 1024;

/// Opened file or object.
pub struct Blob {
    pub source: Source,
    /// Length in bytes.
    pub length: u64,
}

pub enum Source {
    File(File),
    Object(Object),
}

/// Object of a bucket.
pub struct Object {
    bucket: Arc<Bucket>,
    name: String,
    /// First block of the asked bytes, with its offset.
    first: Option<(u64, Bytes)>,
}

impl Object {
    /// Opens an object, and reads its first block from the byte `start`.
    pub async fn open(bucket: &Arc<Bucket>, name: String, start: Option<u64>) -> io::Result<Blob> {
        let (length, first) = match start {
            None => (bucket.length(&name).await?, None),
            Some(start) => {
                let Range { bytes, total } = bucket.read(&name, start, BLOCK).await?;
                (total, Some((start, bytes)))
            }
        };
        Ok(Blob { source: Source::Object(Self { bucket: Arc::clone(bucket), name, first }), length })
    }

    async fn block(&mut self, from: u64, left: u64) -> io::Result<Bytes> {
        let wanted = left.min(BLOCK);
        let mut block = match self.first.take() {
            Some((at, block)) if at == from && !block.is_empty() => block,
            _ => self.bucket.read(&self.name, from, wanted).await?.bytes,
        };
        if block.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        block.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        Ok(block)
    }
}

impl Source {
    /// Streams `length` bytes from the byte `from`.
    pub fn stream(self, from: u64, length: u64) -> impl Stream<Item = io::Result<Bytes>> {
        let object = match self {
            Self::File(file) => return Either::Left(file_stream::of(file, from, length)),
            Self::Object(object) => object,
        };
        let blocks = stream::try_unfold((object, from, length), |(mut object, from, left)| async move {
            if left == 0 {
                return Ok(None);
            }
            let block = object.block(from, left).await?;
            let read = block.len() as u64;
            Ok(Some((block, (object, from + read, left - read))))
        });
        // The answer has begun, so that no status can tell of this.
        Either::Right(blocks.inspect(|block: &io::Result<Bytes>| {
            if let Err(cause) = block {
                tracing::warn!(%cause, "the rest of a stored file could not be read");
            }
        }))
    }
}
