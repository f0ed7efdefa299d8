//! Runs the job and passes on what it says: its stages, its result, or the first cause of its failure.

use super::needs::Needs;
use super::{JOB, Plan, RECIPE, Table};
use crate::arguments::SparkArguments;
use crate::failure::Failure;
use crate::signals;
use crate::watch::note;
use serde::Deserialize;
use simscope_core::display::{grouped_digits, lang, say};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The prefix of a line that the job sends to this program.
const MARK: &str = "simscope-job ";

/// What the job says.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
enum Said {
    Stage {
        name: String,
    },
    /// Arrow cannot be used.
    Slow {
        why: String,
    },
    Failed {
        why: String,
    },
    /// What should be looked at before anything goes.
    Told {
        why: String,
    },
    Done {
        counts: BTreeMap<String, serde_json::Value>,
        seconds: BTreeMap<String, f64>,
    },
}

/// Runs the job to its end.
pub(super) fn run(
    arguments: &SparkArguments,
    needs: &Needs,
    (plan, tables): (&Plan<'_>, &[Table]),
) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("spark: {error}"));
    let folder = tempfile::Builder::new().prefix("simscope-spark-").tempdir().map_err(failed)?;
    let log = std::env::temp_dir().join(format!("simscope-spark-{}.log", std::process::id()));
    let command = command(arguments, needs, (plan, tables), folder.path()).map_err(failed)?;
    let said = wait_for(command, &log, arguments.has_no_progress).map_err(|error| {
        let submit = needs.spark_submit.display();
        Failure::Failed(say!("{submit}: {error}; check SPARK_HOME", "{submit}：{error}；请检查 SPARK_HOME"))
    })?;
    match said {
        Ok(Said::Done { counts, seconds }) => {
            // The log is of use only after a failure.
            let _ = fs::remove_file(&log);
            tell(plan, &counts, &seconds);
            match counts.contains_key("open") {
                true => Err(Failure::Alarm(say!(
                    "alarms are open, so the records that stay were not written: look at dropped and alarms in {0}, give --matters, a higher --cut or a lower --loss, or write with --yes",
                    "有警报，因此没有写出保留的记录：请查看 {0} 中的 dropped 和 alarms，用 --matters、更高的 --cut 或更低的 --loss，或用 --yes 写出",
                    plan.output
                ))),
                false => Ok(()),
            }
        }
        Ok(Said::Failed { why } | Said::Stage { name: why } | Said::Slow { why } | Said::Told { why })
        | Err(why) => {
            let log = log.display();
            Err(Failure::Failed(say!("spark: {why}; all of the log: {log}", "spark：{why}；完整日志：{log}")))
        }
    }
}

