//! What a question may cost when it comes over the network.
//!
//! A request is looked at before anything works on it: its boards are read and counted, its time,
//! memory and threads are cut, and what starts programs or reads files is refused. The match over all
//! questions has no default, so a new question does not compile before its bounds are thought of.

use std::num::NonZeroUsize;
use std::time::Duration;

use tercet::Deck;
use tercet::reduction::generate::matching_threshold;
use tercet_app::{
    BoardSpec, CardCount, Code, Deal, DealKind, Error, List, Play, Record, ReduceGenerate, Request,
    Search, Seconds,
};

/// The time of a question that asks for none.
const USUAL: Duration = Duration::from_secs(10);
/// The most time.
const MOST: Duration = Duration::from_secs(60);
/// The most bytes for what a question remembers.
const MEMORY: usize = 256 << 20;
/// The most cards of a board.
const BOARD: usize = 20_000;
/// The most cards of a board whose answer is longer than the board.
const WORDY: usize = 2_000;
/// The most cards of a board on which a question usually takes a moment.
const SMALL: usize = 200;
/// The most cards of a deal, and of a deck that is counted card by card.
const DEAL: usize = 100_000;
/// The most tiles in all pictures together, which take some megabytes.
const TILES: usize = 20_000;
/// The most cards times properties times values of a board that is exported.
const WRITTEN: usize = 400_000;
/// The most cards in all sets of a list together, and in all sets of a game.
const LISTED: usize = 1_000_000;
/// The most bytes of a proof.
const PROOF: usize = 16 << 20;
/// The most edges of a generated instance.
const EDGES: usize = 100_000;

/// What `portfolio` lets race if a request names no methods: those that start no program.
const RACING: [&str; 5] = ["auto", "cover", "sat", "cp", "ip"];

/// A question within its bounds.
#[derive(Debug)]
pub(crate) struct Bounded {
    /// The question.
    pub(crate) request: Request,
    /// The most time.
    pub(crate) most: Duration,
    /// Whether it usually takes a moment.
    pub(crate) is_quick: bool,
    /// How many threads it may use.
    pub(crate) threads: NonZeroUsize,
}

/// What the surroundings allow.
#[derive(Clone, Copy)]
pub(crate) struct Allowed {
    /// The most threads of a search.
    pub(crate) threads: NonZeroUsize,
    /// Whether the sets of a list leave one by one, so that none is kept.
    pub(crate) streams: bool,
}

/// The question within its bounds.
///
/// # Errors
///
/// [`Code::OutOfRange`] where it is about too much; [`Code::MethodUnable`] and [`Code::Conflict`]
/// where it would start a program; what is wrong with its boards.
pub(crate) fn bounded(mut request: Request, allowed: Allowed) -> Result<Bounded, Error> {
    let Cost { time, is_quick, threads } = bound(&mut request, allowed)?;
    let most = time.map_or(USUAL, |Seconds(asked)| asked.min(MOST));
    // The quick lane gives one thread.
    let is_quick = is_quick && threads == NonZeroUsize::MIN;
    Ok(Bounded { request, most, is_quick, threads })
}

/// What a question costs.
struct Cost {
    /// The time that it asks for.
    time: Option<Seconds>,
    /// Whether it usually takes a moment.
    is_quick: bool,
    /// How many threads it may use.
    threads: NonZeroUsize,
}

impl Cost {
    /// That of a question on one thread.
    fn of(time: Option<Seconds>, is_quick: bool) -> Self {
        Self { time, is_quick, threads: NonZeroUsize::MIN }
    }

    /// That of a search.
    fn search(search: &Search, is_quick: bool) -> Self {
        Self {
            threads: search.threads.unwrap_or(NonZeroUsize::MIN),
            ..Self::of(search.timeout, is_quick)
        }
    }
}

