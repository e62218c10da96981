//! Writing a proof.

use std::io::{self, Write};

use crc32fast::Hasher;
use tercet::Board;

/// How each file begins.
pub(crate) const MAGIC: &[u8; 15] = b"tercet-proof 2\n";

/// The most bytes of a varint.
pub(crate) const LONGEST: usize = 5;

/// Writes a varint: 7 bits a byte, the lowest first, and the high bit in every byte but the last.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The header of the proofs for a board: the magic, the deck, the number of cards, and their digest.
pub(crate) fn header(board: &Board) -> Vec<u8> {
    let deck = board.deck();
    let mut cards = Vec::new();
    for &card in board.cards() {
        deck.values_of(card).for_each(|value| push_varint(&mut cards, value as u64));
    }
    let mut header = MAGIC.to_vec();
    for number in [deck.values(), deck.properties(), board.len()] {
        push_varint(&mut header, number as u64);
    }
    header.extend(crc32fast::hash(&cards).to_le_bytes());
    header
}

/// Appends the numbers of steps in the file format. Almost all have one byte or two, and which of them no
/// processor can predict.
pub(crate) fn push_numbers(bytes: &mut Vec<u8>, numbers: &[u32]) {
    bytes.reserve(2 * numbers.len());
    for &number in numbers {
        if number < 1 << 14 {
            let is_long = number > 0x7f;
            bytes.extend([number as u8 & 0x7f | u8::from(is_long) << 7, (number >> 7) as u8]);
            bytes.truncate(bytes.len() - usize::from(!is_long));
        } else {
            push_varint(bytes, number.into());
        }
    }
}

/// Writes the file of a proof: its header at once, then steps, and at last the end.
pub struct Writer<W> {
    output: W,
    sum: Hasher,
    bytes: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Begins a proof for a board.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn new(board: &Board, output: W) -> io::Result<Self> {
        let mut writer = Self { output, sum: Hasher::new(), bytes: header(board) };
        writer.pass()?;
        Ok(writer)
    }

    /// Writes the numbers of some steps.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn numbers(&mut self, numbers: &[u32]) -> io::Result<()> {
        push_numbers(&mut self.bytes, numbers);
        self.pass()
    }

    /// Writes a part of the steps, as [`prove_part`](crate::prove_part) has written it.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn part(&mut self, part: &[u8]) -> io::Result<()> {
        self.sum.update(part);
        self.output.write_all(part)
    }

    /// Writes the end, and returns the output.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn finish(mut self) -> io::Result<W> {
        push_varint(&mut self.bytes, 0);
        self.pass()?;
        self.output.write_all(&self.sum.finalize().to_le_bytes())?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn pass(&mut self) -> io::Result<()> {
        self.sum.update(&self.bytes);
        self.output.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}
