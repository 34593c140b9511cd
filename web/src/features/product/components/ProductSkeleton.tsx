import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import galleryClasses from "./Gallery.module.css";
import classes from "./ProductScreen.module.css";

/** Outline of the page while the offering loads. */
export function ProductSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.product} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.gallery}>
        <div className={galleryClasses.stage}>
          <Skeleton height="100%" radius="lg" />
        </div>
      </div>
      <div className={`${classes.box} ${classes.outline}`}>
        <Skeleton height={16} width="40%" />
        <Skeleton height={34} width="80%" />
        <Skeleton height={16} width="30%" />
        <Skeleton height={28} width="36%" />
        <Skeleton height={44} />
      </div>
      <div className={classes.more}>
        <Skeleton height={120} />
      </div>
    </div>
  );
}
