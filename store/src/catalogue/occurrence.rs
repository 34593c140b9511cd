//! Units left of dated occurrences, for pages that show several.

/// Column `units_left` of an occurrence `e` of an offering `o`: the units of all classes that are neither held nor sold.
/// A class without a capacity has as many as JavaScript counts exactly. A class or an offering that is marked as sold out has
/// none. Notice and horizon of bookings have no effect.
macro_rules! units_left_column {
    () => {
        "(SELECT CAST(COALESCE(SUM(CASE
            WHEN v.sold_out = TRUE OR o.sold_out = TRUE THEN 0
            WHEN v.capacity IS NULL THEN 9007199254740991
            ELSE COALESCE(b.capacity - b.held - b.sold, v.capacity) END), 0) AS BIGINT)
          FROM offering_variant v LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = e.starts_at
          WHERE v.offering_id = o.id) AS units_left"
    };
}

pub(crate) use units_left_column;
