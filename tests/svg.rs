//! Pictures: every agent and every wire is there once, nothing lies upon anything else.

use polarnet::{
    Agent, AnyBook, Book,
    columns::Space,
    reader::Source,
    show::{self, LARGEST},
};
use roxmltree::{Document, Node};
use std::path::Path;

const SEED_1: &str = "
    @main = (a b) & (b a) ~ (x (y *)) & {y x} ~ @foo
    @foo = (a b) & @tic ~ (x a) & @tac ~ (x b)
    @tic = (k k)
    @tac = (k k)";

const SUM: &str = "
    @main = r & @sum ~ (10 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
      & @sum ~ (a (b $([+] $(e f))))
      & @sum ~ (c (d e))";

/// Redexes whose sides are wires; a root that is a wire; a long name; a label.
const ODD: &str = "
    @main = r & (q &7{r *}) ~ q & r2 ~ s & s ~ (r2 *)
    @a-name-that-is-so-long-that-nobody-could-read-it = (a b) & @main ~ ((a *) ({b c} c))
    @wires = a & a ~ b & b ~ 7";

/// Lists: agents and rules.
const AGENTS: &str = "
    agent +Nil, +Cons(+head, +tail), -Append(+ys, -out);
    rule Append(ys, out) ~ Nil => out ~ ys;
    rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;
    @main = r & Append(Cons(3, Nil), r) ~ Cons(1, Cons(2, Nil))";

/// Boxes of all widths, in each other and beside each other; a rule that replaces two agents without ports, and one that
/// joins two of its ports.
const BOXES: &str = "
    agent +AnAgentWithAVeryLongName(+a), +B, +Seven(+a, -b, +c, -d, +e, -f, +g), -C(+a, -b), -Eat;
    rule Eat ~ B =>;
    rule C(x, x) ~ B => ;
    rule C(a, b) ~ Seven(p, q, r, s, t, u, v) => a ~ q & p ~ s & r ~ {u b} & (t v) ~ *;
    rule Eat ~ Seven(a, *, *, *, *, f, *) => a ~ f;
    rule C(x, y) ~ AnAgentWithAVeryLongName(z) => (x z) ~ {(y *) *};
    @main = (AnAgentWithAVeryLongName(AnAgentWithAVeryLongName(B)) (p AnAgentWithAVeryLongName(B)))
      & C(AnAgentWithAVeryLongName(B), p) ~ Seven(((1 2) (3 q)), r, B, {* q}, AnAgentWithAVeryLongName(((1 2) 3)), *, s)
      & C(*, s) ~ AnAgentWithAVeryLongName(((((1 2) 3) 4) 5)) & Eat ~ B & r ~ Eat";

fn book(text: &str) -> AnyBook {
    let source = Source::new("test", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)))
}

/// From, to: left, top, right, bottom.
type Box4 = [f64; 4];

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("no {name}")).parse().unwrap()
}

/// The corners of a path.
fn points(path: Node) -> Vec<[f64; 2]> {
    let text = path.attribute("d").unwrap().replace(['M', 'L', 'Q', 'Z'], " ");
    let numbers: Vec<f64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
    numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn hull(points: &[[f64; 2]]) -> Box4 {
    points.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], &[x, y]| {
        [l.min(x), t.min(y), r.max(x), b.max(y)]
    })
}

fn overlap(a: Box4, b: Box4, spare: f64) -> bool {
    a[0] + spare < b[2] && b[0] + spare < a[2] && a[1] + spare < b[3] && b[1] + spare < a[3]
}

fn class<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("class").unwrap_or_default()
}

fn with_class<'a, 'd>(node: Node<'a, 'd>, word: &'a str) -> impl Iterator<Item = Node<'a, 'd>> {
    node.descendants().filter(move |node| class(*node).split(' ').any(|one| one == word))
}

fn frame(shape: Node) -> Box4 {
    if shape.has_tag_name("path") {
        return hull(&points(shape));
    }
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(shape, name));
    [x, y, x + width, y + height]
}

/// Wires of a definition: two ports each, of agents and root; and circles.
fn wires<S: Space>(book: &Book<S>, def: polarnet::columns::Idx<polarnet::Defs<S>>) -> usize {
    let agents = book.rows(def).filter(|&row| book.agents().node(row) != Agent::Wire);
    let ports: usize = agents.map(|row| 1 + book.agents().node(row).children().count()).sum();
    // What a rule replaces has no principal port, and nothing holds it.
    let ports = if is_rule(book, def) { ports - 1 } else { ports + 1 };
    assert_eq!(ports % 2, 0, "with the root, wires have two ports each");
    ports / 2
}

