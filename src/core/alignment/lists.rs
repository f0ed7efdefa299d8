//! Word lists of English and Chinese for the classes of differences, all in lower case.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// A set of words.
type Words = LazyLock<FxHashSet<&'static str>>;

/// The words of a list with spaces between.
fn set(words: &'static str) -> FxHashSet<&'static str> {
    words.split_whitespace().collect()
}

/// Whether a word negates. A Han character may belong to a longer word that does not: [`is_part_of_other_word`].
pub(crate) fn is_negation(word: &str) -> bool {
    NEGATION.contains(word) || word.ends_with("n't")
}

/// The words of [`is_negation`].
static NEGATION: Words = LazyLock::new(|| {
    set("\
    not no never none nor neither nothing nobody nowhere without cannot non hardly scarcely barely seldom rarely 不 没 沒 未 无 無 非 否 勿 莫 别 別")
});

/// Whether a negating character is part of a word that does not negate, as in 非常, 未来, 无论, 不过, 特别, 是否.
pub(crate) fn is_part_of_other_word(before: &str, negation: &str, after: &str) -> bool {
    let follows = match negation {
        "非" => "常洲",
        "未" => "来來",
        "无" | "無" => "论論数數线線锡錫",
        "不" => "过過但仅僅断斷管久止料禁",
        "莫" => "非斯",
        "否" => "则則",
        "别" | "別" => "人的墅名致",
        _ => "",
    };
    let precedes = match negation {
        "别" | "別" => "特区區分个個级級性类類告识識鉴鑒差送离離派",
        "没" | "沒" => "沉淹出埋",
        "非" => "除莫南是",
        "否" => "是能可",
        _ => "",
    };
    !after.is_empty() && follows.contains(after) || !before.is_empty() && precedes.contains(before)
}

/// Prefixes that turn a word into its opposite, or change its meaning much.
const PREFIXES: [&str; 20] = [
    "un", "in", "im", "il", "ir", "dis", "non", "a", "anti", "de", "mis", "re", "sub", "super", "inter",
    "over", "under", "hyper", "hypo", "counter",
];

/// Whether one word is the other with a prefix of [`PREFIXES`].
pub(crate) fn is_prefixed(x: &str, y: &str) -> bool {
    let (plain, other) = if x.len() < y.len() { (x, y) } else { (y, x) };
    plain.len() > 2
        && plain.bytes().all(|byte| byte.is_ascii_alphabetic())
        && other.strip_suffix(plain).is_some_and(|prefix| PREFIXES.contains(&prefix))
}

/// Whether a word is a prefix that may have a hyphen and is no word by itself.
pub(crate) fn is_hyphened_prefix(word: &str) -> bool {
    matches!(word, "un" | "non" | "anti" | "dis" | "mis" | "hyper" | "hypo" | "sub" | "super" | "inter")
}

/// Whether a word is a month, a weekday, a season, or a day such as today.
pub(crate) fn is_calendar(word: &str) -> bool {
    CALENDAR.contains(word)
}

/// The words of [`is_calendar`].
static CALENDAR: Words = LazyLock::new(|| {
    set("\
    january february march april may june july august september october november december jan feb mar apr jun jul aug sep \
    sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
    today tomorrow yesterday tonight spring summer autumn winter")
});

/// Whether two Han characters name a time relative to now, or a season: 今天, 明年, 春季.
pub(crate) fn is_han_calendar(first: &str, second: &str) -> bool {
    matches!(
        first,
        "今" | "明" | "昨" | "前" | "后" | "後" | "去" | "翌" | "次" | "本" | "上" | "下" | "当" | "當"
    ) && matches!(second, "天" | "日" | "年" | "晚" | "早" | "晨" | "月" | "周" | "週")
        || matches!(first, "春" | "夏" | "秋" | "冬") && matches!(second, "天" | "季")
}

/// Whether the second Han character names a day of the week behind the first: 周三, 星期日.
pub(crate) fn is_han_weekday(first: &str, second: &str) -> bool {
    matches!(first, "周" | "週" | "期" | "拜")
        && matches!(second, "一" | "二" | "三" | "四" | "五" | "六" | "日" | "天" | "末")
}

/// Whether a word is small: articles, forms of be, have, do, will, pronouns and the like, Chinese particles. Prepositions, 有 and
/// 所 are not small.
pub(crate) fn is_small(word: &str) -> bool {
    SMALL.contains(word)
}

/// The words of [`is_small`].
static SMALL: Words = LazyLock::new(|| {
    set("\
    a an the is are was were be been being has have had do does did will would shall that which who this these those it its \
    and also as so very just then there here his her their our your my we i you they them us me it's that's i'm we're \
    they're you're 的 了 着 著 过 過 地 得 之 也 吗 嗎 呢 吧 啊 呀 嘛 么 麼 是 和 与 與 及 其 这 這 那 个 個 些 就 则 則 而 此 该 該")
});

/// Whether a word is a prefix that mail programs put before a subject.
pub(crate) fn is_reply_sign(words: &str) -> bool {
    matches!(words, "re" | "fwd" | "fw" | "aw" | "wg" | "回复" | "回復" | "转发" | "轉發" | "答复" | "答復")
}

/// Whether a sign is an operator of arithmetic or code.
pub(crate) fn is_operator(sign: &str) -> bool {
    OPERATOR.contains(sign)
}

/// The words of [`is_operator`].
static OPERATOR: Words = LazyLock::new(|| {
    set("\
    = < > + * / % & | ^ ~ \\ @ # × ÷ ± ≠ ≤ ≥ ≈")
});

/// Whether a sign is a symbol whose exchange for another one changes what is said: of mathematics, a check mark, a pictograph.
pub(crate) fn is_symbol(sign: &str) -> bool {
    is_mathematical(sign)
        || sign.chars().any(|c| matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f300}'..='\u{1faff}'))
}

/// Whether a sign is one of mathematics or logic that computes wherever it stands: ∈, ∀, √, ¬. Dots and the minus do not.
pub(crate) fn is_mathematical(sign: &str) -> bool {
    sign.chars().any(|c| {
        matches!(c, '¬' | '\u{2200}'..='\u{22ff}' | '\u{2a00}'..='\u{2aff}')
            && !matches!(c, '−' | '∕' | '∗' | '∘' | '∙' | '∶' | '∼' | '⋅' | '⋆' | '⋮' | '⋯')
    })
}

/// Whether an ending may differ between forms of one word.
pub(crate) fn is_ending(rest: &str) -> bool {
    rest.is_empty() || ENDING.contains(rest)
}

/// The words of [`is_ending`].
static ENDING: Words = LazyLock::new(|| {
    set("\
    s es ed d ing ly n er e al y ies ied 's ers en")
});

/// Pairs of opposites, in both languages.
const OPPOSITES: &str = "add remove|added removed|adds removes|adding removing|add delete|added deleted|
enable disable|enabled disabled|enables disables|enabling disabling|increase decrease|increased decreased|
increases decreases|increasing decreasing|increase reduce|increased reduced|rise fall|rises falls|rose fell|
rising falling|up down|more less|more fewer|most least|higher lower|high low|highest lowest|before after|first last|
start stop|started stopped|starts stops|begin end|begins ends|began ended|open close|opened closed|open closed|
opens closes|opening closing|on off|in out|with without|good bad|better worse|best worst|left right|north south|
east west|northern southern|eastern western|male female|man woman|men women|he she|his her|him her|husband wife|
father mother|son daughter|brother sister|boy girl|king queen|buy sell|bought sold|buys sells|buyer seller|
buying selling|win lose|won lost|wins loses|winner loser|victory defeat|gain loss|gains losses|gain lose|
gained lost|gains loses|profit loss|profits losses|grant revoke|granted revoked|grants revokes|allow deny|
allowed denied|allow forbid|allowed forbidden|allow prohibit|allowed prohibited|permit forbid|permitted forbidden|
accept reject|accepted rejected|accepts rejects|accept refuse|accepted refused|approve reject|approved rejected|
include exclude|included excluded|includes excludes|including excluding|import export|imports exports|
imported exported|input output|source target|source destination|from to|above below|over under|inside outside|
hire fire|hire dismiss|hired dismissed|tighten loosen|tightened loosened|internal external|interior exterior|public private|minimum maximum|min max|positive negative|plus minus|old new|
older newer|older younger|true false|yes no|always never|pass fail|passed failed|passes fails|push pull|read write|
install uninstall|installed uninstalled|encrypt decrypt|encode decode|upgrade downgrade|show hide|shown hidden|
next previous|top bottom|long short|longer shorter|large small|larger smaller|largest smallest|big small|hot cold|
warm cold|day night|create delete|created deleted|create destroy|and or|must may|shall may|can must|can may|
must should|must can|break fix|breaks fixes|broke fixed|broken fixed|success failure|successful failed|
succeed fail|succeeded failed|agree disagree|agreed disagreed|agrees disagrees|support oppose|supports opposes|
supported opposed|lock unlock|load unload|connect disconnect|attach detach|send receive|sent received|
sender receiver|borrow lend|teacher student|employer employee|guilty innocent|alive dead|life death|love hate|
fast slow|faster slower|early late|earlier later|strong weak|stronger weaker|heavy light|deep shallow|wide narrow|
full empty|rich poor|easy hard|easy difficult|safe dangerous|same different|inclusive exclusive|ascending descending|
horizontal vertical|row column|rows columns|parent child|local remote|client server|upstream downstream|
extends implements|acquire release|arrive depart|arrived departed|arrival departure|arrivals departures|
enter leave|entered left|entrance exit|expand collapse|deposit withdraw|legal illegal|all none|everything nothing|
everyone nobody|majority minority|advantage disadvantage|encourage discourage|present absent|forward backward|
assets liabilities|supply demand|question answer|attack defend|ally enemy|friend enemy|
大 小|多 少|上 下|左 右|前 后|前 後|先 后|先 後|高 低|长 短|長 短|男 女|买 卖|買 賣|进 退|進 退|进 出|進 出|出 入|增 减|增 減|
加 减|加 減|升 降|开 关|開 關|开 闭|開 閉|内 外|內 外|东 西|東 西|南 北|有 无|有 無|好 坏|好 壞|真 假|新 旧|新 舊|早 晚|正 负|
正 負|正 反|胜 负|勝 負|胜 败|勝 敗|输 赢|輸 贏|收 支|存 取|里 外|裡 外|冷 热|冷 熱|快 慢|轻 重|輕 重|强 弱|強 弱|生 死|爱 恨|愛 恨|始 终|
父 母|夫 妻|子 女|兄 弟|姐 妹|儿 女|老 少|粗 细|厚 薄|宽 窄|远 近|遠 近|深 浅|对 错|對 錯|涨 跌|漲 跌|盈 亏|盈 虧|得 失|来 去|來 去|
借 还|甲 乙|黑 白|天 地|日 夜|古 今|推 拉|攻 守|动 静|难 易|難 易|贵 贱|美 丑|松 紧|干 湿|是 否|是 非|可 禁|增加 减少|增加 減少|上升 下降|
提高 降低|允许 禁止|允許 禁止|批准 拒绝|批准 驳回|同意 反对|同意 拒绝|赞成 反对|支持 反对|成功 失败|成功 失敗|开始 结束|開始 結束|打开 关闭|
打開 關閉|启用 禁用|啟用 停用|启用 停用|添加 删除|新增 删除|添加 移除|增加 删除|购买 出售|买入 卖出|进口 出口|优点 缺点|优势 劣势|安全 危险|
简单 复杂|容易 困难|必须 可以|肯定 否定|接受 拒绝|接收 发送|加密 解密|安装 卸载|显示 隐藏|合法 非法|扩大 缩小|盈利 亏损|收入 支出|朋友 敌人|
首先 最后|公开 秘密|内部 外部|授予 撤销|授权 撤销|包括 排除|包含 排除|积极 消极|相同 不同|胜利 失败|上涨 下跌|老师 学生|丈夫 妻子|父亲 母亲";

static PAIRS: LazyLock<FxHashSet<(&str, &str)>> = LazyLock::new(|| {
    let pairs = OPPOSITES.split('|').filter_map(|pair| pair.trim().split_once(' '));
    pairs.flat_map(|(x, y)| [(x, y), (y, x)]).collect()
});

/// Whether two words, or two runs of Han characters, are opposites.
pub(crate) fn are_opposites(x: &str, y: &str) -> bool {
    PAIRS.contains(&(x, y))
}

/// The opposites of a word; none for function words such as and, or, in, on, from.
pub(crate) fn opposites_of(word: &str) -> impl Iterator<Item = &'static str> {
    static OF: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let mut map: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        PAIRS.iter().for_each(|&(x, y)| map.entry(x).or_default().push(y));
        map
    });
    let is_light = matches!(
        word,
        "and"
            | "or"
            | "in"
            | "out"
            | "on"
            | "off"
            | "from"
            | "to"
            | "up"
            | "down"
            | "over"
            | "under"
            | "must"
            | "may"
            | "can"
            | "shall"
            | "should"
            | "是"
            | "可"
            | "上"
            | "下"
            | "来"
            | "去"
            | "出"
            | "大"
            | "小"
            | "得"
    );
    let found = if is_light { None } else { OF.get(word) };
    found.into_iter().flatten().copied()
}

