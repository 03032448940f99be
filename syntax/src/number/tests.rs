use super::{Numbers::*, *};

const BOTH: [Numbers; 2] = [Native, Hvm24];

/// What is written as `text`: a literal, or an operator in brackets.
fn read(text: &str, numbers: Numbers) -> Result<Number, NumberError> {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(symbol) => Number::parse_symbol(symbol, numbers),
        None => Number::parse_literal(text, numbers),
    }
}

fn must_read(text: &str, numbers: Numbers) -> Number {
    read(text, numbers).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Numbers of all kinds: bits from the corners of the types, and scattered ones.
fn many(numbers: Numbers) -> impl Iterator<Item = Number> {
    let corners = [0, 1, 2, 31, 32, 0x7f_ffff, 0x80_0000, 0xff_ffff, 0x100_0000, 0x7fff_ffff, 1 << 31, u32::MAX];
    let floats = [0.0, -0.0, 0.1, 1.0, -2.5, 1e-7, 1e16, 1e-40, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let scattered = (1..500u32).map(|i| i.wrapping_mul(0x9e37_79b9));
    corners.into_iter().chain(floats.map(f32::to_bits)).chain(scattered).flat_map(move |bits| {
        let plain =
            [Number::u(bits, numbers), Number::i(bits as i32, numbers), Number::f(f32::from_bits(bits), numbers)];
        let op = Op::ALL[bits as usize % Op::ALL.len()];
        let partial = plain.map(|literal| Number::partial(op, literal, numbers));
        plain.into_iter().chain(partial).chain([Number::symbol(op)])
    })
}

#[test]
fn results() {
    const ROWS: &[(&str, &str, &str, &str)] = &[
        // a, b, native, hvm24
        ("[+]", "5", "[+5]", "[+0x0000005]"),
        ("5", "[+]", "[+5]", "[+0x0000005]"),
        ("[+]", "-1", "[+-1]", "[+0x0FFFFFF]"),
        ("[+]", "1.5", "[+1.5]", "[+0x03FC000]"),
        ("[+]", "[*5]", "[+5]", "[+0x0000005]"),
        ("[+5]", "3", "8", "8"),
        ("3", "[+5]", "8", "8"),
        ("[-20]", "3", "17", "17"),
        ("[:-20]", "3", "4294967279", "16777199"),
        ("[-3]", "+5", "-2", "-2"),
        ("[/7]", "+2", "+3", "+3"),
        ("[:/-7]", "+2", "+0", "+0"),
        ("[:/+2]", "-7", "-3", "-3"),
        ("[:%+2]", "-7", "-1", "-1"),
        ("[<1]", "2", "1", "1"),
        ("[>-1]", "-2", "1", "1"),
        ("[=1.0]", "1.0", "1", "1"),
        ("[=+NaN]", "+NaN", "0", "0"),
        ("[&12]", "10", "8", "8"),
        ("[|12]", "10", "14", "14"),
        ("[^12]", "10", "6", "6"),
        ("[<<1]", "24", "16777216", "0"),
        ("[<<1]", "33", "2", "2"),
        ("[:<<3]", "1", "8", "8"),
        ("[/1.0]", "0.0", "+inf", "+inf"),
        ("[/0.0]", "0.0", "+NaN", "+NaN"),
        ("[+0.1]", "0.2", "0.3", "0.30000305"),
        ("[^2.0]", "3.0", "8.0", "8.0"),
        ("[|8.0]", "2.0", "0.33333334", "0.33333588"),
        ("[&0.0]", "-1.0", "3.1415927", "3.1416016"),
        ("[<<0.0]", "0.0", "0.0", "0.0"),
        ("[*1]", "2.5", "2.5", "7.17e-43"), // the bits of 1 are the least f24, 2⁻¹⁴¹
    ];
    for &(a, b, native, hvm24) in ROWS {
        for (numbers, expected) in [(Native, native), (Hvm24, hvm24)] {
            let (result, fault) = Number::operate(must_read(a, numbers), must_read(b, numbers), numbers);
            assert_eq!(result.display(numbers).to_string(), expected, "{a} ~ {b} in {numbers:?}");
            assert_eq!(fault, None, "{a} ~ {b} in {numbers:?}");
        }
    }
}

#[test]
fn casts() {
    for (cast, x, expected) in [
        ("[u32]", "-1", "4294967295"),
        ("[u32]", "-1.5", "0"),
        ("[u32]", "1e20", "4294967295"),
        ("[u32]", "+NaN", "0"),
        ("[i32]", "4294967295", "-1"),
        ("[i32]", "1e20", "+2147483647"),
        ("[i32]", "-1e20", "-2147483648"),
        ("[i32]", "-2.9", "-2"),
        ("[f32]", "16777217", "16777216.0"),
        ("[f32]", "[+5]", "5.0"),
        ("[i32]", "[+-5.0]", "-5"),
    ] {
        let (result, fault) = Number::operate(must_read(x, Native), must_read(cast, Native), Native);
        assert_eq!((result, fault), (must_read(expected, Native), None), "{cast} ~ {x}");
    }
    for (cast, x, expected) in [
        ("[u24]", "-1", "16777215"),
        ("[u24]", "1e20", "16777215"),
        ("[i24]", "16777215", "-1"),
        ("[i24]", "1e20", "+8388607"),
        ("[i24]", "-1e20", "-8388608"),
        ("[f24]", "65537", "65536.0"),
        ("[f24]", "65539", "65540.0"),
        ("[u24]", "[+1.5]", "4177920"), // the bits
        ("[f24]", "[+0x3FC000]", "1.5"),
    ] {
        let (result, fault) = Number::operate(must_read(x, Hvm24), must_read(cast, Hvm24), Hvm24);
        assert_eq!((result, fault), (must_read(expected, Hvm24), None), "{cast} ~ {x}");
    }
}

#[test]
fn faults() {
    let undefined = |op, ty| Fault::Undefined(op, ty, Hvm24);
    for (a, b, expected, fault) in [
        ("[/1]", "0", "0", Fault::DivisionByZero),
        ("[:/0]", "1", "0", Fault::DivisionByZero),
        ("[%+1]", "+0", "+0", Fault::DivisionByZero),
        ("[:%+0]", "+1", "+0", Fault::DivisionByZero),
        ("[<<+1]", "+1", "0", undefined(Op::Shl, Type::I)),
        ("[:>>1.0]", "1.0", "0", undefined(Op::FlipShr, Type::F)),
        ("1", "2", "0", Fault::NoOperator),
        ("+1", "+2", "0", Fault::NoOperator),
        ("[+]", "[-]", "0", Fault::NoOperand),
        ("[+1]", "[-1]", "0", Fault::NoOperand),
    ] {
        let result = Number::operate(must_read(a, Hvm24), must_read(b, Hvm24), Hvm24);
        assert_eq!(result, (must_read(expected, Hvm24), Some(fault)), "{a} ~ {b}");
    }
    assert_eq!(undefined(Op::Shl, Type::I).to_string(), "`<<` is not defined on i24");
}

#[test]
fn native_integers_wrap() {
    for (a, b, expected) in [
        ("[/-2147483648]", "-1", "-2147483648"),
        ("[%-2147483648]", "-1", "+0"),
        ("[+2147483647]", "+1", "-2147483648"),
        ("[>>-8]", "+1", "-4"),
        ("[:>>+33]", "-8", "-4"),
        ("[<<+1]", "+31", "-2147483648"),
        ("[*1]", "2.5", "2.5"),
    ] {
        let result = Number::operate(must_read(a, Native), must_read(b, Native), Native);
        assert_eq!(result, (must_read(expected, Native), None), "{a} ~ {b}");
    }
}

#[test]
fn sides_may_be_exchanged() {
    for numbers in BOTH {
        let all: Vec<Number> = many(numbers).collect();
        for (i, &a) in all.iter().enumerate() {
            let b = all[(i * 31 + 7) % all.len()];
            assert_eq!(Number::operate(a, b, numbers), Number::operate(b, a, numbers), "{a:?} ~ {b:?}");
        }
    }
}

#[test]
fn text_round_trips() {
    for numbers in BOTH {
        for number in many(numbers) {
            let text = number.display(numbers).to_string();
            assert_eq!(must_read(&text, numbers), number, "{text} in {numbers:?}");
        }
    }
}

#[test]
fn literals() {
    for (text, value) in [
        ("0", Value::U(0)),
        ("007", Value::U(7)),
        ("0x1e5", Value::U(0x1e5)),
        ("0b101", Value::U(5)),
        ("+0x10", Value::I(16)),
        ("-0x10", Value::I(-16)),
        ("-0", Value::I(0)),
        ("1.5", Value::F(1.5)),
        ("1.", Value::F(1.0)),
        ("-.5", Value::F(-0.5)),
        ("1e2", Value::F(100.0)),
        ("+1.5e-1", Value::F(0.150_001_53)), // an f24
        ("+inf", Value::F(f32::INFINITY)),
        ("-inf", Value::F(f32::NEG_INFINITY)),
    ] {
        assert_eq!(read(text, Hvm24).map(Number::shape), Ok(Shape::Plain(value)), "{text}");
    }
    assert_eq!(must_read("4294967295", Native).as_u32(), Some(u32::MAX));
    assert_eq!(must_read("-2147483648", Native).as_i32(), Some(i32::MIN));
    assert_eq!(must_read("1e-7", Native).as_f32(), Some(1e-7));
    assert!(must_read("+NaN", Native).as_f32().is_some_and(f32::is_nan));
}

#[test]
fn symbols() {
    for (text, shape) in [
        ("+", Shape::Symbol(Op::Add)),
        ("<<", Shape::Symbol(Op::Shl)),
        (" u24 ", Shape::Symbol(Op::ToU)),
        (":-20", Shape::Partial(Op::FlipSub, Value::U(20))),
        (":<<1", Shape::Partial(Op::FlipShl, Value::U(1))),
        ("-20", Shape::Partial(Op::Sub, Value::U(20))),
        ("-+20", Shape::Partial(Op::Sub, Value::U(20))),
        ("- -1 ", Shape::Partial(Op::Sub, Value::U(0xff_ffff))),
        ("+0x0000001", Shape::Partial(Op::Add, Value::U(1))),
    ] {
        assert_eq!(Number::parse_symbol(text, Hvm24).map(Number::shape), Ok(shape), "{text}");
    }
    let float = Number::parse_symbol("-1.5", Native).map(Number::shape);
    assert_eq!(float, Ok(Shape::Partial(Op::Sub, Value::F(1.5))));
}

#[test]
fn errors() {
    for (text, numbers, message, help) in [
        ("", Native, "a number or an operator is missing", "operator such as `[+]`"),
        ("[ ]", Native, "a number or an operator is missing", "operator such as `[+]`"),
        ("+", Native, "`+` is not a number", "`0b101`"),
        ("0x", Native, "`0x` is not a number", "`0b101`"),
        (".", Native, "`.` is not a number", "`0b101`"),
        ("12ab", Native, "`ab` after the number `12`", "`+5` signed"),
        ("0b12", Native, "`2` after the number `0b1`", "`+5` signed"),
        ("1-5", Native, "`-5` after the number `1`", "`+5` signed"),
        ("1e", Native, "`e` after the number `1`", "`+5` signed"),
        ("-1.5e3.", Native, "`.` after the number `-1.5e3`", "`+5` signed"),
        ("1__000", Native, "`__000` after the number `1`", "between two digits: `1_000`"),
        ("0_b11", Native, "`_b11` after the number `0`", ""),
        ("1_e5", Native, "`_e5` after the number `1`", ""),
        ("0x10_f64", Native, "`_f64` after the number `0x10`", ""),
        ("1_000_", Native, "`_` after the number `1000`", "between two digits"),
        ("1_000_i32", Native, "`_i32` after the number `1000`", "its form is its type"),
        ("16_777_216", Hvm24, "`16777216` is not in the range of u24", ""),
        ("NaN", Native, "the float `NaN` needs a sign", "`+NaN`"),
        ("4294967296", Native, "`4294967296` is not in the range of u32", "0 to 4294967295"),
        ("16777216", Hvm24, "`16777216` is not in the range of u24", "0 to 16777215"),
        ("+8388608", Hvm24, "`+8388608` is not in the range of i24", "-8388608 to +8388607"),
        ("-8388609", Hvm24, "`-8388609` is not in the range of i24", "-8388608 to +8388607"),
        ("-99999999999999999999", Native, "is not in the range of i32", "-2147483648 to"),
        ("-1e39", Native, "`-1e39` is not in the range of f32", "`-inf`"),
        ("[**]", Native, "unknown operator `**`", "u32 i32 f32 + - :- *"),
        ("[+@]", Native, "`@` is not a number", ""),
        ("[==]", Native, "unknown operator `==`", "`[=]`"),
        ("[!=1]", Hvm24, "unknown operator `!=1`", "`[!]`"),
        ("[<=]", Native, "unknown operator `<=`", "`[>]`"),
        ("[>=]", Native, "unknown operator `>=`", "`[<]`"),
        ("[&&]", Native, "unknown operator `&&`", "`[&]`"),
        ("[*#n]", Native, "`*#n` holds a Rust value", "`$([*] $(#n r))`"),
        ("[- # n]", Native, "holds a Rust value", "`$([:-] $(#n r))`"),
        ("[:+#n]", Native, "holds a Rust value", "`$([+] $(#n r))`"),
        ("[?]", Native, "unknown operator `?`", "u32 i32 f32 + - :- *"),
        ("[+16777216]", Hvm24, "not in the range of u24", ""),
        ("[u24]", Native, "`u24` is not a type of this book", "`u32`, or `#![numbers(hvm24)]`"),
        ("[f32]", Hvm24, "`f32` is not a type of this book", "`f24`"),
        ("[u32 5]", Native, "the cast `u32` takes no literal", "`[u32]`"),
    ] {
        let error = read(text, numbers).expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.help().contains(help), "{text}: {}", error.help());
    }
}

#[test]
fn rust_values() {
    assert_eq!(true.into_number(Native).as_u32(), Some(1));
    assert_eq!('λ'.into_number(Native).as_u32(), Some(0x3bb));
    assert_eq!(u32::MAX.into_number(Hvm24).as_u32(), Some(0xff_ffff));
    assert_eq!((-1i8).into_number(Hvm24).as_i32(), Some(-1));
    assert_eq!(0x80_0000.into_number(Hvm24).as_i32(), Some(-0x80_0000));
    assert_eq!(1.5.into_number(Hvm24).as_f32(), Some(1.5));
}

#[test]
fn a_switch_sees_bits() {
    for (text, native, hvm24) in [
        ("5", 5, 5),
        ("-1", u32::MAX, 0xff_ffff),
        ("1.5", 0x3fc0_0000, 0x3f_c000),
        ("[+]", 4, 4),
        ("[-1.5]", 0x3fc0_0000, 0x3f_c000),
    ] {
        assert_eq!(must_read(text, Native).raw(Native), native, "{text}");
        assert_eq!(must_read(text, Hvm24).raw(Hvm24), hvm24, "{text}");
    }
}

#[test]
fn any_parts_are_a_number() {
    for kind in 0..=u16::MAX {
        let odd = Number::from_parts(kind, u32::MAX);
        for numbers in BOTH {
            let _ = (Number::operate(odd, odd, numbers), Number::operate(odd, Number::u(1, numbers), numbers));
            let _ = (Number::operate(odd, Number::symbol(Op::Add), numbers), odd.display(numbers).to_string());
        }
    }
    for number in many(Native) {
        assert_eq!(Number::from_parts(number.kind(), number.bits()), number);
        assert!(number.kind() < 1 << 10);
    }
}

/// What HVM2 and Bend print, and HVM2 reads.
#[test]
fn operands_as_peers_print_them() {
    let read =
        |text| Number::parse_symbol(text, Numbers::Hvm24).map(|number| number.display(Numbers::Hvm24).to_string());
    assert_eq!(read("*0x7FFFFFD").unwrap(), "[*0x0FFFFFD]");
    assert_eq!(read("+0x7800000").unwrap(), "[+0x0800000]");
    assert_eq!(read("+inf").unwrap(), "[+0x07F8000]");
    assert!(read("-NaN").is_ok());
    assert!(read("*0x77FFFFF").is_err() && read("*0x8000000").is_err() && read("*0x1000000").is_err());
    assert_eq!(Number::parse_literal("3.4028235e38", Numbers::Hvm24).unwrap().as_f32(), Some(f32::INFINITY));
    assert!(Number::parse_literal("1e39", Numbers::Hvm24).is_err());
}
