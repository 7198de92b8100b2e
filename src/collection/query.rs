//! Which positions are wanted. Begin with [`Query`].

use super::{Material, Pattern, PatternError};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::{Game, Replay, parse_move, skim};
use kamen_core::notation::{MoveError, PositionError};
use kamen_core::rules::Variant;
use std::ops::ControlFlow;

/// What is wanted, as its user says it; what is `None` may be any.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// A position.
    pub fen: Option<String>,
    /// The position after these moves from the start position.
    pub after: Option<Vec<String>>,
    /// A [`Pattern`].
    pub pattern: Option<String>,
    /// The pieces of both sides.
    pub material: Option<Material>,
    /// Whether the position turned by 180 degrees with colours exchanged is wanted, too.
    pub mirror: bool,
}

impl Terms {
    /// Whether any position will do.
    pub fn is_empty(&self) -> bool {
        !self.is_exact() && self.pattern.is_none() && self.material.is_none()
    }

    /// Whether one position is wanted, and nothing else said of it: what an index knows.
    pub fn is_exact(&self) -> bool {
        self.fen.is_some() || self.after.is_some()
    }
}

/// Why nothing can be found in a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The position is none of the variant.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The pattern is none of the variant.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The moves cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The positions that are wanted in a variant. All terms have to hold.
#[derive(Clone, Debug)]
pub struct Query {
    /// For each position that was given it and its twin.
    exact: Vec<Vec<AnyPosition>>,
    patterns: Vec<Pattern>,
    materials: Vec<Material>,
}

impl Query {
    /// What the terms mean in a variant.
    ///
    /// # Errors
    /// They mean nothing there.
    pub fn new(variant: Variant, terms: &Terms) -> Result<Query, QueryError> {
        let fen = terms.fen.as_ref();
        let fen = fen
            .map(|fen| AnyPosition::parse_fen(variant, fen))
            .transpose()?;
        let after = terms.after.as_ref();
        let after = after.map(|moves| after_moves(variant, moves)).transpose()?;
        let pattern = terms.pattern.as_ref();
        let pattern = pattern
            .map(|text| Pattern::parse(variant, text))
            .transpose()?;
        let with_twin = |position: AnyPosition| {
            let twin = terms.mirror.then(|| position.half_turned());
            [Some(position), twin].into_iter().flatten().collect()
        };
        let twin = |pattern: Pattern| match terms.mirror {
            true => vec![pattern.half_turned(), pattern],
            false => vec![pattern],
        };
        let materials = terms.material.map(|material| match terms.mirror {
            true => vec![material, material.turned()],
            false => vec![material],
        });
        Ok(Query {
            exact: [fen, after].into_iter().flatten().map(with_twin).collect(),
            patterns: pattern.map(twin).unwrap_or_default(),
            materials: materials.unwrap_or_default(),
        })
    }

    /// The positions, of which a game must have one to have what is wanted, where the query names them.
    pub fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        self.exact.first().into_iter().flatten()
    }

    /// Whether a position is wanted.
    pub fn has(&self, position: &AnyPosition) -> bool {
        let is_any =
            |wanted: &Vec<AnyPosition>| wanted.iter().any(|wanted| wanted.is_like(position));
        let is_none_or = |wanted: bool, has: bool| !wanted || has;
        self.exact.iter().all(is_any)
            && is_none_or(
                !self.patterns.is_empty(),
                self.patterns.iter().any(|pattern| pattern.is_in(position)),
            )
            && is_none_or(
                !self.materials.is_empty(),
                self.materials
                    .iter()
                    .any(|material| material.is_that_of(position)),
            )
    }

    /// Whether a position that may follow this one is wanted, as far as the number of pieces tells: men and pieces do not become more.
    fn is_ahead(&self, position: &AnyPosition) -> bool {
        let of = |position: &AnyPosition| [Color::White, Color::Black].map(|c| position.census(c));
        let now = of(position);
        let has = |wanted: &AnyPosition| {
            (now.iter().zip(of(wanted))).all(|(&[men, kings], wanted)| {
                men >= wanted[0] && men + kings >= wanted[0] + wanted[1]
            })
        };
        let is_none_or_any = |materials: &[Material]| {
            materials.is_empty() || materials.iter().any(|wanted| wanted.is_ahead_of(position))
        };
        self.exact.iter().all(|wanted| wanted.iter().any(has)) && is_none_or_any(&self.materials)
    }

    /// Whether a game may have what is wanted; whether it does, only its [`replay`](kamen_core::notation::pdn::replay()) tells. A game
    /// that goes without a doubt is looked at no further than up to the first position that is wanted, or behind which none can be.
    pub fn may_be_in(&self, variant: Variant, game: &Game) -> bool {
        let seen = skim(variant, game, &mut |position| {
            if self.has(position) {
                ControlFlow::Break(true)
            } else if self.is_ahead(position) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(false)
            }
        });
        match seen {
            Some(ControlFlow::Break(has_it)) => has_it,
            Some(ControlFlow::Continue(())) => false,
            None => true,
        }
    }

    /// The plies of a game, from 0, before which its position is wanted; that behind its last move counts, too.
    pub fn plies(&self, replay: &Replay) -> Vec<usize> {
        let before = replay.played.iter().map(|(position, _)| *position);
        let last = replay.position_after(replay.played.len());
        let all = before.chain(last).enumerate();
        all.filter(|(_, position)| self.has(position))
            .map(|(ply, _)| ply)
            .collect()
    }
}

