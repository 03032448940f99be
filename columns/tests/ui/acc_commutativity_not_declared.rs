use polarnet_columns::{Monoid, check_commutative};

struct Concat;
impl Monoid<String> for Concat {
    fn identity(&self) -> String {
        String::new()
    }
    fn combine(&self, into: &mut String, text: String) {
        into.push_str(&text);
    }
}

fn main() {
    let _ = check_commutative(&Concat, &["a".to_owned()]);
}
