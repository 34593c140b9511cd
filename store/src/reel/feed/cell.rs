//! Squares of half a degree, about 55 km high, by which an index finds reels near a position.

use crate::types::position::Position;

/// Cells of half a degree around the globe.
const COLUMNS: i64 = 720;
const ROWS: i64 = 361;

/// Returns the cell of a position.
pub fn of(position: Position) -> i64 {
    let (row, column) = place(position);
    row * COLUMNS + column
}

/// Returns the cell of a position and those around it.
pub fn around(position: Position) -> [i64; 9] {
    let (row, column) = place(position);
    let mut cells = [0; 9];
    for (at, cell) in (0..).zip(&mut cells) {
        let row = (row + at / 3 - 1).clamp(0, ROWS - 1);
        let column = (column + at % 3 - 1).rem_euclid(COLUMNS);
        *cell = row * COLUMNS + column;
    }
    cells
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
}
