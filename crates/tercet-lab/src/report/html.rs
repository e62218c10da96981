//! A report as one self-contained HTML page, without network access, scripts or other files.
//!
//! The page is both HTML 5 and well-formed XML, so that tools for either can check it. It lists all
//! claims first, and then the sections that they come from. A verdict is a word and a shape; its colour
//! is redundant.

use std::fmt::Write as _;

use super::{Finding, Report, Section, Table, Verdict, csv};
use crate::plot;
use crate::words::escaped;

/// The style sheet of the page, without that of the charts.
const CSS: &str = include_str!("page.css");

/// Adds a line of markup to a page.
macro_rules! put {
    ($page:expr, $($markup:tt)*) => {
        writeln!($page.html, $($markup)*).expect("text can be added to")
    };
}

/// The report as an HTML page. The names of the sections are anchors: `#fig13`.
pub fn html(report: &Report) -> String {
    let mut page = Page { html: String::new(), is_provisional: report.is_provisional };
    page.head(report);
    page.add("<body>\n<a class=\"skip\" href=\"#report-main\">Skip to the claims</a>\n");
    page.header(report);
    page.add("<div class=\"page\">\n");
    page.contents(report);
    page.add("<main id=\"report-main\" tabindex=\"-1\">\n");
    page.claims(report);
    page.rules(report);
    page.facts(report);
    for section in &report.sections {
        page.section(section);
    }
    page.add("</main>\n</div>\n</body>\n</html>\n");
    page.html
}

/// The page written so far.
struct Page {
    html: String,
    is_provisional: bool,
}

