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
    let nothing = async || Ok(());
    drive_callers(at_once, stretch, nothing, async move |()| cycle().await)
}

/// The same with callers who bring something along. The time starts when all are `ready`.
pub(crate) fn drive_callers<C, R, F>(
    at_once: usize,
    stretch: Duration,
    ready: R,
    cycle: F,
) -> Result<Cycles>
where
    C: 'static,
    R: AsyncFn() -> Result<C>,
    F: AsyncFn(&mut C) -> Result<Duration> + 'static,
{
    let cycle = Rc::new(cycle);
    let wake = Rc::new(RefCell::new(Latency::new()?));
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut per_second = 0.0;
    LocalSet::new().block_on(&runtime, async {
        let mut ready_callers = Vec::with_capacity(at_once);
        for _ in 0..at_once {
            ready_callers.push(ready().await?);
        }
        let started = Instant::now();
        let mut callers = JoinSet::new();
        for mut caller in ready_callers {
            let (cycle, wake) = (Rc::clone(&cycle), Rc::clone(&wake));
            callers.spawn_local(async move {
                let mut count = 0_u32;
                while started.elapsed() < stretch {
                    let woken_after = cycle(&mut caller).await?;
                    wake.borrow_mut().record(woken_after);
                    count += 1;
                }
                anyhow::Ok(count)
            });
        }
        let mut count = 0;
        while let Some(ended) = callers.join_next().await {
            count += ended??;
        }
        per_second = f64::from(count) / started.elapsed().as_secs_f64();
        anyhow::Ok(())
    })?;
    let wake = wake.replace(Latency::new()?);
    Ok(Cycles { per_second, wake })
}
