import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/BusinessScreen.module.css";
import { Pages } from "../list/Pages";
import { type LoyaltySettings, PER_PAGE, useHeldCards, useLoyalty } from "./api";
import { ProgrammeForm } from "./ProgrammeForm";

/** `/pro/marketing/loyalty`: programme of the company and the cards that its customers hold. */
export function LoyaltyScreen() {
  const { t } = useTranslation("business-sales");
  const loyalty = useLoyalty();
  return (
    <Screen title={t("loyalty.title")}>
      {loyalty.data ? (
        <div className={classes.page}>
          <p className={classes.muted}>{t("loyalty.lead")}</p>
          <Figures settings={loyalty.data} />
          <ProgrammeForm settings={loyalty.data} />
          <HeldCards />
        </div>
      ) : loyalty.isError ? (
        <ErrorState title={t("loyalty.failed")} onRetry={() => void loyalty.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

function Figures({ settings }: { settings: LoyaltySettings }) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { number } = useFormat();
  const { cards, coins_outstanding, programme, currency } = settings;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("loyalty.cards")}</dt>
        <dd>{number(cards)}</dd>
      </div>
      <div>
        <dt>{t("loyalty.outstanding")}</dt>
        <dd>{number(coins_outstanding)}</dd>
      </div>
      {programme && (
        <div>
          <dt>{t("loyalty.liability")}</dt>
          <dd>{money(coins_outstanding * programme.coin_value, currency)}</dd>
        </div>
      )}
    </dl>
  );
}

function HeldCards() {
  const { t } = useTranslation("business-sales");
  const { number, date } = useFormat();
  const [page, setPage] = useState(1);
  const cards = useHeldCards(page);
  if (!cards.data) {
    return cards.isError ? (
      <ErrorState title={t("loyalty.cardsFailed")} onRetry={() => void cards.refetch()} />
    ) : (
      <RowSkeletons rows={3} />
    );
  }
  const { items, total } = cards.data;
  return (
    <section className={classes.panel} aria-labelledby="loyalty-cards">
      <h2 id="loyalty-cards" className={classes.title}>
        {t("loyalty.cardsTitle")}
      </h2>
      {items.length === 0 && <p className={classes.muted}>{t("loyalty.noCards")}</p>}
      <ul className={classes.list}>
        {items.map(({ account_id, name, coins, total_coins, last_at }) => (
          <li key={account_id} className={classes.item}>
            <div className={classes.row}>
              <Link to={`/pro/customers/${account_id}`} className={classes.link}>
                <Bdi>{name || t("loyalty.unnamed")}</Bdi>
              </Link>
              <strong>{t("loyalty.coins", { count: coins, coins: number(coins) })}</strong>
            </div>
            <span className={classes.muted}>
              {t("loyalty.earned", { coins: number(total_coins) })} · {date(last_at)}
            </span>
          </li>
        ))}
      </ul>
      <Pages page={page} total={total} size={PER_PAGE} onPage={setPage} />
    </section>
  );
}
