use http::Method;

use super::Routes;

#[test]
fn a_path_leads_to_what_stands_there() {
    for (path, expected) in [
        ("/api/interactions", Some(("/api/interactions", ""))),
        ("/api/interactions/a", Some(("/api/interactions/{id}", "a"))),
        (
            "/api/interactions/a/answer",
            Some(("/api/interactions/{id}/answer", "a")),
        ),
        (
            "/api/interactions/answer-batch",
            Some(("/api/interactions/answer-batch", "")),
        ),
        (
            "/api/sessions/a%2Fb/events",
            Some(("/api/sessions/{id}/events", "a%2Fb")),
        ),
        ("/api/interactions/", None),
        ("/api/interactions//answer", None),
        ("/api/interactions/a/", None),
        ("/api/interactions/a/b/answer", None),
        ("/api/interactionsanswer", None),
        ("/api/interaction", None),
        ("/API/interactions", None),
        ("/", None),
        ("", None),
    ] {
        let routes = Routes::new();
        let found = routes.find(path).map(|(route, id)| (route.template, id));
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn a_route_knows_its_methods() {
    let routes = Routes::new();
    let (route, _) = routes.find("/api/interactions").unwrap();
    assert_eq!(route.allowed(), "POST,GET,HEAD");
    for (method, name) in [
        (Method::POST, Some("ask")),
        (Method::GET, Some("list_interactions")),
        (Method::HEAD, Some("list_interactions")),
        (Method::PUT, None),
    ] {
        let found = route.operation(&method).map(|one| one.name);
        assert_eq!(found, name, "{method}");
    }
}
