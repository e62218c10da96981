//! Flags that had another name, and what to write now.

/// The command, the flag that it had, and what to write instead.
const RENAMED: &[(&str, &str, &str)] = &[
    ("deal", "--threshold", "-n threshold"),
    ("export", "--out", "--output"),
    ("find", "--sets", "--all"),
    ("merge", "--out", "--output"),
    ("odds", "--disjoint", "--distribution disjoint"),
    ("odds", "--hand", "--cards"),
    ("odds", "--sets", "--distribution sets"),
    ("play", "--sets", "--goal"),
    ("race", "--sets", "--goal"),
    ("reduce generate", "-n", "--elements"),
    ("reproduce", "--out", "--output"),
    ("simulate", "--out", "--output"),
];

/// The command that the arguments name, with its subcommands, and what to write instead of a flag
/// that was renamed, if one is there.
pub(crate) fn look(arguments: impl IntoIterator<Item = String>) -> (String, Option<String>) {
    let mut arguments = arguments.into_iter().skip(1);
    let mut definition = <crate::cli::Cli as clap::CommandFactory>::command();
    let (mut path, mut flags) = (Vec::new(), Vec::new());
    for argument in arguments.by_ref() {
        if argument.starts_with('-') {
            flags.push(argument);
        } else if let Some(subcommand) = definition.find_subcommand(&argument) {
            definition = subcommand.clone();
            path.push(argument);
        } else {
            break;
        }
    }
    flags.extend(arguments);
    let path = path.join(" ");
    let hint = RENAMED.iter().find_map(|&(command, old, new)| {
        let given = |flag: &String| flag.split('=').next() == Some(old);
        (command == path && flags.iter().any(given)).then(|| format!("'{old}' is now '{new}'"))
    });
    (format!("tercet {path}").trim_end().to_owned(), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looked(line: &str) -> (String, Option<String>) {
        look(line.split(' ').map(String::from))
    }

    #[test]
    fn renamed_flags_are_found_in_their_command() {
        assert_eq!(
            looked("tercet play -v 4 --sets=5"),
            ("tercet play".into(), Some("'--sets' is now '--goal'".into()))
        );
        assert_eq!(looked("tercet deal --sets 5"), ("tercet deal".into(), None));
        assert_eq!(looked("tercet reduce generate -n 5").0, "tercet reduce generate");
        assert_eq!(looked("tercet --what"), ("tercet".into(), None));
    }
}
