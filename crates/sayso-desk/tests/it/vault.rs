//! Secret words lie sealed, and open for the asker alone.

use std::os::unix::fs::PermissionsExt;

use sayso_core::id::InteractionId;
use sayso_core::secrets::Secret;
use sayso_desk::vault::{Vault, VaultError};

const ID: &str = "0197f0b28f0d7d3a9c3b5e1f2a4c6d80";

fn secret(interaction: &str, question: &str, words: &str) -> Secret {
    Secret {
        interaction: interaction.parse::<InteractionId>().unwrap(),
        question: question.into(),
        words: words.into(),
    }
}

#[test]
fn what_is_sealed_opens_where_it_belongs_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("secrets.key");
    let vault = Vault::with_key(&key);
    vault.prepare(|| Ok(false)).unwrap();
    for words in ["", "hunter2", "密码🔑", &"x".repeat(10_000)] {
        let plain = secret(ID, "token", words);
        let sealed = vault.seal(&plain).unwrap();
        assert!(words.is_empty() || !sealed.contains(words));
        assert_ne!(sealed, vault.seal(&plain).unwrap(), "no two are the same");
        assert_eq!(vault.open(&secret(ID, "token", &sealed)).unwrap(), words);
        let other = &ID.replace("80", "81");
        let changed = sealed.replacen(
            &sealed[2..4],
            if &sealed[2..4] == "00" { "01" } else { "00" },
            1,
        );
        for wrong in [
            secret(ID, "another", &sealed),
            secret(other, "token", &sealed),
            secret(ID, "token", &changed),
            secret(ID, "token", &sealed[..sealed.len() - 2]),
            secret(ID, "token", &sealed.replacen("1.", "2.", 1)),
            secret(ID, "token", "1."),
            secret(ID, "token", "1.zz"),
            secret(ID, "token", words),
        ] {
            let opened = vault.open(&wrong);
            assert!(matches!(opened, Err(VaultError::Unfit(_))), "{opened:?}");
        }
    }
    let mode = std::fs::metadata(&key).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_key_that_is_missing_or_another_is_said_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("secrets.key");
    let vault = Vault::with_key(&key);
    vault.prepare(|| Ok(false)).unwrap();
    let sealed = vault.seal(&secret(ID, "token", "hunter2")).unwrap();
    let open = || {
        vault
            .open(&secret(ID, "token", &sealed))
            .unwrap_err()
            .to_string()
    };
    for (content, words) in [
        (None, "key that is missing"),
        (Some(String::new()), "holds no key"),
        (Some("short".into()), "holds no key"),
        (Some("ab".repeat(31)), "holds no key"),
        (Some("ab".repeat(32)), "do not open with the key"),
    ] {
        match &content {
            None => std::fs::remove_file(&key).unwrap(),
            Some(content) => std::fs::write(&key, content).unwrap(),
        }
        assert!(open().contains(words), "{content:?}: {}", open());
        assert!(open().contains("secrets.key"));
    }
    assert!(
        vault.seal(&secret(ID, "token", "x")).is_ok(),
        "that is a key"
    );
    std::fs::write(&key, "short").unwrap();
    assert!(
        vault.seal(&secret(ID, "token", "x")).is_err(),
        "written over by nobody"
    );
}
