//! Privacy rules as SQL conditions, for lists that select by them. Same rules as [`crate::account::privacy`], without
//! blocks: a list excludes blocked accounts itself.

/// SQL condition: true if a setting of the owner `p` admits the viewer. `m` joins the viewer's friends, `n` the friends
/// of friends. Settings are JSON as serde writes it, without spaces. A missing setting admits everyone, its default. An
/// unknown value excludes everyone.
macro_rules! open {
    ($setting:literal) => {
        concat!(
            "(p.settings IS NULL OR p.settings LIKE '%\"",
            $setting,
            "\":\"everyone\"%' OR p.settings NOT LIKE '%\"",
            $setting,
            "\":%'
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
