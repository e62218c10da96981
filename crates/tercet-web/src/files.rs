//! The files of the page: in the binary, minified and compressed, or in a folder for development.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::Path;

use bytes::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, IF_NONE_MATCH, VARY,
};
use hyper::{Response, StatusCode};

use crate::response::{Content, response, whole};

/// A file of the page.
struct File {
    /// Its path, such as `js/play.js`.
    path: &'static str,
    /// Its contents.
    plain: &'static [u8],
    /// Its contents compressed, if that is shorter.
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The response with the file of this path, which begins with a slash; from a folder if one is given.
pub(crate) fn file(
    path: &str,
    headers: &HeaderMap,
    folder: Option<&Path>,
) -> Option<Response<Content>> {
    let path = path.strip_prefix('/')?;
    let path = if path.is_empty() { "index.html" } else { path };
    if let Some(folder) = folder {
        return Some(sent(path, headers, on_disk(folder, path)?.into(), None));
    }
    let file = FILES.iter().find(|file| file.path == path)?;
    Some(sent(path, headers, Bytes::from_static(file.plain), file.gzip))
}

/// The file as it is on the disk now.
fn on_disk(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let is_name = |part: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_plain)
    };
    path.split('/').all(is_name).then(|| std::fs::read(folder.join(path)).ok())?
}

fn sent(
    path: &str,
    headers: &HeaderMap,
    plain: Bytes,
    gzip: Option<&'static [u8]>,
) -> Response<Content> {
    // The tag is a weak one: it stands for both forms.
    let version = BuildHasherDefault::<DefaultHasher>::default().hash_one(&plain);
    let tag = format!("W/\"{version:016x}\"");
    let is_known = values(headers, &IF_NONE_MATCH).any(|known| known == tag || known == "*");
    let gzip = gzip.filter(|_| accepts_gzip(headers));
    let mut response = match gzip {
        _ if is_known => response(StatusCode::NOT_MODIFIED, whole(Bytes::new())),
        Some(gzip) => response(StatusCode::OK, whole(gzip)),
        None => response(StatusCode::OK, whole(plain)),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(ETAG, tag.try_into().expect("a tag is ASCII"));
    if gzip.is_some() && !is_known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// The media type of a file of this name.
fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The items of a header that is a list.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lists = headers.get_all(name).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    values(headers, &ACCEPT_ENCODING).any(|value| {
        let (coding, weight) = value.split_once(';').unwrap_or((value, ""));
        let weight: String = weight.chars().filter(|letter| !letter.is_whitespace()).collect();
        let refused = weight.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        coding.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (accepts, gzip) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.8", true),
            ("GZIP", true),
            ("gzip; q=0", false),
            ("gzip;q=0.000", false),
            ("identity", false),
            ("", false),
        ] {
            let accepts = HeaderMap::from_iter([(ACCEPT_ENCODING, accepts.parse().unwrap())]);
            assert_eq!(accepts_gzip(&accepts), gzip, "{accepts:?}");
        }
    }

    #[test]
    fn all_files_have_a_type_and_the_page_is_there() {
        assert!(FILES.iter().any(|file| file.path == "index.html"));
        for file in FILES {
            assert_ne!(media_type(file.path), "application/octet-stream", "{}", file.path);
            assert!(file.gzip.is_none_or(|gzip| gzip.len() < file.plain.len()), "{}", file.path);
        }
    }

    #[test]
    fn both_forms_are_the_same_file() {
        use std::io::Read;

        use hyper::body::Body;

        for file in FILES {
            let Some(gzip) = file.gzip else { continue };
            let mut plain = Vec::new();
            flate2::read::GzDecoder::new(gzip).read_to_end(&mut plain).unwrap();
            assert!(plain == file.plain, "{}", file.path);
        }
        let sent = |accepts: &str| {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, accepts.parse().unwrap())]);
            sent("a.js", &headers, Bytes::from_static(b"plain"), Some(b"gzip"))
        };
        let (plain, gzip) = (sent("br"), sent("br, gzip"));
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        assert_eq!(gzip.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(gzip.headers()[VARY], "accept-encoding");
        assert_eq!(plain.headers()[ETAG], gzip.headers()[ETAG]);
        let sizes = [plain, gzip].map(|response| response.body().size_hint().exact());
        assert_eq!(sizes, [Some(5), Some(4)]);
    }

    #[test]
    fn a_path_stays_in_the_folder() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let sources = Some(sources.as_path());
        let paths = " index.html /../Cargo.toml /..%2fCargo.toml /%2e%2e/Cargo.toml /js/../../Cargo.toml \
            /./../Cargo.toml //etc/passwd /etc/passwd /index.html/ /index.html%00.js /.git /. /.. \
            /..\\Cargo.toml /a\\b /page/index.html";
        for path in paths.split(' ') {
            assert!(file(path, &HeaderMap::new(), None).is_none(), "{path}");
            assert!(file(path, &HeaderMap::new(), sources).is_none(), "{path}");
        }
        let status = |folder| file("/", &HeaderMap::new(), folder).map(|found| found.status());
        assert_eq!((status(None), status(sources)), (Some(StatusCode::OK), Some(StatusCode::OK)));
    }

    #[test]
    fn the_page_is_at_most_90_kilobytes_and_little_of_it_begins_a_game() {
        let size = |file: &File| file.gzip.map_or(file.plain.len(), <[u8]>::len);
        let (rest, first): (Vec<&File>, Vec<&File>) =
            FILES.iter().partition(|file| file.path == "js/rest.js");
        let [first, rest] = [first, rest].map(|files| files.into_iter().map(size).sum::<usize>());
        assert!(first > 0 && first + rest <= 90_000, "{first} and {rest} bytes");
        assert!(first < rest * 2 / 3, "{first} and {rest} bytes");
    }
}
