import { Button } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { useLiveOffering } from "@/shared/booking/hooks/useLiveOffering";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { availabilityOf } from "@/shared/offering/availability";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { useOffering } from "@/shared/offering/useOffering";
import type { CameFrom } from "@/shared/person/PersonLink";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import type { OfferingDetails } from "./api";
import { BookingLink } from "./components/BookingLink";
import { BuyBox } from "./components/BuyBox";
import { Gallery } from "./components/Gallery";
import { ProductDetails } from "./components/ProductDetails";
import classes from "./components/ProductScreen.module.css";
import { ProductSkeleton } from "./components/ProductSkeleton";

const CategoryPolicies = lazyPart(() =>
  import("@/shared/policies/CategoryPolicies").then((file) => file.CategoryPolicies),
);
const Reviews = lazyPart(() => import("./components/Reviews").then((file) => file.Reviews));

/** `/products/:productId`: one offering of any category. */
export function ProductScreen() {
  const { t } = useTranslation("product");
  const back = (useLocation().state as CameFrom | null)?.from;
  const { data, gone, failed, retry } = useOffering(Number(useParams().productId));
  if (gone) return <UnknownProduct />;
  const from = back ?? (data ? `/companies/${data.company.handle}` : "/search");
  if (data) return <Product offering={data} back={from} />;
  return (
    <Screen wide title={t("title")} back={from}>
      {failed ? <ErrorState title={t("failed")} onRetry={retry} /> : <ProductSkeleton />}
    </Screen>
  );
}

function Product({ offering, back }: { offering: OfferingDetails; back: string }) {
  const { t } = useTranslation("product");
  const phone = usePhone();
  useLiveOffering(offering);
  const { booked } = availabilityOf(offering.availability);
  const bookable = booked && !offering.sold_out;
  const { company } = offering;
  return (
    <Screen
      wide
      title={offering.name}
      header={
        <TopBar title={offering.name} back={back}>
          <Link to={`/companies/${company.handle}`} className={classes.company}>
            <Bdi line>{company.name}</Bdi>
          </Link>
        </TopBar>
      }
      bottomAction={phone && bookable && <BookingLink offering={offering} />}
    >
      <div className={classes.product}>
        <div className={classes.gallery}>
          <Gallery offering={offering} />
        </div>
        <div className={classes.box}>
          <BuyBox offering={offering} />
        </div>
        <div className={classes.more}>
          <ProductDetails offering={offering} />
          <Suspense fallback={null}>
            <CategoryPolicies company={company.id} category={offering.category} />
          </Suspense>
          <Suspense fallback={null}>
            <Reviews offering={offering} />
          </Suspense>
        </div>
      </div>
      {offering.similar.length > 0 && (
        <div className={classes.similar}>
          <ScrollRow title={t("similar")}>
            {offering.similar.map((other) => (
              <li key={other.id}>
                <OfferingCard offering={other} withCompany action={null} />
              </li>
            ))}
          </ScrollRow>
        </div>
      )}
    </Screen>
  );
}

function UnknownProduct() {
  const { t } = useTranslation("product");
  return (
    <Screen title={t("title")} back="/search">
      <EmptyState
        title={t("gone")}
        text={t("goneText")}
        action={
          <Button component={Link} to="/search">
            {t("search")}
          </Button>
        }
      />
    </Screen>
  );
}
