//! The order in which C++'s `std::partial_sort` leaves items that compare equal.
//!
//! The C++ standard leaves it open, so it is that of one library: GCC's libstdc++ (`bits/stl_algo.h`: a heap of
//! the first `top` items, worst on top, into which better items are exchanged, then sorted; `bits/stl_heap.h`:
//! a hole sinks to the bottom along the better children, then the value rises).

/// Sorts the first `top` items as libstdc++ does; the order of the others is unspecified. A `top` beyond the
/// end means all.
pub fn partial_sort<T>(items: &mut [T], top: usize, less: impl Fn(&T, &T) -> bool) {
    let top = top.min(items.len());
    if top == 0 {
        return;
    }
    for root in (0..top / 2).rev() {
        sink(&mut items[..top], root, &less);
    }
    for at in top..items.len() {
        if less(&items[at], &items[0]) {
            items.swap(at, 0);
            sink(&mut items[..top], 0, &less);
        }
    }
    for end in (1..top).rev() {
        items.swap(0, end);
        sink(&mut items[..end], 0, &less);
    }
}

/// Restores the heap below `root`: the item first sinks to a leaf, then rises.
fn sink<T>(heap: &mut [T], root: usize, less: &impl Fn(&T, &T) -> bool) {
    let mut at = root;
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let child = match heap.len() {
            len if right < len && less(&heap[right], &heap[left]) => left,
            len if right < len => right,
            len if left < len => left,
            _ => break,
        };
        heap.swap(at, child);
        at = child;
    }
    while at > root {
        let parent = (at - 1) / 2;
        if !less(&heap[parent], &heap[at]) {
            break;
        }
        heap.swap(parent, at);
        at = parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts (weight, number) by descending weight alone, and compares the numbers with the output of a program
    /// compiled with g++ 12.2.
    fn check(weights: &[u8], top: usize, expected: &[usize]) {
        let mut items: Vec<(u8, usize)> = weights.iter().copied().zip(0..).collect();
        partial_sort(&mut items, top, |a, b| a.0 > b.0);
        let order: Vec<usize> = items.iter().take(top).map(|item| item.1).collect();
        assert_eq!(order, expected, "of {weights:?}, the top {top}");
    }

    #[test]
    fn equal_items_are_ordered_as_libstdcpp_does() {
        check(&[], 3, &[]);
        check(&[1, 2], 0, &[]);
        check(&[0], 1, &[0]);
        check(&[0, 0, 0, 0, 0], 5, &[3, 4, 1, 0, 2]);
        check(&[0, 1, 0, 0, 1, 0], 3, &[4, 1, 0]);
        check(&[0, 0, 0, 0, 0, 0, 0, 0, 0], 4, &[1, 3, 0, 2]);
        check(&[1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1], 5, &[0, 4, 5, 6, 2]);
        check(
            &[0, 1, 0, 1, 2, 2, 1, 1, 2, 0, 2, 2, 1, 2, 2, 1],
            16,
            &[8, 10, 4, 14, 11, 5, 13, 7, 15, 1, 12, 3, 6, 9, 0, 2],
        );
        check(
            &[1, 0, 2, 2, 2, 2, 2, 1, 2, 2, 1, 0, 0, 1, 2, 2, 2],
            20,
            &[8, 4, 15, 16, 5, 3, 9, 2, 6, 14, 7, 10, 0, 13, 1, 11, 12],
        );
        check(
            &[1, 0, 0, 0, 1, 1, 1, 1, 0, 2, 0, 1, 2, 0, 2, 2, 0, 0, 1, 1, 2, 0, 0, 1, 2],
            7,
            &[20, 9, 24, 15, 14, 12, 7],
        );
        check(
            &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            5,
            &[3, 4, 1, 0, 2],
        );
    }
}
