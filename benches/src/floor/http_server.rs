//! Floor: questions and answers over HTTP with nothing but a table and those who wait.
//!
//! It speaks Sayso's three requests, so that the same client calls both, and looks at none of what
//! it is sent.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use axum::extract::{self, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use axum::{Router, body::Bytes};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::bare_rows;
use super::group_commit::{Job, send, write_all};

struct Floor {
    jobs: Sender<Job<i64>>,
    last_id: AtomicI64,
    asked: Mutex<HashMap<i64, Asked>>,
}

/// Both ends of the wait for an answer. Each is taken once.
#[derive(Default)]
struct Asked {
    wake: Option<oneshot::Sender<()>>,
    woken: Option<oneshot::Receiver<()>>,
}

pub(crate) async fn serve(listener: TcpListener, folder: &Path) -> Result<()> {
    let connection = bare_rows::open(folder)?;
    let (jobs, waiting) = channel();
    thread::Builder::new()
        .name("floor".into())
        .spawn(move || write_all(connection, usize::MAX, &waiting))?;
    let floor = Arc::new(Floor {
        jobs,
        last_id: AtomicI64::new(0),
        asked: Mutex::default(),
    });
    let routes = Router::new()
        .route("/api/interactions", post(ask))
        .route("/api/interactions/{id}", get(wait))
        .route("/api/interactions/{id}/answer", post(answer))
        .with_state(floor);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    Ok(axum::serve(listener, routes).await?)
}

async fn ask(State(floor): State<Arc<Floor>>, _asked: Bytes) -> impl IntoResponse {
    let id = floor.last_id.fetch_add(1, Ordering::Relaxed) + 1;
    let (wake, woken) = oneshot::channel();
    let asked = Asked {
        wake: Some(wake),
        woken: Some(woken),
    };
    floor.with(|all| all.insert(id, asked));
    let written = send(&floor.jobs, bare_rows::insert, id).await;
    let body = format!(r#"{{"interaction_id":"{id}","session_id":"any","round":1}}"#);
    json(written.is_ok(), body)
}

async fn wait(
    State(floor): State<Arc<Floor>>,
    extract::Path(id): extract::Path<i64>,
) -> impl IntoResponse {
    let woken = floor.take(id, |asked| asked.woken.take());
    let woken = match woken {
        Some(woken) => woken.await.is_ok(),
        None => false,
    };
    json(woken, r#"{"state":"answered"}"#.to_owned())
}

async fn answer(
    State(floor): State<Arc<Floor>>,
    extract::Path(id): extract::Path<i64>,
    _answers: Bytes,
) -> impl IntoResponse {
    let written = send(&floor.jobs, bare_rows::update, id).await;
    let wake = floor.take(id, |asked| asked.wake.take());
    let told = wake.is_some_and(|wake| wake.send(()).is_ok());
    json(written.is_ok() && told, r#"{"success":true}"#.to_owned())
}

impl Floor {
    /// Takes one end; what has lost both is forgotten.
    fn take<T>(&self, id: i64, end: impl FnOnce(&mut Asked) -> Option<T>) -> Option<T> {
        self.with(|all| {
            let asked = all.get_mut(&id)?;
            let taken = end(asked);
            if asked.wake.is_none() && asked.woken.is_none() {
                all.remove(&id);
            }
            taken
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<i64, Asked>) -> T) -> T {
        change(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn json(well: bool, body: String) -> impl IntoResponse {
    let status = if well {
        StatusCode::OK
    } else {
        StatusCode::INTERNAL_SERVER_ERROR
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body)
}
