use polarnet::{Runtime, net};

net! {
    book Several {
        @main = r & @summ ~ (x r)
        @sum(n: u32) -> u32 = (n 99999999999)
        @dup = {a a}
        @open = (a b
            c)
        @sum = *
        @unknown = [@]
        @fine = @dup
    }
}

fn main() {
    // No more errors for what is used all the same.
    let runtime = Runtime::new();
    let _ = Several::sum(&runtime, 1);
    let _ = Several::run(&runtime);
    let _ = Several::book().main();
}
