//! A small balancer: each connection goes to the next node that takes it.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How long a node may take to take a connection.
const TAKE: Duration = Duration::from_millis(500);

/// Gives connections out in turn.
pub(super) struct Balancer {
    nodes: Vec<SocketAddr>,
    next: AtomicUsize,
}

impl Balancer {
    pub(super) fn new(nodes: Vec<SocketAddr>) -> Arc<Self> {
        Arc::new(Self {
            nodes,
            next: AtomicUsize::new(0),
        })
    }

    pub(super) fn run(self: Arc<Self>, listener: &TcpListener) {
        for near in listener.incoming().flatten() {
            let balancer = self.clone();
            thread::spawn(move || {
                if let Some(far) = balancer.take() {
                    let _ = carry(near, far);
                }
            });
        }
    }

    /// A connection to the next node that takes one.
    pub(super) fn take(&self) -> Option<TcpStream> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let nodes = self.nodes.iter().cycle().skip(first % self.nodes.len());
        let mut nodes = nodes.take(self.nodes.len());
        nodes.find_map(|node| TcpStream::connect_timeout(node, TAKE).ok())
    }
}

fn carry(near: TcpStream, far: TcpStream) -> io::Result<()> {
    let (mut from_far, mut to_near) = (far.try_clone()?, near.try_clone()?);
    let back = thread::spawn(move || {
        let _ = io::copy(&mut from_far, &mut to_near);
        let _ = to_near.shutdown(Shutdown::Both);
    });
    let (mut from_near, mut to_far) = (near, far);
    let _ = io::copy(&mut from_near, &mut to_far);
    let _ = to_far.shutdown(Shutdown::Write);
    let _ = back.join();
    Ok(())
}
