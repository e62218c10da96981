//! A photograph of the table: its cards, how sure they are, and their sets.

use std::collections::BTreeSet;

use tercet_vision::{
    Doubt, Edition, PICTURES, Photograph, Point, ReadCard, Reading, Unread, read_within, steady,
};

use crate::Bytes;
use crate::board::all_sets;
use crate::prelude::*;

request! {
    /// The cards of the classic deck on a photograph, and their sets. Either the file or its pixels are
    /// given.
    pub struct Photo {
        /// A file: JPEG, PNG or WebP, at most 64 megapixels.
        pub picture: Option<Bytes>,
        /// The pixels of an upright picture, at most 64 megapixels.
        pub pixels: Option<Pixels>,
        /// How cards are written in the answer; the code on the pictures (`2RhO`) by default.
        pub notation: Option<Notation>,
        /// For a picture of a camera: `pictures` of the last answer, or an empty list if it is the first one.
        /// The answer then is what the last five pictures agree on.
        pub earlier: Option<Vec<Photographed>>,
        /// A hint instead of the sets: this many cards of one of them, which may be 0.
        pub hint: Option<usize>,
        timeout,
    }
}

/// The pixels of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Pixels {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// Three bytes for red, green and blue of each pixel, row by row from the top, as sRGB.
    pub rgb: Bytes,
}

/// The reading of a photograph.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Photographed {
    /// The width of the upright picture, in pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The cards in table order: row by row, from left to right.
    pub cards: Vec<PhotographedCard>,
    /// The areas that look like cards but could not be read.
    pub unread: Vec<UnreadCard>,
    /// The edition of the cards, if they show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// Whether the board is reliable: there are cards, all of them are sure, no card is unread, and
    /// `confidence` is high.
    pub sure: bool,
    /// The probability, from 0 to 1, that exactly the cards on the table were found, and all read
    /// correctly.
    pub confidence: f64,
    /// Whether there is a set among the cards as they were read.
    pub answer: PhotoAnswer,
    /// The sets, each as its cards in table order. A card that was read twice counts once. Empty if a hint
    /// was asked for.
    pub sets: Vec<Vec<String>>,
    /// How many sets there are.
    pub count: Whole,
    /// If a hint was asked for: the cards that it shows of a set. It is the set that differs in the fewest
    /// properties, and of several the first in table order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Vec<String>>,
    /// For a picture of a camera: the readings of the last pictures, each by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Vec<Self>>,
}

/// A card that was read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PhotographedCard {
    /// The likeliest reading.
    pub card: String,
    /// Its probability, from 0 to 1.
    pub confidence: f64,
    /// The other likely readings, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// The corners in pixels, right and down from the upper left corner of the upright picture;
    /// clockwise, from the corner that comes first along the rows of the table.
    pub corners: [[f64; 2]; 4],
    /// The reasons to check the card, the weightiest first.
    pub doubts: Vec<Doubt>,
    /// Whether the card needs no second look.
    pub sure: bool,
    /// Its row on the table, from 0.
    pub row: usize,
    /// Its position in the row, from 0.
    pub column: usize,
}

/// Another reading of a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Alternative {
    /// The card.
    pub card: String,
    /// Its probability, from 0 to 1.
    pub confidence: f64,
}

/// An area that looks like a card but could not be read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct UnreadCard {
    /// The corners, in the same form as those of a card.
    pub corners: [[f64; 2]; 4],
    /// Why it could not be read.
    pub doubt: Doubt,
}

/// Whether a photographed board has a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PhotoAnswer {
    /// The cards as they were read contain a set.
    Found,
    /// The board has no set, and its reading is sure.
    None,
    /// The cards as they were read contain no set, but the reading of the board is not sure.
    Doubtful,
}

impl Answered for Photographed {
    fn status(&self) -> Status {
        match self.answer {
            PhotoAnswer::Found => Status::Yes,
            PhotoAnswer::None => Status::No,
            PhotoAnswer::Doubtful => Status::Stopped,
        }
    }
}