/// Bounds a question. Returns what it costs then.
#[expect(clippy::too_many_lines, reason = "one line or more for each question, without a default")]
fn bound(request: &mut Request, allowed: Allowed) -> Result<Cost, Error> {
    Ok(match request {
        Request::Find(find) => {
            search(&mut find.search, allowed)?;
            Cost::search(&find.search, is_small(&mut find.board, BOARD)?)
        }
        Request::List(list) => {
            search(&mut list.search, allowed)?;
            let cards = listed(list, allowed)?;
            Cost::search(&list.search, cards <= SMALL && !allowed.streams)
        }
        Request::Count(count) => {
            search(&mut count.search, allowed)?;
            Cost::search(&count.search, is_small(&mut count.board, BOARD)?)
        }
        Request::Odds(odds) => {
            odds.memory = odds.memory.map(|memory| memory.min(MEMORY));
            Cost::of(odds.timeout, false)
        }
        Request::Classes(classes) => {
            classes.memory = Some(classes.memory.unwrap_or(MEMORY).min(MEMORY));
            Cost::of(classes.timeout, false)
        }
        Request::Methods(_) => Cost::of(None, true),
        Request::CapsShow(caps) => Cost::of(caps.timeout, false),
        Request::CapsVerify(caps) => Cost::of(caps.timeout, is_small(&mut caps.board, BOARD)?),
        Request::CapsComplete(caps) => Cost::of(caps.timeout, is_small(&mut caps.board, BOARD)?),
        Request::CapsExtend(caps) => {
            board(&mut caps.board, BOARD)?;
            Cost::of(caps.timeout, false)
        }
        Request::CapsMax(caps) => Cost::of(caps.timeout, false),
        Request::CapsCanonical(caps) => {
            board(&mut caps.board, WORDY)?;
            Cost::of(caps.timeout, false)
        }
        Request::CapsSizes(caps) => Cost::of(caps.timeout, false),
        Request::ReduceMatching(reduce) => {
            search(&mut reduce.search, allowed)?;
            Cost::search(&reduce.search, false)
        }
        // Their texts are as short as the request, and so is their work.
        Request::ReduceMatchingBoard(_) | Request::ReduceGraph(_) | Request::Merge(_) => {
            Cost::of(None, false)
        }
        Request::ReduceCover(reduce) => {
            board(&mut reduce.board, SMALL)?;
            Cost::of(None, false)
        }
        Request::ReduceHypergraph(reduce) => Cost::of(None, is_small(&mut reduce.board, WORDY)?),
        Request::ReduceGenerate(reduce) => {
            generated(reduce)?;
            Cost::of(None, false)
        }
        Request::Export(export) => {
            holds_few_sets(export.to.is_packing(), &mut export.board)?;
            let written = written(&mut export.board)?;
            at_most(written, WRITTEN, "cards times properties and values")
                .map_err(|error| error.of_field("board"))?;
            Cost::of(None, false)
        }
        Request::ImportSolution(import) => {
            holds_few_sets(import.from.is_packing(), &mut import.board)?;
            board(&mut import.board, WORDY)?;
            Cost::of(None, false)
        }
        Request::Explain(explain) => Cost::of(None, is_small(&mut explain.board, WORDY)?),
        Request::Hint(hint) => Cost::of(hint.timeout, is_small(&mut hint.board, BOARD)?),
        Request::Pack(pack) => {
            search(&mut pack.search, allowed)?;
            Cost::search(&pack.search, is_small(&mut pack.board, BOARD)?)
        }
        Request::Partitions(partitions) => {
            board(&mut partitions.board, BOARD)?;
            partitions.memory = Some(partitions.memory.unwrap_or(MEMORY).min(MEMORY));
            Cost::of(partitions.timeout, false)
        }
        Request::Deal(deal) => Cost::of(deal.timeout, dealt(deal)? <= SMALL),
        Request::Fairness(fairness) => {
            deck(fairness.deck)?;
            Cost::of(fairness.timeout, false)
        }
        Request::Play(play) => {
            search(&mut play.search, allowed)?;
            Cost::search(&play.search, played(play)?)
        }
        Request::Pictures(pictures) => {
            let cards = pictures.cards.len();
            let tiles = cards.saturating_mul(pictures.deck.properties());
            at_most(tiles, TILES, "cards times properties")
                .map_err(|error| error.of_field("cards"))?;
            Cost::of(None, cards <= SMALL)
        }
        // A sheet bounds its cards itself.
        Request::Sheet(sheet) => Cost::of(sheet.timeout, false),
        // It takes longer than the moment of a hint if the picture is large, and cannot be interrupted.
        Request::Photo(_) => Cost::of(None, false),
        Request::Record(record) => Cost::of(record.timeout, recorded(record)?),
        Request::Prove(prove) => {
            board(&mut prove.board, BOARD)?;
            prove.memory = Some(prove.memory.unwrap_or(PROOF).min(PROOF));
            let threads = threads(prove.threads, allowed);
            prove.threads = Some(threads);
            Cost { threads, ..Cost::of(prove.timeout, false) }
        }
        // Each step may look at the whole board; the time is bounded as always.
        Request::CheckProof(check) => {
            board(&mut check.board, BOARD)?;
            Cost::of(check.timeout, false)
        }
        Request::ExpandProof(expand) => {
            board(&mut expand.board, BOARD)?;
            expand.memory = Some(expand.memory.unwrap_or(PROOF).min(PROOF));
            Cost::of(expand.timeout, false)
        }
        Request::Verify(verify) => Cost::of(verify.timeout, true),
        Request::Simulate(simulate) => {
            deck(simulate.deck)?;
            let threads = threads(simulate.threads, allowed);
            simulate.threads = Some(threads);
            Cost { threads, ..Cost::of(simulate.timeout, false) }
        }
        Request::Race(_) | Request::CompareRace(_) => {
            let message = "a race starts programs, which a server does not do for a page";
            return Err(Error::new(Code::Forbidden, message).about("race").of_field("ask"));
        }
        Request::Library(_) => {
            let message = "a library is written to a folder, which a server does not do for a page";
            return Err(Error::new(Code::Forbidden, message).about("library").of_field("ask"));
        }
    })
}

