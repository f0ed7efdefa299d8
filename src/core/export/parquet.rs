//! Writes rows into a Parquet file.

#[cfg(not(feature = "parquet"))]
mod absent;
#[cfg(feature = "parquet")]
mod file;

#[cfg(not(feature = "parquet"))]
pub(super) use absent::File;
#[cfg(feature = "parquet")]
pub(super) use file::File;

/// The metadata key of the recipe, as TOML; for two compared recipes with the suffixes `-a` and `-b`.
pub const RECIPE_KEY: &str = "simscope.recipe";
