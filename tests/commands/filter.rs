//! `--filter`, end to end: what is printed, what is refused, and what is said where nothing passes.

use crate::command::{TANG, simscope, stdout, text};
use simscope::corpus::text_hash;
use simscope::evidence::Selection;
use simscope::judgements::{self, Judgement, Named, Verdict};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Two pairs of near-duplicates, one document alone, and one without text.
fn small() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.jsonl");
    let lines = [
        r#"{"id":"a1","text":"to be or not to be","label":"x"}"#,
        r#"{"id":"a2","text":"To be, or not to be!","label":"y"}"#,
        r#"{"id":"b1","text":"床前明月光，疑是地上霜。","label":"x"}"#,
        r#"{"id":"b2","text":"床前明月光，疑是地上霜"}"#,
        r#"{"id":"c","text":"nothing like the others is this one"}"#,
        r#"{"id":"d","text":" "}"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The first fields of the rows.
fn first(arguments: &[&str]) -> Vec<String> {
    let field = |line: &str| line.split('\t').next().unwrap().to_owned();
    stdout(arguments).lines().skip(1).map(field).collect()
}

/// Standard error and exit code of a call.
fn error(arguments: &[&str]) -> (String, i32) {
    let output = simscope(arguments).output().unwrap();
    (text(&output.stderr).trim_end().to_owned(), output.status.code().unwrap())
}

#[test]
fn hash_prints_the_documents_that_pass() {
    let (_folder, path) = small();
    let ids = |filter: &str| first(&["hash", &path, "--filter", filter]);
    assert_eq!(ids("BE -label=y"), ["a1"]);
    assert_eq!(ids("lang:han"), ["b1", "b2"]);
    assert_eq!(ids("-labelled features>0"), ["b2", "c"]);
    assert_eq!(ids("source:small \"to be\""), ["a1", "a2"]);
    assert_eq!(ids("/^(nothing|To)/"), ["a2", "c"]);
    assert_eq!(ids("").len(), 6);
}

#[test]
fn groups_pass_as_a_whole() {
    let (_folder, path) = small();
    let ids = |more: &[&str]| first(&[&["groups", &path, "-k", "3", "--filter"], more].concat());
    assert_eq!(ids(&["月"]), ["b1", "b2"]);
    assert_eq!(ids(&["label=x -label=y"]), ["b1", "b2"], "no member has the label y");
    assert_eq!(ids(&["size=2 d=0 -chain", "--leaders"]), ["a1", "a2", "b1", "b2"]);
    assert_eq!(ids(&["size=1", "--all"]), ["c", "d"]);
    let numbered = stdout(&["groups", &path, "-k", "3", "--filter", "月"]);
    assert!(
        numbered.lines().nth(1).unwrap().ends_with("\t2\t2\tb1"),
        "groups keep their numbers: {numbered}"
    );
}

#[test]
fn pairs_pass_if_either_document_does_and_by_their_distance() {
    let all = stdout(&["pairs", TANG, "-k", "12"]);
    let some = stdout(&["pairs", TANG, "-k", "12", "--filter", "月 d>=4 d<=k"]);
    let corpus: BTreeSet<String> = first(&["hash", TANG, "--filter", "月"]).into_iter().collect();
    let is_wanted = |line: &&str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (corpus.contains(fields[0]) || corpus.contains(fields[1])) && fields[2].parse::<u8>().unwrap() >= 4
    };
    let expected: Vec<&str> = all.lines().skip(1).filter(is_wanted).collect();
    assert_eq!(some.lines().skip(1).collect::<Vec<_>>(), expected);
    assert!(!expected.is_empty() && expected.len() < all.lines().count() - 1);
    let border = stdout(&["border", TANG, "-k", "9", "--filter", "月"]);
    let is_in = |line: &str| line.split('\t').any(|field| corpus.contains(field));
    assert!(border.lines().count() > 1 && border.lines().skip(1).all(is_in), "{border}");
}

#[test]
fn what_matches_nothing_is_named_and_is_no_failure() {
    let (_folder, path) = small();
    assert_eq!(
        error(&["hash", &path, "--filter", "be qzx -/./"]),
        ("simscope: no document passes the filter: nothing matches qzx, nor -/./".to_owned(), 0)
    );
    let (said, code) = error(&["groups", &path, "--filter", "be 月"]);
    assert!(said.ends_with(
        "no group passes the filter: each part matches something, but not together: be (1), 月 (1)"
    ));
    assert_eq!(code, 0);
    let (said, _) = error(&["pairs", &path, "--filter", "d=3"]);
    assert!(said.ends_with("no pair passes the filter: nothing matches d=3"), "{said}");
}

