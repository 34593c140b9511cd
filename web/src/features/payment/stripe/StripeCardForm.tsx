import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { FormError } from "@/shared/forms/FormError";
import { focusFirst } from "@/shared/forms/serverErrors";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { beginCard } from "../api";
import classes from "../components/Payment.module.css";
import { useAddCard } from "../hooks/useCards";
import { BillingFields, billingDetails, useBilling } from "./BillingFields";
import { PaymentFields } from "./PaymentFields";
import type { BillingDetails, Elements, Stripe } from "./types";
import { useStripe } from "./useStripe";

interface StripeCardFormProps {
  publishableKey: string;
  onClose: () => void;
}

/** Stripe's fields for a card to keep. */
export function StripeCardForm({ publishableKey, onClose }: StripeCardFormProps) {
  const { t } = useTranslation("payment");
  const stripe = useStripe(publishableKey);
  const elements = useRef<Elements | null>(null);
  const add = useAddCard();
  const billing = useBilling();
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async ({ loaded, details }: { loaded: Stripe; details: BillingDetails }) => {
      if (!elements.current) return;
      const made = await setUp(loaded, elements.current, details);
      if (made === null) return;
      if ("words" in made) return setProblem(made.words || t("cards.failed"));
      await add.mutateAsync(made.method);
      onClose();
    },
  });
  if (stripe.isError) {
    return <ErrorState title={t("providerFailed")} onRetry={() => void stripe.refetch()} />;
  }
  if (!stripe.data) return <RowSkeletons rows={3} />;
  const isFull = save.error instanceof ApiError && save.error.code === "card.too_many";
  const words = problem ?? (save.isError ? t(isFull ? "cards.tooMany" : "cards.failed") : null);
  const submit = billing.onSubmit(
    (address) => save.mutate({ loaded: stripe.data, details: billingDetails(address) }),
    (errors) => focusFirst(billing, errors),
  );
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        setProblem(null);
        submit(event);
      }}
    >
      <h2 className={classes.title}>{t("cards.addTitle")}</h2>
      <PaymentFields
        stripe={stripe.data}
        options={{ mode: "setup", currency: "eur", paymentMethodTypes: ["card"] }}
        onElements={(made) => {
          elements.current = made;
        }}
      />
      <BillingFields form={billing} />
      {words && <FormError text={words} />}
      <div className={classes.actions}>
        <Button type="submit" color="terracotta" loading={save.isPending}>
          {t("cards.saveNew")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("cards.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Saves what was entered at Stripe. Returns its payment method, or Stripe's words. Fields show their own errors: null. */
async function setUp(
  stripe: Stripe,
  elements: Elements,
  billing_details: BillingDetails,
): Promise<{ method: string } | { words: string } | null> {
  const { error: incomplete } = await elements.submit();
  if (incomplete) return incomplete.type === "validation_error" ? null : { words: incomplete.message ?? "" };
  const { setupIntent, error } = await stripe.confirmSetup({
    elements,
    clientSecret: await beginCard(),
    confirmParams: { return_url: window.location.href, payment_method_data: { billing_details } },
    redirect: "if_required",
  });
  const method = setupIntent?.payment_method;
  return method ? { method } : { words: error?.message ?? "" };
}
