//! A net in a generic function, one that uses its parameters, and one in a generic `impl`.

use polarnet::{IntoNumber, Runtime, net};

fn through<T: IntoNumber, const N: u32>(runtime: &Runtime, value: T) -> String {
    let book = net! { @main = (#value #N) };
    runtime.run(&book).unwrap().to_string()
}

struct Wrapped<T>(T);

impl<T: Into<u32> + Copy> Wrapped<T> {
    fn doubled(&self, runtime: &Runtime) -> u32 {
        let book = net! {
            @main = r & #(self.0.into()) ~ $([*2] r)
        };
        runtime.run(&book).unwrap().value().unwrap()
    }
}

fn main() {
    let runtime = Runtime::new();
    assert_eq!(through::<_, 1>(&runtime, 2_u32), "(2 1)");
    assert_eq!(through::<_, 3>(&runtime, -2.5_f32), "(-2.5 3)");
    assert_eq!(Wrapped(4_u8).doubled(&runtime), 8);
    assert_eq!(Wrapped(5_u16).doubled(&runtime), 10);
}
