//! Squares of half a degree, about 55 km high, by which an index finds reels near a position.

use crate::types::position::Position;

/// Cells of half a degree around the globe.
const COLUMNS: i64 = 720;
const ROWS: i64 = 361;
/// Height of a cell, rounded down.
const CELL_KM: f64 = 55.5;
const REACH_KM: f64 = 50.0;
/// Maximum columns to each side: each cell is a search in the index.
const REACH_MAX: f64 = 6.0;

/// Returns the cell of a position.
pub fn of(position: Position) -> i64 {
    let (row, column) = place(position);
    row * COLUMNS + column
}

/// Returns the cells that hold every position within 50 km, up to 80° north and south.
pub fn around(position: Position) -> Vec<i64> {
    let (row, column) = place(position);
    let reach = reach(position.latitude);
    let cells = (row - 1..=row + 1).filter(|row| (0..ROWS).contains(row));
    cells.flat_map(|row| (-reach..=reach).map(move |by| row * COLUMNS + (column + by).rem_euclid(COLUMNS))).collect()
}

/// Returns the columns to each side that the distance needs at a latitude. They get narrower towards a pole.
#[allow(clippy::cast_possible_truncation, reason = "at most the limit")]
fn reach(latitude: f64) -> i64 {
    let width = CELL_KM * (latitude.abs() + REACH_KM / CELL_KM / 2.0).min(90.0).to_radians().cos();
    (REACH_KM / width).ceil().min(REACH_MAX) as i64
}

#[allow(clippy::cast_possible_truncation, reason = "degrees are bounded")]
fn place(position: Position) -> (i64, i64) {
    let row = ((position.latitude + 90.0) * 2.0).floor() as i64;
    let column = ((position.longitude + 180.0) * 2.0).floor() as i64;
    (row.clamp(0, ROWS - 1), column.rem_euclid(COLUMNS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> Position {
        Position::new(latitude, longitude).unwrap()
    }

    #[test]
    fn neighbours_are_found_across_the_date_line() {
        let cells = around(at(0.1, 179.9));
        assert!(cells.contains(&of(at(0.1, -179.9))) && cells.contains(&of(at(-0.1, 179.9))));
        assert!(!cells.contains(&of(at(0.1, -179.4))));
        assert!(around(at(90.0, 0.0)).iter().all(|cell| (0..ROWS * COLUMNS).contains(cell)));
    }

    #[test]
    fn cells_reach_far_enough_in_the_north() {
        for latitude in [0.0_f64, -25.0, 40.4, 48.9, 60.2, 64.1, 69.6, 78.2] {
            for longitude in [24.01, 24.49, 24.75] {
                let here = at(latitude, longitude);
                let cells = around(here);
                let area = here.area(49.0);
                for (north, east) in
                    [(area.north, area.east), (area.south, area.west), (latitude, area.east), (latitude, area.west)]
                {
                    assert!(cells.contains(&of(at(north, east))), "{latitude} {longitude}: {north} {east}");
                }
            }
        }
        assert_eq!([0.0, 40.4, 60.2, 64.1].map(|latitude| around(at(latitude, 24.0)).len()), [9, 15, 15, 21]);
    }
}
