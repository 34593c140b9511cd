import { Button } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { LoyaltyCard } from "./api";
import { CardHistory } from "./CardHistory";
import classes from "./Loyalty.module.css";

/** Card of a company: coins, their value, the last transaction, and the history on demand. */
export function LoyaltyCardItem({ card }: { card: LoyaltyCard }) {
  const { t } = useTranslation("loyalty");
  const money = useMoney();
  const { number, date } = useFormat();
  const [open, setOpen] = useState(false);
  const { company, coins, value, total_coins, last_transaction: last, programme } = card;
  const historyId = `loyalty-history-${company.id}`;
  const missing = programme ? programme.minimum_coins - coins : 0;
  return (
    <li className={classes.card}>
      <h2 className={classes.name}>
        <Link to={`/companies/${company.handle}`} className={classes.link}>
          <Bdi>{company.name}</Bdi>
        </Link>
      </h2>
      <p className={classes.coins}>
        <Icon of={IconCoins} size={28} />
        <span className={classes.count}>{number(coins)}</span>
        <span>{t("coins", { count: coins })}</span>
      </p>
      <p className={classes.muted}>
        {!programme
          ? t("off")
          : missing > 0
            ? t("missing", { count: missing })
            : t("worth", { amount: money(value, company.currency) })}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{t("total")}</dt>
          <dd>{number(total_coins)}</dd>
        </div>
        <div>
          <dt>{t("last")}</dt>
          <dd>
            {t(`kind.${last.kind}`)} · {date(last.at)}
          </dd>
        </div>
      </dl>
      <Button
        variant="default"
        className={classes.more}
        aria-expanded={open}
        aria-controls={historyId}
        aria-label={t(open ? "history.hideNamed" : "history.showNamed", { name: company.name })}
        onClick={() => setOpen(!open)}
      >
        {t(open ? "history.hide" : "history.show")}
      </Button>
      <div id={historyId}>{open && <CardHistory company={company.id} />}</div>
    </li>
  );
}
