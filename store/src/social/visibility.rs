//! Privacy rules as SQL conditions, for lists that select by them. Same rules as [`crate::account::privacy`].

/// SQL condition: true if a setting of the owner `p` admits the viewer. `m` joins the viewer's friends, `n` the friends
/// of friends. Settings are JSON as serde writes it, without spaces. An unknown value excludes everyone.
macro_rules! open {
    ($setting:literal) => {
        concat!(
            "(p.settings IS NULL OR p.settings LIKE '%\"",
            $setting,
            "\":\"everyone\"%'
              OR (m.id IS NOT NULL AND p.settings LIKE '%\"",
            $setting,
            "\":\"only_friends\"%')
              OR ((m.id IS NOT NULL OR n.id IS NOT NULL) AND p.settings LIKE '%\"",
            $setting,
            "\":\"friends_of_friends\"%'))"
        )
    };
}

pub(crate) use open;
