//! Rule of delivery fee and tip: they go back with the whole order, and stay with a part of it.
//!
//! A cancellation before the order is sent pays back all that is left, and so includes them. A return includes them if it
//! takes every unit of every line at once; units that were returned before leave a part.

/// Units of a line: those of the order, those that earlier returns took, and those of this return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    pub ordered: i64,
    pub taken_before: i64,
    pub taken_now: i64,
}

/// Returns true if a return takes the whole order.
pub(super) fn are_returned(lines: impl IntoIterator<Item = Units>) -> bool {
    lines.into_iter().all(|line| line.taken_before == 0 && line.taken_now == line.ordered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_units_at_once_are_the_whole_order() {
        let line = |ordered, taken_before, taken_now| Units { ordered, taken_before, taken_now };
        assert!(are_returned([line(2, 0, 2), line(1, 0, 1)]));
        assert!(!are_returned([line(2, 0, 2), line(1, 0, 0)]));
        assert!(!are_returned([line(2, 1, 1)]));
    }
}
