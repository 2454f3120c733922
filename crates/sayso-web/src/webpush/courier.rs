//! Follows the log and tells everyone who wants to be told.

use std::collections::HashMap;
use std::sync::Arc;

use sayso_core::event::Event;
use sayso_desk::store::{Found, Reader};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;
use ureq::Agent;

use super::address::Address;
use super::agent::agent;
use super::notice::Notice;
use super::seal::seal;
use crate::app::App;

/// Facts looked at at once.
const PAGE: usize = 512;
/// Notices that wait for a service which is slow. What does not fit is left out.
const QUEUE: usize = 64;
/// How long a service keeps what it cannot deliver yet: a day, in seconds.
const KEEP: &str = "86400";

/// Tells whoever wants to be told of every question that comes and goes, from now on. While nobody
/// does, the log is not looked at.
pub(crate) async fn deliver(app: App) {
    let Some(addresses) = &app.addresses else {
        return;
    };
    let mut changes = app.handle.changes();
    let Ok(mut place) = app.handle.reader().last_place() else {
        return;
    };
    addresses.begin(place);
    let mut wanted = addresses.wanted();
    let mut queues = Queues::new(app.clone());
    loop {
        // What comes after this is seen, or calls for another look.
        changes.mark_unchanged();
        let since = *wanted.borrow_and_update();
        let woken = match since {
            Some(since) => {
                place = queues.tell_news(place.max(since)).await;
                changes.changed().await
            }
            None => wanted.changed().await,
        };
        if woken.is_err() {
            return;
        }
    }
}

/// A queue and a task for each address, so that a slow service holds up no other. Each calls its
/// service for one notice at a time.
struct Queues {
    app: App,
    agent: Agent,
    senders: HashMap<Address, Sender<Arc<Notice>>>,
    tasks: JoinSet<()>,
}

impl Queues {
    fn new(app: App) -> Self {
        Self {
            agent: agent(app.options.push_allow_private),
            app,
            senders: HashMap::new(),
            tasks: JoinSet::new(),
        }
    }

    /// Hands out what is new after a place, and says how far it got.
    async fn tell_news(&mut self, mut place: u64) -> u64 {
        loop {
            let app = self.app.clone();
            let news = tokio::task::spawn_blocking(move || news(&app, place)).await;
            let Ok(Some((last, notices))) = news else {
                return place;
            };
            place = last;
            self.serve(everyone(&self.app));
            for notice in notices.into_iter().map(Arc::new) {
                for sender in self.senders.values() {
                    if sender.try_send(notice.clone()).is_err() {
                        tracing::debug!("a push was left out, since its service is slow");
                    }
                }
            }
        }
    }

    /// Keeps the queues of these addresses, and no others.
    fn serve(&mut self, everyone: Vec<Address>) {
        self.senders.retain(|known, _| everyone.contains(known));
        while self.tasks.try_join_next().is_some() {}
        for address in everyone {
            if !self.senders.contains_key(&address) {
                let (sender, notices) = channel(QUEUE);
                let (app, agent) = (self.app.clone(), self.agent.clone());
                self.tasks
                    .spawn(tell_all(app, agent, address.clone(), notices));
                self.senders.insert(address, sender);
            }
        }
    }
}

async fn tell_all(app: App, agent: Agent, address: Address, mut notices: Receiver<Arc<Notice>>) {
    while let Some(notice) = notices.recv().await {
        let (app, agent, address) = (app.clone(), agent.clone(), address.clone());
        let _ = tokio::task::spawn_blocking(move || tell(&app, &agent, &address, &notice)).await;
    }
}

/// A page of the log after a place: where it ends, and what there is to tell of it.
fn news(app: &App, place: u64) -> Option<(u64, Vec<Notice>)> {
    let reader = app.handle.reader();
    let lines = reader.log(place, PAGE).ok()?;
    let last = lines.last()?.place;
    let events = lines
        .iter()
        .filter_map(|line| serde_json::from_str(&line.body).ok());
    let notices = events.filter_map(|event| notice_of(reader, event));
    Some((last, notices.collect()))
}

/// Everyone who is told. A browser that was signed out is forgotten.
fn everyone(app: &App) -> Vec<Address> {
    let Some(addresses) = &app.addresses else {
        return Vec::new();
    };
    let (out, everyone): (Vec<Address>, _) = addresses
        .all()
        .into_iter()
        .partition(|one| is_signed_out(app, one));
    for one in out {
        let _ = addresses.remove(&one.endpoint);
    }
    everyone
}

fn is_signed_out(app: &App, address: &Address) -> bool {
    let session = address.session.as_deref();
    session.is_some_and(|id| app.keys.is_revoked(id))
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
    if is_signed_out(app, address) {
        return;
    }
    let service = address.service(app.options.push_allow_private);
    let (Some(addresses), Some(service)) = (&app.addresses, service) else {
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