impl Photographed {
    /// The answer from a reading, with all sets, or with this many cards of one as a hint. The default
    /// notation is the code on the pictures; every notation can write the classic deck.
    pub fn of(reading: &Reading, notation: Option<Notation>, hint: Option<usize>) -> Self {
        let notation = notation.unwrap_or(Notation::Classic);
        let text = |card: Card| notation.write(Deck::CLASSIC, card);
        let cards = reading.cards.iter().map(|card| PhotographedCard {
            card: text(card.card),
            confidence: rounded(card.confidence),
            alternatives: card
                .readings
                .iter()
                .filter(|(other, _)| *other != card.card)
                .map(|&(other, confidence)| Alternative {
                    card: text(other),
                    confidence: rounded(confidence),
                })
                .collect(),
            corners: card.corners.map(place),
            doubts: card.doubts.clone(),
            sure: card.is_sure(),
            row: card.row,
            column: card.column,
        });
        let unread = reading
            .unread
            .iter()
            .map(|unread| UnreadCard { corners: unread.corners.map(place), doubt: unread.doubt });
        let sets = Self::sets_of(reading);
        let sure = reading.is_sure();
        Self {
            width: reading.width,
            height: reading.height,
            cards: cards.collect(),
            unread: unread.collect(),
            edition: reading.edition,
            sure,
            confidence: rounded(reading.confidence),
            answer: match (sets.is_empty(), sure) {
                (false, _) => PhotoAnswer::Found,
                (true, true) => PhotoAnswer::None,
                (true, false) => PhotoAnswer::Doubtful,
            },
            count: sets.len().into(),
            hint: hint
                .map(|stage| write_cards(Deck::CLASSIC, notation, &Self::hint_of(&sets, stage))),
            sets: match hint {
                Some(_) => Vec::new(),
                None => sets.iter().map(|set| write_cards(Deck::CLASSIC, notation, set)).collect(),
            },
            pictures: None,
        }
    }

    /// The reading, as far as the answer has it.
    fn reading(&self) -> Result<Reading, Error> {
        let corners = |of: [[f64; 2]; 4]| of.map(|[x, y]| Point::new(x as f32, y as f32));
        let card = |of: &PhotographedCard| {
            let first = (Deck::CLASSIC.card(&of.card)?, of.confidence as f32);
            let others = of.alternatives.iter().map(|other| {
                Ok::<_, Error>((Deck::CLASSIC.card(&other.card)?, other.confidence as f32))
            });
            let readings = std::iter::once(Ok(first)).chain(others).collect::<Result<_, _>>()?;
            let (card, confidence) = first;
            let (corners, doubts) = (corners(of.corners), of.doubts.clone());
            let (row, column) = (of.row, of.column);
            let (odds, symbols) = Default::default();
            Ok(ReadCard { card, confidence, readings, odds, corners, symbols, doubts, row, column })
        };
        let unread = |of: &UnreadCard| Unread { corners: corners(of.corners), doubt: of.doubt };
        Ok(Reading {
            width: self.width,
            height: self.height,
            cards: self.cards.iter().map(card).collect::<Result<_, Error>>()?,
            unread: self.unread.iter().map(unread).collect(),
            edition: self.edition,
            confidence: self.confidence as f32,
        })
    }

    /// The sets among the cards as they were read, each in table order. A card on which the pictures of a
    /// camera do not agree yet is left out.
    pub fn sets_of(reading: &Reading) -> Vec<[Card; 3]> {
        let board = Board::new(Deck::CLASSIC, once(reading)).expect("each card comes once");
        let sets = all_sets(&board);
        sets.iter().map(|set| [0, 1, 2].map(|i| board[set[i]])).collect()
    }

