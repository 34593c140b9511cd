import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import media from "../components/Media.module.css";
import classes from "./Reels.module.css";

const SKELETONS = 4;

/** Rows of the company's reels while they load: poster, words, actions. */
export function OwnReelSkeletons() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={media.list}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <div key={at} className={classes.row}>
            <Skeleton height={128} radius="md" />
            <div className={classes.words}>
              <Skeleton height={18} width="56%" />
              <Skeleton height={14} width="32%" />
              <Skeleton height={14} width="64%" />
            </div>
            <Skeleton height={44} width={132} radius="md" />
          </div>
        ))}
      </div>
    </div>
  );
}
