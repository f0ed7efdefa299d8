use super::*;

/// Signatures with their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SignatureSet {
    pub(crate) ids: Vec<String>,
    pub(crate) signatures: Vec<u128>,
    /// 64 if there is no signature.
    pub(crate) bits: u8,
}

/// All of [`each_signature`].
pub(crate) fn read_signatures(source: &Source, options: &ReadOptions) -> Result<SignatureSet, CorpusError> {
    let mut set = SignatureSet { bits: 64, ..SignatureSet::default() };
    each_signature(source, options, &Progress::new(), &mut |record| {
        set.bits = record.bits;
        set.ids.push(record.id.to_owned());
        set.signatures.push(record.signature);
        ControlFlow::Continue(())
    })?;
    Ok(set)
}

fn signatures(name: &str, text: &str) -> Result<SignatureSet, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    read_signatures(&Source::Path(path), &ReadOptions::default())
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn signatures_are_read_from_each_format() {
    let expected =
        SignatureSet { ids: vec!["a".to_owned(), "#3".to_owned()], signatures: vec![0xff, 1], bits: 16 };
    for (name, text) in [
        ("s.tsv", "id\tsignature\na\t00ff\n\t0001\n"),
        ("s.csv", "signature,id,more\n0x00FF,a,1\n0001,,2\n"),
        ("s", "id\tsignature\na\t00ff\n\t0001\n"),
        ("s.jsonl", "{\"id\":\"a\",\"signature\":\"00ff\"}\n\n{\"signature\":\"0001\"}\n"),
    ] {
        assert_eq!(signatures(name, text).as_ref(), Ok(&expected), "{name}");
    }
    assert_eq!(signatures("s.tsv", "id\tsignature\tbits\na\t3f\t6\n").unwrap().bits, 6);
    let wide = "id\tsignature\na\t00112233445566778899aabbccddeeff\n";
    let wide = signatures("s.tsv", wide).unwrap();
    assert_eq!((wide.signatures[0], wide.bits), (0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 128));
}

#[test]
fn a_wrong_signature_is_an_error_with_its_line() {
    for (text, what) in [
        ("id\tsignature\na\t00ff\nb\t0ff\n", "s.tsv, line 3: 3 hex digits where the first signature has 4"),
        ("id\tsignature\na\txyz\n", "s.tsv, line 2: `xyz` is no hexadecimal number"),
        ("id\tsignature\tbits\na\t7f\t6\n", "s.tsv, line 2: the signature has more than its 6 bits"),
        ("id\tsignature\na\t0x1\nb\tf\nc\t0f\n", "s.tsv, line 4: 2 hex digits where the first"),
        ("id\tsignature\na\t8.55083e+18\n", "s.tsv, line 2: `8.55083e+18` is a rounded number"),
        ("id\tsignature\na\t-1\nb\t18446744073709551615\n", "s.tsv, line 3: 18446744073709551615 is beyond"),
        (
            "id\thash\na\tff\n",
            "s.tsv: no record has a field `signature`; its fields are `id`, `hash`: choose with --sig",
        ),
        (
            "id\tsignature\na\t00112233445566778899aabbccddeeff0\n",
            "s.tsv, line 2: 33 hex digits are 132 bits, more than 128",
        ),
        ("id\thash\na\t00\n", "s.tsv: no record has a field `signature`; its fields are `id`, `hash`"),
    ] {
        let error = signatures("s.tsv", text).unwrap_err();
        assert!(error.starts_with(what), "{error}");
    }
}

#[test]
fn every_text_format_tells_the_line_of_a_wrong_signature() {
    for (name, text, what) in [
        ("s.csv", "id,signature\n\"a\nb\",00ff\nc,0ff\n", "s.csv, line 4: 3 hex digits where the first"),
        ("s.csv", "id,signature\na,00ff\nb,none\n", "s.csv, line 3: `none` is no hexadecimal number"),
        (
            "s.jsonl",
            "{\"id\":1,\"signature\":\"ff\"}\n\n{\"id\":2,\"signature\":\"fff?\"}\n",
            "s.jsonl, line 3: `fff?` is no hexadecimal number",
        ),
        ("s.jsonl", "{\"signature\":\"g\"}\n", "s.jsonl, line 1: `g` is no hexadecimal number"),
        ("s.jsonl", "{\"signature\":1.5}\n", "s.jsonl, line 1: `signature` is 1.5, a number that is rounded"),
        (
            "s.jsonl",
            "{\"signature\":\"ff\"}\n{\"signature\":12}\n",
            "s.jsonl, line 2: 12 is a JSON number, which is dec",
        ),
        ("s.jsonl", "{\"signature\":\"ff\"}\n{\"id\":2}\n", "s.jsonl, line 2: no `signature`"),
        ("s.jsonl", "{\"signature\":\"ff\",\"bits\":true}\n", "s.jsonl, line 1: `bits` is"),
    ] {
        let error = signatures(name, text).unwrap_err();
        assert!(error.starts_with(what), "{error}");
    }
}

/// What is read of these texts, or the error.
fn column(texts: &[&str], asked: SignatureFormat) -> Result<(Vec<u128>, u8), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.tsv");
    let rows: String = texts.iter().map(|text| format!("id\t{text}\n")).collect();
    std::fs::write(&path, format!("id\tsignature\n{rows}")).unwrap();
    let options = ReadOptions { signature_format: asked, ..ReadOptions::default() };
    let set = read_signatures(&Source::Path(path), &options).map_err(|error| error.to_string())?;
    Ok((set.signatures, set.bits))
}