    /// The cards that a hint shows of these sets: as many of the set that [hints](tercet::hint) are about.
    pub fn hint_of(sets: &[[Card; 3]], stage: usize) -> Vec<Card> {
        let deck = Deck::CLASSIC;
        let differing = |set: &&[Card; 3]| {
            let differs =
                |&property: &usize| deck.value(set[0], property) != deck.value(set[1], property);
            (0..deck.properties()).filter(differs).count()
        };
        let easiest = sets.iter().min_by_key(differing);
        easiest.into_iter().flatten().take(stage).copied().collect()
    }
}

/// The cards of a reading in table order, each once.
fn once(reading: &Reading) -> Vec<Card> {
    let mut seen = BTreeSet::new();
    let steady = reading.cards.iter().filter(|read| !read.doubts.contains(&Doubt::Unsteady));
    steady.map(|read| read.card).filter(|&card| seen.insert(card)).collect()
}

/// A probability with four decimals.
fn rounded(probability: f32) -> f64 {
    (f64::from(probability) * 1e4).round() / 1e4
}

/// A point with one decimal.
fn place(Point { x, y }: Point) -> [f64; 2] {
    [x, y].map(|pixels| (f64::from(pixels) * 10.0).round() / 10.0)
}

impl From<tercet_vision::Error> for Error {
    fn from(error: tercet_vision::Error) -> Self {
        use tercet_vision::Error as Refusal;
        let message = error.to_string();
        match error {
            Refusal::Empty | Refusal::Unknown | Refusal::Unsupported(..) | Refusal::Damaged(_) => {
                Self::new(Code::NotAPicture, message)
            }
            Refusal::TooLarge { .. } => {
                Self::new(Code::OutOfRange, message).with("most", tercet_vision::MOST_PIXELS)
            }
            Refusal::Pixels { .. } => Self::new(Code::Conflict, message),
        }
    }
}

impl Photo {
    /// The photograph.
    ///
    /// # Errors
    ///
    /// [`Code::NotAPicture`], also if neither a file nor pixels are given; [`Code::OutOfRange`];
    /// [`Code::Conflict`] if both are, or the number of pixels is not width times height; and the stop of
    /// the limit.
    pub fn photograph(&self, limit: &Limit) -> Result<Photograph, Error> {
        match (&self.picture, &self.pixels) {
            (Some(picture), None) => Photograph::decode_within(&picture.0, limit)?
                .map_err(|error| Error::from(error).of_field("picture")),
            (None, Some(Pixels { width, height, rgb })) => {
                Photograph::of_rgb(*width, *height, rgb.0.clone())
                    .map_err(|error| Error::from(error).of_field("pixels"))
            }
            (None, None) => Err(error!(
                NotAPicture,
                "there is no picture: give a file as 'picture' or its 'pixels'"
            )),
            (Some(_), Some(_)) => {
                Err(error!(Conflict, "a picture is given as a file or as pixels, not both"))
            }
        }
    }

    /// Reads a photograph, or the next picture of a camera.
    ///
    /// # Errors
    ///
    /// Those of a text in `earlier` that is not a card of the classic deck, and the stop of the limit.
    pub fn read(
        &self,
        photograph: &Photograph,
        limit: &Limit,
    ) -> Result<(Reading, Photographed), Error> {
        let earlier = self.earlier.iter().flatten().map(Photographed::reading);
        let earlier = earlier.collect::<Result<Vec<_>, _>>();
        let reading = read_within(photograph, limit)?;
        let alone = Photographed::of(&reading, self.notation, self.hint);
        let Some(mut pictures) = self.earlier.clone() else { return Ok((reading, alone)) };
        let mut readings = earlier.map_err(|error| error.of_field("earlier"))?;
        readings.push(reading);
        let reading = steady(&readings);
        pictures.push(alone);
        pictures.drain(..pictures.len().saturating_sub(PICTURES - 1));
        let answer = Photographed::of(&reading, self.notation, self.hint);
        Ok((reading, Photographed { pictures: Some(pictures), ..answer }))
    }
}

