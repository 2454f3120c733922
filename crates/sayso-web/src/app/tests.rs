use super::names;

#[test]
fn a_desk_goes_by_the_names_it_was_given_and_by_its_addresses() {
    let local = ["localhost:7", "127.0.0.1:7", "[::1]:7"];
    for (hosts, address, expected) in [
        (
            &[][..],
            "127.0.0.1:7",
            [&["127.0.0.1:7"][..], &local].concat(),
        ),
        (&[], "[::1]:7", [&["[::1]:7"][..], &local].concat()),
        (&["a.test"], "192.0.2.1:7", vec!["a.test", "192.0.2.1:7"]),
        (
            &["a.test", "b.test:7"],
            "0.0.0.0:7",
            vec!["a.test", "b.test:7"],
        ),
        (&["a.test"], "[::]:7", vec!["a.test"]),
    ] {
        let hosts: Vec<String> = hosts.iter().map(|host| host.to_string()).collect();
        assert_eq!(names(&hosts, &[address.parse().unwrap()]), expected);
    }
}
