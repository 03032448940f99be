//! Links of all Markdown files lead somewhere: to a file that exists, and to a heading that it has. The chapters of the book
//! are those of its summary.
//!
//! Chapters are read in two places: in the repository, and in the book that `ci/docs.sh` builds, which has nothing but what is
//! in `docs/book/src`. So a chapter links to chapters and pictures only. What else is in the repository it names, as
//! `benches/record`: whoever reads the book has the sources beside it, and such a link would be dead there.

mod tree;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};
use tree::{files, root};

const BOOK: &str = "docs/book/src";

/// Files that rustdoc shows: it checks their links to items (`RUSTDOCFLAGS="-D warnings"`), so here only their anchors count.
const RUSTDOC: [&str; 2] = ["columns/GUIDE.md", "macros/src"];

/// All Markdown files that are the project's, relative to its root.
fn pages() -> Vec<PathBuf> {
    files("", &[".md"]).iter().map(|path| path.strip_prefix(root()).unwrap().to_owned()).collect()
}

/// The text of a page, as mdBook shows it: with what it includes.
fn text(page: &Path) -> String {
    let path = root().join(page);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let include = |line: &str| -> Option<String> {
        let file = line.trim().strip_prefix("{{#include ")?.strip_suffix("}}")?;
        assert!(!file.contains(':'), "{}: a part of {file} is included: this test does not know which", page.display());
        Some(
            fs::read_to_string(path.parent()?.join(file))
                .unwrap_or_else(|error| panic!("{}: {file}: {error}", page.display())),
        )
    };
    text.lines().map(|line| include(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

#[derive(Default)]
struct Page {
    /// Where it links to: also pictures.
    links: Vec<String>,
    /// What a link may have after `#`.
    anchors: BTreeSet<String>,
}

fn read(text: &str) -> Page {
    let (mut page, mut heading) = (Page::default(), None::<String>);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let before = seen.entry(slug.clone()).and_modify(|n| *n += 1).or_default();
                page.anchors.insert(if *before == 0 { slug } else { format!("{slug}-{before}") });
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string())
            }
            _ => {}
        }
    }
    page
}

/// The name of a heading, on GitHub and in mdBook.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || ['-', '_', ' '].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Elsewhere: nobody is asked here whether it is still there.
fn is_outside(link: &str) -> bool {
    ["http://", "https://", "mailto:", "data:"].iter().any(|scheme| link.starts_with(scheme))
}

/// Without `.` and `..`. None if that leaves the repository.
fn tidy(path: &Path) -> Option<PathBuf> {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => tidy.push(name),
            Component::CurDir => {}
            Component::ParentDir if tidy.pop() => {}
            _ => return None,
        }
    }
    Some(tidy)
}

/// What is wrong with a link of a page.
fn wrong(from: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let of_rustdoc = RUSTDOC.iter().any(|prefix| from.starts_with(prefix));
    if is_outside(link) || of_rustdoc && !file.is_empty() {
        return None;
    }
    let to = match file {
        "" => Some(from.to_owned()),
        file => tidy(&from.parent()?.join(file)),
    };
    let Some(to) = to.filter(|to| root().join(to).exists()) else {
        return Some(format!("there is no {file}"));
    };
    if from.starts_with(BOOK) && !to.starts_with(BOOK) {
        return Some(format!("the built book has no {0}: write `{0}`, without a link", to.display()));
    }
    let known = |anchor: &str| pages.get(&to).is_some_and(|page| page.anchors.contains(anchor));
    let anchor = anchor.filter(|anchor| !known(anchor))?;
    Some(format!("{} has no heading `#{anchor}`", to.display()))
}

