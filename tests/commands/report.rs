//! The report: the page as a browser reads it, and the command that writes it.

use crate::command;
use crate::command::{LICENCES, program, simscope, succeed, text};
use scraper::{ElementRef, Html, Selector};
use simscope::corpus::{Corpus, Event, ReadOptions, Source};
use simscope::decide::{Decisions, Setting};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A page in a folder of its own.
struct Written {
    folder: tempfile::TempDir,
    html: String,
}

impl Written {
    /// Of these arguments; `-o` is added.
    fn of(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        succeed(&[&["report"], arguments, &["-o", path.to_str().unwrap()]].concat());
        let html = fs::read_to_string(path).unwrap();
        Self { folder, html }
    }

    fn page(&self) -> Html {
        Html::parse_document(&self.html)
    }
}

fn all<'p>(page: &'p Html, selector: &str) -> Vec<ElementRef<'p>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn words(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// Five texts: two hostile ones that are alike, a copy, a short one, and one alone.
fn hostile(folder: &Path) -> PathBuf {
    let path = folder.join("ho'st <b>ile.jsonl");
    let lines = [
        r#"{"id":"<script>alert(1)</script>","text":"one two three four five six seven eight nine ten <img src=http://example.org/x onerror=alert(1)> \u001b[31m red \u202e mirrored"}"#,
        r#"{"id":"b\"><i>","text":"one two three four five six seven eight nine ten <img src=http://example.org/x onerror=alert(1)> \u001b[31m red \u202e mirrored </p></section> end"}"#,
        r#"{"id":"c&amp;","text":"one two three four five six seven eight nine ten <img src=http://example.org/x onerror=alert(1)> \u001b[31m red \u202e mirrored end"}"#,
        r#"{"id":"d","text":"short"}"#,
        r#"{"id":"e","text":"nothing like the others in this corpus of five"}"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

/// What must hold of every page.
fn check(written: &Written, lang: &str) {
    let page = written.page();
    assert!(page.errors.is_empty(), "a browser would mend: {:?}", page.errors);
    assert_eq!(all(&page, "html")[0].attr("lang"), Some(lang));
    for landmark in ["header", "nav", "main", "footer", "h1", "title"] {
        let found = all(&page, landmark).len();
        // An SVG has a title of its own.
        assert!(found == 1 || landmark == "title" && found == 2, "{landmark}: {found}");
    }
    let mut level = 0;
    for heading in all(&page, "h1, h2, h3, h4") {
        let own = heading.value().name()[1..].parse::<u8>().unwrap();
        assert!(own <= level + 1, "{} comes after level {level}", words(heading));
        assert!(!words(heading).trim().is_empty());
        level = own;
    }
    let ids: Vec<&str> = all(&page, "[id]").iter().filter_map(|element| element.attr("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are unique: {ids:?}");
    for (attribute, prefix) in [("href", "#"), ("aria-labelledby", "")] {
        for element in all(&page, &format!("body [{attribute}]")) {
            for target in element.attr(attribute).unwrap().split(' ') {
                assert!(ids.contains(&target.strip_prefix(prefix).unwrap()), "{target}");
            }
        }
    }
    for picture in all(&page, "img") {
        assert!(picture.attr("alt").is_some_and(|alt| alt.len() > 20));
    }
    for drawing in all(&page, "svg") {
        assert_eq!(drawing.attr("role"), Some("img"));
    }
    for table in all(&page, "table") {
        let of = |selector: &str| table.select(&Selector::parse(selector).unwrap()).count();
        assert_eq!(of("caption"), 1);
        assert_eq!(of("th"), of("th[scope]"), "every head says what it is the head of");
        assert_eq!(of("tbody tr"), of("tbody tr > th:first-child"), "every row has a head");
        assert!(
            table
                .parent()
                .and_then(ElementRef::wrap)
                .is_some_and(|box_| box_.attr("class") == Some("scroll"))
        );
    }
    loads_nothing(&page);
}

fn loads_nothing(page: &Html) {
    for tag in [
        "script",
        "iframe",
        "object",
        "embed",
        "base",
        "form",
        "link[rel=stylesheet]",
        "meta[http-equiv=refresh]",
    ] {
        assert!(all(page, tag).is_empty(), "{tag}");
    }
    for element in all(page, "*") {
        for (name, value) in element.value().attrs() {
            let is_address =
                ["src", "href", "srcset", "data", "action", "poster", "xlink:href"].contains(&name);
            assert!(!is_address || value.starts_with('#') || value.starts_with("data:"), "{name}={value}");
            assert!(!name.starts_with("on") && name != "style", "{name}={value}");
        }
    }
    let style = words(all(page, "style")[0]);
    assert!(!style.contains("url(") && !style.contains("@import"), "{style}");
    let policy = all(page, "meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
}

#[test]
fn a_page_is_sound_in_both_languages() {
    check(&Written::of(&["--sample", "-k", "5"]), "en");
    let chinese = Written::of(&["--sample", "-k", "5", "--lang", "zh"]);
    check(&chinese, "zh-Hans");
    let (page, headings) = (chinese.page(), "h2");
    let headings: Vec<String> = all(&page, headings).into_iter().map(words).collect();
    assert_eq!(
        headings,
        [
            "结论",
            "取哪个 k，为何",
            "距离",
            "各个 k",
            "去留",
            "最大的组",
            "链",
            "热图",
            "短文本",
            "本页的生成"
        ]
    );
}

#[test]
fn the_page_says_what_the_commands_print() {
    let path = ["samples/zh_tang_two_editions.jsonl", "-k", "9"];
    let page = Written::of(&path).page();
    let sweep = command::stdout(&["sweep", path[0], "--exact-up-to", "12"]);
    let row: Vec<&str> = sweep.lines().nth(10).unwrap().split('\t').collect();
    let here: Vec<String> = all(&page, "tr.here > *").into_iter().map(words).collect();
    let digits = |cell: &str| cell.chars().filter(char::is_ascii_digit).collect::<String>();
    let shown: Vec<String> = here[..6].iter().map(|cell| digits(cell)).collect();
    assert_eq!(shown, row[..6]);
    let groups = command::stdout(&["groups", path[0], "-k", "9"]);
    let largest = groups.lines().nth(1).unwrap().split('\t').nth(2).unwrap().to_owned();
    let first = words(all(&page, "#group-1")[0]);
    assert!(first.contains(&format!("{largest} documents")), "{first}");
}

#[test]
fn hostile_texts_ids_and_names_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = hostile(folder.path());
    let written = Written::of(&[path.to_str().unwrap(), "-k", "12"]);
    check(&written, "en");
    let page = written.page();
    let body = words(all(&page, "body")[0]);
    for part in
        ["<script>alert(1)</script>", "b\"><i>", "c&amp;", "<img src=http://example.org/x", "␛[31m", "⇠"]
    {
        assert!(body.contains(part), "{part} is shown as it is");
    }
    assert!(words(all(&page, "h1")[0]).contains("ho'st <b>ile"));
    assert!(!written.html.contains(['\u{1b}', '\u{202e}']), "no control reaches the page");
    assert!(all(&page, "i, b").is_empty());
    assert!(all(&page, "ins").iter().any(|new| words(*new).contains("</p></section> end")));
}

#[cfg(unix)]
#[test]
fn the_command_on_the_page_makes_the_same_page_again() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = hostile(folder.path());
    let written = Written::of(&[corpus.to_str().unwrap(), "-k", "12", "--tau=0.4", "--force"]);
    let page = written.page();
    let command = words(all(&page, "#made pre")[0]);
    assert!(command.starts_with("simscope report ") && !command.contains("--force"), "{command}");
    let file = written.folder.path().join("report.html");
    fs::remove_file(&file).unwrap();
    let line = command.replacen("simscope", "\"$BIN\"", 1);
    let status = program("bash").args(["-c", &line]).current_dir(folder.path()).status().unwrap();
    assert!(status.success(), "{line}");
    assert!(fs::read_to_string(file).unwrap() == written.html);
}

#[test]
fn the_recipe_on_the_page_is_one_that_makes_the_same_signatures() {
    let page = Written::of(&[LICENCES, "--recipe", "java"]).page();
    let toml = words(all(&page, "#made pre")[1]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, toml).unwrap();
    let hash = |recipe: &str| command::stdout(&["hash", LICENCES, "--recipe", recipe]);
    assert_eq!(hash(file.to_str().unwrap()), hash("java"));
}

#[test]
fn a_file_that_exists_is_replaced_only_with_force_and_an_input_never() {
    let folder = tempfile::tempdir().unwrap();
    let (corpus, page) = (folder.path().join("corpus.html"), folder.path().join("page.html"));
    fs::write(&corpus, "<p>a b c</p>\n<p>a b d</p>\n").unwrap();
    fs::write(&page, "mine").unwrap();
    let report = |output: &Path, more: &[&str]| {
        let paths = [corpus.to_str().unwrap(), "--input", "lines", "-o", output.to_str().unwrap()];
        let output = simscope(&[&["report"], &paths[..], more].concat()).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let (code, error) = report(&page, &[]);
    assert_eq!(code, Some(1));
    assert!(error.ends_with("page.html: exists; --force replaces it, or choose another name\n"), "{error}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    assert_eq!(report(&page, &["--force"]).0, Some(0));
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    let before = fs::read(&corpus).unwrap();
    let (code, error) = report(&corpus, &["--force"]);
    assert!(code == Some(1) && error.contains("is read as input"), "{error}");
    assert_eq!(fs::read(&corpus).unwrap(), before);
    let (code, error) = report(&folder.path().join("page.pdf"), &[]);
    assert!(code == Some(2) && error.contains("a name that ends in .html"), "{error}");
}

#[test]
fn decisions_and_rules_are_on_the_page() {
    let stays = |keep: &str| {
        let page = Written::of(&["--sample", "-k", "5", "--keep", keep]).page();
        let about = words(all(&page, "#decisions p")[0]);
        assert!(about.contains(&format!("“{keep}”")), "{about}");
        all(&page, ".members li").into_iter().filter(|member| words(*member).contains("stays")).count()
    };
    assert!(stays("first") > 0 && stays("longest") > 0);
    // A decision made by hand, and the command that carries it out.
    let folder = tempfile::tempdir().unwrap();
    let (corpus, file) = (folder.path().join("a.jsonl"), folder.path().join("a.decisions.toml"));
    let line = |id: &str, label: &str| {
        format!("{{\"id\":\"{id}\",\"text\":\"to be or not to be\",\"label\":\"{label}\"}}\n")
    };
    fs::write(&corpus, [line("one", "x"), line("two", "x"), line("three", "y")].concat()).unwrap();
    let mut read = Corpus::new("a.jsonl");
    simscope::corpus::read(&[Source::Path(corpus.clone())], &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            read.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let decisions = Decisions { chosen: [1].into(), ..Decisions::default() };
    let setting =
        Setting { corpus: "a".into(), documents: 3, k: 3, recipe: "r".into(), grouping: "connected".into() };
    fs::write(&file, simscope::decide::write(&decisions, &setting, &read)).unwrap();
    let page =
        Written::of(&[corpus.to_str().unwrap(), "--tau=0.5", "--decisions", file.to_str().unwrap()]).page();
    let section = words(all(&page, "#decisions")[0]);
    assert!(
        section.contains("1 of 3 documents stay and 2 go") && section.contains("By hand: 1 chosen to stay"),
        "{section}"
    );
    let stays: Vec<String> = all(&page, "#groups .stays").into_iter().map(words).collect();
    assert_eq!(stays.len(), 0, "the first is not the one that stays: {stays:?}");
    let command = words(all(&page, "#decisions pre")[0]);
    assert!(command.starts_with("simscope dedup ") && command.ends_with("-o unique.jsonl"), "{command}");
    assert!(!command.contains("--tau") && command.contains("--decisions"), "{command}");
    let output =
        simscope(&["report", "--sample", "--keep", "newest:nothing", "-o", "x.html"]).output().unwrap();
    assert!(!output.status.success() && text(&output.stderr).contains("nothing"), "{}", text(&output.stderr));
}

#[test]
fn signatures_alone_have_a_page_too() {
    let folder = tempfile::tempdir().unwrap();
    let signatures = folder.path().join("s.tsv");
    fs::write(&signatures, command::stdout(&["hash", LICENCES])).unwrap();
    let written = Written::of(&[signatures.to_str().unwrap(), "--input", "signatures", "-k", "6"]);
    check(&written, "en");
    let page = written.page();
    assert!(all(&page, "#short").is_empty() && all(&page, ".text").is_empty());
    assert!(!all(&page, "#groups article").is_empty());
}

#[test]
fn a_corpus_with_nothing_in_it_has_a_page() {
    for lines in ["", "one\n", "one\ntwo\n", "\n\n"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("few.txt");
        fs::write(&path, lines).unwrap();
        check(&Written::of(&[path.to_str().unwrap(), "--input", "lines"]), "en");
    }
}

#[test]
fn what_goes_stands_with_the_document_that_stays_for_it() {
    let written = Written::of(&[LICENCES, "-k", "9", "--keep", "longest"]);
    let page = written.page();
    let gone: Vec<String> = all(&page, "#groups li")
        .into_iter()
        .filter(|item| item.select(&Selector::parse(".goes").unwrap()).next().is_some())
        .map(words)
        .collect();
    assert!(gone.len() > 5);
    for said in gone {
        let distance = said.split("goes distance ").nth(1).and_then(|rest| rest.split_once(" from "));
        let distance: u8 = distance.unwrap_or_else(|| panic!("{said}")).0.parse().unwrap();
        assert!(distance <= 9, "{said}");
    }
}

#[test]
fn the_answer_names_the_k_for_pairs_and_for_groups_and_how_much_of_what_goes_is_right() {
    let verified = Written::of(&[LICENCES, "-k", "9", "--verify", "jaccard:words:2>=0.3"]);
    let plain = Written::of(&[LICENCES, "-k", "9", "--tau", "0.8"]);
    let answer = |written: &Written| words(all(&written.page(), "section.answer")[0]);
    let (verified, plain) = (answer(&verified), answer(&plain));
    assert!(verified.contains("Of what goes, 100"), "{verified}");
    assert!(plain.contains("Of what goes, ") && !plain.contains("Of what goes, 100"), "{plain}");
    for said in [verified, plain] {
        assert!(said.contains("advised k for pairs") && said.contains("advised k for groups"), "{said}");
    }
}

/// Judges `n` drawn pairs of the corpus, yes and no in turn.
fn judge(corpus: &Path, n: &str) {
    let path = |name: &str| corpus.with_file_name(name).to_str().unwrap().to_owned();
    let corpus = corpus.to_str().unwrap();
    succeed(&["judge", corpus, "-k", "9", "--draw", n, "-o", &path("queue.tsv"), "--force"]);
    let sheet = fs::read_to_string(path("queue.tsv")).unwrap();
    let answers = ["\ny\t", "\nn\t"];
    let mut filled = String::new();
    for (at, line) in sheet.split("\n\t").enumerate() {
        if at > 0 {
            filled += answers[at % 2];
        }
        filled += line;
    }
    fs::write(path("judged.tsv"), filled).unwrap();
    succeed(&["judge", corpus, "--read", &path("judged.tsv")]);
}

#[test]
fn judgements_stand_beside_the_prediction_with_their_number_and_the_narrower_interval_is_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Without labels, which would be exact.
    let unlabelled = fs::read_to_string(LICENCES).unwrap().replace("\"group\"", "\"kind\"");
    for name in ["c.jsonl", "few.jsonl"] {
        fs::write(path(name), &unlabelled).unwrap();
    }
    judge(Path::new(&path("few.jsonl")), "4");
    let few = ["-k", "9", "--judgements", &path("few.judgements.tsv")];
    let few = Written::of(&[&[&path("few.jsonl")[..]], &few[..]].concat()).page();
    let told = "Judged within k = 9: 4 pairs, too few to say how many are confirmed.";
    assert!(all(&few, "section.answer p.lead").into_iter().map(words).any(|lead| lead == told));
    judge(Path::new(&path("c.jsonl")), "12");
    let written = Written::of(&[&path("c.jsonl"), "-k", "9", "--judgements", &path("c.judgements.tsv")]);
    check(&written, "en");
    let page = written.page();
    let leads: Vec<String> = all(&page, "section.answer p.lead").into_iter().map(words).collect();
    assert!(leads[1].contains("by the texts") && leads[1].contains("of all confirmed pairs"), "{leads:?}");
    assert!(leads[2].contains(" are confirmed, by 10 judged pairs"), "{leads:?}");
    let interval = |lead: &str| {
        let inside = lead.split(['(', ')']).nth(1).filter(|inside| inside.contains('–'));
        let ends = inside.map(|inside| inside.split('–').map(|end| end.parse::<f64>().unwrap()));
        ends.map_or(0.0, |mut ends| -ends.next().unwrap() + ends.next().unwrap())
    };
    assert!(interval(&leads[1]) < interval(&leads[2]), "{leads:?}");
    let heads: Vec<String> = all(&page, "#sweep thead th").into_iter().map(words).collect();
    let known = ["precision, by the texts", "recall, by the texts", "judged", "precision, by judgements"];
    assert_eq!(heads[6..10], known);
    let row = |k: usize| -> Vec<String> {
        let rows = all(&page, "#sweep tbody tr");
        rows[k].children().filter_map(ElementRef::wrap).map(words).collect()
    };
    assert_eq!(row(9)[8], "10");
    let beyond = row(12);
    assert!(
        beyond[6].contains('%') && beyond[9] == "–",
        "what the texts say goes on beyond the judged ones: {beyond:?}"
    );
}

#[test]
fn judgements_go_into_the_page_and_are_no_labelled_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::copy(LICENCES, path("c.jsonl")).unwrap();
    judge(Path::new(&path("c.jsonl")), "40");
    let judgements = path("c.judgements.tsv");
    let written = Written::of(&[&path("c.jsonl"), "-k", "9", "--judgements", &judgements]);
    let answer = words(all(&written.page(), "section.answer")[0]);
    assert!(
        answer.contains("precision, by labels") && answer.contains("precision, by judgements"),
        "{answer}"
    );
    let table = succeed(&["judge", &path("c.jsonl"), "-k", "9"]).stdout;
    let table = text(&table);
    let heads: Vec<&str> = table.lines().next().unwrap().split('\t').collect();
    let at = heads.iter().position(|head| *head == "precision").unwrap();
    let row = table.lines().find(|line| line.starts_with("9\t")).unwrap();
    let precision: f64 = row.split('\t').nth(at).unwrap().parse().unwrap();
    assert!(answer.contains(&format!("{:.1}", precision * 100.0)), "{precision}: {answer}");
    let judged = row.split('\t').nth(heads.iter().position(|head| *head == "judged").unwrap()).unwrap();
    assert!(answer.contains(&format!("by {judged} judged pairs")), "{judged}: {answer}");
    let out = path("r.html");
    let refused =
        simscope(&["report", &path("c.jsonl"), "--pairs", &judgements, "-o", &out]).output().unwrap();
    let told = text(&refused.stderr);
    assert!(!refused.status.success() && told.contains("this is a file of judgements"), "{told}");
}
