import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { tileRatio } from "../model/masonry";
import type { CompanyPicture } from "../model/pictures";
import classes from "./Masonry.module.css";

/** Picture of a company that leads to the media of its page. */
export function MasonryTile({ item: { picture, company } }: { item: CompanyPicture }) {
  const { t } = useTranslation("discover");
  return (
    <li>
      <Link to={`/companies/${company.handle}/media`} className={classes.tile}>
        <Picture
          picture={picture}
          alt={t("images.alt", { company: company.name })}
          sizes="(min-width: 75em) 270px, (min-width: 48em) 33vw, 50vw"
          ratio={String(tileRatio(picture))}
          category={company.categories[0]}
        />
        <span className={classes.caption} aria-hidden="true">
          <Bdi line>{company.name}</Bdi>
          <Bdi line className={classes.city}>
            {company.city}
          </Bdi>
        </span>
      </Link>
    </li>
  );
}
