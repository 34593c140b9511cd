//! Words that the server adds to the heads of pages, in each complete language, and the pages that are the same for
//! everybody.

use store::types::language::Language;

/// Page whose head is known beforehand.
pub struct FixedPage {
    pub path: &'static str,
    /// True for a page that the site map lists.
    pub listed: bool,
    /// In the order of [`Language::COMPLETE`].
    words: [PageWords; Language::COMPLETE.len()],
}

/// Title and description of a page.
pub struct PageWords {
    pub title: &'static str,
    pub description: &'static str,
}

impl FixedPage {
    pub fn words(&self, language: Language) -> &PageWords {
        &self.words[place(language)]
    }
}

/// Sentences with `{name}`, `{city}` and the like in place of what the page tells.
pub struct Sentences {
    pub lead: &'static str,
    pub category: &'static str,
    pub company: &'static str,
    /// Label of a company without a category.
    pub company_label: &'static str,
    pub offering: &'static str,
    /// Label of an offering without a category.
    pub offering_label: &'static str,
    pub reel: &'static str,
    pub advertisement: &'static str,
    pub profile: &'static str,
    /// Title and description of a profile that is not shown to strangers.
    pub hidden_profile: [&'static str; 2],
}

static SENTENCES: [Sentences; Language::COMPLETE.len()] = [
    Sentences {
        lead: "Plaza: your town square. Chat, browse, book and buy.",
        category: "{category} on Plaza: compare places near you, see what is free, book and buy.",
        company: "{company} in {city}: {category} on Plaza.",
        company_label: "Company",
        offering: "{name} at {company} in {city}, from {price}.",
        offering_label: "Offers",
        reel: "A reel by {company}, {city}.",
        advertisement: "An advertisement of {company}, {city}.",
        profile: "{name} is on Plaza: see the profile and say hello.",
        hidden_profile: ["A profile", "Sign in to Plaza to see the profile of this code."],
    },
    Sentences {
        lead: "Plaza : la place de votre ville. Discutez, flânez, réservez et achetez.",
        category: "{category} sur Plaza : comparez les adresses près de chez vous, voyez ce qui est libre, réservez et achetez.",
        company: "{company}, {city} : {category} sur Plaza.",
        company_label: "Entreprise",
        offering: "{name} chez {company}, {city}, à partir de {price}.",
        offering_label: "Offres",
        reel: "Une vidéo de {company}, {city}.",
        advertisement: "Une annonce de {company}, {city}.",
        profile: "{name} est sur Plaza : voyez son profil et dites bonjour.",
        hidden_profile: ["Un profil", "Connectez-vous à Plaza pour voir le profil de ce code."],
    },
];

/// Returns the sentences of a language.
pub fn sentences(language: Language) -> &'static Sentences {
    &SENTENCES[place(language)]
}

/// Languages that are not complete read the first one.
fn place(language: Language) -> usize {
    Language::COMPLETE.iter().position(|complete| *complete == language).unwrap_or(0)
}

/// Fills in a sentence. A value is never filled in itself.
pub fn filled(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    text + rest
}

const fn page(path: &'static str, en: [&'static str; 2], fr: [&'static str; 2]) -> FixedPage {
    let [title, description] = en;
    let [titre, texte] = fr;
    FixedPage {
        path,
        listed: true,
        words: [PageWords { title, description }, PageWords { title: titre, description: texte }],
    }
}

const fn unlisted(page: FixedPage) -> FixedPage {
    FixedPage { listed: false, ..page }
}

