//! One sentence about the bit under the cursor.

use super::Shown;
use crate::screens::anatomy::Scene;
use crate::surface::{Paint, Rect, Role, grouped_digits};
use crate::widgets::bits::sum_text;
use simscope_core::hamming::Life;
use simscope_core::visible;

impl Shown<'_> {
    /// What the document says of the bit, and what the corpus does; the longest sentence that has room.
    pub(super) fn sentence(self, paint: &mut Paint<'_>, line: Rect) {
        let Self { scene, trace, .. } = self;
        let bit = scene.own.bit;
        let (sum, value) = (sum_text(trace.sums[usize::from(bit)]), trace.signature >> bit & 1);
        let [nature, short] = self.nature(paint);
        let seen = share_text(scene, bit).map_or_else(String::new, |seen| format!(" · {seen}"));
        let about = |nature: &str, seen: &str| {
            paint.pick(both!(
                "bit {bit} is {value}: sum {sum}, {nature}{seen}",
                "第 {bit} 位为 {value}：累加值 {sum}，{nature}{seen}"
            ))
        };
        let life = scene.model.shares.life(bit);
        let shorter = match life {
            Life::Alive => about(&nature, ""),
            Life::Faint | Life::Dead => paint.pick(both!(
                "bit {bit} is {value}: sum {sum}{seen}",
                "第 {bit} 位为 {value}：累加值 {sum}{seen}"
            )),
        };
        let minima = scene.shared.minimum(trace, bit).into_iter().flat_map(|minimum| {
            [&*seen, ""].map(|seen| {
                paint.pick(both!(
                    "bit {bit} is {value}: {minimum}{seen}",
                    "第 {bit} 位为 {value}：{minimum}{seen}"
                ))
            })
        });
        let texts: Vec<String> =
            minima.chain([about(&nature, &seen), about(&short, &seen), shorter]).collect();
        let fits = |text: &&String| visible::width(text) <= usize::from(line.width);
        let last = about(&short, "");
        let text = texts.iter().find(fits).unwrap_or(&last);
        let role = if life == Life::Dead { Role::Dead } else { Role::Text };
        paint.say(line.x, line.y, line.width, text, role);
    }

    /// On what the bit hangs, and the same in a word or two.
    fn nature(self, paint: &Paint<'_>) -> [String; 2] {
        let bit = self.scene.own.bit;
        if self.trace.sums[usize::from(bit)] == 0.0 {
            let tie = self.scene.model.recipe.tie;
            let rule = paint.pick(both!("a tie: the rule '{tie}' decides", "平票：由规则“{tie}”决定"));
            return [rule, paint.pick(("a tie", "平票")).to_owned()];
        }
        let natures = match self.weak.by_removing(bit) {
            Some(true) => [
                ("removing one feature flips this bit", "去掉一个特征，这一位就翻转"),
                ("fragile (removing)", "脆弱（去掉）"),
            ],
            Some(false) => [
                ("replacing one feature flips it, removing none does", "替换一个特征会翻转，去掉则不会"),
                ("fragile (replacing)", "脆弱（替换）"),
            ],
            None => [
                (
                    "holds: neither removing nor replacing one feature flips it",
                    "稳固：去掉或替换一个特征都不翻转",
                ),
                ("holds", "稳固"),
            ],
        };
        natures.map(|nature| paint.pick(nature).to_owned())
    }
}

/// In how many documents a bit is 1, and whether that makes it dead; nothing of one document alone.
fn share_text(scene: Scene<'_>, bit: u8) -> Option<String> {
    let shares = &scene.model.shares;
    let ones = shares.ones(bit).filter(|_| shares.documents() > 1).map(grouped_digits)?;
    let have = if ones == "1" { "has" } else { "have" };
    let documents = grouped_digits(shares.documents());
    let life = scene.lang.pick(match shares.life(bit) {
        Life::Alive => ("", ""),
        Life::Faint => (": nearly dead", "：近乎恒定"),
        Life::Dead => (": dead", "：恒定位"),
    });
    Some(scene.lang.pick(both!(
        "{ones} of {documents} documents {have} a 1 here{life}",
        "{documents} 篇中 {ones} 篇为 1{life}"
    )))
}
