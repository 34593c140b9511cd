import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import type { News } from "../api";
import classes from "./Media.module.css";

interface NewsRowProps {
  news: News;
  onEdit: () => void;
  onDelete: () => void;
}

export function NewsRow({ news, onEdit, onDelete }: NewsRowProps) {
  const { t } = useTranslation("business-store");
  const format = useFormat();
  const { title, text, picture, published_at } = news;
  const isScheduled = Date.parse(published_at) > Date.now();
  return (
    <li className={classes.news} data-picture={picture ? "" : undefined}>
      {picture && (
        <div className={classes.newsPicture}>
          <Picture picture={picture} alt="" sizes="160px" ratio="4 / 3" />
        </div>
      )}
      <div className={classes.newsWords}>
        <h2>
          <Bdi>{title}</Bdi>
        </h2>
        <p className={classes.muted}>
          <time dateTime={published_at}>{format.dateTime(published_at)}</time>
          {isScheduled && <span className={classes.badge}>{t("news.scheduled")}</span>}
        </p>
        <p className={classes.newsText} dir="auto">
          {text}
        </p>
      </div>
      <div className={classes.tools}>
        <IconButton icon={IconPencil} label={t("news.edit", { title })} onClick={onEdit} />
        <IconButton icon={IconTrash} color="brick" label={t("news.delete", { title })} onClick={onDelete} />
      </div>
    </li>
  );
}
