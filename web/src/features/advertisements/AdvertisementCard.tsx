import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import classes from "./Advertisement.module.css";
import { useDrawnAdvertisement } from "./api";

/** Advertisement of this visit, marked as such. Nothing if none runs. */
export function AdvertisementCard() {
  const { t } = useTranslation("advertisements");
  const { data } = useDrawnAdvertisement();
  if (!data) return null;
  const { id, title, text, picture, company } = data;
  return (
    <aside className={classes.card} aria-label={t("label")}>
      <Picture
        picture={picture ?? company.logo}
        alt=""
        sizes="(max-width: 48em) 34vw, 240px"
        ratio="4 / 3"
        className={classes.picture ?? ""}
      />
      <div className={classes.words}>
        <p className={classes.mark}>{t("by", { company: company.name })}</p>
        <h2 className={classes.name}>
          <Link to={`/advertisements/${id}`} className={classes.link}>
            <Bdi>{title}</Bdi>
          </Link>
        </h2>
        <p className={classes.text} dir="auto">
          {text}
        </p>
      </div>
    </aside>
  );
}
