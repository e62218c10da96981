//! The parts of the file format that writers and readers share.

use tercet::Board;

/// How each file begins.
pub(crate) const MAGIC: &[u8; 15] = b"tercet-proof 1\n";

/// The most bytes of a varint.
pub(crate) const LONGEST: usize = 5;

/// Writes a varint: 7 bits a byte, the lowest first, and the high bit in every byte but the last.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
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
        deck.values_of(card).for_each(|value| push_varint(&mut cards, value as u32));
    }
    let mut header = MAGIC.to_vec();
    for number in [deck.values(), deck.properties(), board.len()] {
        push_varint(&mut header, number as u32);
    }
    header.extend(crc32fast::hash(&cards).to_le_bytes());
    header
}