/// Everything that this file promises; `circles` are wires without ports.
fn check<S: Space>(book: &Book<S>, circles: usize) {
    let picture = show::svg(book, None).unwrap();
    let document = Document::parse(&picture).unwrap();
    let panels: Vec<Node> = with_class(document.root(), "definition").collect();
    assert_eq!(panels.len(), book.defs().len());
    let page = [0.0, 0.0, number(document.root_element(), "width"), number(document.root_element(), "height")];
    let mut drawn = 0;
    for (def, &panel) in book.defs().zip(&panels) {
        let agents: Vec<(Box4, Node)> = with_class(panel, "agent")
            .map(|agent| (frame(with_class(agent, "shape").next().unwrap()), agent))
            .collect();
        assert_eq!(agents.len(), book.rows(def).filter(|&row| book.agents().node(row) != Agent::Wire).count());
        let border = frame(with_class(panel, "panel").next().unwrap());
        assert!(inside(border, page));
        for (at, &(frame, agent)) in agents.iter().enumerate() {
            assert!(inside(frame, border), "{frame:?} leaves {border:?}");
            let others = agents[at + 1..].iter().filter(|(other, _)| overlap(frame, *other, 0.0));
            assert_eq!(others.count(), 0, "agents overlap");
            let ports = usize::from(!class(agent).contains("replaced"));
            assert_eq!(with_class(agent, "principal").count(), ports);
        }
        let mut lines = 0;
        for wire in with_class(panel, "wire") {
            lines += 1;
            let line = points(with_class(wire, "line").next().unwrap());
            assert!(inside(hull(&line), border));
            for part in line.windows(2) {
                let behind = agents.iter().find(|(frame, _)| overlap(hull(part), *frame, 1.0));
                assert!(behind.is_none(), "a wire is behind an agent in @{}: {part:?} {behind:?}", book.names()[def]);
            }
            assert_eq!(with_class(wire, "arrow").count(), usize::from(!class(wire).contains("clash")));
        }
        drawn += lines;
        assert!(lines >= wires(book, def), "@{}", book.names()[def]);
    }
    assert_eq!(drawn, book.defs().map(|def| wires(book, def)).sum::<usize>() + circles);
}

fn is_rule<S: Space>(book: &Book<S>, def: polarnet::columns::Idx<polarnet::Defs<S>>) -> bool {
    matches!(book.agents().node(book.root(def)), Agent::Replaced(_))
}

fn inside(part: Box4, whole: Box4) -> bool {
    whole[0] <= part[0] && whole[1] <= part[1] && part[2] <= whole[2] && part[3] <= whole[3]
}

#[test]
fn every_agent_and_wire_is_drawn_once_and_nothing_overlaps() {
    for text in [SEED_1, SUM, ODD, AGENTS, BOXES, "@main = *", "@main = (((((((1 2) 3) 4) 5) 6) 7) (8 9))"] {
        book(text).with(|book| check(book, 0));
    }
    book("@main = 1 & a ~ a & b ~ c & c ~ b").with(|book| check(book, 2));
}

#[test]
fn nets_of_others_too() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/nets");
    let Ok(files) = std::fs::read_dir(folder) else {
        return println!("skipped: there is no folder ../shared/nets beside the repository");
    };
    let mut drawn = 0;
    for path in files.flatten().map(|file| file.path()) {
        if path.extension().is_none_or(|ending| ending != "hvm") {
            continue;
        }
        let book = Source::read(&path).unwrap().parse().book.unwrap();
        book.with(|book| {
            if book.defs().map(|def| book.rows(def).count()).sum::<usize>() <= LARGEST {
                check(book, 0);
                drawn += 1;
            }
        });
    }
    assert!(drawn > 10, "{drawn} nets were small enough");
}

#[test]
fn deep_nets_are_drawn() {
    for text in
        [format!("{}1{}", "(2 ".repeat(300), ")".repeat(300)), format!("{}1{}", "(".repeat(300), " 2)".repeat(300))]
    {
        book(&format!("@main = {text}")).with(|book| check(book, 0));
    }
}

#[test]
fn signs_redexes_and_labels_are_marked() {
    // @main = +(-x0 +x1) & +(-x1 +x0) ~ -(+x2 -(+x3 -*)) & -{-x3 -x2} ~ +@foo
    let picture = book(SEED_1).with(|book| show::svg(book, book.main()).unwrap());
    let document = Document::parse(&picture).unwrap();
    let panel = with_class(document.root(), "definition").next().unwrap();
    let labels = with_class(panel, "label").filter_map(|label| label.text().map(str::trim));
    assert_eq!(labels.collect::<Vec<_>>(), ["*", "0", "@foo"]);
    for (word, count) in [("positive", 3), ("negative", 4), ("con", 4), ("dup", 1), ("redex", 2), ("clash", 0)] {
        assert_eq!(with_class(panel, word).count(), count, "{word}");
    }
    let titles = panel.descendants().filter(|node| node.has_tag_name("title")).filter_map(|title| title.text());
    let titles: Vec<&str> = titles.map(str::trim).collect();
    assert!(titles.contains(&"negative dup 0 at 2:41") && titles.contains(&"positive ref @foo at 2:49"), "{titles:?}");
}

