import { UnstyledButton } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import store from "../components/Store.module.css";
import type { OwnReel } from "./api";
import classes from "./Reels.module.css";

/** Results of a reel, in a line that opens all its figures. */
export function ReelResults({ reel, name }: { reel: OwnReel; name: string }) {
  const { t } = useTranslation("business-reels");
  const money = useMoney();
  const [opened, setOpened] = useState(false);
  const { account_opens, visitor_opens, bookings, orders, income, currency } = reel.results;
  const parts = [
    t("results.opens", { count: account_opens + visitor_opens }),
    bookings > 0 && t("results.bookings", { count: bookings }),
    orders > 0 && t("results.orders", { count: orders }),
    income > 0 && money(income, currency),
  ];
  return (
    <>
      <UnstyledButton
        className={classes.results}
        aria-haspopup="dialog"
        aria-label={t("results.open", { name })}
        aria-describedby={`results-${reel.id}`}
        onClick={() => setOpened(true)}
      >
        <Icon of={IconChartBar} size={16} />
        <span id={`results-${reel.id}`} className="tabular">
          {parts.filter(Boolean).join(" · ")}
        </span>
      </UnstyledButton>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t("results.title")}>
        {opened && <Figures reel={reel} />}
      </Sheet>
    </>
  );
}

function Figures({ reel: { counts, results, mean_watched_ms } }: { reel: OwnReel }) {
  const { t } = useTranslation("business-reels");
  const format = useFormat();
  const money = useMoney();
  const { number } = format;
  const share = results.account_views > 0 ? results.finished / results.account_views : 0;
  const seconds = Math.round(mean_watched_ms / 100) / 10;
  const groups = [
    {
      key: "watched",
      facts: [
        ["accounts", number(results.account_views)],
        [
          "visitors",
          t("results.about", { count: results.visitor_views, shown: number(results.visitor_views) }),
        ],
        ["plays", number(results.plays)],
        [
          "finished",
          t("results.share", { number: number(results.finished), percent: Math.round(100 * share) }),
        ],
        ["mean", t("results.seconds", { seconds: number(seconds) })],
      ],
    },
    {
      key: "reactions",
      facts: [
        ["likes", number(counts.likes)],
        ["comments", number(counts.comments)],
        ["saves", number(counts.saves)],
        ["shares", number(counts.shares)],
      ],
    },
    {
      key: "led",
      facts: [
        ["accountOpens", number(results.account_opens)],
        [
          "visitorOpens",
          t("results.about", { count: results.visitor_opens, shown: number(results.visitor_opens) }),
        ],
        ["bookingsMade", number(results.bookings)],
        ["ordersMade", number(results.orders)],
        ["income", money(results.income, results.currency)],
      ],
    },
  ] as const;
  return (
    <div className={store.form}>
      {groups.map(({ key, facts }) => (
        <section key={key} className={classes.group}>
          <h3 className={classes.legend}>{t(`results.group.${key}`)}</h3>
          <dl className={classes.facts}>
            {facts.map(([fact, value]) => (
              <div key={fact}>
                <dt>{t(`results.fact.${fact}`)}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={store.muted}>{t("results.note")}</p>
    </div>
  );
}
