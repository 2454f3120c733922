/// One tracked text file.
#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the root of the workspace, with `/` between its parts.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// The parts of the path, the last one being the name of the file.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &str> {
        self.path.split('/')
    }

    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether people write this file, and in a language of the product.
    pub(crate) fn is_source(&self) -> bool {
        let written = !self.path.starts_with("schema/") && self.parts().all(|p| p != "generated");
        let ours = [".rs", ".ts", ".css"];
        written && ours.iter().any(|end| self.path.ends_with(end))
    }

    /// Whether the file holds nothing but tests.
    pub(crate) fn is_test(&self) -> bool {
        let name = self.name();
        self.parts().any(|part| part == "tests")
            || name == "tests.rs"
            || name.ends_with("_tests.rs")
            || name.ends_with(".test.ts")
    }

    /// Whether the file is Rust that users run: no test, no tool.
    pub(crate) fn is_product_rust(&self) -> bool {
        let mut parts = self.parts();
        parts.next() == Some("crates")
            && parts.next().is_some_and(|name| name.starts_with("sayso"))
            && parts.next() == Some("src")
            && self.is_rust()
            && !self.is_test()
    }

    /// Whether the file defines house rules, which have to name what they forbid.
    pub(crate) fn defines_rules(&self) -> bool {
        self.path.starts_with("xtask/src/tidy/")
    }

    /// All lines, numbered as an editor does.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// The lines before a test module that is written inside the file; none when the file is a test.
    pub(crate) fn product_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let count = if self.is_test() {
            0
        } else {
            self.first_test_line()
        };
        self.lines().take(count)
    }

    /// `product_lines` without comments.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.product_lines()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
            .map(|(number, line)| (number, line.split(" // ").next().unwrap_or(line)))
    }

    /// The number of the first line that begins with `start`, or 1: a place to point at.
    pub(crate) fn line_of(&self, start: &str) -> usize {
        self.lines()
            .find(|(_, line)| line.starts_with(start))
            .map_or(1, |(number, _)| number)
    }

    /// How many lines come before `#[cfg(test)] mod … {`.
    fn first_test_line(&self) -> usize {
        let lines: Vec<&str> = self.text.lines().collect();
        lines
            .windows(2)
            .position(|pair| {
                pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
            })
            .unwrap_or(lines.len())
    }
}