/// Reads a board once and for all. Returns how many cards it has.
fn board(spec: &mut BoardSpec, most: usize) -> Result<usize, Error> {
    Ok(read(spec, most)?.0)
}

/// Reads a board. Returns whether a question about it usually takes a moment.
fn is_small(spec: &mut BoardSpec, most: usize) -> Result<bool, Error> {
    Ok(board(spec, most)? <= SMALL)
}

/// Reads a board, and returns how many cards it has, and how many a set has.
fn read(spec: &mut BoardSpec, most: usize) -> Result<(usize, usize), Error> {
    let named = spec.board()?.into_owned();
    let (cards, values) = (named.board.len(), named.board.deck().values());
    at_most(cards, most, "cards on a board").map_err(|error| error.of_field("board"))?;
    *spec = named.into();
    Ok((cards, values))
}

/// Reads a board, and returns how much is written about it: its cards times its properties and values.
fn written(spec: &mut BoardSpec) -> Result<usize, Error> {
    let cards = board(spec, WORDY)?;
    let deck = spec.board()?.board.deck();
    Ok(cards.saturating_mul(deck.properties()).saturating_mul(deck.values()))
}

/// Refuses a board whose sets may be too many, if they are listed.
fn holds_few_sets(is_listed: bool, spec: &mut BoardSpec) -> Result<(), Error> {
    if is_listed {
        board(spec, SMALL)?;
    }
    Ok(())
}

/// Refuses more than a server gives.
fn at_most(number: usize, most: usize, of_what: &str) -> Result<(), Error> {
    if number <= most {
        return Ok(());
    }
    let message = format!("{number} are too many {of_what}: a server takes at most {most}");
    Err(Error::new(Code::OutOfRange, message).about(number.to_string()).with("most", most))
}

/// Cuts the means of a search, and refuses methods that start a program which the request chooses.
fn search(search: &mut Search, allowed: Allowed) -> Result<(), Error> {
    if let Some(program) = &search.smt_solver {
        let message = "a request to a server cannot name a program";
        let error = Error::new(Code::Forbidden, message).about(program.as_str());
        return Err(error.of_field("search.smt_solver"));
    }
    let methods = search.method.iter().chain(&search.methods);
    if let Some(name) = methods.into_iter().find(|name| name.starts_with("smt")) {
        let message = format!("the method {name} starts a program: only the command line has it");
        return Err(Error::new(Code::MethodUnable, message).about(name.as_str()));
    }
    search.memory = Some(search.memory.unwrap_or(MEMORY).min(MEMORY));
    let threads = threads(search.threads, allowed);
    search.threads = Some(threads);
    // An SMT solver that is installed would be among the models of a race that names none.
    match search.method.as_deref() {
        Some("portfolio") if search.methods.is_empty() => {
            search.methods = RACING.map(String::from).into();
        }
        // With one thread it asks no models.
        None | Some("hybrid") if search.methods.is_empty() && threads > NonZeroUsize::MIN => {
            search.method = Some("auto".into());
        }
        _ => {}
    }
    Ok(())
}

