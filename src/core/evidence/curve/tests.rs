//! By hand.

use super::*;

#[test]
fn the_best_k_is_the_smallest_of_the_best_f1() {
    assert_eq!(best([(2, 2.0), (4, 3.0), (8, 4.0)].into_iter(), 4.0), Some(1), "4/6, 6/8, 8/12");
    assert_eq!(best([(2, 2.0), (2, 2.0)].into_iter(), 2.0), Some(0));
    assert_eq!(best([(2, 0.0), (9, 0.0)].into_iter(), 4.0), None);
    assert_eq!(best([(0, 0.0), (3, 3.0)].into_iter(), 1.0), Some(1), "the whole is at least what was found");
    assert_eq!(best([].into_iter(), 4.0), None);
}
