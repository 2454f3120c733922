//! The build script on a machine without Node: the desk is built all the same, and says so.

use std::path::Path;
use std::process::Command;

/// What the script says to cargo, and the table that it leaves.
fn run(script: &Path, search_path: &str) -> (String, String) {
    let out = tempfile::tempdir().unwrap();
    let done = Command::new(script)
        .env_clear()
        .env("PATH", search_path)
        .env("OUT_DIR", out.path())
        .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{complaints}");
    let table = std::fs::read_to_string(out.path().join("page.rs")).unwrap();
    (String::from_utf8(done.stdout).unwrap(), table)
}

#[test]
fn without_node_the_desk_is_built_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("build-script");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
    #[expect(
        clippy::disallowed_methods,
        reason = "the compiler that this was built with"
    )]
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition", "2024", "-A", "warnings", "-o"])
        .args([script.as_os_str(), source.as_os_str()])
        .status()
        .unwrap();
    assert!(compiled.success());

    let (said, table) = run(&script, "");
    let missing = "Node 20.19 or later is not installed";
    let warning = format!("cargo::warning=the desk is built without its page: {missing}");
    assert!(said.contains(&warning), "{said}");
    assert!(said.contains("cargo::rerun-if-env-changed=PATH"), "{said}");
    let expected = format!("pub(crate) const MISSING: Option<&str> = Some({missing:?});");
    assert!(table.contains(&expected), "{table}");
    assert!(!table.contains("File {"), "{table}");

    // A Node that cannot build it is told by its own words.
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    for (name, text) in [
        ("node", "#!/bin/sh\nexit 0\n"),
        ("npm", "#!/bin/sh\necho 'no such package' >&2\nexit 1\n"),
    ] {
        use std::os::unix::fs::PermissionsExt as _;
        let path = bin.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let (said, table) = run(&script, &bin.to_string_lossy());
    for told in [said, table] {
        assert!(told.contains("failed: no such package"), "{told}");
    }
}
