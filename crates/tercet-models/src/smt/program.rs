//! Choosing and starting the solver.

use std::env::VarError;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fmt};

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::Style;
use super::formula::{Slots, line};
use crate::Symmetry;
use crate::process::words;

/// The environment variable with the command of the solver.
pub const VARIABLE: &str = "TERCET_SMT_SOLVER";

/// The solvers that are looked for, in this order, each with the arguments that make it read
/// SMT-LIB 2 from standard input, one command after another.
const KNOWN: [(&str, &[&str]); 2] =
    [("z3", &["-in", "-smt2"]), ("cvc5", &["--incremental", "--lang=smt2"])];

/// The folders that are looked in after the search path.
static FURTHER: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Also looks for solvers in these folders, after the search path. Only the first call has an effect.
pub fn look_in(folders: Vec<PathBuf>) {
    FURTHER.get_or_init(|| folders);
}

/// The command that starts a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    pub(super) path: String,
    pub(super) arguments: Vec<String>,
}

/// Why this program, or any, cannot be started, as a phrase that follows the name of a method.
pub fn missing(program: Option<&str>) -> Option<String> {
    match Program::look(program) {
        Err(what) => Some(what),
        // A program that is given is found missing when it is started.
        Ok(installed) if program.is_none() && !installed.is_there() => Some(format!(
            "needs an SMT-LIB 2 solver, and there is no program {installed}: check {VARIABLE}"
        )),
        Ok(_) => None,
    }
}

impl Program {
    /// The program that is given, otherwise in the environment, otherwise the first that is
    /// installed. An error is a phrase that follows the name of a method.
    pub(super) fn look(program: Option<&str>) -> Result<Self, String> {
        if let Some(command) = program {
            return Self::parse(command, "its command");
        }
        match env::var(VARIABLE) {
            Ok(command) if !command.trim().is_empty() => return Self::parse(&command, VARIABLE),
            Err(VarError::NotUnicode(_)) => {
                return Err(format!(
                    "cannot read {VARIABLE}: it is not text (not UTF-8): name the command of a \
                     solver"
                ));
            }
            // Some shells unset a variable by making it empty.
            Ok(_) | Err(VarError::NotPresent) => {}
        }
        Self::installed().ok_or_else(|| {
            "needs an SMT-LIB 2 solver: pip install z3-solver, or name another".into()
        })
    }

    /// The words of a command; words with spaces are quoted. A known solver without arguments gets
    /// the arguments that it needs. An error about the place of the command is a phrase that
    /// follows the name of a method.
    fn parse(command: &str, place: &str) -> Result<Self, String> {
        let words = words(command).map_err(|mark| {
            format!(
                "cannot read {place}: a quote ({mark}) is not closed: close it, or put it \
                 between quotes of the other kind"
            )
        })?;
        let Some((path, arguments)) = words.split_first().filter(|(path, _)| !path.is_empty())
        else {
            return Err(format!(
                "finds no program in {place}: name the command of a solver, or leave it out"
            ));
        };
        let mut arguments = arguments.to_vec();
        if arguments.is_empty() {
            let name = Path::new(path).file_stem().and_then(|name| name.to_str());
            let known = KNOWN.iter().find(|(known, _)| Some(*known) == name);
            arguments.extend(known.iter().flat_map(|(_, needed)| *needed).map(|&a| a.to_owned()));
        }
        Ok(Self { path: path.clone(), arguments })
    }

    /// Whether the program exists: as a file if the path has a folder, otherwise in a folder of the
    /// search path.
    fn is_there(&self) -> bool {
        let path = Path::new(&self.path);
        let here = path.components().count() > 1;
        let folders = if here { vec![PathBuf::new()] } else { search_path() };
        // Without a search path the system has one of its own.
        find_program(path, &folders).is_some() || (!here && env::var_os("PATH").is_none())
    }

    /// The first of the known solvers on the search path, otherwise in the further folders.
    fn installed() -> Option<Self> {
        let on_path = search_path();
        let further = FURTHER.get().map_or(&[][..], Vec::as_slice);
        [(&on_path[..], true), (further, false)].into_iter().find_map(|(folders, is_path)| {
            KNOWN.iter().find_map(|(name, arguments)| {
                let file = find_program(Path::new(name), folders)?;
                let path = if is_path { (*name).into() } else { file.to_str()?.into() };
                Some(Self { path, arguments: arguments.iter().map(|&it| it.into()).collect() })
            })
        })
    }
}

/// The name of the program as given, for error messages.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

fn search_path() -> Vec<PathBuf> {
    env::var_os("PATH").iter().flat_map(env::split_paths).collect()
}

/// A program in one of these folders, with or without the ending that the system gives to programs.
fn find_program(name: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let files = folders.iter().flat_map(|folder| {
        let file = folder.join(name);
        let mut long = file.clone().into_os_string();
        long.push(env::consts::EXE_SUFFIX);
        [file, long.into()]
    });
    files.into_iter().find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    #[cfg(unix)]
    let allowed = |data: &std::fs::Metadata| {
        std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
    };
    #[cfg(not(unix))]
    let allowed = |_: &std::fs::Metadata| true;
    file.metadata().is_ok_and(|data| data.is_file() && allowed(&data))
}

