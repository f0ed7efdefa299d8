//! The classroom: features made by hand, and lessons with pages, questions and numbers that are computed when they are shown.
//!
//! Both are TOML files; samples/lessons/README.md describes them.

mod class;
mod expression;
mod file;
mod functions;
mod handmade;
mod lesson;
mod library;
mod shown;

pub use class::{Class, Known};
pub use expression::{Expression, Value};
pub use file::BadLesson;
pub use functions::{Function, all as functions, parse_recipe};
pub use handmade::HandMade;
pub use lesson::{Lesson, Page, Question, SCREENS, Texts};
pub use library::{built_in, named};
pub use shown::{Block, Grade, Shown};
