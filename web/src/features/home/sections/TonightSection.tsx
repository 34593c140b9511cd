import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { slotPath } from "@/shared/booking/bookable/paths";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { offeringPath } from "@/shared/offering/availability";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { Bdi } from "@/ui/Bdi";
import type { TonightOffering } from "../api";
import classes from "./TonightSection.module.css";

/** Tables, tickets and tours near the viewer that are free this evening. A time leads to its booking. */
export function TonightSection({ offers }: { offers: readonly TonightOffering[] }) {
  const { t } = useTranslation("home");
  return (
    <ScrollRow title={t("tonight.title")} size="wide">
      {offers.map((offer) => (
        <li key={offer.id}>
          <TonightCard offer={offer} />
        </li>
      ))}
    </ScrollRow>
  );
}

function TonightCard({ offer }: { offer: TonightOffering }) {
  const { t } = useTranslation("home");
  const { company, slots, members } = offer;
  const { time } = useZonedFormat(company.time_zone);
  return (
    <article className={classes.card}>
      <Picture
        picture={offer.picture}
        alt=""
        sizes="(max-width: 48em) 78vw, 296px"
        ratio="16 / 9"
        category={offer.category}
        className={classes.picture ?? ""}
      />
      <h3 className={classes.name}>
        <Link to={offeringPath(offer)} className={classes.link}>
          <Bdi line>{company.name}</Bdi>
        </Link>
      </h3>
      <p className={classes.muted}>
        <Bdi line>{offer.name}</Bdi>
        {offer.rating_count > 0 && <Rating value={offer.rating} count={offer.rating_count} />}
      </p>
      <ul className={classes.slots} aria-label={t("tonight.times", { name: offer.name, count: members })}>
        {slots.map((slot) => (
          <li key={slot.starts_at}>
            <Link to={slotPath(offer.id, offer, slot)} className={classes.slot}>
              <span className={classes.chip}>{time(slot.starts_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </article>
  );
}
