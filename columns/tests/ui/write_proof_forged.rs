use polarnet_columns::Written;

fn main() {
    let _: Written<'_> = Written(std::marker::PhantomData);
}
