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

    /// That of `dedup` with a distance that decides.
    fn dropping(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [path, out] = ["report.html", "out.jsonl"].map(|name| folder.path().join(name));
        let files = ["-o", out.to_str().unwrap(), "--report", path.to_str().unwrap()];
        succeed(&[&["dedup", "--yes"], arguments, &files].concat());
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
        r#"{"id":"<script>alert(1)</script>","text":"one two three four five six seven eight nine ten <img src=http://example.org/x onerror=alert(1)> \u001b[31m red \u202e mirrored apart"}"#,
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
    check(&Written::of(&["--sample"]), "en");
    let chinese = Written::of(&["--sample", "-k", "12", "--lang", "zh"]);
    check(&chinese, "zh-Hans");
    let page = chinese.page();
    let headings: Vec<String> = all(&page, "h2").into_iter().map(words).collect();
    assert_eq!(
        headings,
        ["结论", "为何取此 k", "各 k 的结果", "更多位数或其他配方", "边界上的文档对", "本页的生成"]
    );
}

#[test]
fn the_page_of_a_k_has_the_numbers_of_sweep_advise_and_border() {
    let written = Written::of(&[LICENCES, "-k", "6"]);
    check(&written, "en");
    let page = written.page();
    let rows = |command: &str, options: &[&str]| -> Vec<Vec<String>> {
        let told = command::stdout(&[&[command, LICENCES, "--format", "tsv"], options].concat());
        told.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect()
    };
    let swept = rows("sweep", &[]);
    let of = |name: &str| swept[0].iter().position(|head| head == name).unwrap();
    let columns = ["k", "pairs", "confirmed", "missed", "groups", "grouped", "largest"].map(of);
    let shown = table_of(&page, "#curve");
    assert!(shown.len() > 10);
    for (row, swept) in shown.iter().zip(&swept[1..]) {
        let k = row[0].split(' ').next().unwrap();
        let numbers: Vec<String> = [&[k.to_owned()], &row[1..4], &row[10..]]
            .concat()
            .iter()
            .map(|cell| cell.replace(',', ""))
            .collect();
        assert_eq!(numbers, columns.map(|at| swept[at].clone()), "{swept:?}");
    }
    let advised = rows("advise", &[]);
    let marked: Vec<&str> = shown.iter().filter_map(|row| row[0].strip_suffix(" ●")).collect();
    assert_eq!(marked, [&advised[1][1]]);
    let here: Vec<String> = all(&page, "#curve tr.here > th").into_iter().map(words).collect();
    assert_eq!(here, ["6"]);
    let at_six = &swept[7];
    let (lead, pairs, right) =
        (words(all(&page, "section.answer .lead")[0]), &at_six[columns[1]], &at_six[columns[2]]);
    assert!(
        lead.starts_with(&format!("k = 6 finds {pairs} pairs. The texts of {right} of them (")),
        "{lead}"
    );
    let why = words(all(&page, "#why")[0]);
    assert!(why.contains(&format!("simscope would advise k = {}", advised[1][1])), "{why}");
    // The variants of the recipe, and MinHash with bands; of these two the ranking by widths says the same.
    let ranked = rows("advise", &["--widths", "64,128"]);
    let shown = table_of(&page, "#recipes");
    assert_eq!(shown.len(), 13);
    for (name, printed) in [("default", "default · 64 bits"), ("default · 128 bits", "default · 128 bits")]
    {
        let find = |rows: &[Vec<String>], name: &str| rows.iter().find(|row| row[0] == name).unwrap().clone();
        let (row, printed) = (find(&shown, name), find(&ranked, printed));
        let number = |at: usize| printed[at].parse::<f64>().unwrap();
        let share = |cell: &str| cell.trim_end_matches("\u{a0}%").parse::<f64>().unwrap() / 100.0;
        assert!(
            [2, 3].iter().all(|&at| (share(&row[at]) - number(at)).abs() <= 0.0005),
            "{row:?} {printed:?}"
        );
        let f1 = |at: usize| format!("{:.3}", number(at));
        assert_eq!([&row[1], &row[4], &row[5], &row[6]], [&printed[1], &f1(4), &f1(5), &printed[12]]);
    }
    let border = rows("border", &["-k", "6", "--draw", "5"]);
    let pairs: Vec<String> =
        border[1..].iter().map(|row| format!("{} – {} distance {}", row[3], row[4], row[0])).collect();
    let shown: Vec<String> = all(&page, "#border .member").into_iter().map(words).collect();
    assert_eq!(shown.len(), 10);
    assert!(shown.iter().zip(&pairs).all(|(shown, pair)| shown.starts_with(pair)), "{shown:?} {pairs:?}");
    let text = words(all(&page, "main")[0]);
    assert!(!text.contains(" go ") && !text.contains("held"), "it says nothing of what would go: {text}");
    assert!(text.contains("precision by labels") && !text.contains("judged right"));
}

