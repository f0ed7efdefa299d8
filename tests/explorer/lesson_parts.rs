//! Lessons on a terminal of 80 × 24: each page fits, in as few parts as can be.

use crate::lessons::{corpus, place, start, turn_to_task, words};
use crate::support::Rig;
use simscope::lessons::{Block, Class, Lesson};
use simscope::tui::action::Pane;
use simscope::tui::surface::lang::Lang;
use std::path::Path;

/// The most parts of all lessons together.
const MOST: usize = 130;

/// The lessons, read from their files.
fn lessons() -> Vec<Lesson> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/core/lessons/pages");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| Lesson::read(Path::new(path)).unwrap()).collect()
}

/// What stands in the frame of the page.
fn page_of(rig: &Rig) -> String {
    let area = rig.app.shared.area_of(Pane::Lesson).unwrap();
    let text = rig.text();
    let lines = text.lines().skip(area.y.into()).take(area.height.into());
    lines.collect::<Vec<_>>().join("\n")
}

/// The last characters.
fn end(text: &str) -> String {
    text.chars().skip(text.chars().count().saturating_sub(8)).collect()
}

/// The parts of each page.
fn parts(lesson: &Lesson, lang: Lang) -> Vec<Vec<String>> {
    let mut rig = Rig::open(start(lesson, lang), 80, 24);
    let pages = 1..=lesson.pages.len();
    let parts = pages.map(|number| {
        let at = place(lang, number, lesson.pages.len());
        let mut parts = Vec::new();
        while rig.text().contains(&at) && parts.len() < 9 {
            parts.push(page_of(&rig));
            rig.press(">");
            if rig.message().contains(if lang == Lang::En { "the lesson is done" } else { "本课完" }) {
                break;
            }
        }
        parts
    });
    parts.collect()
}