// The formulation as a file, for readers and for other solvers.

/// The thesis' formulation of a board as a commented SMT-LIB 2 file (Takeshita, section 3.2): is
/// there a set, and which one?
///
/// The integer `k_i_j` is the value of property j in slot i, both counted from 1. The numbers in
/// the comments are those of the thesis' equations. The text has `O(v·n·p + v²·p)` characters.
///
/// # Errors
///
/// The reason to stop.
pub(crate) fn smtlib(board: &Board, symmetry: Symmetry, limit: &Limit) -> Result<String, Stop> {
    let deck = board.deck();
    let (v, p) = (deck.values(), deck.properties());
    let slots = Slots { deck, style: Style::Thesis, symmetry };
    let mut text = String::new();
    let out = &mut text;
    let mut watch = limit.watch();

    line(out, format_args!("; Is there a set among these {} cards of {deck}?", board.len()));
    line(out, "; (The numbers are those of S. Takeshita, Solving the Generalized Form of the Game");
    line(out, "; of Set Efficiently, section 3.2.)");
    line(out, ";");
    line(out, "; (1) The board. Values count from 0.");
    for (i, &card) in board.cards().iter().enumerate() {
        watch.tick(2 * p)?;
        let values: Vec<String> =
            (0..p).map(|property| deck.value(card, property).to_string()).collect();
        line(out, format_args!(";     b_{} = {}", i + 1, values.join(" ")));
    }
    line(out, "(set-option :produce-models true)");
    line(out, format_args!("(set-logic {})", slots.logic()));

    line(
        out,
        format_args!("\n; (2) A set has {v} slots: k_i_j is what slot i shows in property j."),
    );
    slots.declare(out);
    line(out, "\n; (4) and (6): in property j all show the same, or all are different.");
    slots.define_choices(out);
    line(out, "\n; (7) In each property they are all different or all the same.");
    slots.assert_choices(out);

    line(out, "\n; (9) Each slot holds a card of the board.");
    for slot in 0..v {
        line(out, "(assert (or false");
        for &card in board.cards() {
            watch.tick(4 * p)?;
            line(out, format_args!("  {}", slots.holds(slot, card)));
        }
        line(out, "))");
    }
    line(out, "\n; (11) No two slots hold the same card.");
    slots.assert_distinct_pairs(out, &mut watch)?;
    match symmetry {
        Symmetry::None => line(out, "\n; No symmetry breaking: any order of the cards is allowed."),
        Symmetry::Relative => {
            line(out, "\n; (13) In the first property in which the cards differ, values ascend.");
        }
        Symmetry::Rigid => {
            line(out, "\n; (15) In the first property in which the cards differ, slot i shows the");
            line(
                out,
                "; i-th value. (As printed, it omits the case that they do not differ in j.)",
            );
        }
    }
    slots.assert_order(out);

    line(out, "\n; If there is a set, print its values; otherwise there are none.");
    line(out, "(check-sat)");
    let names: Vec<String> = slots.names().collect();
    line(out, format_args!("(get-value ({}))", names.join(" ")));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(command: &str) -> Vec<String> {
        let program = Program::parse(command, "x").unwrap();
        [vec![program.path], program.arguments].concat()
    }

    #[test]
    fn a_command_is_split_into_words() {
        assert_eq!(parsed(" a  b\tc "), ["a", "b", "c"]);
        assert_eq!(parsed("'a b' \"c 'd'\" e'f g'h ''"), ["a b", "c 'd'", "ef gh", ""]);
        // A known solver alone gets what it needs.
        assert_eq!(parsed("z3"), ["z3", "-in", "-smt2"]);
        assert_eq!(parsed("'/a b/cvc5'"), ["/a b/cvc5", "--incremental", "--lang=smt2"]);
        assert_eq!(parsed("z3 -in"), ["z3", "-in"]);
        assert_eq!(parsed("z3-wrapper"), ["z3-wrapper"]);
        for nameless in ["", "  ", "''", "\"\" -in"] {
            let refusal = Program::parse(nameless, "x").unwrap_err();
            assert!(refusal.starts_with("finds no program in x: "), "{nameless}: {refusal}");
        }
        assert_eq!((words("'z3"), words("z3 \"it's")), (Err('\''), Err('"')));
        // An option comes before the environment.
        assert_eq!(Program::look(Some("some thing")), Program::parse("some thing", "x"));
        assert_eq!(missing(Some("some thing")), None);
        assert!(missing(Some("'")).unwrap().starts_with("cannot read its command: "));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_looked_for() {
        let is_there = |path: &str| Program { path: path.into(), arguments: vec![] }.is_there();
        assert!(is_there("sh") && is_there("/bin/sh"));
        for absent in ["no such solver", "/no/such/solver", "./sh", "/bin"] {
            assert!(!is_there(absent), "{absent}");
        }
    }
}