#[test]
fn the_page_of_a_k_refuses_what_says_what_goes() {
    for options in
        [&["--keep", "first"][..], &["--leaders"], &["--same-if", "words"], &["--decisions", "d.toml"]]
    {
        let call = [&["report", LICENCES, "-k", "6", "-o", "x.html"], options].concat();
        let output = simscope(&call).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(told.contains(&format!("{} says what goes", options[0])), "{told}");
    }
    let call = ["report", LICENCES, "-k", "6", "--confirm", "cosine>=0.5", "-o", "x.html"];
    assert_eq!(simscope(&call).output().unwrap().status.code(), Some(2));
}

/// The cells of the first table of a section, without its heads.
fn table_of(page: &Html, section: &str) -> Vec<Vec<String>> {
    let cell = |cell: ElementRef<'_>| words(cell).trim().to_owned();
    let row = |row: ElementRef<'_>| row.children().filter_map(ElementRef::wrap).map(cell).collect();
    let table = all(page, &format!("{section} table"))[0];
    table.select(&Selector::parse("tbody tr").unwrap()).map(row).collect()
}

#[test]
fn the_page_says_what_dedup_prints() {
    let tables = |command: &str, options: &[&str]| -> Vec<Vec<String>> {
        let output = simscope(&[&[command, LICENCES], options].concat()).output().unwrap();
        let row = |row: &str| row.split('\t').map(str::to_owned).collect();
        text(&output.stdout).lines().skip(1).map(row).collect()
    };
    let whole: &[&str] = &[];
    for options in [whole, &["--candidates", "k=9", "--same-if", "one-or-two-words"], &["-k", "12"]] {
        let by_distance = options.contains(&"-k");
        let written = if by_distance { Written::dropping } else { Written::of };
        let page = written(&[&[LICENCES], options].concat()).page();
        let printed = tables("dedup", &[options, &["--dry-run"]].concat());
        let shown = table_of(&page, "#kinds");
        if by_distance {
            let expected = printed.iter().filter(|row| row[0] == "kind").map(|row| [&row[1], &row[4]]);
            assert!(shown.iter().map(|row| [&row[0], &row[1]]).eq(expected), "{shown:?}");
        } else {
            let expected = tables("differences", options);
            let counts = |row: &Vec<String>, at: [usize; 4]| at.map(|at| row[at].clone());
            let expected: Vec<[String; 4]> = expected.iter().map(|row| counts(row, [2, 4, 3, 5])).collect();
            assert!(shown.iter().map(|row| counts(row, [1, 2, 3, 4])).eq(expected), "{options:?}: {shown:?}");
        }
        let lead = words(all(&page, "section.answer .lead")[0]);
        assert!(
            lead.starts_with(&format!("Of {} documents {} go (", printed[0][2], printed[0][4])),
            "{lead}"
        );
    }
}

#[test]
fn the_worst_cases_come_first() {
    let page = Written::dropping(&[LICENCES, "-k", "12"]).page();
    let lost: Vec<f64> = all(&page, "#worst .member")
        .into_iter()
        .map(|member| {
            words(member).split("% of it").next().unwrap().rsplit('·').next().unwrap().trim().parse().unwrap()
        })
        .collect();
    assert!(
        lost.len() > 3 && lost.is_sorted_by(|a, b| a >= b) && lost.iter().all(|lost| *lost > 0.0),
        "{lost:?}"
    );
}

#[test]
fn hostile_texts_ids_and_names_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = hostile(folder.path());
    let written = Written::of(&[path.to_str().unwrap()]);
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
    assert!(all(&page, "ins").iter().any(|new| words(*new).contains("</p></section>")));
}

#[cfg(unix)]
#[test]
fn the_command_on_the_page_makes_the_same_page_again() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = hostile(folder.path());
    let written = Written::of(&[corpus.to_str().unwrap(), "--loss=0.4", "--force"]);
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
    let page = Written::of(&[LICENCES, "-k", "3", "--recipe", "java"]).page();
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
    for keep in ["first", "longest"] {
        let page = Written::of(&["--sample", "--keep", keep]).page();
        let answer = words(all(&page, "section.answer")[0]);
        assert!(answer.contains(&format!("First comes: {keep}.")), "{answer}");
    }
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
        Written::of(&[corpus.to_str().unwrap(), "--loss=0.2", "--decisions", file.to_str().unwrap()]).page();
    let lead = words(all(&page, "section.answer .lead")[0]);
    assert!(lead.starts_with("Of 3 documents 2 go"), "{lead}");
    let shares = words(all(&page, "#kinds")[0]);
    assert!(shares.contains("By label"), "{shares}");
    let command = words(all(&page, "#kinds pre")[0]);
    assert!(command.starts_with("simscope clean ") && command.ends_with("-o unique.jsonl"), "{command}");
    assert!(command.contains("--loss=0.2") && command.contains("--decisions"), "{command}");
    let output =
        simscope(&["report", "--sample", "--keep", "newest:nothing", "-o", "x.html"]).output().unwrap();
    assert!(!output.status.success() && text(&output.stderr).contains("nothing"), "{}", text(&output.stderr));
}

