//! When a screen that plays by itself takes its next step.

use std::time::{Duration, Instant};

/// The beat of what plays. While nothing plays it keeps nothing, and nothing waits for it.
#[derive(Debug, Default)]
pub struct Beat {
    /// The time of a step, and when the next one is due.
    next: Option<(Duration, Instant)>,
}

impl Beat {
    /// The time left until the next step, if one is taken every `period`. A new period begins now.
    pub fn left(&mut self, period: Option<Duration>, now: Instant) -> Option<Duration> {
        self.next = period.map(|period| match self.next {
            Some((before, due)) if before == period => (period, due),
            _ => (period, now + period),
        });
        self.next.map(|(_, due)| due.saturating_duration_since(now))
    }

    /// Whether the next step is due; the one after it then is a period later. Steps that were missed are not made up for.
    pub fn is_due(&mut self, period: Option<Duration>, now: Instant) -> bool {
        let due = self.left(period, now) == Some(Duration::ZERO);
        if let Some((period, next)) = self.next.as_mut().filter(|_| due) {
            let on_beat = *next + *period;
            *next = if on_beat > now { on_beat } else { now + *period };
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_step_is_due_once_a_period_and_never_while_nothing_plays() {
        let (mut beat, start) = (Beat::default(), Instant::now());
        assert_eq!(beat.left(None, start), None);
        assert!(!beat.is_due(None, start + 9 * SECOND));
        assert_eq!(beat.left(Some(SECOND), start), Some(SECOND));
        assert!(!beat.is_due(Some(SECOND), start + SECOND / 2));
        // A little late: the next one keeps to the beat.
        assert!(beat.is_due(Some(SECOND), start + SECOND * 5 / 4));
        assert!(!beat.is_due(Some(SECOND), start + SECOND * 5 / 4));
        assert_eq!(beat.left(Some(SECOND), start + SECOND * 5 / 4), Some(SECOND * 3 / 4));
        // Far too late: one step, not all that were missed.
        assert!(beat.is_due(Some(SECOND), start + 10 * SECOND));
        assert!(!beat.is_due(Some(SECOND), start + 10 * SECOND));
        // Another speed begins at once, and a rest ends the beat.
        assert_eq!(beat.left(Some(SECOND / 4), start + 10 * SECOND), Some(SECOND / 4));
        assert_eq!(beat.left(None, start + 11 * SECOND), None);
        assert_eq!(beat.left(Some(SECOND), start + 20 * SECOND), Some(SECOND));
    }
}
