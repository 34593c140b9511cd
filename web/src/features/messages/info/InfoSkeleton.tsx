import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import controls from "./ChatActions.module.css";
import classes from "./Info.module.css";

const lines = [62, 48, 54, 40];

/** The final layout: a face with its name, what can be done, what was shared. */
export function InfoSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.people} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.face}>
        <Skeleton circle height={96} width={96} />
        <Skeleton height={20} width={140} className={classes.name} />
        <Skeleton height={14} width={96} />
      </div>
      <div className={controls.controls}>
        {lines.map((width) => (
          <div className={controls.control} key={width}>
            <Skeleton circle height={20} width={20} />
            <Skeleton height={14} width={`${width}%`} />
          </div>
        ))}
      </div>
      <div className={classes.title}>
        <Skeleton height={14} width={110} />
      </div>
      <div className={classes.pictures}>
        {lines.slice(1).map((width) => (
          <Skeleton key={width} className={classes.thumb} />
        ))}
      </div>
    </div>
  );
}
