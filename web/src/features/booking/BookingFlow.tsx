import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useContext, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import { rereadAvailability } from "@/shared/booking/hooks/useLiveAvailability";
import { horizonOf } from "@/shared/booking/model/horizon";
import type { BookableOffering, Booking, CompanyTerms } from "@/shared/booking/types";
import { cartPath } from "@/shared/cart/carts";
import { useAddBooking } from "@/shared/cart/useCarts";
import { focusFirst } from "@/shared/forms/serverErrors";
import { useMoney } from "@/shared/money/formatMoney";
import { offeringPath } from "@/shared/offering/availability";
import { useDesktop } from "@/ui/breakpoints";
import { announce } from "@/ui/LiveRegion";
import { Screen } from "@/ui/Screen";
import { ShellParts } from "@/ui/ShellParts";
import { RowSkeletons } from "@/ui/Skeletons";
import { ActionBar } from "./components/ActionBar";
import classes from "./components/Booking.module.css";
import { PickStep } from "./components/PickStep";
import { useBookingFormat } from "./hooks/useBookingFormat";
import { useConfirm } from "./hooks/useConfirm";
import { contactIn, showRefusals, useContactForm } from "./hooks/useContactForm";
import { useHold } from "./hooks/useHold";
import { MissingMessages, useMissing } from "./hooks/useMissing";
import { useSelection } from "./hooks/useSelection";
import { type Problem, problemOf } from "./model/problem";
import { estimate, type Selection, timeOf } from "./model/selection";

/** Phones show it with the details only. */
const Summary = lazyPart(() => import("./components/Summary").then((file) => file.Summary));
/** The contact comes after the time: its code comes then. */
const DetailsStep = lazyPart(() => import("./components/DetailsStep").then((file) => file.DetailsStep));

interface BookingFlowProps {
  offering: BookableOffering;
  company: CompanyTerms;
}

