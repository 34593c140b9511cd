import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { useCompany } from "../reservations/api";
import classes from "./components/Calendar.module.css";

const CalendarBoard = lazyPart(() => import("./components/CalendarBoard").then((file) => file.CalendarBoard));

/** Calendar of the company: open hours, blocks, free times and reservations. */
export function CalendarScreen() {
  const { t } = useTranslation("business-calendar");
  const { company, isError, retry } = useCompany();
  return (
    <Screen title={t("title")} wide>
      {company ? (
        <Suspense fallback={<CalendarSkeleton />}>
          <CalendarBoard company={company} />
        </Suspense>
      ) : isError ? (
        <ErrorState title={t("failed")} onRetry={retry} />
      ) : (
        <CalendarSkeleton />
      )}
    </Screen>
  );
}

/** Controls, names of the columns and hours, where they will stand. */
export function CalendarSkeleton() {
  const phone = usePhone();
  return (
    <div className={classes.page}>
      <Skeleton height={44} radius="md" width={phone ? "100%" : 420} />
      <Skeleton height={44} radius="md" />
      <GridSkeleton />
    </div>
  );
}

export function GridSkeleton() {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = Array.from({ length: phone ? 2 : 7 }, (_, at) => at);
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      {columns.map((column) => (
        <div key={column} className={classes.skeletonColumn}>
          <Skeleton height={28} width="70%" />
          <Skeleton height={64} />
          <Skeleton height={88} />
          <Skeleton height={44} />
        </div>
      ))}
    </div>
  );
}