#[test]
fn signatures_alone_have_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let signatures = folder.path().join("s.tsv");
    fs::write(&signatures, command::stdout(&["hash", LICENCES])).unwrap();
    let call = ["report", signatures.to_str().unwrap(), "--input", "signatures", "-o", "x.html"];
    let refused = simscope(&call).output().unwrap();
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("the report shows texts"));
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
fn how_it_was_found_and_how_much_is_confirmed_is_said() {
    let answer = |written: Written| words(all(&written.page(), "section.answer")[0]);
    let (exact, within, distance) = (
        answer(Written::of(&[LICENCES])),
        answer(Written::of(&[LICENCES, "--candidates", "k=7"])),
        answer(Written::dropping(&[LICENCES, "-k", "9"])),
    );
    assert!(
        exact.contains(
            "14 of those that go are the same as another or as one that stays. Of the other 5, nobody"
        ),
        "{exact}"
    );
    assert!(exact.contains("All texts that share anything particular were compared"), "{exact}");
    assert!(within.contains("Texts within distance 7 were compared"), "{within}");
    assert!(distance.contains("within distance 9; the texts did not decide"), "{distance}");
}

#[test]
fn alarms_and_who_said_yes_to_them_are_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let kinds = "words,one-or-two-words,lost,name,number,rewritten,text-less";
    let loose = ["--cut", "0.05", "--loss", "1", "--passage", "0", "--same-if", kinds];
    let open = Written::of(&[&[LICENCES], &loose[..]].concat()).page();
    let answer = words(all(&open, "section.answer")[0]);
    assert!(answer.contains("Alarm: 30 % or more ") && answer.contains("The alarms are open"), "{answer}");
    let page = path("r.html");
    let call = ["dedup", LICENCES, "-k", "30", "-o", &path("out.jsonl"), "--report", &page];
    assert_eq!(simscope(&call).output().unwrap().status.code(), Some(3));
    assert!(!Path::new(&page).exists());
    let done = simscope(&[&call[..], &["--yes"]].concat()).env("SIMSCOPE_JUDGE", "ann <b>").output().unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    let html = Html::parse_document(&fs::read_to_string(&page).unwrap());
    let answer = words(all(&html, "section.answer")[0]);
    assert!(answer.contains("ann <b> had it written all the same, with --yes."), "{answer}");
    let command = words(all(&html, "#made pre")[0]);
    assert!(command.starts_with("simscope dedup "), "as it was typed: {command}");
}

#[test]
fn what_people_said_is_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let corpus = path("c.jsonl");
    fs::copy(LICENCES, &corpus).unwrap();
    assert!(all(&Written::of(&[&corpus]).page(), "#said").is_empty());
    succeed(&["judge", &corpus, "--draw", "5", "-o", &path("queue.tsv")]);
    let sheet = fs::read_to_string(path("queue.tsv")).unwrap();
    let filled: Vec<String> = sheet
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 0 { line.to_owned() } else { format!("y{line}") })
        .collect();
    fs::write(path("judged.tsv"), filled.join("\n")).unwrap();
    for who in ["ann", "bo"] {
        succeed(&["judge", &corpus, "--read", &path("judged.tsv"), "--who", who]);
    }
    let judged = path("c.judgements.tsv");
    let written = Written::of(&[&corpus, "--judgements", &judged]);
    check(&written, "en");
    let page = written.page();
    let said = words(all(&page, "#said")[0]);
    assert!(said.contains("ann and bo judged 5 pairs both"), "{said}");
    let row: Vec<String> =
        all(&page, "#said tr.here > *").into_iter().map(|cell| words(cell).trim().to_owned()).collect();
    assert!(row[..3] == ["all of these", "5", "5"] && row[3].starts_with("100"), "{row:?}");
    assert!(words(all(&page, "dl.facts")[0]).contains("right, identical ones aside"));
    let lead = words(all(&page, "section.answer .lead")[0]);
    assert!(lead.contains("Of the other 5, 100\u{a0}% are right, by 5 answers"), "{lead}");
    let of_k = Written::of(&[&corpus, "-k", "6", "--judgements", &judged]).page();
    let by_answers: Vec<String> = table_of(&of_k, "#curve")[6][10..12].to_vec();
    assert!(by_answers[0] == by_answers[1] && by_answers[0] != "0", "{by_answers:?}");
}
