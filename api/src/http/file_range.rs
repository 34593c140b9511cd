//! Sends a file or object, or the part of it that the request asks for, at the speed of the client.

use std::io;

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    body::SizedStream,
    http::{
        Method, StatusCode,
        header::{self, ByteRangeSpec, Header as _, Range},
    },
};
use bytes::Bytes;
use futures_util::stream;

use crate::integrations::blob_store::Source;

/// Length that no file has. Ranges that count from the end begin in its second half.
const LONGER_THAN_ALL: u64 = 1 << 60;

/// Requested range of a file.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    All,
    /// First and last byte, inclusive.
    Part(u64, u64),
    /// Not satisfiable: beyond the end of the file.
    Beyond,
}

/// Returns the first byte that the answer to a request will send, as far as the request tells it. `None`: it sends no
/// bytes, or its range counts from the end.
pub(crate) fn first_byte(request: &HttpRequest) -> Option<u64> {
    if request.method() == Method::HEAD {
        return None;
    }
    match asked(request, LONGER_THAN_ALL) {
        Asked::Part(first, _) if first < LONGER_THAN_ALL / 2 => Some(first),
        Asked::Part(..) | Asked::Beyond => None,
        Asked::All => Some(0),
    }
}

/// Answers with the file of this length: 200, 206 with the part, or 416. `describe` begins the answer with its headers.
/// Without an `etag`, a part is sent to no client that names the state it holds.
pub(crate) fn send(
    request: &HttpRequest,
    source: Source,
    length: u64,
    etag: Option<&str>,
    describe: impl FnOnce(StatusCode) -> HttpResponseBuilder,
) -> HttpResponse {
    // A non-matching `If-Range` returns the whole file.
    let same = text(request, header::IF_RANGE).is_none_or(|seen| etag == Some(seen));
    // Ranges apply to GET only.
    let is_head = request.method() == Method::HEAD;
    let asked = if same && !is_head { asked(request, length) } else { Asked::All };
    let (status, from, to) = match asked {
        Asked::All => (StatusCode::OK, 0, length),
        Asked::Part(first, last) => (StatusCode::PARTIAL_CONTENT, first, last + 1),
        Asked::Beyond => {
            let range = (header::CONTENT_RANGE, format!("bytes */{length}"));
            return describe(StatusCode::RANGE_NOT_SATISFIABLE).insert_header(range).finish();
        }
    };
    let mut answer = describe(status);
    if status == StatusCode::PARTIAL_CONTENT {
        answer.insert_header((header::CONTENT_RANGE, format!("bytes {from}-{}/{length}", to - 1)));
    }
    if is_head {
        // Sends the length without reading the file.
        return answer.body(SizedStream::new(length, stream::empty::<io::Result<Bytes>>()));
    }
    answer.body(SizedStream::new(to - from, source.stream(from, to - from)))
}

/// Returns a header as text.
pub(crate) fn text(request: &HttpRequest, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}

/// Parses the requested range. Several ranges return the whole file, as RFC 9110 allows.
fn asked(request: &HttpRequest, length: u64) -> Asked {
    if !request.headers().contains_key(header::RANGE) {
        return Asked::All;
    }
    let Ok(Range::Bytes(ranges)) = Range::parse(request) else { return Asked::All };
    let [range] = ranges.as_slice() else { return Asked::All };
    if matches!(range, ByteRangeSpec::FromTo(from, to) if from > to) {
        return Asked::All;
    }
    range.to_satisfiable_range(length).map_or(Asked::Beyond, |(from, to)| Asked::Part(from, to))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn first_byte_is_known_unless_range_counts_from_the_end() {
        let first = |method: Method, range: Option<&str>| {
            let request = TestRequest::default().method(method);
            let request = if let Some(range) = range { request.insert_header((header::RANGE, range)) } else { request };
            first_byte(&request.to_http_request())
        };
        assert_eq!(first(Method::GET, None), Some(0));
        assert_eq!(first(Method::HEAD, None), None);
        for (range, expected) in
            [("bytes=0-", Some(0)), ("bytes=7-", Some(7)), ("bytes=7-9", Some(7)), ("bytes=-5", None), ("x", Some(0))]
        {
            assert_eq!(first(Method::GET, Some(range)), expected, "{range}");
        }
    }

    #[test]
    fn range_parses_single_part_and_ignores_invalid_ranges() {
        for (range, expected) in [
            ("bytes=0-", Asked::Part(0, 99)),
            ("bytes=10-19", Asked::Part(10, 19)),
            ("bytes=90-500", Asked::Part(90, 99)),
            ("bytes=-5", Asked::Part(95, 99)),
            ("bytes=100-", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=0-1,5-6", Asked::All),
            ("bytes=9-1", Asked::All),
            ("rows=0-1", Asked::All),
            ("bytes=x", Asked::All),
        ] {
            let request = TestRequest::default().insert_header((header::RANGE, range)).to_http_request();
            assert_eq!(asked(&request, 100), expected, "{range}");
        }
        assert_eq!(asked(&TestRequest::default().to_http_request(), 100), Asked::All);
    }
}
