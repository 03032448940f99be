use polarnet_syntax::{
    book::AnyBook,
    infer::infer,
    number::Numbers,
    table::{Place, Table},
    text::parse_text,
};
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let net = parse_text(&text, Numbers::Hvm24).0.unwrap();
    let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default()));
    any.with(|book| {
        let Some(definitions) = polarnet_lower::definitions(book) else { return println!("not polarized") };
        for (def, definition) in book.defs().zip(definitions) {
            for (args, function) in &definition.functions {
                println!("@{} #{} /{args}\n{function}", book.names()[def], def.raw());
            }
        }
    });
}
