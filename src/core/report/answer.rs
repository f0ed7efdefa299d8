//! What the page says first: what was done, how it was found and confirmed, and what should be looked at.

use super::page::{number, percent, with_interval};
use super::{Done, Found};
use crate::analysis::Promise;
use crate::decide::clean::Alarm;
use crate::display::{Lang, both, counted, grouped_digits, say};
use maud::{Markup, html};

/// Documents and recipe in one line.
pub(super) fn under_the_title(done: &Done<'_>, lang: Lang) -> Markup {
    let n = grouped_digits(done.documents);
    html! { (lang.pick(both!("{n} documents", "{n} 篇文档"))) " · " (done.condition.to_string()) }
}

pub(super) fn answer(done: &Done<'_>, lang: Lang) -> Markup {
    html! {
            p.lead { (what_was_done(done, lang)) }
            @for promised in promised(done) { p { (promised) } }
            p { (how(done, lang)) }
            @if !done.alarms.is_empty() {
                ul.reasons {
                    @for alarm in done.alarms { li { (named(alarm, lang)) (alarm.to_string()) } }
                }
            }
            @if let Some(yes) = who_said_yes(done, lang) { p { (yes) } }
            dl.facts {
                @for (name, value) in facts(done, lang) { div { dt { (name) } dd { (value) } } }
            }
    }
}

fn share_of(part: usize, whole: usize) -> String {
    percent(part as f64 / whole.max(1) as f64)
}

fn what_was_done(done: &Done<'_>, lang: Lang) -> String {
    let (gone, all) = (done.gone(), done.documents);
    let n = grouped_digits;
    if gone == 0 {
        let all = n(all);
        return lang
            .pick(both!("Nothing goes: all {all} documents stay.", "无需去除：{all} 篇文档全部保留。"));
    }
    let share = share_of(gone, all);
    // A promise counts each text once, as the sample does.
    let others = match done.promise {
        Some(promise) => promise.goes().count(),
        None => gone - done.sample.equal as usize,
    };
    let said = match others {
        0 => String::new(),
        _ => {
            lang.pick(both!(" Of the other {}, {}.", "其余 {} 篇{}。", n(others), what_was_said(done, lang)))
        }
    };
    lang.pick(both!(
        "Of {} documents {} go ({share}) and {} stay. {} of those that go are the same as another or as one that stays.{said}",
        "{} 篇文档中去除 {} 篇（{share}），保留 {} 篇。去除的文档中有 {} 篇与另一篇或保留的某篇相同。{said}",
        n(all),
        n(gone),
        n(all - gone),
        n(gone - others)
    ))
}

/// What people said of the texts that go and are not the same as one that stays.
fn what_was_said(done: &Done<'_>, lang: Lang) -> String {
    let (answers, right) = (done.sample.answers(), done.sample.right_of_going());
    if let Some(promise) = done.promise {
        let ([answers, no], percent) = (promise.counts(), promise.right().percent());
        let n = counted(answers, "answer", "answers");
        return lang.pick(both!(
            "at least {percent} % are right, by {n} about pairs that were drawn by chance, {no} of them no or unsure",
            "中至少 {percent} % 正确：依据对 {answers} 个随机抽取的文档对的判定，其中 {no} 个为否或不确定"
        ));
    }
    if answers.total() == 0 {
        return lang
            .pick(("nobody has read any that was drawn by chance", "尚无人判定过随机抽取的文本"))
            .to_owned();
    }
    let [share, low, high] = [right.share, right.low, right.high].map(percent);
    let n = grouped_digits(answers.total());
    lang.pick(both!(
        "{share} are right, by {n} answers about pairs that were drawn by chance (with 95 % certainty {low} to {high})",
        "中有 {share} 正确：依据对 {n} 个随机抽取的文档对的判定（95 % 的把握为 {low} 至 {high}）"
    ))
}

/// What is promised and what is not, or that nothing is and how far the answers have come.
fn promised(done: &Done<'_>) -> Vec<String> {
    let Some(promise) = done.promise else { return Vec::new() };
    let said = match promise.holds() {
        true => promise.say(done.gone()),
        false => [
            say!(
                "Nothing is promised, so nothing but identical texts goes.",
                "尚无任何保证，因此只去除逐字相同的文本。"
            ),
            promise.progress(),
        ],
    };
    said.into_iter().chain(promise.repeated()).chain(promise.agreement()).collect()
}

/// How documents were found, and what decided.
fn how(done: &Done<'_>, lang: Lang) -> String {
    let rule = super::page::shown(done.rule);
    let found = match done.found {
        Found::Exactly => lang.pick(both!(
            "All texts that share anything particular were compared. A document goes only if one that stays covers it itself",
            "凡有共同特有内容的文本都已比对。文档只有被某篇保留的文档直接覆盖时才会去除"
        )),
        Found::Within(k) => lang.pick(both!(
            "Texts within distance {k} were compared. A document goes only if one that stays covers it itself",
            "比对了距离不超过 {k} 的文本。文档只有被某篇保留的文档直接覆盖时才会去除"
        )),
        Found::ByDistance(k) => lang.pick(both!(
            "A document goes if one that stays is within distance {k}; the texts did not decide",
            "与某篇保留的文档距离不超过 {k} 的文档去除；未由文本决定"
        )),
        Found::Confirmed(k) => lang.pick(both!(
            "A document goes if one that stays is within distance {k} and the texts confirm the pair",
            "与某篇保留的文档距离不超过 {k}、并得到文本确认的文档去除"
        )),
    };
    lang.pick(both!("{found}. First comes: {rule}.", "{found}。在先者：{rule}。"))
}

fn named(alarm: &Alarm, lang: Lang) -> &'static str {
    if alarm.stops() { lang.pick(("Alarm: ", "警报：")) } else { "" }
}

/// Who let it be written although an alarm was open; `None` without one.
fn who_said_yes(done: &Done<'_>, lang: Lang) -> Option<String> {
    let open = done.alarms.iter().filter(|alarm| alarm.stops()).count();
    (open > 0).then(|| match done.sure {
        None => lang.pick(both!(
            "The alarms are open: nothing is written before somebody says yes (--yes).",
            "警报未解除：在有人以 --yes 确认之前不会写出。"
        )),
        Some("") => lang.pick(both!("It was written all the same, with --yes.", "仍以 --yes 写出。")),
        Some(who) => {
            let who = super::page::shown(who);
            lang.pick(both!("{who} had it written all the same, with --yes.", "{who} 仍以 --yes 写出。"))
        }
    })
}

fn facts(done: &Done<'_>, lang: Lang) -> Vec<(&'static str, Markup)> {
    let (gone, held) = (done.gone(), done.cleaned.held().count());
    let mut facts = vec![
        (lang.pick(("documents", "文档")), number(done.documents)),
        (lang.pick(("go", "去除")), number(gone)),
        (lang.pick(("stay", "保留")), number(done.documents - gone)),
        (lang.pick(("held", "暂留")), number(held)),
    ];
    if let Some([answers, no]) = done.promise.map(Promise::counts) {
        facts.push((lang.pick(("answers", "判定")), number(answers)));
        facts.push((lang.pick(("no or unsure", "否或不确定")), number(no)));
    } else if done.sample.answers().total() > 0 {
        facts.push((
            lang.pick(("right, identical ones aside", "正确（不计相同者）")),
            with_interval(done.sample.right_of_going()),
        ));
    }
    facts
}
