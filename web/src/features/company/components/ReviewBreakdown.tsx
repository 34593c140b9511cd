import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { Stars } from "@/shared/rating/Stars";
import { breakdown, shareOf } from "../model/reviews";
import type { ReviewSummary } from "../types";
import classes from "./ReviewBreakdown.module.css";

const FACTS = ["service_fast", "as_described", "meets_expectations"] as const;

interface ReviewBreakdownProps {
  summary: ReviewSummary;
  /** Stars of the reviews that are shown. Null: all. */
  chosen: number | null;
  onChoose: (stars: number | null) => void;
}

/** Average, number of reviews by stars, and the shares of the answers. A row of stars shows those reviews alone. */
export function ReviewBreakdown({ summary, chosen, onChoose }: ReviewBreakdownProps) {
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
          <li key={stars}>
            <button
              type="button"
              className={`bare ${classes.row}`}
              aria-pressed={stars === chosen}
              aria-label={t("reviews.show", { stars: t("reviews.stars", { count: stars }), count })}
              disabled={count === 0 && stars !== chosen}
              onClick={() => onChoose(stars === chosen ? null : stars)}
            >
              <span>{t("reviews.stars", { count: stars })}</span>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.fill} style={{ inlineSize: `${shareOf(count, summary.count)}%` }} />
              </span>
              <span className={classes.number}>{format.number(count)}</span>
            </button>
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
