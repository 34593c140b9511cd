//! What is left of dated occurrences, for pages that show several.

/// Column `units_left` of an occurrence `e` of an offering `o`: the units of all classes that are neither held nor sold.
/// A class without a capacity has no end, and what its company marked as sold out has none left. The time until which one
/// can book is not looked at.
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
