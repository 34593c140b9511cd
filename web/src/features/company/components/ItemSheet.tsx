import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation } from "react-router";
import { useLiveOffering } from "@/shared/booking/hooks/useLiveOffering";
import { StockChoice } from "@/shared/cart/StockChoice";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { availabilityOf, offeringPath } from "@/shared/offering/availability";
import { DetailFacts } from "@/shared/offering/DetailFacts";
import type { OfferingDetails } from "@/shared/offering/types";
import { useDetailFacts } from "@/shared/offering/useDetailFacts";
import { useOffering } from "@/shared/offering/useOffering";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { useItemSheet } from "../hooks/useItemSheet";
import classes from "./ItemSheet.module.css";

interface ItemSheetProps {
  company: number;
  item: number;
}

/** Item over its list, with its options and the button that adds it to the cart. */
export function ItemSheet({ company, item }: ItemSheetProps) {
  const { t } = useTranslation("product");
  const { close } = useItemSheet();
  const { data, gone, failed, retry } = useOffering(item);
  const offering = gone ? undefined : data;
  // A link by hand may name a room, or an item of another company.
  if (offering && (offering.company.id !== company || availabilityOf(offering.availability).booked)) {
    return <Navigate to={offeringPath(offering)} replace />;
  }
  return (
    <Sheet opened noEntry onClose={close} title={offering ? <Bdi>{offering.name}</Bdi> : t("title")}>
      {offering ? (
        <Item offering={offering} onAdded={close} />
      ) : gone ? (
        <EmptyState title={t("gone")} text={t("goneText")} />
      ) : failed ? (
        <ErrorState title={t("failed")} onRetry={retry} />
      ) : (
        <ItemSkeleton />
      )}
    </Sheet>
  );
}

interface ItemProps {
  offering: OfferingDetails;
  onAdded: () => void;
}

function Item({ offering, onAdded }: ItemProps) {
  const { t } = useTranslation("company");
  const { pathname, search } = useLocation();
  useLiveOffering(offering);
  const facts = useDetailFacts(offering);
  const { picture, description, rating, rating_count, category } = offering;
  return (
    <div className={classes.item}>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="(min-width: 48em) 400px, 100vw"
          ratio="16 / 9"
          category={category}
          className={classes.picture}
          eager
        />
      )}
      {rating_count > 0 && <Rating value={rating} count={rating_count} words />}
      {description && (
        <p className={classes.text}>
          <Bdi>{description}</Bdi>
        </p>
      )}
      {facts.length > 0 && <DetailFacts facts={facts} />}
      <StockChoice offering={offering} onAdded={onAdded} />
      <Link to={offeringPath(offering)} state={{ from: pathname + search }} className={classes.page}>
        {t("items.openPage")}
      </Link>
    </div>
  );
}

function ItemSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.item} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <Skeleton height={220} radius="lg" />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={44} />
    </div>
  );
}
