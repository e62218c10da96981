//! The rows of the models, and both tables combined.

use std::sync::{Arc, LazyLock};

use tercet::solver::{Family, Full, METHODS, Method, Options};
use tercet::{Board, UnknownName};

use crate::Symmetry;
use crate::hybrid::Hybrid;
use crate::smt::{self, Style};
use crate::{cp, dancing, ip, sat};

/// The methods that a build may leave out, and the features that bring them.
pub const LEFT_OUT: [(&str, &str); 2] = [("sat-cadical", "cadical"), ("ip-highs", "highs")];

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

impl Models {
    /// The methods of this crate: the models, followed by the one that lets them race.
    pub fn methods(&self) -> Vec<Method> {
        let symmetry = self.symmetry;
        let slots = "constraint program with v slots, solved by Pumpkin";
        let cp = move |board: &Board, options: &Options| cp::pumpkin(board, symmetry, options);
        let links = "Algorithm X in each agreement group, by the crate dlx";
        let thesis = "SMT with v integer slots, sent anew at each deal";
        let one_session = "one session, only sets with a new card";
        let sat =
            model("sat", "new", "one Boolean variable per card, solved by BatSat", sat::batsat);
        let cp = model("cp", "Rubin", slots, cp);
        let ip = model("ip", IP, "integer program, all sets in one tree", ip::in_one_tree);
        let smt = self.outside(SMT, "Takeshita", thesis, Style::Thesis);
        // The one that is most often the fastest comes first.
        let guests: Arc<[Method]> = [&sat, &cp, &ip, &smt].map(Method::clone).into();
        let hybrid = move |board: &Board, options: &Options| {
            Hybrid::new(board, options, Arc::clone(&guests))
        };
        let (race, joined) = ("new; proposed by Takeshita", "auto; models join after 50 ms");
        vec![
            model("dancing-links", "Knuth", links, dancing::links),
            sat,
            #[cfg(feature = "cadical")]
            model("sat-cadical", "new", "the formula of sat, solved by CaDiCaL", sat::cadical),
            cp,
            ip,
            model("ip-resolve", IP, "ip, solved again after each set", ip::resolving),
            #[cfg(feature = "highs")]
            model("ip-highs", IP, "ip-resolve, solved by HiGHS", ip::highs),
            smt,
            self.outside("smt-incremental", "Takeshita, extended", one_session, Style::Incremental),
            self.outside("smt-bits", "new", "smt-incremental with bit-vectors", Style::Bits),
            Method {
                family: Family::Race,
                complexity: "as auto or the winner",
                threads: true,
                starts_program: true,
                ..model(HYBRID, race, joined, hybrid)
            },
        ]
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
            starts_program: true,
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
}

/// The name of the method that races the models with those of the library.
pub const HYBRID: &str = "hybrid";

/// The name of the first method that asks an SMT solver.
pub const SMT: &str = "smt";

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