/// The threads that a question may use: one if it does not ask for more.
fn threads(asked: Option<NonZeroUsize>, Allowed { threads, .. }: Allowed) -> NonZeroUsize {
    asked.map_or(NonZeroUsize::MIN, |asked| asked.min(threads))
}

/// Bounds a list: sets that are kept until the end are no more than fit. The answer counts all.
fn listed(list: &mut List, Allowed { streams, .. }: Allowed) -> Result<usize, Error> {
    let (cards, values) = read(&mut list.board, BOARD)?;
    if !streams {
        let most = NonZeroUsize::new(LISTED / values).expect("at most 256 values");
        list.first = Some(list.first.map_or(most, |first| first.min(most)));
    }
    Ok(cards)
}

/// Refuses decks of which too many cards would be counted one by one.
fn deck(deck: Deck) -> Result<(), Error> {
    let cards = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    at_most(cards, DEAL, "cards of a deck").map_err(|error| error.of_field("deck"))
}

/// Bounds a deal. Returns how many cards it has.
fn dealt(deal: &Deal) -> Result<usize, Error> {
    let deck = deal.deck;
    let cards = match deal.size {
        None => deck.values() * deck.properties(),
        Some(CardCount::Number(cards)) => cards,
        Some(CardCount::Threshold) => usize::try_from(deck.threshold()).unwrap_or(usize::MAX),
    };
    at_most(cards, DEAL, "cards of a deal").map_err(|error| error.of_field("size"))?;
    if matches!(deal.kind, DealKind::Free | DealKind::Exactly(_)) {
        at_most(cards, BOARD, "cards of such a deal").map_err(|error| error.of_field("size"))?;
    }
    Ok(cards)
}

/// Bounds a game. Returns whether it usually takes a moment.
fn played(play: &Play) -> Result<bool, Error> {
    let deck = play.deck;
    let start = play.start.unwrap_or(deck.values() * deck.properties());
    at_most(start, BOARD, "cards of a board").map_err(|error| error.of_field("start"))?;
    let goal = play.goal.as_ref().map(|goal| goal.get().unwrap_or(usize::MAX));
    let cards = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    let taken = goal.map_or(cards, |goal| cards.min(goal.saturating_mul(deck.values())));
    at_most(taken, LISTED, "cards in the sets of a game")
        .map_err(|error| error.of_field("goal"))?;
    Ok(taken <= 2 * SMALL && start <= SMALL)
}

/// Bounds a recorded game, in which no more sets are taken than its request holds. Returns whether it
/// usually takes a moment.
fn recorded(record: &Record) -> Result<bool, Error> {
    let deck = record.deck;
    let start = record.start.unwrap_or(deck.values() * deck.properties());
    at_most(start, BOARD, "cards of a board").map_err(|error| error.of_field("start"))?;
    Ok(start <= SMALL)
}

