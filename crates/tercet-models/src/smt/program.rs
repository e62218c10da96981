//! Which solver is started, and how.

use std::path::{Path, PathBuf};
use std::{env, fmt};

use tercet::solver::Options;

/// The environment variable that names the command of the solver.
pub const VARIABLE: &str = "TERCET_SMT_SOLVER";

/// The solvers that are looked for, in this order, each with what makes it read SMT-LIB 2 from
/// standard input, one command after the other.
const KNOWN: [(&str, &[&str]); 2] =
    [("z3", &["-in", "-smt2"]), ("cvc5", &["--incremental", "--lang=smt2"])];

/// The command that starts a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    pub(super) path: String,
    pub(super) arguments: Vec<String>,
}

impl Program {
    /// The one that the options name, else the environment, else the first that is installed.
    pub(super) fn choose(options: &Options) -> Option<Self> {
        let named = options.program.as_deref().map(str::to_owned);
        let named = named.or_else(|| env::var(VARIABLE).ok());
        named.as_deref().and_then(Self::parse).or_else(Self::installed)
    }

    /// What a method says that lacks a solver, in words that follow its name.
    pub(super) fn missing(options: &Options) -> Option<String> {
        Self::choose(options).is_none().then(|| {
            "lacks an SMT-LIB 2 solver (pip install z3-solver, or name one with --smt-solver)"
                .into()
        })
    }

    /// The words of a command, with quotes around those that hold spaces. A known solver alone
    /// gets the arguments that it needs. None where there is no word.
    fn parse(command: &str) -> Option<Self> {
        let mut words = words(command).into_iter();
        let path = words.next()?;
        let mut arguments: Vec<String> = words.collect();
        if arguments.is_empty() {
            let name = Path::new(&path).file_stem().and_then(|name| name.to_str());
            let known = KNOWN.iter().find(|(known, _)| Some(*known) == name);
            arguments.extend(known.iter().flat_map(|(_, needed)| *needed).map(|&a| a.to_owned()));
        }
        Some(Self { path, arguments })
    }

    /// The first of the known solvers that the search path leads to.
    fn installed() -> Option<Self> {
        let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
        KNOWN.iter().find_map(|(name, arguments)| {
            let file = format!("{name}{}", env::consts::EXE_SUFFIX);
            let there = folders.iter().any(|folder| is_executable(&folder.join(&file)));
            there.then(|| Self {
                path: (*name).into(),
                arguments: arguments.iter().map(|&argument| argument.into()).collect(),
            })
        })
    }
}

/// The name of the program as it was given, to say who is to blame.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for letter in command.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(command: &str) -> Vec<String> {
        let program = Program::parse(command).unwrap();
        [vec![program.path], program.arguments].concat()
    }

    #[test]
    fn a_command_is_split_into_words() {
        assert_eq!(parsed(" a  b\tc "), ["a", "b", "c"]);
        assert_eq!(parsed("'a b' \"c 'd'\" e'f g'h ''"), ["a b", "c 'd'", "ef gh", ""]);
        assert_eq!(Program::parse("  "), None);
        assert_eq!(Program::parse(""), None);
    }

    #[test]
    fn a_known_solver_alone_gets_what_it_needs() {
        assert_eq!(parsed("z3"), ["z3", "-in", "-smt2"]);
        assert_eq!(parsed("'/a b/cvc5'"), ["/a b/cvc5", "--incremental", "--lang=smt2"]);
        assert_eq!(parsed("z3 -in"), ["z3", "-in"]);
        assert_eq!(parsed("z3-wrapper"), ["z3-wrapper"]);
    }

    #[test]
    fn the_options_come_first() {
        let options = Options { program: Some("some thing".into()), ..Options::default() };
        let program = Program::choose(&options).unwrap();
        assert_eq!((program.to_string(), program.arguments), ("some".into(), vec!["thing".into()]));
        assert_eq!(Program::missing(&options), None);
    }
}