/** Booking of an offering: choice of the time, which is held at once, then contact and confirmation. */
export function BookingFlow({ offering, company }: BookingFlowProps) {
  const { t } = useTranslation("booking");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { sheet } = useContext(ShellParts);
  const desktop = useDesktop() && !sheet;
  const money = useMoney();
  const formId = useId();
  const [search, setSearch] = useSearchParams();
  const format = useBookingFormat(company.time_zone);
  const [selection, select] = useSelection(offering);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { hold, begin, again, expire, settle, update } = useHold(offering.id, timeOf(offering, selection));
  const form = useContactForm(useUser());
  const held = hold.status === "held" ? hold.booking : null;
  const missing = useMissing(offering, selection);
  // Then the cart asks for the contact and takes the payment.
  const paidInAdvance = !company.reservation.takes_payment_on_site && held?.total !== 0;
  const inDetails =
    search.get("step") === "details" && hold.status !== "none" && hold.status !== "failed" && !paidInAdvance;

  const change = (patch: Partial<Selection>) => {
    begin(timeOf(offering, { ...selection, ...patch }));
    setProblem(null);
    select(patch);
  };
  const heldId = held?.id;
  useEffect(() => {
    if (heldId !== undefined) announce(t("hold.held"));
  }, [heldId, t]);
  const failure = hold.status === "failed" ? hold.error : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!failure) return;
    const refused = problemOf(failure, offering.availability, t);
    setProblem(refused);
    if (!refused.gone) return;
    select({ startsAt: null, until: null, resource: null });
    rereadAvailability(queries, offering.id);
  }, [failure]);

  const confirm = useConfirm({
    onConfirmed(booking) {
      settle();
      // The path stays: the booking may be over another page.
      void navigate({ search: `?offering=${offering.id}&booking=${booking.id}` }, { replace: true });
    },
    onExpired: expire,
    onPrice(booking) {
      update(booking);
      setProblem({
        title: t("refusal.priceChanged", { total: money(booking.total, booking.currency) }),
        gone: false,
      });
    },
    onRefused(error) {
      if (!showRefusals(form, error, t)) setProblem(problemOf(error, offering.availability, t));
    },
  });

  /** Returns the hold of a complete choice. What is empty is said; a hold that ended or was refused is asked for again. */
  const ready = (): Booking | null => {
    if (!missing.check()) return null;
    setProblem(null);
    if (!held) again();
    return held;
  };
  const goOn = () => {
    if (!ready()) return;
    setSearch((before) => new URLSearchParams([...before, ["step", "details"]]));
  };
  const addBooking = useAddBooking();
  const addToCart = () => {
    const booking = ready();
    if (!booking) return;
    addBooking.mutate(booking.id, {
      onSuccess(cart) {
        settle();
        void navigate(cartPath(cart.company.id));
      },
      onError: () => setProblem({ title: t("addToCart.failed"), gone: false }),
    });
  };
  const pickAgain = () => void navigate(-1);
  const submit = form.onSubmit(
    (values) => {
      setProblem(null);
      // Without a hold the form says so above the fields, with the way to another.
      if (held) confirm.mutate({ held, contact: contactIn(values) });
      else document.querySelector<HTMLElement>("[data-hold-again]")?.focus();
    },
    (errors) => focusFirst(form, errors),
  );
  const holding = hold.status === "holding";
  const { approves_bookings } = company.reservation;
  const verb = approves_bookings ? "request" : "submit";
  const priced = { offering, hold, format, estimate: estimate(offering, selection) };
  const summed = { ...priced, approval: approves_bookings ? company.name : null };
  const action = inDetails ? (
    <Button
      type="submit"
      form={formId}
      color="terracotta"
      disabled={!held}
      loading={confirm.isPending}
      fullWidth
    >
      {held ? submitText(held) : t(`${verb}.plain`)}
    </Button>
  ) : paidInAdvance ? (
    <Button color="terracotta" fullWidth loading={holding || addBooking.isPending} onClick={addToCart}>
      {t("payInAdvance")}
    </Button>
  ) : (
    <div className={classes.actions}>
      <Button variant="default" disabled={holding} loading={addBooking.isPending} onClick={addToCart}>
        {t("addToCart")}
      </Button>
      <Button color="terracotta" loading={holding} onClick={goOn}>
        {t("continue")}
      </Button>
    </div>
  );
  function submitText(booking: Booking): string {
    const when = format.brief(booking.starts_at, offering.unit !== "night");
    const total = money(booking.total, booking.currency);
    return booking.total > 0 ? t(`${verb}.total`, { when, total }) : t(`${verb}.free`, { when });
  }
  return (
    <Screen
      wide
      title={t(`title.${offering.availability}`)}
      back={offeringPath(offering)}
      aside={
        desktop ? (
          <Suspense fallback={<RowSkeletons rows={3} />}>
            <Summary {...summed} withTerms={!inDetails} onExpire={expire} action={action} />
          </Suspense>
        ) : undefined
      }
      bottomAction={
        desktop ? undefined : <ActionBar {...priced} full={inDetails} onExpire={expire} action={action} />
      }
    >
      {inDetails ? (
        <Suspense fallback={<RowSkeletons rows={4} />}>
          <DetailsStep
            id={formId}
            form={form}
            company={company}
            category={offering.category}
            hold={hold}
            format={format}
            problem={problem}
            summary={desktop ? null : <Summary {...summed} />}
            onSubmit={submit}
            onHoldAgain={again}
            onPickAgain={pickAgain}
          />
        </Suspense>
      ) : (
        <MissingMessages value={missing.messages}>
          <PickStep
            offering={offering}
            horizon={horizonOf(company)}
            selection={selection}
            onChange={change}
            held={held}
            withHeader={!desktop}
            expired={hold.status === "expired"}
            problem={problem}
            onHoldAgain={again}
          />
        </MissingMessages>
      )}
    </Screen>
  );
}
