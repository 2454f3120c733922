use std::net::{IpAddr, TcpListener};

use super::{agent, is_public};

#[test]
fn only_addresses_of_the_public_internet_are_called() {
    let check = |public: bool, addresses: &[&str]| {
        for address in addresses {
            let parsed: IpAddr = address.parse().unwrap();
            assert_eq!(is_public(parsed), public, "{address}");
        }
    };
    check(
        true,
        &[
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2000::",
            "2001:200::1",
            "2001:db7::1",
            "2606:4700:4700::1111",
            "3ffe::1",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ],
    );
    check(
        false,
        &[
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "1fff::1",
            "2001::1",
            "2001:1ff::1",
            "2001:db8::1",
            "2002:a00:1::1",
            "3fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ],
    );
}

/// What the name leads to counts, and it is the connection's own lookup that is checked.
#[test]
fn a_name_that_leads_here_is_not_called() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let connects = |agent: ureq::Agent, host: &str| {
        let url = format!("https://{host}:{port}/push");
        std::thread::scope(|scope| {
            let sent = scope.spawn(move || agent.post(&url).send(&b""[..]).unwrap_err());
            // Who connects is hung up on, and so the call ends.
            while !sent.is_finished() {
                if listener.accept().is_ok() {
                    return true;
                }
                std::thread::yield_now();
            }
            listener.accept().is_ok()
        })
    };
    let hosts = ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]", "127.1"];
    for host in hosts {
        assert!(!connects(agent(false), host), "{host}");
        assert!(connects(agent(true), host), "{host}");
    }
}
