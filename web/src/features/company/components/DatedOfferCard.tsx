import { type ReactNode, Suspense, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { usePageParams } from "@/lib/usePageParams";
import { Price } from "@/shared/money/Price";
import { offeringPath } from "@/shared/offering/availability";
import { useOfferingFacts } from "@/shared/offering/useOfferingFacts";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import type { DatedOffer } from "../model/occurrences";
import classes from "./Choosing.module.css";
import { OfferDates } from "./OfferDates";

/** One date is open at a time: its classes come when it is chosen. */
const OpenDates = lazyPart(() => import("./OpenDates").then((file) => file.OpenDates));
const NONE: ReadonlySet<string> = new Set();

interface DatedOfferCardProps {
  offer: DatedOffer;
  /** Facts in place of those of the category. */
  facts?: ReactNode;
}

/** Event or cruise with its dates. The chosen date, which the address names, shows its classes. */
export function DatedOfferCard({ offer: { offering, dates }, facts }: DatedOfferCardProps) {
  const { t } = useTranslation(["company", "catalogue"]);
  const { pathname, search } = useLocation();
  const [params, setParams] = usePageParams();
  const name = useId();
  const usual = useOfferingFacts({ ...offering, next_at: null }).join(" · ");
  const chosen = dates.find(({ id }) => String(id) === params.get("slot"));
  const choose = (id: number) => setParams(id === chosen?.id ? {} : { slot: String(id) });
  const closed = (
    <OfferDates offer={{ offering, dates }} chosen={chosen?.id ?? null} full={NONE} onChoose={choose} />
  );
  return (
    <li>
      <article className={classes.dated} aria-labelledby={name}>
        <div className={classes.picture}>
          <Picture
            picture={offering.picture}
            alt=""
            sizes="(min-width: 48em) 240px, 92vw"
            category={offering.category}
          />
        </div>
        <div className={classes.words}>
          <h2 className={classes.name} id={name}>
            <Link to={offeringPath(offering)} state={{ from: pathname + search }} className={classes.link}>
              <Bdi>{offering.name}</Bdi>
            </Link>
          </h2>
          {facts ?? <p className={classes.muted}>{usual}</p>}
          {offering.rating_count > 0 && <Rating value={offering.rating} count={offering.rating_count} />}
          {offering.sold_out ? (
            <p className={classes.state} data-kind="none">
              {t("catalogue:offering.soldOut")}
            </p>
          ) : (
            <Price amount={offering.price} currency={offering.currency} from unit={offering.unit} />
          )}
          {!offering.sold_out && (
            <Suspense fallback={closed}>
              {chosen ? <OpenDates offer={{ offering, dates }} chosen={chosen} onChoose={choose} /> : closed}
            </Suspense>
          )}
        </div>
      </article>
    </li>
  );
}
