//! Tests of cutting texts into tokens.

use super::*;

fn check(text: &str, expected: &str) {
    let tokens = Tokens::new(text);
    let cut: Vec<&str> = (0..tokens.len()).map(|at| tokens.raw(at)).collect();
    assert_eq!(cut.join("|"), expected, "{text:?}");
}

#[test]
fn texts_are_cut_into_numbers_words_han_characters_and_signs() {
    check("The cat, 5mg at 7:10.", "The|cat|,|5mg|at|7:10|.");
    check("10.9.2 and 1,000; v2 x", "10.9.2|and|1,000|;|v2|x");
    check("it isn't Bob's, they’ll, O'Neil", "it|isn't|Bob's|,|they’ll|,|O|'|Neil");
    check("rock 'n' roll dogs' don'ts", "rock|'|n|'|roll|dogs|'|don|'|ts");
    check("每次5毫克，ＡＢ", "每|次|5|毫|克|,|AB");
    check("８℃ 5 µm 10µm", "8|°|C|5|μm|10μm");
    check("10² ½ ① Ⅳ ٣٤٥", "10²|½|①|Ⅳ|٣٤٥");
    check("カタカナ ภาษาไทย हिन्दी 한국어", "カタカナ|ภาษาไทย|हिन्दी|한국어");
    check("so\u{ad}ft\u{200b} e\u{301}a", "soft|éa");
    check("a_b  \n\t-c", "a|_|b|-|c");
    check("二〇二四年", "二|〇|二|四|年");
    check("", "");
}

#[test]
fn hashes_are_of_lower_case_and_one_apostrophe() {
    let hashes = |text| Tokens::new(text).all().iter().map(|token| token.hash).collect::<Vec<_>>();
    assert_eq!(hashes("It ISN’T Åse ΣΑΣ"), hashes("it isn't åse σας"));
    let tokens = Tokens::new("It ISN’T Über");
    assert_eq!((tokens.lower(1), tokens.lower(2)), ("isn't".into(), "über".into()));
    for at in 0..3 {
        assert_eq!(Tokens::hash(&tokens.lower(at)), tokens.token(at).hash);
        assert!(tokens.token(at).is_capital);
    }
    assert_eq!((tokens.words(), Tokens::new("a, b!").words()), (3, 2));
}

#[test]
fn ascii_and_normalized_texts_are_borrowed() {
    for text in ["plain text", "schön, ja", "中文。", "한국어"] {
        assert!(matches!(Tokens::new(text).text, Cow::Borrowed(_)), "{text}");
    }
}
