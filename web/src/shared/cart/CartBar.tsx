import { IconShoppingCart } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { Icon } from "@/ui/Icon";
import classes from "./CartBar.module.css";
import { summaryOf } from "./carts";
import { useCarts, useRepricing } from "./useCarts";

/** Link to a cart that is not empty, above the phone's bottom bar. */
export function CartBar() {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const { pathname } = useLocation();
  const repricing = useRepricing();
  const summary = summaryOf(useCarts().data ?? []);
  if (!summary || /^\/(cart|payment)\b/.test(pathname)) return null;
  const { items, total, currency, path } = summary;
  return (
    <nav className={classes.place} aria-label={t("title")} data-cart-bar="">
      <Link to={path} className={classes.bar}>
        <Icon of={IconShoppingCart} />
        <span className={classes.words}>
          {t("view")} · {t("items", { count: items })}
        </span>
        {total !== null && (
          <span className={classes.total} data-pending={repricing || undefined}>
            {money(total, currency)}
          </span>
        )}
      </Link>
    </nav>
  );
}
