//! A node in a network namespace of its own, tied to the database by a pair of virtual links.

use std::fs::File;
use std::process::Command;
use std::thread;

use own_postgres::{Server, Stop};
use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

use super::Node;
use crate::desk::Desk;
use crate::running::until;
use crate::stage::Stage;

/// The database, and both ends of the link; there is no way out from here.
const DATABASE: &str = "10.77.0.1";
const NEAR: &str = "10.77.0.3/24";
const FAR: &str = "10.77.0.2/24";

/// Waits for its end of the link, and becomes the node.
const BEGIN: &str = "ip link set lo up
    until ip link show far > /dev/null 2>&1; do sleep 0.05; done
    ip address add $0 dev far && ip link set far up && exec \"$@\"";

/// The namespace of a node.
pub(super) struct Namespace {
    net: File,
}

/// A server that can be reached over the link.
pub(super) fn server() -> Server {
    ip(&format!("address add {DATABASE}/32 dev lo"));
    let listen = format!("listen_addresses=127.0.0.1,{DATABASE}");
    let settings = ["fsync=off", "max_connections=200", &listen];
    let mut server = Server::start(&settings).unwrap();
    let rules = server.folder().join("data/pg_hba.conf");
    let all = std::fs::read_to_string(&rules).unwrap();
    std::fs::write(&rules, format!("{all}\nhost all all {FAR} trust\n")).unwrap();
    server.stop(Stop::Fast);
    server.go_on().unwrap();
    server
}

impl Namespace {
    /// A node in a namespace of its own.
    pub(super) fn node(server: &Server) -> (Node, Self) {
        let stage = Stage::new();
        let store = format!(
            "postgres://sayso@{DATABASE}:{}/postgres?sslmode=disable",
            server.port()
        );
        let serve = [
            "sayso",
            "serve",
            "--listen",
            "127.0.0.1:7320",
            "--store",
            &store,
        ];
        let call = stage
            .program("unshare", ["--net", "sh", "-c", BEGIN, FAR])
            .args(serve);
        let running = call.begin();
        let pid = running.pid().as_raw_nonzero().get();
        until_apart(pid);
        ip(&format!(
            "link add near type veth peer name far netns {pid}"
        ));
        ip(&format!("address add {NEAR} dev near"));
        ip("link set near up");
        let net = File::open(format!("/proc/{pid}/ns/net")).unwrap();
        let desk = Desk::watched(&stage, running);
        let node = Node {
            stage,
            port: 7320,
            store,
            desk: Some(desk),
        };
        (node, Self { net })
    }

    /// Cuts the link, or mends it.
    pub(super) fn cut(&self, cut: bool) {
        ip(if cut {
            "link set near down"
        } else {
            "link set near up"
        });
    }

    /// Does this where the node is.
    pub(super) fn inside<T: Send>(&self, call: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            let called = scope.spawn(|| {
                let kind = Some(LinkNameSpaceType::Network);
                move_into_link_name_space(std::os::fd::AsFd::as_fd(&self.net), kind).unwrap();
                call()
            });
            called.join().unwrap()
        })
    }
}

/// Waits until the process has a namespace of its own: the link's end must not stay here.
fn until_apart(pid: i32) {
    let net = |of: &str| std::fs::read_link(format!("/proc/{of}/ns/net")).unwrap();
    until("the node has a namespace of its own", || {
        net(&pid.to_string()) != net("self")
    });
}

fn ip(arguments: &str) {
    let done = Command::new("ip")
        .args(arguments.split(' '))
        .output()
        .unwrap();
    assert!(done.status.success(), "ip {arguments}: {done:?}");
}
