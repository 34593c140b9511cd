import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormError } from "@/shared/forms/FormError";
import { useMoney } from "@/shared/money/formatMoney";
import { CheckField } from "@/ui/CheckField";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/Payment.module.css";
import { SavedCards } from "../components/SavedCards";
import type { Pay } from "../hooks/usePayment";
import type { Method, Order, SavedCard } from "../types";
import { stripeAmount } from "./appearance";
import { PaymentFields } from "./PaymentFields";
import type { Elements, Stripe } from "./types";
import { useStripe } from "./useStripe";

interface StripeFormProps {
  order: Order;
  pay: Pay;
  publishableKey: string;
  cards: readonly SavedCard[];
}

/** Saved cards, Stripe's fields, and the button that pays. The server is sent a token. */
export function StripeForm({ order, pay, publishableKey, cards }: StripeFormProps) {
  const { t } = useTranslation("payment");
  const money = useMoney();
  const stripe = useStripe(publishableKey);
  const elements = useRef<Elements | null>(null);
  // Undefined: the first card, if there is one.
  const [chosen, setChosen] = useState<number | null | undefined>();
  const [save, setSave] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const name = useId();
  const card = chosen === undefined ? (cards[0]?.id ?? null) : chosen;
  if (stripe.isError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void stripe.refetch()} />;
  }
  if (!stripe.data) return <RowSkeletons rows={3} />;
  const { payment, currency } = order;

  const submit = async (loaded: Stripe) => {
    setProblem(null);
    if (card !== null) return pay.mutate({ method: { card_id: card }, save: false });
    if (!elements.current) return;
    setIsAsking(true);
    try {
      const asked = await askForToken(loaded, elements.current);
      if (typeof asked === "string") setProblem(asked || t("payFailed"));
      else if (asked) pay.mutate({ method: asked, save: false });
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(stripe.data);
      }}
    >
      <SavedCards name={name} cards={cards} chosen={card} onChoose={setChosen} />
      {cards.length > 0 && (
        <label className={classes.option}>
          <input type="radio" name={name} checked={card === null} onChange={() => setChosen(null)} />
          <span className={classes.cardName}>{t("cards.other")}</span>
        </label>
      )}
      <div hidden={card !== null} className={classes.form}>
        <PaymentFields
          stripe={stripe.data}
          options={{
            mode: "payment",
            amount: stripeAmount(payment.amount, currency),
            currency: currency.toLowerCase(),
          }}
          onElements={(made) => {
            elements.current = made;
          }}
        />
        <CheckField
          label={t("cards.save")}
          checked={save}
          onChange={({ currentTarget: { checked } }) => {
            setSave(checked);
            elements.current?.update({ setupFutureUsage: checked ? "on_session" : null });
          }}
        />
      </div>
      {problem && <FormError text={problem} />}
      <Button type="submit" color="terracotta" fullWidth loading={isAsking || pay.isPending}>
        {t("pay", { total: money(payment.amount, currency) })}
      </Button>
    </form>
  );
}

/** Returns a token for what was entered, or Stripe's words if it has none. Fields show their own errors: null. */
async function askForToken(stripe: Stripe, elements: Elements): Promise<Method | string | null> {
  const { error: incomplete } = await elements.submit();
  if (incomplete) return incomplete.type === "validation_error" ? null : (incomplete.message ?? "");
  const { error, confirmationToken } = await stripe.createConfirmationToken({
    elements,
    params: { return_url: window.location.href },
  });
  return confirmationToken ? { payment_method: confirmationToken.id } : (error?.message ?? "");
}
