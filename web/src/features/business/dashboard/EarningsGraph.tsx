import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { ErrorState } from "@/ui/ErrorState";
import { TextField } from "@/ui/TextField";
import { type Range, useEarnings } from "./api";
import { BarChart } from "./BarChart";
import classes from "./Dashboard.module.css";
import { barsOf, changeOf, lengthOf, plusDays } from "./model/series";

const PRESETS = [7, 30, 90, 365] as const;
const DAYS_MAX = 731;

interface EarningsGraphProps {
  /** Day of the company's time zone. */
  today: string;
  currency: string;
}

/** Earnings by day over a chosen range, with the same number of days before. */
export function EarningsGraph({ today, currency }: EarningsGraphProps) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const [days, setDays] = useState<number | null>(30);
  const [custom, setCustom] = useState<Range>({ from: plusDays(today, -29), to: today });
  const range = days === null ? custom : { from: plusDays(today, 1 - days), to: today };
  const length = lengthOf(range.from, range.to);
  const isValid = length >= 1 && length <= DAYS_MAX;
  const earnings = useEarnings(isValid ? range : { from: today, to: today });
  const { data } = earnings;
  const sum = (rows: readonly { income: number }[]) => rows.reduce((total, { income }) => total + income, 0);
  const income = sum(data?.days ?? []);
  const before = sum(data?.before?.days ?? []);
  const change = changeOf(income, before);
  return (
    <section aria-labelledby="dashboard-earnings" className={classes.section}>
      <div className={classes.top}>
        <h2 id="dashboard-earnings" className={classes.title}>
          {t("earnings.title")}
        </h2>
        <fieldset className={classes.presets}>
          <legend className={classes.hidden}>{t("earnings.range")}</legend>
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              className={`bare ${classes.preset}`}
              aria-pressed={days === preset}
              onClick={() => setDays(preset)}
            >
              {t("earnings.days", { count: preset })}
            </button>
          ))}
          <button
            type="button"
            className={`bare ${classes.preset}`}
            aria-pressed={days === null}
            onClick={() => {
              setCustom(range);
              setDays(null);
            }}
          >
            {t("earnings.custom")}
          </button>
        </fieldset>
      </div>
      {days === null && (
        <div className={classes.dates}>
          {(["from", "to"] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={t(`earnings.${end}`)}
              value={custom[end]}
              max={today}
              error={!isValid && end === "to" ? t("earnings.invalid", { count: DAYS_MAX }) : undefined}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget;
                if (value) setCustom((known) => ({ ...known, [end]: value }));
              }}
            />
          ))}
        </div>
      )}
      {data ? (
        <div className={classes.graph} aria-busy={earnings.isPlaceholderData}>
          <p className={classes.sum}>
            <strong className={classes.value}>{money(income, currency)}</strong>{" "}
            <span className={classes.muted}>
              {change === null
                ? t("earnings.nothingBefore")
                : t("earnings.before", { value: money(before, currency) })}
            </span>
          </p>
          <BarChart
            bars={barsOf(data.from, data.to, data.days)}
            before={data.before ? barsOf(data.before.from, data.before.to, data.before.days) : []}
            currency={currency}
          />
        </div>
      ) : (
        earnings.isError && (
          <ErrorState title={t("earnings.failed")} onRetry={() => void earnings.refetch()} />
        )
      )}
    </section>
  );
}
