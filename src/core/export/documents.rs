//! Documents and their signatures, in any format.

use super::{Cell, Column, Format, Rows};
use crate::corpus::{Corpus, SignatureFormat};
use crate::groups::{Dendrogram, Groups};
use crate::hamming::Signatures;
use crate::recipe::{Bits, Recipe};
use std::io::{self, Write};

/// The signatures of documents, as `sign` and the explorer write them.
pub struct Documents<'a> {
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// Their width.
    pub bits: Bits,
    /// By document.
    pub signatures: &'a Signatures,
    /// By document; empty if not known.
    pub features: &'a [u32],
    /// The documents to write; all of them if `None`.
    pub documents: Option<&'a [u32]>,
    /// Additional columns.
    pub surroundings: Option<Surroundings<'a>>,
    /// How signatures are written.
    pub format: SignatureFormat,
}

/// Text, neighbours and group of each document, as far as they are known.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The texts and labels.
    pub corpus: &'a Corpus,
    /// For the nearest neighbours.
    pub tree: Option<&'a Dendrogram>,
    /// For the groups.
    pub groups: Option<&'a Groups>,
}

const SURROUNDINGS: [Column; 6] = [
    Column::whole("chars"),
    Column::text("nearest").optional(),
    Column::count("distance").optional(),
    Column::count("group").optional(),
    Column::count("size").optional(),
    Column::text("label").optional(),
];

impl Documents<'_> {
    /// The columns of signatures of this width; `format` as in [`Documents`].
    pub fn columns(bits: Bits, format: SignatureFormat) -> [Column; 4] {
        let signature = Column::signature("signature", bits);
        [
            Column::text("id"),
            if format == SignatureFormat::Signed { signature.signed() } else { signature },
            Column::count("bits"),
            Column::count("features").optional(),
        ]
    }

    /// Writes a row for each document.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let mut columns = Self::columns(self.bits, self.format).to_vec();
        if let Some(Surroundings { corpus, .. }) = self.surroundings {
            // Documents that were just read may not be signed yet.
            columns[1] = columns[1].optional();
            columns.extend(SURROUNDINGS);
            // A note in the place of a text has no length.
            if !corpus.has_texts() {
                columns[4] = columns[4].optional();
            }
        }
        let mut rows = Rows::new(format, &columns, recipes, out)?;
        let mut row = |document: u32| {
            let at = document as usize;
            let signature = self.signatures.try_get(at);
            let own = [
                (self.id)(document).into(),
                signature.map(|signature| Cell::Signature(signature, self.bits, self.format)).into(),
                self.bits.get().into(),
                self.features.get(at).copied().into(),
            ];
            match self.surroundings {
                Some(surroundings) => {
                    rows.write(&[&own[..], &surroundings.cells(document, self.signatures)].concat())
                }
                None => rows.write(&own),
            }
        };
        let all = self.surroundings.map_or(self.signatures.len(), |surroundings| surroundings.corpus.len());
        match self.documents {
            Some(documents) => documents.iter().try_for_each(|&document| row(document)),
            None => (0..all as u32).try_for_each(row),
        }?;
        rows.finish()
    }
}

impl<'a> Surroundings<'a> {
    fn cells(&self, document: u32, signatures: &Signatures) -> [Cell<'a>; SURROUNDINGS.len()] {
        let shown = self.corpus.get(document as usize);
        let nearest = self.tree.and_then(|tree| tree.nearest(document, signatures));
        let group = self.groups.and_then(|groups| Some((groups, groups.number_of(document)?)));
        [
            self.corpus.has_texts().then(|| shown.text.chars().count()).into(),
            nearest.map(|(other, _)| self.corpus.get(other as usize).id).into(),
            nearest.map(|(_, distance)| distance).into(),
            group.map(|(_, number)| number).into(),
            group.map(|(groups, number)| groups.run(number).len).into(),
            shown.label.into(),
        ]
    }
}
