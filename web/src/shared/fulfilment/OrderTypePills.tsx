import { useId } from "react";
import { useTranslation } from "react-i18next";
import pills from "@/ui/Pills.module.css";
import classes from "./OrderTypePills.module.css";
import { ORDER_TYPES, type OrderType } from "./orderTypes";

interface OrderTypePillsProps {
  /** Null for any. */
  chosen: OrderType | null;
  onChoose: (orderType: OrderType | null) => void;
  /** Shows the name of the group to screen readers only. */
  hidesLabel?: boolean;
}

/** Choice of an order type, or of any. */
export function OrderTypePills({ chosen, onChoose, hidesLabel }: OrderTypePillsProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={classes.group} aria-label={hidesLabel ? t("orderType.label") : undefined}>
      {!hidesLabel && <legend className={classes.legend}>{t("orderType.label")}</legend>}
      <div className={pills.pills}>
        {[null, ...ORDER_TYPES].map((type) => (
          <label key={type} className={pills.pill}>
            <input type="radio" name={name} checked={chosen === type} onChange={() => onChoose(type)} />
            <span>{t(`orderType.${type ?? "any"}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
