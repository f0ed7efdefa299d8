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
    assert!(table.iter().eq(keys.iter().copied()));
    let near = keys.iter().step_by(1 + keys.len() / 20).flat_map(|&key| [key.into(), key.into() ^ 1]);
    for key in near.chain(others.iter().copied()).map(|key| S::truncated(key & bits.mask())) {
        for lead in [0, 1, bits.get() / 3, bits.get() / 2, bits.get() - 1, bits.get(), bits.get() + 1] {
            check_prefix(&table, &keys, key, lead);
        }
    }
}

fn check_prefix<S: Signature>(table: &Compressed<S>, keys: &[S], key: S, lead: u8) {
    let prefix = |key: S| {
        let key: u128 = key.into();
        key.checked_shr(u32::from(table.bits.get().saturating_sub(lead))).unwrap_or(0)
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
    assert_eq!(table.ranks[1] as usize, 1 + block::BITS - 64);
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

proptest! {
    #[test]
    fn any_keys_come_back(keys: Vec<u128>, bits in 1_u8..=128, others: [u128; 3], shift in 0_u32..128) {
        check_both(&keys, bits, &others);
        let close: Vec<u128> = keys.iter().map(|key| key >> shift).collect();
        check_both(&close, bits, &others);
    }

    #[test]
    fn a_block_of_garbage_ends(
        words in prop::collection::vec(any::<u64>(), block::WORDS), lengths in prop::collection::vec(1_u64..1000, 129),
        bits in 1_u8..=128, keys in 0_usize..20_000,
    ) {
        let code = Code::of_lengths(&code::lengths(&lengths[..=usize::from(bits)])).unwrap();
        prop_assert!(Reader::<u128>::new(&code, width(bits), &words, keys).count() <= 1 + block::BITS - usize::from(bits));
    }
}
