import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { cartPath } from "@/shared/cart/carts";
import type { Cart } from "@/shared/cart/types";
import { Price } from "@/shared/money/Price";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { CartState } from "./CartState";
import classes from "./Carts.module.css";

const SHOWN_PICTURES = 3;

/** Link to a cart: its items, how it is handed over or what is missing, and its total. */
export function CartItem({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const { company, lines, bookings, item_count, total } = cart;
  const shown = [
    ...bookings.map((booking) => ({ key: `booking-${booking.booking_id}`, ...booking })),
    ...lines.map((line) => ({ key: `line-${line.id}`, ...line })),
  ];
  return (
    <Link to={cartPath(company.id)} className={classes.link}>
      <span className={classes.pictures}>
        {shown.slice(0, SHOWN_PICTURES).map(({ key, picture, category }) => (
          <span key={key} className={classes.picture}>
            <Picture picture={picture} alt="" sizes="56px" category={category} />
          </span>
        ))}
      </span>
      <span className={classes.words}>
        <Bdi className={classes.name}>{company.name}</Bdi>
        <span className={classes.muted}>
          <Bdi>{company.city}</Bdi> · {t("items", { count: item_count })}
        </span>
        <CartState cart={cart} />
      </span>
      <span className={classes.price}>
        <Price amount={total} currency={company.currency} />
        <Icon of={IconChevronRight} directed />
      </span>
    </Link>
  );
}
