//! Reading matching instances and graphs. Each error states the place, the problem and a remedy.
//!
//! Both files are plain text of the same form: a heading line, then one edge a line, as numbers
//! from 0 separated by white space. `#` starts a comment; blank lines are ignored.
//!
//! ```text
//! matching 3 2   # k dimensions of n elements        graph 3   # this many vertices
//! 0 0 1                                              0 1
//! 1 1 0                                              1 2
//! ```

use super::{Graph, InstanceError, MatchingInstance, spaced};
use crate::solver::{Limit, Stop};
use crate::text::{ParseError, Place, number, utf8, words};

/// A kind of file, by its heading.
struct Kind {
    word: &'static str,
    wanted: &'static str,
    example: &'static str,
    numbers: usize,
}

const MATCHING: Kind =
    Kind { word: "matching", wanted: "matching K N", example: "matching 3 4", numbers: 2 };
const GRAPH: Kind = Kind { word: "graph", wanted: "graph N", example: "graph 5", numbers: 1 };

/// The numbers of a file, and the places of all words.
struct Lines {
    heading: Vec<usize>,
    heading_place: Place,
    edges: Vec<Vec<usize>>,
    places: Vec<Vec<Place>>,
}

impl Lines {
    fn read(bytes: &[u8], kind: &Kind) -> Result<Self, ParseError<InstanceError>> {
        let text = utf8(bytes)
            .map_err(|place| ParseError { place, problem: InstanceError::NotText(kind.wanted) })?;
        let rows = text.lines().enumerate().map(|(i, content)| words(i + 1, content).collect());
        let mut rows = rows.filter(|words: &Vec<_>| !words.is_empty());
        let start = Place { line: 1, column: 1 };
        let heading: Vec<(Place, &str)> = rows.next().unwrap_or_default();
        let heading_place = heading.first().map_or(start, |&(place, _)| place);
        let numbers = heading.iter().skip(1).map(|&(_, word)| number(word));
        let numbers: Option<Vec<usize>> = numbers.collect();
        let is_kind = heading.first().is_some_and(|&(_, word)| word == kind.word);
        let Some(heading) = numbers.filter(|all| is_kind && all.len() == kind.numbers) else {
            let problem = InstanceError::NoHeading { wanted: kind.wanted, example: kind.example };
            return Err(ParseError { place: heading_place, problem });
        };
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
        Ok(Self { heading, heading_place, edges, places })
    }
}

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
        InstanceError::Width { index, .. } | InstanceError::Loop { index, .. } => places[*index][0],
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
        let Lines { heading, heading_place, edges, places } =
            Lines::read(text.as_ref(), &MATCHING)?;
        Self::new(heading[0], heading[1], edges)
            .map_err(|error| located(error, heading_place, &places))
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
        let heading = [self.dimensions(), self.elements()];
        text(&MATCHING, &heading, self.edges().iter().map(|edge| &edge[..]), limit)
    }
}

impl Graph {
    /// Reads a graph: a line `graph N`, then one edge a line as two numbers from 0 to N−1.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the place of the first problem.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError<InstanceError>> {
        let Lines { heading, heading_place, edges, places } = Lines::read(text.as_ref(), &GRAPH)?;
        let ends = edges.into_iter().zip(&places).map(|(edge, places)| {
            <[usize; 2]>::try_from(edge)
                .map_err(|edge| ParseError { place: places[0], problem: InstanceError::Ends(edge) })
        });
        let edges: Vec<[usize; 2]> = ends.collect::<Result<_, _>>()?;
        Self::new(heading[0], edges).map_err(|error| located(error, heading_place, &places))
    }

    /// The graph in the format that [`parse`](Self::parse) reads.
    pub fn text(&self) -> String {
        let edges = self.edges().iter().map(|edge| &edge[..]);
        text(&GRAPH, &[self.vertices()], edges, &Limit::none()).expect("there is no limit")
    }
}

fn text<'a>(
    kind: &Kind,
    heading: &[usize],
    edges: impl Iterator<Item = &'a [usize]>,
    limit: &Limit,
) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let mut text = format!("{} {}\n", kind.word, spaced(heading));
    for edge in edges {
        watch.tick(edge.len())?;
        text += &spaced(edge);
        text += "\n";
    }
    Ok(text)
}
