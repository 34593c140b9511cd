import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormError } from "@/shared/forms/FormError";
import { focusFirst } from "@/shared/forms/serverErrors";
import { useMoney } from "@/shared/money/formatMoney";
import { CheckField } from "@/ui/CheckField";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/Payment.module.css";
import { SavedCards } from "../components/SavedCards";
import type { Pay } from "../hooks/usePayment";
import type { Method, Order, SavedCard } from "../types";
import { stripeAmount } from "./appearance";
import { BillingFields, billingDetails, useBilling } from "./BillingFields";
import { PaymentFields } from "./PaymentFields";
import type { BillingDetails, Elements, Stripe } from "./types";
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
  const billing = useBilling();
  const name = useId();
  const card = chosen === undefined ? (cards[0]?.id ?? null) : chosen;
  if (stripe.isError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void stripe.refetch()} />;
  }
  if (!stripe.data) return <RowSkeletons rows={3} />;
  const { payment, currency } = order;

  const payNew = async (loaded: Stripe, details: BillingDetails) => {
    if (!elements.current) return;
    setIsAsking(true);
    try {
      const asked = await askForToken(loaded, elements.current, details);
      if (typeof asked === "string") setProblem(asked || t("payFailed"));
      else if (asked) pay.mutate({ method: asked, save: false });
    } finally {
      setIsAsking(false);
    }
  };
  const submitNew = billing.onSubmit(
    (address) => void payNew(stripe.data, billingDetails(address)),
    (errors) => focusFirst(billing, errors),
  );
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        setProblem(null);
        if (card === null) return submitNew(event);
        event.preventDefault();
        pay.mutate({ method: { card_id: card }, save: false });
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
            // As of the server's intent.
            paymentMethodTypes: ["card"],
          }}
          onElements={(made) => {
            elements.current = made;
          }}
        />
        <BillingFields form={billing} />
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
async function askForToken(
  stripe: Stripe,
  elements: Elements,
  billing_details: BillingDetails,
): Promise<Method | string | null> {
  const { error: incomplete } = await elements.submit();
  if (incomplete) return incomplete.type === "validation_error" ? null : (incomplete.message ?? "");
  const { error, confirmationToken } = await stripe.createConfirmationToken({
    elements,
    params: { return_url: window.location.href, payment_method_data: { billing_details } },
  });
  return confirmationToken ? { payment_method: confirmationToken.id } : (error?.message ?? "");
}
