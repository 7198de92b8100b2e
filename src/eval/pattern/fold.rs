//! Folds the weights of small regions into the large regions that contain them.
//!
//! Small regions learn fast and generalise to every position; large ones are more precise for
//! frequent arrangements. Only the large ones are looked up in play.

use super::Regions;
use super::cut::{Cut, Shape};
use super::packed::pack;
use crate::weight::Weight;
use kamen_core::geometry::Geometry;

/// The weights of the regions looked up in play, including those of the regions inside them. `weights` are those of all regions
/// of men, and of those around kings if there are any.
pub(crate) fn fold<G: Geometry>(weights: &[Weight]) -> Regions {
    let shapes = Cut::<G>::SHAPES;
    let (weights, around_kings) = weights.split_at(Cut::<G>::weights(shapes.len()));
    let (hosts, guests) = shapes.split_at(Cut::<G>::LOOKED_UP);
    let (own, mut rest) = weights.split_at(Cut::<G>::weights(hosts.len()));
    let mut folded: Vec<[i32; 2]> = own.iter().map(|weight| weight.map(i32::from)).collect();
    for &guest in guests {
        for (row, square) in Cut::<G>::places(guest) {
            let (table, behind) = rest.split_at(guest.size());
            rest = behind;
            let mut base = 0;
            'host: for &host in hosts {
                for place in Cut::<G>::places(host) {
                    let end = base + host.size();
                    if let Some(inside) = inside(host, place, guest, (row, square)) {
                        add(&mut folded[base..end], host, table, guest, inside);
                        break 'host;
                    }
                    base = end;
                }
            }
        }
    }
    // Each region is seen from both sides.
    let added = 2 * hosts
        .iter()
        .map(|&host| Cut::<G>::regions(host))
        .sum::<usize>();
    let added_around_kings = 2 * Cut::<G>::regions(Cut::<G>::AROUND_KINGS);
    Regions {
        men: (folded.into_iter())
            .map(|weight| pack(weight, added))
            .collect(),
        around_kings: (around_kings.iter().enumerate())
            .map(|(index, weight)| {
                // An empty region stands for one without a king.
                let counts = i32::from(!index.is_multiple_of(Cut::<G>::AROUND_KINGS_SIZE));
                pack(
                    weight.map(|part| counts * i32::from(part)),
                    added_around_kings,
                )
            })
            .collect(),
    }
}

/// The offset of a region inside another: rows below its top and squares from its left.
fn inside(
    host: Shape,
    (top, left): (usize, usize),
    guest: Shape,
    (row, square): (usize, usize),
) -> Option<(usize, usize)> {
    let fits = top <= row
        && row + guest.rows <= top + host.rows
        && left <= square
        && square + guest.squares <= left + host.squares;
    fits.then(|| (row - top, square - left))
}

fn add(
    table: &mut [[i32; 2]],
    host: Shape,
    added: &[Weight],
    guest: Shape,
    (row, square): (usize, usize),
) {
    let host_row = 3usize.pow(host.squares as u32);
    let guest_row = 3usize.pow(guest.squares as u32);
    let below = host_row.pow((host.rows - row - guest.rows) as u32);
    let middle = host_row.pow(guest.rows as u32);
    let of_row = |row: usize| row / 3usize.pow(square as u32) % guest_row;
    // The guest's arrangement, by the arrangement on its rows of the host.
    let mut stands = vec![0];
    for i in 0..guest.rows {
        let scale = guest_row.pow(i as u32);
        let above = (0..host_row).map(|row| scale * of_row(row));
        stands = above
            .flat_map(|above| stands.iter().map(move |below| above + below))
            .collect();
    }
    for (i, same) in table.chunks_mut(below).enumerate() {
        let weight = added[stands[i % middle]];
        for sum in same {
            *sum = [0, 1].map(|phase| sum[phase] + i32::from(weight[phase]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::{Rules, Variant};
    use kamen_core::with_rules;

    #[test]
    fn every_small_region_lies_in_a_large_one() {
        fn check<G: Geometry>() {
            let (hosts, guests) = Cut::<G>::SHAPES.split_at(Cut::<G>::LOOKED_UP);
            for &guest in guests {
                for place in Cut::<G>::places(guest) {
                    let holds = |&host: &Shape| {
                        let mut places = Cut::<G>::places(host);
                        places.any(|at| inside(host, at, guest, place).is_some())
                    };
                    assert!(hosts.iter().any(holds), "{guest:?} {place:?}");
                }
            }
        }
        for variant in Variant::ALL {
            with_rules!(variant, R => check::<<R as Rules>::Geometry>());
        }
    }
}