#[test]
fn a_mistake_names_its_column_before_anything_is_read() {
    let see = "; see docs/COMMANDS.md";
    for (arguments, said) in [
        (
            ["hash", "absent", "be sise>3"],
            "column 4 of \"be sise>3\": no term begins with sise>; in quotes it is text",
        ),
        (["groups", "absent", "月 /(/"], "column 3 of \"月 /(/\": pattern: unclosed group"),
    ] {
        let [command, path, filter] = arguments;
        let expected = (format!("simscope: --filter: {said}{see}"), 2);
        assert_eq!(error(&[command, path, "--filter", filter]), expected);
    }
    let (_folder, path) = small();
    for (command, filter, said) in [
        ("hash", "size>2", "size>2 needs groups, which only the command groups and the explorer make"),
        ("hash", "d<3", "d<3 needs nearest neighbours, which are not computed here"),
        ("pairs", "chain", "chain needs groups, which only the command groups and the explorer make"),
        ("groups", "changed", "changed needs mark A, which only the explorer has"),
        (
            "groups",
            "judged:no",
            "judged:no needs judgements, and no file of them is given: --judgements FILE",
        ),
    ] {
        let (error, code) = error(&[command, &path, "--filter", filter]);
        assert!(error.contains(&format!(": {said}{see}")) && code == 2, "{error}");
    }
}

#[test]
fn judged_is_asked_of_a_file_that_is_named() {
    let (folder, path) = small();
    let named = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // One of the two pairs within 3 is judged.
    let judgements = named("answers.tsv");
    let (of_pair, other) = (["a1", "a2"], ["b1", "b2"]);
    let text_of = |id: &str| {
        let line = fs::read_to_string(&path).unwrap();
        let lines = line.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines
            .filter(|line| line["id"] == id)
            .map(|line| line["text"].as_str().unwrap().to_owned())
            .next()
            .unwrap()
    };
    let judgement = Judgement {
        pair: of_pair.map(|id| Named { id: id.to_owned(), hash: text_hash(&text_of(id)) }),
        distance: 0,
        verdict: Some(Verdict::Yes),
        note: String::new(),
        time: judgements::now(),
        recipe: "default".to_owned(),
        who: String::new(),
        selection: Selection::Chosen,
    };
    judgements::append(Path::new(&judgements), &[judgement]).unwrap();
    let ids = |command: &str, filter: &str| {
        first(&[command, &path, "--filter", filter, "--judgements", &judgements])
    };
    assert_eq!(ids("hash", "judged:yes"), of_pair);
    assert_eq!(ids("groups", "judged:yes"), of_pair);
    assert_eq!(ids("groups", "-judged:yes"), other);
    assert_eq!(ids("pairs", "judged:yes"), [of_pair[0]]);
    assert_eq!(ids("pairs", "judged:no"), [other[0]]);
    assert_eq!(
        first(&["border", &path, "--distance", "0", "--filter", "judged:no", "--judgements", &judgements]),
        ["0"]
    );

    let missing = named("missing.tsv");
    let (said, code) = error(&["groups", &path, "--filter", "judged:no", "--judgements", &missing]);
    assert!(
        said.ends_with(&format!("simscope: --judgements: there is no file {missing}")) && code == 1,
        "{said}"
    );
    let (said, code) = error(&["groups", &path, "--judgements", &missing]);
    assert!(said.contains("--filter") && code == 2, "{said}");
}

#[test]
fn signatures_without_texts_are_chosen_by_their_groups_only() {
    let (folder, path) = small();
    let signatures = folder.path().join("s.tsv");
    let signatures = signatures.to_str().unwrap();
    stdout(&["hash", &path, "-o", signatures]);
    let groups = |filter| ["groups", "--input", "signatures", signatures, "--filter", filter];
    assert_eq!(first(&groups("size=2")).len(), 4);
    let (said, code) = error(&groups("be"));
    assert!(said.contains("be needs texts, and there are only signatures") && code == 2, "{said}");
}
