//! A long array in small pieces.

use std::ops::{Index, IndexMut};

/// An array that grows by a few kilobytes at a time. Its elements are never copied, so unlike a
/// vector it never takes twice its memory while it grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks<T> {
    chunks: Vec<Box<[T; CHUNK]>>,
    len: usize,
}

/// The number of elements of a piece.
const CHUNK: usize = 256;

impl<T: Copy + Default> Chunks<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bytes taken from the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of::<[T; CHUNK]>() * self.chunks.len() + size_of::<usize>() * self.chunks.capacity()
    }

    /// The bytes that one more element would take from the heap: none in most cases.
    #[inline]
    pub(super) fn bytes_of_next(&self) -> usize {
        if self.len < CHUNK * self.chunks.len() {
            return 0;
        }
        let table = self.chunks.capacity();
        let longer = if self.chunks.len() < table { 0 } else { 2 * table.max(2) };
        size_of::<[T; CHUNK]>() + size_of::<usize>() * longer
    }

    #[inline]
    pub(super) fn push(&mut self, element: T) {
        if self.len == CHUNK * self.chunks.len() {
            let chunk = vec![T::default(); CHUNK].try_into();
            self.chunks.push(chunk.unwrap_or_else(|_| unreachable!("it has the length")));
        }
        self.chunks[self.len / CHUNK][self.len % CHUNK] = element;
        self.len += 1;
    }

    /// Removes the last element, but keeps its memory.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.chunks[self.len / CHUNK][self.len % CHUNK])
    }

    /// Keeps the first elements and frees the memory of the others.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.chunks.truncate(self.len.div_ceil(CHUNK));
        if self.chunks.capacity() > 4 * self.chunks.len() {
            self.chunks.shrink_to_fit();
        }
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, i: usize) -> &T {
        debug_assert!(i < self.len);
        &self.chunks[i / CHUNK][i % CHUNK]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, i: usize) -> &mut T {
        debug_assert!(i < self.len);
        &mut self.chunks[i / CHUNK][i % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_told_before() {
        let mut chunks = Chunks::<u32>::default();
        assert_eq!((chunks.len(), chunks.bytes(), chunks.pop()), (0, 0, None));
        for i in 0..10_000 {
            let told = chunks.bytes() + chunks.bytes_of_next();
            chunks.push(i);
            assert!(chunks.bytes() <= told, "{i}: {} of {told}", chunks.bytes());
        }
        assert!((0..10_000).all(|i| chunks[i] == i as u32));
        assert!(chunks.bytes() < 42_000);
        assert_eq!(chunks.pop(), Some(9_999));
        chunks.truncate(300);
        assert_eq!((chunks.len(), chunks[299]), (300, 299));
        assert!(chunks.bytes() < 2 * 1024 + 100);
        chunks.truncate(0);
        assert_eq!(chunks.bytes(), 0);
    }
}
