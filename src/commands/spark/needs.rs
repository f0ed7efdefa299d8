//! What a job needs on this machine, found before it begins.

use crate::arguments::SparkArguments;
use crate::failure::Failure;
use simscope_core::display::say;
use std::env;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The programs of a job.
#[derive(Debug)]
pub(super) struct Needs {
    pub(super) spark_submit: PathBuf,
    /// The Python of the driver.
    pub(super) python: PathBuf,
    /// The simscope that the executors run.
    pub(super) program: PathBuf,
}

/// The oldest Java that runs Spark 4.
const JAVA: u32 = 17;

impl Needs {
    /// Finds all of it, or says what is missing.
    pub(super) fn find(arguments: &SparkArguments) -> Result<Self, Failure> {
        let program = match &arguments.program {
            Some(program) if !program.is_file() => {
                let program = program.display();
                return Err(Failure::Failed(say!(
                    "--program {program}: no such file",
                    "--program {program}：没有这个文件"
                )));
            }
            Some(program) => program.clone(),
            None => env::current_exe().map_err(|error| Failure::Failed(error.to_string()))?,
        };
        let spark_submit = spark_submit()?;
        check_java()?;
        let python = python(&spark_submit);
        check_python(&python)?;
        check_master(arguments.master.as_deref().unwrap_or_default())?;
        Ok(Self { spark_submit, python, program })
    }
}

/// The program of this name in the folders of `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn spark_submit() -> Result<PathBuf, Failure> {
    let home = env::var_os("SPARK_HOME").filter(|home| !home.is_empty());
    let of_home = home.map(|home| Path::new(&home).join("bin/spark-submit"));
    let found =
        of_home.map_or_else(|| in_path("spark-submit"), |file| Some(file).filter(|file| file.is_file()));
    found.ok_or_else(|| {
        Failure::Failed(say!(
            "spark-submit is not found: install Spark 4 (pip install 'pyspark[sql]'), or set SPARK_HOME",
            "找不到 spark-submit：请安装 Spark 4（pip install 'pyspark[sql]'），或设置 SPARK_HOME"
        ))
    })
}

fn check_java() -> Result<(), Failure> {
    let home = env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    let java = home.map_or_else(|| PathBuf::from("java"), |home| Path::new(&home).join("bin/java"));
    let said = Command::new(&java).arg("-version").stdin(Stdio::null()).output();
    let Some(version) = said.ok().filter(|said| said.status.success()) else {
        return Err(Failure::Failed(say!(
            "Java is not found: Spark 4 needs Java {JAVA} or newer; install it, or set JAVA_HOME",
            "找不到 Java：Spark 4 需要 Java {JAVA} 或更高版本；请安装，或设置 JAVA_HOME"
        )));
    };
    // `openjdk version "17.0.15" 2025-04-15`; before 9 it was `1.8.0`.
    let version = String::from_utf8_lossy(&version.stderr).into_owned();
    let major: Option<u32> =
        version.split('"').nth(1).and_then(|version| version.split(['.', '-', '+']).next()?.parse().ok());
    match major {
        Some(major) if major < JAVA => Err(Failure::Failed(say!(
            "this Java is version {major}: Spark 4 needs Java {JAVA} or newer; set JAVA_HOME",
            "此 Java 为版本 {major}：Spark 4 需要 Java {JAVA} 或更高版本；请设置 JAVA_HOME"
        ))),
        _ => Ok(()),
    }
}

/// The Python that the user chose for Spark, otherwise the one beside spark-submit, as pip installs them.
fn python(spark_submit: &Path) -> PathBuf {
    let chosen = ["PYSPARK_DRIVER_PYTHON", "PYSPARK_PYTHON"].into_iter().filter_map(env::var_os);
    let beside = spark_submit.with_file_name("python3");
    match chosen.filter(|python| !python.is_empty()).map(PathBuf::from).next() {
        Some(python) => python,
        None if beside.is_file() => beside,
        None => PathBuf::from("python3"),
    }
}

fn check_python(python: &Path) -> Result<(), Failure> {
    let said = Command::new(python).args(["-c", "import pyarrow"]).stdin(Stdio::null()).output();
    let python = python.display();
    match said {
        Err(error) => Err(Failure::Failed(say!(
            "{python}: {error}; set PYSPARK_PYTHON to a Python 3 with pyarrow",
            "{python}：{error}；请把 PYSPARK_PYTHON 设为带有 pyarrow 的 Python 3"
        ))),
        Ok(said) if !said.status.success() => Err(Failure::Failed(say!(
            "{python} has no pyarrow: {python} -m pip install pyarrow, or set PYSPARK_PYTHON to a Python that has it",
            "{python} 没有 pyarrow：请运行 {python} -m pip install pyarrow，或把 PYSPARK_PYTHON 设为带有它的 Python"
        ))),
        Ok(_) => Ok(()),
    }
}

/// Whether any host of `spark://HOST:PORT,HOST:PORT` takes a connection. Other masters are left to Spark.
fn check_master(master: &str) -> Result<(), Failure> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let Some(hosts) = master.strip_prefix("spark://") else { return Ok(()) };
    let mut why = String::new();
    for host in hosts.split(',') {
        let tried = host.to_socket_addrs().and_then(|mut addresses| {
            let address = addresses.next().ok_or(std::io::ErrorKind::AddrNotAvailable)?;
            TcpStream::connect_timeout(&address, PATIENCE)
        });
        match tried {
            Ok(_) => return Ok(()),
            Err(error) => why = error.to_string(),
        }
    }
    Err(Failure::Failed(say!(
        "--master {master}: cannot be reached: {why}",
        "--master {master}：无法连接：{why}"
    )))
}
