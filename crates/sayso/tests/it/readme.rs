//! Every example of the README that says so is run as it stands there.

use crate::stage::Stage;

/// The blocks of shell that begin with `# tested`.
fn tested_blocks(readme: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "```sh" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|l| l.trim() != "```").collect();
        if block
            .first()
            .is_some_and(|first| first.trim() == "# tested")
        {
            blocks.push(block.join("\n"));
        }
    }
    blocks
}

/// Runs a block with nobody at the terminal; it must print, in this order and to the end, what
/// its comments `# prints: …` say.
#[track_caller]
fn check(block: &str) {
    let stage = Stage::new();
    let done = stage.shell(&format!("set -e\n{block}"), [""; 0]).done();
    let done = done.exits(0);
    let said: Vec<&str> = block
        .lines()
        .filter_map(|line| line.trim().strip_prefix("# prints: "))
        .collect();
    let mut printed = done.stdout.lines();
    for line in &said {
        assert!(
            printed.any(|printed| printed == *line),
            "no {line} from {block}: {done:?}"
        );
    }
    assert!(
        said.is_empty() || printed.next().is_none(),
        "{block}: {done:?}"
    );
}

#[test]
fn the_examples_of_the_readme() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    for block in tested_blocks(&readme) {
        check(&block);
    }
}

#[test]
fn only_marked_blocks_are_taken() {
    let readme = "```sh\n# tested\necho 1\n# prints: 1\n```\n```sh\nrm x\n```\n```console\n# tested\n```\n```sh\n# tested\necho 2\n```\n";
    let blocks = tested_blocks(readme);
    assert_eq!(
        blocks,
        ["# tested\necho 1\n# prints: 1", "# tested\necho 2"]
    );
    blocks.iter().for_each(|block| check(block));
}
