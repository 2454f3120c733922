use super::Coverage;

/// What was heard of, up to where one looks, and the gaps that are then found and filled.
type Row = (&'static [(u64, u64)], u64, &'static [(u64, u64)]);

#[test]
fn what_was_not_heard_of_is_found() {
    let rows: &[Row] = &[
        (&[], 10, &[]),
        (&[], 11, &[(11, 11)]),
        (&[(11, 14)], 14, &[]),
        (&[(11, 14)], 16, &[(15, 16)]),
        (&[(15, 16)], 16, &[(11, 14)]),
        (&[(15, 16)], 12, &[(11, 12)]),
        (&[(15, 16), (11, 14)], 16, &[]),
        (&[(13, 13), (16, 17)], 20, &[(11, 12), (14, 15), (18, 20)]),
        (&[(3, 12)], 13, &[(13, 13)]),
        (&[(12, 20), (12, 14)], 20, &[(11, 11)]),
        (&[(12, 14), (12, 20)], 20, &[(11, 11)]),
        (&[(12, 20), (15, 16)], 30, &[(11, 11), (21, 30)]),
    ];
    for (heard, upto, gaps) in rows {
        let mut coverage = Coverage::upto(10);
        for (first, last) in *heard {
            coverage.add(*first, *last);
        }
        let mut found = Vec::new();
        while let Some((first, last)) = coverage.gap(*upto) {
            found.push((first, last));
            coverage.add(first, last);
        }
        assert_eq!(found, *gaps, "{heard:?} up to {upto}");
    }
}