pub static FIXED_PAGES: [FixedPage; 15] = [
    page(
        "/videos",
        ["Reels", "Short videos of restaurants, hotels, shops and events near you. Book what you see."],
        [
            "Vidéos",
            "De courtes vidéos de restaurants, d’hôtels, de boutiques et d’événements près de chez vous. Réservez ce que vous voyez.",
        ],
    ),
    page(
        "/search",
        ["Search", "Search companies, products and services on Plaza: what, where, when and for how many."],
        [
            "Recherche",
            "Cherchez des entreprises, des produits et des services sur Plaza : quoi, où, quand et pour combien de personnes.",
        ],
    ),
    page(
        "/search/cruises",
        ["Cruises", "Find a cruise on Plaza by port, date and ship, and book a cabin."],
        ["Croisières", "Trouvez une croisière sur Plaza par port, date et navire, et réservez une cabine."],
    ),
    page(
        "/map",
        ["Map", "Companies near you on the map: what is open, what is free, how far it is."],
        [
            "Carte",
            "Les entreprises près de chez vous sur la carte : ce qui est ouvert, ce qui est libre, à quelle distance.",
        ],
    ),
    page(
        "/shop",
        ["Shop", "Products of the shops in your town: have a quick look, compare and order."],
        ["Boutique", "Les produits des boutiques de votre ville : jetez un coup d’œil, comparez et commandez."],
    ),
    page(
        "/images",
        ["Pictures", "Pictures of companies and of what they offer, as a way into the town."],
        ["Images", "Les images des entreprises et de leurs offres, pour entrer dans la ville."],
    ),
    page(
        "/products",
        ["Products", "All products on Plaza: food, shops and more, with prices, reviews and delivery."],
        [
            "Produits",
            "Tous les produits sur Plaza : cuisine, boutiques et plus, avec les prix, les avis et la livraison.",
        ],
    ),
    page(
        "/services",
        ["Services", "All services on Plaza: treatments, tours, tables and tickets, with free times to book."],
        [
            "Services",
            "Tous les services sur Plaza : soins, visites, tables et billets, avec les horaires libres à réserver.",
        ],
    ),
    page(
        "/help",
        [
            "Help and legal",
            "Find help with your Plaza account, contact support, and read the terms and the privacy policy.",
        ],
        [
            "Aide et mentions légales",
            "Trouvez de l’aide pour votre compte Plaza, contactez l’assistance et lisez les conditions et la politique de confidentialité.",
        ],
    ),
    page(
        "/support/help-centre",
        ["Help center", "Answers to questions about orders, bookings, payments and your account."],
        [
            "Centre d’aide",
            "Les réponses aux questions sur les commandes, les réservations, les paiements et votre compte.",
        ],
    ),
    page(
        "/signup",
        ["Create an account", "Create a Plaza account to chat, save, book and buy."],
        ["Créer un compte", "Créez un compte Plaza pour discuter, enregistrer, réserver et acheter."],
    ),
    unlisted(page(
        "/login",
        ["Sign in", "Sign in to Plaza: your messages, bookings and orders are waiting."],
        ["Connexion", "Connectez-vous à Plaza : vos messages, réservations et commandes vous attendent."],
    )),
    unlisted(page(
        "/forgot-password",
        ["Forgot password", "Choose a new password for your Plaza account with a code by mail."],
        [
            "Mot de passe oublié",
            "Choisissez un nouveau mot de passe pour votre compte Plaza avec un code reçu par e-mail.",
        ],
    )),
    unlisted(page(
        "/pro/login",
        [
            "Sign in for businesses",
            "Sign in to run your business on Plaza: orders, reservations, catalog and messages.",
        ],
        [
            "Connexion des professionnels",
            "Connectez-vous pour gérer votre entreprise sur Plaza : commandes, réservations, catalogue et messages.",
        ],
    )),
    unlisted(page(
        "/pro/signup",
        [
            "Plaza for businesses",
            "Create a business account: take bookings and orders, show reels and talk to customers.",
        ],
        [
            "Plaza pour les professionnels",
            "Créez un compte professionnel : prenez réservations et commandes, montrez des vidéos et parlez à vos clients.",
        ],
    )),
];

/// Finds the page at a path.
pub fn fixed_page(path: &str) -> Option<&'static FixedPage> {
    FIXED_PAGES.iter().find(|page| page.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_a_sentence_once() {
        let values = [("name", "{city}"), ("city", "Lyon")];
        assert_eq!(filled("{name} in {city}, {other}.", &values), "{city} in Lyon, .");
        assert_eq!(filled("a {name", &values), "a {city}");
    }

    #[test]
    fn complete_languages_have_a_folder_of_texts() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/locales")).unwrap();
        let mut codes: Vec<_> = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        codes.sort_unstable();
        let mut complete = Language::COMPLETE.map(Language::code);
        complete.sort_unstable();
        assert_eq!(codes, complete);
    }

    #[test]
    fn fixed_pages_differ_in_each_language() {
        for language in Language::COMPLETE {
            for (at, page) in FIXED_PAGES.iter().enumerate() {
                let words = page.words(language);
                assert!(words.description.ends_with('.'), "{}", page.path);
                let others = FIXED_PAGES.iter().skip(at + 1).map(|other| other.words(language).description);
                assert!(others.into_iter().all(|other| other != words.description), "{}", page.path);
            }
        }
    }
}
