//! What books mean. What is wrong with them: [`errors`]; how they print: [`printed`]; whatever comes: [`robust`].

mod errors;
mod printed;
mod robust;

use super::{Lexer, parse_text};
use crate::{
    check::read,
    diagnostic::Report,
    net::{Agent, Def, Net, Polarity, Symbol},
    number::{Number, Numbers},
    token::{Kind, Source, Token},
};

/// The net of a text that has no mistakes.
#[track_caller]
fn net(source: &str) -> Net {
    let (net, found) = parse_text(source, Numbers::Hvm24);
    assert_eq!(found, []);
    let net = net.unwrap();
    sound(&net);
    net
}

/// What every net that comes out has.
#[track_caller]
fn sound(net: &Net) {
    for def in &net.defs {
        let mut parents = vec![0; def.nodes.len()];
        for (row, node) in def.nodes.iter().enumerate() {
            assert_eq!(def.nodes[node.peer as usize].peer, row as u32, "peers are an involution");
            for child in def.lists.children(node.agent) {
                assert!((child as usize) < row, "children stand before parents");
                parents[child as usize] += 1;
            }
            match node.agent.head() {
                Agent::Wire => {
                    assert!(node.peer != row as u32 && def.nodes[node.peer as usize].agent.head() == Agent::Wire)
                }
                Agent::Ref(to) => assert!((to as usize) < net.defs.len()),
                _ => {}
            }
        }
        parents[def.root as usize] += 1;
        for &(left, right) in &def.redexes {
            parents[left as usize] += 1;
            parents[right as usize] += 1;
        }
        assert!(parents.iter().all(|&n| n == 1), "every row is at one place");
    }
}

/// A definition as text; wires are called as in the source, labels are always written.
fn show(net: &Net, def: &Def) -> String {
    let mut names = vec![""; def.nodes.len()];
    for (row, name) in &def.wires {
        names[*row as usize] = name;
        names[def.nodes[*row as usize].peer as usize] = name;
    }
    let term = |row: u32| {
        let mut texts: Vec<String> = Vec::new();
        for (at, node) in def.nodes[..=row as usize].iter().enumerate() {
            let sign = match node.written {
                None => "",
                Some((Polarity::Positive, _)) => "+ ",
                Some((Polarity::Negative, _)) => "- ",
            };
            let [a, b] =
                [0, 1].map(|n| def.lists.children(node.agent).nth(n).map_or("", |child| &texts[child as usize]));
            texts.push(match node.agent.head() {
                Agent::Wire => format!("{sign}{}", names[at]),
                Agent::Era => format!("{sign}*"),
                Agent::Num(number) => format!("{sign}{}", number.display(net.numbers)),
                Agent::Ref(to) => format!("{sign}@{}", net.defs[to as usize].name),
                Agent::Con(..) => format!("{sign}({a} {b})"),
                Agent::Dup(label, ..) => format!("{sign}&{label}{{{a} {b}}}"),
                Agent::Opr(..) => format!("{sign}$({a} {b})"),
                Agent::Swi(..) => format!("{sign}?({a} {b})"),
                Agent::User(Symbol(symbol), _) => {
                    let ports: Vec<_> =
                        def.lists.children(node.agent).map(|child| texts[child as usize].as_str()).collect();
                    format!("{sign}{}({})", net.agents[symbol as usize].name, ports.join(", "))
                }
                Agent::Replaced(_) => "=>".to_owned(),
            });
        }
        texts.pop().unwrap()
    };
    let mut text = format!("@{} = {}", def.name, term(def.root));
    for &(left, right) in &def.redexes {
        text += &format!(" & {} ~ {}", term(left), term(right));
    }
    text
}

/// The first definition of a text, as text.
#[track_caller]
fn first(source: &str) -> String {
    let net = net(source);
    show(&net, &net.defs[0])
}

#[test]
fn every_term() {
    assert_eq!(
        first("@a = ({x y} ($(x ?(y *)) ([+] (7 (@a @b)))))\n@b = *"),
        "@a = (&0{x y} ($(x ?(y *)) ([+] (7 (@a @b)))))"
    );
    assert_eq!(first("@a=$ ( [*2]? (*\n*))"), "@a = $([*0x0000002] ?(* *))");
}

#[test]
fn labels() {
    assert_eq!(first("@a = (&7{x x} #2097151{y {y *}})"), "@a = (&7{x x} &2097151{y &0{y *}})");
    // The first `&` separates, the second is a label's.
    assert_eq!(first("@a = *&&1{x x}~&2{* *}&!3~ *"), "@a = * & &1{x x} ~ &2{* *} & 3 ~ *");
}

#[test]
fn redexes() {
    let net = net("@a = r & x ~ (r *) &! x ~ y & y ~ y' & y' ~ *".replace('\'', "2").as_str());
    assert_eq!(show(&net, &net.defs[0]), "@a = r & x ~ (r *) & x ~ y & y ~ y2 & y2 ~ *");
    let net = super::parse_text("@a = * & (* *) ~ {* *} & 1 ~ *", Numbers::Hvm24).0.unwrap();
    let def = &net.defs[0];
    for &(left, right) in &def.redexes {
        assert_eq!([def.nodes[left as usize].peer, def.nodes[right as usize].peer], [right, left]);
    }
}

