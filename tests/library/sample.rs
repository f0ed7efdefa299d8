//! What samples/README.md says of the built-in sample holds.

use simscope::corpus::Corpus;
use simscope::groups::Dendrogram;
use simscope::hamming::{Signatures, distance};
use simscope::progress::Progress;
use simscope::recipe::{Recipe, Weighting};
use simscope::simhash::sign_corpus;

struct Sample {
    corpus: Corpus,
    signatures: Signatures,
    tree: Dendrogram,
}

impl Sample {
    fn hashed() -> Self {
        Self::hashed_by(&Recipe::default())
    }

    fn hashed_by(recipe: &Recipe) -> Self {
        simscope::provide_sample();
        let (corpus, progress) = (Corpus::builtin(), Progress::new());
        let signed = sign_corpus(&corpus, recipe, None, &progress).expect("nothing cancels");
        let mut signatures = Signatures::new(recipe.bits);
        signatures.extend(signed.iter().map(|one| one.signature));
        let documents: Vec<u32> = (0..signatures.len() as u32).collect();
        let tree = Dendrogram::build(&signatures, &documents, &progress).expect("nothing cancels");
        Self { corpus, signatures, tree }
    }

    fn index(&self, id: &str) -> u32 {
        self.corpus.iter().position(|document| document.id == id).unwrap_or_else(|| panic!("no {id}")) as u32
    }

    fn apart(&self, a: &str, b: &str) -> u8 {
        let signature = |id| self.signatures.get(self.index(id) as usize);
        distance(signature(a), signature(b))
    }

    /// Ids of a story's parts in one group at k.
    fn together(&self, story: &str, k: u8) -> Vec<Vec<u32>> {
        let groups = self.tree.cut(k);
        let mut parts: Vec<Vec<u32>> = Vec::new();
        let mut last = None;
        for part in 1..=6u32 {
            let index = self.index(&format!("{story}-{part}"));
            let group = groups.number_of(index);
            if group.is_some() && group == last {
                parts.last_mut().expect("a group has begun").push(part);
            } else {
                parts.push(vec![part]);
            }
            last = group;
        }
        parts
    }
}

#[test]
fn two_stories_are_chains() {
    let sample = Sample::hashed();
    for (story, steps, ends) in
        [("wire-en/bridge", [3, 2, 2, 3, 2], 12), ("wire-zh/ferry", [2, 3, 3, 2, 3], 13)]
    {
        let id = |part: usize| format!("{story}-{part}");
        for (part, step) in steps.into_iter().enumerate() {
            assert_eq!(sample.apart(&id(part + 1), &id(part + 2)), step, "{story} {}", part + 1);
        }
        assert_eq!(sample.apart(&id(1), &id(6)), ends);
        assert_eq!(sample.together(story, 3), [vec![1, 2, 3, 4, 5, 6]]);
    }
    assert_eq!(sample.together("wire-en/bridge", 2), [vec![1], vec![2, 3, 4], vec![5, 6]]);
    assert_eq!(sample.together("wire-zh/ferry", 2), [vec![1, 2], vec![3], vec![4, 5], vec![6]]);
}

#[test]
fn duplicates_are_exact_or_near_as_said() {
    let sample = Sample::hashed();
    for (a, b, d) in [
        ("press-en/fair-morning-post", "press-en/fair-coast-weekly", 0),
        ("press-zh/library-chenbao", "press-zh/library-wang", 0),
        ("press-en/fair-morning-post", "press-en/fair-radio-page", 0),
        ("press-en/fair-morning-post", "press-en/fair-evening-echo", 2),
        ("press-zh/library-chenbao", "press-zh/library-wanbao", 4),
        ("press-zh/library-chenbao", "press-zh/library-guangbo", 8),
        ("press-en/fair-radio-page", "press-en/fair-evening-echo", 2),
        ("licence/MIT", "licence/MIT-0", 5),
        ("licence/BSD-1-Clause", "licence/BSD-2-Clause", 4),
        ("note-en/1", "note-en/3", 0),
        ("note-en/1", "note-en/2", 8),
        ("note-zh/1", "note-zh/2", 12),
        ("tang/a/10000#951", "wire-en/bridge-2", 17),
    ] {
        assert_eq!(sample.apart(a, b), d, "{a} and {b}");
    }
}

#[test]
fn the_steps_of_a_story_add_up() {
    let sample = Sample::hashed();
    for (story, steps) in [("wire-en/bridge", [3, 2, 2, 3, 2]), ("wire-zh/ferry", [2, 3, 3, 2, 3])] {
        for last in 2..=6 {
            let sum: u8 = steps[..last - 1].iter().sum();
            assert_eq!(
                sample.apart(&format!("{story}-1"), &format!("{story}-{last}")),
                sum,
                "{story} {last}"
            );
        }
    }
}

#[test]
fn five_poems_differ_at_most_in_their_line_ends() {
    let sample = Sample::hashed();
    let pairs: Vec<&str> =
        sample.corpus.iter().map(|document| document.id).filter(|id| id.starts_with("tang/")).collect();
    let equal = pairs.chunks(2).filter(|pair| sample.apart(pair[0], pair[1]) == 0).count();
    assert_eq!((pairs.len(), equal), (18, 5));
}

#[test]
fn unrelated_stories_are_far_apart_unless_every_occurrence_weighs() {
    let nearest = |weighting| {
        let sample = Sample::hashed_by(&Recipe { weighting, ..Recipe::default() });
        let ids = |prefix| {
            sample.corpus.iter().map(|document| document.id).filter(move |id| id.starts_with(prefix))
        };
        let distances = ids("wire-en/").flat_map(|wire| ids("press-en/").map(move |press| (wire, press)));
        distances.map(|(wire, press)| sample.apart(wire, press)).min()
    };
    assert_eq!(nearest(Weighting::Uniform), Some(19));
    assert_eq!(nearest(Weighting::Tf), Some(7));
}
