import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorState } from "@/ui/ErrorState";
import { useHours, useStore } from "../api";
import { storeValues } from "../model/storeForm";
import { FacilitiesSection } from "./FacilitiesSection";
import classes from "./Store.module.css";
import { StoreForm } from "./StoreForm";

/** Profile, hours and facilities of the company. */
export function StorePanel() {
  const { t } = useTranslation("business-store");
  const store = useStore();
  const hours = useHours();
  if (store.data && hours.data) {
    return (
      <div className={`${classes.panel} ${classes.fields}`}>
        <StoreForm stored={storeValues(store.data, hours.data)} currency={store.data.currency} />
        <FacilitiesSection />
      </div>
    );
  }
  const failed = [store, hours].find(({ isError }) => isError);
  if (failed) return <ErrorState title={t("failed")} onRetry={() => void failed.refetch()} />;
  return (
    <div
      className={`${classes.panel} ${classes.fields}`}
      role="status"
      aria-label={t("common:state.loading")}
    >
      <Skeleton height={420} radius="lg" />
      <Skeleton height={280} radius="lg" />
      <Skeleton height={360} radius="lg" />
    </div>
  );
}
