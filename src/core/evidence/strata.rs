//! Shares that can only fall.

/// Isotonic regression to values that never rise, by pooling adjacent violators (Ayer et al., "An empirical distribution
/// function for sampling with incomplete information", 1955), weighted.
pub(super) fn fall(values: &mut [f64], weights: &[u64]) {
    // Sum of value times weight, weight, length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (&value, &weight) in values.iter().zip(weights) {
        let weight = weight as f64;
        let mut block = (value * weight, weight, 1);
        while let Some(&(sum, of, len)) = blocks.last()
            && (of == 0.0 || block.1 == 0.0 || sum * block.1 < block.0 * of)
        {
            block = (block.0 + sum, block.1 + of, block.2 + len);
            blocks.pop();
        }
        blocks.push(block);
    }
    let pooled = blocks.into_iter().flat_map(|(sum, weight, len)| {
        std::iter::repeat_n(if weight > 0.0 { sum / weight } else { 0.0 }, len)
    });
    values.iter_mut().zip(pooled).for_each(|(value, pooled)| *value = pooled);
}

#[cfg(test)]
mod tests;
