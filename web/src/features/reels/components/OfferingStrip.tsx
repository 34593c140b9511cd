import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { availabilityOf, offeringPath } from "@/shared/offering/availability";
import type { Offering } from "@/shared/offering/types";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Sheet } from "@/ui/Sheet";
import classes from "./Reels.module.css";
import sheets from "./Sheets.module.css";

interface OfferingStripProps {
  offerings: readonly Offering[];
  /** A booking opens over the reel. */
  onBook: (offering: number) => void;
  /** The page of an offering opens. */
  onView: (offering: number) => void;
}

/** The first offering of a reel, and a list of all if there are more. */
export function OfferingStrip({ offerings, onBook, onView }: OfferingStripProps) {
  const { t } = useTranslation("reels");
  const [listed, setListed] = useState(false);
  const [first, ...rest] = offerings;
  if (!first) return null;
  return (
    <>
      <OfferingRow offering={first} onBook={onBook} onView={onView} />
      {rest.length > 0 && (
        <UnstyledButton className={classes.fold} onClick={() => setListed(true)}>
          {t("offering.more", { count: rest.length })}
        </UnstyledButton>
      )}
      <Sheet opened={listed} onClose={() => setListed(false)} title={t("offering.all")}>
        <ul className={sheets.offerings}>
          {offerings.map((offering) => (
            <li key={offering.id}>
              <OfferingRow
                offering={offering}
                onBook={(id) => {
                  setListed(false);
                  onBook(id);
                }}
                onView={onView}
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}

type OfferingRowProps = Pick<OfferingStripProps, "onBook" | "onView"> & { offering: Offering };

/** A booking opens over the reel; everything else has a page. */
function OfferingRow({ offering, onBook, onView }: OfferingRowProps) {
  const { t } = useTranslation(["reels", "catalogue"]);
  const money = useMoney();
  const { pathname } = useLocation();
  const { booked, pricedFrom } = availabilityOf(offering.availability);
  const price = offering.price > 0 ? money(offering.price, offering.currency, "tag") : null;
  const verb = booked ? "book" : "view";
  const button = price
    ? t(`offering.${verb}${pricedFrom ? "From" : "For"}`, { price })
    : t(`offering.${verb}`);
  const content = (
    <>
      <span className={classes.offeringPicture}>
        <Picture picture={offering.picture} alt="" sizes="56px" ratio="1" category={offering.category} />
      </span>
      <span className={classes.offeringBody}>
        <span className={classes.offeringWords}>
          <Bdi className={classes.offeringName}>{offering.name}</Bdi>
          {offering.sold_out && (
            <span className={classes.offeringMore}>{t("catalogue:offering.soldOut")}</span>
          )}
        </span>
        <span className={classes.book}>{button}</span>
      </span>
    </>
  );
  if (booked && !offering.sold_out) {
    return (
      <UnstyledButton className={classes.offering} aria-haspopup="dialog" onClick={() => onBook(offering.id)}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <Link
      to={offeringPath(offering)}
      state={{ from: pathname }}
      className={classes.offering}
      onClick={() => onView(offering.id)}
    >
      {content}
    </Link>
  );
}
