//! Editing a cart.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CARTS_MAX, LINES_MAX, QUANTITY_MAX};
use crate::{
    Db, Error,
    catalogue::{detail::Availability, offering_details::OptionGroup},
    db::{Aggregate, Tx},
    fulfilment::Fulfilment,
    on,
    types::{
        ids::{AddressId, CartLineId, CompanyId, OfferingId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

/// Reason why an edit has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CartRefusal {
    /// A field is wrong: its name and the message shown there.
    Field(&'static str, String),
    /// The account has too many carts, or the cart too many lines.
    Full,
    /// The hold of the booking has ended.
    HoldEnded,
}

#[derive(Debug)]
pub enum CartError {
    Refused(CartRefusal),
    Store(Error),
}

impl CartError {
    fn field(name: &'static str, message: impl Into<String>) -> Self {
        Self::Refused(CartRefusal::Field(name, message.into()))
    }
}

impl<E: Into<Error>> From<E> for CartError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}

type Result<T, E = CartError> = std::result::Result<T, E>;

/// Chosen option of a dish.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenOption {
    /// Name of the group.
    #[schema(example = "Sauce")]
    pub group: String,
    /// Name of the choice.
    #[schema(example = "Garlic")]
    pub choice: String,
}

/// Line to add to a cart.
#[derive(Clone, Debug)]
pub struct NewLine {
    pub id: CartLineId,
    /// Id of the cart if it is the first line.
    pub cart: i64,
    pub company: CompanyId,
    pub offering: OfferingId,
    /// None: the only variant.
    pub variant: Option<VariantId>,
    pub quantity: i64,
    pub options: Vec<ChosenOption>,
    pub note: String,
    pub fulfilment: Option<Fulfilment>,
}

/// Details of a cart. `None` leaves a value as it is; the inner `None` clears it.
#[derive(Clone, Debug, Default)]
pub struct Details {
    pub fulfilment: Option<Fulfilment>,
    pub customer_name: Option<String>,
    pub contact_number: Option<String>,
    pub email: Option<String>,
    pub note: Option<String>,
    pub wants_cutlery: Option<bool>,
    pub address: Option<Option<AddressId>>,
    pub scheduled_at: Option<Option<Timestamp>>,
    pub members: Option<Option<i64>>,
    pub promo_code: Option<Option<String>>,
    pub tip: Option<i64>,
    pub use_coins: Option<bool>,
}

/// Product that a line may name.
struct Offer {
    availability: Availability,
    options: Vec<OptionGroup>,
    /// In the order of the product page.
    variants: Vec<VariantId>,
}

impl Offer {
    /// Returns a product that a company sells, from memory while the company has not changed it.
    async fn of(db: &Db, company: CompanyId, id: OfferingId) -> crate::Result<Arc<Option<Self>>> {
        db.cached(Aggregate::Company(company), id.0, Self::read(db, company, id)).await
    }

    async fn read(db: &Db, company: CompanyId, id: OfferingId) -> crate::Result<Option<Self>> {
        let row: Option<(Availability, String)> = on!(db.read(), at => sqlx::query_as(
            "SELECT availability, options FROM offering WHERE id = $1 AND company_id = $2 AND state = 'active'")
            .bind(id).bind(company).fetch_optional(at).await)?;
        let Some((availability, options)) = row else { return Ok(None) };
        let variants: Vec<(VariantId,)> = on!(db.read(), at => sqlx::query_as(
            "SELECT id FROM offering_variant WHERE offering_id = $1 ORDER BY position, id")
            .bind(id).fetch_all(at).await)?;
        let variants = variants.into_iter().map(|(id,)| id).collect();
        Ok(Some(Self { availability, options: serde_json::from_str(&options)?, variants }))
    }

    /// Returns the variant of a line. A product with several variants needs a choice.
    fn variant(&self, line: &NewLine) -> Result<VariantId> {
        let chosen = match line.variant {
            Some(id) => self.variants.iter().find(|known| **known == id),
            None if self.variants.len() == 1 => self.variants.first(),
            None => None,
        };
        chosen.copied().ok_or_else(|| CartError::field("variant_id", "Choose a variant from the list."))
    }
}

/// Adds units to a cart. A line with the same variant, options and note gets the units.
pub async fn add(db: &Db, account: UserId, line: &NewLine, now: Timestamp) -> Result<()> {
    let offer = Offer::of(db, line.company, line.offering).await?;
    let Some(offer) = &*offer else {
        return Err(CartError::field("product_id", "Choose a product of this business."));
    };
    if offer.availability.is_booked() {
        return Err(CartError::field("product_id", "This is booked, not bought."));
    }
    if !(1..=QUANTITY_MAX).contains(&line.quantity) {
        return Err(too_many());
    }
    let variant = offer.variant(line)?;
    let options = checked_options(&offer.options, &line.options)?;
    let mut tx = db.begin().await?;
    let cart = ensure(&mut tx, account, line, now).await?;
    let options = serde_json::to_string(&options)?;
    let more: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE cart_line SET quantity = quantity + $5
         WHERE cart_id = $1 AND variant_id = $2 AND options = $3 AND note = $4 RETURNING quantity")
        .bind(cart).bind(variant).bind(&options).bind(&line.note).bind(line.quantity).fetch_optional(at).await)?;
    match more {
        Some((quantity,)) if quantity > QUANTITY_MAX => return Err(too_many()),
        Some(_) => {}
        None => {
            let added = on!(tx.at(), at => sqlx::query(
                "INSERT INTO cart_line (id, cart_id, variant_id, options, note, quantity)
                 SELECT $1, c.id, $3, $4, $5, $6 FROM cart c
                 WHERE c.id = $2 AND (SELECT COUNT(*) FROM cart_line WHERE cart_id = $2) < $7")
                .bind(line.id).bind(cart).bind(variant).bind(&options).bind(&line.note).bind(line.quantity)
                .bind(LINES_MAX).execute(at).await.map(|done| done.rows_affected()))?;
            if added == 0 {
                return Err(CartError::Refused(CartRefusal::Full));
            }
        }
    }
    Ok(tx.commit().await?)
}

fn too_many() -> CartError {
    CartError::field("quantity", format!("Enter 1 to {QUANTITY_MAX}."))
}

/// Checks chosen options against the groups of an offering. Returns them sorted, so that equal choices are one line.
fn checked_options(groups: &[OptionGroup], chosen: &[ChosenOption]) -> Result<Vec<ChosenOption>> {
    let mut sorted = chosen.to_vec();
    sorted.sort();
    sorted.dedup();
    let is_known = |option: &ChosenOption| {
        let group = groups.iter().find(|group| group.name == option.group);
        group.is_some_and(|group| group.choices.iter().any(|choice| choice.name == option.choice))
    };
    if let Some(unknown) = sorted.iter().find(|option| !is_known(option)) {
        let message = format!("{} has no choice {}.", unknown.group, unknown.choice);
        return Err(CartError::field("options", message));
    }
    match broken_rule(groups, &sorted) {
        Some(message) => Err(CartError::field("options", message)),
        None => Ok(sorted),
    }
}

/// Returns what a choice must change to follow the rules of its groups: required, and at most so many.
pub(super) fn broken_rule(groups: &[OptionGroup], chosen: &[ChosenOption]) -> Option<String> {
    groups.iter().find_map(|group| {
        let count = chosen.iter().filter(|option| option.group == group.name).count();
        if group.required && count == 0 {
            return Some(format!("Choose {}.", group.name));
        }
        let is_above = i64::try_from(count).unwrap_or(i64::MAX) > group.max;
        is_above.then(|| format!("Choose at most {} of {}.", group.max, group.name))
    })
}

/// Locks the account's cart with the company, or creates it. Returns its id.
async fn ensure(tx: &mut Tx, account: UserId, line: &NewLine, now: Timestamp) -> Result<i64> {
    tx.lock_accounts(&[account.0]).await?;
    let known: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE cart SET updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE updated_at + 1 END,
            fulfilment = COALESCE($4, fulfilment)
         WHERE account_id = $1 AND company_id = $2 RETURNING id")
        .bind(account).bind(line.company).bind(now).bind(line.fulfilment).fetch_optional(at).await)?;
    if let Some((id,)) = known {
        return Ok(id);
    }
    let added = on!(tx.at(), at => sqlx::query(
        "INSERT INTO cart (id, account_id, company_id, fulfilment, updated_at)
         SELECT $1, a.id, $3, $4, $5 FROM account a
         WHERE a.id = $2 AND (SELECT COUNT(*) FROM cart WHERE account_id = $2) < $6")
        .bind(line.cart).bind(account).bind(line.company).bind(line.fulfilment).bind(now).bind(CARTS_MAX)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if added == 0 {
        return Err(CartError::Refused(CartRefusal::Full));
    }
    Ok(line.cart)
}

/// Sets the units of a line. 0 removes it; the last line takes the cart with it.
pub async fn set_quantity(
    db: &Db,
    account: UserId,
    id: CartLineId,
    quantity: i64,
    now: Timestamp,
) -> Result<CompanyId> {
    if !(0..=QUANTITY_MAX).contains(&quantity) {
        return Err(CartError::field("quantity", format!("Enter 0 to {QUANTITY_MAX}.")));
    }
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let cart: Option<(i64, CompanyId)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT c.id, c.company_id FROM cart_line l JOIN cart c ON c.id = l.cart_id WHERE l.id = $1 AND c.account_id = $2")
        .bind(id).bind(account).fetch_optional(at).await)?;
    let (cart, company) = cart.ok_or(Error::NotFound)?;
    if quantity == 0 {
        on!(tx.at(), at => sqlx::query("DELETE FROM cart_line WHERE id = $1").bind(id).execute(at).await.map(drop))?;
    } else {
        on!(tx.at(), at => sqlx::query("UPDATE cart_line SET quantity = $2 WHERE id = $1").bind(id).bind(quantity)
            .execute(at).await.map(drop))?;
    }
    // A checkout that has read the cart before is refused.
    on!(tx.at(), at => sqlx::query(
        "UPDATE cart SET updated_at = CASE WHEN updated_at < $2 THEN $2 ELSE updated_at + 1 END WHERE id = $1")
        .bind(cart).bind(now).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM cart WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM cart_line WHERE cart_id = $1)
            AND NOT EXISTS (SELECT 1 FROM cart_booking WHERE cart_id = $1)")
        .bind(cart).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(company)
}

/// Returns the chosen way of a cart.
pub async fn fulfilment(db: &Db, account: UserId, company: CompanyId) -> crate::Result<Option<Fulfilment>> {
    let (chosen,): (Option<Fulfilment>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT fulfilment FROM cart WHERE account_id = $1 AND company_id = $2")
        .bind(account).bind(company).fetch_one(at).await)?;
    Ok(chosen)
}

/// Changes the details of a cart.
pub async fn set_details(
    db: &Db,
    account: UserId,
    company: CompanyId,
    details: &Details,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    if let Some(Some(address)) = details.address
        && crate::account::delivery_address::find(&mut tx, account, address).await?.is_none()
    {
        return Err(CartError::field("address_id", "Choose one of your addresses."));
    }
    let changed = on!(tx.at(), at => sqlx::query(
        "UPDATE cart SET updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE updated_at + 1 END,
            fulfilment = COALESCE($4, fulfilment), customer_name = COALESCE($5, customer_name),
            contact_number = COALESCE($6, contact_number), email = COALESCE($7, email), note = COALESCE($8, note),
            wants_cutlery = COALESCE($9, wants_cutlery), tip = COALESCE($10, tip), use_coins = COALESCE($11, use_coins),
            address_id = CASE WHEN $12 THEN $13 ELSE address_id END,
            scheduled_at = CASE WHEN $14 THEN $15 ELSE scheduled_at END,
            members = CASE WHEN $16 THEN $17 ELSE members END,
            promo_code = CASE WHEN $18 THEN $19 ELSE promo_code END
         WHERE account_id = $1 AND company_id = $2")
        .bind(account).bind(company).bind(now).bind(details.fulfilment).bind(&details.customer_name)
        .bind(&details.contact_number).bind(&details.email).bind(&details.note).bind(details.wants_cutlery)
        .bind(details.tip).bind(details.use_coins)
        .bind(details.address.is_some()).bind(details.address.flatten())
        .bind(details.scheduled_at.is_some()).bind(details.scheduled_at.flatten())
        .bind(details.members.is_some()).bind(details.members.flatten())
        .bind(details.promo_code.is_some()).bind(details.promo_code.as_ref().and_then(Option::as_ref))
        .execute(at).await.map(|done| done.rows_affected()))?;
    if changed == 0 {
        return Err(Error::NotFound.into());
    }
    Ok(tx.commit().await?)
}

/// Deletes a cart. A repeat has no effect. Holds of its bookings run on until they end.
pub async fn remove(db: &Db, account: UserId, company: CompanyId) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM cart WHERE account_id = $1 AND company_id = $2")
        .bind(account).bind(company).execute(at).await.map(drop))?;
    Ok(())
}

