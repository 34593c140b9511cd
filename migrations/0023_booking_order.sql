-- Bookings in carts and orders, and in the figures and invoices of companies. Money is in minor units.

-- Held booking that waits in a cart of its customer.
CREATE TABLE cart_booking (
    booking_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
    cart_id         BIGINT  NOT NULL REFERENCES cart (id) ON DELETE CASCADE
);
CREATE INDEX cart_booking_cart ON cart_booking (cart_id);

-- Order that pays the booking. A held booking moves on to the order that replaces an unpaid one.
ALTER TABLE booking ADD COLUMN order_id BIGINT REFERENCES customer_order (id) ON DELETE SET NULL;
CREATE INDEX booking_order ON booking (order_id) WHERE order_id IS NOT NULL;
-- Local day on which the booking was sold: the figures count it there.
ALTER TABLE booking ADD COLUMN placed_on TEXT;

-- Bookings of an order, as on the day of the order. The subtotal contains them.
CREATE TABLE order_booking (
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    booking_id      BIGINT  REFERENCES booking (id) ON DELETE SET NULL,
    name            TEXT    NOT NULL,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    members         BIGINT  NOT NULL,
    vat_rate        BIGINT  NOT NULL,
    -- VAT included, in every country.
    amount          BIGINT  NOT NULL CHECK (amount >= 0),
    vat             BIGINT  NOT NULL,
    -- Part that went back when the booking was cancelled.
    refunded        BIGINT  NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
    -- Time that the booking occupies on the grid of five minutes, to take it again. NULL: no resource.
    first_tick      BIGINT,
    last_tick       BIGINT,
    PRIMARY KEY (order_id, position)
);
CREATE INDEX order_booking_booking ON order_booking (booking_id) WHERE booking_id IS NOT NULL;

-- Invoice of a booking that was paid at the company.
ALTER TABLE invoice ADD COLUMN booking_id BIGINT REFERENCES booking (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX invoice_booking ON invoice (booking_id) WHERE booking_id IS NOT NULL;

-- Bookings that were sold on the day and not cancelled. The income contains those that no order pays.
ALTER TABLE company_day ADD COLUMN bookings BIGINT NOT NULL DEFAULT 0;
-- Those of them that cost something and that no order pays: each is a ticket of its own.
ALTER TABLE company_day ADD COLUMN own_tickets BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company_customer ADD COLUMN bookings BIGINT NOT NULL DEFAULT 0;
-- Those of them that no order pays.
ALTER TABLE company_customer ADD COLUMN own_bookings BIGINT NOT NULL DEFAULT 0;
