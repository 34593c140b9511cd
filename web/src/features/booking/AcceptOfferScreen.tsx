import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import type { Booking } from "@/shared/booking/types";
import { cartPath } from "@/shared/cart/carts";
import { useAddBooking } from "@/shared/cart/useCarts";
import { focusFirst } from "@/shared/forms/serverErrors";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { bookingKeys, readBooking, readCompany } from "./api";
import booking from "./components/Booking.module.css";
import { BookingFacts } from "./components/BookingFacts";
import { CancellationTerms } from "./components/CancellationTerms";
import { ContactFields } from "./components/ContactFields";
import { HoldTimer } from "./components/HoldTimer";
import { Notice } from "./components/Notice";
import { PriceLines } from "./components/PriceLines";
import { RequestHint } from "./components/RequestHint";
import summary from "./components/Summary.module.css";
import { useBookingFormat } from "./hooks/useBookingFormat";
import { useConfirm } from "./hooks/useConfirm";
import { contactIn, showRefusals, useContactForm } from "./hooks/useContactForm";
import { problemOf } from "./model/problem";

/** Room that is held for a customer of a waitlist: contact and confirmation, or the cart. Leaving the page keeps it. */
export function AcceptOfferScreen() {
  const { t } = useTranslation("booking");
  const id = Number(useParams().bookingId) || 0;
  const offer = useQuery({ queryKey: bookingKeys.booking(id), queryFn: () => readBooking(id), staleTime: 0 });
  const missing = offer.error instanceof ApiError && offer.error.status === 404;
  return (
    <Screen title={t("waitlist.offer")} back="/reservations">
      {missing ? (
        <Gone title={t("waitlist.missing")} />
      ) : offer.data ? (
        <Offer key={offer.data.id} held={offer.data} />
      ) : offer.isError ? (
        <ErrorState title={t("bookingFailed")} onRetry={() => void offer.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function Offer({ held }: { held: Booking }) {
  const { t } = useTranslation("booking");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const money = useMoney();
  const company = useQuery({
    queryKey: bookingKeys.company(held.company.id),
    queryFn: () => readCompany(held.company.id),
  });
  // Then the cart asks for the contact and takes the payment.
  const paidInAdvance = company.data?.reservation.takes_payment_on_site === false && held.total > 0;
  const isRequest = company.data?.reservation.approves_bookings ?? false;
  const verb = isRequest ? "request" : "submit";
  const formId = useId();
  const format = useBookingFormat(held.company.time_zone);
  const { customer_name, contact_number, email, note } = held;
  const form = useContactForm(useUser(), { customer_name, contact_number, email, note });
  const deadline = held.hold_expires_at === null ? 0 : Date.parse(held.hold_expires_at);
  const [ended, setEnded] = useState(() => held.state !== "held" || deadline <= Date.now());
  const [problem, setProblem] = useState<string | null>(null);
  const end = () => {
    setEnded(true);
    void queries.invalidateQueries({ queryKey: bookingKeys.waitlist });
  };
  const confirm = useConfirm({
    onConfirmed(confirmed) {
      void queries.invalidateQueries({ queryKey: bookingKeys.waitlist });
      void navigate(`/bookAppointment?offering=${held.offering.id}&booking=${confirmed.id}`, {
        replace: true,
      });
    },
    onExpired: end,
    onPrice(current) {
      queries.setQueryData(bookingKeys.booking(current.id), current);
      setProblem(t("refusal.priceChanged", { total: money(current.total, current.currency) }));
    },
    onRefused(error) {
      if (!showRefusals(form, error, t)) setProblem(problemOf(error, held.offering.availability, t).title);
    },
  });
  const addBooking = useAddBooking();
  const addToCart = () => {
    setProblem(null);
    addBooking.mutate(held.id, {
      onSuccess: (cart) => void navigate(cartPath(cart.company.id), { replace: true }),
      onError: () => setProblem(t("addToCart.failed")),
    });
  };
  if (ended) return <Gone title={t("waitlist.ended")} text={t("waitlist.endedText")} />;
  if (company.isPending) return <ScreenSkeleton />;
  const submit = form.onSubmit(
    (values) => {
      setProblem(null);
      confirm.mutate({ held, contact: contactIn(values) });
    },
    (errors) => focusFirst(form, errors),
  );
  const when = format.brief(held.starts_at);
  return (
    <div className={booking.page}>
      {problem && <Notice title={problem} />}
      <section className={summary.card} aria-label={t("summary")}>
        <h2 className={booking.sectionTitle}>
          <Bdi>{held.offering.name}</Bdi>
        </h2>
        <BookingFacts booking={held} format={format} withPlace />
        <PriceLines booking={held} format={format} />
        <CancellationTerms terms={held} format={format} />
        {isRequest && <RequestHint company={held.company.name} />}
        <HoldTimer deadline={deadline} onEnd={end} />
      </section>
      {paidInAdvance ? (
        <Button color="terracotta" loading={addBooking.isPending} onClick={addToCart}>
          {t("payInAdvance")}
        </Button>
      ) : (
        <>
          <form id={formId} className={booking.section} noValidate onSubmit={submit}>
            <h2 className={booking.sectionTitle}>{t("contact.title")}</h2>
            <ContactFields form={form} />
            <p className={booking.note}>{t("contact.shared", { company: held.company.name })}</p>
          </form>
          <Button type="submit" form={formId} color="terracotta" loading={confirm.isPending}>
            {held.total > 0
              ? t(`${verb}.total`, { when, total: money(held.total, held.currency) })
              : t(`${verb}.free`, { when })}
          </Button>
        </>
      )}
    </div>
  );
}

function Gone({ title, text }: { title: string; text?: string }) {
  const { t } = useTranslation("booking");
  return (
    <Notice
      title={title}
      text={text}
      action={
        <Button component={Link} to="/reservations" variant="default">
          {t("reservations.mine")}
        </Button>
      }
    />
  );
}
