//! Documents that are in memory already.

use std::sync::Arc;

use serde::Serialize;

/// A corpus that was not read from a file: the documents of a lesson, or made by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    name: Arc<str>,
    jsonl: Arc<[u8]>,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    text: &'a str,
}

impl Held {
    /// Documents, each with id and text, under this name.
    pub fn new<'a>(name: &str, documents: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut jsonl = Vec::new();
        for (id, text) in documents {
            // Two strings always become JSON.
            jsonl.extend(serde_json::to_vec(&Record { id, text }).unwrap_or_default());
            jsonl.push(b'\n');
        }
        Self { name: name.into(), jsonl: jsonl.into() }
    }

    /// What the corpus is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One record a line.
    pub fn bytes(&self) -> Arc<[u8]> {
        self.jsonl.clone()
    }
}
