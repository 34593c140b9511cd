import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useAccess } from "../permissions";
import type { Dashboard } from "./api";
import classes from "./Dashboard.module.css";

/** Menu, promotions and paid advertising, each with its figures. A role sees those that it may open. */
export function CompanyOverview({ overview }: { overview: Dashboard["overview"] }) {
  const { t } = useTranslation("business-sales");
  const { number } = useFormat();
  const access = useAccess();
  const { folders, on_sale, sold_out, promo_codes, promo_uses, advertisements, views, clicks } = overview;
  const tiles = [
    {
      to: "/pro/catalogue",
      label: t("overview.catalogue"),
      value: t("overview.onSale", { count: on_sale, shown: number(on_sale) }),
      text: t("overview.catalogueText", { folders: number(folders), soldOut: number(sold_out) }),
    },
    {
      to: "/pro/marketing/offers",
      label: t("overview.offers"),
      value: t("overview.codes", { count: promo_codes, shown: number(promo_codes) }),
      text: t("overview.offersText", { uses: number(promo_uses) }),
    },
    {
      to: "/pro/marketing/advertisements",
      label: t("overview.ads"),
      value: t("overview.running", { count: advertisements, shown: number(advertisements) }),
      text: t("overview.adsText", { views: number(views), clicks: number(clicks) }),
    },
  ].filter(({ to }) => access(to) === "granted");
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="dashboard-overview" className={classes.section}>
      <h2 id="dashboard-overview" className={classes.title}>
        {t("overview.title")}
      </h2>
      <ul className={classes.links}>
        {tiles.map(({ to, label, value, text }) => (
          <li key={to}>
            <Link to={to} className={classes.link}>
              <span className={classes.label}>{label}</span>
              <strong>{value}</strong>
              <span className={classes.muted}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
