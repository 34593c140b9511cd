//! The companies of the demo's professionals.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{people, run};
use crate::{
    Result,
    catalogue::category,
    company,
    db::Tx,
    each,
    types::{country::Country, currency::Currency, ids::Ids, timestamp::Timestamp},
};

struct CompanySeed {
    /// User name of the professional.
    owner: &'static str,
    name: &'static str,
    phone: &'static str,
    postal_code: &'static str,
    website: &'static str,
    categories: &'static [&'static str],
}

const FIRMS: &[CompanySeed] = &[
    CompanySeed {
        owner: "chef",
        name: "Casa Azul",
        phone: "+34932170000",
        postal_code: "08024",
        website: "https://casa-azul.example",
        categories: &["food", "experiences"],
    },
    CompanySeed {
        owner: "hana",
        name: "Blue Skiff",
        phone: "+38521340000",
        postal_code: "21000",
        website: "https://blue-skiff.example",
        categories: &["cruises", "experiences", "tours"],
    },
    CompanySeed {
        owner: "samuel",
        name: "Sala Mercè",
        phone: "+34933150000",
        postal_code: "08002",
        website: "https://sala-merce.example",
        categories: &["art", "music"],
    },
    CompanySeed {
        owner: "leonor",
        name: "Pensão Miradouro",
        phone: "+351218860000",
        postal_code: "1170-361",
        website: "https://miradouro.example",
        categories: &["hotels", "relaxation"],
    },
];

/// Rows of companies and their categories. Each row is an array in the column order of its statement.
#[derive(Default)]
pub struct Companies {
    companies: Vec<Value>,
    members: Vec<Value>,
    categories: Vec<Value>,
}

impl Companies {
    /// Returns the companies of the given accounts.
    pub fn of(accounts: &HashMap<&'static str, i64>, ids: &Ids, began: Timestamp) -> Self {
        let mut rows = Self::default();
        for firm in FIRMS {
            let (Some(owner), Some(person)) = (accounts.get(firm.owner), people::find(firm.owner)) else { continue };
            let id = ids.next(began);
            let email = format!("{}@plaza.example", firm.owner);
            let country = person.country.parse::<Country>().ok();
            let categories: Vec<_> = firm.categories.iter().filter_map(|key| category::find(key)).collect();
            // The address of a business begins with its name.
            let street = person.address.split_once(", ").map_or(person.address, |(_, street)| street);
            rows.companies.push(json!([
                id,
                owner,
                firm.name,
                email,
                firm.phone,
                street,
                person.city,
                firm.postal_code,
                person.country,
                firm.website,
                began.0,
                company::slug(firm.name),
                company::search_key(firm.name, person.city, &categories),
                country.map_or("UTC", Country::time_zone),
                country.map_or("EUR", |country| Currency::of(country).code())
            ]));
            rows.members.push(json!([id, owner, began.0]));
            rows.categories.extend(firm.categories.iter().map(|category| json!([id, category])));
        }
        rows
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company (id, owner_id, name, email, phone, address, city, postal_code, country, website, created_at,
                handle, search_key, time_zone, currency)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5,
                value->>6, value->>7, value->>8, value->>9, CAST(value->>10 AS BIGINT), value->>11, value->>12, value->>13,
                value->>14 FROM ",
            ""
        );
        run(tx, sql, &self.companies).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_member (company_id, account_id, role, since)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), 'owner', CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.members).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO company_category (company_id, category) SELECT CAST(value->>0 AS BIGINT), value->>1 FROM ",
            ""
        );
        run(tx, sql, &self.categories).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        account::{self, AccountKind},
        seed::{Size, fill, people::PEOPLE},
        testing::both,
    };

    #[test]
    fn each_professional_has_one_company_with_known_categories() {
        for person in PEOPLE.iter().filter(|person| person.kind == AccountKind::Professional) {
            assert_eq!(FIRMS.iter().filter(|firm| firm.owner == person.user_name).count(), 1, "{}", person.user_name);
        }
        for firm in FIRMS {
            assert!(
                people::find(firm.owner).is_some_and(|person| person.address.starts_with(firm.name)),
                "{}",
                firm.name
            );
            assert!(firm.categories.iter().all(|key| category::find(key).is_some()), "{}", firm.name);
            assert!(firm.phone.parse::<account::Phone>().is_ok() && firm.website.parse::<company::Website>().is_ok());
        }
    }

    #[tokio::test]
    async fn chef_profile_contains_restaurant() {
        both(async |db| {
            let now = Timestamp(1_795_231_140_123);
            assert!(fill(&db, &Ids::new(0), Size::Small, now, async |_, _| Ok(())).await.unwrap());
            let chef = account::find_by_login(&db, "chef").await.unwrap().unwrap().id;
            let company = account::profile(&db, chef).await.unwrap().company.unwrap();
            assert_eq!((company.name.as_str(), company.address.as_str()), ("Casa Azul", "Plaça de la Virreina 5"));
            assert_eq!(company.categories, ["food", "experiences"]);
        })
        .await;
    }
}