/// A box has its whole name in it, with all ports at its lower edge, in order; a rule is titled by its agents.
#[test]
fn agents_of_the_book_are_boxes_with_names() {
    let picture = book(BOXES).with(|book| show::svg(book, None).unwrap());
    let document = Document::parse(&picture).unwrap();
    let titles: Vec<&str> = with_class(document.root(), "name").filter_map(|name| name.text().map(str::trim)).collect();
    assert_eq!(titles, ["@main", "Eat ~ B", "C ~ B", "C ~ Seven", "Eat ~ Seven", "C ~ AnAgentWithAVeryLongName"]);
    let mut seven = 0;
    for panel in with_class(document.root(), "definition") {
        let lines: Vec<Vec<[f64; 2]>> = with_class(panel, "line").map(points).collect();
        for agent in with_class(panel, "user") {
            let [left, _, right, bottom] = frame(with_class(agent, "shape").next().unwrap());
            let label = with_class(agent, "label").next().unwrap();
            let name = label.text().unwrap().trim();
            let half = name.chars().count() as f64 * 8.0 / 2.0;
            assert!(
                left < number(label, "x") - half && number(label, "x") + half < right,
                "{name} is wider than its box"
            );
            let ends = lines.iter().flat_map(|line| [line[0], line[line.len() - 1]]);
            let mut ports: Vec<f64> =
                ends.filter(|&[x, y]| (y - bottom).abs() < 0.2 && left < x && x < right).map(|[x, _]| x).collect();
            ports.sort_by(f64::total_cmp);
            ports.dedup();
            let arity = match name {
                "Seven" => 7,
                "C" => 2,
                "B" | "Eat" => 0,
                _ => 1,
            };
            assert_eq!(ports.len(), arity, "{name}");
            seven += usize::from(arity == 7);
        }
    }
    assert_eq!(seven, 1);
    assert_eq!(with_class(document.root(), "root").count(), 1, "rules have none");
}

#[test]
fn dot_has_agents_and_rules() {
    book(AGENTS).with(|book| {
        let graph = show::dot(book);
        for line in [
            "label=\"Append ~ Cons\";",
            "[shape=box, style=dashed, label=\"Append ~ Cons\"];",
            "[shape=box, style=rounded, label=\"+Cons\"];",
            "[shape=box, style=rounded, label=\"-Append\"];",
        ] {
            assert!(graph.contains(line), "{line}\n{graph}");
        }
        assert_eq!(graph.matches("root_").count(), 2, "rules have no root");
    });
}

#[test]
fn a_clash_has_no_direction() {
    let clash = book("@main = r & 7 ~ r & 1 ~ a & a ~ 2").with(|book| show::svg(book, None).unwrap());
    assert_eq!(clash.matches("class=\"wire redex clash\"").count(), 1);
}

#[test]
fn names_are_escaped_and_cut() {
    let picture = book(
        "@main = (@a.b-c/d$e @a-name-that-is-so-long-that-nobody-could-read-it)
        @a.b-c/d$e = $([<] $([&] *)) @a-name-that-is-so-long-that-nobody-could-read-it = *",
    )
    .with(|book| show::svg(book, None).unwrap());
    let document = Document::parse(&picture).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| class(*node) == "label")
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    assert_eq!(texts, ["@a.b-c/d$e", "@a-name-that-is-so-long-tha…", "$", "[<]", "$", "[&]", "*", "*"]);
}

#[test]
fn large_books_are_refused() {
    let half = LARGEST / 2;
    let text = format!("@main = {}1{} @small = *", "(2 ".repeat(half), ")".repeat(half));
    book(&text).with(|book| {
        let error = show::svg(book, None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the book is too large for a picture: 1002 agents and wire ends, where 1000 are the most"
        );
        let error = show::svg(book, book.main()).unwrap_err();
        assert_eq!((error.definition.as_deref(), error.rows), (Some("main"), 1001));
        assert_eq!(
            error.to_string(),
            "`@main` is too large for a picture: 1001 agents and wire ends, where 1000 are the most"
        );
        assert!(show::svg(book, book.find("small")).is_ok());
    });
}