#[test]
fn links_lead_somewhere() {
    let pages: BTreeMap<PathBuf, Page> = pages().into_iter().map(|page| (page.clone(), read(&text(&page)))).collect();
    let mut links = 0;
    let mut all = Vec::new();
    for (from, page) in &pages {
        links += page.links.len();
        let wrong =
            page.links.iter().filter_map(|link| Some(format!("{}: {}", from.display(), wrong(from, link, &pages)?)));
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert!(pages.len() > 40 && links > 200, "{} pages, {links} links", pages.len());
}

#[test]
fn the_summary_has_all_chapters() {
    let summary = Path::new(BOOK).join("SUMMARY.md");
    let named: Vec<PathBuf> = read(&text(&summary)).links.iter().map(|chapter| Path::new(BOOK).join(chapter)).collect();
    let chapters: BTreeSet<PathBuf> = named.iter().cloned().collect();
    assert_eq!(chapters.len(), named.len(), "a chapter is in SUMMARY.md twice");
    let files: BTreeSet<PathBuf> =
        pages().into_iter().filter(|page| page.starts_with(BOOK) && *page != summary).collect();
    let lost: Vec<_> = files.symmetric_difference(&chapters).collect();
    assert!(lost.is_empty(), "in SUMMARY.md or in {BOOK}, and not in both: {lost:?}");
}

#[test]
fn mistakes_are_found() {
    assert_eq!(slug("Full `λ`-calculus: what, and why?"), "full-λ-calculus-what-and-why");
    let page = read("# One\n\n# One\n\n[a](b.md#c) `[d](e.md)` ![f](g.svg)\n\n```text\n[h](i.md)\n```\n");
    assert_eq!(page.links, ["b.md#c", "g.svg"]);
    assert_eq!(page.anchors, ["one", "one-1"].map(str::to_owned).into());

    let (chapter, guide) = (Path::new("docs/book/src/start.md"), Path::new("columns/GUIDE.md"));
    let pages = [(chapter.to_owned(), page)].into();
    let wrong = |from, link| wrong(from, link, &pages);
    for link in ["nets.md", "pictures/list.svg", "#one-1", "./start.md#one", "https://docs.rs/polarnet"] {
        assert_eq!(wrong(chapter, link), None);
    }
    assert_eq!(wrong(chapter, "none.md").unwrap(), "there is no none.md");
    assert_eq!(wrong(chapter, "../../../../none").unwrap(), "there is no ../../../../none");
    assert_eq!(wrong(chapter, "#two").unwrap(), "docs/book/src/start.md has no heading `#two`");
    assert_eq!(
        wrong(chapter, "../../adr").unwrap(),
        "the built book has no docs/adr: write `docs/adr`, without a link"
    );
    assert_eq!(wrong(guide, "Builder::freeze"), None);
    assert_eq!(wrong(guide, "#nothing").unwrap(), "columns/GUIDE.md has no heading `#nothing`");
}

/// What the tags of a page of HTML have as an attribute.
fn attributes(html: &str, name: &str) -> Vec<String> {
    let mark = format!(" {name}=\"");
    let mut values = Vec::new();
    // Text has `&lt;` for `<`; scripts are left out.
    for part in html.split("</script>").map(|part| part.split("<script").next().unwrap_or_default()) {
        for tag in part.split('<').filter_map(|tag| tag.split('>').next()) {
            values.extend(tag.split(&mark).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned));
        }
    }
    values
}

/// `%CE%BB` as `λ`.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [byte, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The book as it was built: what mdBook has made of links and headings.
#[test]
#[ignore = "the book has to be built: ci/docs.sh"]
fn links_of_the_built_book_lead_somewhere() {
    let book = PathBuf::from(std::env::var_os("POLARNET_BOOK").expect("POLARNET_BOOK is the folder of the built book"));
    let mut pages: BTreeMap<PathBuf, String> = BTreeMap::new();
    for entry in fs::read_dir(&book).unwrap() {
        let path = entry.unwrap().path();
        // 404.html is shown at any place, so its links begin at the site's root.
        if path.extension().is_some_and(|end| end == "html") && !path.ends_with("404.html") {
            let html = fs::read_to_string(&path).unwrap();
            pages.insert(path, html);
        }
    }
    let anchors = |page: &String| attributes(page, "id").into_iter().collect::<BTreeSet<_>>();
    let anchors: BTreeMap<&PathBuf, BTreeSet<String>> =
        pages.iter().map(|(path, page)| (path, anchors(page))).collect();
    let mut all = Vec::new();
    let mut links = 0;
    for (from, page) in &pages {
        for link in attributes(page, "href").into_iter().chain(attributes(page, "src")) {
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), ""), |(file, anchor)| (file, anchor));
            links += 1;
            let to = match file {
                "" => from.clone(),
                file => from.with_file_name(decoded(file)),
            };
            let there = is_outside(&link) || to.exists();
            let known = anchor.is_empty() || anchors.get(&to).is_none_or(|anchors| anchors.contains(&decoded(anchor)));
            if !there || !known {
                all.push(format!("{}: {link}", from.display()));
            }
        }
    }
    assert!(all.is_empty(), "dead links:\n{}", all.join("\n"));
    assert!(pages.len() > 20 && links > 500, "{} pages, {links} links", pages.len());
}