/// Bounds a generated instance.
fn generated(reduce: &ReduceGenerate) -> Result<(), Error> {
    let edges = reduce.edges.or_else(|| {
        // What cannot be generated at all has an error of its own, which the question gives.
        let edges = matching_threshold(reduce.dimensions.get(), reduce.elements.get()).ok()?;
        Some(usize::try_from(edges).unwrap_or(usize::MAX))
    });
    at_most(edges.unwrap_or(0), EDGES, "edges").map_err(|error| error.of_field("edges"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tercet_app::lines;

    use super::*;

    const ALLOWED: Allowed = Allowed { threads: NonZeroUsize::MIN, streams: false };

    fn request(request: &Value) -> Request {
        lines::read(request.to_string().as_bytes()).1.unwrap()
    }

    fn refused(asked: &Value) -> Code {
        bounded(request(asked), ALLOWED).unwrap_err().code
    }

    #[test]
    fn a_photograph_is_no_matter_of_a_moment() {
        let photo = bounded(request(&json!({"ask": "photo", "picture": "/9j/"})), ALLOWED).unwrap();
        assert_eq!((photo.is_quick, photo.threads, photo.most), (false, NonZeroUsize::MIN, USUAL));
    }

    #[test]
    fn no_request_names_a_program() {
        let search = |search| json!({"ask": "find", "board": "00 01 02", "search": search});
        assert_eq!(refused(&search(json!({"smt_solver": "sh"}))), Code::Forbidden);
        assert_eq!(refused(&search(json!({"method": "smt-bits"}))), Code::MethodUnable);
        let members = json!({"methods": ["auto", "smt"]});
        assert_eq!(refused(&search(members)), Code::MethodUnable);
        assert_eq!(refused(&json!({"ask": "race"})), Code::Forbidden);
        assert_eq!(refused(&json!({"ask": "library", "folder": "x"})), Code::Forbidden);
        let play = json!({"ask": "play", "search": {"smt_solver": "sh"}});
        assert_eq!(refused(&play), Code::Forbidden);
    }

    #[test]
    fn means_are_cut_and_smaller_ones_kept() {
        let search = json!({"memory": 1_u64 << 40, "threads": 64, "timeout": 3600});
        let greedy = json!({"ask": "count", "board": "00 01 02", "search": search});
        let cut = bounded(request(&greedy), ALLOWED).unwrap();
        assert_eq!((cut.most, cut.is_quick), (MOST, true));
        let Request::Count(count) = cut.request else { panic!("a count stays a count") };
        assert_eq!(count.search.memory, Some(MEMORY));
        assert_eq!(count.search.threads, Some(NonZeroUsize::MIN));

        let modest = json!({"ask": "list", "board": "00 01 02", "first": 3,
            "search": {"memory": 100, "timeout": 0.5}});
        let kept = bounded(request(&modest), ALLOWED).unwrap();
        assert_eq!(kept.most, Duration::from_millis(500));
        let Request::List(list) = kept.request else { panic!("a list stays a list") };
        assert_eq!((list.search.memory, list.first), (Some(100), NonZeroUsize::new(3)));
        assert_eq!(bounded(request(&json!({"ask": "methods"})), ALLOWED).unwrap().most, USUAL);
    }

    #[test]
    fn a_search_has_the_threads_it_asks_for_and_starts_no_program() {
        let allowed = Allowed { threads: NonZeroUsize::new(4).unwrap(), streams: false };
        let asked = |search: Value| {
            let find = json!({"ask": "find", "board": "00 01 02", "search": search});
            let Bounded { request, is_quick, threads, .. } =
                bounded(request(&find), allowed).unwrap();
            let Request::Find(find) = request else { panic!("a search stays a search") };
            (find.search.method, find.search.methods, threads.get(), is_quick)
        };
        assert_eq!(asked(json!({})), (None, vec![], 1, true));
        let auto = Some("auto".to_owned());
        assert_eq!(asked(json!({"threads": 3})), (auto.clone(), vec![], 3, false));
        assert_eq!(asked(json!({"threads": 9, "method": "hybrid"})), (auto, vec![], 4, false));
        let (method, methods, ..) = asked(json!({"method": "portfolio"}));
        assert_eq!((method.as_deref(), methods.len()), (Some("portfolio"), RACING.len()));
        let own = asked(json!({"methods": ["auto", "sat"], "threads": 2}));
        assert_eq!((own.0, own.1.len()), (None, 2));
    }

    #[test]
    fn too_much_is_refused() {
        let deck = |properties| json!({"values": 10, "properties": properties});
        for asked in [
            json!({"ask": "deal", "deck": deck(8), "size": DEAL + 1}),
            json!({"ask": "deal", "deck": deck(19), "size": "threshold"}),
            json!({"ask": "fairness", "deck": deck(6)}),
            json!({"ask": "play", "deck": deck(8)}),
            json!({"ask": "play", "deck": deck(8), "start": BOARD + 1, "goal": 3}),
            json!({"ask": "reduce-generate", "edges": EDGES + 1}),
            json!({"ask": "pictures", "deck": {"values": 2, "properties": 100},
                "cards": vec!["0".repeat(100); TILES / 100 + 1]}),
            json!({"ask": "reduce-generate", "dimensions": 12, "elements": 100}),
        ] {
            let Ok(read) = lines::read(asked.to_string().as_bytes()).1 else { panic!("{asked}") };
            assert_eq!(bounded(read, ALLOWED).unwrap_err().code, Code::OutOfRange, "{asked}");
        }
        let cards: Vec<String> = (0..=BOARD).map(|card| format!("{card:05}")).collect();
        let board = json!({"cards": cards, "deck": deck(5)});
        assert_eq!(refused(&json!({"ask": "find", "board": board})), Code::OutOfRange);
    }
}
