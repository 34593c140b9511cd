import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./Skeletons.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

/** Rows of a face and two lines: people, chats, notifications. */
export function RowSkeletons({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.rows} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div className={classes.row} key={row}>
          <Skeleton circle height={48} width={48} />
          <div className={classes.lines}>
            <Skeleton height={14} width={`${44 - (row % 3) * 8}%`} />
            <Skeleton height={12} width={`${82 - (row % 4) * 9}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** While a screen's code is on its way. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.screen} role="status" data-coming="">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <Skeleton height={34} width="40%" />
      <Skeleton height={14} width="72%" />
      <Skeleton height={14} width="64%" />
      <Skeleton height={180} radius="lg" />
    </div>
  );
}
