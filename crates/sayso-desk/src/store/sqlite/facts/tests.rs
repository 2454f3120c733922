use rusqlite::Connection;

use super::DECISIONS;
use crate::store::sqlite::schema::migrate;

/// A question may lie open under a hundred thousand messages: none of them is read for it.
#[test]
fn decisions_are_found_without_reading_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("sayso.db")).unwrap();
    migrate(&connection).unwrap();
    let plan = format!("EXPLAIN QUERY PLAN {DECISIONS}");
    let mut plan = connection.prepare(&plan).unwrap();
    let steps = plan.query_map(("s", 7), |row| row.get::<_, String>(3));
    let steps: Vec<String> = steps.unwrap().map(Result::unwrap).collect();
    let first = &steps[0];
    let expected = "SEARCH e USING INDEX event_decided (session=? AND seq>?)";
    assert_eq!(first, expected, "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("SCAN")), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("SORT")), "{steps:?}");
}
