//! Follows the log and tells everyone who wants to be told.

use std::time::Duration;

use sayso_core::event::Event;
use sayso_desk::store::{Found, Reader};
use ureq::Agent;

use super::address::Address;
use super::notice::Notice;
use super::seal::seal;
use crate::app::App;

/// Facts looked at at once.
const PAGE: usize = 512;
/// How long a service may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a service keeps what it cannot deliver yet: a day, in seconds.
const KEEP: &str = "86400";

/// Tells whoever wants to be told of every question that comes and goes, from now on. While nobody
/// does, the log is not looked at.
pub(crate) async fn deliver(app: App) {
    let Some(addresses) = &app.addresses else {
        return;
    };
    let mut changes = app.handle.changes();
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(0)
        .http_status_as_error(false)
        .build()
        .into();
    let Ok(mut place) = app.handle.reader().last_place() else {
        return;
    };
    addresses.begin(place);
    let mut wanted = addresses.wanted();
    loop {
        // What comes after this is seen, or calls for another look.
        changes.mark_unchanged();
        let since = *wanted.borrow_and_update();
        let woken = match since {
            Some(since) => {
                let (from, on, agent) = (place.max(since), app.clone(), agent.clone());
                let done = tokio::task::spawn_blocking(move || tell_news(&on, &agent, from)).await;
                place = done.unwrap_or(from);
                changes.changed().await
            }
            None => wanted.changed().await,
        };
        if woken.is_err() {
            return;
        }
    }
}

/// Tells what is new after a place, and says how far it got.
fn tell_news(app: &App, agent: &Agent, mut place: u64) -> u64 {
    let reader = app.handle.reader();
    loop {
        let Ok(lines) = reader.log(place, PAGE) else {
            return place;
        };
        let Some(last) = lines.last().map(|line| line.place) else {
            return place;
        };
        let everyone = everyone(app);
        for line in lines.iter().filter(|_| !everyone.is_empty()) {
            let event = serde_json::from_str(&line.body).ok();
            let notice = event.and_then(|event| notice_of(reader, event));
            if let Some(notice) = notice {
                for address in &everyone {
                    tell(app, agent, address, &notice);
                }
            }
        }
        place = last;
    }
}

/// Everyone who is told. A browser that was signed out is forgotten.
fn everyone(app: &App) -> Vec<Address> {
    let Some(addresses) = &app.addresses else {
        return Vec::new();
    };
    let (out, everyone) = addresses.all().into_iter().partition(|one: &Address| {
        let session = one.session.as_deref();
        session.is_some_and(|id| app.keys.is_revoked(id))
    });
    let out: Vec<Address> = out;
    for one in out {
        let _ = addresses.remove(&one.endpoint);
    }
    everyone
}

/// A question that was answered before anyone could be told needs nobody.
fn notice_of(reader: &dyn Reader, event: Event) -> Option<Notice> {
    match event {
        Event::Asked(asked) => match reader.find(asked.interaction) {
            Ok(Some(Found::Pending(pending))) => Some(Notice::Asked(pending)),
            _ => None,
        },
        Event::Closed { interaction, .. } => Some(Notice::Closed(interaction)),
        _ => None,
    }
}

fn tell(app: &App, agent: &Agent, address: &Address, notice: &Notice) {
    let (Some(addresses), Some(service)) = (&app.addresses, address.origin()) else {
        return;
    };
    let open = app.handle.reader().count_pending().unwrap_or_default();
    let said = notice.json(open, address.lang());
    let (Ok(body), Ok(vapid)) = (seal(said.as_bytes(), address), addresses.vapid()) else {
        return;
    };
    let Ok(authorization) = vapid.authorization(&service, app.now()) else {
        return;
    };
    let sent = agent
        .post(&address.endpoint)
        .header("authorization", authorization)
        .header("content-encoding", "aes128gcm")
        .header("content-type", "application/octet-stream")
        .header("ttl", KEEP)
        .header("urgency", "high")
        // What is said later of the same question takes the place of what was said before.
        .header("topic", notice.interaction().to_string())
        .send(&body[..]);
    match sent.map(|response| response.status().as_u16()) {
        // The browser does not want it any more.
        Ok(404 | 410) => {
            let _ = addresses.remove(&address.endpoint);
        }
        Ok(status) if status < 300 => {}
        failed => tracing::warn!(service, ?failed, "a push could not be delivered"),
    }
}
