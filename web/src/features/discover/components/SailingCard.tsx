import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useLanguage } from "@/lib/i18n";
import { slotPath } from "@/shared/booking/bookable/paths";
import { SaveMark } from "@/shared/favourites/SaveMark";
import { Price } from "@/shared/money/Price";
import { bookingPath, offeringPath } from "@/shared/offering/availability";
import { CruiseRoute } from "@/shared/offering/CruiseRoute";
import type { DetailValue } from "@/shared/offering/types";
import { dateIn } from "@/shared/opening/zonedTime";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import type { Sailing } from "../api";
import classes from "./Cruises.module.css";

const DATES_SHOWN = 4;
/** Places of a sailing that are worth a word. */
const FEW = 5;

interface SailingCardProps {
  sailing: Sailing;
  /** Party of the search. */
  people?: number;
}

/** Cruise with its route, its next departures and its lowest price. */
export function SailingCard({ sailing, people }: SailingCardProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const { pathname, search } = useLocation();
  const { company, details, sailings } = sailing;
  const nights = Number(details.nights ?? 0);
  const [ship] = textsOf(details.ship);
  const partyOn = (at: string) => ({
    date: dateIn(company.time_zone, Date.parse(at)),
    members: Math.max(1, sailing.members_min, people ?? 1),
  });
  const rest = sailings.length - DATES_SHOWN;
  return (
    <li className={classes.sailing}>
      <div className={classes.picture}>
        <Picture
          picture={sailing.picture}
          alt=""
          sizes="(min-width: 48em) 280px, 92vw"
          category={sailing.category}
        />
        <SaveMark kind="offering" id={sailing.id} name={sailing.name} />
      </div>
      <div className={classes.words}>
        <p className={classes.muted}>
          <Bdi>{[company.name, ship].filter(Boolean).join(" · ")}</Bdi>
        </p>
        <h2 className={classes.name}>
          <Link to={offeringPath(sailing)} state={{ from: pathname + search }} className={classes.link}>
            <Bdi>{sailing.name}</Bdi>
          </Link>
        </h2>
        <CruiseRoute {...sailing} />
        <p className={classes.muted}>
          {nights > 0 && t("catalogue:fact.nights", { count: nights })}
          {nights > 0 && sailing.rating !== null && " · "}
          {sailing.rating !== null && <Rating value={sailing.rating} count={sailing.rating_count} />}
        </p>
        <ul className={classes.dates} aria-label={t("cruises.departures")}>
          {sailings.slice(0, DATES_SHOWN).map(({ id, starts_at, left }) => (
            <li key={id}>
              <Link
                to={slotPath(sailing.id, partyOn(starts_at), departure(id, starts_at))}
                className={classes.departure}
              >
                <span className={classes.date} data-full={left === 0 ? "" : undefined}>
                  <Departure at={starts_at} zone={company.time_zone} />
                  {left !== null && left <= FEW && ` · ${t("cruises.left", { count: left })}`}
                </span>
              </Link>
            </li>
          ))}
          {rest > 0 && <li className={classes.muted}>{t("cruises.moreDates", { count: rest })}</li>}
        </ul>
        <div className={classes.foot}>
          <Price amount={sailing.price} currency={sailing.currency} from unit={sailing.unit} size="lg" />
          {sailing.sold_out ? (
            <span className={classes.muted}>{t("catalogue:offering.soldOut")}</span>
          ) : (
            <Button
              component={Link}
              to={bookingPath(sailing)}
              className={classes.above}
              aria-label={t("catalogue:book.label", { name: sailing.name })}
            >
              {t("catalogue:book.occurrence")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

const departure = (occurrence_id: number, starts_at: string) => ({ occurrence_id, starts_at });

const textsOf = (value: DetailValue | undefined): string[] =>
  Array.isArray(value) ? value : typeof value === "string" && value ? [value] : [];

function Departure({ at, zone }: { at: string; zone: string }) {
  const { tag } = useLanguage();
  const format = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: zone,
    numberingSystem: "latn",
  });
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
