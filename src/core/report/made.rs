//! How the page was made, and how it is made again.

use super::Page;
use super::page::Section;
use crate::recipe::Recipe;
use maud::html;

/// Name and version.
pub(super) const PROGRAM: &str = concat!("simscope ", env!("CARGO_PKG_VERSION"));

/// `recipe` is how signatures were made, if they were needed.
pub(super) fn section(recipe: Option<&Recipe>, page: &Page<'_>) -> Section {
    let lang = page.lang;
    let body = html! {
        @match page.command {
            Some(command) => {
                h3 { (lang.pick(("The command that makes this page again", "重新生成本页的命令"))) }
                pre.scroll tabindex="0" { code { (command) } }
                p.note {
                    (lang.pick((
                        "With the same version and the same files it makes the same page, byte for byte; so the page has no date.",
                        "版本与文件不变，所生成的页面逐字节相同，故页面上不记日期。",
                    )))
                }
            }
            None => p.note {
                (lang.pick((
                    "The documents were typed, made by hand, or part of a lesson: no command makes this page again.",
                    "这些文档是输入的、手工做成的，或属于一节课程：没有可重新生成本页的命令。",
                )))
            }
        }
        @if let Some(recipe) = recipe {
            h3 { (lang.pick(("The recipe", "配方"))) }
            p.note { (lang.pick(("How text becomes a signature, as a file for --recipe.", "文本如何成为签名；可存为文件，供 --recipe 使用。"))) }
            pre.scroll tabindex="0" { code { (recipe.to_toml()) } }
        }
        h3 { (lang.pick(("Version", "版本"))) }
        p { (PROGRAM) }
    };
    Section {
        id: "made",
        heading: lang.pick(("How this page was made", "本页的生成")),
        is_large: false,
        body,
    }
}
