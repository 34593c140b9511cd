//! Masking of payloads (RFC 6455 §5.3).

/// Applies `key` to `bytes` in place. `start` is the offset of `bytes` in the payload, so that a payload can be
/// unmasked in pieces. Processes eight bytes at a time; the compiler vectorises the loop.
pub(super) fn apply(bytes: &mut [u8], key: [u8; 4], start: usize) {
    let turned = [0, 1, 2, 3].map(|i: usize| key[(start + i) % 4]);
    let mut wide = [0; 8];
    wide[..4].copy_from_slice(&turned);
    wide[4..].copy_from_slice(&turned);
    let wide = u64::from_ne_bytes(wide);

    let (words, rest) = bytes.as_chunks_mut::<8>();
    for word in words {
        *word = (u64::from_ne_bytes(*word) ^ wide).to_ne_bytes();
    }
    for (byte, key) in rest.iter_mut().zip(turned.iter().cycle()) {
        *byte ^= key;
    }
}
