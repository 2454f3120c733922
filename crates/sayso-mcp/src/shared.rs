//! What all calls of one server share.

use std::sync::{Arc, OnceLock};

use sayso_core::actor::Actor;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use tokio::sync::{OnceCell, watch};

use crate::alive::Alive;
use crate::calls::Calls;
use crate::door::Door;
use crate::options::McpOptions;
use crate::states::States;
use crate::trouble::Trouble;

/// What all calls share. Nothing of it is made before it is needed: clients start servers only to
/// look at them.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: McpOptions,
    pub(crate) calls: Calls,
    door: OnceCell<Door>,
    states: OnceLock<Option<States>>,
    alive: OnceLock<Alive>,
    page: OnceLock<watch::Receiver<Option<String>>>,
}

impl Shared {
    pub(crate) fn new(options: McpOptions) -> Arc<Self> {
        Arc::new(Self {
            options,
            calls: Calls::default(),
            door: OnceCell::new(),
            states: OnceLock::new(),
            alive: OnceLock::new(),
            page: OnceLock::new(),
        })
    }

    pub(crate) fn lang(&self) -> Lang {
        self.options.lang
    }

    /// The desk.
    pub(crate) async fn door(&self) -> Result<&Door, Trouble> {
        let open = || async {
            let open = self.options.door.clone();
            let opened = tokio::task::spawn_blocking(move || open()).await;
            match opened {
                Ok(Ok(door)) => Ok(door),
                Ok(Err(why)) => Err(Trouble::new("not_recorded", why)),
                Err(_) => Err(Trouble::gone()),
            }
        };
        self.door.get_or_try_init(open).await
    }

    /// Whether the desk is in this process.
    pub(crate) fn has_desk_here(&self) -> bool {
        matches!(self.door.get(), Some(Door::Here(_)))
    }

    /// What seals the state of stateless clients.
    pub(crate) fn states(&self) -> Option<&States> {
        let states = self
            .states
            .get_or_init(|| States::in_directory(&self.options.data).ok());
        states.as_ref()
    }

    /// This process, as one that asks.
    pub(crate) fn alive(&self) -> &Alive {
        self.alive
            .get_or_init(|| Alive::in_directory(&self.options.data))
    }

    /// Where the desk's page is. The first call starts the search, on a thread that nobody waits
    /// for: starting a page must not hold up a question.
    pub(crate) fn page(&self) -> watch::Receiver<Option<String>> {
        let search = || {
            let (sender, receiver) = watch::channel(None);
            let find = self.options.page.clone();
            std::thread::spawn(move || {
                if let Some(url) = find() {
                    let _ = sender.send(Some(url));
                }
            });
            receiver
        };
        self.page.get_or_init(search).clone()
    }

    /// The person at a form: the one at this machine, since there are none over HTTP.
    pub(crate) fn person(&self) -> Actor {
        Actor::new(self.options.user.as_str(), Face::Mcp, Evidence::ClientForm)
    }

    /// The asker.
    pub(crate) fn asker(&self, client: &str) -> Actor {
        Actor::asker(client, Face::Host)
    }

    /// Takes a question back when its call was cancelled and nobody came for it in time. Until
    /// then a person can answer it and a repeated call finds it.
    pub(crate) fn withdraw_later(self: &Arc<Self>, interaction: InteractionId, client: String) {
        let shared = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(shared.options.grace).await;
            let grace = shared.options.grace;
            if !shared.calls.is_abandoned(interaction, grace) {
                return;
            }
            if let Ok(door) = shared.door().await {
                let asker = shared.asker(&client);
                let _ = door.withdraw(interaction, asker, shared.lang()).await;
            }
        });
    }
}
