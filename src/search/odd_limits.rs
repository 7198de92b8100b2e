//! Limits that cannot be, such as a depth of 0: they are told, and the search makes the best of them.

use super::limits::Level;

/// A limit that cannot be, and what the search makes of it.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{name}={value} cannot be, {taken}")]
pub struct OddLimit {
    /// Its name in Hub.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// What is done.
    pub taken: &'static str,
}

impl Level {
    /// The limits that cannot be.
    pub fn odd_limits(&self) -> Vec<OddLimit> {
        const AT_ONCE: &str = "the move comes at once";
        const SHALLOW: &str = "depth 1 is searched";
        // The increment is added before the move, so a clock may be below zero by as much.
        let least_time = -self.increment.unwrap_or(0.0).max(0.0);
        let limits = [
            ("depth", self.depth.map(f64::from), 1.0, SHALLOW),
            ("ply", self.ply.map(f64::from), 1.0, SHALLOW),
            ("nodes", self.nodes.map(|n| n as f64), 1.0, SHALLOW),
            ("move-time", self.move_time, 0.0, AT_ONCE),
            ("time", self.time, least_time, AT_ONCE),
            ("moves", self.moves.map(f64::from), 1.0, "1 is taken"),
            ("inc", self.increment, 0.0, "nothing is added"),
        ];
        let odd = |(name, value, least, taken): (_, Option<f64>, _, _)| {
            let value = value.filter(|value| *value < least)?;
            Some(OddLimit { name, value, taken })
        };
        limits.into_iter().filter_map(odd).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_cannot_be_are_told() {
        let none = Level::default();
        let (inc, half) = (Some(1.0), Some(0.5));
        let cases: &[(Level, &str)] = &[
            (none, ""),
            (
                Level {
                    depth: Some(0),
                    nodes: Some(0),
                    ply: Some(0),
                    ..none
                },
                "depth ply nodes",
            ),
            (
                Level {
                    depth: Some(1),
                    nodes: Some(1),
                    ply: Some(1),
                    moves: Some(1),
                    ..none
                },
                "",
            ),
            (
                Level {
                    move_time: Some(-0.1),
                    ..none
                },
                "move-time",
            ),
            (
                Level {
                    move_time: Some(0.0),
                    time: Some(0.0),
                    ..none
                },
                "",
            ),
            (
                Level {
                    time: Some(-0.1),
                    moves: Some(0),
                    ..none
                },
                "time moves",
            ),
            (
                Level {
                    time: Some(-0.9),
                    increment: inc,
                    ..none
                },
                "",
            ),
            (
                Level {
                    time: Some(-1.1),
                    increment: inc,
                    ..none
                },
                "time",
            ),
            (
                Level {
                    time: half,
                    increment: Some(-1.0),
                    ..none
                },
                "inc",
            ),
        ];
        for (level, expected) in cases {
            let found = level.odd_limits();
            let names: Vec<&str> = found.iter().map(|odd| odd.name).collect();
            assert_eq!(names.join(" "), *expected, "{level:?}");
        }
        let level = Level {
            move_time: Some(-1.0),
            ..none
        };
        assert_eq!(
            level.odd_limits()[0].to_string(),
            "move-time=-1 cannot be, the move comes at once"
        );
    }
}
