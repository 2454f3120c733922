//! A running desk on a file of its own, or one of several nodes on one database.

use std::net::SocketAddr;
use std::sync::Arc;

use sayso_core::id::SessionId;
use sayso_core::moment::Moment;
use sayso_desk::clock::ManualClock;
use sayso_desk::store::SealedStore;
use sayso_desk::store::postgres::PostgresStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Handle, Options};
use sayso_web::{App, Keys, WebOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_rustls::TlsConnector;

use crate::certificate::Certificate;
use crate::client::Client;
use crate::faulty_store::{Fault, FaultyStore, Reading};
use crate::wire::PATIENCE;

pub(crate) const PERSON: &str = "person-token-of-the-tests";
pub(crate) const AGENT: &str = "agent-token-of-the-tests";

/// What secret words are sealed with, at every node of a house.
const KEY: [u8; 32] = [7; 32];

/// On a slow machine a client may be quiet between two calls for longer than a desk usually lets it;
/// tests of that time set it themselves.
fn patient() -> WebOptions {
    WebOptions {
        head_time: PATIENCE,
        ..WebOptions::default()
    }
}

/// A running desk on a file of its own.
pub(crate) struct House {
    folder: TempDir,
    /// The database that it shares with others.
    database: Option<String>,
    pub(crate) address: SocketAddr,
    pub(crate) keys: Arc<Keys>,
    /// What goes wrong with writing.
    pub(crate) fault: Fault,
    /// What goes wrong with reading.
    pub(crate) reading: Arc<Reading>,
    /// What its clients trust, when it speaks TLS.
    trust: Option<TlsConnector>,
    clock: Option<Arc<ManualClock>>,
    options: Options,
    web: WebOptions,
    desk: Option<Desk>,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(|_, _| {}).await
    }

    /// With some of the options set otherwise.
    pub(crate) async fn with(set: impl FnOnce(&mut WebOptions, &mut Options)) -> Self {
        let (mut web, mut options) = (patient(), Options::default());
        set(&mut web, &mut options);
        Self::on(web, options, None).await
    }

    /// With these credentials.
    pub(crate) async fn with_keys(keys: Keys) -> Self {
        let mut house = Self::open().await;
        house.stop().await;
        house.keys = Arc::new(keys);
        house.start().await;
        house
    }

    /// With a clock that stands still until it is moved.
    pub(crate) async fn with_stopped_clock() -> Self {
        let start: Moment = "2026-02-19T10:00:00.000Z".parse().unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let options = Options {
            clock: clock.clone(),
            ..Options::default()
        };
        Self::on(patient(), options, Some(clock)).await
    }

    /// With a certificate of its own, which its clients trust.
    pub(crate) async fn with_tls(set: impl FnOnce(&mut WebOptions)) -> Self {
        let certificate = Certificate::of(&["localhost"]);
        let mut house = Self::with(|web, _| {
            web.tls = Some(certificate.tls().unwrap());
            set(web);
        })
        .await;
        house.trust = Some(certificate.trusted());
        house
    }

    /// So many nodes on one database, which share a clock that stands still until it is moved.
    pub(crate) async fn nodes<const N: usize>() -> [Self; N] {
        let url = own_postgres::fresh_schema().unwrap();
        let start: Moment = "2026-02-19T10:00:00.000Z".parse().unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let mut nodes = Vec::new();
        for _ in 0..N {
            let options = Options {
                clock: clock.clone(),
                ..Options::default()
            };
            let mut node = Self::not_yet(patient(), options, Some(clock.clone()));
            node.database = Some(url.clone());
            node.start().await;
            nodes.push(node);
        }
        nodes.try_into().unwrap_or_else(|_| unreachable!())
    }

    async fn on(web: WebOptions, options: Options, clock: Option<Arc<ManualClock>>) -> Self {
        let mut house = Self::not_yet(web, options, clock);
        house.start().await;
        house
    }

    fn not_yet(web: WebOptions, options: Options, clock: Option<Arc<ManualClock>>) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            database: None,
            address: ([127, 0, 0, 1], 0).into(),
            keys: Arc::new(Keys::new(PERSON, AGENT)),
            fault: Fault::default(),
            reading: Arc::default(),
            trust: None,
            clock,
            options,
            web,
            desk: None,
            stop: None,
            serving: None,
        }
    }

    /// Starts on the same file, and on the same port if there was one.
    pub(crate) async fn start(&mut self) {
        let store = match &self.database {
            Some(url) => {
                let store = PostgresStore::open(url).unwrap();
                let codes = Arc::new(store.credentials());
                self.keys = Arc::new(Keys::sharing(PERSON, AGENT, codes).unwrap());
                SealedStore::with_key(store, KEY)
            }
            None => {
                let store = FaultyStore {
                    inside: self.open_file(),
                    fault: self.fault.clone(),
                    reading: self.reading.clone(),
                };
                SealedStore::with_key(store, KEY)
            }
        };
        let desk = Desk::start(store, self.options.clone()).unwrap();
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.address = listener.local_addr().unwrap();
        let addresses = vec![self.address];
        let app = App::new(
            desk.handle(),
            self.keys.clone(),
            self.web.clone(),
            addresses,
        );
        let (stop, stopped) = oneshot::channel::<()>();
        self.serving = Some(tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            sayso_web::serve(listener, app, stopped).await.unwrap();
        }));
        self.desk = Some(desk);
        self.stop = Some(stop);
    }

    fn open_file(&self) -> SqliteStore {
        SqliteStore::open(&self.folder.path().join("sayso.db")).unwrap()
    }

    /// Another desk on the same file, as in another process.
    pub(crate) fn neighbour(&self) -> Desk {
        let store = SealedStore::with_key(self.open_file(), KEY);
        Desk::start(store, self.options.clone()).unwrap()
    }

    /// Tells the server to stop, and waits until it has.
    pub(crate) async fn stop(&mut self) {
        drop(self.stop.take());
        self.serving.take().unwrap().await.unwrap();
        self.desk = None;
    }

    /// The desk goes while the server stays.
    pub(crate) fn drop_desk(&mut self) {
        self.desk = None;
    }

    pub(crate) fn handle(&self) -> Handle {
        self.desk.as_ref().unwrap().handle()
    }

    /// Time goes by, and nobody has noticed yet.
    pub(crate) fn advance(&self, millis: i64) {
        self.clock.as_ref().unwrap().advance(millis);
    }

    /// Time goes by, and what is due is done.
    pub(crate) async fn later(&self, millis: i64) {
        self.advance(millis);
        self.handle().clock_moved().await.unwrap();
    }

    /// The desk's time.
    pub(crate) fn now(&self) -> Moment {
        self.options.clock.now()
    }

    pub(crate) fn anyone(&self) -> Client {
        let client = Client::new(self.address);
        match &self.trust {
            Some(trust) => client.over_tls(trust.clone()),
            None => client,
        }
    }

    pub(crate) fn bearer(&self, token: &str) -> Client {
        let value = format!("Bearer {token}");
        self.anyone().with("authorization", value)
    }

    pub(crate) fn person(&self) -> Client {
        self.bearer(PERSON)
    }

    pub(crate) fn agent(&self) -> Client {
        self.bearer(AGENT)
    }

    pub(crate) fn session_agent(&self, session: &str) -> Client {
        self.bearer(&self.keys.session_token(&SessionId::from(session)).unwrap())
    }

    /// A page that its owner signed in.
    pub(crate) async fn page(&self) -> Client {
        self.page_of(&self.person()).await
    }

    /// A page that this person signed in.
    pub(crate) async fn page_of(&self, person: &Client) -> Client {
        let code = login_code(person).await;
        self.signed_in_page(&code).await
    }

    /// A page that this code signed in.
    pub(crate) async fn signed_in_page(&self, code: &str) -> Client {
        let login = json!({ "code": code, "label": "Firefox on Linux" });
        let login = self.anyone().post("/api/login", login).await;
        let secret = login.ok(200)["secret"].as_str().unwrap().to_owned();
        let cookie = login.head.get("set-cookie").unwrap();
        let cookie = cookie.split(';').next().unwrap();
        self.anyone()
            .with("cookie", cookie)
            .with("x-sayso-session", secret)
    }

    /// A terminal that this person signed in.
    pub(crate) async fn terminal_of(&self, person: &Client) -> Client {
        let code = login_code(person).await;
        let login = json!({ "code": code, "kind": "terminal", "label": "ada@laptop" });
        let login = self.anyone().post("/api/login", login).await.ok(200);
        self.bearer(login["token"].as_str().unwrap())
    }

    /// Asks as an agent; the interaction's id.
    pub(crate) async fn ask(&self, session: &str, input: Value) -> String {
        let body = json!({ "session_id": session, "input": input });
        let asked = self.agent().post("/api/interactions", body).await.ok(201);
        asked["interaction_id"].as_str().unwrap().to_owned()
    }

    /// How an interaction stands, for the agent.
    pub(crate) async fn look(&self, id: &str) -> Value {
        let path = format!("/api/interactions/{id}");
        self.agent().get(&path).await.ok(200)
    }

    /// How it stands, for a person: that hands nothing over to the asker.
    pub(crate) async fn seen_by_person(&self, id: &str) -> Value {
        let path = format!("/api/interactions/{id}");
        self.person().get(&path).await.ok(200)
    }

    /// Looks until so many wait for an answer.
    pub(crate) async fn waits(&self, count: usize) {
        let (person, waiting) = (self.person(), format!("sayso_waiting {count}\n"));
        let look = async {
            while !String::from_utf8_lossy(&person.get("/metrics").await.body).contains(&waiting) {
                tokio::task::yield_now().await;
            }
        };
        let waits = tokio::time::timeout(PATIENCE, look).await;
        waits.unwrap_or_else(|_| panic!("never {count} who wait"));
    }

    /// The whole log.
    pub(crate) async fn log(&self) -> Vec<Value> {
        let (person, mut facts, mut after) = (self.person(), Vec::new(), 0);
        loop {
            let path = format!("/api/audit?limit=1000&after={after}");
            let page = person.get(&path).await.ok(200);
            facts.extend(page["facts"].as_array().unwrap().clone());
            match page["next"].as_u64() {
                Some(next) => after = next,
                None => return facts,
            }
        }
    }
}

/// A code that signs something of this person's in.
pub(crate) async fn login_code(person: &Client) -> String {
    let made = person.post("/api/login/code", json!({})).await.ok(200);
    made["code"].as_str().unwrap().to_owned()
}
