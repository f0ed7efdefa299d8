//! Units of measure and money, and their names.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Each unit with its other names behind it.
const UNITS: &str = "mg milligram milligrams 毫克|g gram grams 克|kg kgs kilo kilos kilogram kilograms 千克 公斤|mcg μg ug microgram micrograms 微克|
ng nanogram nanograms 纳克|ml milliliter milliliters millilitre millilitres 毫升|cl|dl 分升|l liter liters litre litres 升 公升|
km kilometer kilometers kilometre kilometres 公里 千米|metre metres meter meters 米|m|cm centimeter centimeters centimetre centimetres 厘米 公分|
mm millimeter millimeters millimetre millimetres 毫米|nm nanometer nanometers 纳米|μm um micrometer 微米|分米|mi mile miles 英里|海里|里|
ft foot feet 英尺|inch inches 英寸|yd yard yards 码|尺|寸|lb lbs 磅|pound pounds 英镑|oz ounce ounces 盎司|stone|ton tons|
tonne tonnes 吨 噸 公吨|斤|c celsius 摄氏度|f fahrenheit 华氏度|k kelvin|degree degrees ° 度|percent pct %|permille ‰|usd|dollar dollars $ 美元 美金|
eur euro euros € 欧元 歐元|gbp £|jpy yen 日元 日圆|¥|cny rmb yuan 元 人民币 块|chf franc francs 法郎|krw 韩元|inr rupee rupees 卢比|rub ruble rubles 卢布|
港元 港币|hkd|cent cents 美分|角|分|hour hours hr hrs h 小时 小時|minute minutes min mins 分钟 分鐘|second seconds sec secs s 秒 秒钟|
ms millisecond milliseconds 毫秒|时 時|day days 天 日 号 號|week weeks wk wks 周 週 星期 礼拜|month months mo 个月 個月|月|
year years yr yrs 年|decade decades|century centuries 世纪 世紀|岁 歲|季度|am a|pm p|w watt watts 瓦|mw|kw kilowatt kilowatts 千瓦|兆瓦 megawatt megawatts|gw|kwh 千瓦时|
wh|mwh|v volt volts 伏|kv|mv|hz 赫兹|khz 千赫|mhz 兆赫|ghz|pa 帕|kpa 千帕|mpa 兆帕|hpa|bar bars|mbar|psi|kn|kj 千焦|mj|cal calorie calories 卡|
kcal kilocalorie kilocalories 千卡 大卡|b|kb|mb|gb|tb|pb|kib|mib|gib|bit bits|byte bytes 字节|bps|kbps|mbps|gbps|thousand|million mn 百万|
billion bn 十亿|trillion tn|db|rpm|mph|kmh kph|ha hectare hectares 公顷|acre acres|亩|平方米|平方公里|立方米|mol|mmol|iu|px|pt|dpi|倍|折|成";

static NAMES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let units = UNITS.split('|').map(str::trim);
    let names = |unit: &'static str| {
        let first = unit.split(' ').next().unwrap_or(unit);
        unit.split(' ').map(move |name| (name, first))
    };
    units.flat_map(names).collect()
});

/// The unit that a word in lower case names.
pub(crate) fn unit(word: &str) -> Option<&'static str> {
    NAMES.get(word).copied()
}

/// The unit at the start of a text of Han characters; the longest name wins.
pub(crate) fn han_unit(text: &str) -> Option<&'static str> {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(4);
    ends.filter_map(|end| unit(&text[..end])).last()
}

/// Whether a sign beside a number is its unit.
pub(crate) fn is_unit_sign(sign: &str) -> bool {
    matches!(sign, "%" | "‰" | "$" | "£" | "¥" | "°")
        || sign.starts_with(|c| matches!(c, '\u{20a0}'..='\u{20cf}'))
}

/// Splits a number from the letters glued to it: `5mg` is `5` and `mg`.
pub(crate) fn amount(word: &str) -> (&str, &str) {
    let letters = word.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '.' | ',' | ':'));
    word.split_at(word.len() - letters.len())
}

/// Units that become another unit in another case. Pairs that differ in style only (kb, ML, AM) are left out.
const CASED: [&str; 38] = [
    "mW", "MW", "mWh", "MWh", "mV", "MV", "mPa", "MPa", "mHz", "MHz", "mJ", "MJ", "mN", "MN", "mΩ", "MΩ",
    "mM", "mm", "nM", "nm", "μM", "μm", "Kb", "KB", "Mb", "MB", "Gb", "GB", "Tb", "TB", "Pb", "PB", "kbps",
    "KBps", "Mbps", "MBps", "Gbps", "GBps",
];

/// The unit of [`CASED`] that letters name in this case; `None` if there is none.
fn cased(letters: &str) -> Option<&'static str> {
    let plain = match letters {
        "kB" => "KB",
        "kBps" => "KBps",
        "Kbps" => "kbps",
        other => other,
    };
    CASED.into_iter().find(|unit| *unit == plain)
}

/// Whether two tokens that differ in case only are two units. Each is behind a number or begins with one.
pub(crate) fn differ_in_case(x: &str, y: &str) -> bool {
    if x == y {
        return false;
    }
    let ((of_x, x), (of_y, y)) = (amount(x), amount(y));
    of_x == of_y && cased(x).zip(cased(y)).is_some_and(|(x, y)| x != y)
}

/// What a key keeps of letters behind a number: the unit, or the letters in lower case if only another case of them is a unit of
/// [`CASED`]; `None` if no case is.
pub(crate) fn kept_case(letters: &str) -> Option<String> {
    let micro = letters.replace('µ', "μ");
    let is_one = CASED.iter().any(|unit| unit.eq_ignore_ascii_case(&micro));
    is_one.then(|| cased(&micro).map_or_else(|| micro.to_lowercase(), str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_several_names() {
        assert_eq!(unit("hrs"), unit("小时"));
        assert_eq!((unit("mg"), unit("毫克"), unit("word")), (Some("mg"), Some("mg"), None));
        assert_eq!((han_unit("毫克一次"), han_unit("克一次"), han_unit("次")), (Some("mg"), Some("g"), None));
        assert_eq!(
            (amount("5mg"), amount("10.5"), amount("10μm")),
            (("5", "mg"), ("10.5", ""), ("10", "μm"))
        );
    }

    #[test]
    fn case_tells_units_apart_where_both_spellings_are_units() {
        assert!(differ_in_case("MW", "mW") && differ_in_case("2Mb", "2MB") && differ_in_case("5mM", "5mm"));
        assert!(!differ_in_case("AM", "am") && !differ_in_case("mw", "MW") && !differ_in_case("2MB", "3Mb"));
        assert!(!differ_in_case("kB", "KB") && !differ_in_case("Kg", "kg"));
        assert_eq!(kept_case("kB").as_deref(), Some("KB"));
        assert_eq!(kept_case("mw").as_deref(), Some("mw"));
        assert_eq!(kept_case("AM"), None);
    }
}
