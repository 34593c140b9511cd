//! Authorisation table: every operation of the document, called by every kind of user. An operation without a line
//! fails the test, and so does a line without an operation.
//!
//! The user (ann) and the professional (bistro) share a chat and own everything that a path names. The other user and
//! the other professional are strangers to it. A 422 or 415 for an invalid body counts as allowed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use store::{
    account::{
        self, AccountKind, NewAccount, ProfileChange,
        document::{DocumentKind, NewDocument},
    },
    chat::{self, NewDirect, NewGroup},
    media,
    security::session::{self, NewSession},
    testing,
    types::{
        ids::{ChatId, DocumentId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::support::{
    app::{Answer, Person, TestApp},
    schema::DOCUMENT,
};

/// Method, path below `/api/v1`, body (JSON), and the statuses for: anonymous, guest, user, other user, professional, other
/// professional.
type Line = (&'static str, &'static str, &'static str, [u16; 6]);

#[rustfmt::skip]
const TABLE: &[Line] = &[
    ("POST",   "/payment/add-card/",                            "",  [401, 403, 422, 422, 422, 422]),
    ("GET",    "/payment/cards/",                               "",  [401, 403, 200, 200, 200, 200]),
    ("DELETE", "/payment/cards/{card_id}/",                     "",  [401, 403, 404, 404, 404, 404]),
    ("PUT",    "/payment/cards/{card_id}/default/",             "",  [401, 403, 404, 404, 404, 404]),
    ("POST",   "/payment/setup-intent/",                        "",  [401, 403, 409, 409, 409, 409]),
    ("POST",   "/payment/stripe/webhook/",                      "",  [404, 404, 404, 404, 404, 404]),
    ("POST",   "/payment/user/order/status/",                   r#"{"order_id": 1}"#, [401, 403, 404, 404, 404, 404]),
    ("POST",   "/payment/user/order/create-stripe-customer/",   "",  [401, 403, 200, 200, 200, 200]),
    ("POST",   "/payment/user/order/payment/",                  r#"{"order_id": 1}"#, [401, 403, 404, 404, 404, 404]),
    ("POST",   "/users/add-new-address/",                       "",  [401, 422, 422, 422, 422, 422]),
    ("DELETE", "/users/address/delete/{address_id}/",           "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/address/list/",                          "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/address/update/{address_id}/",           "{}", [401, 422, 422, 422, 422, 422]),
    ("GET",    "/users/blocked/",                               "",  [401, 403, 200, 200, 200, 200]),
    ("POST",   "/users/cart/add/",                              "",  [401, 422, 422, 422, 422, 422]),
    ("POST",   "/users/cart/bookings/",                         r#"{"booking_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("DELETE", "/users/cart/bookings/{booking_id}/",            "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/cart/company/{nobody_id}/",             "",  [401, 404, 404, 404, 404, 404]),
    ("DELETE", "/users/cart/company/{nobody_id}/",             "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/cart/lines/{line_id}/",                  r#"{"quantity": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/cart/my-carts/",                         "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/cart/update-meta/{nobody_id}/{order_type_key}/", "{}", [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/checkout/",                              r#"{"company_ids": [1]}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",    "/users/get-order/tracking/?tracking_id=P7KQ-4MXD", "", [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/order/create/{nobody_id}/{category_id}/", "{}", [401, 403, 404, 404, 404, 404]),
    ("GET",    "/users/order-detail/{nobody_id}/",             "",  [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/orders/cancel/{order_id}/",              r#"{"reason": "other"}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/orders/fulfilled/{order_id}/",           "",  [401, 404, 404, 404, 404, 404]),
    ("PUT",    "/users/orders/fulfilled/{order_id}/",           r#"{"received": true}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/orders/{order_id}/calendar/",            "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/orders/{order_id}/invoices/",            "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/orders/{order_id}/invoices/{number}/pdf/", "", [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/orders/{order_id}/reviews/",             "",  [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/product/review/",                        "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/userprofessional/company/review/",             "",  [401, 403, 422, 422, 422, 422]),
    ("GET",    "/userprofessional/company/reviews/",            "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/company/reviews/{review_id}/reply/", r#"{"reply": "Thanks"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/customers/",                  "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/customers/export/",           "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/customers/{customer_id}/",    "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/dashboard/",                  "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/earnings/?from=2026-11-01&to=2026-11-02", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/invoices/",                   "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invoices/",                   r#"{"customer_name": "Zoe", "lines": [], "total": 0}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/invoices/export/",            "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/invoices/{number}/",          "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invoices/{number}/credit/",   "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invoices/{number}/mail/",     "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/invoices/{secret}/pdf/",                 "",  [404, 404, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/invoices/{number}/pdf/",      "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/promo-codes/",                "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/promo-codes/",                "",  [401, 403, 403, 403, 422, 422]),
    ("PUT",    "/userprofessional/promo-codes/{promo_code_id}/", "", [401, 403, 403, 403, 422, 422]),
    ("POST",   "/userprofessional/promo-codes/{promo_code_id}/end/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/orders/{order_id}/",                     "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/support-tickets/",                       "",  [401, 200, 200, 200, 200, 200]),
    ("POST",   "/users/support-tickets/create/",                "",  [401, 403, 415, 415, 415, 415]),
    ("GET",    "/users/support-tickets/{ticket_id}/",           "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/support-tickets/{ticket_id}/messages/",  "",  [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/support-tickets/{ticket_id}/messages/",  "",  [401, 403, 404, 404, 404, 404]),
    ("POST",   "/users/support-tickets/{ticket_id}/escalate/",  r#"{"message": "Please."}"#, [401, 403, 404, 404, 404, 404]),
    ("PUT",    "/users/support-tickets/{ticket_id}/state/",     r#"{"state": "closed"}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/support-tickets/",            "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/support-tickets/{ticket_id}/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/support-tickets/{ticket_id}/messages/", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/support-tickets/{ticket_id}/messages/", "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/support-tickets/{ticket_id}/state/", r#"{"state": "resolved"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/support/options/",                       "",  [401, 200, 200, 200, 200, 200]),
    ("POST",   "/users/support/create/",                        "",  [401, 403, 415, 415, 415, 415]),
    ("GET",    "/users/ticket/categories-choices/",             "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/ticket/categories-choices-new/",         "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/help-support/",                          "",  [200, 200, 200, 200, 200, 200]),
    ("POST",   "/users/feedback/",                              "",  [401, 403, 415, 415, 415, 415]),
    ("GET",    "/admin/footer-sections/list/",                  "",  [200, 200, 200, 200, 200, 200]),
    ("GET",    "/admin/footer-sections/get/{section_id}/",      "",  [200, 200, 200, 200, 200, 200]),
    ("GET",    "/admin/terms-conditions/get-list/?userType=user", "", [200, 200, 200, 200, 200, 200]),
    ("GET",    "/users/orders-new/",                            "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/userprofessional/orders/{order_id}/returns/{return_id}/", r#"{"state": "approved"}"#, [401, 403, 403, 403, 404, 404]),
    ("POST",   "/users/orders/{order_id}/returns/",             r#"{"items": [{"line": 0, "quantity": 1}], "reason": "other"}"#, [401, 404, 404, 404, 404, 404]),
    ("PUT",    "/users/orders/{order_id}/returns/{return_id}/", r#"{"state": "closed"}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",   "/users/support/upload-return-item-media/",      "",  [401, 403, 400, 400, 400, 400]),
    ("GET",    "/userprofessional/return-window/",              "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/return-window/",              r#"{"days": 7}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/loyalty/",                    "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/loyalty/",                    r#"{"is_active": true, "coins_per_unit": 1, "coin_value": 1, "minimum_coins": 0}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/loyalty/cards/",              "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/loyalty-points/",                        "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/loyalty-points/{nobody_id}/",            "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/promocodes/{nobody_id}/",               "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/userprofessional/fulfilment/",                 "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/fulfilment/",                 r#"{"options": []}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/orders/",                     "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/orders/export/",              "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/orders/{order_id}/",          "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/orders/{order_id}/refund/",   r#"{"amount": 1, "reason": "Late", "expected_left": 1}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/orders/{order_id}/promise/",  r#"{"promised_at": "2999-01-01T00:00:00Z"}"#, [401, 403, 403, 403, 422, 422]),
    ("PUT",    "/userprofessional/orders/{order_id}/state/",    r#"{"state": "accepted"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/pro-cancellation-reasons/",   "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/admin/languages-list/",                        "",  [200, 200, 200, 200, 200, 200]),
    ("GET",    "/admin/regular-users/get/{owner_id}/",          "",  [401, 403, 200, 200, 200, 200]),
    ("GET",    "/app/",                                         "",  [200, 200, 200, 200, 200, 200]),
    ("POST",   "/chat/chatapp-block-unblock-users/?chat_id={chat_id}", "", [401, 403, 200, 404, 200, 404]),
    ("POST",   "/chat/chatapp-clear-chats-per-users/?chat_id={chat_id}", "", [401, 403, 200, 404, 200, 404]),
    ("POST",   "/chat/chatapp-report-users/?chat_id={chat_id}", r#"{"reason": "spam"}"#, [401, 403, 200, 404, 200, 404]),
    ("POST",   "/chat/chatapp-share-content-by-user/",          "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/chat/chatapp-share-reels-in-chats/",           "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/chat/chatapp-upload-media/",                   "",  [401, 403, 400, 400, 400, 400]),
    ("GET",    "/chat/chats/",                                  "",  [401, 403, 200, 200, 200, 200]),
    ("POST",   "/chat/chats/direct/",                           r#"{"user_id": 1}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",    "/chat/chats/{chat_id}/",                        "",  [401, 403, 200, 404, 200, 404]),
    ("DELETE", "/chat/chats/{chat_id}/",                        "",  [401, 403, 200, 404, 200, 404]),
    ("POST",   "/chat/chats/{chat_id}/accept/",                 "",  [401, 403, 200, 404, 200, 404]),
    ("PUT",    "/chat/chats/{chat_id}/draft/",                  r#"{"text": "Well"}"#, [401, 403, 200, 404, 200, 404]),
    ("GET",    "/chat/chats/{chat_id}/media/",                  "",  [401, 403, 200, 404, 200, 404]),
    ("GET",    "/chat/chats/{chat_id}/members/",                "",  [401, 403, 200, 404, 200, 404]),
    ("GET",    "/chat/chats/{chat_id}/messages/",               "",  [401, 403, 200, 404, 200, 404]),
    ("GET",    "/chat/chats/{chat_id}/request/",                "",  [401, 403, 404, 404, 404, 404]),
    ("PUT",    "/chat/chats/{chat_id}/settings/",               r#"{"pinned": true}"#, [401, 403, 200, 404, 200, 404]),
    ("PATCH",  "/chat/chats/{group_id}/",                       r#"{"title": "Supper"}"#, [401, 403, 200, 404, 403, 404]),
    ("POST",   "/chat/chats/{group_id}/members/",               r#"{"user_ids": [{other_id}]}"#, [401, 403, 200, 404, 403, 404]),
    ("DELETE", "/chat/chats/{group_id}/members/{member_id}/",   "",  [401, 403, 404, 404, 200, 404]),
    ("PUT",    "/chat/chats/{group_id}/members/{member_id}/",   r#"{"role": "admin"}"#, [401, 403, 200, 404, 403, 404]),
    ("POST",   "/chat/forward/",                                r#"{"chat_id": {chat_id}, "seq": 1, "chat_ids": [{chat_id}]}"#, [401, 403, 422, 404, 422, 404]),
    ("POST",   "/chat/groups/",                                 "",  [401, 403, 422, 422, 422, 422]),
    ("GET",    "/chat/link-preview/?url=https://plaza.example/messages/{chat_id}",   "",  [401, 404, 200, 404, 200, 404]),
    ("GET",    "/chat/requests/",                               "",  [401, 403, 200, 200, 200, 200]),
    ("GET",    "/chat/search/?query=well&chat_id={chat_id}",    "",  [401, 403, 200, 404, 200, 404]),
    ("GET",    "/demo/outbox/",                                 "",  [404, 404, 404, 404, 404, 404]),
    ("POST",   "/userProfessionalRoutes/company-profiles/",     "",  [415, 415, 415, 415, 415, 415]),
    ("POST",   "/userProfessionalRoutes/login/",                "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/userprofessional/cancellation-policies/",      "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/cancellation-policies/",      r#"{"title": "Late"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/cancellation-policies/{id}/", "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/cancellation-policies/{id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/cancellation-terms/",         "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/company-privacy-policy/",     r#"{"title": "Data"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/company-privacy-policy/delete/{id}/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/company-privacy-policy/list/", "", [401, 403, 403, 403, 404, 404]),
    ("PATCH",  "/userprofessional/company-privacy-policy/update/{id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/company/refund-policies/",    "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/company/refund-policies/",    r#"{"title": "Refunds"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/company/refund-policy/update-delete/{id}/", "", [401, 403, 403, 403, 404, 404]),
    ("PATCH",  "/userprofessional/company/refund-policy/update-delete/{id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/facilities-list/",            "",  [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/export/",               "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/folders/",              "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/folders/",              r#"{"name": "Menu"}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/folders/order/",        r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/catalogue/folders/{folder_id}/",            "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/folders/{folder_id}/",            r#"{"name": "Menu"}"#, [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/import/",               "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/import/template/",      "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/calendar/?from=2026-11-30&to=2026-12-06", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/calendar/blocks/",                r#"{"dates": ["2026-11-30"]}"#, [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/calendar/blocks/delete/",         r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/calendar/blocks/{block_id}/",     r#"{"dates": ["2026-11-30"]}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/catalogue/occurrences/{occurrence_id}/",        "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/occurrences/{occurrence_id}/cancellation/", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/occurrences/{occurrence_id}/cancellation/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/offerings/",            "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/offerings/",            "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/offerings/delete/",     r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/folder/",     r#"{"ids": [1], "folder_id": null}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/order/",      r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/sold-out/",   r#"{"ids": [1], "sold_out": true}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/state/",      r#"{"ids": [1], "state": "active"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/offerings/{offering_id}/",          "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/{offering_id}/",          "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/offerings/{offering_id}/duplicate/","", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/{offering_id}/night-rates/",r#"{"rates": []}"#, [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/offerings/{offering_id}/occurrences/",r#"{"occurrences": []}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/{offering_id}/schedule/", r#"{"rules": [], "exceptions": []}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/offerings/{offering_id}/sold-out/", r#"{"sold_out": true}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/ports/",                "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/resources/",            "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/catalogue/resources/",            r#"{"kind": "staff", "name": "Ana"}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/resources/order/",      r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/catalogue/resources/{resource_id}/",          "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/resources/{resource_id}/",          r#"{"kind": "staff", "name": "Ana"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/resources/{resource_id}/schedule/", "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/resources/{resource_id}/schedule/", r#"{"rules": [], "exceptions": []}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/catalogue/terms/",            "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/catalogue/variants/{variant_id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/forgot-password/",            "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/userprofessional/how-to-get/company/",         "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/how-to-get/company/",         r#"{"title": "By bus"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/how-to-get/{id}/",            "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/how-to-get/{id}/",            "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/my-company/facilities/",      r#"{"facility": "wifi"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/my-company/facilities/{id}/", "",  [401, 403, 403, 403, 404, 404]),
    ("PATCH",  "/userprofessional/my-company/facilities/{id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/my-company/rules/",           "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/my-company/rules/",           r#"{"title": "Quiet"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/my-company/rules/{id}/",      "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/my-company/rules/{id}/",      "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/profile/",                    "",  [401, 403, 403, 403, 200, 200]),
    ("PUT",    "/userprofessional/profile/",                    "{}", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/reset-password/",             "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/userprofessional/share-user-profile/?user_id={user_id}", "", [401, 403, 422, 422, 422, 422]),
    ("POST",   "/userprofessional/verify-otp/",                 "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/account/delete/",                        "",  [401, 200, 422, 422, 422, 422]),
    ("GET",     "/users/availableaesthetics-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/availableartandculture-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/availablenightclub-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/availablerelaxation-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/availablesportsandnutical-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/available-slots/?product_id={nobody_id}&date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/offerings/{offering_id}/availability/?from=2026-12-01&to=2026-12-02", "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/users/offerings/{offering_id}/slots/?date=2026-12-01", "",  [404, 404, 404, 404, 404, 404]),
    ("POST",    "/users/book-Aestheticslot/",                 r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/book-Artandcultureslot/",             r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/book-Relaxationslot/",                r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/book-slot/",                          r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/cruise-rooms/book/",                  r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/eventandworkshopBooking/create/",     r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/experiencebooking/create/",           r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/hotel-rooms/book/",                   r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/musicbooking/create/",                r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/bookings/hold/",                      r#"{"product_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/",                           "",  [401, 200, 200, 200, 200, 200]),
    ("GET",     "/users/bookings/{booking_id}/",               "",  [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/{booking_id}/invoices/",      "",  [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/{booking_id}/invoices/{number}/pdf/", "", [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/{booking_id}/reviews/",       "",  [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/{booking_id}/calendar/",      "",  [401, 404, 404, 404, 404, 404]),
    ("GET",     "/users/bookings/{booking_id}/offering/",      "",  [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/bookings/{booking_id}/cancel/",        r#"{"expected_fee": 0}"#, [401, 404, 404, 404, 404, 404]),
    ("PUT",     "/users/bookings/{booking_id}/confirm/",       r#"{"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "a@b.co", "expected_total": 0}"#, [401, 404, 404, 404, 404, 404]),
    ("DELETE",  "/users/bookings/{booking_id}/hold/",          "",  [401, 404, 404, 404, 404, 404]),
    ("PUT",     "/users/bookings/{booking_id}/reschedule/",    "{}", [401, 404, 404, 404, 404, 404]),
    ("POST",    "/users/waitlist/",                           r#"{"product_id": 1, "customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "a@b.co"}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",     "/users/waitlist/",                           "",  [401, 403, 200, 200, 200, 200]),
    ("DELETE",  "/users/waitlist/{entry_id}/",                "",  [401, 403, 404, 404, 404, 404]),
    ("GET",     "/users/calendar-feed/",                      "",  [401, 403, 200, 200, 200, 200]),
    ("POST",    "/users/calendar-feed/",                      "",  [401, 403, 201, 201, 201, 201]),
    ("DELETE",  "/users/calendar-feed/",                      "",  [401, 403, 200, 200, 200, 200]),
    ("GET",     "/users/calendar-feed/{secret}/",             "",  [404, 404, 404, 404, 404, 404]),
    ("GET",     "/userprofessional/waitlist/",                "",  [401, 403, 403, 403, 404, 404]),
    ("GET",     "/userprofessional/offerings/{offering_id}/slots/?date=2026-11-30", "", [401, 403, 403, 403, 404, 404]),
    ("GET",     "/userprofessional/reservations/",            "",  [401, 403, 403, 403, 404, 404]),
    ("GET",     "/userprofessional/reservations/export/",     "",  [401, 403, 403, 403, 404, 404]),
    ("POST",    "/userprofessional/reservations/",            r#"{"product_id": 1}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",     "/userprofessional/reservations/{booking_id}/", "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",     "/userprofessional/reservations/{booking_id}/state/", r#"{"state": "completed"}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",     "/userprofessional/reservations/{booking_id}/note/", r#"{"note": ""}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",     "/userprofessional/reservations/{booking_id}/move/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/categories/",                            "",  [200, 200, 200, 200, 200, 200]),
    ("POST",   "/users/check-email/",                           "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/check-username/",                        "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/countries/",                             "",  [200, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/delete-user-test/",                      "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/documents/{document_id}/",               "",  [401, 403, 200, 404, 404, 404]),
    ("GET",    "/users/documents/{document_id}/",               "",  [401, 403, 200, 404, 404, 404]),
    ("GET",    "/users/export/",                                "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/favourite-categories/",                  "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/favourite-categories/",                  "",  [401, 415, 415, 415, 415, 415]),
    ("POST",   "/users/forgot-password/",                       "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/friends/",                               "",  [401, 403, 200, 200, 200, 200]),
    ("GET",    "/users/notifications/",                         "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/notifications/",                         "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/notifications/preferences/",             "",  [401, 403, 200, 200, 200, 200]),
    ("PUT",    "/users/notifications/preferences/",             r#"{"group": "people"}"#, [401, 403, 200, 200, 200, 200]),
    ("PUT",    "/users/notifications/read/",                    "{}", [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/notifications/unread-count/",            "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/notifications/{notification_id}/",       "",  [401, 404, 404, 404, 404, 404]),
    ("PUT",    "/users/friends/request/answer/",                "",  [401, 403, 422, 422, 422, 422]),
    ("PUT",    "/users/friends/request/send/",                  "",  [401, 403, 422, 422, 422, 422]),
    ("DELETE", "/users/friends/request/{user_id}/",             "",  [401, 403, 404, 404, 404, 404]),
    ("GET",    "/users/friends/requests/",                      "",  [401, 403, 200, 200, 200, 200]),
    ("DELETE", "/users/friends/{user_id}/",                     "",  [401, 403, 404, 404, 404, 404]),
    ("POST",   "/users/get-automatic-address/",                 "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/get-privacy-settings/",                  "",  [401, 403, 200, 200, 200, 200]),
    ("GET",    "/users/get-user-profile/",                      "",  [401, 200, 200, 200, 200, 200]),
    ("POST",   "/users/guest/",                                 "",  [201, 201, 201, 201, 201, 201]),
    ("POST",   "/users/login/",                                 "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/login/two-factor/",                      "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/logout/",                                "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/places/",                                "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/push/key/",                              "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/push/subscribe/",                        r#"{"endpoint": "https://push.plaza.example/1"}"#, [401, 200, 200, 200, 200, 200]),
    ("POST",   "/users/push/subscribe/",                        "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/users/register/",                              "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/report-reasons/",                        "",  [200, 200, 200, 200, 200, 200]),
    ("POST",   "/users/resend-otp/",                            "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/reset-password/",                        "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/search/friends/",                        "",  [401, 403, 200, 200, 200, 200]),
    ("POST",   "/users/send-otp/",                              "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/users/restore-address/",                       "",  [422, 422, 422, 422, 422, 422]),
    ("DELETE", "/users/sessions/",                              "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/sessions/",                              "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/users/sessions/{session_id}/",                 "",  [401, 404, 200, 404, 404, 404]),
    ("GET",    "/users/social/providers/",                      "",  [200, 200, 200, 200, 200, 200]),
    ("POST",   "/users/social/sign-in/",                        "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/social/start/",                          "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/token/refresh/",                         "",  [422, 422, 422, 422, 422, 422]),
    ("GET",    "/users/two-factor/",                            "",  [401, 403, 200, 200, 200, 200]),
    ("POST",   "/users/two-factor/confirm/",                    "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/users/two-factor/disable/",                    "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/users/two-factor/recovery-codes/",             "",  [401, 403, 422, 422, 422, 422]),
    ("POST",   "/users/two-factor/start/",                      "",  [401, 403, 422, 422, 422, 422]),
    ("PUT",    "/users/update-password/",                       "",  [401, 403, 422, 422, 422, 422]),
    ("PUT",    "/users/update-privacy-settings/",               "",  [401, 403, 200, 200, 200, 200]),
    ("PUT",    "/users/update-profile/?id={owner_id}",          "{}", [401, 404, 200, 404, 404, 404]),
    ("GET",    "/users/users-list/",                            "",  [401, 403, 200, 200, 200, 200]),
    ("GET",    "/users/verification-status/",                   "",  [401, 403, 200, 200, 200, 200]),
    ("PUT",    "/users/{member_id}/block/",                     r#"{"block": true}"#, [401, 403, 200, 200, 422, 200]),
    ("POST",   "/users/{member_id}/report/",                    r#"{"reason": "spam"}"#, [401, 403, 200, 200, 404, 200]),
    ("POST",   "/users/verify-otp/",                            "",  [422, 422, 422, 422, 422, 422]),
    ("POST",   "/users/verify-user-otp/",                       "",  [401, 403, 422, 422, 422, 422]),
    ("GET", "/admin/get-ports-list/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/admin/get-Designatios-ports-list/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/admin/facility/list/", "", [200, 200, 200, 200, 200, 200]),
    ("POST", "/admin/subcategories/filter/", "", [422, 422, 422, 422, 422, 422]),
    ("GET", "/userprofessional/professional/{nobody_id}/categories-subcategories/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/companies/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/features/", "", [200, 200, 200, 200, 200, 200]),
    ("POST", "/users/search-tab/", "{}", [200, 200, 200, 200, 200, 200]),
    ("POST", "/users/api/nearby-details/", r#"{"latitude": 40.4, "longitude": -3.7}"#, [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/search-suggestions/?q=so", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/offerings/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/company-about-user/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/company/{nobody_id}/details/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/company/{nobody_id}/fulfilment/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/company/{nobody_id}/media/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/company/{nobody_id}/event/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/company/{nobody_id}/feedback/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/user-followers-following/?type=following", "", [401, 403, 200, 200, 200, 200]),
    ("GET", "/users/user-posts/", "", [401, 403, 200, 200, 200, 200]),
    ("GET", "/users/friends/favourites/", "", [401, 403, 200, 200, 200, 200]),
    ("POST", "/users/report-comment/", r#"{"comment_id": 1, "reason": "spam"}"#, [401, 403, 404, 404, 404, 404]),
    ("GET", "/users/profile-code/", "", [401, 403, 200, 200, 200, 200]),
    ("POST", "/users/profile-code/", "", [401, 403, 200, 200, 200, 200]),
    ("GET", "/users/get-users-profile-by-barcode/{code}/", "", [401, 403, 404, 404, 404, 404]),
    ("POST", "/users/company/follow-toggle/?company_id=1", "", [401, 403, 404, 404, 404, 404]),
    ("POST", "/users/company/items-by-service/{nobody_id}/", r#"{}"#, [404, 404, 404, 404, 404, 404]),
    ("POST", "/users/company/items-by-service-food/{nobody_id}/", r#"{}"#, [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/aesthetics-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/relaxation-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/artandcultureproducts/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/music-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/experience-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/sportsandnauticalactivity-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/guidedandpersonalized-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/eventworkshop-products/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/cruise-products/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/cruise-rooms/?product_id=1", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/hotel-products/", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/onsite-booking-options/{nobody_id}/{category_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/product/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/product-purchase/{nobody_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/subscription/",             "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/subscription/",             r#"{"plan": "team"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/companies/",                "", [401, 403, 403, 403, 200, 200]),
    ("POST",   "/userprofessional/companies/",                "{}", [401, 403, 403, 403, 422, 422]),
    ("PUT",    "/userprofessional/companies/{nobody_id}/active/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/employees/",                "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/employees/",                "", [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/employees/{employee_id}/",  "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/employees/{employee_id}/",  "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/employees/{employee_id}/",  r#"{"role": "staff"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/employees/{employee_id}/id-card/", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/employees/{employee_id}/invite/",  "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/invitations/",              "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invitations/",              r#"{"email": "nora@plaza.example", "role": "staff"}"#, [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invitations/accept/",       r#"{"token": "unknown"}"#, [401, 403, 403, 403, 409, 409]),
    ("POST",   "/userprofessional/invitations/show/",         r#"{"token": "unknown"}"#, [409, 409, 409, 409, 409, 409]),
    ("DELETE", "/userprofessional/invitations/{invitation_id}/", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/invitations/{invitation_id}/send/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/store/gallery/",            "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/store/gallery/",            r#"{"media_id": 1}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/gallery/order/",      r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/store/gallery/{media_id}/", "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/gallery/{media_id}/", r#"{"caption": "Terrace"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/store/hours/",              "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/hours/",              r#"{"weekly": [], "exceptions": []}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/store/pause/",              "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/pause/",              r#"{"minutes": 30}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/store/news/",               "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/store/news/",               r#"{"title": "New", "text": "Menu"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/store/news/{news_id}/",     "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/news/{news_id}/",     "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/advertisements/",           "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/advertisements/",           r#"{"title": "New", "text": "Menu"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/advertisements/{advertisement_id}/", "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/advertisements/{advertisement_id}/", "{}", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/users/advertisements/random/",               "", [200, 200, 200, 200, 200, 200]),
    ("GET",    "/users/advertisements/{advertisement_id}/",   "", [404, 404, 404, 404, 404, 404]),
    ("POST",   "/users/advertisements/count/{advertisement_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/store/profile/",            "", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/store/profile/",            "{}", [401, 403, 403, 403, 404, 404]),
    ("GET", "/users/company/{nobody_id}/news/", "", [404, 404, 404, 404, 404, 404]),
    ("GET", "/users/home/?town=Lyon", "", [200, 200, 200, 200, 200, 200]),
    ("GET", "/users/news/", "", [401, 403, 200, 200, 200, 200]),
    ("GET",    "/userprofessional/all-reels/",                  "",  [200, 200, 200, 200, 200, 200]),
    ("GET",    "/userprofessional/get-comments-reel/{reel_id}/", "", [404, 404, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/comments-reel/",              r#"{"reel_id": 1, "comment": "Hello"}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/comments-reel/{comment_id}/", "",  [404, 404, 404, 404, 404, 404]),
    ("DELETE", "/userprofessional/comments-reel/{comment_id}/", "",  [401, 403, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/like-comment/",               r#"{"comment_id": 1}"#, [401, 403, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/reel-like/",                  r#"{"reel_id": 1}"#, [401, 403, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/reel-view/",                  r#"{"reel_id": 1, "watched_ms": 1}"#, [404, 404, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/reel-open/",                  r#"{"reel_id": 1, "offering_id": 1}"#, [404, 404, 404, 404, 404, 404]),
    ("POST",   "/users/report-reel/",                           r#"{"reel_id": 1, "reason": "spam"}"#, [401, 403, 404, 404, 404, 404]),
    ("GET",    "/users/reel-mutes/",                            "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/reel-mutes/",                            r#"{"company_id": 1, "muted": true}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",    "/users/company/{nobody_id}/reels/",             "",  [200, 200, 200, 200, 200, 200]),
    ("GET",    "/users/get-saved-reels/",                       "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/userprofessional/folder-preview/{folder_id}/", "",  [401, 404, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/folder-content/{folder_id}/", "",  [401, 404, 404, 404, 404, 404]),
    ("PUT",    "/users/reelfolder/{folder_id}/update/",         r#"{"name": "Weekend"}"#, [401, 404, 404, 404, 404, 404]),
    ("DELETE", "/users/reelfolder/{folder_id}/delete/",         "",  [401, 404, 404, 404, 404, 404]),
    ("POST",   "/userprofessional/folder/create/",              "",  [401, 422, 422, 422, 422, 422]),
    ("GET",    "/users/favourites/?kind=offering&ids=1",        "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/profile-counters/",                      "",  [401, 200, 200, 200, 200, 200]),
    ("PUT",    "/users/favourites/",                            r#"{"kind": "reel", "id": 1, "folder_id": 1}"#, [401, 404, 404, 404, 404, 404]),
    ("GET",    "/userprofessional/reel-notifications/",         "",  [401, 200, 200, 200, 200, 200]),
    ("DELETE", "/userprofessional/delete-reel-notifications/",  "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/users/buzz-count/",                            "",  [401, 200, 200, 200, 200, 200]),
    ("GET",    "/userprofessional/reels/",                      "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/reels/",                      r#"{"upload_id": 1}"#, [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/reels/order/",                r#"{"ids": [1]}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/reels/{reel_id}/",            "",  [401, 403, 403, 403, 404, 404]),
    ("PATCH",  "/userprofessional/reels/{reel_id}/",            "{}", [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/reels/{reel_id}/state/",      r#"{"state": "published"}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/reels/uploads/",              "",  [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/reels/uploads/",              r#"{"name": "a.mp4", "bytes": 1}"#, [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/reels/uploads/{upload_id}/",  "",  [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/reels/uploads/{upload_id}/",  "",  [401, 403, 403, 403, 404, 404]),
    ("PUT",    "/userprofessional/reels/uploads/{upload_id}/parts/{number}/?checksum=0", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/userprofessional/reels/uploads/{upload_id}/complete/", "", [401, 403, 403, 403, 404, 404]),
    ("GET",    "/userprofessional/reel-subtitles/{reel_id}/{language}/", "", [404, 404, 404, 404, 404, 404]),
    ("PUT",    "/userprofessional/reel-subtitles/{reel_id}/{language}/", r#"{"text": "WEBVTT"}"#, [401, 403, 403, 403, 404, 404]),
    ("DELETE", "/userprofessional/reel-subtitles/{reel_id}/{language}/", "", [401, 403, 403, 403, 404, 404]),
    ("POST",   "/ws/ticket/",                                   "",  [401, 403, 200, 200, 200, 200]),
];

struct World {
    guest: Person,
    user: Person,
    other: Person,
    professional: Person,
    other_professional: Person,
    chat: ChatId,
    group: ChatId,
    document: DocumentId,
    session: SessionId,
}

impl World {
    /// Created without the routes, which hash a password each time.
    async fn make(app: &TestApp, number: usize) -> Self {
        let person = async |name: &str, kind| {
            let (state, now) = (app.state(), Timestamp::now());
            let id = UserId(state.ids.next(now));
            let usual = testing::new_account(id, &format!("{name}{number}"));
            let password_hash = usual.password_hash.clone().filter(|_| kind != AccountKind::Guest);
            let new = NewAccount { kind, password_hash, ..usual };
            account::create(&state.db, &new).await.unwrap();
            let new = NewSession {
                id: SessionId(state.ids.next(now)),
                account: id,
                user_agent: String::new(),
                address: String::new(),
                now,
                lifetime: Timestamp::DAY,
            };
            let refresh = session::create(&state.db, &new).await.unwrap().as_str().to_owned();
            let access = state.tokens.access(id, new.id, kind, now).unwrap();
            (Person { id, user_name: name.to_owned(), access, refresh }, new.id)
        };
        let (user, session) = person("ann", AccountKind::Regular).await;
        let (professional, _) = person("bistro", AccountKind::Professional).await;
        let at = Timestamp::now();
        let chat = ChatId(app.state().ids.next(at));
        let new = NewDirect { id: chat, epoch: chat.to_string(), from: user.id, with: professional.id, at };
        chat::direct(&app.state().db, new).await.unwrap();
        let group = ChatId(app.state().ids.next(at));
        let new = NewGroup {
            id: group,
            epoch: group.to_string(),
            owner: user.id,
            title: "Lunch".to_owned(),
            picture: None,
            members: vec![professional.id],
            at,
        };
        chat::group(&app.state().db, &new).await.unwrap().unwrap();
        let document = paper_of(app, user.id).await;
        Self {
            guest: person("guest", AccountKind::Guest).await.0,
            other: person("ben", AccountKind::Regular).await.0,
            other_professional: person("hotel", AccountKind::Professional).await.0,
            user,
            professional,
            chat,
            group,
            document,
            session,
        }
    }

    /// Replaces the names in braces of a text.
    fn fill(&self, text: &str) -> String {
        let named = [
            ("{chat_id}", self.chat.0),
            ("{group_id}", self.group.0),
            ("{document_id}", self.document.0),
            ("{owner_id}", self.user.id.0),
            ("{other_id}", self.other.id.0),
            ("{session_id}", self.session.0),
            // A user other than all callers.
            ("{user_id}", self.guest.id.0),
            ("{member_id}", self.professional.id.0),
            // No entry of a company has this id.
            ("{id}", self.group.0),
            // No company, offering or account.
            ("{nobody_id}", 1),
            // No caller has this many notifications.
            ("{notification_id}", 1_000),
            ("{code}", 1),
            ("{category_id}", 1),
            ("{booking_id}", 1),
            ("{entry_id}", 1),
            ("{secret}", 1),
            ("{address_id}", 1),
            ("{card_id}", 1),
            ("{line_id}", 1),
            ("{order_id}", 1),
            ("{review_id}", 1),
            ("{customer_id}", 1),
            ("{number}", 1),
            ("{promo_code_id}", 1),
            ("{return_id}", 1),
            ("{order_type_key}", 2),
            // The professionals have no company.
            ("{offering_id}", 1),
            ("{folder_id}", 1),
            ("{resource_id}", 1),
            ("{variant_id}", 1),
            ("{block_id}", 1),
            ("{occurrence_id}", 1),
            ("{media_id}", 1),
            ("{news_id}", 1),
            ("{advertisement_id}", 1),
            ("{reel_id}", 1),
            ("{comment_id}", 1),
            ("{upload_id}", 1),
            ("{ticket_id}", 1),
            ("{section_id}", 1),
            ("{number}", 0),
            ("{language}", 1),
        ];
        named.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, &id.to_string()))
    }
}

/// A document with its bytes.
async fn paper_of(app: &TestApp, owner: UserId) -> DocumentId {
    let (state, now, key) = (app.state(), Timestamp::now(), media::new_key());
    let id = DocumentId(state.ids.next(now));
    state.blobs.put(&key, b"%PDF-1.4").await.unwrap();
    let document = NewDocument {
        id,
        owner,
        kind: DocumentKind::Identity,
        name: "card.pdf".to_owned(),
        mime: "application/pdf",
        key,
        bytes: 8,
        expires_on: None,
        created_at: now,
    };
    let change = ProfileChange { document: Some(document), ..ProfileChange::default() };
    account::update(&state.db, owner, &change, store::types::timestamp::Timestamp::now()).await.unwrap();
    id
}

async fn call(app: &TestApp, world: &World, line: &Line, caller: Option<&Person>) -> Answer {
    let (method, path, body, _) = line;
    let mut call = app.call(method, &format!("/api/v1{}", world.fill(path)));
    if let Some(caller) = caller {
        call = call.as_(caller);
    }
    match *body {
        "" => call.send().await,
        body => call.json(serde_json::from_str::<Value>(&world.fill(body)).unwrap()).await,
    }
}

#[actix_web::test]
async fn callers_are_allowed_exactly_as_the_table_lists() {
    let app = TestApp::with(&["--sign-in-rate", "0", "--origins", "https://plaza.example"]).await;
    let mut wrong = Vec::new();
    for (number, line) in TABLE.iter().enumerate() {
        let world = World::make(&app, number).await;
        // Strangers call first, before the owner deletes the resource.
        let callers = [
            (0, None),
            (1, Some(&world.guest)),
            (3, Some(&world.other)),
            (5, Some(&world.other_professional)),
            (4, Some(&world.professional)),
            (2, Some(&world.user)),
        ];
        let mut found = [0; 6];
        for (place, caller) in callers {
            found[place] = call(&app, &world, line, caller).await.status;
        }
        if found != line.3 {
            wrong.push(format!("    ({:?}, {:?}, {:?}, {found:?}), // not {:?}", line.0, line.1, line.2, line.3));
        }
    }
    assert!(wrong.is_empty(), "these answer otherwise than their lines say:\n{}", wrong.join("\n"));
}

#[test]
fn every_operation_has_a_line() {
    let mut described = BTreeMap::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let place = (method.to_uppercase(), path.trim_start_matches("/api/v1").to_owned());
            described.insert(place, operation);
        }
    }
    // A line may name the id of another user differently from the document, and add a query.
    let shape = |path: &str| -> String {
        let path = path.split('?').next().unwrap();
        path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
    };
    let lines: BTreeSet<_> = TABLE.iter().map(|(method, path, ..)| ((*method).to_owned(), shape(path))).collect();
    let expected: BTreeSet<_> = described.keys().map(|(method, path)| (method.clone(), shape(path))).collect();
    let missing: Vec<_> = expected.difference(&lines).collect();
    assert!(missing.is_empty(), "no line says who may call {missing:?}");
    let gone: Vec<_> = lines.difference(&expected).collect();
    assert!(gone.is_empty(), "these lines are about no operation: {gone:?}");
}

/// Returns the path in the document that `{nobody_id}` stands in.
fn documented(place: &str) -> String {
    let named = ["{company_id}", "{product_id}", "{user_id}"].map(|name| place.replace("{nobody_id}", name));
    named.into_iter().find(|place| !DOCUMENT["paths"][place].is_null()).unwrap_or_else(|| place.to_owned())
}

#[test]
fn documented_bearer_requirement_matches_the_table() {
    for (method, path, _, [anonymous, ..]) in TABLE {
        let place = format!("/api/v1{}", path.split('?').next().unwrap())
            .replace("{member_id}", "{user_id}")
            .replace("{owner_id}", "{user_id}")
            .replace("{group_id}", "{chat_id}");
        let place = documented(&place);
        let operation = &DOCUMENT["paths"][&place][method.to_lowercase()];
        let needs =
            operation["security"].as_array().is_some_and(|all| all.iter().all(|one| one.get("bearer").is_some()));
        assert_eq!(
            needs,
            *anonymous == 401 && !path.starts_with("/users/social"),
            "{method} {path}: 401 without a token, or not"
        );
    }
}
