import { IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./Rating.module.css";

interface RatingProps {
  /** 0 to 5 with one decimal, null without reviews. */
  value: number | null;
  count: number;
  /** Writes "128 reviews" instead of "(128)". */
  words?: boolean;
}

/** Average of the reviews with their number. */
export function Rating({ value, count, words = false }: RatingProps) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  if (value === null || count === 0) return <span className={classes.none}>{t("rating.none")}</span>;
  const average = format.number(value);
  return (
    <span className={classes.rating}>
      <VisuallyHidden>
        {t("rating.label", { value: average })} {t("rating.reviews", { count })}
      </VisuallyHidden>
      <span aria-hidden="true" className={classes.shown}>
        <IconStarFilled size={14} className={classes.star} />
        <span className={classes.value}>{average}</span>
        <span className={classes.count}>
          {words ? t("rating.reviews", { count }) : `(${format.number(count)})`}
        </span>
      </span>
    </span>
  );
}
