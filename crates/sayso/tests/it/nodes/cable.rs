//! A connection to the database that can be cut: nothing gets through, nobody is told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// Carries connections to another port of this machine, unless it is cut.
pub(super) struct Cable {
    pub(super) address: SocketAddr,
    cut: Arc<(Mutex<bool>, Condvar)>,
}

impl Cable {
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let cut = Arc::new((Mutex::new(false), Condvar::new()));
        let gate = cut.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let far = TcpStream::connect(("127.0.0.1", port)).unwrap();
                let back = (far.try_clone().unwrap(), near.try_clone().unwrap());
                for (from, to) in [(near, far), back] {
                    let gate = gate.clone();
                    thread::spawn(move || carry(from, to, &gate));
                }
            }
        });
        Self { address, cut }
    }

    pub(super) fn cut(&self, cut: bool) {
        *self.cut.0.lock().unwrap() = cut;
        self.cut.1.notify_all();
    }
}

/// What was sent before the cut and not delivered arrives after it: as it does in a network.
fn carry(mut from: TcpStream, mut to: TcpStream, gate: &(Mutex<bool>, Condvar)) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        drop(
            gate.1
                .wait_while(gate.0.lock().unwrap(), |cut| *cut)
                .unwrap(),
        );
        if to.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Write);
}
