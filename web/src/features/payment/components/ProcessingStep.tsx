import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./Payment.module.css";

/** The provider answers later. The page reads the order until then. */
export function ProcessingStep() {
  const { t } = useTranslation("payment");
  return (
    <div className={classes.wait} role="status">
      <Loader />
      <p className={classes.title}>{t("processing.title")}</p>
      <p className={classes.muted}>{t("processing.text")}</p>
    </div>
  );
}
