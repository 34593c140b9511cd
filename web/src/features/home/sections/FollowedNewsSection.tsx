import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { Bdi } from "@/ui/Bdi";
import type { FollowedNews } from "../api";
import classes from "./FollowedNewsSection.module.css";

/** News of the companies that the account follows. */
export function FollowedNewsSection({ news }: { news: readonly FollowedNews[] }) {
  const { t } = useTranslation("home");
  return (
    <ScrollRow title={t("news.title")} size="wide">
      {news.map((one) => (
        <li key={one.id}>
          <NewsCard news={one} />
        </li>
      ))}
    </ScrollRow>
  );
}

function NewsCard({ news }: { news: FollowedNews }) {
  const format = useFormat();
  const { company } = news;
  return (
    <article className={classes.card}>
      <Picture
        picture={news.picture ?? company.logo}
        alt=""
        sizes="(max-width: 48em) 78vw, 296px"
        ratio="16 / 10"
        className={classes.picture ?? ""}
      />
      <h3 className={classes.title}>
        <Link to={`/companies/${company.handle}`} className={classes.link}>
          <Bdi>{news.title}</Bdi>
        </Link>
      </h3>
      <p className={classes.muted}>
        <Bdi>{company.name}</Bdi> · {format.day(news.published_at)}
      </p>
      <p className={classes.text} dir="auto">
        {news.text}
      </p>
    </article>
  );
}
