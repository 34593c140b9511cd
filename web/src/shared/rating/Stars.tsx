import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Rating.module.css";

/** Stars of one review, 1 to 5. */
export function Stars({ value, size = 16 }: { value: number; size?: number }) {
  const { t } = useTranslation("catalogue");
  return (
    <span className={classes.stars} role="img" aria-label={t("rating.label", { value })}>
      {[1, 2, 3, 4, 5].map((star) =>
        star <= value ? (
          <IconStarFilled key={star} size={size} aria-hidden="true" />
        ) : (
          <IconStar key={star} size={size} stroke={1.5} aria-hidden="true" />
        ),
      )}
    </span>
  );
}
