//! Kinds of difference: of pairs, of the border, and in filters.

use crate::command::{simscope, stdout, text};
use crate::folder::Folder;
use std::collections::BTreeSet;

const BODIES: [&str; 2] = [
    "the parcel of 5 kg for the harbour office was left with the keeper of the eastern gate before noon in March 1871",
    "寄往港务局的5公斤包裹已于今天交给东门的看守人保管，请在1871年三月之前前来领取，逾期将退回原处",
];

/// A version of each of the bodies for each kind, and what it is a version of.
fn versions(body: &str) -> Vec<(&'static str, String)> {
    let is_chinese = !body.is_ascii();
    let edit = |en: (&str, &str), zh: (&str, &str)| {
        let (from, to) = if is_chinese { zh } else { en };
        assert!(body.contains(from));
        body.replacen(from, to, 1)
    };
    vec![
        ("same", body.to_owned()),
        ("fold", edit(("parcel of", "PARCEL  OF"), ("，请在", "， 请在"))),
        ("marks", edit((" office", ", office"), ("，请在", "！请在"))),
        ("spelling", edit(("keeper", "keepre"), ("务", "務"))),
        ("small", edit(("the harbour", "a harbour"), ("门的", "门之"))),
        ("same-number", edit(("5 kg", "five kg"), ("5公斤", "五公斤"))),
        ("word", edit(("gate", "house"), ("东门", "东桥"))),
        ("more", edit(("gate", "gate lamp"), ("东门", "东城门"))),
        ("text-more", format!("{body} {}", edit(("the ", "and a "), ("寄往", "送达")))),
        ("date", edit(("March", "April"), ("今天", "昨天"))),
        ("opposite", edit(("before", "after"), ("东门", "西门"))),
        ("unit", edit(("5 kg", "5 mg"), ("5公斤", "5毫克"))),
        ("operator", edit((" office", " = office"), ("，请在", "=请在"))),
        ("number", edit(("1871", "1964"), ("1871", "1964"))),
        ("negation", edit(("was left", "was not left"), ("已于", "未于"))),
    ]
}

fn lines(texts: &[(String, String)]) -> String {
    texts.iter().map(|(id, text)| format!("{}\n", serde_json::json!({"id": id, "text": text}))).collect()
}

#[test]
fn every_kind_is_found_in_pairs_the_border_and_filters() {
    for body in BODIES {
        for (kind, version) in versions(body) {
            let folder = Folder::new();
            let other = "something else is said here of quite other things, 另有他事在此说明";
            let texts = [("a", body), ("b", &version), ("c", other)]
                .map(|(id, text)| (id.to_owned(), text.to_owned()));
            let input = folder.file("in.jsonl", lines(&texts));
            let pairs = |options: &[&str]| {
                let all = stdout(&[&["pairs", &input, "-k", "64"], options].concat());
                all.lines().map(str::to_owned).collect::<Vec<_>>()
            };
            let found = pairs(&["--kind", kind]);
            assert_eq!(found[0], "id_a\tid_b\tdistance\tkind", "{kind}");
            assert!(found.len() == 2 && found[1].starts_with("a\tb\t"), "{kind}: {found:?}");
            assert!(found[1].ends_with(&format!("\t{kind}")), "{kind}: {found:?}");
            assert_eq!(pairs(&["--kind", "unconfirmed"]).len(), 3);
            // Only what the texts confirm, with the value.
            let confirmed =
                pairs(&["--confirm", "weighted:words:2>=0.01", "--kind", &format!("{kind},unconfirmed")]);
            assert_eq!(confirmed[0], "id_a\tid_b\tdistance\tmeasure\tvalue\tkind");
            assert!(confirmed.len() == 2 && confirmed[1].ends_with(kind), "{confirmed:?}");
            let distance = found[1].split('\t').nth(2).unwrap();
            let border = stdout(&["border", &input, "--distance", distance]);
            let row = border.lines().find(|row| row.contains("\ta\tb\t")).unwrap();
            assert!(row.ends_with(&format!("\t{kind}")), "{border}");
            let filtered = |command: &[&str], filter: &str| -> BTreeSet<String> {
                let all = stdout(&[command, &[&input, "--filter", filter]].concat());
                all.lines().skip(1).map(|row| row.split('\t').next().unwrap().to_owned()).collect()
            };
            let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
            assert_eq!(filtered(&["hash"], &format!("kind:{kind}")), ids(&["a", "b"]), "{kind}");
            assert_eq!(filtered(&["hash"], &format!("-kind:{kind}")), ids(&["c"]), "{kind}");
            assert!(!filtered(&["groups", "-k", "0", "--all"], &format!("kind:{kind}")).contains("c"));
        }
    }
}

#[test]
fn what_is_no_kind_of_a_pair_is_refused() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", lines(&[("a".into(), "one".into()), ("b".into(), "two".into())]));
    let signatures = folder.path("in.tsv");
    stdout(&["hash", &input, "-o", &signatures]);
    for (arguments, why) in [
        (&["pairs", &input, "--kind", "typo"][..], "is no kind of difference: use same, fold"),
        (&["pairs", &input, "--kind", "template"], "said of documents, not of a pair"),
        (
            &["pairs", &signatures, "--input", "signatures", "--kind", "word"],
            "--kind: a signature file has no texts",
        ),
        (&["hash", &input, "--filter", "kind:typo"], "kind: takes same, fold"),
        (
            &["hash", &signatures, "--input", "signatures", "--filter", "kind:word"],
            "needs the texts compared",
        ),
    ] {
        let output = simscope(arguments).output().unwrap();
        assert!(text(&output.stderr).contains(why), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
