//! Noticing that the other end is gone when it could not say so: a machine that sleeps, lost its
//! network or its power. Else a wait would count for one until its time is over, and the person who
//! reads "an agent waits" be told something that is not so.

use std::io;
use std::time::Duration;

use rustix::net::sockopt;
use tokio::net::TcpStream;

/// After so long without a word the other end is asked whether it is there, then as often as this,
/// and so many times.
const QUIET: Duration = Duration::from_secs(15);
const ASK_AGAIN: Duration = Duration::from_secs(5);
const TIMES: u32 = 3;

/// What was sent and is not confirmed after this long never will be.
#[cfg(target_os = "linux")]
const UNCONFIRMED: Duration = Duration::from_secs(30);

/// Lets the system break a connection off whose other end is gone.
pub(crate) fn notice(stream: &TcpStream) -> io::Result<()> {
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, QUIET)?;
    sockopt::set_tcp_keepintvl(stream, ASK_AGAIN)?;
    sockopt::set_tcp_keepcnt(stream, TIMES)?;
    #[cfg(target_os = "linux")]
    {
        let millis = u32::try_from(UNCONFIRMED.as_millis()).unwrap_or(u32::MAX);
        sockopt::set_tcp_user_timeout(stream, millis)?;
    }
    Ok(())
}
