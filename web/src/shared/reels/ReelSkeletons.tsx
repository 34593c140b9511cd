import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./ReelTile.module.css";

interface ReelSkeletonsProps {
  /** Grid of the list that loads. */
  className: string | undefined;
  count?: number;
}

/** Posters of reels that are loading, in the grid of their list. */
export function ReelSkeletons({ className, count = 12 }: ReelSkeletonsProps) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={className}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <div key={at} className={classes.skeleton}>
            <Skeleton height="100%" radius="lg" />
          </div>
        ))}
      </div>
    </div>
  );
}
