//! The distances of all pairs as a picture, or of those in the largest groups.

use super::page::Section;
use super::{Report, Subject};
use crate::display::{Lang, grouped_digits};
use crate::export::heatmap::{Picture, Scale, png};
use crate::groups::Groups;
use crate::hamming::{Step, Window, cells};
use crate::progress::Progress;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::html;

/// The picture, and what it is of.
pub(super) struct Shown {
    /// PNG in base64.
    png: String,
    /// Cells along each side.
    side: usize,
    /// Documents along each side.
    documents: usize,
    /// The largest groups that these are of; `None` for all documents.
    groups: Option<usize>,
    /// Documents a cell, along each side.
    each: usize,
}

/// Up to this number of documents, all pairs are drawn.
const ALL: usize = 12_000;
/// Of a larger corpus about this number of documents is drawn, those of the largest groups.
const SOME: usize = 3_000;
/// Cells along each side at most.
const SIDE: usize = 480;

/// Draws it. `None` when cancelled; no picture where there are no two documents.
pub(super) fn draw(subject: &Subject<'_>, groups: &Groups, progress: &Progress) -> Option<Option<Shown>> {
    let order = subject.tree.order();
    let (documents, of_groups) = if order.len() <= ALL { (order.to_vec(), None) } else { in_groups(groups) };
    if documents.len() < 2 {
        return Some(None);
    }
    let n = documents.len();
    let each = n.div_ceil(SIDE);
    let signatures = subject.signatures.select(&documents);
    progress.restart();
    let cells =
        cells(&signatures, &Window { rows: 0..n, columns: 0..n, step: Step::each(each) }, None, progress)?;
    let scale = Scale::nearest(subject.bits.get(), groups.k());
    let levels: Vec<u8> = (0..cells.minima.len()).map(|cell| scale.level(cells.nearest(cell))).collect();
    let picture = Picture { width: cells.width, levels: &levels, scale, pixels: 1, title: "", each };
    let mut bytes = Vec::new();
    // Only an empty picture or one of billions of cells is refused.
    let drawn = png(&picture, &mut bytes).ok().map(|()| Shown {
        png: STANDARD.encode(bytes),
        side: cells.width,
        documents: n,
        groups: of_groups,
        each,
    });
    Some(drawn)
}

/// The documents of the largest groups, group by group, and how many groups they are of. Of a group that is too large
/// by itself, the first documents.
fn in_groups(groups: &Groups) -> (Vec<u32>, Option<usize>) {
    let mut documents = Vec::new();
    let mut taken = 0;
    for number in 1..=groups.count() {
        let members = groups.members(number);
        if number > 1 && documents.len() + members.len() > SOME {
            break;
        }
        documents.extend_from_slice(&members[..members.len().min(SOME)]);
        taken = number;
    }
    (documents, Some(taken))
}

/// Nothing without a picture.
pub(super) fn section(report: &Report<'_>, lang: Lang) -> Option<Section> {
    let shown = report.heatmap.as_ref()?;
    let bits = report.subject.bits.get();
    let far = crate::export::heatmap::darkest(bits);
    let about = about(shown, lang);
    let body = html! {
        figure {
            img.heatmap src={ "data:image/png;base64," (shown.png) } width=(shown.side) height=(shown.side) alt=(about);
            figcaption {
                p { (about) }
                p.scale {
                    (lang.pick(("distance", "距离"))) " 0 " span.ramp aria-hidden="true" {} " " (far) "+"
                }
                p.note { (lang.pick((
                    "A bright square on the diagonal is a group: its documents stand side by side and are all near each other. Bright \
                     spots off the diagonal are near pairs of different groups. Grey is a document and itself.",
                    "对角线上的亮块是一个组：组内文档相邻且彼此接近。对角线外的亮点是分属不同组的近邻。灰色为文档与自身。",
                ))) }
            }
        }
    };
    Some(Section { id: "heatmap", heading: lang.pick(("Heatmap", "热图")), is_large: true, body })
}

fn about(shown: &Shown, lang: Lang) -> String {
    let documents = grouped_digits(shown.documents);
    let which = match shown.groups.map(grouped_digits) {
        None => lang.pick((format!("all {documents} documents"), format!("全部 {documents} 篇文档"))),
        Some(groups) => lang.pick((
            format!("{documents} documents, those of the {groups} largest groups"),
            format!("最大的 {groups} 组中的 {documents} 篇文档"),
        )),
    };
    let cell = match shown.each {
        1 => lang
            .pick(("Each cell is the distance of one pair.".to_owned(), "每格为一对文档的距离。".to_owned())),
        n => lang.pick((
            format!("Each cell is the smallest distance of {n} × {n} pairs."),
            format!("每格为 {n} × {n} 对中的最小距离。"),
        )),
    };
    lang.pick((
        format!("Distances of the pairs of {which}, similar ones side by side. {cell}"),
        format!("{which}两两之间的距离，相似者相邻。{cell}"),
    ))
}
