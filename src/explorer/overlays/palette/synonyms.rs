//! Other words for what can be done: those that people bring from elsewhere, in both languages.

use crate::action::{Action, Part, Screen};
use crate::screens::{anatomy, clean, corpus, matrix, pair, threshold};

/// The words, in one line; empty where the label says it all.
pub(super) const fn of(action: Action) -> &'static str {
    match action {
        Action::Go(Screen::Clean) => {
            "dedup duplicates delete remove review judge label annotate decide 去重 查重 清洗 标注 评判 qingli"
        }
        Action::Go(Screen::Corpus) => "documents table list files 文档 列表 yuliao",
        Action::Go(Screen::Anatomy) => {
            "explain signature fingerprint hash bits sums steps 解释 指纹 哈希 散列 步骤 jiepou"
        }
        Action::Go(Screen::Threshold) => {
            "histogram cluster clusters groups dedup duplicates sweep curve 直方图 聚类 去重 查重 合并 yuzhi quchong chachong"
        }
        Action::Go(Screen::Matrix) => "heatmap heat map distances pairs 热图 距离矩阵 juzhen",
        Action::Go(Screen::Pair) => {
            "compare diff difference side by side 差异 对照 比较 比对 duibi bijiao lab experiment sandbox edit what if try sensitivity typo traditional simplified 试验 编辑 敏感 灵敏度 错别字 繁体 简体 shiyan mingan"
        }
        Action::Go(Screen::Index) => {
            "search lookup tables pigeonhole blocks planner nearest 查找 抽屉原理 分块 suoyin"
        }
        Action::StepK(_) | Action::AskK => "threshold distance hamming radius 阈值 汉明 海明",
        Action::Mark => "remember compare snapshot 记住 快照",
        Action::ToggleGrouping => "cluster connected components leaders 聚类 连通分量 合并",
        Action::StepPart(Part::Tokenizer, _) => "words shingles ngrams segmentation 切词 分词器",
        Action::StepPart(Part::Weighting, _) => "tf-idf tfidf frequency 词频",
        Action::StepPart(Part::Sketch, _) => "minhash minwise bands 最小哈希",
        Action::StepPart(Part::Tie, _) => "zero sum sign 零和",
        Action::RecipePanel => "settings options preset algorithm program library 设置 预设 算法 peifang",
        Action::ToCompare => "diff side by side 差异 比较",
        Action::ToLab => "edit change experiment 修改 试验",
        Action::GoNearest => "similar closest neighbor 相似",
        Action::AskFilter => "search find query grep 搜索 查找",
        Action::Undo => "revert 还原",
        Action::Redo => "again forward 恢复",
        Action::Back => "previous history 历史",
        Action::Forward => "next history 历史",
        Action::Pick | Action::PickAll => "tag tick select several multiple rows 多选 选中 gouxuan",
        Action::Copy => "clipboard yank 剪贴板",
        Action::Export => "save write download csv tsv json parquet svg 保存",
        Action::AskReport => "save html share print 分享 打印",
        Action::ReadAgain => "refresh reload 刷新 重新加载",
        Action::Repaint => "redraw refresh clear 刷新 重画",
        Action::Skipped => "errors warnings unreadable 错误",
        Action::Resume => "continue restart 继续",
        Action::ToggleTheme | Action::SetTheme(_) => "theme colours colors dark light mode 颜色 主题 zhuti",
        Action::ToggleLang => "language chinese english 语言 中文 lang zhongwen yuyan",
        Action::Help => "keys shortcuts manual glossary 快捷键 帮助 词汇",
        Action::Why => "explain reason because 解释 原因",
        Action::Cancel => "stop abort close 停止",
        Action::Quit => "out back close 返回",
        Action::Leave => "exit close leave 退出",
        Action::ShowBeside | Action::ChooseBeside => "second recipe compare recipes 第二配方",
        Action::Threshold(threshold::keys::Act::GoAdvised) => "advice recommend which k 建议 推荐 jianyi",
        Action::Threshold(threshold::keys::Act::Focus(threshold::keys::Pane::Sweep)) => {
            "advise recommend sweep 推荐 jianyi"
        }
        Action::Threshold(threshold::keys::Act::Show(threshold::keys::Below::Border)) => "edge bianjie",
        Action::Threshold(threshold::keys::Act::NextView) => {
            "advice advise recommend border decide keep 建议 推荐 边界 去留 jianyi bianjie quliu"
        }
        Action::Clean(clean::keys::Act::AskWrite) => "dedup save remove duplicates 去重 查重 保存",
        Action::Corpus(corpus::keys::Act::ToggleOnlyShort) => {
            "short texts risk titles headlines 短文本 标题 短标题 风险"
        }
        Action::Matrix(matrix::keys::Act::Zoom(_)) => "magnify 缩放",
        Action::Pair(pair::keys::Act::Type) => "edit write 编辑",
        Action::Pair(pair::keys::Act::Swap) => "exchange 交换",
        Action::Anatomy(anatomy::keys::Act::ToggleBitView) => "grid layout 布局",
        _ => "",
    }
}
