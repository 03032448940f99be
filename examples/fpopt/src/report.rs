//! The report: a page of HTML that needs nothing else.

use crate::{
    all::{Entry, Overview},
    improve::{Improved, Version},
    plot::svg,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f2; padding: .6rem .8rem; margin: .3rem 0 }
section { margin: 2.5rem 0; border-top: 2px solid #ddd }
.better { color: #0a6b2d } .same { color: #777 }
svg { max-width: 100%; height: auto }
";

/// The page.
#[must_use]
pub fn report(overview: Overview, entries: &[Entry]) -> String {
    let done = || entries.iter().enumerate().filter_map(|(at, entry)| Some((at, entry, entry.result.as_ref().ok()?)));
    let better = done().filter(|(_, _, it)| it.is_better()).count();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "fpopt: " (better) " of " (overview.cores) " expressions are more accurate" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (better) " of " (overview.cores) " expressions are more accurate" }
                p {
                    "All of them have " (overview.nodes) " nodes, which are " (overview.rows) " rows in one batch. Bits are those that are wrong, "
                    "on average, at points that took no part in the search. Costs are in additions."
                }
                table {
                    tr { th { "expression" } th.n { "wrong bits" } th.n { "now" } th.n { "cost" } th.n { "now" } th.n { "tried" } }
                    @for (at, entry) in entries.iter().enumerate() { (line(at, entry)) }
                }
                @for (at, entry, improved) in done() { (section(at, entry, improved)) }
            }
        }
    };
    page.into_string()
}

fn line(at: usize, entry: &Entry) -> Markup {
    html! {
        tr {
            @match &entry.result {
                Ok(it) => {
                    td { a href={ "#core" (at) } { (entry.name) } }
                    td.n { (tenths(it.before.bits)) }
                    td.n.better[it.is_better()].same[!it.is_better()] { (tenths(it.after.bits)) }
                    td.n { (tenths(it.before.cost)) } td.n { (tenths(it.after.cost)) } td.n { (it.tried) }
                }
                Err(why) => { td { (entry.name) } td.same colspan="5" { "as it was: " (why) } }
            }
        }
    }
}

fn section(at: usize, entry: &Entry, improved: &Improved) -> Markup {
    let picture = svg(improved).unwrap_or_else(|error| format!("<p>There is no picture: {error}</p>"));
    html! {
        section id={ "core" (at) } {
            h2 { (entry.name) }
            p.same {
                (entry.file.display()) ", " (improved.format.name()) ", " (improved.tried) " expressions in "
                (format!("{:.1?}", improved.time))
            }
            (version("as written", &improved.before))
            @if improved.is_better() { (version("now", &improved.after)) } @else { p.same { "Nothing is clearly more accurate." } }
            (PreEscaped(picture))
            @if improved.frontier.len() > 1 {
                details {
                    summary { (improved.frontier.len()) " from cheap to accurate" }
                    @for it in &improved.frontier { (version("", it)) }
                }
            }
        }
    }
}

fn version(title: &str, version: &Version) -> Markup {
    html! {
        p { strong { (title) } " " (tenths(version.bits)) " bits wrong, cost " (tenths(version.cost)) }
        pre { (version.text) }
    }
}

fn tenths(x: f64) -> String {
    format!("{x:.1}")
}
