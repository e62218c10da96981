//! Reading matching instances. Each error states the place, the problem and a remedy.
//!
//! The file is plain text: a heading line, then one edge a line, as numbers from 0 separated by white
//! space. `#` starts a comment; blank lines are ignored.
//!
//! ```text
//! matching 3 2   # k dimensions of n elements
//! 0 0 1
//! 1 1 0
//! ```

use super::{InstanceError, MatchingInstance, spaced};
use crate::solver::{Limit, Stop};
use crate::text::{ParseError, Place, number, utf8, words};

/// An error with its place in the text.
fn located(
    mut error: InstanceError,
    heading: Place,
    places: &[Vec<Place>],
) -> ParseError<InstanceError> {
    let place = match &mut error {
        InstanceError::Element { index, place, .. } => places[*index][*place],
        InstanceError::Duplicate { index, first, place, .. } => {
            *place = Some(places[*first][0]);
            places[*index][0]
        }
        InstanceError::Width { index, .. } => places[*index][0],
        _ => heading,
    };
    ParseError { place, problem: error }
}

impl MatchingInstance {
    /// Reads an instance: a line `matching K N`, then one edge a line as K numbers from 0 to N−1.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the place of the first problem.
    ///
    /// ```
    /// use tercet::reduction::MatchingInstance;
    ///
    /// let instance = MatchingInstance::parse("matching 3 2\n0 0 1\n1 1 0  # a comment\n")?;
    /// assert_eq!(instance.edges().len(), 2);
    /// let error = MatchingInstance::parse("matching 3 2\n0 0 2").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 5: edge '0 0 2': element 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError<InstanceError>> {
        let text = utf8(text.as_ref())
            .map_err(|place| ParseError { place, problem: InstanceError::NotText })?;
        let rows = text.lines().enumerate().map(|(i, content)| words(i + 1, content).collect());
        let mut rows = rows.filter(|words: &Vec<_>| !words.is_empty());
        let heading: Vec<(Place, &str)> = rows.next().unwrap_or_default();
        let start = heading.first().map_or(Place { line: 1, column: 1 }, |&(place, _)| place);
        let size = match heading[..] {
            [(_, "matching"), (_, k), (_, n)] => number(k).zip(number(n)),
            _ => None,
        };
        let (dimensions, elements) =
            size.ok_or(ParseError { place: start, problem: InstanceError::NoHeading })?;
        let (mut edges, mut places) = (Vec::new(), Vec::new());
        for row in rows {
            let number = |&(place, word): &(Place, &str)| {
                let problem =
                    || ParseError { place, problem: InstanceError::NotANumber(word.into()) };
                number(word).ok_or_else(problem)
            };
            edges.push(row.iter().map(number).collect::<Result<_, _>>()?);
            places.push(row.into_iter().map(|(place, _)| place).collect());
        }
        Self::new(dimensions, elements, edges).map_err(|error| located(error, start, &places))
    }

    /// The instance in the format that [`parse`](Self::parse) reads.
    pub fn text(&self) -> String {
        self.text_within(&Limit::none()).expect("there is no limit")
    }

    /// The [`text`](Self::text), under a limit.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn text_within(&self, limit: &Limit) -> Result<String, Stop> {
        let mut watch = limit.watch();
        let mut text = format!("matching {} {}\n", self.dimensions(), self.elements());
        for edge in self.edges() {
            watch.tick(edge.len())?;
            text += &spaced(edge);
            text += "\n";
        }
        Ok(text)
    }
}
