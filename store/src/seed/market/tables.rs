//! Tables of restaurants and nightclubs on a plan of 100 × 70 units.

use super::super::random::SeededRng;

pub const PLAN: (u32, u32) = (100, 70);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableScript {
    pub name: String,
    pub seats: u32,
    /// Corner nearest to the origin of the plan.
    pub x: u32,
    pub y: u32,
    pub w: u32,
    pub h: u32,
    pub zone: &'static str,
    /// Tables of a row may be joined.
    pub group: String,
}

/// Zone, first letter of the names, first row, number of rows.
const ZONES: [(&str, &str, u32, u32); 2] = [("Main room", "M", 4, 3), ("Terrace", "T", 55, 1)];
const ROW: u32 = 16;
const GAP: u32 = 5;

/// Returns the tables of a house with this number of rows in its main room.
pub fn tables(rows: u32, dice: &mut SeededRng) -> Vec<TableScript> {
    let mut tables = Vec::new();
    for (zone, letter, top, most) in ZONES {
        let mut number = 0;
        for row in 0..rows.min(most) {
            let mut x = 4;
            while let Some((seats, w, h)) = fitting(PLAN.0 - 4 - x, dice) {
                number += 1;
                let y = top + row * ROW;
                let (name, group) = (format!("{letter}{number}"), format!("{letter}{}", row + 1));
                tables.push(TableScript { name, seats, x, y, w, h, zone, group });
                x += w + GAP + dice.upto(8);
                if x + 12 > PLAN.0 {
                    break;
                }
            }
        }
    }
    tables
}

/// Returns seats, width and height of a table that fits.
fn fitting(space: u32, dice: &mut SeededRng) -> Option<(u32, u32, u32)> {
    const SIZES: [(u32, u32, u32); 6] = [(2, 8, 8), (2, 8, 8), (4, 10, 10), (4, 10, 10), (6, 15, 10), (8, 20, 10)];
    let sizes: Vec<_> = SIZES.into_iter().filter(|(_, w, _)| *w <= space).collect();
    dice.pick(&sizes).copied()
}
