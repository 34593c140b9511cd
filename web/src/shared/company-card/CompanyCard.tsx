import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { CardSaveMark } from "@/shared/favourites/CardSaveMark";
import type { CompanySummary } from "@/shared/offering/types";
import { OpeningState } from "@/shared/opening/OpeningState";
import { Picture } from "@/shared/picture/Picture";
import { Rating } from "@/shared/rating/Rating";
import { Bdi } from "@/ui/Bdi";
import classes from "./CompanyCard.module.css";
import { PriceLevel } from "./PriceLevel";
import { useCompanyKinds } from "./useCompanyKinds";

interface CompanyCardProps {
  company: CompanySummary & { distance_km?: number | null };
  /** Width in the layout, as in the `sizes` of an image. */
  sizes?: string;
  /** Loads the picture at once: the card is in view when the page opens. */
  eager?: boolean;
  /** Heading level of the name. */
  heading?: "h2" | "h3";
  /** Shows the mark that saves it into a folder. The default is on. */
  saveable?: boolean;
  /** Below the words: what of it is free. */
  children?: ReactNode;
}

/** Company in a list: picture, name, rating, categories, place and opening state. The whole card leads to its page. */
export function CompanyCard({
  company,
  sizes = "(max-width: 48em) 92vw, 320px",
  eager = false,
  heading: Name = "h3",
  saveable = true,
  children,
}: CompanyCardProps) {
  const { rating, rating_count, price_level } = company;
  const [main] = company.categories;
  const words = useCompanyKinds(company);
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        <Picture
          picture={company.cover ?? company.logo}
          alt=""
          sizes={sizes}
          ratio="16 / 10"
          eager={eager}
          category={main}
        />
        {saveable && <CardSaveMark kind="company" id={company.id} name={company.name} />}
        {company.cover && company.logo && (
          <span className={classes.logo}>
            <Picture picture={company.logo} alt="" sizes="44px" category={main} />
          </span>
        )}
      </div>
      <div className={classes.words}>
        <div className={classes.line}>
          <Name className={classes.name}>
            <Link to={`/companies/${company.handle}`} className={classes.link}>
              <Bdi line>{company.name}</Bdi>
            </Link>
          </Name>
          <Rating value={rating} count={rating_count} />
        </div>
        <p className={classes.muted}>
          {words.join(" · ")}
          {price_level !== null && (
            <>
              {words.length > 0 && " · "}
              <PriceLevel level={price_level} currency={company.currency} />
            </>
          )}
        </p>
        <p className={classes.muted}>
          <OpeningState opening={company.opening} zone={company.time_zone} />
        </p>
        <p className={classes.muted}>
          <Where company={company} />
        </p>
        {children && <div className={classes.above}>{children}</div>}
      </div>
    </article>
  );
}

function Where({ company }: Pick<CompanyCardProps, "company">) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const { distance_km: distance } = company;
  if (distance === undefined || distance === null) return <Bdi line>{company.city}</Bdi>;
  const shown = format.kilometres(distance);
  return <Bdi line>{t("company.away", { city: company.city, distance: shown })}</Bdi>;
}
