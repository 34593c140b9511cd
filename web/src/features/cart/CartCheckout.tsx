import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import { BookingLines } from "@/shared/cart/BookingLines";
import { cartPath } from "@/shared/cart/carts";
import { Lines, RemovedLines } from "@/shared/cart/Lines";
import type { Cart } from "@/shared/cart/types";
import { useRepricing } from "@/shared/cart/useCarts";
import type { LineChanges } from "@/shared/cart/useLineChanges";
import { useLiveCart } from "@/shared/cart/useLiveCart";
import { focusFirst } from "@/shared/forms/serverErrors";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { useDesktop } from "@/ui/breakpoints";
import { Screen } from "@/ui/Screen";
import classes from "./components/Cart.module.css";
import { EmptyCart } from "./components/EmptyCart";
import { HowPart } from "./components/HowPart";
import { OrderButtons } from "./components/OrderButtons";
import { Part } from "./components/Part";
import { Summary } from "./components/Summary";
import { WherePart } from "./components/WherePart";
import { WhoPart } from "./components/WhoPart";
import { useCartDetails } from "./hooks/useCartDetails";
import { useContactErrors, useContactForm } from "./hooks/useContactForm";
import { afterOrder, useOrder } from "./hooks/useOrder";
import type { PaymentChoice } from "./model/attempt";
import { type Contact, trimmed } from "./model/contact";
import { firstBlocked, focusPart } from "./model/problems";
import { type RefusalKey, refusalOf } from "./model/refusal";

/** On demand: they stand below the lines. */
const ExtrasPart = lazyPart(() => import("./components/ExtrasPart").then((file) => file.ExtrasPart));
const WhenPart = lazyPart(() => import("./components/WhenPart").then((file) => file.WhenPart));
const CoinsPart = lazyPart(() => import("./components/CoinsPart").then((file) => file.CoinsPart));
const PromoPart = lazyPart(() => import("./components/PromoPart").then((file) => file.PromoPart));

interface CartCheckoutProps {
  cart: Cart;
  changes: LineChanges;
}

/** Cart with its lines, the details of the order and the buttons that order. */
export function CartCheckout({ cart, changes }: CartCheckoutProps) {
  const { t } = useTranslation("cart");
  const navigate = useNavigate();
  const money = useMoney();
  const desktop = useDesktop();
  const guest = isGuest(useUser());
  useLiveCart(cart.company.id);
  const details = useCartDetails(cart);
  const contact = useCartDetails(cart);
  const order = useOrder();
  const form = useContactForm(cart);
  const showContactErrors = useContactErrors();
  const repricing = useRepricing();
  const [attempted, setAttempted] = useState(false);
  const [isTimeMissing, setTimeMissing] = useState(false);
  const [refusal, setRefusal] = useState<RefusalKey | null>(null);
  const [payment, setPayment] = useState<PaymentChoice | null>(null);

  const refuse = (error: Error) => {
    setRefusal(refusalOf(error));
    focusPart("summary");
  };

  /** Saves the contact, then orders. The total is the one that was on the screen. */
  async function send(choice: PaymentChoice, values: Contact) {
    const { fulfilment, total } = cart;
    if (!fulfilment) return focusPart("how");
    setPayment(choice);
    try {
      const saved = await contact.mutateAsync({ fulfilment, ...trimmed(values) });
      const blocked = firstBlocked(saved) ?? (isTimeMissing ? "when" : null);
      if (blocked) return focusPart(blocked);
      const { orders } = await order.mutateAsync({ carts: [saved], expected_total: total, payment: choice });
      await navigate(...afterOrder(orders, choice));
    } catch (error) {
      if (!showContactErrors(form, error)) refuse(error as Error);
    } finally {
      setPayment(null);
    }
  }

  const submit = (choice: PaymentChoice) => {
    setAttempted(true);
    setRefusal(null);
    const validate = form.onSubmit(
      (values) => void send(choice, values),
      (errors) => (cart.fulfilment ? focusFirst(form, errors) : focusPart("how")),
    );
    validate({ preventDefault() {} } as Parameters<typeof validate>[0]);
  };

  const busy = repricing || details.isPending;
  const parts = { cart, details, attempted };
  // Bookings alone have their own time and place.
  const isHandedOver = cart.lines.length > 0;
  const words = refusal && t(refusal, { total: money(cart.total, cart.company.currency) });
  const summary = <Summary cart={cart} pending={busy} refusal={words} />;
  const buttons = (
    <OrderButtons
      carts={[cart]}
      path={cartPath(cart.company.id)}
      pending={payment}
      busy={busy}
      onOrder={submit}
    />
  );
  return (
    <Screen
      wide
      title={t("title")}
      back={`/companies/${cart.company.handle}`}
      aside={
        desktop ? (
          <div className={classes.aside}>
            {summary}
            {buttons}
          </div>
        ) : undefined
      }
      bottomAction={desktop ? undefined : buttons}
    >
      <div className={classes.page}>
        <Part part="items" title={t("itemsTitle")} cart={cart} attempted={attempted}>
          <div className={classes.emptying}>
            <Link to={`/companies/${cart.company.handle}`} className={classes.company}>
              <Bdi>{cart.company.name}</Bdi>
            </Link>
            <EmptyCart cart={cart} />
          </div>
          <BookingLines cart={cart} />
          <Lines cart={cart} changes={changes} />
          <RemovedLines changes={changes} />
        </Part>
        {isHandedOver && (
          <>
            <HowPart {...parts} />
            <WherePart {...parts} />
            <Suspense fallback={null}>
              <WhenPart {...parts} onIncomplete={setTimeMissing} />
            </Suspense>
          </>
        )}
        {!guest && <WhoPart cart={cart} form={form} />}
        {isHandedOver && (
          <Suspense fallback={null}>
            <ExtrasPart {...parts} />
            <PromoPart {...parts} />
            <CoinsPart {...parts} />
          </Suspense>
        )}
        {!desktop && summary}
      </div>
    </Screen>
  );
}
