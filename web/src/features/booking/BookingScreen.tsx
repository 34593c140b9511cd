import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { isBookable } from "@/shared/booking/model/bookable";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { offeringPath } from "@/shared/offering/availability";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { bookingKeys, readCompany, readOffering } from "./api";
import { BookingFlow } from "./BookingFlow";
import classes from "./components/Booking.module.css";

const ConfirmationScreen = lazyPart(() =>
  import("./ConfirmationScreen").then((file) => file.ConfirmationScreen),
);

/** Booking of any offering that is booked, drawn from its data. */
export function BookingScreen() {
  const [search] = useSearchParams();
  const booking = Number(search.get("booking"));
  const offering = Number(search.get("offering"));
  if (booking > 0) {
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <ConfirmationScreen id={booking} />
      </Suspense>
    );
  }
  return offering > 0 ? <OfferingBooking key={offering} id={offering} /> : <NothingToBook />;
}

function OfferingBooking({ id }: { id: number }) {
  const { t } = useTranslation("booking");
  const offering = useQuery({ queryKey: bookingKeys.offering(id), queryFn: () => readOffering(id) });
  const companyId = offering.data?.company.id;
  const company = useQuery({
    queryKey: bookingKeys.company(companyId ?? 0),
    queryFn: () => readCompany(companyId ?? 0),
    enabled: companyId !== undefined,
  });
  if (offering.data && company.data) {
    return isBookable(offering.data.availability) ? (
      <BookingFlow offering={offering.data} company={company.data} />
    ) : (
      <NothingToBook to={offeringPath(offering.data)} />
    );
  }
  const failed = [offering, company].find(({ isError }) => isError);
  return (
    <Screen title={t("title.plain")} back="/">
      {failed ? (
        <ErrorState title={t("offeringFailed")} onRetry={() => void failed.refetch()} />
      ) : (
        <Placeholder />
      )}
    </Screen>
  );
}

function Placeholder() {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.page}>
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <Skeleton height={72} radius="lg" />
      <Skeleton height={92} radius="lg" />
      <Skeleton height={200} radius="lg" />
    </div>
  );
}

/** The address names nothing that is booked. */
function NothingToBook({ to = "/" }: { to?: string }) {
  const { t } = useTranslation("booking");
  return (
    <Screen title={t("title.plain")} back="/">
      <EmptyState
        title={t("nothing.title")}
        text={t("nothing.text")}
        action={
          <Button component={Link} to={to} color="terracotta">
            {t("nothing.action")}
          </Button>
        }
      />
    </Screen>
  );
}
