import { useTranslation } from "react-i18next";
import classes from "../components/BusinessScreen.module.css";
import type { Customer } from "./api";

const TONES = { new: "new", returning: "good", inactive: "none" } as const;

export function CustomerStatus({ status }: Pick<Customer, "status">) {
  const { t } = useTranslation("business-sales");
  return (
    <span className={classes.chip} data-tone={TONES[status]}>
      {t(`customers.status.${status}`)}
    </span>
  );
}
