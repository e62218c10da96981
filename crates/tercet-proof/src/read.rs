//! Reading a proof from its file.

use std::hint::select_unpredictable;
use std::io::BufRead;

use crc32fast::Hasher;
use tercet::Board;
use tercet::solver::Step;

use crate::write::{LONGEST, MAGIC, header};
use crate::{Fault, MOST_PROPERTIES, Refusal, provable};

/// The steps of a proof for a board, read one by one. An error ends the iteration.
pub struct Reader<R> {
    input: R,
    /// The numbers read ahead, and how many of them were taken.
    numbers: Vec<u32>,
    taken: usize,
    /// The checksum of the bytes read, except those in `fresh`.
    sum: Hasher,
    /// The bytes read last, which are not yet in the checksum.
    fresh: Vec<u8>,
    /// The number of bytes read.
    at: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header of a proof, and compares it with a board.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if there are no proofs for such boards, if this is not the header of a proof, or if
    /// it is for another board.
    pub fn new(board: &Board, input: R) -> Result<Self, Refusal> {
        provable(board.deck())?;
        let mut reader = Self {
            input,
            numbers: Vec::new(),
            taken: 0,
            sum: Hasher::new(),
            fresh: Vec::new(),
            at: 0,
            is_over: false,
        };
        reader.bytes(MAGIC.len())?;
        if reader.fresh != MAGIC {
            return Err(Refusal::Unreadable { what: "it does not begin as a proof does", at: 0 });
        }
        let (values, properties, _) = (reader.varint()?, reader.varint()?, reader.varint()?);
        if values < 2 || properties as usize > MOST_PROPERTIES {
            return Err(reader.unreadable("there are no proofs for boards of its deck"));
        }
        reader.bytes(4)?;
        if reader.fresh != header(board) {
            // An unreadable file is reported as such, and not as a proof for another board.
            return reader.find_map(Result::err).map_or(Err(Fault::OtherBoard.into()), Err);
        }
        Ok(reader)
    }

    /// The next step, or `None` after the last one if the file ends there.
    #[inline]
    fn step(&mut self) -> Result<Option<Step>, Refusal> {
        match self.number()? {
            0 => self.end().map(|()| None),
            Step::WEIGH => self.weigh().map(Some),
            number => {
                let item = number / 2 - 1;
                Ok(Some(if number % 2 == 0 { Step::Narrow(item) } else { Step::Branch(item) }))
            }
        }
    }

    /// The rest of a step that weighs items.
    fn weigh(&mut self) -> Result<Step, Refusal> {
        let modulus = self.next_number()? - 1;
        let weights = (0..self.next_number()?).map(|_| {
            let (item, number) = (self.next_number()? - 1, self.next_number()?);
            let weight = (number / 2).cast_signed();
            Ok((item, if number % 2 == 1 { weight } else { -weight }))
        });
        let weights = weights.collect::<Result<_, Refusal>>()?;
        Ok(Step::Weigh { modulus, weights })
    }

    /// A further number of a step.
    fn next_number(&mut self) -> Result<u32, Refusal> {
        match self.number()? {
            0 => self.end().and(Err(Fault::Cut.into())),
            number => Ok(number),
        }
    }

    /// The next number.
    #[inline(always)]
    fn number(&mut self) -> Result<u32, Refusal> {
        if self.taken == self.numbers.len() {
            self.fill()?;
        }
        self.taken += 1;
        Ok(self.numbers[self.taken - 1])
    }

    /// The next step, if it has one number.
    #[inline(always)]
    pub(crate) fn short_step(&mut self) -> Result<Option<u32>, Refusal> {
        let number = self.number()?;
        let is_short = number > Step::WEIGH;
        self.taken -= usize::from(!is_short);
        Ok(is_short.then_some(number))
    }

    /// Reads numbers ahead: those of one or two bytes in the buffer, up to the first longer one; if there
    /// are none, that one.
    fn fill(&mut self) -> Result<(), Refusal> {
        const MANY: usize = 1 << 12;
        self.digest();
        self.taken = 0;
        self.numbers.resize(MANY, 0);
        let (bytes, mut used, mut length) = (self.input.fill_buf()?, 0, 0);
        while let (Some(number), [first, second, ..]) =
            (self.numbers.get_mut(length), &bytes[used..])
        {
            let (first, second) = (*first, *second);
            let is_long = first > 0x7f;
            if first == 0 || is_long && !(1..=0x7f).contains(&second) {
                break;
            }
            let high = select_unpredictable(is_long, u32::from(second) << 7, 0);
            *number = u32::from(first & 0x7f) | high;
            length += 1;
            used += 1 + usize::from(is_long);
        }
        self.numbers.truncate(length);
        self.sum.update(&bytes[..used]);
        self.input.consume(used);
        self.at += used as u64;
        if used == 0 {
            let number = self.varint()?;
            self.numbers.push(number);
        }
        Ok(())
    }

    /// Reads the checksum, which ends the file.
    fn end(&mut self) -> Result<(), Refusal> {
        self.digest();
        let sum = self.sum.clone().finalize().to_le_bytes();
        self.bytes(sum.len())?;
        if self.fresh != sum {
            return Err(self.unreadable("its check sum is wrong"));
        }
        if self.input.fill_buf()?.is_empty() {
            Ok(())
        } else {
            Err(self.unreadable("more follows"))
        }
    }

    /// Reads a varint.
    fn varint(&mut self) -> Result<u32, Refusal> {
        let (mut number, start) = (0_u64, self.fresh.len());
        loop {
            let byte = self.byte()?;
            let length = self.fresh.len() - start;
            number |= u64::from(byte & 0x7f) << (7 * (length - 1));
            if byte < 0x80 {
                let is_shortest = byte > 0 || length == 1;
                return match u32::try_from(number) {
                    Ok(number) if is_shortest => Ok(number),
                    _ => Err(self.unreadable("a number is not written as it should be")),
                };
            }
            if length == LONGEST {
                return Err(self.unreadable("a number is too long"));
            }
        }
    }

    /// Reads `length` more bytes.
    fn bytes(&mut self, length: usize) -> Result<(), Refusal> {
        (0..length).try_for_each(|_| self.byte().map(drop))
    }

    fn byte(&mut self) -> Result<u8, Refusal> {
        let Some(&byte) = self.input.fill_buf()?.first() else {
            return Err(self.unreadable("it ends too early"));
        };
        self.input.consume(1);
        self.at += 1;
        self.fresh.push(byte);
        Ok(byte)
    }

    /// Moves the bytes in `fresh` to the checksum.
    fn digest(&mut self) {
        self.sum.update(&self.fresh);
        self.fresh.clear();
    }

    fn unreadable(&self, what: &'static str) -> Refusal {
        Refusal::Unreadable { what, at: self.at.saturating_sub(1) }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Step, Refusal>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let step = self.step().transpose();
        self.is_over = !matches!(step, Some(Ok(_)));
        step
    }
}
