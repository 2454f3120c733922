//! A way to a desk on which requests and replies get lost.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// What becomes of a request on its way.
pub(crate) enum Fate {
    /// It arrives, and so does its reply.
    Arrives,
    /// It arrives; its reply is lost.
    ReplyLost,
    /// It is lost.
    Lost,
    /// Somebody on the way replies this.
    Told(String),
}

impl Fate {
    /// This status, with this text.
    pub(crate) fn told(status: &str, text: &str) -> Self {
        let size = text.len();
        Self::Told(format!(
            "HTTP/1.1 {status}\r\ncontent-length: {size}\r\n\r\n{text}"
        ))
    }

    /// The desk is busy for a while.
    pub(crate) fn busy() -> Self {
        let text = r#"{"success":false,"error":{"code":"busy","message":"busy"}}"#;
        Self::told("503 Service Unavailable", text)
    }
}

/// Whether this request answers a question.
pub(crate) fn answers(request: &str) -> bool {
    request.starts_with("POST ") && request.contains("/answer ")
}

/// Whether this request waits until a question is closed.
pub(crate) fn waits(request: &str) -> bool {
    request.starts_with("GET ") && request.contains("wait=50")
}

/// Carries connections to a desk, and says to which address. What becomes of a request follows
/// from how it begins.
pub(crate) fn between(desk: SocketAddr, fate: impl FnMut(&str) -> Fate + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap();
    let fate = Arc::new(Mutex::new(fate));
    thread::spawn(move || {
        for near in listener.incoming().flatten() {
            let Ok(far) = TcpStream::connect(desk) else {
                continue;
            };
            let silent = Arc::new(AtomicBool::new(false));
            let (mut back, mut home) = (far.try_clone().unwrap(), near.try_clone().unwrap());
            let (fate, is_silent) = (Arc::clone(&fate), Arc::clone(&silent));
            thread::spawn(move || {
                carry_there(near, far, &silent, |request| {
                    // The desk goes by its own name alone.
                    let named = request.replace(&here.to_string(), &desk.to_string());
                    (fate.lock().unwrap()(request), named)
                });
            });
            thread::spawn(move || {
                let mut bytes = [0; 64 * 1024];
                while let Ok(count @ 1..) = back.read(&mut bytes) {
                    if is_silent.load(Ordering::SeqCst) || home.write_all(&bytes[..count]).is_err()
                    {
                        break;
                    }
                }
                shut(&[&back, &home]);
            });
        }
    });
    format!("http://{here}")
}

/// Carries requests, until one is lost.
fn carry_there(
    mut near: TcpStream,
    mut far: TcpStream,
    silent: &AtomicBool,
    mut fate: impl FnMut(&str) -> (Fate, String),
) {
    let mut bytes = [0; 64 * 1024];
    let mut carries = true;
    while let Ok(count @ 1..) = near.read(&mut bytes) {
        let mut text = String::from_utf8(bytes[..count].to_vec()).unwrap();
        // What begins otherwise goes on with the request before.
        if ["GET ", "POST ", "PUT "]
            .iter()
            .any(|word| text.starts_with(word))
        {
            let (fate, named) = fate(&text);
            text = named;
            carries = true;
            match fate {
                Fate::Arrives => {}
                Fate::ReplyLost => silent.store(true, Ordering::SeqCst),
                Fate::Lost => break,
                Fate::Told(reply) => {
                    carries = false;
                    if near.write_all(reply.as_bytes()).is_err() {
                        break;
                    }
                }
            }
        }
        if carries && far.write_all(text.as_bytes()).is_err() {
            break;
        }
    }
    shut(&[&near, &far]);
}

fn shut(both: &[&TcpStream]) {
    for one in both {
        let _ = one.shutdown(Shutdown::Both);
    }
}
