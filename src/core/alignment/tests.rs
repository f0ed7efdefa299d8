use super::*;
use proptest::prelude::*;

/// Time enough.
const LONG: Duration = Duration::from_secs(60);

fn align(a: &str, b: &str) -> Alignment {
    Alignment::between(a, b, LONG, &Progress::new()).unwrap()
}

/// What differs in brackets, as `[A|B]`.
fn marked(a: &str, b: &str) -> String {
    let alignment = align(a, b);
    let mut out = String::new();
    let mut at = 0;
    for Gap { a: in_a, b: in_b } in alignment.differences() {
        out += &format!("{}[{}|{}]", &a[at..in_a.start], &a[in_a.clone()], &b[in_b]);
        at = in_a.end;
    }
    out + &a[at..]
}

#[test]
fn words_differ_as_a_whole_unless_they_are_nearly_equal() {
    for (a, b, expected) in [
        ("", "", ""),
        ("same", "same", "same"),
        ("", "new", "[|new]"),
        ("it opened in May", "it finished in May", "it [opened|finished] in May"),
        ("the colour red", "the color red", "the colo[u|]r red"),
        ("we recieve it", "we receive it", "we rec[ie|ei]ve it"),
        ("one two three four", "one four", "one [two three |]four"),
        ("a b c d", "a x y d", "a [b c|x y] d"),
        // White space differs where nothing else does.
        ("a  b", "a b", "a [ |]b"),
        ("a b\nc d", "a b c d", "a b[\n| ]c d"),
        // Nothing is folded.
        ("The end", "the end", "[T|t]he end"),
        ("e\u{301}", "e", "[e\u{301}|e]"),
    ] {
        assert_eq!(marked(a, b), expected, "{a:?} {b:?}");
    }
}

#[test]
fn han_characters_are_words() {
    assert_eq!(
        marked("床前明月光，疑是地上霜。", "床前看月光，疑是地上雪。"),
        "床前[明|看]月光，疑是地上[霜|雪]。"
    );
    assert_eq!(marked("近重复文档", "近似重复文档"), "近[|似]重复文档");
}

#[test]
fn lines_come_before_words() {
    let a = "one\ntwo words\nthree\n";
    let b = "zero\none\ntwo other words\nthree\n";
    assert_eq!(marked(a, b), "[|zero\n]one\ntwo [|other ]words\nthree\n");
}

#[test]
fn blank_lines_and_lines_that_come_twice_do_not_keep_equal_words_apart() {
    assert_eq!(marked("one\n\ntwo three\n", "one two\n\nthree\n"), "one[\n\n| ]two[ |\n\n]three\n");
    let (a, b) = ("x\nend\ny z\nend\n", "v\nend\nx\nend\ny z\nend\n");
    assert_eq!(marked(a, b), "[|v\nend\n]x\nend\ny z\nend\n");
}

#[test]
fn where_too_much_differs_all_equal_lines_hold() {
    let lines = |by: usize| -> String {
        let line = |at: usize| format!("common line\nw{} v{} {by}\n", at * by % 997, at * by % 499);
        (0..4000).map(line).collect()
    };
    let (a, b) = (lines(5), lines(601));
    let alignment = align(&a, &b);
    check(&a, &b, &alignment);
    let is_common = |run: &&Run| run.holder == Holder::Both && run.text(&a, &b).contains("common line\n");
    let common = alignment
        .runs()
        .iter()
        .filter(is_common)
        .map(|run| run.text(&a, &b).matches("common line\n").count());
    assert_eq!(common.sum::<usize>(), 4000);
}

#[test]
fn a_word_of_many_characters_shows_where_it_differs() {
    let word = "GATTACA".repeat(30);
    let (a, b) = (format!("{word}T{word}"), format!("{word}CC{word}"));
    assert_eq!(marked(&a, &b), format!("{word}[T|CC]{word}"));
}

#[test]
fn a_cancelled_search_gives_nothing_and_a_late_one_says_so() {
    let progress = Progress::new();
    progress.cancel();
    assert_eq!(Alignment::between("a b", "a c", LONG, &progress), None);
    let words = |seed: u64| -> String {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 54
        };
        (0..20_000).map(|_| format!("w{} ", next())).collect()
    };
    let (a, b) = (words(1), words(2));
    let rough = Alignment::between(&a, &b, Duration::ZERO, &Progress::new()).unwrap();
    assert!(rough.is_rough());
    check(&a, &b, &rough);
}

fn folds(a: &str, b: &str, context: Context) -> Vec<(usize, usize)> {
    let blocks = align(a, b).blocks(a, b, Some(context));
    let fold = |block: &Block| match block {
        Block::Fold(fold) => Some((fold.lines, fold.characters)),
        Block::Text(_) => None,
    };
    blocks.iter().filter_map(fold).collect()
}