impl Page {
    /// Adds markup.
    fn add(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Adds an element that contains only text, on a line of its own.
    fn element(&mut self, name: &str, attributes: &str, text: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        let text = escaped(text);
        put!(self, "<{name}{space}{attributes}>{text}</{name}>");
    }

    /// Adds a list, unless it is empty.
    fn list<T>(&mut self, begin: &str, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        if !items.is_empty() {
            put!(self, "{begin}");
            for it in items {
                item(self, it);
            }
            self.add("</ul>\n");
        }
    }

    fn head(&mut self, report: &Report) {
        self.add(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
             <meta name=\"color-scheme\" content=\"light dark\" />\n",
        );
        self.element("title", "", &report.title);
        self.add("<style>\n");
        self.add(CSS);
        self.add(&plot::css());
        self.add("</style>\n</head>\n");
    }

    fn header(&mut self, report: &Report) {
        self.add("<header class=\"top\">\n");
        self.element("h1", "", &report.title);
        self.element("p", "class=\"lead\"", &report.lead);
        let provisionally = if self.is_provisional { ", provisionally" } else { "" };
        self.add("<ul class=\"tally\">\n");
        let findings = || report.sections.iter().flat_map(|section| &section.findings);
        for verdict in Verdict::ALL {
            let count = findings().filter(|finding| finding.verdict == verdict).count();
            let [one, many] = match verdict {
                Verdict::Holds => ["claim holds", "claims hold"],
                Verdict::Fails => ["claim fails", "claims fail"],
                Verdict::Open => ["claim is open", "claims are open"],
            };
            let claims = if count == 1 { one } else { many };
            let (name, icon) = (verdict.name(), icon(verdict));
            put!(
                self,
                "<li class=\"verdict {name}\">{icon}<span><strong>{count}</strong> {claims}{provisionally}</span></li>"
            );
        }
        self.add("</ul>\n</header>\n");
    }

    fn contents(&mut self, report: &Report) {
        self.add(
            "<nav aria-labelledby=\"report-contents\">\n<h2 id=\"report-contents\">Contents</h2>\n<ul>\n\
             <li><a href=\"#report-claims\">All claims</a></li>\n\
             <li><a href=\"#report-rules\">How claims are judged</a></li>\n\
             <li><a href=\"#report-facts\">Machine, versions and seed</a></li>\n",
        );
        for section in &report.sections {
            let (id, title) = (escaped(&section.id), escaped(&section.title));
            put!(
                self,
                "<li><a href=\"#{id}\"><span class=\"name\">{id}</span> \
                 <span class=\"title\">{title}</span></a></li>"
            );
        }
        self.add("</ul>\n</nav>\n");
    }

    /// All claims with what was found, a group of rows per section.
    fn claims(&mut self, report: &Report) {
        self.add(
            "<section class=\"claims\">\n<h2 id=\"report-claims\">All claims</h2>\n<table>\n\
             <caption>The claims of the sources, what was found, and whether each claim holds</caption>\n\
             <thead><tr><th scope=\"col\">Section</th><th scope=\"col\">Claim</th>\
             <th scope=\"col\">Found</th><th scope=\"col\">Verdict</th></tr></thead>\n",
        );
        for section in report.sections.iter().filter(|section| !section.findings.is_empty()) {
            let (id, rows) = (escaped(&section.id), section.findings.len());
            self.add("<tbody>\n");
            let heading = format!(
                "<th scope=\"rowgroup\" rowspan=\"{rows}\"><a href=\"#{id}\">{id}</a></th>"
            );
            for (i, Finding { claim, found, verdict, .. }) in section.findings.iter().enumerate() {
                let heading = if i == 0 { &*heading } else { "" };
                let (claim, found, badge) = (escaped(claim), escaped(found), self.badge(*verdict));
                put!(
                    self,
                    "<tr>{heading}<td class=\"claim\">{claim}</td><td class=\"found\">{found}</td>\
                     <td class=\"judged\">{badge}</td></tr>"
                );
            }
            self.add("</tbody>\n");
        }
        self.add("</table>\n</section>\n");
    }

    /// The meaning of the verdicts, and each rule with the sections that use it.
    fn rules(&mut self, report: &Report) {
        self.add("<section class=\"rules\">\n<h2 id=\"report-rules\">How claims are judged</h2>\n");
        self.element("p", "", VERDICTS);
        if self.is_provisional {
            self.element("p", "", PROVISIONAL);
        }
        let findings = report.sections.iter().flat_map(|section| &section.findings);
        let mut rules: Vec<&str> = Vec::new();
        for Finding { rule, .. } in findings {
            if !rules.contains(&&**rule) {
                rules.push(rule);
            }
        }
        self.list("<ul>", &rules, |page, rule| page.element("li", "", rule));
        self.add("</section>\n");
    }

    /// A verdict as its shape and its words.
    fn badge(&self, verdict: Verdict) -> String {
        let (name, icon, words) =
            (verdict.name(), icon(verdict), verdict.words(self.is_provisional));
        format!("<span class=\"verdict {name}\">{icon}<span>{words}</span></span>")
    }

    fn facts(&mut self, report: &Report) {
        self.add(
            "<section class=\"facts\">\n<h2 id=\"report-facts\">Machine, versions and seed</h2>\n<dl>\n",
        );
        for (name, fact) in &report.facts {
            let (name, fact) = (escaped(name), escaped(fact));
            put!(self, "<div><dt>{name}</dt><dd>{fact}</dd></div>");
        }
        self.add("</dl>\n</section>\n");
    }

    fn section(&mut self, section: &Section) {
        let id = escaped(&section.id);
        put!(self, "<section class=\"figure\" id=\"{id}\">");
        let title = escaped(&section.title);
        put!(self, "<h2><span class=\"name\">{id}</span> {title}</h2>");
        self.element("p", "class=\"source\"", &section.source);
        self.element("h3", "", "Setup");
        self.element("p", "", &section.setup);
        if !section.findings.is_empty() {
            self.element("h3", "", "Findings");
        }
        self.list("<ul class=\"findings\">", &section.findings, |page, finding| {
            let Finding { claim, found, rule, verdict } = finding;
            let [claim, found, rule] = [claim, found, rule].map(|text| escaped(text));
            let badge = page.badge(*verdict);
            put!(
                page,
                "<li>{badge}<div><p class=\"claim\">{claim}</p><p>{found}</p>\
                 <p class=\"rule\">Rule: {rule}</p></div></li>"
            );
        });
        for (i, chart) in section.charts.iter().enumerate() {
            let svg = plot::inline_svg(chart, &format!("{}-chart-{}", section.id, i + 1));
            put!(self, "<figure>\n{svg}\n</figure>");
        }
        for (i, table) in section.tables.iter().enumerate() {
            self.table(table, &format!("{id}-table-{}", i + 1));
        }
        self.data(section, &id);
        self.add("</section>\n");
    }

    /// A table in a region that scrolls on narrow pages; nothing for a table without columns.
    fn table(&mut self, table: &Table, id: &str) {
        if table.columns.is_empty() {
            return;
        }
        let wide = if table.columns.len() > WIDE { " class=\"wide\"" } else { "" };
        put!(
            self,
            "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"{id}\"><table{wide}>"
        );
        let caption = escaped(&table.caption);
        put!(self, "<caption id=\"{id}\"><span>{caption}</span></caption>");
        let class = |column: usize| if table.is_numeric(column) { " class=\"number\"" } else { "" };
        self.add("<thead><tr>");
        for (i, heading) in table.columns.iter().enumerate() {
            let (class, heading) = (class(i), escaped(heading));
            self.add(&format!("<th scope=\"col\"{class}>{heading}</th>"));
        }
        self.add("</tr></thead>\n<tbody>\n");
        let names = table.names_rows();
        for row in &table.rows {
            self.add("<tr>");
            for (i, cell) in row.iter().enumerate() {
                let (class, cell) = (class(i), escaped(cell));
                let (name, scope) =
                    if i == 0 && names { ("th", " scope=\"row\"") } else { ("td", "") };
                self.add(&format!("<{name}{scope}{class}>{cell}</{name}>"));
            }
            self.add("</tr>\n");
        }
        self.add("</tbody></table></div>\n");
    }

    /// Every point as comma-separated values, to read and to save.
    fn data(&mut self, section: &Section, id: &str) {
        let text = csv(&section.data);
        let (rows, encoded) = (section.data.rows.len(), percent_encoded(&text));
        let rows = if rows == 1 { "1 row".into() } else { format!("{rows} rows") };
        let caption = escaped(&section.data.caption);
        let text = escaped(&text.replace("\r\n", "\n"));
        put!(
            self,
            "<details>\n<summary>Data of {id}: {rows}</summary>\n<p id=\"{id}-data\">{caption}</p>\n\
             <p><a class=\"download\" download=\"{id}.csv\" href=\"data:text/csv;charset=utf-8,{encoded}\">\
             Save {id}.csv</a></p>\n\
             <pre role=\"group\" tabindex=\"0\" aria-labelledby=\"{id}-data\">{text}</pre>\n</details>"
        );
    }
}

/// The largest number of columns that fit on paper at the usual font size.
const WIDE: usize = 8;

/// The meaning of the verdicts.
const VERDICTS: &str = "Each claim has a rule, which decides from the measurements alone whether the claim \
                        holds or fails. It is open if they do not decide it: too few sizes were measured, \
                        methods were stopped, or a solver is missing.";

/// What is provisional about the verdicts of a quick report.
const PROVISIONAL: &str = "The verdicts of this quick report are provisional: it measures fewer sizes and \
                           boards and stops methods earlier than a full report, which may decide \
                           otherwise.";

/// A tick in a disc, a cross in a lozenge, or a dot in a dashed ring.
fn icon(verdict: Verdict) -> String {
    let shapes = match verdict {
        Verdict::Holds => {
            "<circle class=\"solid\" cx=\"10\" cy=\"10\" r=\"9\" />\
             <path class=\"mark\" d=\"M5.5 10.5 8.8 13.8 14.5 7\" />"
        }
        Verdict::Fails => {
            "<path class=\"solid\" d=\"M10 0 20 10 10 20 0 10Z\" />\
             <path class=\"mark\" d=\"M6.8 6.8 13.2 13.2M13.2 6.8 6.8 13.2\" />"
        }
        Verdict::Open => {
            "<circle class=\"ring\" cx=\"10\" cy=\"10\" r=\"8\" />\
             <circle class=\"solid\" cx=\"10\" cy=\"10\" r=\"2.5\" />"
        }
    };
    format!(
        "<svg class=\"icon\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\">{shapes}</svg>"
    )
}

impl Table {
    /// Whether all cells of a column are numbers, possibly bounds or with units; some may be missing.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
        let missing = |cell: &str| matches!(cell, "" | "–");
        !cells.clone().all(missing) && cells.all(|cell| missing(cell) || is_quantity(cell))
    }

