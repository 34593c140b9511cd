import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { Price } from "@/shared/money/Price";
import { offeringPath } from "@/shared/offering/availability";
import { useOfferingFacts } from "@/shared/offering/useOfferingFacts";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import type { Room } from "../hooks/useRooms";
import type { RoomState } from "../model/rooms";
import { roomPath, type StaySearch } from "../model/staySearch";
import classes from "./Choosing.module.css";

/** Rooms left from which their number is shown. */
const FEW = 3;

/** Room type with its beds, size and guests, and the price of the stay. */
export function RoomCard({ room, search }: { room: Room; search: StaySearch }) {
  const { offer, state } = room;
  const { t } = useTranslation("company");
  const { pathname, search: query } = useLocation();
  const facts = useOfferingFacts(offer);
  const name = useId();
  const free = state.kind === "free" || state.kind === "open";
  return (
    <li>
      <article className={classes.offer} data-unavailable={free ? undefined : ""} aria-labelledby={name}>
        <div className={classes.picture}>
          <Picture
            picture={offer.picture}
            alt=""
            sizes="(min-width: 48em) 240px, 92vw"
            category={offer.category}
          />
        </div>
        <div className={classes.words}>
          <h2 className={classes.name} id={name}>
            <Link to={offeringPath(offer)} state={{ from: pathname + query }} className={classes.link}>
              <Bdi>{offer.name}</Bdi>
            </Link>
          </h2>
          <p className={classes.muted}>{facts.join(" · ")}</p>
          {offer.rating_count > 0 && <Rating value={offer.rating} count={offer.rating_count} />}
          <p className={classes.state} data-kind={toneOf(state)} role="status">
            <StateText state={state} />
          </p>
        </div>
        <div className={classes.side}>
          <RoomPrice room={room} />
          {free && (
            <Button
              component={Link}
              to={roomPath(offer.id, offer.variant_id, search)}
              color="terracotta"
              aria-label={t("catalogue:book.label", { name: offer.name })}
            >
              {t(state.kind === "free" ? "rooms.book" : "rooms.choose")}
            </Button>
          )}
        </div>
      </article>
    </li>
  );
}

const toneOf = (state: RoomState): string => {
  if (state.kind === "free") return state.left <= FEW ? "few" : "free";
  return state.kind === "open" ? "free" : "none";
};

function StateText({ state }: { state: RoomState }) {
  const { t } = useTranslation("company");
  switch (state.kind) {
    case "free":
      return state.left <= FEW ? t("rooms.left", { count: state.left }) : t("rooms.free");
    case "short":
      return t("rooms.short", { count: state.nights });
    case "few":
      return t("rooms.few", { count: state.left });
    case "full":
      return t("rooms.full");
    case "open":
      return null;
  }
}

function RoomPrice({ room: { offer, state } }: { room: Room }) {
  const { t } = useTranslation("company");
  const money = useMoney();
  if (state.kind === "free" && offer.nights !== null) {
    const total = state.total + state.vatAdded;
    const night = Math.round(total / offer.nights);
    return (
      <p className={classes.price}>
        <Price amount={total} currency={offer.currency} size="lg" />
        <span className={classes.muted}>{t("rooms.nights", { count: offer.nights })}</span>
        {state.vatAdded > 0 && <span className={classes.muted}>{t("rooms.taxIncluded")}</span>}
        {offer.nights > 1 && (
          <span className={classes.muted}>{t("rooms.average", { price: money(night, offer.currency) })}</span>
        )}
      </p>
    );
  }
  return (
    <p className={classes.price}>
      <Price amount={offer.price} currency={offer.currency} from unit={offer.unit} size="lg" />
    </p>
  );
}
