import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLanguage } from "@/lib/i18n";
import { useMoney } from "@/shared/money/formatMoney";
import { bookingPath } from "@/shared/offering/availability";
import { DetailFacts } from "@/shared/offering/DetailFacts";
import { useDetailFacts } from "@/shared/offering/useDetailFacts";
import { formatStart } from "@/shared/offering/useOfferingFacts";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import type { OfferingDetails } from "../api";
import classes from "./ProductDetails.module.css";

const DATES_SHOWN = 6;

/** Description, details of the category, options, dates and staff. */
export function ProductDetails({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation(["product", "catalogue"]);
  const { tag } = useLanguage();
  const { occurrences, staff, options, company } = offering;
  return (
    <>
      {offering.description && (
        <section className={classes.part} aria-labelledby="product-about">
          <h2 id="product-about">{t("about")}</h2>
          <p className={classes.text}>
            <Bdi>{offering.description}</Bdi>
          </p>
        </section>
      )}
      <Details offering={offering} />
      {options.length > 0 && <Options offering={offering} />}
      {occurrences.length > 0 && (
        <section className={classes.part} aria-labelledby="product-dates">
          <h2 id="product-dates">{t("dates")}</h2>
          <ul className={classes.dates}>
            {occurrences.slice(0, DATES_SHOWN).map(({ id, starts_at, left }) => (
              <li key={id}>
                <DateLink to={left === 0 ? null : bookingPath(offering, id)}>
                  <time dateTime={starts_at}>{formatStart(tag, starts_at, company.time_zone)}</time>
                  {left === 0 && (
                    <span className={classes.soldOut}>{t("offering.soldOut", { ns: "catalogue" })}</span>
                  )}
                </DateLink>
              </li>
            ))}
          </ul>
          {occurrences.length > DATES_SHOWN && (
            <p className={classes.muted}>{t("datesMore", { count: occurrences.length - DATES_SHOWN })}</p>
          )}
        </section>
      )}
      {staff.length > 0 && (
        <section className={classes.part} aria-labelledby="product-staff">
          <h2 id="product-staff">{t("staff")}</h2>
          <ul className={classes.staff}>
            {staff.map(({ id, name, title, picture }) => (
              <li key={id} className={classes.person}>
                <span className={classes.face}>
                  <Picture picture={picture} alt="" sizes="56px" category={offering.category} />
                </span>
                <span>
                  <Bdi className={classes.strong}>{name}</Bdi>
                  {title && <Bdi className={classes.muted}>{title}</Bdi>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Date that opens the booking with it chosen. */
function DateLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return <span className={classes.start}>{children}</span>;
  return (
    <Link to={to} className={classes.start}>
      {children}
    </Link>
  );
}

function Details({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("product");
  const facts = useDetailFacts(offering);
  if (facts.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="product-facts">
      <h2 id="product-facts">{t("details")}</h2>
      <DetailFacts facts={facts} />
    </section>
  );
}

function Options({ offering }: { offering: OfferingDetails }) {
  const { t } = useTranslation("product");
  const money = useMoney();
  return (
    <section className={classes.part} aria-labelledby="product-options">
      <h2 id="product-options">{t("options")}</h2>
      {offering.options.map(({ name, required, max, choices }) => (
        <div key={name}>
          <h3 className={classes.option}>
            <Bdi>{name}</Bdi>
            <span className={classes.muted}>
              {required && ` · ${t("optionRequired")}`}
              {max > 1 && ` · ${t("optionMax", { count: max })}`}
            </span>
          </h3>
          <ul className={classes.choices}>
            {choices.map((choice) => (
              <li key={choice.name} className={classes.choice}>
                <Bdi>{choice.name}</Bdi>
                {choice.price > 0 && (
                  <span className="tabular">+ {money(choice.price, offering.currency)}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
