//! Tests of the use of a large terminal.

use crate::support::frames::targets;
use crate::support::pair::FEW;
use crate::support::{Rig, start, with_bits};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use simscope::corpus::Source;
use simscope::recipe::{Recipe, Weighting};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::{pair, threshold};
use simscope::tui::shared::Start;
use simscope::tui::surface::areas::Target;

/// The most columns side by side in which no row of a panel has anything.
fn vacant(rig: &Rig, panel: Rect) -> usize {
    let is_blank = |x: u16| (panel.y + 1..panel.bottom() - 1).all(|y| rig.buffer()[(x, y)].symbol() == " ");
    let (mut now, mut most) = (0, 0);
    for x in panel.x + 1..panel.right() - 1 {
        now = if is_blank(x) { now + 1 } else { 0 };
        most = most.max(now);
    }
    most
}

#[test]
fn no_pane_keeps_a_hundred_empty_columns() {
    for bits in [64, 8] {
        let mut rig = Rig::open(with_bits(bits), 200, 60);
        rig.app.screens.pair.experiment = FEW;
        let second = Recipe { weighting: Weighting::Tf, ..rig.app.shared.recipe };
        rig.act(Action::SetBeside(second));
        for screen in Screen::ALL {
            rig.act(Action::Go(screen));
            // A text that stands alone is as wide as its lines.
            let most = if screen == Screen::Clean { 100 } else { 80 };
            for _ in 0..if screen == Screen::Threshold { 4 } else { 1 } {
                let all = targets(&rig.app.shared.drawn.areas);
                // Signatures are as wide as their bits, and a list of Pair as what it finds.
                let is_as_wide =
                    |pane| [pair::keys::Pane::Bits, pair::keys::Pane::List].map(Pane::Pair).contains(&pane);
                let is_pane =
                    |(_, target): &(Rect, Target)| matches!(target, Target::Pane(pane) if !is_as_wide(*pane));
                for (panel, _) in all.into_iter().filter(is_pane) {
                    let columns = vacant(&rig, panel);
                    assert!(
                        columns < most,
                        "{columns} at {panel} of {screen:?}, {bits} bits\n{}",
                        rig.text()
                    );
                }
                if screen == Screen::Threshold {
                    rig.act(Action::Threshold(threshold::keys::Act::NextView));
                }
            }
        }
    }
}

#[test]
fn below_the_members_of_a_group_stand_the_texts_that_differ() {
    let mut rig = Rig::open(start(), 200, 60);
    for keys in ["3", "v v v v v v home"] {
        let text = rig.press(keys).text();
        // Word by word the first two reports of the bridge differ in this.
        assert!(text.contains("opened") && text.contains("finished"), "{text}");
    }
    assert!(!rig.resize(120, 36).text().contains("finished"));
}

#[test]
fn texts_that_have_room_are_shown_whole_and_folded_on_demand() {
    let mut rig = Rig::open(start(), 200, 60);
    assert!(!rig.press("5").text().contains("characters equal"), "{}", rig.text());
    assert!(rig.press("v z").text().contains("characters equal"), "{}", rig.text());
    assert!(!rig.press("v z").text().contains("characters equal"), "{}", rig.text());
    let mut rig = Rig::open(start(), 80, 24);
    assert!(rig.press("5").text().contains("characters equal"), "{}", rig.text());
}

#[test]
fn the_texts_of_a_pair_are_scrolled_no_further_than_they_are_seen() {
    let mut rig = Rig::open(start(), 80, 24);
    rig.press("5 end").resize(200, 60);
    assert!(rig.text().contains("The old railway bridge"), "{}", rig.text());
}

#[test]
fn short_ids_leave_their_room_to_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("titles.txt");
    let title = "A headline that says in some sixty characters what happened";
    std::fs::write(&path, format!("{title}\n").repeat(3)).unwrap();
    let rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    let row = rig.text().lines().find(|line| line.contains("A headline")).unwrap().to_owned();
    assert!(row.contains("that says in some sixty"), "{row}");
}

#[test]
fn there_are_as_many_marks_as_the_legend_says() {
    // 88 documents of which all have some bits in common, and six of eight bits.
    let dead = Start { recipe: Recipe::named("go-demo").unwrap(), ..start() };
    let few = [documents(20, "Hot coffee"), documents(2, "Hot coffee and fresh milk")].concat();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.txt");
    std::fs::write(&path, few).unwrap();
    let few = Start { sources: vec![Source::Path(path)], ..with_bits(8) };
    let (mut ties_of_dead, mut fragile_of_dead) = (0, 0);
    for (start, columns) in [(start(), 76), (dead, 76), (few, 118)] {
        let mut rig = Rig::open(start, 120, 36);
        rig.press("2 tab");
        for _ in 0..21 {
            let text = rig.press("n").text();
            let lines: Vec<&str> = text.lines().collect();
            let is_bits = |line: &&str| line.trim_start_matches(['│', ' ']).starts_with("bits ");
            let at = lines.iter().position(is_bits).unwrap();
            let legend = lines
                .iter()
                .find(|line| line.contains("flips: ~") || line.contains(" removing one"))
                .unwrap();
            let marks: String = lines[at + 1].chars().take(columns).collect();
            let numbers: Vec<u32> = legend
                .split('(')
                .skip(1)
                .map(|part| part.split(')').next().unwrap().parse().unwrap())
                .collect();
            let [removing, replacing, ties] = ["~", ":", "="].map(|mark| marks.matches(mark).count() as u32);
            // Removing one feature flips a tie, too.
            assert_eq!(numbers[..3], [removing + ties, replacing, ties], "{text}");
            assert_eq!(legend.contains("~ or ="), ties > 0, "{text}");
            // As computed, whatever the corpus says of a bit.
            let shared = &rig.app.shared;
            let trace = shared.model.trace(shared.selected).unwrap();
            let zero = trace.sums.iter().filter(|sum| **sum == 0.0).count() as u32;
            let fragile = trace.fragile(&shared.model.recipe);
            assert_eq!((numbers[0], ties), (fragile.removing.count_ones(), zero), "{text}");
            let of_dead = shared.model.shares.dead();
            fragile_of_dead += (fragile.removing & of_dead).count_ones();
            let is_tie = |bit: &u8| of_dead >> bit & 1 == 1 && trace.sums[usize::from(*bit)] == 0.0;
            ties_of_dead += (0..shared.model.recipe.bits.get()).filter(is_tie).count();
        }
    }
    assert!(ties_of_dead > 0 && fragile_of_dead > 0, "{ties_of_dead} {fragile_of_dead}");
}

