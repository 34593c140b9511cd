import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { SwitchField } from "@/ui/SwitchField";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import type { PartProps } from "./HowPart";

/** Loyalty coins that the order spends and earns. Nothing if the company has no programme. */
export function CoinsPart({ cart, details }: PartProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const { number } = useFormat();
  const { fulfilment, loyalty, company } = cart;
  if (!fulfilment || !loyalty) return null;
  const { coins, coin_value, minimum_coins, usable_coins, use_coins, earned_coins } = loyalty;
  const words =
    coins < minimum_coins
      ? t("coins.minimum", { coins: number(Math.max(coins, 0)), minimum: number(minimum_coins) })
      : t("coins.held", { coins: number(coins), amount: money(coins * coin_value, company.currency) });
  return (
    <section className={classes.part} aria-labelledby="cart-coins">
      <h2 id="cart-coins" className={classes.partTitle}>
        {t("coins.title")}
      </h2>
      {usable_coins > 0 ? (
        <SwitchField
          label={t("coins.use", { amount: money(usable_coins * coin_value, company.currency) })}
          description={words}
          checked={use_coins}
          onChange={(use) => details.mutate({ fulfilment, use_coins: use })}
        />
      ) : (
        coins > 0 && <p className={classes.muted}>{words}</p>
      )}
      <ChangeRefusal part="coins" cart={cart} details={details} />
      {earned_coins > 0 && (
        <p className={classes.muted}>
          {t("coins.earns", { count: earned_coins, coins: number(earned_coins) })}
        </p>
      )}
    </section>
  );
}
