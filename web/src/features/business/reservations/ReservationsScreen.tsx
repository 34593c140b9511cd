import { Button } from "@mantine/core";
import { IconCalendarTime, IconHourglass, IconList, IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import list from "../list/List.module.css";
import { ViewSwitch } from "../list/ViewSwitch";
import { useCompany } from "./api";
import { ListView } from "./components/ListView";
import type { DrawerMode } from "./components/ReservationDrawer";
import classes from "./components/Reservations.module.css";
import { useLiveReservations } from "./hooks/useLiveReservations";
import { isDate, today } from "./model/dates";
import { useWaitlist } from "./waitlistApi";

/** The list is the first view: the others come when they are opened. */
const DayView = lazyPart(() => import("./components/DayView").then((file) => file.DayView));
const ReservationDrawer = lazyPart(() =>
  import("./components/ReservationDrawer").then((file) => file.ReservationDrawer),
);
const WaitlistSheet = lazyPart(() => import("./components/WaitlistSheet").then((file) => file.WaitlistSheet));
const WalkInSheet = lazyPart(() => import("./components/WalkInSheet").then((file) => file.WalkInSheet));

interface CompanyProps {
  company: { id: number; time_zone: string };
}

/** Reservations of the company: a list with filters, or the plan of a day. */
export function ReservationsScreen() {
  const { t } = useTranslation("reservations");
  const { company, isError, retry } = useCompany();
  return (
    <Screen title={t("title")} wide>
      {company ? (
        <Reservations company={company} />
      ) : isError ? (
        <ErrorState title={t("failed")} onRetry={retry} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

const VIEWS = [
  { key: "list", icon: IconList },
  { key: "day", icon: IconCalendarTime },
] as const;

function Reservations({ company }: CompanyProps) {
  const { t } = useTranslation("reservations");
  const [search, setSearch] = useSearchParams();
  const [mode, setMode] = useState<DrawerMode>("details");
  const [adding, setAdding] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const { data: waitlist } = useWaitlist();
  const glowing = useLiveReservations(company.id);
  const zone = company.time_zone;
  const view = search.get("view") === "day" ? "day" : "list";
  const date = search.get("date");
  const day = isDate(date) ? date : today(zone);
  const opened = Number(search.get("reservation")) || null;
  const write = (change: Record<string, string | null>, replace = true) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(change))
          value === null ? next.delete(key) : next.set(key, value);
        return next;
      },
      { replace },
    );
  const open = (id: number, first: DrawerMode = "details") => {
    setMode(first);
    write({ reservation: String(id) });
  };
  return (
    <div className={list.page}>
      <div className={list.top}>
        <ViewSwitch
          label={t("view.label")}
          views={VIEWS.map(({ key, icon }) => ({ key, icon, label: t(`view.${key}`) }))}
          open={view}
          onOpen={(key) => write({ view: key === "list" ? null : key })}
        />
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<Icon of={IconHourglass} />}
            onClick={() => setWaiting(true)}
          >
            {t("waitlist.button", { count: waitlist?.total ?? 0 })}
          </Button>
          <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={() => setAdding(true)}>
            {t("walkIn.add")}
          </Button>
        </div>
      </div>
      <Suspense fallback={<RowSkeletons />}>
        {view === "day" ? (
          <DayView
            company={company}
            date={day}
            glowing={glowing}
            onDate={(next) => write({ date: next === today(zone) ? null : next })}
            onOpen={open}
          />
        ) : (
          <ListView zone={zone} glowing={glowing} onOpen={open} />
        )}
      </Suspense>
      <Suspense>
        {opened !== null && (
          <ReservationDrawer
            key={opened}
            id={opened}
            zone={zone}
            firstMode={mode}
            onClose={() => write({ reservation: null })}
          />
        )}
        {waiting && <WaitlistSheet zone={zone} onClose={() => setWaiting(false)} />}
        {adding && (
          <WalkInSheet
            company={company}
            date={view === "day" ? day : today(zone)}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
