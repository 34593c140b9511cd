import { Button, Skeleton } from "@mantine/core";
import { IconMail, IconMapPin, IconPhone, IconWorld } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "@/lib/i18n";
import { lazyPart } from "@/lib/lazyPart";
import { FulfilmentWays } from "@/shared/fulfilment/FulfilmentWays";
import { Price } from "@/shared/money/Price";
import { availabilityOf, bookingPath, offeringPath } from "@/shared/offering/availability";
import { formatDuration } from "@/shared/offering/formatDuration";
import type { Offering } from "@/shared/offering/types";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Bdi } from "@/ui/Bdi";
import { useDesktop } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { useBasePath } from "../hooks/useBasePath";
import { bookablePath, useBookable } from "../hooks/useItems";
import { useChoosingTabs } from "../hooks/useTabs";
import { useTakesOrders } from "../hooks/useTakesOrders";
import { formatAddress, mapLink } from "../model/place";
import { choosingKey, tabPath, takesOrders } from "../model/tabs";
import type { CompanyDetails } from "../types";
import classes from "./BookingBox.module.css";
import { StayTimes } from "./StayTimes";
import { scrollToTabs } from "./tabsPosition";

const CompanyCart = lazyPart(() => import("./CompanyCart").then((file) => file.CompanyCart));

const MAX_SHOWN = 4;

/** Right column of a desktop: the cart, what can be booked now, the opening state and the contact. */
export function BookingBox({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const base = useBasePath();
  const { bookable, loading } = useBookable(company);
  const choosing = useChoosingTabs(company);
  const desktop = useDesktop();
  const orders = useTakesOrders(company);
  const rest = bookable.length - MAX_SHOWN;
  return (
    <div className={classes.box}>
      {desktop && orders && (
        <Suspense fallback={<Skeleton height={96} radius="md" />}>
          <CompanyCart company={company.id} />
        </Suspense>
      )}
      <section className={classes.part} aria-labelledby="booking-title">
        <h2 id="booking-title" className={classes.title}>
          {t(bookable.length + choosing.length > 0 || loading ? "booking.title" : "booking.visit")}
        </h2>
        <p>
          <OpeningState opening={company.opening} zone={company.time_zone} />
        </p>
        {choosing.map((tab) => (
          <Button
            key={tab.key}
            component={Link}
            to={tabPath(base, tab)}
            preventScrollReset
            onClick={() => scrollToTabs({ always: true })}
            variant="default"
          >
            {t(choosingKey(tab, company))}
          </Button>
        ))}
        {loading && <Skeleton height={180} radius="md" />}
        {bookable.length > 0 && (
          <ul className={classes.list}>
            {bookable.slice(0, MAX_SHOWN).map((offering) => (
              <Bookable key={offering.id} offering={offering} />
            ))}
          </ul>
        )}
        {rest > 0 && (
          <Link
            to={bookablePath(base, company)}
            preventScrollReset
            onClick={() => scrollToTabs({ always: true })}
            className={classes.more}
          >
            {t("booking.more", { count: rest })}
          </Link>
        )}
        {takesOrders(company) && <FulfilmentWays company={company.id} />}
        {bookable.length > 0 && (
          <p className={classes.note}>{t("booking.cancel", { count: company.free_cancel_hours })}</p>
        )}
        <StayTimes company={company} />
        <Contact company={company} />
      </section>
    </div>
  );
}

function Bookable({ offering }: { offering: Offering }) {
  const { t } = useTranslation("catalogue");
  const { tag } = useLanguage();
  const { pricedFrom, seats } = availabilityOf(offering.availability);
  // A table costs nothing by itself.
  const priced = offering.price > 0 || !seats;
  return (
    <li className={classes.bookable}>
      <div className={classes.words}>
        <Link to={offeringPath(offering)} className={classes.name}>
          <Bdi>{offering.name}</Bdi>
        </Link>
        <span className={classes.facts}>
          {offering.duration_minutes > 0 && formatDuration(tag, offering.duration_minutes)}
          {priced && (
            <Price
              amount={offering.price}
              currency={offering.currency}
              from={pricedFrom}
              unit={offering.unit}
            />
          )}
        </span>
      </div>
      <Button
        component={Link}
        to={bookingPath(offering)}
        color="terracotta"
        aria-label={t("book.label", { name: offering.name })}
      >
        {t(`book.${offering.availability as "appointment"}`)}
      </Button>
    </li>
  );
}

/** Phone, e-mail, website and address. */
export function Contact({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const address = formatAddress(company, tag);
  return (
    <ul className={classes.contact} aria-label={t("contact.label")}>
      <li>
        <Icon of={IconMapPin} />
        <a href={mapLink({ ...company, address }, navigator.userAgent)} target="_blank" rel="noreferrer">
          <Bdi>{address}</Bdi>
        </a>
      </li>
      {company.phone && (
        <li>
          <Icon of={IconPhone} />
          <a href={`tel:${company.phone}`}>
            <bdi dir="ltr">{company.phone}</bdi>
          </a>
        </li>
      )}
      {company.email && (
        <li>
          <Icon of={IconMail} />
          <a href={`mailto:${company.email}`}>
            <Bdi>{company.email}</Bdi>
          </a>
        </li>
      )}
      {company.website && (
        <li>
          <Icon of={IconWorld} />
          <a href={webAddress(company.website)} target="_blank" rel="noopener noreferrer nofollow">
            <Bdi>{company.website.replace(/^https?:\/\//i, "").replace(/\/$/, "")}</Bdi>
          </a>
        </li>
      )}
    </ul>
  );
}

/** Only a web address becomes a link, whatever was entered. */
const webAddress = (website: string): string =>
  /^https?:\/\//i.test(website) ? website : `https://${website}`;
