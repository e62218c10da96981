//! The rows of the models, and both tables combined.

use std::sync::{Arc, LazyLock};

use tercet::solver::{Family, Full, METHODS, Method, Options, Question};
use tercet::{Board, Deck, UnknownName};

use crate::Symmetry;
use crate::hybrid::Hybrid;
use crate::portfolio::{self, NoRace, Portfolio};
use crate::smt::{self, Style};
use crate::{cp, dancing, ip, sat};

/// The models, with the options of their own. Each method uses those that apply to it.
///
/// ```
/// use tercet::Board;
/// use tercet_models::{Models, Symmetry};
///
/// let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
/// let models = Models { symmetry: Symmetry::Relative, ..Models::default() };
/// assert_eq!(board.search().by(models.method("cp")?).count()?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Models {
    /// The order of the cards of a set, for methods that assign each card a slot.
    pub symmetry: Symmetry,
    /// The command that starts the external program, for methods that use one. By default they look
    /// for an installed program.
    pub program: Option<Arc<str>>,
    /// The methods that race, for the method that races others. If there are none, it chooses them
    /// itself.
    pub members: Vec<Method>,
}

/// A model, whose time is that of its solver.
fn model<F: Full + 'static>(
    name: &'static str,
    source: &'static str,
    idea: &'static str,
    build: impl Fn(&Board, &Options) -> F + Send + Sync + 'static,
) -> Method {
    let method = Method::new(name, move |board, options| Box::new(build(board, options)));
    Method { family: Family::Model, source, idea, complexity: "exponential in v", ..method }
}

/// A method that runs others side by side.
fn race<F: Full + 'static>(
    name: &'static str,
    idea: &'static str,
    complexity: &'static str,
    build: impl Fn(&Board, &Options) -> F + Send + Sync + 'static,
) -> Method {
    let source = "new; proposed by Takeshita";
    let method = model(name, source, idea, build);
    Method { family: Family::Race, complexity, threads: true, ..method }
}

impl Models {
    /// The methods of this crate: the models, followed by those that combine methods.
    pub fn methods(&self) -> Vec<Method> {
        let symmetry = self.symmetry;
        let slots = "constraint program with v slots, solved by Pumpkin";
        let cp = move |board: &Board, options: &Options| cp::pumpkin(board, symmetry, options);
        let thesis = "SMT with v integer slots, sent anew at each deal";
        let one_session = "one session, only sets with a new card";
        let mut methods = vec![
            model(
                "dancing-links",
                "Knuth",
                "Algorithm X in each agreement group, by the crate dlx",
                |board, _| dancing::links(board),
            ),
            model("sat", "new", "one Boolean variable per card, solved by BatSat", sat::batsat),
            #[cfg(feature = "cadical")]
            model("sat-cadical", "new", "the formula of sat, solved by CaDiCaL", sat::cadical),
            model("cp", "Rubin", slots, cp),
            model("ip", IP, "integer program, all sets in one tree", ip::in_one_tree),
            model("ip-resolve", IP, "ip, solved again after each set", ip::resolving),
            #[cfg(feature = "highs")]
            model("ip-highs", IP, "ip-resolve, solved by HiGHS", ip::highs),
            self.outside("smt", "Takeshita", thesis, Style::THESIS),
            self.outside("smt-incremental", "Takeshita, extended", one_session, Style::INCREMENTAL),
            self.outside("smt-bits", "new", "smt-incremental with bit-vectors", Style::BITS),
        ];
        let models = Self { members: Vec::new(), ..self.clone() };
        let (members, team) = (self.members.clone(), self.clone());
        let several = move |board: &Board, options: &Options| {
            team.race(board, options).expect("the members were checked before")
        };
        methods.push(Method {
            lacks: Some(Arc::new(move || {
                portfolio::check(&members).err().map(|no| format!("cannot race: {no}"))
            })),
            ..race("portfolio", "a race of several methods", "as the winner", several)
        });
        let (idea, complexity) = ("auto; models join after 50 ms", "as auto or the winner");
        methods.push(race("hybrid", idea, complexity, move |board, options| {
            let models = models.clone();
            Hybrid::new(board, options, move |deck| models.racers(deck).collect())
        }));
        methods
    }

    /// A method that needs an SMT solver.
    fn outside(
        &self,
        name: &'static str,
        source: &'static str,
        idea: &'static str,
        style: Style,
    ) -> Method {
        let (symmetry, program) = (self.symmetry, self.program.clone());
        let wanted = program.clone();
        Method {
            lacks: Some(Arc::new(move || smt::missing(wanted.as_deref()))),
            ..model(name, source, idea, move |board, options| {
                smt::outside(board, style, symmetry, program.clone(), options)
            })
        }
    }

    /// The method with this name, of the library or of this crate.
    ///
    /// # Errors
    ///
    /// [`UnknownName`], whose message lists the known names.
    pub fn method(&self, name: &str) -> Result<Method, UnknownName> {
        let mut all = METHODS.iter().cloned().chain(self.methods());
        let named = all.find(|method| method.name == name);
        named.ok_or_else(|| {
            UnknownName::new("method", name, methods().iter().map(|method| method.name))
        })
    }

    /// The available models that find sets of a deck, the one that is most often the fastest first.
    /// The iterator checks availability as late as possible, since that may mean starting a program.
    fn racers(&self, deck: Deck) -> impl Iterator<Item = Method> {
        const RACERS: [&str; 4] = ["sat", "cp", "ip", "smt"];
        let methods = self.methods();
        let row = move |name| methods.iter().find(|method| method.name == name).cloned();
        let racers = RACERS.into_iter().map(move |name| row(name).expect("a racer has a row"));
        racers.filter(move |it| it.can(Question::Find, deck) && it.missing().is_none())
    }

    /// A race of the [members](Self::members). By default: `auto` and available models, up to the
    /// number of [threads](Options::threads) but at least two, since one makes no race.
    ///
    /// # Errors
    ///
    /// [`NoRace`] if the members cannot race with each other.
    pub fn race(&self, board: &Board, options: &Options) -> Result<Portfolio, NoRace> {
        let mut members = self.members.clone();
        if members.is_empty() {
            let others = options.threads.get().saturating_sub(1).max(1);
            members.push(Method::AUTO);
            members.extend(self.racers(board.deck()).take(others));
        }
        Portfolio::new(board, options, members)
    }
}

const IP: &str = "Sudz and Odland; Rubin";

/// All methods: those of the library, followed by those of this crate with their usual options.
pub fn methods() -> &'static [Method] {
    static ALL: LazyLock<Vec<Method>> =
        LazyLock::new(|| METHODS.iter().cloned().chain(Models::default().methods()).collect());
    &ALL
}

/// The method with this name, of the library or of this crate, with the usual options.
///
/// # Errors
///
/// [`UnknownName`], whose message lists the known names.
pub fn method(name: &str) -> Result<Method, UnknownName> {
    Models::default().method(name)
}
