import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { BookableTimes } from "@/shared/booking/bookable/BookableTimes";
import { PriceLevel } from "@/shared/company-card/PriceLevel";
import { useCompanyKinds } from "@/shared/company-card/useCompanyKinds";
import { Price } from "@/shared/money/Price";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import type { CompanyHit } from "../api";
import { shownDistance } from "../model/distance";
import classes from "./CompanyLine.module.css";

interface CompanyLineProps {
  hit: CompanyHit;
  /** Its pin is pointed at, or chosen. */
  marked: boolean;
  /** The pointer or the focus comes, or goes. */
  onPoint?: (pointed: boolean) => void;
}

/** Company beside the map: a small picture, what tells it from its neighbours, and what is free. */
export function CompanyLine({ hit, marked, onPoint }: CompanyLineProps) {
  const { company, price_from, bookable } = hit;
  const kinds = useCompanyKinds(company);
  const { price_level, rating, rating_count, currency } = company;
  return (
    <article
      className={classes.line}
      data-company={company.id}
      data-marked={marked}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
    >
      <Picture
        picture={company.cover ?? company.logo}
        alt=""
        sizes="96px"
        category={company.categories[0]}
        className={classes.picture ?? ""}
      />
      <div className={classes.words}>
        <h3 className={classes.name}>
          <Link to={`/companies/${company.handle}`} className={classes.link}>
            <Bdi line>{company.name}</Bdi>
          </Link>
        </h3>
        <p className={classes.muted}>
          <Rating value={rating} count={rating_count} />
          {price_from ? (
            <Price amount={price_from} currency={currency} from />
          ) : (
            price_level !== null && <PriceLevel level={price_level} currency={currency} />
          )}
        </p>
        <p className={classes.muted}>
          <Bdi line>{kinds.join(" · ")}</Bdi>
        </p>
        <p className={classes.muted}>
          <OpeningState opening={company.opening} zone={company.time_zone} />
          <Away km={shownDistance(hit.distance_km)} />
        </p>
      </div>
      {bookable && (
        <div className={classes.free}>
          <BookableTimes bookable={bookable} name={company.name} />
        </div>
      )}
    </article>
  );
}

function Away({ km }: { km: number | null }) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  if (km === null) return null;
  return <span>{t("map.away", { distance: format.kilometres(km) })}</span>;
}
