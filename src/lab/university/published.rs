//! What the theses and lectures print, in our own layout.

use kamen_core::rules::Variant;

/// Depths that tables 5 and 8 of the thesis of 2011 have results for.
pub(super) const DEPTHS: usize = 8;

/// A row of tables 5 and 8: the variant, the player's colour, the depth of its opponent, and the player's results at depth 1 to 8, in
/// table 5 and in table 8.
pub(super) struct DepthRow {
    pub(super) variant: Variant,
    pub(super) is_white: bool,
    pub(super) against: u32,
    pub(super) plain: &'static str,
    pub(super) rated: &'static str,
}

const fn row(
    variant: Variant,
    is_white: bool,
    against: u32,
    plain: &'static str,
    rated: &'static str,
) -> DepthRow {
    DepthRow {
        variant,
        is_white,
        against,
        plain,
        rated,
    }
}

/// Tables 5 and 8.
pub(super) const DEPTH_ROWS: [DepthRow; 12] = [
    row(Variant::Czech, false, 3, "LDWWDDWW", "LLLDDDLL"),
    row(Variant::Czech, true, 3, "LDLDWWDD", "LLDLLWLL"),
    row(Variant::International, false, 3, "LLLWDLLL", "LLLWDLWL"),
    row(Variant::International, true, 3, "LDWLDWWW", "LDWLDLDL"),
    row(Variant::Czech, false, 4, "LWDDDDDW", "LDDDDDLL"),
    row(Variant::Czech, true, 4, "LDLDDWWW", "LDLDDWWD"),
    row(Variant::International, false, 4, "LDWDLWDD", "LDWDLWDD"),
    row(Variant::International, true, 4, "LDLDWDDD", "LDLDWDDD"),
    row(Variant::Czech, false, 5, "LDLDWDDD", "LLDDWDDD"),
    row(Variant::Czech, true, 5, "WWDDLWDL", "LWLDLWDD"),
    row(Variant::International, false, 5, "LLDLWDWD", "LLDLWDLL"),
    row(Variant::International, true, 5, "LLDWLDDD", "LLDWLDWL"),
];

/// A match of two players at depths 1 to 6, 1,000 games each: wins of the first, wins of the second, draws. In the names `N` is the depth.
pub(super) struct MatchTable {
    pub(super) id: &'static str,
    pub(super) variant: Variant,
    pub(super) first: &'static str,
    pub(super) second: &'static str,
    pub(super) cells: [[u32; 3]; 6],
}

/// The players of the thesis with networks. A name in braces is a network of that evolution.
pub(super) const BASIC: &str = "minimax:N:basic";
pub(super) const PROGRESSIVE: &str = "minimax:N:progressive";

const fn table(
    id: &'static str,
    variant: Variant,
    first: &'static str,
    second: &'static str,
    cells: [[u32; 3]; 6],
) -> MatchTable {
    MatchTable {
        id,
        variant,
        first,
        second,
        cells,
    }
}

/// Tables 4.1 to 4.8 and 4.10 to 4.13.
#[rustfmt::skip]
pub(super) const MATCHES: [MatchTable; 12] = [
    table("4.1", Variant::Czech, BASIC, "random",
        [[561, 439, 0], [995, 5, 0], [995, 5, 0], [1000, 0, 0], [1000, 0, 0], [1000, 0, 0]]),
    table("4.2", Variant::English, BASIC, "random",
        [[553, 444, 3], [983, 11, 6], [993, 5, 2], [997, 1, 2], [997, 2, 1], [1000, 0, 0]]),
    table("4.3", Variant::Czech, PROGRESSIVE, "random",
        [[604, 396, 0], [998, 2, 0], [991, 9, 0], [1000, 0, 0], [999, 1, 0], [1000, 0, 0]]),
    table("4.4", Variant::English, PROGRESSIVE, "random",
        [[625, 365, 10], [961, 35, 4], [998, 2, 0], [1000, 0, 0], [999, 1, 0], [1000, 0, 0]]),
    table("4.5", Variant::Czech, BASIC, PROGRESSIVE,
        [[427, 573, 0], [257, 272, 471], [354, 476, 170], [210, 504, 286], [293, 455, 252], [206, 540, 254]]),
    table("4.6", Variant::English, BASIC, PROGRESSIVE,
        [[405, 592, 3], [184, 182, 634], [242, 617, 141], [110, 561, 329], [192, 595, 213], [84, 409, 507]]),
    table("4.7", Variant::Czech, BASIC, "minimax:3:basic",
        [[6, 994, 0], [102, 758, 140], [410, 420, 170], [744, 118, 138], [787, 98, 115], [823, 65, 112]]),
    table("4.8", Variant::English, BASIC, "minimax:3:basic",
        [[1, 997, 2], [116, 622, 262], [464, 408, 128], [651, 149, 200], [753, 95, 152], [770, 71, 159]]),
    table("4.10", Variant::Czech, BASIC, "01",
        [[388, 612, 0], [328, 408, 264], [372, 455, 173], [281, 516, 203], [274, 499, 227], [265, 538, 197]]),
    table("4.11", Variant::Czech, BASIC, "02",
        [[482, 517, 1], [966, 19, 15], [872, 25, 103], [920, 23, 57], [804, 31, 165], [938, 29, 33]]),
    table("4.12", Variant::Czech, BASIC, "06",
        [[469, 531, 0], [827, 90, 83], [623, 201, 176], [581, 245, 174], [510, 230, 260], [529, 320, 151]]),
    table("4.13", Variant::Czech, BASIC, "07",
        [[437, 563, 0], [314, 394, 292], [321, 472, 207], [272, 540, 188], [272, 504, 224], [249, 570, 181]]),
];

/// Table 4.14 at depth 4: the pairs, and the wins of the first and of the second of 1,000 games. Table 4.15 follows from it.
pub(super) const TOURNAMENT: [(&str, &str, u32, u32); 6] = [
    (BASIC, PROGRESSIVE, 237, 512),
    (BASIC, "01", 276, 525),
    (BASIC, "07", 285, 536),
    (PROGRESSIVE, "01", 357, 334),
    (PROGRESSIVE, "07", 407, 289),
    ("01", "07", 694, 180),
];

/// The depth of that tournament.
pub(super) const TOURNAMENT_DEPTH: u32 = 4;

/// The maze of the thesis of 2011: values at its end.
pub(super) const MAZE: [(&str, f64); 5] = [
    ("B1", 0.0853),
    ("C1", 0.16),
    ("C2", 0.5333),
    ("D1", -1.0),
    ("D2", 1.0),
];

/// Tables and graphs with numbers that cannot be compared, and why.
pub(super) const NOT_COMPARED: [(&str, &str); 4] = [
    (
        "4",
        "the opponent, a Czech draughts program, is not available any more",
    ),
    (
        "4.9",
        "the parameters of four evolutions, which `kamen evolve --preset` has",
    ),
    (
        "records",
        "five in a row has a program of its own: `kamen-gomoku published` prints its six matches, and its tests decode the records",
    ),
    (
        "pieces",
        "the numbers of pieces left in tables 4, 6 and 7 are lost in the copies that are known",
    ),
];
