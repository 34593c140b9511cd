import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePhone } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { IconButton } from "@/ui/IconButton";
import classes from "./CartLink.module.css";
import { summaryOf } from "./carts";
import { useCarts } from "./useCarts";

/** Way to the carts in the top bar. A phone shows it only for a cart that is not empty. */
export function CartLink() {
  const { t } = useTranslation("cart");
  const phone = usePhone();
  const summary = summaryOf(useCarts().data ?? []);
  const items = summary?.items ?? 0;
  if (phone && items === 0) return null;
  return (
    <IconButton
      icon={IconShoppingCart}
      label={t("link", { count: items })}
      tooltip={t("title")}
      className={classes.link}
      to={summary?.path ?? "/cart"}
    >
      <span className={classes.badge}>
        <CountBadge value={items} />
      </span>
    </IconButton>
  );
}
