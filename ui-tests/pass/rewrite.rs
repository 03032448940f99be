use polarnet::{Runtime, net, passes::Rewrite, rewrite};

mod elsewhere {
    pub use polarnet as nets;
}

fn main() -> Result<(), polarnet::Error> {
    let book = net! {
        agent +nil, +Cons(#head: u32, +tail), -Append(+ys, -out);
        rule Append(ys, out) ~ nil => out ~ ys;
        rule Append(ys, out) ~ Cons(#x, xs) => out ~ Cons(#x, t) & Append(ys, t) ~ xs;
        @main = r & Append(Cons(3, nil), r) ~ m & Append(Cons(2, nil), m) ~ Cons(1, nil)
    };
    // To the right; and what is behind the end of a list.
    let lists: Rewrite = rewrite! {
        (Append (Append x y) z) => (Append x (Append y z));
        (Append (Cons x xs) ys) => (Cons x (Append xs ys));
        (Append (nil) ys) => ys; // an agent with a small name
    };
    let new = book.pass(|book| lists.run(book)).unwrap();
    let done = new.with(|book| Runtime::new().run(book))?;
    assert_eq!((done.to_string(), done.stats.interactions()), ("Cons(1, Cons(2, Cons(3, nil)))".to_owned(), 0));

    let none = rewrite! { #![crate(crate::elsewhere::nets)] };
    assert!(none.equations().is_empty());
    Ok(())
}
