use super::*;

#[track_caller]
fn check_drift(on_disk: Option<&str>, generated: &str, drifts: bool) {
    let root = tempfile::tempdir().unwrap();
    let path = "schema/wire.json";
    if let Some(contents) = on_disk {
        write(&root.path().join(path), contents).unwrap();
    }
    let files = [(path.to_owned(), generated.to_owned())];
    assert_eq!(!drifted(root.path(), &files).is_empty(), drifts);
}

#[test]
fn a_file_drifts_when_it_is_missing_or_differs() {
    check_drift(Some("{}\n"), "{}\n", false);
    check_drift(Some("{}"), "{}\n", true);
    check_drift(None, "{}\n", true);
}

#[test]
fn the_generated_files_are_up_to_date() {
    if let Err(error) = check() {
        panic!("{error}");
    }
}
