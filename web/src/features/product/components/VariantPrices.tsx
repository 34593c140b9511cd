import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { isForSale } from "@/shared/variants/variants";
import { Bdi } from "@/ui/Bdi";
import type { OfferingDetails } from "../api";
import classes from "./BuyBox.module.css";

/** Classes of a ticket, a cabin or a room with their prices. The booking chooses among them. */
export function VariantPrices({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation(["product", "catalogue"]);
  const money = useMoney();
  const { variants, currency } = offering;
  if (variants.length < 2) return null;
  return (
    <ul className={classes.variants} aria-label={t("classes")}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <Bdi>{variant.name}</Bdi>
          <span className="tabular">
            {isForSale(variant) ? money(variant.price, currency) : t("catalogue:offering.soldOut")}
          </span>
        </li>
      ))}
    </ul>
  );
}