impl Question for Photo {
    type Answer = Photographed;

    fn ask(&self, session: &Session) -> Result<Photographed, Error> {
        let limit = session.limit(self.timeout);
        limit.check()?;
        let photograph = self.photograph(&limit)?;
        session.start(|| "reading the photograph".into());
        Ok(self.read(&photograph, &limit)?.1)
    }
}

#[cfg(test)]
mod tests {
    use tercet::classic::ClassicCard;
    use tercet_vision::{ReadCard, Unread};

    use super::*;

    /// A reading of these cards in a row, each with this confidence.
    fn reading(cards: &[(&str, f32)]) -> Reading {
        let card = |(column, &(code, confidence)): (usize, &(&str, f32))| {
            let card: Card = code.parse::<ClassicCard>().unwrap().into();
            let other = card.third(Deck::CLASSIC.cards().next().unwrap());
            let x = 100.0 * column as f32;
            let corners = [(x, 0.04), (x + 60.0, 0.0), (x + 60.0, 90.0), (x, 90.0)];
            ReadCard {
                card,
                confidence,
                readings: vec![(card, confidence), (other, 1.0 - confidence)],
                odds: [[1.0, 0.0, 0.0]; 4],
                corners: corners.map(|(x, y)| Point { x, y }),
                symbols: Vec::new(),
                doubts: if confidence < 0.9 { vec![Doubt::Glare] } else { Vec::new() },
                row: 0,
                column,
            }
        };
        let cards = cards.iter().enumerate().map(card).collect();
        Reading { width: 640, height: 480, cards, confidence: 0.98, ..Reading::default() }
    }

    #[test]
    fn none_is_said_only_of_a_sure_board() {
        let of = |reading: &Reading| Photographed::of(reading, None, None);
        let sure = of(&reading(&[("1RsO", 0.999), ("1RsD", 0.999)]));
        assert_eq!((sure.answer, sure.sure, sure.status()), (PhotoAnswer::None, true, Status::No));
        let doubtful = of(&reading(&[("1RsO", 0.999), ("1RsD", 0.6)]));
        assert_eq!((doubtful.answer, doubtful.sure), (PhotoAnswer::Doubtful, false));
        assert_eq!(doubtful.status(), Status::Stopped);
        assert_eq!(of(&Reading::default()).answer, PhotoAnswer::Doubtful);
        let mut unread = reading(&[("1RsO", 0.999)]);
        unread.unread.push(Unread { corners: [Point::default(); 4], doubt: Doubt::Blur });
        assert_eq!(of(&unread).answer, PhotoAnswer::Doubtful);
    }

    #[test]
    fn a_card_that_was_read_twice_counts_once() {
        let cards = [("1RsS", 0.99), ("1RsO", 0.99), ("1RsD", 0.6), ("1RsO", 0.98), ("2GhO", 0.99)];
        let answer = Photographed::of(&reading(&cards), None, None);
        assert_eq!((answer.answer, answer.cards.len()), (PhotoAnswer::Found, 5));
        assert_eq!(answer.sets, [["1RsS", "1RsO", "1RsD"]]);
        assert_eq!(answer.count, 1_usize.into());
    }

