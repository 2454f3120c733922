//! The list of what is open, as it changes.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_desk::Handle;
use sayso_desk::remote::RemoteDesk;
use sayso_term::inbox::News;

use super::source::Source;

/// How often one looks whether the log of the desk here has grown, whoever wrote it.
const LOOK: Duration = Duration::from_millis(100);
/// After so many looks, 5 s, the list is read again though the log has not grown: who waits is not
/// in it.
const WHO_WAITS: u32 = 50;
/// How long a desk is left alone that could not be reached.
const PAUSE: Duration = Duration::from_secs(1);
/// After this long the list is read again though nothing was heard: a dead line says nothing.
const DOUBT: Duration = Duration::from_secs(20);
/// Of this many that are gone at once it is told who closed them.
const TOLD: usize = 50;

/// Sends the list now and whenever it changes, until nobody listens.
pub(super) fn listen(source: Source, lang: Lang, news: Sender<News>) {
    thread::spawn(move || {
        let mut list = List {
            source: source.clone(),
            lang,
            news,
            open: BTreeSet::new(),
        };
        match source {
            Source::Here(handle) => list.follow_log(&handle),
            Source::There(desk) => list.follow_stream(desk),
        }
    });
}

struct List {
    source: Source,
    lang: Lang,
    news: Sender<News>,
    /// What was open when it was last read.
    open: BTreeSet<InteractionId>,
}

/// Nobody listens any more.
struct Over;

impl List {
    /// Several processes may write the log; none tells the others, so it is looked at.
    fn follow_log(&mut self, handle: &Handle) {
        let mut seen = None;
        for look in (0..WHO_WAITS).cycle() {
            if look == 0 {
                seen = None;
            }
            let place = handle.reader().last_place();
            let read = match place {
                Ok(place) if seen == Some(place) => Ok(()),
                Ok(place) => {
                    seen = Some(place);
                    self.read()
                }
                Err(error) => {
                    seen = None;
                    self.tell(News::Away(error.to_string()))
                }
            };
            if read.is_err() {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// The stream tells that something happened; the list is read to know what.
    fn follow_stream(&mut self, desk: RemoteDesk) {
        let hints = hints(desk);
        loop {
            if self.read().is_err() {
                return;
            }
            match hints.recv_timeout(DOUBT) {
                Ok(()) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while hints.try_recv().is_ok() {}
        }
    }

    fn read(&mut self) -> Result<(), Over> {
        let entries = match self.source.entries(self.lang) {
            Ok(entries) => entries,
            Err(why) => return self.tell(News::Away(why)),
        };
        let open: BTreeSet<InteractionId> = entries.iter().map(|entry| entry.id).collect();
        let gone = self.open.difference(&open).take(TOLD);
        let closed = gone
            .filter_map(|id| Some((*id, self.source.ending(*id, self.lang)?)))
            .collect();
        self.open = open;
        self.tell(News::List { entries, closed })
    }

    fn tell(&self, news: News) -> Result<(), Over> {
        self.news.send(news).map_err(|_| Over)
    }
}

/// A hint for every event of the stream, and for every time that it broke off.
fn hints(desk: RemoteDesk) -> Receiver<()> {
    let (sender, hints) = channel();
    thread::spawn(move || {
        loop {
            let _ = desk.listen(&mut || sender.send(()).is_ok());
            if sender.send(()).is_err() {
                return;
            }
            thread::sleep(PAUSE);
        }
    });
    hints
}