#[test]
fn a_notation_is_recognised_where_no_other_fits() {
    const MINUS: u128 = u64::MAX as u128;
    for (texts, signatures, bits) in [
        (&["1", "8000000000000001", "ffffffffffffffff"][..], &[1, 1 << 63 | 1, MINUS][..], 64),
        (&["0x1", "0x20"], &[1, 0x20], 64),
        (&["\\x0012", "\\x0034"], &[0x12, 0x34], 16),
        (&["-1", "1", "-9223372036854775808"], &[MINUS, 1, 1 << 63], 64),
        (&[&"01".repeat(32), &"10".repeat(32)], &[0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa], 64),
        (
            &["AAAAAAAAAAE=", "gAAAAAAAAAE=", "//////////8=", "__________8="],
            &[1, 1 << 63 | 1, MINUS, MINUS],
            64,
        ),
        (&["12", "ab"], &[0x12, 0xab], 8),
    ] {
        assert_eq!(column(texts, SignatureFormat::Auto), Ok((signatures.to_vec(), bits)), "{texts:?}");
    }
}

#[test]
fn what_can_be_several_notations_is_refused_until_one_is_named() {
    use SignatureFormat::{Auto, Base64, Bits, Decimal, Hex, Signed};
    for (texts, named, read) in [
        // Decimals of one length; of ten digits, as of 32 bits; hexadecimal without a letter; short bit strings.
        (&["8550830854347186281", "7397909349740339305"][..], "hexadecimal (hex) or decimal", Decimal),
        (&["4294967295", "1234567890"], "hexadecimal (hex) or decimal", Decimal),
        (&["0000000000000012", "0000000000000345"], "hexadecimal (hex) or decimal", Hex),
        (&["00101101", "11100001"], "hexadecimal (hex) or decimal (decimal, signed) or bits", Bits),
        (&["AAAAAAAAAAE", "AAAAAAAAAAA"], "hexadecimal (hex) or base64", Base64),
        (&["5", "7"], "hexadecimal (hex) or decimal", Signed),
    ] {
        let error = column(texts, Auto).unwrap_err();
        assert!(error.contains(named) && error.contains("--signature-format"), "{error}");
        assert!(column(texts, read).is_ok(), "{texts:?}");
    }
    assert_eq!(column(&["8550830854347186281"], Decimal), Ok((vec![8_550_830_854_347_186_281], 64)));
    assert_eq!(column(&["10", "20"], Hex), Ok((vec![0x10, 0x20], 8)));
    assert!(column(&["-5"], Decimal).unwrap_err().contains("--signature-format signed"));
    assert!(column(&["9223372036854775808"], Signed).unwrap_err().contains("beyond"));
    assert!(column(&["0101", "01"], Bits).unwrap_err().contains("2 bits where the first"));
    // The one row that tells may be the last of many.
    let mut many = vec!["1234567890123456"; 10_000];
    assert!(column(&many, Auto).is_err());
    many.push("123456789012345f");
    assert_eq!(column(&many, Auto).unwrap().1, 64);
    // What simscope wrote says its bits, and has a leading zero.
    let own = |row: &str| signatures("s.tsv", &format!("id\tsignature\tbits\na\t{row}\nb\t0012\t16\n"));
    assert_eq!(own("3456\t16").unwrap().signatures, [0x3456, 0x12]);
    assert!(own("456\t16").is_err());
}

#[test]
fn files_without_a_header_are_read_and_names_are_no_signatures() {
    for (name, text, ids) in [
        ("s.tsv", "a\t00ff\nb\t0001\n", ["a", "b"]),
        ("s.csv", "a,00ff,16,3\nb,0001,16,7\n", ["a", "b"]),
        ("s", "a\t00ff\nb\t0001\n", ["a", "b"]),
        ("s.txt", "00ff\n0001\n", ["1", "2"]),
        ("s.csv", "00ff\n0001\n", ["1", "2"]),
        ("s.txt", "id\tsignature\na\t00ff\nb\t0001\n", ["a", "b"]),
    ] {
        let set = signatures(name, text).unwrap();
        assert_eq!((set.signatures, set.bits), (vec![0xff, 1], 16), "{name} {text}");
        assert_eq!(set.ids, ids, "{name} {text}");
    }
    for text in ["id,fingerprint\na,ff\n", "id,hash\na,ff\n", "cafe,beef\na,ff\n", "a,ff,many\n"] {
        assert!(signatures("s.csv", text).unwrap_err().contains("--signature-field"), "{text}");
    }
}

#[test]
fn numbers_of_json_keep_all_their_bits() {
    let text =
        "{\"signature\":1}\n{\"signature\":18446744073709551615}\n{\"signature\":9223372036854775809}\n";
    let set = signatures("s.jsonl", text).unwrap();
    assert_eq!((set.signatures, set.bits), (vec![1, u64::MAX.into(), 1 << 63 | 1], 64));
    let narrow = "{\"signature\":-1,\"bits\":32}\n{\"signature\":7,\"bits\":32}\n";
    assert_eq!(signatures("s.jsonl", narrow).unwrap().signatures, [0xffff_ffff, 7]);
}

#[test]
fn the_stream_stops_when_asked_or_cancelled_and_tells_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.tsv");
    let text = "id\tsignature\n".to_owned() + &"a\t00ff\n".repeat(100_000);
    std::fs::write(&path, &text).unwrap();
    let source = Source::Path(path);
    let count = |progress: &Progress, most: u32| {
        let mut count = 0;
        each_signature(&source, &ReadOptions::default(), progress, &mut |_| {
            count += 1;
            if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        count
    };
    let progress = Progress::new();
    assert_eq!(count(&progress, u32::MAX), 100_000);
    assert_eq!(progress.done(), text.len() as u64);
    assert_eq!(count(&Progress::new(), 3), 3);
    let cancelled = Progress::new();
    cancelled.cancel();
    assert!(count(&cancelled, u32::MAX) < 100_000);
}
