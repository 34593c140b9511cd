import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { readNews } from "../api";
import { usePages } from "../hooks/usePages";
import type { CompanyDetails, News } from "../types";
import { MoreButton } from "./MoreButton";
import classes from "./NewsSection.module.css";

/** News of the company, newest first. Left out when there is none, or when it cannot be loaded. */
export function NewsSection({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const news = usePages(["company", "news", company.id], (page) => readNews(company.id, page));
  const items = news.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="news-title">
      <h2 id="news-title" className={classes.title}>
        {t("news.title")}
      </h2>
      <ul className={classes.list}>
        {items.map((one) => (
          <NewsItem key={one.id} news={one} />
        ))}
      </ul>
      <MoreButton query={news} />
    </section>
  );
}

function NewsItem({ news }: { news: News }) {
  const format = useFormat();
  return (
    <li className={classes.item}>
      {news.picture && (
        <Picture
          picture={news.picture}
          alt=""
          sizes="(min-width: 48em) 360px, 92vw"
          ratio="16 / 9"
          className={classes.picture ?? ""}
        />
      )}
      <h3 className={classes.name}>
        <Bdi>{news.title}</Bdi>
      </h3>
      <time className={classes.date} dateTime={news.published_at}>
        {format.day(news.published_at)}
      </time>
      <p className={classes.text} dir="auto">
        {news.text}
      </p>
    </li>
  );
}
