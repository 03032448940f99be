//! Books as values: several in one list, cloned, printed.

use polarnet::{AnyBook, Book, Runtime, columns::Space, net};

net! {
    book Sums {
        @main = r & @add ~ (1 (2 r))
        @add(a: u32, b: u32) -> u32 = ($([+] $(b c)) (b c))
    }
}

/// A function that gives a book says only that it has a space of its own.
fn times(n: u32) -> Book<impl Space> {
    net! { @main = r & 7 ~ $([*] $(#n r)) }
}

#[test]
fn books_of_several_nets_are_one_list() {
    let books: Vec<AnyBook> = vec![times(2).into(), times(3).into(), Sums::book().into()];
    let results: Vec<String> = books
        .clone()
        .iter()
        .map(|book| book.with(|book| Runtime::new().threads(1).run(book).unwrap().to_string()))
        .collect();
    assert_eq!(results, ["14", "21", "3"]);
    assert_eq!(Sums::add(&Runtime::new(), 1, 2).unwrap(), 3);
    assert_eq!(books[1].to_string(), times(3).to_string());
}

#[test]
fn books_print() {
    let book = Sums::book().clone();
    let text = "#![numbers(native)]\n@main = x0\n  & @add ~ (1 (2 x0))\n\n@add = ($([+] $(x0 x1)) (x0 x1))\n";
    assert_eq!(book.to_string(), text);
    assert!(format!("{book:#}").contains("@main = +x0\n  & +@add ~ -(1 -(2 -x0))"), "{book:#}");
    assert_eq!(format!("{book:?}"), "Book { numbers: Native, definitions: 2, rows: 16, .. }");
    assert_eq!(format!("{:?}", AnyBook::from(book)), "Book { numbers: Native, definitions: 2, rows: 16, .. }");
}
