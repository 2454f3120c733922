use tokio_postgres::config::SslMode;

use super::Address;

/// A URL, and its schema, TLS and file of roots; none when it is refused.
type Row = (
    &'static str,
    Option<(&'static str, SslMode, Option<&'static str>)>,
);

#[test]
fn an_address_says_how_one_speaks_to_the_database() {
    let rows: &[Row] = &[
        (
            "postgres://u:p@db.example/x",
            Some(("sayso", SslMode::Require, None)),
        ),
        (
            "postgres://u@127.0.0.1:5433/x",
            Some(("sayso", SslMode::Disable, None)),
        ),
        (
            "postgres://u@localhost/x?sslmode=verify-full",
            Some(("sayso", SslMode::Require, None)),
        ),
        (
            "postgres://u@%2Frun%2Fpg/x?schema=team_2",
            Some(("team_2", SslMode::Disable, None)),
        ),
        (
            "postgres://u@db.example/x?sslmode=disable&schema=a",
            Some(("a", SslMode::Disable, None)),
        ),
        (
            "postgres://u@a,b/x?target_session_attrs=read-write&sslrootcert=%2Fetc%2Fca.pem",
            Some(("sayso", SslMode::Require, Some("/etc/ca.pem"))),
        ),
        (
            "postgres://u@localhost,db.example/x",
            Some(("sayso", SslMode::Require, None)),
        ),
        ("postgres://u@localhost/x?schema=A", None),
        ("postgres://u@localhost/x?schema=", None),
        ("postgres://u@localhost/x?schema=1a", None),
        ("postgres://u@localhost/x?schema=a;drop", None),
        ("postgres://u@localhost/x?sslrootcert=%zz", None),
        ("postgres://u@localhost/x?nonsense=1", None),
        ("mysql://u@localhost/x", None),
    ];
    for (url, expected) in rows {
        let got = Address::parse(url);
        match (got, expected) {
            (Ok(got), Some((schema, tls, roots))) => {
                assert_eq!(got.schema, *schema, "{url}");
                assert_eq!(got.config.get_ssl_mode(), *tls, "{url}");
                assert_eq!(got.roots, roots.map(Into::into), "{url}");
            }
            (Err(error), None) => {
                let text = error.to_string();
                assert!(text.contains("the address of the database"), "{text}");
                assert!(!text.contains("u:p"), "a password is shown: {text}");
            }
            (got, _) => panic!("{url}: {got:?}"),
        }
    }
}
