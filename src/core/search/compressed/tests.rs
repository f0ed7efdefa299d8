use super::*;
use proptest::prelude::*;

fn width(bits: u8) -> Bits {
    Bits::new(bits).unwrap()
}

/// Reproducible random words (SplitMix64).
fn random(n: usize) -> Vec<u64> {
    let mix = |z: u64, shift: u32, factor: u64| (z ^ z >> shift).wrapping_mul(factor);
    let scramble = |z| mix(mix(z, 30, 0xbf58_476d_1ce4_e5b9), 27, 0x94d0_49bb_1331_11eb);
    (1..=n as u64).map(|i| scramble(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).map(|z| z ^ z >> 31).collect()
}

/// Keys of a width, ascending, in the words that it takes.
fn sorted<S: Signature>(keys: &[u128], bits: Bits) -> Vec<S> {
    let mut keys: Vec<S> = keys.iter().map(|key| S::truncated(key & bits.mask())).collect();
    keys.sort_unstable();
    keys
}

/// Checks everything that a table of these keys promises, against a plain list.
fn check<S: Signature>(keys: &[u128], bits: Bits, others: &[u128]) {
    let keys: Vec<S> = sorted(keys, bits);
    let table = Compressed::build(&keys, bits);
    assert_eq!((table.len(), table.is_empty()), (keys.len(), keys.is_empty()));
    assert!(table.iter().eq(keys.iter().copied()));
    assert_eq!(table.parts().blocks.len(), 1024 * table.blocks());
    assert_eq!(Compressed::from_parts(&table.parts()).as_ref(), Ok(&table));
    assert_eq!(table.compression().keys, keys.len() as u64);
    let near = keys.iter().step_by(1 + keys.len() / 20).flat_map(|&key| [key.into(), key.into() ^ 1]);
    for key in near.chain(others.iter().copied()).map(|key| S::truncated(key & bits.mask())) {
        assert_eq!(table.rank(key) as usize, keys.partition_point(|&other| other < key));
        for lead in [0, 1, bits.get() / 3, bits.get() / 2, bits.get() - 1, bits.get(), bits.get() + 1] {
            check_prefix(&table, &keys, key, lead);
        }
    }
    for rank in (0..keys.len()).step_by(1 + keys.len() / 50) {
        assert_eq!(table.key(rank as u32), keys[rank]);
    }
}

fn check_prefix<S: Signature>(table: &Compressed<S>, keys: &[S], key: S, lead: u8) {
    let prefix = |key: S| {
        let key: u128 = key.into();
        key.checked_shr(u32::from(table.bits().get().saturating_sub(lead))).unwrap_or(0)
    };
    let same = |&(_, &other): &(usize, &S)| lead == 0 || prefix(other) == prefix(key);
    let expected: Vec<_> =
        keys.iter().enumerate().filter(same).map(|(rank, &key)| (key, rank as u32)).collect();
    let mut found = Vec::new();
    let cost = table.each_with_prefix(key, lead, |key, rank| found.push((key, rank)));
    assert_eq!(found, expected, "lead {lead}");
    assert_eq!(cost.probes, 1);
    // Beside the keys found: the rest of the first block and one key after the last.
    let block = (0..table.blocks()).map(|block| table.read(block).count()).max().unwrap_or(0);
    assert!((expected.len()..=expected.len() + block).contains(&(cost.decoded as usize)));
}

fn check_both(keys: &[u128], bits: u8, others: &[u128]) {
    if bits <= 64 {
        check::<u64>(keys, width(bits), others);
    }
    check::<u128>(keys, width(bits), others);
}

const WIDTHS: [u8; 6] = [1, 13, 63, 64, 65, 128];

#[test]
fn one_key_and_none_come_back() {
    for bits in WIDTHS {
        for keys in [&[][..], &[0], &[1], &[u128::MAX]] {
            check_both(keys, bits, &[0, 1, u128::MAX]);
        }
    }
}

#[test]
fn equal_keys_take_one_bit_each_and_fill_more_than_a_block() {
    for bits in WIDTHS {
        for key in [0, 1, u128::MAX] {
            check_both(&[key; 20_000], bits, &[0, 1, u128::MAX]);
        }
    }
    let table = Compressed::build(&[7_u64; 20_000], Bits::DEFAULT);
    assert_eq!(table.ranks[1] as usize, block::most_keys(Bits::DEFAULT));
}

#[test]
fn two_values_come_back() {
    for bits in WIDTHS {
        let keys = [vec![0; 9000], vec![u128::MAX; 9000]].concat();
        check_both(&keys, bits, &[0, 1, u128::MAX]);
    }
}

#[test]
fn random_and_clustered_keys_come_back() {
    let random: Vec<u128> = random(4000).chunks(2).map(|two| u128::from_words([two[0], two[1]])).collect();
    let near = |&key: &u128| [key, key ^ 1 << 5, key ^ 3 << 40, key ^ 1 << 100, key];
    let clustered: Vec<u128> = random[..300].iter().flat_map(near).collect();
    for bits in WIDTHS {
        check_both(&random, bits, &random[..5]);
        check_both(&clustered, bits, &random[..5]);
        check_both(&(0..3000).collect::<Vec<_>>(), bits, &random[..5]);
    }
}

#[test]
#[should_panic = "keys must ascend"]
fn keys_out_of_order_are_refused() {
    Compressed::build(&[2_u64, 1], Bits::DEFAULT);
}

#[test]
#[should_panic = "wider than"]
fn keys_that_are_too_wide_are_refused() {
    Compressed::build(&[1_u64, 2, 256], width(8));
}

#[test]
fn the_expected_size_is_the_measured_one() {
    for (n, bits) in
        [(100_000, 64), (100_000, 40), (100_000, 20), (30_000, 14), (100_000, 128), (1_000_000, 64)]
    {
        let words = random(2 * n);
        let keys: Vec<u128> = words.chunks(2).map(|two| u128::from_words([two[0], two[1]])).collect();
        let compression = match bits {
            ..=64 => Compressed::<u64>::build(&sorted(&keys, width(bits)), width(bits)).compression(),
            _ => Compressed::<u128>::build(&sorted(&keys, width(bits)), width(bits)).compression(),
        };
        let (measured, expected) = (compression.bits_per_key(), expected_bits(n as f64, width(bits)));
        assert!((expected / measured - 1.0).abs() < 0.01, "{n} of {bits} bits: {expected} for {measured}");
    }
}

#[test]
fn statistics_are_those_of_a_table_that_one_can_work_out() {
    // 0, 1, 2, 3: positions 0, 1, 0 (codes of one bit), and one bit behind the one at position 1.
    let compression = Compressed::build(&[0_u64, 1, 2, 3], width(2)).compression();
    assert_eq!((compression.keys, compression.raw_bytes, compression.block_bytes), (4, 32, 1024));
    assert_eq!((compression.code_bits, compression.rest_bits), (1.0, 1.0 / 3.0));
    assert!((compression.position_entropy - 0.918_295_834).abs() < 1e-9);
    assert_eq!(compression.information_bits, 0.0);
}

#[test]
fn information_is_that_of_a_choice_among_sets() {
    let bound = information_bits(10_000_000.0, Bits::DEFAULT);
    assert!((bound - (64.0 - 1e7_f64.log2() + std::f64::consts::LOG2_E)).abs() < 1e-5);
    // log2 C(1024, 512) = 1018.67
    assert!((information_bits(512.0, width(10)) * 512.0 - 1018.67).abs() < 0.01);
    assert_eq!(information_bits(0.0, width(10)), 0.0);
    assert_eq!(expected_bits(0.0, width(10)), 0.0);
    for bits in 1..=128 {
        for n in [1.0, 2.0, 1e3, 1e9, 1e15] {
            assert!(
                expected_bits(n, width(bits)).is_finite() && information_bits(n, width(bits)).is_finite()
            );
        }
    }
}

/// A table with several blocks and duplicates.
fn sample() -> Compressed<u64> {
    let mut keys = random(1000);
    keys.extend_from_within(..50);
    keys.sort_unstable();
    Compressed::build(&keys, Bits::DEFAULT)
}

/// Checks a table from hostile bytes, if they are accepted at all.
fn check_parts<S: Signature>(parts: &Parts<'_>, key: S) {
    if let Ok(table) = Compressed::<S>::from_parts(parts) {
        assert!(table.iter().is_sorted());
        assert_eq!(table.iter().count(), table.len());
        table.rank(key);
        table.each_with_prefix(key, 7, |_, rank| assert!((rank as usize) < table.len()));
        table.compression();
    }
}

proptest! {
    #[test]
    fn any_keys_come_back(keys: Vec<u128>, bits in 1_u8..=128, others: [u128; 3], shift in 0_u32..128) {
        check_both(&keys, bits, &others);
        let close: Vec<u128> = keys.iter().map(|key| key >> shift).collect();
        check_both(&close, bits, &others);
    }

    #[test]
    fn garbage_in_place_of_parts_never_panics(
        bits in 1_u8..=128, blocks in 0_usize..3, keys in 1_u32..9000, seed: u64, key: u128,
        lengths in prop_oneof![prop::collection::vec(0_u8..14, 129), Just(vec![7; 129]), Just(vec![6; 64])],
        cut: bool,
    ) {
        let mut noise = random(blocks * 140 + 10).into_iter().map(|word| word ^ seed).flat_map(u64::to_le_bytes);
        let mut bytes = |count: usize| noise.by_ref().take(count).collect::<Vec<u8>>();
        let mut lengths = lengths;
        lengths.resize(usize::from(bits) + 1, 0);
        let parts = Parts {
            bits: width(bits),
            lengths: lengths.into(),
            lasts: bytes(blocks * if bits > 64 { 16 } else { 8 }).into(),
            ranks: (0..=blocks as u32).flat_map(|block| (block * keys).to_le_bytes()).collect(),
            blocks: bytes(blocks * 1024 - usize::from(cut && blocks > 0)).into(),
        };
        check_parts(&parts, key as u64);
        check_parts(&parts, key);
    }

    #[test]
    fn a_block_of_garbage_ends(
        words in prop::collection::vec(any::<u64>(), block::WORDS), lengths in prop::collection::vec(1_u64..1000, 129),
        bits in 1_u8..=128, keys in 0_usize..20_000,
    ) {
        let code = Code::of_lengths(&code::lengths(&lengths[..=usize::from(bits)])).unwrap();
        prop_assert!(Reader::<u128>::new(&code, width(bits), &words, keys).count() <= block::most_keys(width(bits)));
    }

    #[test]
    fn a_table_with_some_wrong_bytes_is_refused_or_sound(
        part in 0_usize..4, flips in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..8), 1..4), key: u64,
    ) {
        let table = sample();
        let mut parts = table.parts();
        let bytes = match part {
            0 => &mut parts.lengths,
            1 => &mut parts.lasts,
            2 => &mut parts.ranks,
            _ => &mut parts.blocks,
        };
        for (at, bit) in flips {
            let bytes = bytes.to_mut();
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        check_parts(&parts, key);
    }
}
