//! The thread that draws never waits for the threads of the jobs, which may be busy for seconds.

use crate::support::Rig;
use crossbeam_channel::{Sender, bounded, unbounded};
use simscope::tui::action::{Action, Screen, Towards};
use simscope::tui::jobs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Every thread of the shared pool is busy until what is returned is dropped, or until somebody has waited for them far too long.
fn busy(was_waited_for: &Arc<AtomicBool>) -> Sender<()> {
    let (free, freed) = bounded(0);
    let (arrived, arrivals) = unbounded();
    let was_waited_for = was_waited_for.clone();
    // Not from a thread of another pool.
    let threads = thread::spawn(move || {
        rayon::spawn_broadcast(move |_| {
            arrived.send(()).unwrap();
            let ended = freed.recv_timeout(Duration::from_secs(30));
            was_waited_for.fetch_or(ended.unwrap_err().is_timeout(), Ordering::SeqCst);
        });
        rayon::current_num_threads()
    });
    let threads = threads.join().unwrap();
    assert_eq!(arrivals.iter().take(threads).count(), threads);
    free
}

#[test]
fn no_key_of_any_place_waits_for_a_job() {
    let was_waited_for = Arc::new(AtomicBool::new(false));
    let of_test = was_waited_for.clone();
    jobs::apart().unwrap().install(move || {
        let mut rig = Rig::builtin();
        for screen in Screen::ALL {
            rig.act(Action::Go(screen));
            let held = busy(&of_test);
            for _ in 0..6 {
                for action in
                    [Action::NextSort, Action::Move(Towards::Down), Action::StepK(1), Action::StepPane(1)]
                {
                    rig.app.update(action);
                    rig.go_on();
                }
            }
            rig.press_unsettled("/ a b").go_on();
            assert!(!of_test.load(Ordering::SeqCst), "{screen:?}: a key waits for the shared pool");
            drop(held);
            rig.press("esc esc");
        }
    });
}
