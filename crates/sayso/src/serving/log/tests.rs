use std::fs;

use tracing::Level;
use tracing::field::Visit;
use tracing::{Event, Metadata, Subscriber, info};

use super::line::Line;
use super::log_to::LogTo;
use super::writer::Writer;

#[test]
fn a_log_goes_where_it_is_told() {
    for (text, file, json) in [
        ("file", true, false),
        ("file-json", true, true),
        ("stderr", false, false),
        ("stderr-json", false, true),
        ("off", false, false),
    ] {
        let to: LogTo = text.parse().unwrap();
        assert_eq!((to.is_file(), to.is_json()), (file, json), "{text}");
        assert_eq!(to.to_string(), text);
    }
    let wrong = "syslog".parse::<LogTo>().unwrap_err();
    assert!(wrong.contains("stderr-json"), "{wrong}");
}

#[test]
fn a_file_never_grows_beyond_its_bound() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("desk.log");
    // A bound for each of what is written at once; what is more goes to the next file.
    for round in 0..50 {
        let writer = Writer::to_file_of(&path, 100).unwrap();
        writer.write(&format!("line {round:>20}\n"), false);
        writer.finish();
        let largest = |name: &str| fs::metadata(folder.path().join(name)).map_or(0, |m| m.len());
        assert!(largest("desk.log") <= 100 && largest("desk.log.1") <= 100);
    }
    let newest = fs::read_to_string(&path).unwrap();
    assert!(newest.ends_with("49\n"), "{newest}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn what_goes_wrong_is_written_at_once_with_all_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("desk.log");
    let writer = Writer::to_file(&path).unwrap();
    let read = || fs::read_to_string(&path).unwrap();
    for round in 0..20 {
        writer.write(&format!("calm {round}\n"), false);
        writer.write(&format!("wrong {round}\n"), true);
        while !read().ends_with(&format!("calm {round}\nwrong {round}\n")) {
            std::thread::yield_now();
        }
        // Calm lines after it are written too, though nothing more comes.
        writer.write(&format!("after {round}\n"), false);
        while !read().ends_with(&format!("after {round}\n")) {
            std::thread::yield_now();
        }
    }
    writer.finish();
    assert_eq!(read().lines().count(), 60);
}

/// Writes every event down as both forms.
struct Both(std::sync::Mutex<Vec<[String; 2]>>);

impl Subscriber for Both {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let written = |json: bool| {
            let at = "2026-02-19T10:00:00.000Z".parse().unwrap();
            let mut line = Line::begin(json, at, Level::INFO);
            event.record(&mut line as &mut dyn Visit);
            line.written()
        };
        self.0.lock().unwrap().push([written(false), written(true)]);
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn one_event_is_one_line_whatever_stands_in_it() {
    let both = std::sync::Arc::new(Both(std::sync::Mutex::default()));
    tracing::subscriber::with_default(both.clone(), || {
        info!(status = 201_u16, route = "/api/interactions", "request");
        info!(
            session = "a b\n2026 ERROR forged=1",
            none = None::<&str>,
            "request"
        );
        info!(id = tracing::field::display("x=y"), "said\n\x1b[31mred");
        info!(status = 201_u16, message = "last", ok = true);
    });
    let written = both.0.lock().unwrap().clone();
    let begun = "2026-02-19T10:00:00.000Z INFO ";
    let json = r#"{"at":"2026-02-19T10:00:00.000Z","level":"info","#;
    for (n, (text, fields)) in [
        (
            " request status=201 route=/api/interactions",
            r#""message":"request","status":201,"route":"/api/interactions"}"#,
        ),
        (
            r#" request session="a b\n2026 ERROR forged=1""#,
            r#""message":"request","session":"a b\n2026 ERROR forged=1"}"#,
        ),
        (
            " last status=201 ok=true",
            r#""message":"last","status":201,"ok":true}"#,
        ),
    ]
    .into_iter()
    .zip([0, 1, 3])
    .map(|(row, n)| (n, row))
    {
        assert_eq!(written[n][0], format!("{begun}{text}\n"));
        let (ours, theirs): (serde_json::Value, serde_json::Value) = (
            serde_json::from_str(&written[n][1]).unwrap(),
            serde_json::from_str(&format!("{json}{fields}")).unwrap(),
        );
        assert_eq!(ours, theirs);
    }
    for line in &written[2] {
        assert_eq!(line.matches('\n').count(), 1, "{line:?}");
        assert!(!line.contains('\x1b'), "{line:?}");
    }
}

/// What could act on a terminal, turn the reading direction or hide stands in no line as it is; a
/// program that reads the JSON gets it as it was.
#[test]
fn nothing_in_a_line_acts_on_the_reader() {
    let acting = [
        '\0',
        '\u{7}',
        '\u{1b}',
        '\u{7f}',
        '\u{80}',
        '\u{9b}',
        '\u{9d}',
        '\u{ad}',
        '\u{61c}',
        '\u{200b}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{2028}',
        '\u{2029}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{fff9}',
        '\u{e0041}',
        '\u{e0100}',
    ];
    let both = std::sync::Arc::new(Both(std::sync::Mutex::default()));
    tracing::subscriber::with_default(both.clone(), || {
        for c in acting {
            let session = format!("a{c}b 小明 \"é\"");
            info!(session, "said {session}");
        }
    });
    let written = both.0.lock().unwrap().clone();
    for (c, lines) in acting.into_iter().zip(written) {
        for line in &lines {
            assert!(!line.trim_end_matches('\n').contains(c), "{c:?}: {line:?}");
            assert!(line.contains("小明") && line.contains('é'), "{line:?}");
        }
        let read: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
        assert_eq!(read["session"], format!("a{c}b 小明 \"é\""), "{c:?}");
    }
}
