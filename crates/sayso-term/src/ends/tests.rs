use std::process::Command;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level::raise;

use super::{Ends, told_to_end};
use crate::ended::Ended;
use crate::signals::{Signal, Signals};

/// Signals are everybody's: such a test has a process of its own.
fn alone(name: &str, test: impl FnOnce()) {
    #[expect(clippy::disallowed_methods, reason = "the one word between both runs")]
    let inside = std::env::var_os("SAYSO_TEST_ALONE").is_some();
    if inside {
        return test();
    }
    let done = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env("SAYSO_TEST_ALONE", "1")
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&done.stdout);
    let passed = done.status.success() && out.contains("1 passed");
    assert!(passed, "{name}: {} {out}", done.status);
}

/// A panel was up and is gone, and the next is not up yet: nothing is lost, and nobody dies.
#[test]
fn what_comes_between_two_panels_is_heard() {
    alone(
        "ends::tests::what_comes_between_two_panels_is_heard",
        || {
            let ends = Ends::listen(true).unwrap();
            drop(Signals::listen_as_panel().unwrap());
            raise(SIGINT).unwrap();
            assert_eq!(told_to_end(), Some(Ended::Interrupted));
            let next = Signals::listen_as_panel().unwrap();
            assert_eq!(next.heard(), Some(Signal::Interrupt));
            drop(next);
            assert!(ends.was_interrupted() && !ends.was_interrupted());
            assert_eq!(told_to_end(), None);
            assert_eq!(Signals::listen().unwrap().heard(), None);
            raise(SIGTERM).unwrap();
            assert!(ends.shall_end());
            assert_eq!(told_to_end(), Some(Ended::Gone));
            assert_eq!(Signals::listen().unwrap().heard(), Some(Signal::End));
        },
    );
}

/// The terminal of one that was started to outlive it may close.
#[test]
fn a_hangup_can_be_none_of_its_business() {
    alone("ends::tests::a_hangup_can_be_none_of_its_business", || {
        let ends = Ends::listen(false).unwrap();
        drop(Signals::listen_as_panel().unwrap());
        raise(SIGHUP).unwrap();
        assert!(!ends.shall_end());
    });
}