/// Moves the carts of `from` to `into`. Lines of a company that both have a cart for are added to the cart of `into`,
/// as far as it has room; its details stay. Carts change by it: an order placed before does not take these lines with it.
pub(crate) async fn merge(tx: &mut Tx, from: UserId, into: UserId, now: Timestamp) -> crate::Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE cart SET account_id = $2, updated_at = CASE WHEN updated_at < $3 THEN $3 ELSE updated_at + 1 END
         WHERE account_id = $1 AND company_id NOT IN (SELECT company_id FROM cart WHERE account_id = $2)")
        .bind(from).bind(into).bind(now).execute(at).await.map(drop))?;
    let both: Vec<(i64, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT f.id, i.id FROM cart f JOIN cart i ON i.company_id = f.company_id
         WHERE f.account_id = $1 AND i.account_id = $2 ORDER BY i.id")
        .bind(from).bind(into).fetch_all(at).await)?;
    for (guest, own) in both {
        // Equal lines become one.
        on!(tx.at(), at => sqlx::query(
            "UPDATE cart_line SET quantity = CASE WHEN cart_line.quantity + l.quantity > $3 THEN $3
                ELSE cart_line.quantity + l.quantity END
             FROM cart_line l WHERE l.cart_id = $1 AND cart_line.cart_id = $2 AND cart_line.variant_id = l.variant_id
                AND cart_line.options = l.options AND cart_line.note = l.note")
            .bind(guest).bind(own).bind(QUANTITY_MAX).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE cart_line SET cart_id = $2 WHERE id IN (
                SELECT l.id FROM cart_line l WHERE l.cart_id = $1 AND NOT EXISTS (
                    SELECT 1 FROM cart_line o WHERE o.cart_id = $2 AND o.variant_id = l.variant_id
                        AND o.options = l.options AND o.note = l.note)
                ORDER BY l.id LIMIT $3 - (SELECT COUNT(*) FROM cart_line WHERE cart_id = $2))")
            .bind(guest).bind(own).bind(LINES_MAX).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("UPDATE cart_booking SET cart_id = $2 WHERE cart_id = $1")
            .bind(guest).bind(own).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE cart SET updated_at = CASE WHEN updated_at < $2 THEN $2 ELSE updated_at + 1 END WHERE id = $1")
            .bind(own).bind(now).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM cart WHERE id = $1").bind(guest).execute(at).await.map(drop))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::offering_details::OptionChoice;

    fn group(name: &str, required: bool, max: i64, choices: &[&str]) -> OptionGroup {
        let choices = choices.iter().map(|name| OptionChoice { name: (*name).to_owned(), price: 50 }).collect();
        OptionGroup { name: name.to_owned(), required, max, choices }
    }

    fn chosen(pairs: &[(&str, &str)]) -> Vec<ChosenOption> {
        pairs.iter().map(|(group, choice)| ChosenOption { group: (*group).into(), choice: (*choice).into() }).collect()
    }

    #[test]
    fn options_follow_the_rules_of_their_group() {
        let groups = [group("Size", true, 1, &["S", "L"]), group("Extras", false, 2, &["Egg", "Ham", "Corn"])];
        let check = |pairs: &[(&str, &str)]| checked_options(&groups, &chosen(pairs));
        assert_eq!(check(&[("Size", "S"), ("Extras", "Ham"), ("Extras", "Egg")]).unwrap().len(), 3);
        assert_eq!(
            check(&[("Size", "S"), ("Extras", "Ham")]).unwrap(),
            check(&[("Extras", "Ham"), ("Size", "S")]).unwrap()
        );
        assert!(check(&[]).is_err());
        assert!(check(&[("Size", "S"), ("Size", "L")]).is_err());
        assert!(check(&[("Size", "XXL")]).is_err());
        assert!(check(&[("Size", "S"), ("Extras", "Egg"), ("Extras", "Ham"), ("Extras", "Corn")]).is_err());
    }
}
