use std::io::Write;
use std::net::{SocketAddr, TcpListener};

use super::balancer::Balancer;

#[test]
fn the_next_node_that_is_there_takes_the_connection() {
    let node = || TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let (one, gone, three) = (node(), node(), node());
    let address = |node: &TcpListener| node.local_addr().unwrap();
    let all: Vec<SocketAddr> = [&one, &gone, &three].map(address).into();
    drop(gone);
    let balancer = Balancer::new(all.clone());
    let taken: Vec<SocketAddr> = (0..6)
        .map(|_| {
            let mut taken = balancer.take().unwrap();
            taken.write_all(b"hello").unwrap();
            taken.peer_addr().unwrap()
        })
        .collect();
    let expected = [0, 2, 2, 0, 2, 2].map(|n: usize| all[n]);
    assert_eq!(taken, expected);
    drop((one, three));
    assert!(balancer.take().is_none());
}
