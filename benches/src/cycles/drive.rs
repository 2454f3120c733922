use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::runtime::Builder;
use tokio::task::{JoinSet, LocalSet};

use super::Cycles;
use crate::latency::Latency;

/// Runs `cycle` over and over in so many tasks at once, for so long.
///
/// All tasks share one thread and leave the other core to the writer. A cycle returns how long its
/// answer took to wake it.
pub(crate) fn drive<F>(at_once: usize, stretch: Duration, cycle: F) -> Result<Cycles>
where
    F: AsyncFn() -> Result<Duration> + 'static,
{
    let cycle = Rc::new(cycle);
    let wake = Rc::new(RefCell::new(Latency::new()?));
    let runtime = Builder::new_current_thread().build()?;
    let started = Instant::now();
    let mut count = 0;
    LocalSet::new().block_on(&runtime, async {
        let mut callers = JoinSet::new();
        for _ in 0..at_once {
            let (cycle, wake) = (Rc::clone(&cycle), Rc::clone(&wake));
            callers.spawn_local(async move {
                let mut count = 0_u32;
                while started.elapsed() < stretch {
                    let woken_after = cycle().await?;
                    wake.borrow_mut().record(woken_after);
                    count += 1;
                }
                anyhow::Ok(count)
            });
        }
        while let Some(ended) = callers.join_next().await {
            count += ended??;
        }
        anyhow::Ok(())
    })?;
    let per_second = f64::from(count) / started.elapsed().as_secs_f64();
    let wake = wake.replace(Latency::new()?);
    Ok(Cycles { per_second, wake })
}
