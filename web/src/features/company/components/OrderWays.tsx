import { useTranslation } from "react-i18next";
import { FulfilmentWays } from "@/shared/fulfilment/FulfilmentWays";
import { takesOrders } from "../model/tabs";
import type { CompanyDetails } from "../types";
import classes from "./OrderWays.module.css";

/** Ways to get an order. A desktop shows them in the right column. */
export function OrderWays({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  if (!takesOrders(company)) return null;
  return (
    <section className={classes.section} aria-labelledby="ways-title">
      <h2 id="ways-title" className={classes.title}>
        {t("ways.title")}
      </h2>
      <FulfilmentWays company={company.id} />
    </section>
  );
}
