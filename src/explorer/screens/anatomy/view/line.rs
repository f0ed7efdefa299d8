//! One sentence about the bit under the cursor.

use super::Scene;
use crate::shared::findings::Life;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::bits::sum_text;
use ratatui::layout::Rect;
use simscope_core::simhash::{Fragile, Trace};
use simscope_core::visible;

/// What the document says of the bit, and what the corpus does; the longest sentence that has room.
pub(super) fn bit_line(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, trace: &Trace, weak: Fragile) {
    let bit = scene.own.bit;
    let sum = trace.sums[usize::from(bit)];
    let value = trace.signature >> bit & 1;
    let by_removing = weak.by_removing(bit);
    let nature = match (sum == 0.0, by_removing) {
        (true, _) => {
            paint.pick(both!("a tie: the rule '{}' decides", "平票：由规则“{}”决定", scene.model.recipe.tie))
        }
        (_, Some(true)) => {
            paint.pick(("removing one feature flips this bit", "去掉一个特征，这一位就翻转")).into()
        }
        (_, Some(false)) => paint
            .pick(("replacing one feature flips it, removing none does", "替换一个特征会翻转，去掉则不会"))
            .into(),
        (_, None) => paint
            .pick((
                "holds: neither removing nor replacing one feature flips it",
                "稳固：去掉或替换一个特征都不翻转",
            ))
            .into(),
    };
    let short = paint.pick(match (sum == 0.0, by_removing) {
        (true, _) => ("a tie", "平票"),
        (_, Some(true)) => ("fragile (removing)", "脆弱（去掉）"),
        (_, Some(false)) => ("fragile (replacing)", "脆弱（替换）"),
        _ => ("holds", "稳固"),
    });
    let (sum, life) = (sum_text(sum), scene.model.shares.life(bit));
    let seen = share_text(scene, bit).map_or_else(String::new, |seen| format!(" · {seen}"));
    let about = |nature: &str, seen: &str| {
        paint.pick(both!(
            "bit {bit} is {value}: sum {sum}, {nature}{seen}",
            "第 {bit} 位为 {value}：累加值 {sum}，{nature}{seen}"
        ))
    };
    let shorter = match life {
        Life::Alive => about(&nature, ""),
        Life::Faint | Life::Dead => paint.pick(both!(
            "bit {bit} is {value}: sum {sum}{seen}",
            "第 {bit} 位为 {value}：累加值 {sum}{seen}"
        )),
    };
    let texts = [about(&nature, &seen), about(short, &seen), shorter, about(short, "")];
    let fits = |text: &&String| visible::width(text) <= usize::from(line.width);
    let text = texts.iter().find(fits).unwrap_or(&texts[3]);
    let role = if life == Life::Dead { Role::Dead } else { Role::Text };
    paint.say(line.x, line.y, line.width, text, role);
}

/// In how many documents a bit is 1, and whether that makes it dead; nothing of one document alone.
fn share_text(scene: Scene<'_>, bit: u8) -> Option<String> {
    let shares = &scene.model.shares;
    let ones = shares.ones(bit).filter(|_| shares.documents() > 1).map(grouped_digits)?;
    let have = if ones == "1" { "has" } else { "have" };
    let documents = grouped_digits(shares.documents());
    let life = scene.lang.pick(match shares.life(bit) {
        Life::Alive => ("", ""),
        Life::Faint => (": nearly dead", "：近乎死位"),
        Life::Dead => (": dead", "：死位"),
    });
    Some(scene.lang.pick(both!(
        "{ones} of {documents} documents {have} a 1 here{life}",
        "{documents} 篇中 {ones} 篇为 1{life}"
    )))
}
