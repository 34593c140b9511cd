import { Button } from "@mantine/core";
import { type MouseEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { CardSaveMark } from "@/shared/favourites/CardSaveMark";
import { Price } from "@/shared/money/Price";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import { availabilityOf, bookingPath, offeringPath } from "./availability";
import classes from "./OfferingCard.module.css";
import type { Offering } from "./types";
import { useOfferingFacts } from "./useOfferingFacts";

interface OfferingCardProps {
  offering: Offering;
  /** `card` has its picture on top. `row` has it at the end, for a menu. */
  layout?: "card" | "row";
  /** Names the company: the list is not of one company. */
  withCompany?: boolean;
  /** Date that the button books. */
  occurrence?: number;
  /** Target of the card. The default is the page of the offering. */
  to?: string;
  /** Shows the offering over the page on a plain click. The link leads to its target in a new tab. */
  onOpen?: () => void;
  /** Control at the foot of the card. The default is the booking of an offering that is booked. */
  action?: ReactNode;
  /** Below the foot: what of it is free. */
  children?: ReactNode;
  /** Heading level of the name in the page. */
  heading?: "h2" | "h3" | "h4";
  /** Shows the mark that saves it into a folder. The default is on. */
  saveable?: boolean;
  /** Loads the picture at once. */
  eager?: boolean;
}

const SIZES = {
  card: "(min-width: 75em) 280px, (min-width: 48em) 33vw, 50vw",
  row: "128px",
};

/** Offering of any category in a list, drawn from the data of its category. */
export function OfferingCard({
  offering,
  layout = "card",
  withCompany = false,
  occurrence,
  to = offeringPath(offering),
  onOpen,
  action,
  children,
  heading: Heading = "h3",
  saveable = true,
  eager,
}: OfferingCardProps) {
  const { t } = useTranslation("catalogue");
  const { pathname, search } = useLocation();
  const facts = useOfferingFacts(offering);
  const name = useId();
  const { pricedFrom, booked } = availabilityOf(offering.availability);
  const missing = !offering.picture;
  const open = (event: MouseEvent) => {
    if (!onOpen || !isPlain(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <article
      className={classes.card}
      data-layout={layout}
      data-sold-out={offering.sold_out ? "" : undefined}
      data-plain={missing && layout === "row" ? "" : undefined}
      aria-labelledby={name}
    >
      <div className={classes.picture}>
        <Picture
          picture={offering.picture}
          alt=""
          sizes={SIZES[layout]}
          category={offering.category}
          eager={eager}
        />
        {saveable && layout === "card" && (
          <CardSaveMark kind="offering" id={offering.id} name={offering.name} />
        )}
        {offering.sold_out && <span className={classes.badge}>{t("offering.soldOut")}</span>}
      </div>
      <div className={classes.words}>
        {withCompany && (
          <Bdi line className={classes.company}>
            {offering.company.name} · {offering.company.city}
          </Bdi>
        )}
        <Heading className={classes.name} id={name}>
          <Link
            to={to}
            state={{ from: pathname + search }}
            className={classes.link}
            aria-haspopup={onOpen && "dialog"}
            onClick={open}
          >
            <Bdi>{offering.name}</Bdi>
          </Link>
        </Heading>
        {facts.length > 0 && <p className={classes.facts}>{facts.join(" · ")}</p>}
        {offering.rating_count > 0 && (
          <p className={classes.rating}>
            <Rating value={offering.rating} count={offering.rating_count} />
          </p>
        )}
        <div className={classes.foot}>
          {(offering.price > 0 || !booked) && (
            <Price
              amount={offering.price}
              currency={offering.currency}
              from={pricedFrom}
              unit={offering.unit}
            />
          )}
          {action === undefined && booked && !offering.sold_out ? (
            <BookButton offering={offering} occurrence={occurrence} />
          ) : (
            action && <div className={classes.action}>{action}</div>
          )}
        </div>
        {children && <div className={classes.action}>{children}</div>}
      </div>
    </article>
  );
}

/** Other clicks open a new tab or window. */
const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

interface BookButtonProps {
  offering: Offering;
  occurrence: number | undefined;
}

function BookButton({ offering, occurrence }: BookButtonProps) {
  const { t } = useTranslation("catalogue");
  return (
    <Button
      component={Link}
      to={bookingPath(offering, occurrence)}
      variant="default"
      className={classes.action}
      aria-label={t("book.label", { name: offering.name })}
    >
      {t(`book.${offering.availability as "appointment"}`)}
    </Button>
  );
}
