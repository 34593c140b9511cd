import { useTranslation } from "react-i18next";
import classes from "./Uploading.module.css";

/** Upload progress of a picture, from 0 to 1. */
export function Uploading({ part }: { part: number }) {
  const { t } = useTranslation("messages");
  return <progress className={classes.bar} value={part} max={1} aria-label={t("group.uploading")} />;
}
