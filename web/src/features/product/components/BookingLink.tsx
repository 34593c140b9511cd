import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Price } from "@/shared/money/Price";
import { availabilityOf, bookingPath } from "@/shared/offering/availability";
import type { OfferingDetails } from "../api";
import classes from "./BuyBox.module.css";

/** Price and booking at the foot of a phone. */
export function BookingLink({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("catalogue");
  const { pricedFrom } = availabilityOf(offering.availability);
  return (
    <div className={classes.foot}>
      {offering.price > 0 && (
        <Price amount={offering.price} currency={offering.currency} from={pricedFrom} unit={offering.unit} />
      )}
      <Button component={Link} to={bookingPath(offering)} color="terracotta">
        {t(`book.${offering.availability as "appointment"}`)}
      </Button>
    </div>
  );
}
