import { IconPhoto } from "@tabler/icons-react";
import { type UIEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Picture } from "@/shared/picture/Picture";
import { Icon } from "@/ui/Icon";
import type { CompanyDetails } from "../types";
import classes from "./Mosaic.module.css";

const MAX_SHOWN = 5;

/** Pictures of a company: a mosaic, on a phone a strip to swipe. Each opens the viewer, which has a URL. */
export function Mosaic({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const { search, pathname, state } = useLocation();
  const [at, setAt] = useState(0);
  const { pictures } = company;
  const shown = pictures.slice(0, MAX_SHOWN);
  const onScroll = ({ currentTarget }: UIEvent<HTMLUListElement>) =>
    setAt(Math.round(Math.abs(currentTarget.scrollLeft) / currentTarget.clientWidth));
  const open = (picture: number) => {
    const params = new URLSearchParams(search);
    params.set("picture", String(picture));
    return { pathname, search: params.toString() };
  };
  if (shown.length === 0) {
    return (
      <div className={classes.cover}>
        <Picture
          picture={company.cover}
          alt=""
          sizes="(min-width: 75em) 1136px, 100vw"
          category={company.categories[0]}
          eager
        />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <ul
        className={classes.mosaic}
        data-count={shown.length}
        aria-label={t("pictures.label", { name: company.name })}
        onScroll={onScroll}
      >
        {shown.map((picture, index) => (
          <li key={picture.id} className={classes.cell}>
            <Link
              to={open(picture.id)}
              state={state}
              preventScrollReset
              className={classes.link}
              aria-label={t("pictures.open", { at: index + 1, count: pictures.length })}
            >
              <Picture
                picture={picture}
                alt=""
                sizes={index === 0 ? "(min-width: 48em) 60vw, 100vw" : "(min-width: 48em) 25vw, 100vw"}
                category={company.categories[0]}
                eager={index === 0}
              />
            </Link>
          </li>
        ))}
      </ul>
      <span className={classes.position} aria-hidden="true">
        {at + 1} / {shown.length}
      </span>
      {pictures.length > 1 && (
        <Link to={open(pictures[0]?.id ?? 0)} state={state} preventScrollReset className={classes.all}>
          <Icon of={IconPhoto} size={18} />
          {t("pictures.all", { count: pictures.length })}
        </Link>
      )}
    </div>
  );
}