#[test]
fn each_page_fits_and_no_figure_is_cut_or_parted_from_its_sentence() {
    let mut faults = Vec::new();
    for lang in [Lang::En, Lang::Zh] {
        let mut count = 0;
        for lesson in lessons() {
            let corpus = corpus(&lesson);
            let class = Class::new(&corpus, lesson.recipe);
            let all = parts(&lesson, lang);
            println!("{lang:?} {}: {:?}", lesson.id, all.iter().map(Vec::len).collect::<Vec<_>>());
            for ((number, page), parts) in (1..).zip(&lesson.pages).zip(&all) {
                count += parts.len();
                let at = format!("{lang:?} {}:{number}", lesson.id);
                let parts: Vec<String> = parts.iter().map(|part| words(part)).collect();
                let asked = if lang == Lang::En { "Question:" } else { "问题：" };
                let asks = parts.iter().filter(|part| part.contains(asked)).count();
                if asks != usize::from(page.question.is_some()) {
                    faults.push(format!("{at}: the question stands {asks} times"));
                }
                if page.question.is_some() && !parts.last().unwrap().contains(asked) {
                    faults.push(format!("{at}: the question is not on the last part"));
                }
                let shown = class.page(page, lang).unwrap();
                for text in [&shown.text, &shown.task, &shown.ask] {
                    // A sentence stands with the figure below it, and a figure with the next one.
                    let mut above = String::new();
                    for block in text {
                        let (own, is_figure) = match block {
                            Block::Paragraph(text) => (words(text), false),
                            Block::Figure(lines) => (lines.iter().map(|line| words(line)).collect(), true),
                        };
                        let wanted = if is_figure { above + &own } else { end(&own) };
                        if !parts.iter().any(|part| part.contains(&wanted)) {
                            faults.push(format!("{at}: cut, lost, or parted: {wanted}"));
                        }
                        above = end(&own);
                    }
                }
                for choice in &shown.choices {
                    if !parts.last().unwrap().contains(&words(choice)) {
                        faults.push(format!("{at}: no room for {choice}"));
                    }
                }
            }
        }
        println!("{lang:?}: {count} parts");
        if count > MOST {
            faults.push(format!("{lang:?}: {count} parts, at most {MOST}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What a page claims: its lesson and number, the keys that are pressed, and what is then on the screen, in both languages.
type Claim = (&'static str, usize, &'static str, &'static [[&'static str; 2]]);

#[rustfmt::skip]
const CLAIMS: &[Claim] = &[
    ("words", 2, "", &[["Features 5", "特征 5"], ["thursday", "thursday"]]),
    ("words", 2, "n", &[["document 2 order", "第 2 篇 order"]]),
    ("words", 4, "", &[["up 3 (+3)", "推高 3 (+3)"], ["down 2 (−2)", "压低 2 (−2)"], ["+3   +?", "+3   +?"]]),
    ("words", 4, "right", &[["Bit 3: sum −3", "第 3 位：累加值 −3"], ["up 1 (+1)", "推高 1 (+1)"]]),
    ("words", 6, "", &[["bit ?: A +1, B −1", "第 ? 位：A +1，B −1"], ["without “thursday”", "去掉“thursday”"]]),
    ("words", 6, "v x", &[["A −1, B +1", "A −1，B +1"]]),
    ("words", 7, "", &[["document 2 order", "第 2 篇 order"], ["sums  −3   +3   −1", "累加值  −3   +3   −1"]]),
    ("words", 7, "N", &[["document 1 Thursday", "第 1 篇 Thursday"], ["sums  −3   +3   −1", "累加值  −3   +3   −1"]]),
    ("words", 8, "", &[["sum −1", "累加值 −1"]]),
    ("words", 8, "r w", &[["sum +1", "累加值 +1"]]),
    ("words", 10, "", &[["Pair under the cursor", "光标处的一对"], ["distance 0", "距离 0"]]),
    ("distance", 1, "", &[["d = ?", "d = ?"], ["without “noon”", "去掉“noon”"]]),
    ("distance", 1, "f", &[["bit 44: A", "第 44 位：A"]]),
    ("distance", 10, "", &[["d = 5 ≤ k = 5: within k", "d = 5 ≤ k = 5：在 k 以内"]]),
    ("distance", 10, "-", &[["d = 5 > k = 4: not within k", "d = 5 > k = 4：不在 k 以内"]]),
    ("distance", 11, "f", &[["bit 44: A", "第 44 位：A"]]),
    ("distance", 11, "F", &[["bit 57: A", "第 57 位：A"]]),
    ("geometry", 7, "", &[["cosine", "余弦"], ["0.963", "0.963"], ["noon", "noon"], ["seven", "seven"]]),
    ("ties", 1, "", &[["=    :    :    :    =    =    :    =", "=    :    :    :    =    =    :    ="]]),
    ("ties", 2, "r e", &[["signature ff", "签名 ff"]]),
    ("ties", 2, "u", &[["signature 72", "签名 72"]]),
    ("ties", 4, "", &[["= tie (0)", "= 平票（0）"]]),
    ("ties", 4, "N", &[["document 2 milk", "第 2 篇 milk"], ["▲    =    :    :    =         =    =", "▲    =    :    :    =         =    ="]]),
    ("ties", 8, "", &[["= tie (?)", "= 平票（?）"], ["=    :    :    :    =    =    :    =", "=    :    :    :    =    =    :    ="]]),
    ("ties", 8, "r w", &[["= tie (0)", "= 平票（0）"]]),
    ("threshold", 1, "", &[["Pairs by distance", "各距离的文档对"], ["32", "32"]]),
    ("threshold", 1, "+", &[["k = 4", "k = 4"]]),
    ("threshold", 2, "", &[["k = 14", "k = 14"], ["Pairs by distance", "各距离的文档对"]]),
    ("threshold", 2, "+", &[["k = 15", "k = 15"]]),
    ("threshold", 3, "", &[["groups largest", "组  最大组"]]),
    ("threshold", 3, "= 2 2 enter", &[["k = 22", "k = 22"], ["▸  22", "▸  22"]]),
    ("threshold", 4, "", &[["Group 1: 6 documents", "第 1 组：6 篇"], ["·  3  5  7 10 12", "·  3  5  7 10 12"]]),
    ("threshold", 5, "p", &[["d = 3 ≤ k = 3", "d = 3 ≤ k = 3"], ["wire-en/bridge-2", "wire-en/bridge-2"]]),
    ("threshold", 5, "= 8 enter", &[["d = 8 ≤ k = 8", "d = 8 ≤ k = 8"]]),
    ("threshold", 6, "", &[["missed", "漏掉"], ["▸   8      68        68      29", "▸   8      68        68      29"]]),
    ("threshold", 6, "down", &[["▸", "▸"]]),
    ("threshold", 7, "", &[["d = 8 > k = 3: not within k", "d = 8 > k = 3：不在 k 以内"]]),
    ("threshold", 7, "+ + + + +", &[["d = 8 ≤ k = 8: within k", "d = 8 ≤ k = 8：在 k 以内"]]),
    ("threshold", 9, "", &[["● 15", "● 15"]]),
    ("threshold", 9, "@", &[["k = 15", "k = 15"]]),
    ("threshold", 9, "W", &[["Why", "为什么"], ["15", "15"]]),
    ("blocks", 2, "", &[["A 63-48", "A 63-48"], ["3✓ 0001100001010001", "3✓ 0001100001010001"]]),
    ("blocks", 2, "n", &[["edit", "edit"]]),
    ("blocks", 3, "", &[["scan           –          5        5", "scan"]]),
    ("blocks", 5, "", &[["E 11-0", "E 11-0"]]),
    ("blocks", 5, "-", &[["D 15-0", "D 15-0"], ["3✓ 0001100001010001", "3✓ 0001100001010001"]]),
    ("tables", 3, "", &[["A 63-48", "A 63-48"], ["2✓", "2✓"]]),
    ("tables", 4, "down down", &[["▸ tables:6      20", "▸ tables:6"]]),
    ("tables", 4, "tab", &[["20 tables", "20 张表"]]),
    ("short-texts", 1, "", &[["▸ note-en/2", "▸ note-en/2"], ["9  8       ·", "9  8       ·"]]),
    ("short-texts", 1, "+ + + + +", &[["9  8 ✓", "9  8 ✓"]]),
    ("short-texts", 2, "", &[["without “opened”", "去掉“opened”"]]),
    ("short-texts", 2, "f", &[["bit 51: A", "第 51 位：A"]]),
    ("short-texts", 5, "", &[["=: ==: : ==:", "=: ==: : ==:"], ["note-zh/1", "note-zh/1"]]),
    ("short-texts", 5, "n", &[["note-zh/2", "note-zh/2"]]),
    ("short-texts", 7, "", &[["k = 12", "k = 12"]]),
    ("short-texts", 7, "@", &[["k = 15", "k = 15"]]),
    ("short-texts", 8, "", &[["tldr-en/docker-rm", "tldr-en/docker-rm"], ["d = 9 ≤ k = 12", "d = 9 ≤ k = 12"]]),
    ("short-texts", 9, "", &[["note-zh/1", "note-zh/1"], ["0.833", "0.833"]]),
    ("short-texts", 9, "down down down down down down down", &[["▸ edit", "▸ edit"]]),
    ("short-texts", 10, "v s", &[["note-en/1", "note-en/1"]]),
    ("methods", 1, "", &[["?? features", "?? 个特征"], ["ferry", "ferry"], ["coast", "coast"]]),
    ("methods", 1, "v f", &[["[Features]", "[特征]"]]),
    ("methods", 7, "", &[["d = 0 ≤ k = 3", "d = 0 ≤ k = 3"]]),
    ("methods", 7, "v m", &[["[Measures]", "[度量]"]]),
    ("methods", 9, "", &[["d = 9 > k = 3", "d = 9 > k = 3"], ["without “海岸”", "去掉“海岸”"]]),
    ("methods", 9, "f", &[["bit 45: A", "第 45 位：A"]]),
    ("two-ways", 1, "", &[["signature a2", "签名 a2"], ["+1   −1   +1   −1", "+1   −1   +1   −1"]]),
    ("two-ways", 1, "W", &[["“or” has the smallest value", "“or”"]]),
    ("two-ways", 2, "W", &[["Bit 4 is 0: “or”", "“or”"]]),
    ("two-ways", 3, "n", &[["document 2 without-or", "第 2 篇 without-or"], ["bits   1    0    1    1", "位   1    0    1    1"]]),
    ("two-ways", 4, "right", &[["bit 6: A +1, B +1", "第 6 位：A +1，B +1"]]),
    ("two-ways", 4, "W", &[["Bit 6 is 1 in both", "第 6 位"]]),
    ("traps", 1, "", &[["= tie (33)", "= 平票（33）"]]),
    ("traps", 1, "r e", &[["= tie (33)", "= 平票（33）"]]),
    ("traps", 4, "", &[["bit 63: A 0, B +2 → flips", "第 63 位：A 0，B +2 → 翻转"]]),
    ("traps", 4, "W", &[["Bit 63 is 0 in A and 1 in B", "第 63 位"]]),
    ("traps", 11, "", &[["d = 3 ≤ k = 3: within k", "d = 3 ≤ k = 3：在 k 以内"]]),
    ("traps", 11, "-", &[["d = 3 > k = 2: not within k", "d = 3 > k = 2：不在 k 以内"]]),
];

/// Presses the keys of the claims of a page, one after another; what is not seen.
fn unseen(rig: &mut Rig, lesson: &str, number: usize, lang: Lang) -> Vec<String> {
    let mut unseen = Vec::new();
    for (_, _, keys, seen) in CLAIMS.iter().filter(|claim| (claim.0, claim.1) == (lesson, number)) {
        rig.press(keys);
        let text = rig.text();
        for fragment in seen.iter().map(|seen| seen[usize::from(lang == Lang::Zh)]) {
            if !text.contains(fragment) {
                unseen.push(format!("{lesson}:{number}, {keys:?}: {fragment} is not seen\n{text}"));
            }
        }
        if rig.text().contains(if lang == Lang::En { "any key closes" } else { "任意键" }) {
            rig.press("esc");
        }
    }
    unseen
}

/// Each page with a screen is come to after all that the pages before it have let one try, and alone.
#[test]
fn what_a_page_claims_is_on_the_screen_in_whatever_way_one_came() {
    let mut faults = Vec::new();
    for lesson in lessons() {
        for lang in [Lang::En, Lang::Zh] {
            let mut rig = Rig::open(start(&lesson, lang), 80, 24);
            for (number, page) in (1..).zip(&lesson.pages) {
                let at = place(lang, number, lesson.pages.len());
                for _ in 0..6 {
                    if !rig.text().contains(&at) {
                        rig.press(">");
                    }
                }
                if page.task.is_some() {
                    turn_to_task(&mut rig, lang);
                }
                assert!(rig.text().contains(&at), "{}:{number}\n{}", lesson.id, rig.text());
                faults.extend(unseen(&mut rig, &lesson.id, number, lang));
            }
        }
        for (number, page) in (1..).zip(&lesson.pages) {
            let is_claimed = CLAIMS.iter().any(|claim| (claim.0, claim.1) == (&*lesson.id, number));
            // What is to be tried on a screen is claimed.
            if is_claimed != (page.screen.is_some() && page.task.is_some()) {
                faults
                    .push(format!("{}:{number}: claims without a task, or a task without claims", lesson.id));
            }
            if is_claimed {
                let mut from_here = lesson.clone();
                from_here.first = number - 1;
                let mut rig = Rig::open(start(&from_here, Lang::En), 80, 24);
                turn_to_task(&mut rig, Lang::En);
                faults.extend(unseen(&mut rig, &lesson.id, number, Lang::En));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_page_that_hides_the_screen_is_turned_by_right_and_left() {
    let are_alone = |lesson: &Lesson| {
        lesson.pages.windows(2).position(|two| two.iter().all(|page| page.screen.is_none()))
    };
    let (mut lesson, first) =
        lessons().into_iter().find_map(|lesson| are_alone(&lesson).map(|first| (lesson, first))).unwrap();
    lesson.first = first;
    let mut rig = Rig::open(start(&lesson, Lang::En), 80, 24);
    let first = page_of(&rig);
    assert_ne!(page_of(rig.press("right")), first);
    assert_eq!(page_of(rig.press("left")), first);
}

#[test]
fn what_a_question_asks_is_covered_until_it_is_answered() {
    for (name, number, covered, shown) in [
        ("words", 4, "+3   +?", "+3   +1"),
        ("words", 6, "bit ?:", "bit 0:"),
        ("distance", 1, "d = ?", "d = 5"),
        ("ties", 1, "= tie (?)", "= tie (4)"),
        ("methods", 1, "?? features", "37 features"),
    ] {
        let lesson = lessons().into_iter().find(|lesson| lesson.id == name).unwrap();
        let class_corpus = corpus(&lesson);
        let class = Class::new(&class_corpus, lesson.recipe);
        let question = lesson.pages[number - 1].question.clone().unwrap();
        let answer = class.value(&question.answer).unwrap().to_string();
        let mut from_here = lesson.clone();
        from_here.first = number - 1;
        let mut rig = Rig::open(start(&from_here, Lang::En), 80, 30);
        assert!(
            rig.text().contains(covered) && !rig.text().contains(shown),
            "{name}:{number}\n{}",
            rig.text()
        );
        rig.press("L a").app.paste("999");
        rig.press("enter");
        assert!(rig.text().contains(covered), "{name}:{number}\n{}", rig.text());
        rig.press("L a").app.paste(&answer);
        rig.press("enter");
        assert!(rig.text().contains(shown), "{name}:{number}\n{}", rig.text());
    }
}

#[test]
fn neither_its_place_nor_its_length_gives_the_right_choice_away() {
    for lang in [Lang::En, Lang::Zh] {
        let (mut places, mut longest, mut count) = ([0; 3], 0, 0);
        for lesson in lessons() {
            for question in lesson.pages.iter().filter_map(|page| page.question.as_ref()) {
                let simscope::lessons::Expression::Word(answer) = &question.answer else { continue };
                let Ok(right @ 1..) = answer.parse::<usize>() else { continue };
                let widths = question.choices.iter().map(|choice| simscope::visible::width(choice.of(lang)));
                let widths: Vec<usize> = widths.collect();
                if widths.is_empty() {
                    continue;
                }
                count += 1;
                places[right - 1] += 1;
                let others =
                    (1..).zip(&widths).filter(|(number, _)| *number != right).map(|(_, width)| width);
                longest += usize::from(others.max() < widths.get(right - 1));
            }
        }
        println!("{lang:?}: {count} questions, right in {places:?}, the longest in {longest}");
        assert!(
            count > 20 && places.iter().all(|&right| right * 2 < count),
            "{lang:?}: {places:?} of {count}"
        );
        assert!(longest * 3 <= count, "{lang:?}: {longest} of {count}");
    }
}
