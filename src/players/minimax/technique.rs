//! What makes a tree smaller. Begin with [`Techniques`].

/// What a search does in order to look at fewer positions; the value of the root stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Leaves out moves that cannot change the result (alpha-beta).
    pub cut_offs: bool,
    /// Looks at the moves in the order of the evaluation after them, when captures are played out. These evaluations are
    /// not counted as nodes.
    pub sorted: bool,
    /// Looks first at the move that was best when the position was met before.
    pub best_first: bool,
    /// Reuses the value of a position that was met at the same depth before.
    pub values: bool,
}

impl Techniques {
    /// None: plain minimax.
    pub const PLAIN: Techniques = Techniques {
        cut_offs: false,
        sorted: false,
        best_first: false,
        values: false,
    };

    /// Those of the minimax players.
    pub const PLAYER: Techniques = Techniques {
        cut_offs: true,
        sorted: false,
        best_first: true,
        values: true,
    };

    /// Combinations that are worth comparing, with their names, from none to all.
    pub const COMPARED: [(&'static str, Techniques); 6] = [
        ("plain", Techniques::PLAIN),
        ("alpha-beta", Techniques::ALPHA_BETA),
        (
            "alpha-beta, table move first",
            Techniques {
                best_first: true,
                ..Techniques::ALPHA_BETA
            },
        ),
        (
            "alpha-beta, sorted",
            Techniques {
                sorted: true,
                ..Techniques::ALPHA_BETA
            },
        ),
        ("alpha-beta, table", Techniques::PLAYER),
        (
            "alpha-beta, table, sorted",
            Techniques {
                sorted: true,
                ..Techniques::PLAYER
            },
        ),
    ];

    const ALPHA_BETA: Techniques = Techniques {
        cut_offs: true,
        ..Techniques::PLAIN
    };

    /// Whether a table is used.
    pub(super) fn uses_table(self) -> bool {
        self.best_first || self.values
    }
}
