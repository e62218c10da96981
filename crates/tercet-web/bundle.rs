//! The page as it is sent: its scripts and styles minified, and its modules in few files.
//!
//! `js/main.js` has the modules that `index.html` names, which the first game needs, and `js/rest.js` all others that
//! the page ever loads. A module becomes a constant with all that it exports, such as `$core_deck`, after the modules
//! that it imports. That takes modules of a plain form: they import names, and then declare; before a declaration
//! `export` may stand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

/// The modules that a page without a server has in place of others.
const WITHOUT_SERVER: [(&str, &str); 2] =
    [("core/engine.js", "worker/engine.js"), ("photo/reader.js", "worker/reader.js")];

/// The files of the page by their paths, for `tercet serve` or for a site without a server.
pub(crate) fn files(page: &Path, is_site: bool) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    walk(page, "", &mut files)?;
    files.retain(|path, _| !path.starts_with("js/") && (is_site || path != "sw.js"));
    let index = String::from_utf8(files["index.html"].clone()).expect("the page is UTF-8");
    let mut modules = Modules { page, is_site, added: BTreeMap::new(), later: BTreeSet::new() };
    let mut first = Vec::new();
    for part in index.split("=\"js/").skip(1) {
        modules.add(part.split('"').next().expect("a first part"), &mut first)?;
    }
    if is_site {
        modules.add("offline.js", &mut first)?;
    }
    let mut rest = Vec::new();
    while let Some(path) = modules.later.pop_first() {
        modules.add(&path, &mut rest)?;
    }
    let main = joined(&first, &rest);
    let rest = format!("import{{{}}}from'./main.js';{}", names(&first), joined(&rest, &[]));
    files.insert("js/main.js".into(), main.into_bytes());
    files.insert("js/rest.js".into(), rest.into_bytes());
    if is_site {
        // A worker shares nothing with the page.
        let mut worker = Vec::new();
        modules.added.clear();
        modules.add("worker/worker.js", &mut worker)?;
        files.insert("js/worker/worker.js".into(), joined(&worker, &[]).into_bytes());
    }
    // What the page loads ahead is in the file of its script.
    let is_ahead = |line: &&str| line.contains("rel=\"modulepreload\"");
    let index: String = index.split_inclusive('\n').filter(|line| !is_ahead(line)).collect();
    files.insert("index.html".into(), index.into_bytes());
    let small = |style: &str| minifier::css::minify(style).expect("it is well-formed").to_string();
    for (path, bytes) in &mut files {
        let text = std::str::from_utf8(bytes).expect("the page is UTF-8");
        match path.as_str() {
            "style.css" => *bytes = small(text).into_bytes(),
            "sw.js" => *bytes = minifier::js::minify(text).to_string().into_bytes(),
            _ => {}
        }
    }
    Ok(files)
}

/// A module in a file: its constant, and the script that defines it.
type Module = (String, String);

struct Modules<'a> {
    page: &'a Path,
    is_site: bool,
    /// The modules that are in a file, and whether they are complete.
    added: BTreeMap<String, bool>,
    /// Those that are loaded when they are used.
    later: BTreeSet<String>,
}

impl Modules<'_> {
    /// Adds a module to a file, after those that it imports.
    fn add(&mut self, path: &str, file: &mut Vec<Module>) -> io::Result<()> {
        if let Some(is_complete) = self.added.get(path) {
            assert!(is_complete, "{path} imports itself by way of others");
            return Ok(());
        }
        self.added.insert(path.into(), false);
        let other = WITHOUT_SERVER.iter().find(|(name, _)| self.is_site && *name == path);
        let script = self.page.join("js").join(other.map_or(path, |(_, other)| other));
        let script = minifier::js::minify(&fs::read_to_string(script)?).to_string();
        let (mut rest, mut body) = (script.as_str(), String::new());
        while let Some((import, next)) =
            rest.strip_prefix("import").and_then(|rest| rest.split_once(';'))
        {
            let (names, from) = import.split_once("}from").unwrap_or(("", import));
            let from = resolved(path, from.trim_matches('\''));
            self.add(&from, file)?;
            if !names.is_empty() {
                let names = names.replace(" as ", ":");
                body.extend(["const", &names, "}=", &constant(&from), ";"]);
            }
            rest = next;
        }
        let mut exported = Vec::new();
        let is_start = |at: usize| at == 0 || rest[..at].ends_with([';', '}']);
        let starts = rest.match_indices("export ").map(|(at, _)| at).filter(|at| is_start(*at));
        let mut from = 0;
        for at in starts {
            body += &rest[from..at];
            from = at + "export ".len();
            let declared = &rest[from..];
            let kinds = ["async function", "function", "class ", "const "];
            let name = kinds.iter().find_map(|kind| declared.strip_prefix(kind));
            let name = name.unwrap_or_else(|| panic!("{path}: 'export' before {declared:.20}"));
            let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let name = name.trim_start_matches(['*', ' ']).split(is_end).next();
            exported.push(name.expect("a first part"));
        }
        body += &rest[from..];
        let place = format!("new URL('{path}',import.meta.url).href");
        let mut script = body.replace("import.meta.url", &place);
        for (at, _) in body.match_indices("import('") {
            let named = body[at..].split('\'').nth(1).expect("a quoted path");
            let later = resolved(path, named);
            script = script
                .replace(&format!("import('{named}')"), &format!("import({})", constant(&later)));
            self.later.insert(later);
        }
        let exported = exported.join(",");
        let script = format!("const {}=(()=>{{{script}return{{{exported}}};}})();", constant(path));
        file.push((constant(path), script));
        self.added.insert(path.into(), true);
        Ok(())
    }
}

/// The scripts of a file, which exports its modules. It loads those of the rest when they are used; others are there.
fn joined(file: &[Module], rest: &[Module]) -> String {
    let mut script: String = file.iter().map(|(_, script)| script.as_str()).collect();
    for (name, _) in rest {
        let there = format!("import('./rest.js').then((rest)=>rest.{name})");
        script = script.replace(&format!("import({name})"), &there);
    }
    let script = script.replace("import($", "Promise.resolve().then(()=>$");
    script + &format!("export{{{}}};", names(file))
}

fn names(file: &[Module]) -> String {
    let names: Vec<&str> = file.iter().map(|(name, _)| name.as_str()).collect();
    names.join(",")
}

/// The constant of a module: `$core_deck` for `core/deck.js`.
fn constant(path: &str) -> String {
    format!("${}", path.trim_end_matches(".js").replace(['/', '-'], "_"))
}

/// The path of a module that another one names: `core/deck.js` for `../core/deck.js` in `play/play.js`.
fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Reads all files below a folder, by their paths with slashes.
fn walk(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("the names of the page are ASCII");
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}
