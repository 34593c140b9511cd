import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import page from "../CompanyScreen.module.css";
import classes from "./CompanySkeleton.module.css";

/** The page of a company while it loads, in its final layout. */
export function CompanySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={page.page} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.mosaic}>
        <Skeleton height="100%" radius={0} />
      </div>
      <div className={page.columns}>
        <div className={classes.lines}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={18} width="75%" />
          <Skeleton height={18} width="50%" />
          <Skeleton height={44} width={260} radius="md" />
          <Skeleton height={48} />
          <OfferingSkeletons />
        </div>
        <div className={page.aside}>
          <Skeleton height={380} radius="lg" />
        </div>
      </div>
    </div>
  );
}
