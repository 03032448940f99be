use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    a.push(Math::Num(1));
    let a = a.freeze();
    a.fill_up_in_place::<u32>(|_row, hole| {
        let mut proof = None;
        a.fill_up_in_place::<u32>(|_row, inner| {
            proof = Some(inner.write(1));
            hole.write(2)
        });
        proof.unwrap()
    });
}
