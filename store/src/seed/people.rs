//! Demo users. Each portrait file is named after its user.

use crate::account::{AccountKind, Gender};

/// A user who signs in as `<user name>@plaza.example` with the demo password.
#[derive(Debug, PartialEq, Eq)]
pub struct Person {
    pub user_name: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub city: &'static str,
    /// ISO 3166-1 alpha-2 code.
    pub country: &'static str,
    pub kind: AccountKind,
    pub gender: Gender,
    /// Address. A business has its street here.
    pub address: &'static str,
    pub dob: &'static str,
}

macro_rules! people {
    ($($user_name:literal $first:literal $last:literal $kind:ident $gender:ident $dob:literal $city:literal $country:literal $address:literal;)*) => {
        &[$(Person {
            user_name: $user_name, first_name: $first, last_name: $last, city: $city, country: $country,
            kind: AccountKind::$kind, gender: Gender::$gender, address: $address, dob: $dob,
        }),*]
    };
}

/// Users in the order of their portraits. Neighbours in this list are friends.
pub const PEOPLE: &[Person] = people! {
    "alice" "Alice" "Moreau" Regular Female "1991-05-14" "Barcelona" "ES" "Carrer de Verdi 48";
    "bruno" "Bruno" "Esposito" Regular Male "1989-11-02" "Barcelona" "ES" "Carrer del Parlament 12";
    "chef" "Lucía" "Ortega" Professional Female "1980-03-21" "Barcelona" "ES" "Casa Azul, Plaça de la Virreina 5";
    "amina" "Amina" "Haddad" Regular Female "1993-08-30" "Tunis" "TN" "Rue de Marseille 17";
    "kenji" "Kenji" "Watanabe" Regular Male "1990-01-19" "Osaka" "JP" "Nakazakicho 3-2-11";
    "sofia" "Sofia" "Almeida" Regular Female "1992-06-07" "Lisbon" "PT" "Rua da Bica 31";
    "tomas" "Tomás" "Herrera" Regular Male "1987-09-25" "Valencia" "ES" "Carrer de Cadis 60";
    "nadia" "Nadia" "Rahmani" Regular Female "1994-12-11" "Marseille" "FR" "Rue d'Aubagne 22";
    "oliver" "Oliver" "Whitfield" Regular Male "1986-04-03" "Bristol" "GB" "14 Cotham Brow";
    "ingrid" "Ingrid" "Solberg" Regular Female "1959-02-16" "Bergen" "NO" "Skuteviksveien 9";
    "kwame" "Kwame" "Boateng" Regular Male "1988-07-28" "Accra" "GH" "Ring Road East 40";
    "yuki" "Yuki" "Tanabe" Regular Female "1996-10-05" "Kyoto" "JP" "Demachi 7-15";
    "elena" "Elena" "Petrova" Regular Female "1990-03-09" "Varna" "BG" "Ulitsa Drin 18";
    "hana" "Hana" "Kovač" Professional Female "1984-05-27" "Split" "HR" "Blue Skiff, Obala Lazareta 3";
    "priya" "Priya" "Nair" Regular Female "1991-09-13" "London" "GB" "27 Rosendale Road";
    "lars" "Lars" "Lindqvist" Regular Male "1972-06-20" "Gothenburg" "SE" "Linnégatan 44";
    "zoe" "Zoé" "Laurent" Regular Female "1995-01-31" "Marseille" "FR" "Cours Julien 8";
    "omar" "Omar" "El Fassi" Regular Male "1985-08-08" "Casablanca" "MA" "Rue Ibn Batouta 25";
    "mateo" "Mateo" "Rivas" Regular Male "1994-02-24" "Barcelona" "ES" "Carrer de Blai 33";
    "dimitris" "Dimitris" "Pappas" Regular Male "1957-10-18" "Thessaloniki" "GR" "Athinas 6";
    "camille" "Camille" "Roux" Regular Female "1993-04-22" "Nice" "FR" "Rue Bonaparte 19";
    "samuel" "Samuel" "Okafor" Professional Male "1982-12-03" "Barcelona" "ES" "Sala Mercè, Carrer Ample 20";
    "marta" "Marta" "Kowalska" Regular Female "1992-07-15" "Kraków" "PL" "Ulica Krakusa 11";
    "leonor" "Leonor" "Pires" Professional Female "1968-09-01" "Lisbon" "PT" "Pensão Miradouro, Rua da Senhora do Monte 2";
};

/// Friends besides the neighbours: users whom alice writes to, and users who live nearby.
pub const FRIENDS: &[(&str, &str)] = &[("alice", "mateo"), ("bruno", "mateo")];

/// Pending friend requests: sender, recipient and age in hours. alice receives some. Users without a request are
/// suggested to her.
pub const REQUESTS: &[(&str, &str, u32)] = &[
    ("nadia", "alice", 2),
    ("tomas", "alice", 26),
    ("oliver", "alice", 75),
    ("alice", "zoe", 30),
    ("omar", "bruno", 5),
];

/// Returns the user with this name.
pub fn find(user_name: &str) -> Option<&'static Person> {
    PEOPLE.iter().find(|person| person.user_name == user_name)
}
