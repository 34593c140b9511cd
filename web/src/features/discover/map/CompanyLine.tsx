import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { PriceLevel } from "@/shared/company-card/PriceLevel";
import { useCompanyKinds } from "@/shared/company-card/useCompanyKinds";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import type { FoundCompany } from "../api";
import classes from "./CompanyLine.module.css";

interface CompanyLineProps {
  company: FoundCompany;
  /** Its pin is pointed at, or chosen. */
  marked: boolean;
  /** The pointer or the focus comes, or goes. */
  onPoint?: (pointed: boolean) => void;
}

/** Company beside the map: a small picture, and what tells it from its neighbours. */
export function CompanyLine({ company, marked, onPoint }: CompanyLineProps) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const kinds = useCompanyKinds(company);
  const { distance_km: distance, price_level, rating, rating_count } = company;
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
          {price_level !== null && <PriceLevel level={price_level} currency={company.currency} />}
        </p>
        <p className={classes.muted}>
          <Bdi line>{kinds.join(" · ")}</Bdi>
        </p>
        <p className={classes.muted}>
          <OpeningState opening={company.opening} zone={company.time_zone} />
          {distance !== null && distance !== undefined && (
            <span>
              {t("map.away", {
                distance: format.number(
                  distance < 10 ? Math.round(distance * 10) / 10 : Math.round(distance),
                ),
              })}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}