    /// Whether the first cells are distinct, so that each can be the heading of its row.
    fn names_rows(&self) -> bool {
        let mut names: Vec<&String> = self.rows.iter().filter_map(|row| row.first()).collect();
        let rows = names.len();
        names.sort_unstable();
        names.dedup();
        names.len() == rows && names.iter().all(|name| !name.is_empty())
    }
}

/// Whether a cell is a number, possibly a bound or with a short unit: `≥ 3.00 s`.
fn is_quantity(cell: &str) -> bool {
    const LONGEST: usize = 3;
    let number = cell.trim_start_matches(['≥', '≤', '>', '<', '~']).trim_start();
    let (number, unit) = number.split_once([' ', '\u{a0}']).unwrap_or((number, ""));
    let letters = unit.chars().all(|letter| letter.is_alphabetic() || "%/²".contains(letter));
    let digits = number.contains(|letter: char| letter.is_ascii_digit());
    digits
        && number.replace(',', "").parse::<f64>().is_ok()
        && letters
        && unit.chars().count() <= LONGEST
}

/// Text as the data of a `data:` address: all bytes but letters, digits and a few signs are encoded.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => {
                encoded.push(char::from(byte));
            }
            _ => write!(encoded, "%{byte:02X}").expect("text can be added to"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests;
