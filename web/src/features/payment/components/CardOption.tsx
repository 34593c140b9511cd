import { useTranslation } from "react-i18next";
import classes from "./Payment.module.css";

interface CardOptionProps {
  name: string;
  checked: boolean;
  onChange: () => void;
  brand: string;
  last4: string;
  text?: string;
}

/** Card to choose. */
export function CardOption({ name, checked, onChange, brand, last4, text }: CardOptionProps) {
  const { t } = useTranslation("payment");
  return (
    <label className={classes.option}>
      <input type="radio" name={name} checked={checked} onChange={onChange} />
      <span className={classes.optionWords}>
        <span className={classes.cardName}>
          {t(`brand.${brand}`, { defaultValue: brand })} <bdi dir="ltr">•••• {last4}</bdi>
        </span>
        {text && <span className={classes.muted}>{text}</span>}
      </span>
    </label>
  );
}
