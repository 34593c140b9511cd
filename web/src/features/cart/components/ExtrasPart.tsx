import { useTranslation } from "react-i18next";
import { useCategories } from "@/shared/categories/api";
import { hasMenu } from "@/shared/offering/hasMenu";
import { SwitchField } from "@/ui/SwitchField";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import type { PartProps } from "./HowPart";
import { TipPart } from "./TipPart";

/** Cutlery and tip of a meal. */
export function ExtrasPart({ cart, details }: PartProps) {
  const { t } = useTranslation("cart");
  const { data: categories } = useCategories();
  const { fulfilment } = cart;
  const isMeal = cart.lines.some((line) => hasMenu(categories?.find(({ key }) => key === line.category)));
  if (!isMeal || !fulfilment) return null;
  return (
    <section className={classes.part} aria-labelledby="cart-extras">
      <h2 id="cart-extras" className={classes.partTitle}>
        {t("extras")}
      </h2>
      <SwitchField
        label={t("cutlery")}
        checked={cart.wants_cutlery}
        onChange={(wants_cutlery) => details.mutate({ fulfilment, wants_cutlery })}
      />
      <TipPart cart={cart} details={details} />
      <ChangeRefusal part="extras" cart={cart} details={details} />
    </section>
  );
}
