use super::{Clash, Inference, Instance, Reason, explain::CLASHES, infer, monomorph::INSTANCES};
use crate::{
    diagnostic::Severity,
    net::{Agent, Net, Polarity},
    number::Numbers,
    text::parse_text,
};
use std::fmt::Write;

fn read(source: &str) -> Net {
    let (net, diagnostics) = parse_text(source, Numbers::Hvm24);
    net.unwrap_or_else(|| panic!("{source}\n{diagnostics:?}"))
}

/// A net with the signs of an instance: what `net!` would take. References show their instances.
fn show(net: &Net, instance: &Instance) -> String {
    let def = &net.defs[instance.def as usize];
    let mut text = String::new();
    write_tree(net, instance, def.root, &mut text);
    for &(left, right) in &def.redexes {
        text += " & ";
        write_tree(net, instance, left, &mut text);
        text += " ~ ";
        write_tree(net, instance, right, &mut text);
    }
    text
}

fn write_tree(net: &Net, instance: &Instance, row: u32, text: &mut String) {
    let def = &net.defs[instance.def as usize];
    let node = &def.nodes[row as usize];
    text.push(if instance.signs[row as usize] == Polarity::Positive { '+' } else { '-' });
    match node.agent.head() {
        Agent::Wire => *text += &def.wires.iter().find(|wire| wire.0 == row.min(node.peer)).unwrap().1,
        Agent::Era => text.push('*'),
        Agent::Num(_) => text.push('#'),
        Agent::Ref(_) => {
            let (_, of) = instance.refs.iter().find(|(at, _)| *at == row).unwrap();
            write!(text, "@[{of}]").unwrap();
        }
        Agent::User(..) | Agent::Replaced(_) => {
            text.push_str(if matches!(node.agent.head(), Agent::User(..)) { "A(" } else { "=>(" });
            def.lists.children(node.agent).for_each(|child| write_tree(net, instance, child, text));
            text.push(')');
        }
        Agent::Con(a, b) | Agent::Dup(_, a, b) | Agent::Opr(a, b) | Agent::Swi(a, b) => {
            *text += match node.agent.head() {
                Agent::Con(..) => "(",
                Agent::Dup(..) => "{",
                Agent::Opr(..) => "$(",
                _ => "?(",
            };
            write_tree(net, instance, a, text);
            text.push(' ');
            write_tree(net, instance, b, text);
            text.push(if let Agent::Dup(..) = node.agent.head() { '}' } else { ')' });
        }
    }
}

/// The instances of a book without clashes.
fn instances(source: &str) -> Vec<String> {
    let net = read(source);
    let Inference { instances, clashes, .. } = infer(&net);
    assert_eq!(clashes, [], "{source}");
    let text = |instance: &Instance| format!("@{} = {}", net.defs[instance.def as usize].name, show(&net, instance));
    instances.iter().map(text).collect()
}

fn clashes(source: &str) -> Vec<Clash> {
    infer(&read(source)).clashes
}

/// The messages of a book's clashes.
fn messages(source: &str) -> Vec<String> {
    let net = read(source);
    infer(&net).clashes.iter().map(|clash| clash.diagnostic(&net, Severity::Warning).message).collect()
}

fn chain(length: usize, link: impl Fn(usize) -> String, end: &str) -> String {
    let mut source = String::new();
    for at in 0..length {
        writeln!(source, "@a{at} = {}", link(at + 1)).unwrap();
    }
    writeln!(source, "@a{length} = {end}").unwrap();
    source
}

#[test]
fn a_redex_of_lambda_and_application() {
    let main = "@main = ((c r) r) & ((y y) c) ~ (x x)";
    assert_eq!(instances(main), ["@main = +(-(+c -r) +r) & -(+(-y +y) -c) ~ +(-x +x)"]);
}

#[test]
fn signs_flow_through_references() {
    let tic_tac = "@main = (a b) & @tic ~ (x a) & @tac ~ (x b)\n@tic = (k k)\n@tac = (k k)";
    let expected = ["@main = +(+a -b) & +@[1] ~ -(+x -a) & +@[2] ~ -(-x +b)", "@tic = +(-k +k)", "@tac = +(+k -k)"];
    assert_eq!(instances(tic_tac), expected);
}

#[test]
fn a_definition_has_an_instance_for_each_signature() {
    let both = "@main = (a b) & @k ~ (x a) & @k ~ (x b)\n@k = (k k)";
    let expected = ["@main = +(+a -b) & +@[1] ~ -(+x -a) & +@[2] ~ -(-x +b)", "@k = +(-k +k)", "@k = +(+k -k)"];
    assert_eq!(instances(both), expected);
}

#[test]
fn agents_have_their_signs() {
    let agents = "@main = a & 1 ~ $(2 b) & b ~ ?((3 (n n)) {a c}) & @f ~ (c *)\n@f = (* *)";
    let main = "@main = +a & +# ~ -$(+# -b) & +b ~ -?(+(+# +(-n +n)) -{-a -c}) & +@[1] ~ -(+c -*)";
    assert_eq!(instances(agents), [main, "@f = +(-* +*)"]);
}

