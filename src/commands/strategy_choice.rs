//! How pairs are searched: the strategy asked for, or the one that the planner picks.

use super::arguments::{Choice, StrategyArguments};
use super::failure::Failure;
use super::watch::note;
use simscope_core::display::say;
use simscope_core::export::{Cell, Column, Rows};
use simscope_core::hamming::Signatures;
use simscope_core::recipe::Bits;
use simscope_core::search::{Design, Plan, Purpose, Reason, plan};
use std::io;

impl StrategyArguments {
    /// The design for all pairs of these signatures.
    pub(super) fn design(&self, signatures: &Signatures, bits: Bits, k: u8) -> Result<Design, Failure> {
        match self.strategy {
            Choice::Auto => Ok(plan_of(signatures, bits, k).design().clone()),
            Choice::Asked(strategy) => Design::new(strategy, bits, k.min(bits.get())).map_err(|unfit| {
                Failure::Usage(say!("--strategy {strategy}: {unfit}", "--strategy {strategy}：{unfit}"))
            }),
        }
    }
}

/// The plan for all pairs of these signatures.
pub(super) fn plan_of(signatures: &Signatures, bits: Bits, k: u8) -> Plan {
    let threads = rayon::current_num_threads();
    plan(signatures, bits, k.min(bits.get()), Purpose::AllPairs { threads })
}

/// Columns of [`write_plan`].
pub(super) const PLAN: [Column; 10] = [
    Column::text("strategy"),
    Column::text("blocks").optional(),
    Column::count("tables"),
    Column::count("lead_bits").optional(),
    Column::whole("probes"),
    Column::whole("candidates"),
    Column::whole("uniform_candidates"),
    Column::whole("bytes"),
    Column::number("seconds"),
    Column::text("chosen").optional(),
];

/// A row for each design, the quickest first.
pub(super) fn write_plan(plan: &Plan, rows: &mut Rows<'_>) -> io::Result<()> {
    note(&why(plan));
    for (i, estimate) in plan.estimates.iter().enumerate() {
        let strategy = estimate.design.strategy().to_string();
        let widths: Vec<String> =
            estimate.design.cut().map_or(&[][..], |cut| cut.widths()).iter().map(u8::to_string).collect();
        let widths = widths.join("+");
        let layouts = estimate.design.layouts();
        let lead = layouts.iter().map(|layout| layout.lead_bits()).min();
        rows.write(&[
            strategy.as_str().into(),
            if widths.is_empty() { Cell::Nothing } else { widths.as_str().into() },
            layouts.len().into(),
            lead.into(),
            whole(estimate.probes),
            whole(estimate.candidates),
            whole(estimate.uniform_candidates),
            whole(estimate.bytes),
            Cell::Number((estimate.seconds * 1e9).round() / 1e9),
            if i == plan.chosen { rows.word("yes").into() } else { Cell::Nothing },
        ])?;
    }
    Ok(())
}

fn whole(number: f64) -> Cell<'static> {
    Cell::Count(number.round() as u64)
}

/// Why the planner chose this design, in one line.
fn why(plan: &Plan) -> String {
    let chosen = plan.design().strategy();
    let because = match plan.reason {
        Reason::Quickest => say!("{chosen} is expected to be the quickest", "{chosen} 预计最快"),
        Reason::TooManyPairs => say!(
            "{chosen}, because about {:.1e} pairs are expected: the others would keep them all in memory",
            "{chosen}，因为预计约有 {:.1e} 个文档对：其他策略会把它们全部留在内存中",
            plan.expected_pairs
        ),
        Reason::FewestTables => {
            say!("{chosen} has the fewest tables among the quick ones", "较快的策略中 {chosen} 的表最少")
        }
        Reason::NoTables => say!(
            "{chosen}, because no block can stay whole at this width and k",
            "{chosen}，因为在此位数和 k 下没有块必定不变"
        ),
    };
    let sampled =
        say!("measured on {} of {} signatures", "用 {1} 个签名中的 {0} 个测得", plan.sampled, plan.n);
    let skew = plan.skew.as_ref().map_or_else(String::new, |skew| {
        say!(
            "; the values of bits {} to {} repeat {:.0} times as often as random ones would",
            "；第 {} 到 {} 位的值重复次数为随机值的 {:.0} 倍",
            skew.bits.start,
            skew.bits.end - 1,
            skew.factor
        )
    });
    say!("{because} ({sampled}{skew})", "{because}（{sampled}{skew}）")
}
