//! Captions and comments of the demo's reels.

/// Captions by category.
const CAPTIONS: &[(&str, &[&str])] = &[
    (
        "food",
        &[
            "Fresh from the oven, and gone by nine.",
            "Sunday lunch, the long way.",
            "Three things we cook only in this season.",
            "A table by the window? Ask for number seven.",
            "This is how our mornings begin.",
        ],
    ),
    ("cruises", &["Next stop: the islands.", "The deck at six in the morning.", "Four harbours in five nights."]),
    ("hotels", &["Wake up to this.", "Late check-out on Sundays.", "Room 12 is our favorite too."]),
    ("beauty", &["Two hours, one new color.", "Small details, done well.", "Your lunch break, but better."]),
    ("relaxation", &["Phones stay in the locker.", "Ninety quiet minutes.", "The water is at 38 degrees."]),
    ("art", &["Opening night, before the doors.", "Look closer.", "The last week of this show."]),
    ("music", &["Sound check went well.", "Doors at nine.", "Turn it up."]),
    ("experiences", &["Bring a friend and good shoes.", "No talent needed.", "The view at the end is worth it."]),
    ("tours", &["Two hours, eleven stories.", "The street that guidebooks forget.", "We start at the fountain."]),
    ("shops", &["New in this week.", "Made two streets from here.", "Which one would you take?"]),
];

pub const COMMENTS: &[&str] = &[
    "Adding this to my list.",
    "We were here last month, so good!",
    "Is there still room on Friday?",
    "That light though.",
    "My sister would love this.",
    "The best part of my week.",
    "How long does it take?",
    "Saving this for our trip.",
    "I can almost smell it.",
    "Can you come with children?",
    "Went yesterday. It looks exactly like this.",
    "Who is coming with me?",
    "Please never change.",
    "Is it open on Mondays?",
    "Booked!",
    "Wow.",
    "So calm.",
    "The music fits so well.",
    "Are dogs allowed?",
    "See you on Saturday.",
];

pub const ANSWERS: &[&str] = &[
    "Yes, just send us a message.",
    "Thank you! See you soon.",
    "Children are welcome every day.",
    "There are a few places left.",
    "That made our day.",
];

/// Returns the captions of a category.
pub fn captions(category: &str) -> &'static [&'static str] {
    CAPTIONS.iter().find(|(key, _)| *key == category).map_or(&["Come and see."], |(_, captions)| captions)
}