#[test]
fn arms_have_the_type_of_the_result() {
    let found = instances("@main = r & 1 ~ ?((@z (* @s)) (x (y r))) & x ~ 1 & y ~ 2\n@z = (a (* a))\n@s = (* (b b))");
    assert_eq!(found[0], "@main = +r & +# ~ -?(+(+@[1] +(-* +@[2])) -(+x -(+y -r))) & -x ~ +# & -y ~ +#");
    assert_eq!(found[1..], ["@z = +(-a +(-* +a))", "@s = +(-* +(-b +b))"]);
}

#[test]
fn recursive_types_are_cyclic() {
    // A list, consumed by a recursive function: no tree shows the whole of its type.
    let book = "@main = r & @len ~ (@list r)\n@list = (c (* t)) & c ~ (1 (@list t))\n\
                @len = (((* (l r)) (0 s)) s) & @len ~ (l n) & n ~ $(1 r)";
    let found = instances(book);
    let main = "@main = +r & +@[1] ~ -(+@[2] -r)";
    let len = "@len = +(-(+(-* +(-l +r)) -(+# -s)) +s) & +@[1] ~ -(+l -n) & +n ~ -$(+# -r)";
    assert_eq!(found, [main, len, "@list = +(-c +(-* +t)) & +c ~ -(+# -(+@[2] -t))"]);
}

#[test]
fn free_signs_follow_the_calls() {
    // `x` may have either sign, and on its own `(* x)` would be taken for a λ. But `@f` is called with `x`.
    let found = instances("@main = r & (* x) ~ (z *) & z ~ * & @f ~ (x r)\n@f = (* 1)");
    let main = "@main = +r & -(+* -x) ~ +(-z +*) & +z ~ -* & +@[1] ~ -(+x -r)";
    assert_eq!(found, [main, "@f = +(-* +#)"]);
}

#[test]
fn main_comes_first_and_nothing_is_left_out() {
    let found = infer(&read("@b = @a\n@a = 1\n@main = @c\n@c = (@c @a)\n@d = @b")).instances;
    assert_eq!(found.iter().map(|instance| instance.def).collect::<Vec<_>>(), [2, 3, 1, 0, 4]);
    assert_eq!(infer(&read("@b = @a\n@a = 1")).instances.len(), 2);
    assert_eq!(infer(&Net::default()), Inference { instances: vec![], clashes: vec![], untold: 0 });
}

#[test]
fn inference_is_deterministic() {
    let mut source = String::from("@main = (@f0 @f1)\n");
    for def in 0..50 {
        let (one, other) = ((def * 7 + 3) % 50, (def * 11 + 5) % 50);
        writeln!(source, "@f{def} = (a b) & @f{one} ~ (a x) & @f{other} ~ (x b)").unwrap();
    }
    let net = read(&source);
    let first = infer(&net);
    for _ in 0..3 {
        assert_eq!(infer(&net), first);
    }
}

#[test]
fn a_dup_joined_to_itself_is_a_clash() {
    let found = clashes("@main = {a a}");
    let [clash] = found.as_slice() else { panic!("{found:?}") };
    assert!(!clash.written);
    assert_eq!(clash.ends.iter().map(|end| end.port).min(), Some((0, 0)));
    assert_eq!(clash.ends.iter().map(|end| end.port).max(), Some((0, 1)));
    assert_eq!(clash.ends.map(|end| (end.reason, end.by, end.sign)), [(Reason::Dup, (0, 2), None); 2]);
    assert_eq!(clash.chain.iter().map(|link| link.reason).collect::<Vec<_>>(), [Reason::Wire]);
    assert_eq!(messages("@main = {a a}"), ["wire `a` joins two ports of one sign, in `@main`"]);
}

#[test]
fn a_clash_tells_the_way_between_its_ends() {
    let net = read("@main = ({a b} r) & a ~ $(1 r) & 2 ~ {b *}");
    let found = infer(&net).clashes;
    let told: Vec<_> = found.iter().map(|clash| clash.diagnostic(&net, Severity::Error)).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].severity, Severity::Error);
    assert_eq!(told[0].message, "a positive and a negative port have to have the same sign, in `@main`");
    assert_eq!(told[0].label.as_deref(), Some("negative: operators are `-$(+right -result)`"));
    let places: Vec<&str> = told[0].places.iter().map(|(_, text)| text.as_str()).collect();
    let (redex, dup) = ("a redex: its sides are of opposite signs", "all ports of a `DUP` have the same sign");
    let [a, b] = ["a", "b"].map(|name| {
        [format!("wire `{name}`: its ends are of opposite signs"), format!("the other end of wire `{name}`")]
    });
    assert_eq!(places, ["positive, as numbers are", redex, dup, &b[0], &b[1], dup, &a[0], &a[1], redex]);
    assert!(told[0].help.contains("#![unpolarized]"));
}

