import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Cart } from "@/shared/cart/types";
import { focusFirst } from "@/shared/forms/serverErrors";
import { useMoney } from "@/shared/money/formatMoney";
import { useDesktop } from "@/ui/breakpoints";
import { Screen } from "@/ui/Screen";
import cartClasses from "./components/Cart.module.css";
import { ContactFields } from "./components/ContactFields";
import { Notice } from "./components/Notice";
import { OrderButtons } from "./components/OrderButtons";
import { TogetherList } from "./components/TogetherList";
import { TogetherSummary } from "./components/TogetherSummary";
import { useContactErrors, useContactForm } from "./hooks/useContactForm";
import { afterOrder, useOrder } from "./hooks/useOrder";
import { useProblemWords } from "./hooks/useProblemWords";
import { useSaveContact } from "./hooks/useSaveContact";
import type { PaymentChoice } from "./model/attempt";
import type { Contact } from "./model/contact";
import { focusPart } from "./model/problems";
import { type RefusalKey, refusalOf } from "./model/refusal";
import {
  type Chosen,
  chosenOf,
  firstProblem,
  isReady,
  needsContact,
  sumOf,
  withChoice,
} from "./model/together";

/** Choice of the carts to order with one payment. Each cart is completed on its own page. */
export function TogetherCheckout({ carts }: { carts: readonly Cart[] }) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const navigate = useNavigate();
  const desktop = useDesktop();
  const [choice, setChoice] = useState<Chosen>(null);
  /** Refusal of the last attempt, or the cart that stopped being ready meanwhile. */
  const [refusal, setRefusal] = useState<RefusalKey | Cart | null>(null);
  const [pending, setPending] = useState<PaymentChoice | null>(null);
  const known = carts.find(({ customer_name }) => customer_name);
  const form = useContactForm(known ?? (carts[0] as Cart));
  const showContactErrors = useContactErrors();
  const saveContact = useSaveContact();
  const order = useOrder();
  const chosen = chosenOf(carts, choice);
  const asksContact = needsContact(chosen);

  const choose = (cart: Cart, wanted: boolean) => {
    setRefusal(null);
    setChoice(withChoice(chosen, cart, wanted));
  };

  /** Saves the contact, then orders. The sum is the one that was on the screen. */
  async function send(payment: PaymentChoice, contact: Contact) {
    setPending(payment);
    try {
      const saved = await saveContact.mutateAsync({ carts: chosen, contact });
      const stopped = saved.find((cart) => !isReady(cart));
      if (stopped) {
        setRefusal(stopped);
        return focusPart("summary");
      }
      const { orders } = await order.mutateAsync({ carts: saved, expected_total: sumOf(chosen), payment });
      await navigate(...afterOrder(orders, payment));
    } catch (error) {
      if (showContactErrors(form, error)) return;
      setRefusal(refusalOf(error as Error));
      focusPart("summary");
    } finally {
      setPending(null);
    }
  }

  const submit = (payment: PaymentChoice) => {
    setRefusal(null);
    if (!asksContact) return void send(payment, form.getValues());
    const validate = form.onSubmit(
      (values) => void send(payment, values),
      (errors) => focusFirst(form, errors),
    );
    validate({ preventDefault() {} } as Parameters<typeof validate>[0]);
  };

  const total = chosen[0] ? money(sumOf(chosen), chosen[0].company.currency) : "";
  const notice =
    typeof refusal === "string" ? (
      <Notice text={t(refusal, { total })} />
    ) : (
      refusal && <StoppedCart cart={refusal} />
    );
  const summary = <TogetherSummary carts={chosen} notice={notice} />;
  const buttons = (
    <OrderButtons carts={chosen} path="/cart" pending={pending} busy={false} onOrder={submit} />
  );
  return (
    <Screen
      wide
      title={t("carts")}
      back="/"
      aside={
        desktop ? (
          <div className={cartClasses.aside}>
            {summary}
            {buttons}
          </div>
        ) : undefined
      }
      bottomAction={desktop ? undefined : buttons}
    >
      <div className={cartClasses.page}>
        <TogetherList carts={carts} chosen={chosen} onChoose={choose} />
        {asksContact && (
          <section className={cartClasses.part} aria-labelledby="cart-who">
            <h2 id="cart-who" className={cartClasses.partTitle}>
              {t("who.title")}
            </h2>
            <div className={cartClasses.contact}>
              <ContactFields form={form} />
            </div>
            <p className={cartClasses.muted}>{t("together.shared")}</p>
          </section>
        )}
        {!desktop && summary}
      </div>
    </Screen>
  );
}

function StoppedCart({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const words = useProblemWords(cart);
  return (
    <Notice text={t("together.stopped", { company: cart.company.name, reason: words(firstProblem(cart)) })} />
  );
}
