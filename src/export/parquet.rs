//! Rows into a Parquet file.

#[cfg(not(feature = "parquet"))]
mod absent;
#[cfg(feature = "parquet")]
mod file;

#[cfg(not(feature = "parquet"))]
pub(super) use absent::File;
#[cfg(feature = "parquet")]
pub(super) use file::File;

/// The key under which a Parquet file holds the recipe of its signatures, as TOML; where two recipes were compared, with
/// `-a` and `-b` behind it.
pub const RECIPE_KEY: &str = "simscope.recipe";