static VARIANTS: LazyLock<FxHashMap<char, u16>> = LazyLock::new(|| {
    let groups = include_str!("variants.txt").lines().filter(|line| !line.starts_with('#'));
    groups.zip(0..).flat_map(|(group, number)| group.chars().map(move |c| (c, number))).collect()
});

/// Whether two Han characters are the same or forms of one: 国, 國.
pub(crate) fn are_variants(x: &str, y: &str) -> bool {
    let only = |word: &str| {
        let mut chars = word.chars();
        chars.next().filter(|_| chars.next().is_none())
    };
    x == y
        || only(x)
            .zip(only(y))
            .is_some_and(|(x, y)| VARIANTS.get(&x).zip(VARIANTS.get(&y)).is_some_and(|(x, y)| x == y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_whole() {
        assert!(
            are_opposites("revoke", "grant")
                && are_opposites("增加", "减少")
                && are_opposites("父亲", "母亲")
        );
        assert!(!are_opposites("grant", "grant") && !are_opposites("add", "revoke"));
        assert!(PAIRS.iter().all(|(x, y)| !x.contains(' ') && !y.contains(' ') && x != y));
        assert!(opposites_of("before").eq(["after"]) && opposites_of("and").next().is_none());
        assert!(VARIANTS.len() > 5000);
    }

    #[test]
    fn variants_are_forms_of_one_character() {
        for (x, y) in [("国", "國"), ("为", "為"), ("麼", "么"), ("裡", "裏"), ("気", "氣"), ("a", "a")]
        {
            assert!(are_variants(x, y), "{x} {y}");
        }
        for (x, y) in [("红", "绿"), ("男", "女"), ("滤", "沪"), ("a", "b"), ("国国", "國國")] {
            assert!(!are_variants(x, y), "{x} {y}");
        }
    }

    #[test]
    fn prefixes_and_words_that_negate_nothing() {
        assert!(is_prefixed("authorized", "unauthorized") && is_prefixed("hypotension", "tension"));
        assert!(!is_prefixed("walked", "talked") && !is_prefixed("it", "unit") && !is_prefixed("国", "中国"));
        assert!(is_negation("wouldn't") && is_negation("别") && !is_negation("knot"));
        assert!(is_part_of_other_word("", "非", "常") && is_part_of_other_word("特", "别", ""));
        assert!(!is_part_of_other_word("", "不", "可") && !is_part_of_other_word("", "不", ""));
    }
}
