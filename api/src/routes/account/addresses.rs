//! Delivery addresses of the caller.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    account::{
        Name, Phone, ShortText,
        delivery_address::{self, ADDRESSES_MAX, Added, AddressKind, DeliveryAddress},
    },
    types::{country::Country, ids::AddressId, position::Position, timestamp::Timestamp},
};
use utoipa::ToSchema;

use crate::{
    error::{Conflict, Error, FieldErrors, Result},
    http::{
        extract::{App, Body, User},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_addresses).service(add_address).service(update_address).service(delete_address);
}

/// Maximum characters of the instructions for the courier.
const INSTRUCTIONS_MAX: usize = 300;

/// Delivery address. All fields but the position and the instructions are required (specification, section 5).
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AddressForm {
    #[serde(rename = "type")]
    #[schema(value_type = AddressKind, required)]
    kind: String,
    #[schema(required)]
    first_name: String,
    #[schema(required)]
    last_name: String,
    #[schema(required)]
    phone_number: String,
    /// House number or name of the building.
    #[schema(required)]
    house: String,
    /// Road, area or colony.
    #[schema(required)]
    road: String,
    #[schema(required)]
    pincode: String,
    #[schema(required)]
    city: String,
    #[schema(required)]
    state: String,
    /// ISO 3166-1 alpha-2.
    #[schema(required)]
    country: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    #[schema(max_length = 300)]
    instructions: String,
    is_default: bool,
}

impl AddressForm {
    fn address(&self, id: AddressId) -> Result<DeliveryAddress> {
        let mut checks = FieldErrors::default();
        let kind = match self.kind.trim() {
            "home" => Some(AddressKind::Home),
            "work" => Some(AddressKind::Work),
            _ => {
                checks.add("type", "Choose home or work.");
                None
            }
        };
        let first: Option<Name> = checks.required("first_name", &self.first_name);
        let last: Option<Name> = checks.required("last_name", &self.last_name);
        let phone: Option<Phone> = checks.required("phone_number", &self.phone_number);
        let mut line = |field: &str, text: &str| -> String {
            let line: Option<ShortText> = checks.required(field, text);
            line.map(|line| line.as_str().to_owned()).unwrap_or_default()
        };
        let (house, road, pincode) =
            (line("house", &self.house), line("road", &self.road), line("pincode", &self.pincode));
        let (city, state) = (line("city", &self.city), line("state", &self.state));
        let country: Option<Country> = checks.required("country", &self.country);
        let position = match (self.latitude, self.longitude) {
            (None, None) => None,
            (Some(latitude), Some(longitude)) if Position::new(latitude, longitude).is_some() => {
                Some((latitude, longitude))
            }
            _ => {
                checks.add("latitude", "Enter latitude -90 to 90 and longitude -180 to 180.");
                None
            }
        };
        let instructions = self.instructions.trim().to_owned();
        if instructions.chars().count() > INSTRUCTIONS_MAX {
            checks.add("instructions", format!("Enter at most {INSTRUCTIONS_MAX} characters."));
        }
        checks.finish()?;
        Ok(DeliveryAddress {
            id,
            kind: kind.unwrap_or(AddressKind::Home),
            first_name: first.map(|name| name.as_str().to_owned()).unwrap_or_default(),
            last_name: last.map(|name| name.as_str().to_owned()).unwrap_or_default(),
            phone_number: phone.map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
            house,
            road,
            pincode,
            city,
            state,
            country: country.map(|country| country.code().to_owned()).unwrap_or_default(),
            latitude: position.map(|(latitude, _)| latitude),
            longitude: position.map(|(_, longitude)| longitude),
            instructions,
            is_default: self.is_default,
        })
    }
}

/// List your delivery addresses
///
/// The default first, then the newest.
#[utoipa::path(
    tag = "account", operation_id = "account_list_addresses", responses((status = 200, body = Envelope<Vec<DeliveryAddress>>)), security(("bearer" = []))
)]
#[get("/users/address/list/")]
async fn list_addresses(app: App, user: User) -> Result<Envelope<Vec<DeliveryAddress>>> {
    Ok(Envelope::ok(delivery_address::list(&app.db, user.user).await?))
}

/// Add a delivery address
///
/// At most 20. The first one becomes the default.
#[utoipa::path(
    tag = "account", operation_id = "account_add_address", request_body = AddressForm, responses((status = 201, body = Envelope<DeliveryAddress>)), security(("bearer" = []))
)]
#[post("/users/add-new-address/")]
async fn add_address(app: App, user: User, form: Body<AddressForm>) -> Result<Envelope<DeliveryAddress>> {
    let now = Timestamp::now();
    let mut address = form.0.address(AddressId(app.ids.next(now)))?;
    match delivery_address::add(&app.db, user.user, &mut address, now).await? {
        Added::Added => Ok(Envelope::created(address)),
        Added::TooMany => Err(Error::Conflict(Conflict {
            code: "address.too_many",
            message: "Delete an address first.",
            amount: Some(ADDRESSES_MAX),
        })),
    }
}

/// Change a delivery address
#[utoipa::path(
    tag = "account", operation_id = "account_update_address",
    params(("address_id" = AddressId, Path)),
    request_body = AddressForm,
    responses((status = 200, body = Envelope<DeliveryAddress>)),
    security(("bearer" = []))
)]
#[put("/users/address/update/{address_id}/")]
async fn update_address(
    app: App,
    user: User,
    id: web::Path<AddressId>,
    form: Body<AddressForm>,
) -> Result<Envelope<DeliveryAddress>> {
    let mut address = form.0.address(id.into_inner())?;
    delivery_address::update(&app.db, user.user, &mut address).await?;
    Ok(Envelope::ok(address))
}

/// Delete a delivery address
#[utoipa::path(
    tag = "account", operation_id = "account_delete_address",
    params(("address_id" = AddressId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/address/delete/{address_id}/")]
async fn delete_address(app: App, user: User, id: web::Path<AddressId>) -> Result<Confirmation> {
    delivery_address::delete(&app.db, user.user, id.into_inner()).await?;
    Ok(Confirmation::new("Deleted."))
}
