//! The program: parse, dispatch, exit code; nothing else.
use simscope::corpus::{ReadOptions, Source};
use simscope::recipe::Recipe;
use simscope::tui::app::Start;
use simscope::tui::lang::Lang;
use simscope::tui::theme::{Depth, Theme};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let sources = if args.is_empty() {
        vec![Source::Builtin]
    } else {
        args.iter().map(|a| Source::Path(a.into())).collect()
    };
    let start = Start {
        sources,
        options: ReadOptions::default(),
        recipe: Recipe::default(),
        k: 3,
        has_mouse: true,
        theme: Theme {
            depth: Depth::from_environment(),
            is_dark: true,
            is_ascii: false,
        },
        lang: Lang::from_environment(),
    };
    if let Err(e) = simscope::tui::run(start) {
        eprintln!("{e}");
        std::process::exit(1);
    }
}