#[test]
fn unchanged_stretches_are_folded_apart_from_their_ends() {
    let lines = |changed: &str| -> String {
        (0..20).map(|i| if i == 10 { format!("{changed}\n") } else { format!("line {i}\n") }).collect()
    };
    let context = Context { lines: 1, characters: 120 };
    assert_eq!(folds(&lines("old"), &lines("new"), context), [(9, 63), (8, 64)]);
    // On one long line, characters count.
    let line = |changed: &str| format!("{0}{changed} {0}", "word ".repeat(100));
    assert_eq!(folds(&line("old"), &line("new"), context), [(0, 375), (0, 385)]);
    assert_eq!(folds(&line("old"), &line("old"), context), []);
    assert_eq!(folds("a few words", "a few other words", context), []);
}

/// The runs give both texts back, and say what is true of them.
fn check(a: &str, b: &str, alignment: &Alignment) {
    let (mut end_a, mut end_b) = (0, 0);
    let mut before = None;
    for run in alignment.runs() {
        assert_eq!((run.a.start, run.b.start), (end_a, end_b));
        (end_a, end_b) = (run.a.end, run.b.end);
        let (in_a, in_b) = (&a[run.a.clone()], &b[run.b.clone()]);
        match run.holder {
            Holder::Both => assert!(in_a == in_b && !in_a.is_empty()),
            Holder::OnlyA => assert!(!in_a.is_empty() && in_b.is_empty() && before != Some(Holder::OnlyB)),
            Holder::OnlyB => assert!(in_a.is_empty() && !in_b.is_empty()),
        }
        assert_ne!(before, Some(run.holder));
        before = Some(run.holder);
    }
    assert_eq!((end_a, end_b), (a.len(), b.len()));
    for context in [None, Some(Context::default()), Some(Context { lines: 0, characters: 0 })] {
        check_blocks(a, b, &alignment.blocks(a, b, context));
    }
}

fn check_blocks(a: &str, b: &str, blocks: &[Block]) {
    let (mut end_a, mut end_b) = (0, 0);
    let mut step = |holder, in_a: &Range<usize>, in_b: &Range<usize>| {
        assert_eq!((in_a.start, in_b.start), (end_a, end_b));
        (end_a, end_b) = (in_a.end, in_b.end);
        assert!(holder != Holder::Both || a[in_a.clone()] == b[in_b.clone()]);
        assert!(!in_a.is_empty() || !in_b.is_empty());
    };
    for block in blocks {
        match block {
            Block::Fold(fold) => step(Holder::Both, &fold.a, &fold.b),
            Block::Text(runs) => {
                runs.iter().for_each(|run| step(run.holder, &run.a, &run.b));
                for bytes in [|run: &Run| run.a.len(), |run: &Run| run.b.len()] {
                    assert!(runs.iter().map(bytes).sum::<usize>() <= 2048);
                }
                assert!(!runs.is_empty());
            }
        }
    }
    assert_eq!((end_a, end_b), (a.len(), b.len()));
}

#[test]
fn long_texts_are_cut_into_blocks_of_bounded_length() {
    let long = "床前明月光".repeat(2000);
    for (a, b) in [
        (long.as_str(), long.as_str()),
        (long.as_str(), ""),
        ("", long.as_str()),
        (long.as_str(), "short"),
        (&"x".repeat(50_000), &"y ".repeat(20_000)),
        (&"\n".repeat(5_000), &"\r\n".repeat(4_000)),
    ] {
        check(a, b, &align(a, b));
    }
}

/// Words, lines, wide and joined characters, and what is not seen.
const TEXT: &str = "(\\PC|one |two |three |colour |color |\\.|\r\n|[a床前\u{301}\u{200d}👩\u{1F1E9}\u{202e}\u{1b}\t\r\u{1100}\u{1161}\u{D4E}\u{20}\n]){0,60}";

proptest! {
    #[test]
    fn the_runs_give_both_texts_back(a in TEXT, b in TEXT) {
        check(&a, &b, &align(&a, &b));
    }

    #[test]
    fn the_runs_give_edited_texts_back(
        a in TEXT, with in TEXT, from: prop::sample::Index, to: prop::sample::Index,
    ) {
        let places: Vec<usize> = a.char_indices().map(|(at, _)| at).chain([a.len()]).collect();
        let (from, to) = (*from.get(&places), *to.get(&places));
        let mut b = a.clone();
        b.replace_range(from.min(to)..from.max(to), &with);
        check(&a, &b, &align(&a, &b));
        let equal = align(&a, &a);
        prop_assert!(equal.differences().next().is_none() && equal.runs().len() <= 1);
    }
}