fn after_moves(variant: Variant, moves: &[String]) -> Result<AnyPosition, MoveError> {
    let start = AnyPosition::start(variant);
    moves.iter().try_fold(start, |position, text| {
        let m = parse_move(&position, text)?;
        Ok(position.after_legal(&m))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::notation::pdn::{Reader, replay};

    fn plies(terms: &Terms) -> Vec<usize> {
        let text = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let query = Query::new(Variant::Czech, terms).unwrap();
        query.plies(&replay(Variant::Czech, &game))
    }

    #[test]
    fn positions_are_found_by_any_route() {
        let after = |moves: &str, mirror| Terms {
            after: Some(moves.split(' ').map(str::to_owned).collect()),
            mirror,
            ..Terms::default()
        };
        assert_eq!(plies(&after("c3-d4 f6-g5 b2-c3 d6-c5", false)), [4]);
        assert!(plies(&after("c3-d4 f6-g5 d2-c3 d6-c5", false)).is_empty());
        assert_eq!(plies(&after("c3-d4", true)), [1]);
        let last = after("c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4", false);
        assert_eq!(plies(&last), [6]);
        let fen = Query::new(Variant::Czech, &last)
            .unwrap()
            .positions()
            .next()
            .unwrap()
            .half_turned()
            .fen();
        let twin = |mirror| Terms {
            fen: Some(fen.clone()),
            mirror,
            ..Terms::default()
        };
        assert_eq!((plies(&twin(false)), plies(&twin(true))), (vec![], vec![6]));
    }

    #[test]
    fn all_terms_have_to_hold() {
        let terms = Terms {
            pattern: Some("Bc5".to_owned()),
            material: Some("12-12".parse().unwrap()),
            ..Terms::default()
        };
        assert_eq!(plies(&terms), [2, 3, 4, 5, 6]);
        let turned = Terms {
            pattern: Some("W:Wf4".to_owned()),
            mirror: true,
            ..terms.clone()
        };
        // The twin of a white man on f4 with White to move.
        assert_eq!(plies(&turned), [3, 5]);
        let fewer = Terms {
            material: Some("12-11".parse().unwrap()),
            ..terms
        };
        assert!(plies(&fewer).is_empty());
        assert!(Terms::default().is_empty() && !fewer.is_empty());
    }

    #[test]
    fn no_game_that_has_it_is_passed_over() {
        use crate::random::games;
        use kamen_core::notation::pdn::write_game;
        let (mut had, mut passed) = (0, 0);
        for variant in [Variant::Czech, Variant::International, Variant::Turkish] {
            let games = games(variant, 6, 80);
            for (number, of) in games.iter().enumerate() {
                let ply = number * 11 % (of.plies() + 1);
                let position = {
                    let text = write_game(&of.into()).unwrap();
                    replay(variant, &text).position_after(ply).unwrap()
                };
                let exact = Terms {
                    fen: Some(position.fen()),
                    mirror: number % 2 == 0,
                    ..Terms::default()
                };
                let [men, kings] = position.census(Color::White);
                let black: usize = position.census(Color::Black).iter().sum();
                let white = match kings {
                    0 => format!("{men}m"),
                    _ => format!("{men}m{kings}k"),
                };
                let material = Terms {
                    material: Some(format!("{white}-{black}").parse().unwrap()),
                    ..Terms::default()
                };
                for terms in [exact, material] {
                    let query = Query::new(variant, &terms).unwrap();
                    for game in &games {
                        let text = write_game(&game.into()).unwrap();
                        let has_it = !query.plies(&replay(variant, &text)).is_empty();
                        let is_seen = query.may_be_in(variant, &text);
                        assert!(is_seen || !has_it, "{variant}: {terms:?}");
                        had += usize::from(has_it);
                        passed += usize::from(!is_seen);
                    }
                }
            }
        }
        assert!(had > 20 && passed > 50, "{had}, {passed}");
    }

    #[test]
    fn a_query_of_another_variant_is_an_error() {
        let terms = |fen: Option<&str>, after: Option<&str>| Terms {
            fen: fen.map(str::to_owned),
            after: after.map(|m| vec![m.to_owned()]),
            ..Terms::default()
        };
        for terms in [terms(Some("W:W50:B1"), None), terms(None, Some("32-28"))] {
            assert!(Query::new(Variant::Czech, &terms).is_err());
            assert!(Query::new(Variant::International, &terms).is_ok());
        }
    }
}
