use std::time::Duration;

use crate::bars::Bars;
use crate::latency::Latency;
use crate::median::median;
use crate::table::Table;

#[test]
fn a_table_is_aligned() {
    let mut table = Table::new(["", "cycles/s"]);
    table.row(["größer".to_owned(), "12".to_owned()]);
    table.row(["b".to_owned(), "1".to_owned()]);
    let lines = [
        "        cycles/s",
        "──────  ────────",
        "größer        12",
        "b              1",
    ];
    assert_eq!(table.to_string().lines().collect::<Vec<_>>(), lines);
}

#[test]
fn a_bar_is_as_long_as_its_share() {
    let mut bars = Bars::default();
    bars.row("whole", 8.0);
    bars.row("half", 4.0);
    bars.row("bit", 0.05);
    let (whole, half) = ("█".repeat(40), "█".repeat(20));
    let drawn = format!("whole  {whole}\nhalf   {half}\nbit    ▎\n");
    assert_eq!(bars.to_string(), drawn);
}

#[test]
fn a_bar_of_nothing_is_empty() {
    let mut bars = Bars::default();
    bars.row("none", 0.0);
    assert_eq!(bars.to_string(), "none  \n");
}

#[test]
fn latency_tells_the_middle_from_the_tail() {
    let mut latency = Latency::new().unwrap();
    for millis in 1..=100 {
        latency.record(Duration::from_millis(millis));
    }
    latency.record(Duration::from_secs(3_600));
    assert_eq!(latency.p50().as_millis(), 51);
    assert_eq!(latency.p99().as_millis(), 100);
}

#[test]
fn the_median_is_in_the_middle() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[]), None);
}