#[test]
fn signs() {
    assert_eq!(first("@a = +(-x +x)"), "@a = + (- x + x)");
    assert_eq!(first("@a = -{-a -{ +a +@a}}"), "@a = - &0{- a - &0{+ a + @a}}");
    assert_eq!(
        first("@a = (+5 (+[+] (-{-5 *} (-x -*)))) & -x ~ +&3{* *}"),
        "@a = (+5 (+ [+] (- &0{-5 *} (- x - *)))) & - x ~ + &3{* *}"
    );
    assert_eq!(first("@a = ((-inf -.5) (inf inf))"), "@a = ((-inf -0.5) (inf inf))");
    let net = net("@a = +(x x)");
    let node = net.defs[0].nodes.last().unwrap();
    let (_, sign) = node.written.unwrap();
    assert_eq!((sign.lo, sign.hi, node.span.lo, node.span.hi), (5, 6, 6, 11));
}

#[test]
fn names() {
    assert_eq!(
        first("@a//b.-$/ = (a-b.c/d$_ (/x a-b.c/d$_)) & /x ~ * // comment"),
        "@a//b.-$/ = (a-b.c/d$_ (/x a-b.c/d$_)) & /x ~ *"
    );
    assert_eq!(first("@0 = @-1 // *\n//@x\n@-1 = *"), "@0 = @-1");
    assert_eq!(first("@a /* /* an inner */ one, over\nlines */= (x/*a*/ /**/ x/* ** / */)"), "@a = (x x)");
    assert_eq!(first("\u{feff}// a book\r\n@ a\t=\x0c*"), "@a = *");
}

#[test]
fn numbers() {
    assert_eq!(first("@a = (0x1F (0b11 (+7 (-7 (1.5 [:-1])))))"), "@a = (31 (3 (+7 (-7 (1.5 [:-0x0000001])))))");
    // `_` and `/` end a literal of HVM2.
    assert_eq!(first("@a = ((1_x) ((2/x) (_x /x)))"), "@a = ((1 _x) ((2 /x) (_x /x)))");
    assert_eq!(first("@a = (1_000_000 (0xAB_CD (-1_0.2_5 [+1_0])))"), "@a = (1000000 (43981 (-10.25 [+0x000000A])))");
    assert_eq!(first("@a = (&1_0{a b} ([-0x7FF_FFFF] (a b)))"), "@a = (&10{a b} ([-0x0FFFFFF] (a b)))");
    let wide = parse_text("#![numbers(native)] @a = (1_000_000_000_000_i64 1_0.5_f64)", Numbers::Hvm24).0.unwrap();
    assert_eq!(show(&wide, &wide.defs[0]), "@a = (i64(3567587328, 232) f64(0, 1076166656))");
}

#[test]
fn attributes() {
    let source = "#![numbers( native )]#![unpolarized]\n@a = 4294967295";
    let net = net(source);
    assert_eq!((net.numbers, net.unpolarized), (Numbers::Native, true));
    assert_eq!(parse_text("@a = *", Numbers::Native).0.unwrap().numbers, Numbers::Native);
    assert_eq!(parse_text("#![numbers(hvm24)] @a = *", Numbers::Native).0.unwrap().numbers, Numbers::Hvm24);
}

#[test]
fn signatures() {
    let net = net("@sum(depth: u32, from: i32,) -> u32 = (* (* *))\n@k() -> (u32, (f32, i32))=*\n@p = (* @k)");
    let signature = net.defs[0].signature.as_ref().unwrap();
    let parameters: Vec<_> = signature.parameters.iter().map(|it| format!("{}: {}", it.name, it.ty.text)).collect();
    assert_eq!(parameters, ["depth: u32", "from: i32"]);
    assert_eq!(signature.result.text, "u32");
    assert_eq!((signature.span.lo, signature.span.hi), (4, 35));
    assert_eq!(net.defs[1].signature.as_ref().unwrap().result.text, "(u32, (f32, i32))");
    assert_eq!(net.defs[2].signature, None);
}

#[test]
fn places() {
    let net = net("@main = (a\n a) & @main ~ *");
    let spans: Vec<_> = net.defs[0].nodes.iter().map(|node| (node.span.lo, node.span.hi)).collect();
    assert_eq!(spans, [(9, 10), (12, 13), (8, 14), (17, 22), (25, 26)]);
    assert_eq!((net.defs[0].span.lo, net.defs[0].span.hi), (0, 5));
    assert_eq!(net.defs[0].wires, [(0, "a".to_owned())]);
}

/// A text in which every `!` stands for a Rust value.
struct Holes<'s>(Lexer<'s>, u32);

impl<'s> Source<'s> for Holes<'s> {
    fn next(&mut self) -> Token<'s> {
        let token = self.0.next();
        if token.kind != Kind::Bang {
            return token;
        }
        self.1 += 1;
        Token { kind: Kind::Hole(self.1 - 1), ..token }
    }
}

#[test]
fn holes() {
    let mut report = Report::new();
    let source = Holes(Lexer::new("@a = (* +!) @b = ! & ! ~ *", Numbers::Native), 0);
    let net = read(source, Numbers::Native, &mut report).unwrap();
    assert_eq!(net.holes, [(0, 1, 0), (1, 0, 1), (1, 1, 2)]);
    for &(def, row, _) in &net.holes {
        assert_eq!(net.defs[def as usize].nodes[row as usize].agent.head(), Agent::Num(Number::u(0, Numbers::Native)));
    }
}
