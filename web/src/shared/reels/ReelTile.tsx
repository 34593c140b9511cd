import { IconEye, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./ReelTile.module.css";
import type { Reel } from "./types";

interface ReelTileProps {
  reel: Pick<Reel, "id" | "caption" | "poster"> & {
    company: { name: string };
    /** Left out where the company is shown in place of the views. */
    counts?: Reel["counts"];
  };
  sizes?: string;
}

/** Poster of a reel in a grid. It leads to the reel. */
export function ReelTile({ reel, sizes = "(min-width: 48em) 160px, 45vw" }: ReelTileProps) {
  const { t } = useTranslation("reels");
  const format = useFormat();
  return (
    <Link
      to={`/videos/${reel.id}`}
      className={classes.tile}
      aria-label={reel.caption || t("reelOf", { company: reel.company.name })}
    >
      <Picture picture={reel.poster} alt="" sizes={sizes} ratio="9 / 16" />
      <span className={classes.foot} aria-hidden="true">
        <IconPlayerPlayFilled size={16} />
        {reel.counts ? (
          <span className={classes.views}>
            <Icon of={IconEye} size={16} />
            {format.compact(reel.counts.views)}
          </span>
        ) : (
          <Bdi line className={classes.company}>
            {reel.company.name}
          </Bdi>
        )}
      </span>
    </Link>
  );
}