fn command(
    arguments: &SparkArguments,
    needs: &Needs,
    (plan, tables): (&Plan<'_>, &[Table]),
    folder: &Path,
) -> io::Result<Command> {
    let (job, recipe) = (folder.join("job.py"), folder.join(RECIPE));
    fs::write(&job, JOB)?;
    fs::write(&recipe, &plan.recipe)?;
    // Executors find it by this name.
    let program = if needs.program.file_name().is_some_and(|name| name == "simscope") {
        std::path::absolute(&needs.program)?
    } else {
        let copy = folder.join("simscope");
        fs::copy(&needs.program, &copy)?;
        copy
    };
    let mut command = Command::new(&needs.spark_submit);
    if let Some(master) = &arguments.master {
        command.args(["--master", master]);
    }
    let mut files = format!("{},{}", program.display(), recipe.display());
    for (path, name) in tables {
        let table = folder.join(name);
        fs::copy(path, &table)?;
        files += &format!(",{}", table.display());
    }
    command.args(["--name", "simscope", "--files", &files]);
    for setting in [QUIET, &arguments.settings.iter().map(String::as_str).collect::<Vec<_>>()].concat() {
        command.args(["--conf", setting]);
    }
    command.arg(&job).arg(serde_json::to_string(plan)?);
    command.env("PYSPARK_DRIVER_PYTHON", &needs.python);
    // That of the executors may be another one.
    if std::env::var_os("PYSPARK_PYTHON").is_none_or(|python| python.is_empty()) {
        command.env("PYSPARK_PYTHON", &needs.python);
    }
    Ok(command)
}

/// No progress bars in the log.
const QUIET: &[&str] = &["spark.ui.showConsoleProgress=false"];

/// What the job said last; `Err` with the first cause in the log if it said nothing that ends it.
fn wait_for(mut command: Command, log: &Path, is_quiet: bool) -> io::Result<Result<Said, String>> {
    let mut file = OpenOptions::new().create(true).append(true).open(log)?;
    let errors = file.try_clone()?;
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors).spawn()?;
    signals::end_with_us(child.id());
    let mut last = None;
    if let Some(out) = child.stdout.take() {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            writeln!(file, "{line}")?;
            let said = line.strip_prefix(MARK).and_then(|said| serde_json::from_str(said).ok());
            match said {
                Some(Said::Stage { name }) if !is_quiet => {
                    note(&lang().pick((format!("spark: {name}"), format!("spark：{}", chinese(&name)))))
                }
                Some(Said::Slow { why }) => note(&say!(
                    "spark: the job takes longer, since Python with pyarrow and pandas is missing on the driver or the executors ({why}); see --through",
                    "spark：驱动程序或执行器缺少带 pyarrow 和 pandas 的 Python（{why}），作业耗时更长；见 --through"
                )),
                Some(Said::Told { why }) => note(&why),
                Some(Said::Stage { .. }) | None => {}
                Some(end) => last = Some(end),
            }
        }
    }
    let status = child.wait()?;
    Ok(match last {
        Some(said @ Said::Failed { .. }) => Ok(said),
        Some(said) if status.success() => Ok(said),
        _ => Err(cause_in(log).unwrap_or_else(|| say!("spark-submit: {status}", "spark-submit：{status}"))),
    })
}

fn chinese(stage: &str) -> &str {
    match stage {
        "check" => "检查",
        "frequencies" => "统计文档频率",
        "signatures" => "计算签名",
        "distinct" => "合并相同签名",
        "pairs" => "查找近似对",
        "document pairs" => "展开文档对",
        "groups" => "分组",
        "dedup" => "去重",
        "shingles" => "统计词对",
        "confirm" => "确认候选对",
        "clean" => "决定去留",
        "batch" => "与旧文档比较",
        other => other,
    }
}

/// The first line of a log that says what went wrong.
fn cause_in(log: &Path) -> Option<String> {
    let lines = BufReader::new(File::open(log).ok()?).lines().map_while(Result::ok);
    let found = lines
        .filter(|line| line.contains("Exception: ") || line.contains("Error: ") || line.contains(" ERROR "));
    found.map(|line| line.trim().chars().take(400).collect()).next()
}

/// Says on standard error what was found.
fn tell(plan: &Plan<'_>, counts: &BTreeMap<String, serde_json::Value>, seconds: &BTreeMap<String, f64>) {
    let count =
        |name: &str| grouped_digits(counts.get(name).and_then(serde_json::Value::as_u64).unwrap_or(0));
    let all: f64 = seconds.values().sum();
    let (documents, distinct, pairs) = (count("documents"), count("distinct"), count("pairs"));
    let groups = match (&plan.clean, plan.groups || plan.leaders) {
        (Some(_), _) => say!(
            ", {} of texts confirmed; {} documents dropped, {} held",
            "，经文本确认 {} 对；去除 {} 篇，暂不去除 {} 篇",
            count("confirmed"),
            count("dropped"),
            count("held")
        ),
        (None, true) => {
            say!(", {} groups of {} documents", "，{} 组共 {} 篇文档", count("groups"), count("grouped"))
        }
        (None, false) => String::new(),
    };
    let output = plan.output;
    if plan.against.is_some() {
        let found = count("found");
        return note(&say!(
            "{documents} new documents, {found} pairs with old ones within {}; {all:.0} s: {output}",
            "{documents} 篇新文档，与旧文档距离不超过 {} 的有 {found} 对；{all:.0} 秒：{output}",
            plan.k
        ));
    }
    note(&say!(
        "{documents} documents, {distinct} distinct signatures, {pairs} pairs of them within {}{groups}; {all:.0} s: {output}",
        "{documents} 篇文档，{distinct} 个不同签名，其中距离不超过 {} 的有 {pairs} 对{groups}；{all:.0} 秒：{output}",
        plan.k
    ));
}
