import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { useMoney } from "@/shared/money/formatMoney";
import { usePhone } from "@/ui/breakpoints";
import classes from "./Dashboard.module.css";
import { type Bar, scaleOf } from "./model/series";

interface BarChartProps {
  bars: readonly Bar[];
  /** Bars of the range before, in the same order. */
  before: readonly Bar[];
  currency: string;
}

const HEIGHT = 220;
const TOP = 8;
const BOTTOM = 24;

/** Bars of income over a scale. The range before is a thin line behind. A table says the same to screen readers. */
export function BarChart({ bars, before, currency }: BarChartProps) {
  const { t } = useTranslation("business-sales");
  const { tag } = useLanguage();
  const money = useMoney();
  // The letters keep their size: a phone has a narrower drawing, not a smaller one.
  const phone = usePhone();
  const [width, start] = phone ? [340, 56] : [720, 64];
  const [shown, setShown] = useState<number | null>(null);
  const date = new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" });
  const nameOf = ({ from, to }: Bar) =>
    from === to ? date.format(new Date(from)) : date.formatRange(new Date(from), new Date(to));
  const lines = scaleOf(Math.max(...bars.map(({ income }) => income), ...before.map(({ income }) => income)));
  const max = lines.at(-1) ?? 1;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / max);
  const step = (width - start) / bars.length;
  const x = (index: number) => start + step * (index + 0.5);
  const thickness = Math.min(28, step * 0.64);
  const every = Math.ceil(bars.length / (phone ? 3 : 6));
  const bar = shown === null ? undefined : bars[shown];
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.tip} aria-hidden="true">
        {bar ? (
          <>
            <strong>{nameOf(bar)}</strong> {money(bar.income, currency)} ·{" "}
            {t("earnings.orders", { count: bar.orders })}
            {bar.bookings > 0 && <> · {t("earnings.bookings", { count: bar.bookings })}</>}
            {before[shown ?? 0] && (
              <span className={classes.muted}>
                {" "}
                {t("earnings.before", { value: money(before[shown ?? 0]?.income ?? 0, currency) })}
              </span>
            )}
          </>
        ) : (
          <span className={classes.muted}>{t("earnings.hint")}</span>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className={classes.svg}
        aria-hidden="true"
        onPointerLeave={() => setShown(null)}
      >
        {lines.map((line) => (
          <g key={line}>
            <line x1={start} x2={width} y1={y(line)} y2={y(line)} className={classes.grid} />
            <text x={start - 8} y={y(line) + 4} textAnchor="end" className={classes.tick}>
              {money(line, currency, "tag")}
            </text>
          </g>
        ))}
        <polyline
          className={classes.previous}
          points={before
            .slice(0, bars.length)
            .map(({ income }, index) => `${x(index)},${y(income)}`)
            .join(" ")}
        />
        {bars.map((one, index) => (
          <g key={one.from} onPointerEnter={() => setShown(index)}>
            <rect x={x(index) - step / 2} y={TOP} width={step} height={HEIGHT - TOP} fill="transparent" />
            <rect
              x={x(index) - thickness / 2}
              y={Math.min(y(one.income), y(0))}
              width={thickness}
              height={Math.max(0, y(0) - y(one.income))}
              rx={3}
              className={classes.bar}
              data-shown={shown === index ? "" : undefined}
            />
            {index % every === 0 && (
              <text x={x(index)} y={HEIGHT - 6} textAnchor="middle" className={classes.tick}>
                {date.format(new Date(one.from))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div className={classes.hidden}>
        <table>
          <caption>{t("earnings.title")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("earnings.day")}</th>
              <th scope="col">{t("dashboard.income")}</th>
              <th scope="col">{t("dashboard.orders")}</th>
              <th scope="col">{t("dashboard.bookings")}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((one) => (
              <tr key={one.from}>
                <th scope="row">{nameOf(one)}</th>
                <td>{money(one.income, currency)}</td>
                <td>{one.orders}</td>
                <td>{one.bookings}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
