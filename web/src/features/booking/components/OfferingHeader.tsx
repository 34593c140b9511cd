import { Link } from "react-router";
import { useLanguage } from "@/lib/i18n";
import type { BookableOffering } from "@/shared/booking/types";
import { offeringPath } from "@/shared/offering/availability";
import { formatDuration } from "@/shared/offering/formatDuration";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import classes from "./Booking.module.css";

/** Offering that is booked: picture, name, company and duration. */
export function OfferingHeader({ offering }: { offering: BookableOffering }) {
  const { tag } = useLanguage();
  const { company, duration_minutes } = offering;
  return (
    <div className={classes.offering}>
      <div className={classes.offeringPicture}>
        <Picture
          picture={offering.picture}
          alt=""
          sizes="72px"
          ratio="1"
          category={offering.category}
          eager
        />
      </div>
      <div className={classes.offeringWords}>
        <span className={classes.offeringName}>
          <Link to={offeringPath(offering)} className={classes.link}>
            <Bdi>{offering.name}</Bdi>
          </Link>
        </span>
        <span className={classes.note}>
          <Link to={`/companies/${company.handle}`} className={classes.link}>
            <Bdi>{company.name}</Bdi>
          </Link>
          {` · ${company.city}`}
          {duration_minutes > 0 && ` · ${formatDuration(tag, duration_minutes)}`}
        </span>
      </div>
    </div>
  );
}
