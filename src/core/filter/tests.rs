//! The language, and evaluation against the naive definition.

use super::*;
use crate::alignment::Kind;
use crate::corpus::{Corpus, Document, corpus_of};
use crate::display::Lang;
use crate::groups::{Dendrogram, GroupSpread, Groups, spread_of};
use crate::hamming::Signatures;
use crate::progress::Progress;
use proptest::prelude::*;

fn parsed(line: &str) -> Filter {
    line.parse().unwrap_or_else(|mistake| panic!("{line}: {mistake}"))
}

#[test]
fn a_filter_prints_as_it_is_read() {
    for (line, printed) in [
        ("", ""),
        ("  床前   -Moon ", "床前 -Moon"),
        (r#""two words" "one" "\"\\""#, r#""two words" one "\"\\""#),
        (r"/^a\/b\d\\/ /x/", r"/^a\/b\d\\/ /x/"),
        (
            r#"id:17 id=17 label:"a b" label=/x/ source:main"#,
            r#"id:17 id=17 label:"a b" label="/x/" source:main"#,
        ),
        (
            "size>5 size=3..5 diam>k d<=2 chars<100 features=0",
            "size>5 size=3..5 diam>k d<=2 chars<100 features=0",
        ),
        ("chain -changed labelled judged:no lang:han", "chain -changed labelled judged:no lang:han"),
        ("kind:numbers -kind:one-or-two-words", "kind:number -kind:one-or-two-words"),
        ("kind:similar kind:insert", "kind:rewritten kind:text-more"),
        ("chain:yes chain:no -labelled:no", "chain -chain labelled"),
        (
            "特征＜５ 大小>=１２ size＞＝3 直径＝２..４ label：会议",
            "features<5 size>=12 size>=3 diam=2..4 label:会议",
        ),
        // No name of a term: a sentence, and a word.
        ("note：会议 特征", "note：会议 特征"),
        (r#""chain" "id:3" "-a" "|" "size>3""#, r#""chain" "id:3" "-a" "|" "size>3""#),
        ("--twice 12:30 a-b a/b don\"t", "twice 12:30 a-b a/b don\"t"),
    ] {
        let filter = parsed(line);
        assert_eq!(filter.to_string(), printed);
        assert_eq!(parsed(printed), filter, "{printed}");
    }
}

#[test]
fn a_mistake_says_where_it_is() {
    for (line, at, what) in [
        ("a \"b", 2, "this \" is not closed"),
        ("/a", 0, "this / is not closed"),
        ("\"a\"b", 3, "a space must follow the closing \"; in quotes it is text"),
        ("a - b", 2, "a term must follow the minus; in quotes it is text"),
        ("id: x", 3, "a value must follow id:"),
        ("x lable:a", 2, "no term begins with lable:; in quotes it is text"),
        ("chain:maybe", 6, "chain: takes yes or no"),
        ("chain=yes", 0, "no term begins with chain=; in quotes it is text"),
        ("id>3", 0, "no term begins with id>; in quotes it is text"),
        ("lang:klingon", 5, "lang: takes han, latin, mixed or other"),
        ("judged:perhaps", 7, "judged: takes yes or no"),
        ("kind=same", 0, "no term begins with kind=; in quotes it is text"),
        ("size>many", 5, "a whole number must follow size>"),
        ("size>k", 5, "a whole number must follow size>"),
        ("size=5..3", 5, "5..3: the smaller number comes first"),
        ("a | b", 2, "all terms must hold; for one of several write /a|b/"),
    ] {
        let mistake = line.parse::<Filter>().unwrap_err();
        assert_eq!((mistake.at, mistake.what.to_string().as_str()), (at, what), "{line}");
    }
    let mistake = "好 /(/".parse::<Filter>().unwrap_err();
    assert_eq!(mistake.in_line("好 /(/", Lang::En), "column 3 of \"好 /(/\": pattern: unclosed group");
}

/// A term that was not read from a line.
fn term(test: Test) -> Term {
    Term { is_not: false, test, place: 0..0 }
}

#[test]
fn every_name_begins_a_term_of_its_row() {
    let behind = |form: Form| match form {
        Form::Field(_) => ":a",
        Form::Script => ":han",
        Form::Quantity(_) => "<=2",
        Form::Fact(_) => "",
        Form::Judged => ":no",
        Form::Kind => ":number",
    };
    for row in TERMS {
        let line = row.name.to_owned() + behind(row.form);
        assert_eq!(parsed(&line).to_string(), line);
    }
}

#[test]
fn hits_are_joined_where_they_meet() {
    let hits = |line: &str, text: &str| parsed(line).hits(text);
    assert_eq!(hits("ab bc -d /x+/", "ABC d xx"), [0..3, 6..8]);
    assert_eq!(hits("\"a b\"", "a\n b"), vec![Range { start: 0, end: 4 }]);
    assert!(hits("/x*/ size>3", "ab").is_empty());
}

#[test]
fn what_is_narrower_is_known_to_be() {
    let narrows = |new: &str, old: &str| parsed(new).narrows(&parsed(old));
    assert!(narrows("moonlight", "moon") && narrows("moon size>3", "moon") && narrows("x", ""));
    assert!(!narrows("moon", "moonlight") && !narrows("-moonlight", "-moon") && !narrows("/ab/", "/a/"));
}

/// Corpus, signatures, tree, and groups at that k.
struct World {
    corpus: Corpus,
    tree: Dendrogram,
    groups: Groups,
    spread: Vec<GroupSpread>,
    mark: Groups,
    features: Vec<u32>,
}

impl World {
    fn new(documents: &[(String, String, Option<String>, u64)], k: u8) -> Self {
        let given: Vec<Document<'_>> = (documents.iter())
            .map(|(id, text, label, _)| Document { id, text, label: label.as_deref() })
            .collect();
        let signatures = Signatures::from(documents.iter().map(|one| one.3).collect::<Vec<_>>());
        let all: Vec<u32> = (0..documents.len() as u32).collect();
        let tree = Dendrogram::build(&signatures, &all, &Progress::new()).unwrap();
        let groups = tree.cut(k);
        let spread = (1..=groups.count())
            .map(|number| spread_of(&signatures, groups.members(number)).unwrap())
            .collect();
        let features = documents.iter().map(|one| one.1.split_whitespace().count() as u32).collect();
        Self { corpus: corpus_of(&given, 7), mark: tree.cut(k / 2), groups, spread, tree, features }
    }
}

/// Whether a document passes, by the definition of each term.
fn naive(test: &Test, facts: &Facts<'_>, document: u32) -> bool {
    let one = facts.corpus.unwrap().get(document as usize);
    let groups = facts.groups.unwrap();
    let number = groups.number_of(document);
    let spread = || number.and_then(|number| facts.spread.unwrap()(number));
    match test {
        Test::Text(needle) => {
            needle.is_in(one.text)
                || needle.is_in(one.id)
                || one.label.is_some_and(|label| needle.is_in(label))
        }
        Test::Field(Field::Id, needle) => needle.is_in(one.id),
        Test::Field(Field::Label, needle) => one.label.is_some_and(|label| needle.is_in(label)),
        Test::Field(Field::Source, needle) => {
            let corpus = facts.corpus.unwrap();
            corpus.file_name(corpus.place(document as usize).file).is_some_and(|name| needle.is_in(name))
        }
        Test::Script(script) => Script::of(one.text) == *script,
        Test::Number(quantity, comparison) => {
            let number = match quantity {
                Quantity::Size => Some(number.map_or(1, |number| groups.members(number).len() as u32)),
                Quantity::Diameter => spread().map(|spread| spread.diameter.into()),
                Quantity::Distance => facts.tree.unwrap().nearest_distance(document).map(u32::from),
                Quantity::Chars => Some(one.text.chars().count() as u32),
                Quantity::Features => Some(facts.features.unwrap()[document as usize]),
                Quantity::Passages => Some(facts.passages.unwrap()(document)),
            };
            number.is_some_and(|number| comparison.holds(number, facts.k))
        }
        Test::Fact(Fact::Chain) => spread().is_some_and(|spread| spread.diameter > groups.k()),
        Test::Fact(Fact::Changed) => {
            let of = |groups: &Groups| {
                let mut members =
                    groups.number_of(document).map_or(vec![document], |n| groups.members(n).to_vec());
                members.sort_unstable();
                members
            };
            of(groups) != of(facts.mark.unwrap())
        }
        Test::Fact(Fact::Labelled) => one.label.is_some(),
        Test::Fact(Fact::Picked) => facts.picked.unwrap().contains(&document),
        Test::Judged(is_judged) => document.is_multiple_of(3) == *is_judged,
        Test::Kind(kind) => of_kind(document, *kind),
    }
}

/// Kinds come in turn.
fn of_kind(document: u32, kind: Kind) -> bool {
    Kind::ALL[document as usize % Kind::ALL.len()] == kind
}

/// The same of a group: of all of it, or of any member.
fn naive_of_group(test: &Test, facts: &Facts<'_>, number: usize) -> bool {
    let groups = facts.groups.unwrap();
    match test {
        Test::Number(Quantity::Distance, comparison) => {
            comparison.holds(facts.spread.unwrap()(number).unwrap().minimum.into(), facts.k)
        }
        _ => groups.members(number).iter().any(|&member| naive(test, facts, member)),
    }
}

fn any_term() -> impl Strategy<Value = String> {
    let words =
        prop::sample::select(vec!["a", "B", "ab", "\"b a\"", "月", "明月", "/^a/", "/b$/", "s", "/a.b/"]);
    let named = prop::sample::select(vec![
        "id:1",
        "id=3",
        "label:x",
        "label=xy",
        "lang:han",
        "lang:latin",
        "size>1",
        "size=2..3",
        "size=1",
        "diam>k",
        "diam<=2",
        "d<=2",
        "d=0",
        "chars<4",
        "features>=2",
        "chain",
        "changed",
        "labelled",
        "picked",
        "judged:yes",
        "judged:no",
        "kind:same",
        "kind:rewritten",
    ]);
    (prop_oneof![words, named], any::<bool>())
        .prop_map(|(term, is_not)| if is_not { format!("-{term}") } else { term.to_owned() })
}

fn any_document() -> impl Strategy<Value = (String, String, Option<String>, u64)> {
    let signature = prop::sample::select(vec![0_u64, 1, 3, 7, 0xf, 0xff, 0xf0, 0xffff, u64::MAX]);
    ("[1-4a]{0,2}", "[abK月明ſ \n]{0,6}", prop::option::of("[xyb]{1,2}"), signature)
}

proptest! {
    #[test]
    fn what_is_printed_parses_to_the_same(text in "\\PC{0,12}|[a\"/\\\\ -]{0,8}", whole in "\\PC{0,8}", is_not in any::<bool>()) {
        let mut terms = vec![term(Test::Field(Field::Label, Needle::whole(&whole)))];
        if !text.trim().is_empty() {
            terms.push(Term { is_not, test: Test::Text(Needle::part(&text).unwrap()), place: 0..0 });
            terms.push(term(Test::Field(Field::Id, Needle::part(&text).unwrap())));
        }
        let filter = Filter { terms };
        let printed = filter.to_string();
        prop_assert_eq!(printed.parse::<Filter>(), Ok(filter), "{}", printed);
    }

    #[test]
    fn a_pattern_is_printed_so_that_it_is_read_again(pattern in "[a/\\\\.]{1,6}") {
        if let Ok(needle) = Needle::pattern(&pattern) {
            let filter = Filter { terms: vec![term(Test::Text(needle))] };
            let printed = filter.to_string();
            // A backslash before a slash is no other pattern than the slash.
            prop_assert_eq!(printed.parse::<Filter>().map(|filter| filter.to_string()), Ok(printed.clone()));
        }
    }

    #[test]
    fn no_line_makes_the_parser_panic(line in "\\PC{0,20}|[a\"/\\\\:<>=|. -]{0,12}|(id|size|d|lang|x)[:<>=]{1,2}.{0,5}") {
        match line.parse::<Filter>() {
            Ok(filter) => prop_assert_eq!(filter.to_string().parse::<Filter>(), Ok(filter)),
            Err(mistake) => {
                prop_assert!(line.is_char_boundary(mistake.at), "{} {}", line, mistake);
                prop_assert!(!mistake.in_line(&line, Lang::Zh).contains('\n'));
            }
        }
    }

    #[test]
    fn evaluation_is_what_each_term_says_of_each(
        documents in prop::collection::vec(any_document(), 1..40),
        terms in prop::collection::vec(any_term(), 0..4),
        k in 0u8..6,
    ) {
        let world = World::new(&documents, k);
        let spread = |number: usize| world.spread.get(number - 1).copied();
        let judged = |document: u32| document.is_multiple_of(3);
        let picked = (0..documents.len() as u32).filter(|document| document % 4 == 1).collect();
        let facts = Facts {
            k,
            picked: Some(&picked),
            features: Some(&world.features),
            tree: Some(&world.tree),
            groups: Some(&world.groups),
            spread: Some(&spread),
            mark: Some(&world.mark),
            judged: Some(&judged),
            kinds: Some(&of_kind),
            ..Facts::of(&world.corpus)
        };
        let filter = parsed(&terms.join(" "));
        prop_assert_eq!(filter.check(&facts), Ok(()));
        let progress = Progress::new();
        let all = |documents: &mut dyn Iterator<Item = u32>, holds: &dyn Fn(&Test, u32) -> bool| -> Vec<u32> {
            documents.filter(|&one| filter.terms.iter().all(|term| holds(&term.test, one) != term.is_not)).collect()
        };
        let expected = all(&mut (0..documents.len() as u32), &|test, document| naive(test, &facts, document));
        let found = super::documents(&filter, &facts, None, &progress).unwrap();
        prop_assert_eq!(&found, &expected, "{}", filter);
        // Of what a wider filter found.
        let wider = Filter { terms: filter.terms.iter().skip(1).cloned().collect() };
        prop_assert!(filter.narrows(&wider));
        let before = super::documents(&wider, &facts, None, &progress).unwrap();
        prop_assert_eq!(&super::documents(&filter, &facts, Some(&before), &progress).unwrap(), &expected);
        // The opposite of the opposite, and the opposite.
        if let [term] = filter.terms.as_slice() {
            let not = Filter { terms: vec![Term { is_not: !term.is_not, ..term.clone() }] };
            let rest = super::documents(&not, &facts, None, &progress).unwrap();
            prop_assert_eq!(rest.len() + found.len(), documents.len());
        }
        let expected = all(&mut (1..=world.groups.count() as u32), &|test, number| {
            naive_of_group(test, &facts, number as usize)
        });
        prop_assert_eq!(&groups(&filter, &facts, &progress).unwrap(), &expected, "{}", filter);
    }

    #[test]
    fn a_pair_passes_as_a_group_of_two(
        documents in prop::collection::vec(any_document(), 2..12),
        terms in prop::collection::vec(any_term(), 0..3),
    ) {
        let world = World::new(&documents, 3);
        let judged = |document: u32| document.is_multiple_of(3);
        let picked = (0..documents.len() as u32).step_by(2).collect();
        let facts = Facts { k: 3, picked: Some(&picked), features: Some(&world.features), judged: Some(&judged), kinds: Some(&of_kind), ..Facts::of(&world.corpus) };
        let filter = parsed(&terms.join(" "));
        let asked: Vec<u32> = (0..documents.len() as u32).filter(|document| document % 2 == 0).collect();
        if let Ok(some) = Pairs::new(&filter, &facts, Some(&asked), &Progress::new()) {
            let mut all = Pairs::new(&filter, &facts, None, &Progress::new()).unwrap().unwrap();
            let mut some = some.unwrap();
            for &a in &asked {
                prop_assert_eq!(some.pass((a, a, 1)), all.pass((a, a, 1)));
            }
        }
        match Pairs::new(&filter, &facts, None, &Progress::new()) {
            Err(mistake) => prop_assert!(matches!(mistake.what, Wrong::NotKnown(_, Need::Groups))),
            Ok(pairs) => {
                let mut pairs = pairs.unwrap();
                let full = Facts { groups: Some(&world.groups), tree: Some(&world.tree), ..facts };
                let mut passed = 0;
                for (a, b) in (0..documents.len() as u32).flat_map(|b| (0..b).map(move |a| (a, b))) {
                    let holds = |term: &Term| match term.test {
                        Test::Number(Quantity::Distance, comparison) => comparison.holds(2, 3),
                        _ => [a, b].iter().any(|&one| naive(&term.test, &full, one)),
                    };
                    let expected = filter.terms.iter().all(|term| holds(term) != term.is_not);
                    prop_assert_eq!(pairs.pass((a, b, 2)), expected);
                    passed += usize::from(expected);
                }
                prop_assert_eq!(pairs.why_none().is_none(), passed > 0);
            }
        }
    }
}

#[test]
fn what_matches_nothing_is_named() {
    let corpus = Corpus::builtin();
    let facts = Facts::of(&corpus);
    let why = |line: &str| why_no_document(&parsed(line), &facts, &Progress::new()).unwrap().to_string();
    assert_eq!(why("the qzx -/./ chars>0"), "nothing matches qzx, nor -/./");
    let apart = why("lang:han lang:latin");
    assert!(apart.starts_with("each part matches something, but not together: lang:han ("), "{apart}");
}

#[test]
fn a_term_about_what_is_not_known_is_refused() {
    let corpus = Corpus::builtin();
    let mistake = parsed("the size>3").check(&Facts::of(&corpus)).unwrap_err();
    assert_eq!(
        (mistake.at, mistake.what.to_string().as_str()),
        (4, "size>3 needs groups, which only the command groups and the explorer make")
    );
    let world = World::new(&[("1".to_owned(), "a".to_owned(), None, 0)], 0);
    let facts = Facts { groups: Some(&world.groups), ..Facts::of(&world.corpus) };
    let mistake = parsed("-judged:yes").check(&facts).unwrap_err();
    assert_eq!(mistake.what.to_string(), "judged:yes needs judgements, and no file of them is given");
    assert!(parsed("the").check(&Facts::default()).is_err());
}
