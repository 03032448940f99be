use polarnet_columns::{Brand, Guard};

fn main() {
    let _: Guard<Brand<'static>> = Guard::new_unchecked();
}
