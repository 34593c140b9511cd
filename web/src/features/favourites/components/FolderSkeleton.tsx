import { useTranslation } from "react-i18next";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import type { FavouriteKind } from "@/shared/favourites/types";
import { ReelSkeletons } from "@/shared/reels/ReelSkeletons";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./Favourites.module.css";

const SKELETONS = 6;

/** Items of a folder that are loading, in the grid of their kind. */
export function FolderSkeleton({ kind }: { kind: FavouriteKind }) {
  const { t } = useTranslation();
  if (kind === "reel") return <ReelSkeletons className={classes.reels} count={SKELETONS} />;
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.offerings}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <CompanyCardSkeleton key={at} />
        ))}
      </div>
    </div>
  );
}
