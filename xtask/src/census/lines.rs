//! Lines of the product, of its tests, and of the tools around both.

use super::Figure;
use crate::file::File;
use crate::tree::Tree;

pub(super) fn figures(tree: &Tree) -> Vec<Figure> {
    let sum = |count: fn(&File) -> usize| tree.files.iter().map(count).sum();
    vec![
        Figure::number(
            "production lines, Rust",
            "`crates/sayso*/src` without tests, comments and blank lines included",
            sum(|file| product(file, File::is_product_rust)),
        ),
        Figure::number(
            "test lines, Rust",
            "`tests` folders, `tests.rs` and `#[cfg(test)]` modules of `crates/`",
            sum(|file| {
                tests(file, |file| {
                    file.is_rust() && file.path.starts_with("crates/")
                })
            }),
        ),
        Figure::number(
            "production lines, page",
            "`.ts` and `.css` of `web/` without tests and generated files",
            sum(|file| product(file, is_page)),
        ),
        Figure::number(
            "test lines, page",
            "`.test.ts` of `web/`, and the browser tests",
            sum(|file| tests(file, is_page) + browser_tests(file)),
        ),
        Figure::number(
            "lines of tools",
            "`xtask/` and `benches/`, Rust, with their tests",
            sum(|file| {
                if is_tool(file) {
                    file.lines().count()
                } else {
                    0
                }
            }),
        ),
    ]
}

fn product(file: &File, counts: fn(&File) -> bool) -> usize {
    if counts(file) {
        file.product_lines().count()
    } else {
        0
    }
}

fn tests(file: &File, counts: fn(&File) -> bool) -> usize {
    if counts(file) {
        file.lines().count() - file.product_lines().count()
    } else {
        0
    }
}

fn browser_tests(file: &File) -> usize {
    if file.path.starts_with("web/e2e/") && file.path.ends_with(".mjs") {
        file.lines().count()
    } else {
        0
    }
}

fn is_page(file: &File) -> bool {
    file.path.starts_with("web/") && file.is_source()
}

fn is_tool(file: &File) -> bool {
    let here = ["xtask/", "benches/"];
    file.is_rust() && here.iter().any(|folder| file.path.starts_with(folder))
}
