import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import type { Cart } from "@/shared/cart/types";
import { amountText, parseAmount } from "@/shared/money/amount";
import { useMoney } from "@/shared/money/formatMoney";
import { DecimalField } from "@/ui/DecimalField";
import type { CartDetails } from "../hooks/useCartDetails";
import { isOwnTip, MAX_TIP, tipChoices } from "../model/tip";
import classes from "./Cart.module.css";

interface TipPartProps {
  cart: Cart;
  details: CartDetails;
}

/** Tip for the team: none, a part of the subtotal, or an own amount. */
export function TipPart({ cart, details }: TipPartProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const format = useFormat();
  const { fulfilment, subtotal, tip, company } = cart;
  const [asking, setAsking] = useState(false);
  if (!fulfilment) return null;
  const choices = [{ percent: 0, amount: 0 }, ...tipChoices(subtotal)];
  // A tip stays an amount when the cart changes.
  const own = asking || isOwnTip(tip, subtotal);
  const choose = (amount: number) => {
    setAsking(false);
    details.mutate({ fulfilment, tip: amount });
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
      <div role="group" aria-label={t("tip.title")} className={classes.tips}>
        <span className={classes.tipLabel}>{t("tip.title")}</span>
        {choices.map(({ percent, amount }) => (
          <button
            key={percent}
            type="button"
            className={`bare ${classes.tip}`}
            aria-pressed={!own && tip === amount}
            onClick={() => choose(amount)}
          >
            {percent === 0 ? (
              t("tip.none")
            ) : (
              <>
                <span>{t("tip.percent", { percent: format.number(percent) })}</span>
                <span className={classes.muted}>{money(amount, company.currency)}</span>
              </>
            )}
          </button>
        ))}
        <button
          type="button"
          className={`bare ${classes.tip}`}
          aria-pressed={own}
          onClick={() => setAsking(true)}
        >
          {t("tip.own")}
        </button>
      </div>
      {own && <OwnTip key={tip} tip={tip} currency={company.currency} onChange={choose} />}
    </>
  );
}

interface OwnTipProps {
  tip: number;
  currency: string;
  onChange: (tip: number) => void;
}

function OwnTip({ tip, currency, onChange }: OwnTipProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const [text, setText] = useState(tip > 0 ? amountText(tip, currency) : "");
  const [wrong, setWrong] = useState(false);
  return (
    <form
      className={classes.ownTip}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const amount = parseAmount(text, currency);
        if (amount === null || amount > MAX_TIP) setWrong(true);
        else onChange(amount);
      }}
    >
      <DecimalField
        label={t("tip.amount", { currency })}
        value={text}
        error={wrong && t("tip.wrong", { max: money(MAX_TIP, currency, "tag") })}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="default">
        {t("tip.set")}
      </Button>
    </form>
  );
}
