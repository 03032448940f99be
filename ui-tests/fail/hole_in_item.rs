use polarnet::net;

fn main() {
    let depth = 3_u32;
    net! {
        book Local { @main = #depth }
    }
    let _ = Local::book();
}
