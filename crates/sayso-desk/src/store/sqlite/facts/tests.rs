use rusqlite::Connection;

use super::TOUCHES;
use crate::store::sqlite::schema::migrate;

/// A question may lie open under a hundred thousand messages: none of them is read for it.
#[test]
fn what_touches_a_question_is_found_without_reading_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("sayso.db")).unwrap();
    migrate(&connection).unwrap();
    let plan = format!("EXPLAIN QUERY PLAN {TOUCHES}");
    let mut plan = connection.prepare(&plan).unwrap();
    let steps = plan.query_map([[0_u8; 16]], |row| row.get::<_, String>(3));
    let steps: Vec<String> = steps.unwrap().map(Result::unwrap).collect();
    let expected = "SEARCH touches USING PRIMARY KEY (interaction=?)";
    assert_eq!(steps, [expected]);
}