/// A use that clashes says where the definition stands; an operator at an end of a clash says how it is used.
#[test]
fn a_clash_tells_how_what_takes_part_is_used() {
    let net = read("@main = r & @inc ~ ($(1 *) r)\n@inc = ($([+1] x) x)");
    let found = infer(&net).clashes;
    let told: Vec<_> = found.iter().map(|clash| clash.diagnostic(&net, Severity::Error)).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].places.last().map(|(_, text)| text.as_str()), Some("`@inc` is declared here"), "{told:?}");
    assert!(told[0].help.contains("`& x ~ $([+] $(y r))`"), "{told:?}");
}

#[test]
fn written_signs_are_constraints() {
    assert_eq!(instances("@main = (+a -a)"), ["@main = +(+a -a)"]);
    let found = clashes("@main = (+a +a)");
    assert_eq!(found.iter().map(|clash| clash.written).collect::<Vec<_>>(), [true]);
    assert_eq!(messages("@main = -(a a)"), ["a port has to be both positive and negative, in `@main`"]);
    assert!(clashes("@id = +(-x +x)\n@main = r & @id ~ (r 3)")[0].written);
    assert!(!clashes("@id = (x x)\n@main = r & @id ~ (r 3) & @id ~ 3")[0].written);
}

#[test]
fn signatures_are_constraints() {
    let typed = "@main = *\n@f(x: u32, y: u32) -> u32 = ((b *) (b *)) & * ~ *";
    assert_eq!(clashes(typed).len(), 0);
    let pair = "@f(x: u32) -> u32 = (1 2)";
    let found = clashes(pair);
    assert_eq!(found.iter().map(|clash| clash.written).collect::<Vec<_>>(), [true]);
    assert_eq!(instances("@f(x: u32) -> u32 = (x x)"), ["@f = +(-x +x)"]);
    assert_eq!(instances("@g = r & @f ~ (x (r *)) & x ~ *\n@f(x: u32) -> u32 = (x y) & x ~ y").len(), 2);
}

#[test]
fn a_mistake_is_told_once_and_many_are_cut_off() {
    assert_eq!(clashes("@main = ({a a} {b b})").len(), 2);
    assert_eq!(clashes("@main = x & {{{1 2} 3} @main} ~ $(4 *) & 5 ~ $({{6 7} x} *)").len(), 1);
    let many = (0..100).fold("@main = *".to_owned(), |source, _| source + " & 1 ~ 2");
    assert_eq!(clashes(&many).len(), CLASHES);
    let net = read(&many);
    let told = infer(&net).diagnostics(&net, Severity::Warning);
    assert!(told[CLASHES - 1].help.contains("80 more signs of this book clash"), "{}", told[CLASHES - 1].help);
    // Those that are errors are not lost among those that are not.
    assert_eq!(clashes(&(many + " & -@main ~ *")).len(), CLASHES + 1);
}

#[test]
fn inference_goes_on_after_a_clash() {
    let net = read("@main = r & 1 ~ 2 & @id ~ (3 r)\n@id = (x x)");
    let found = infer(&net);
    assert_eq!(found.clashes.len(), 1);
    assert_eq!(show(&net, &found.instances[1]), "+(-x +x)");
}

#[test]
fn types_that_double_are_cut_off() {
    let found = instances(&chain(40, |next| format!("(@a{next} @a{next})"), "(x x)"));
    assert_eq!(found.len(), 41);
}

#[test]
fn the_instances_of_a_definition_are_limited() {
    // `@f` has four free signs, and is used with all sixteen choices.
    let mut source = String::from("@f = ((a a) ((b b) ((c c) (d d))))\n@main = *");
    for choice in 0..16 {
        let pair = |bit| if choice >> bit & 1 == 0 { "(1 *)" } else { "(* 1)" };
        write!(source, " & @f ~ ({} ({} ({} {})))", pair(0), pair(1), pair(2), pair(3)).unwrap();
    }
    let net = read(&source);
    let found = infer(&net).instances;
    assert_eq!(found.iter().filter(|instance| instance.def == 0).count(), INSTANCES);
    assert_eq!(found[0].refs.len(), 16);
}

#[test]
fn long_chains_and_deep_nets_are_ordinary() {
    let uses = chain(20_000, |next| format!("@a{next}"), "(x x)");
    assert_eq!(infer(&read(&uses)).instances.len(), 20_001);
    let calls = chain(2_000, |next| format!("(x r) & @a{next} ~ (x r)"), "(x x)");
    assert!(instances(&calls).iter().all(|net| net.contains("= +(-x +")));
    let deep = "(".repeat(100_000) + "x" + " x)" + &" *)".repeat(99_999);
    assert_eq!(infer(&read(&format!("@main = {deep}"))).instances[0].signs.len(), 200_001);
}
