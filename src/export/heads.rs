//! The heads of tables for reading, in the language of messages. Keys of JSON and columns of other formats are English.

use crate::display::{Lang, lang};

/// What a column is called in a table.
pub(super) fn shown(name: &'static str) -> &'static str {
    if lang() == Lang::En {
        return name;
    }
    match name {
        "id" => "编号",
        "id_a" => "编号 A",
        "id_b" => "编号 B",
        "id_new" => "新编号",
        "id_against" => "已有编号",
        "query" => "查询",
        "signature" => "签名",
        "bits" => "位数",
        "bit" => "位",
        "sum" => "累加值",
        "features" => "特征",
        "distance" => "距离",
        "measure" => "度量",
        "value" => "值",
        "group" => "组",
        "size" => "大小",
        "representative" => "代表",
        "pairs" => "文档对",
        "groups" => "组数",
        "grouped" => "已分组",
        "largest" => "最大组",
        "chains" => "链",
        "precision" => "精确率",
        "recall" => "召回率",
        "f1" => "F1",
        "group_precision" => "组精确率",
        "group_recall" => "组召回率",
        "group_f1" => "组 F1",
        "precision_low" => "精确率下限",
        "precision_high" => "精确率上限",
        "recall_low" => "召回率下限",
        "recall_high" => "召回率上限",
        "verified" => "已核实",
        "verified_share" => "核实比例",
        "term" => "词项",
        "count" => "次数",
        "weight" => "权重",
        "weight_a" => "权重 A",
        "weight_b" => "权重 B",
        "hash" => "哈希",
        "recipe" => "配方",
        "verdict" => "结论",
        "setting" => "设置",
        "from" => "来源",
        "what" => "项目",
        "tokenizer" => "分词",
        "weighting" => "加权",
        "name" => "名称",
        "program" => "程序",
        "summary" => "说明",
        // The others are symbols, or are read as they are.
        other => other,
    }
}