/// Lines of a text.
fn documents(count: usize, text: &str) -> String {
    format!("{text}\n").repeat(count)
}

#[test]
fn a_bit_says_what_the_document_and_what_the_corpus_makes_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let said = |count: usize| {
        let path = folder.path().join(format!("{count}.txt"));
        std::fs::write(&path, documents(count, "to be or not to be")).unwrap();
        let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..with_bits(8) }, 120, 36);
        rig.press("2 tab home").text()
    };
    let [one, few, many] = [1, 19, 20].map(said);
    assert!(one.contains("bit 7 is ") && !one.contains("have a 1 here"), "{one}");
    assert!(few.contains("of 19 documents have a 1 here") && !few.contains("dead"), "{few}");
    let line = many.lines().find(|line| line.contains("bit 7 is ")).unwrap();
    assert!(line.contains("of 20 documents have a 1 here: dead"), "{many}");
    assert!(["a tie", "flips", "holds"].iter().any(|nature| line.contains(nature)), "{many}");
}

#[test]
fn the_bits_that_differ_from_the_document_before_are_underlined() {
    let mut rig = Rig::open(start(), 120, 36);
    assert!(!rig.press("2").text().contains("other than before"), "{}", rig.text());
    let text = rig.press("n").text();
    // The first two reports of the bridge are at distance 3.
    assert!(text.contains("3 bits other than before"), "{text}");
    let row = text.lines().position(|line| line.trim_start().starts_with("bits ")).unwrap() as u16;
    let is_other = |x: &u16| rig.buffer()[(*x, row)].modifier.contains(Modifier::UNDERLINED);
    assert_eq!((0..120).filter(is_other).count(), 3);
    // The marks below are not: underlined is one thing only.
    let is_marked = |x: &u16| rig.buffer()[(*x, row + 1)].modifier.contains(Modifier::UNDERLINED);
    assert_eq!((0..76).filter(is_marked).count(), 0, "{text}");
    // A document that was chosen in another way is compared with none.
    let mut rig = Rig::open(start(), 120, 36);
    let text = rig.press("2 1 / note-en enter 2").text();
    assert!(text.contains("note-en/1") && !text.contains("other than"), "{text}");
    assert!(rig.press("n").text().contains("other than"), "{}", rig.text());
}

#[test]
fn all_that_pushes_a_bit_is_listed_or_counted() {
    let names = ["the", "meeting", "is", "moved", "to", "thursday", "at", "3", "pm"];
    let mut rig = Rig::open(with_bits(8), 120, 36);
    let text = rig.press("/ note-en enter 2 tab right").text();
    let at = text.lines().position(|line| line.contains("up 8 (+8)")).unwrap();
    let listed: String = text.lines().skip(at).take(4).collect();
    assert!(names.iter().all(|name| listed.contains(name)) && !listed.contains("more"), "{text}");
    // In a small terminal they come when they have the keys, and the last line counts the others.
    rig.resize(80, 24).press("tab");
    let hidden = |text: &str| -> usize {
        let (at, _) = text.match_indices("up 8 (").next().unwrap();
        let more = text[at..].split("… ").nth(1).map(|rest| rest.split(' ').next().unwrap().parse().unwrap());
        more.unwrap_or(0)
    };
    let text = rig.text();
    let at = text.lines().position(|line| line.contains("up 8 (+8)")).unwrap();
    let is_listed = |name: &&&str| {
        let mut lines = text.lines().skip(at + 1).take(5);
        lines.any(|line| {
            line.chars().take(20).collect::<String>().split_whitespace().any(|word| word == **name)
        })
    };
    assert_eq!(names.iter().filter(is_listed).count() + hidden(&text), 8, "{text}");
    // Weights that differ have a line each, and the last line can be scrolled to.
    let recipe = Recipe { weighting: Weighting::TfIdf, ..with_bits(8).recipe };
    let mut rig = Rig::open(Start { recipe, ..start() }, 120, 36);
    let text = rig.press("/ note-en enter 2 tab right tab").text();
    assert!(hidden(&text) > 0, "{text}");
    assert_eq!(hidden(&rig.press("end").text()), 0, "{}", rig.text());
}

#[test]
fn the_hash_in_hex_has_room_in_eighty_columns() {
    let mut rig = Rig::open(with_bits(8), 80, 24);
    assert!(rig.press("/ note-en enter 2").text().contains("7d"), "{}", rig.text());
    assert!(rig.press("space pgdn pgdn pgdn").text().contains("7d"), "{}", rig.text());
}