    #[test]
    fn a_hint_shows_cards_of_one_set_and_no_others() {
        let cards: Vec<String> = Deck::CLASSIC
            .cards()
            .map(|card| ClassicCard::try_from(card).unwrap().to_string())
            .collect();
        for seed in 0..40 {
            // Every board of twelve cards is a walk through the deck by a step that shares no factor with it.
            let at = |i: usize| (&*cards[(seed + i * (3 * seed + 7)) % 81], 0.99);
            let reading = reading(&(0..12).map(at).collect::<Vec<_>>());
            let board = reading.board().unwrap();
            let all = Photographed::of(&reading, None, None);
            assert_eq!(all.hint, None);
            for stage in 0..5 {
                let answer = Photographed::of(&reading, None, Some(stage));
                let hint = board.hint().stage(stage, &Limit::none()).unwrap();
                assert_eq!(
                    answer.hint,
                    Some(write_cards(Deck::CLASSIC, Notation::Classic, &hint.cards))
                );
                assert_eq!((&answer.count, answer.answer), (&all.count, all.answer));
                assert!(answer.sets.is_empty());
            }
        }
        let (picture, hint) =
            (Some(Pixels { width: 2, height: 1, rgb: Bytes(vec![0; 6]) }), Some(2));
        let photo = Photo { pixels: picture, hint, ..Photo::default() };
        assert_eq!(photo.ask(&Session::new()).unwrap().hint, Some(Vec::new()));
    }

    #[test]
    fn a_camera_shows_what_its_last_pictures_agree_on() {
        let cards = [("1RsS", 0.99), ("1RsO", 0.99), ("1RsD", 0.99)];
        let shown = Photographed::of(&reading(&cards), None, None);
        assert_eq!(Photographed::of(&shown.reading().unwrap(), None, None), shown);
        let ask = |earlier: Vec<Photographed>| {
            let pixels = Some(Pixels { width: 2, height: 2, rgb: Bytes(vec![0; 12]) });
            Photo { pixels, earlier: Some(earlier), ..Photo::default() }.ask(&Session::new())
        };
        // This picture shows nothing, and the one before it counts.
        let answer = ask(vec![shown.clone(); 6]).unwrap();
        assert_eq!((answer.cards.len(), answer.sets.len()), (3, 1));
        assert_eq!(answer.pictures.as_ref().unwrap()[..3], vec![shown.clone(); 3]);
        assert!(answer.pictures.unwrap()[3].cards.is_empty());
        let answer = ask(vec![shown.clone()]).unwrap();
        assert_eq!((answer.cards.len(), answer.sets.len()), (3, 0));
        assert!(answer.cards.iter().all(|card| card.doubts == [Doubt::Unsteady] && !card.sure));
        assert_eq!(ask(Vec::new()).unwrap().pictures.unwrap().len(), 1);
        let mut wrong = shown;
        wrong.cards[1].card = "9RsS".into();
        let refusal = ask(vec![wrong]).unwrap_err();
        assert_eq!((refusal.code, &refusal.data["field"]), (Code::NotACard, &"earlier".into()));
    }

    #[test]
    fn what_is_no_photograph_is_refused() {
        let refusal = |photo: &Photo| photo.ask(&Session::new()).unwrap_err();
        let file =
            |bytes: &[u8]| Photo { picture: Some(Bytes(bytes.to_vec())), ..Photo::default() };
        assert_eq!(refusal(&Photo::default()).code, Code::NotAPicture);
        assert_eq!(refusal(&file(b"")).message, "the picture is empty");
        assert_eq!(refusal(&file(b"2RhO 1GsD")).code, Code::NotAPicture);
        let pixels = |width, height, bytes: usize| Photo {
            pixels: Some(Pixels { width, height, rgb: Bytes(vec![0; bytes]) }),
            ..Photo::default()
        };
        assert_eq!(refusal(&pixels(2, 2, 11)).code, Code::Conflict);
        assert_eq!(refusal(&pixels(60_000, 60_000, 1)).code, Code::OutOfRange);
        let both = Photo { picture: Some(Bytes::default()), ..pixels(1, 1, 3) };
        assert_eq!(refusal(&both).code, Code::Conflict);
        let cancelled = Session::new();
        cancelled.cancel();
        assert_eq!(pixels(1, 1, 3).ask(&cancelled).unwrap_err().code, Code::Interrupted);
        let late = Photo { timeout: Some(Seconds::default()), ..pixels(1, 1, 3) };
        assert_eq!(refusal(&late).code, Code::Deadline);
    }
}
