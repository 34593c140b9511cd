import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { Stars } from "@/shared/rating/Stars";
import { breakdown, shareOf } from "../model/reviews";
import type { ReviewSummary } from "../types";
import classes from "./ReviewBreakdown.module.css";

const FACTS = ["service_fast", "as_described", "meets_expectations"] as const;

/** Average, number of reviews by stars, and the shares of the answers. */
export function ReviewBreakdown({ summary }: { summary: ReviewSummary }) {
  const { t } = useTranslation("company");
  const format = useFormat();
  const { tag } = useLanguage();
  const percent = new Intl.NumberFormat(tag, { style: "percent", numberingSystem: "latn" } as object);
  const average = summary.average ?? 0;
  return (
    <section className={classes.breakdown} aria-label={t("reviews.summary")}>
      <div className={classes.average}>
        <span className={classes.value}>{format.number(average)}</span>
        <Stars value={Math.round(average)} size={20} />
        <span className={classes.count}>{t("catalogue:rating.reviews", { count: summary.count })}</span>
      </div>
      <ul className={classes.stars}>
        {breakdown(summary.by_rating).map(({ stars, count }) => (
          <li key={stars} className={classes.row}>
            <span>{t("reviews.stars", { count: stars })}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.fill} style={{ inlineSize: `${shareOf(count, summary.count)}%` }} />
            </span>
            <span className={classes.number}>{format.number(count)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.facts}>
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt>{t(`reviews.fact.${fact}`)}</dt>
            <dd>{percent.format(summary[fact] / 100)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("reviews.quality.good")}</dt>
          <dd>{percent.format(shareOf(summary.quality.good, summary.count) / 100)}</dd>
        </div>
      </dl>
    </section>
  );
}
