import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { usePageParams } from "@/lib/usePageParams";
import { DayStrip } from "@/shared/booking/components/DayStrip";
import { FloorPlan } from "@/shared/booking/components/FloorPlan";
import { LoadState } from "@/shared/booking/components/LoadState";
import { SlotList } from "@/shared/booking/components/SlotList";
import { Stepper } from "@/shared/booking/components/Stepper";
import { useDays, useSlots } from "@/shared/booking/hooks/useAvailability";
import { useLiveOfferings } from "@/shared/booking/hooks/useLiveAvailability";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { horizonOf, monthsOf } from "@/shared/booking/model/horizon";
import type { Offering } from "@/shared/offering/types";
import { Bdi } from "@/ui/Bdi";
import { tablePath } from "../model/occurrences";
import type { CompanyDetails } from "../types";
import classes from "./Choosing.module.css";

/** Free tables from which their number is shown. */
const FEW = 2;

interface TableSectionProps {
  offering: Offering;
  company: CompanyDetails;
  /** Other offers follow: the choice opens on demand. */
  folded: boolean;
}

/** Day, time and table of a restaurant or club. The address names the day and the time. */
export function TableSection({ offering, company, folded }: TableSectionProps) {
  const [params] = useSearchParams();
  return (
    <details className={classes.tables} open={!folded || params.get("table") === String(offering.id)}>
      <summary className={classes.summary}>
        <h2 className={classes.name}>
          <Bdi>{offering.name}</Bdi>
        </h2>
      </summary>
      <TableChoice offering={offering} company={company} />
    </details>
  );
}

function TableChoice({ offering, company }: Omit<TableSectionProps, "folded">) {
  const { t } = useTranslation(["company", "booking", "catalogue"]);
  const choice = useTableChoice(offering);
  const format = useZonedFormat(company.time_zone);
  const horizon = horizonOf(company);
  const months = monthsOf(horizon);
  const [loaded, setLoaded] = useState(2);
  const calendar = useDays(offering, months.slice(0, loaded), horizon.today, choice.members);
  const days = calendar.days.filter(({ date }) => date <= horizon.last);
  const date = choice.date ?? days.find(({ state }) => state === "free")?.date ?? null;
  const slots = useSlots(offering, date, choice.members);
  const glowing = useLiveOfferings(company, [{ offering: offering.id, variants: [] }]);
  const ahead = slots.data?.slots.filter(({ starts_at }) => Date.parse(starts_at) > Date.now()) ?? [];
  const slot = ahead.find(({ starts_at }) => starts_at === choice.slot);
  const table = slot?.resources.includes(choice.seat ?? 0) ? choice.seat : null;
  const limits = { min: offering.members_min, max: offering.members_max };
  return (
    <div className={classes.choice}>
      <Stepper
        label={t("booking:party.members")}
        name={t("booking:party.members")}
        value={choice.members}
        limits={limits}
        onChange={(members) => choice.change({ members })}
      />
      <LoadState
        loading={calendar.loading && days.length === 0}
        error={days.length === 0 ? calendar.error : null}
        onRetry={calendar.retry}
        size={92}
      >
        <DayStrip
          days={days}
          value={date}
          onChange={(next) => choice.change({ date: next, slot: null, seat: null })}
          onMore={() => setLoaded((count) => Math.min(count + 1, months.length))}
        />
      </LoadState>
      <LoadState
        loading={slots.isPending && date !== null}
        error={slots.data ? null : slots.error}
        onRetry={() => void slots.refetch()}
        size={168}
      >
        {slots.data && !ahead.some(({ left }) => left > 0) && (
          <p className={classes.none}>{t("booking:none.slots")}</p>
        )}
        <SlotList
          slots={ahead}
          value={choice.slot}
          fewLeft={FEW}
          glowing={glowing}
          format={format}
          onChange={({ starts_at }) => choice.change({ date, slot: starts_at, seat: null })}
        />
      </LoadState>
      {slots.data && slots.data.tables.length > 0 && slot && (
        <FloorPlan
          tables={slots.data.tables}
          slot={slot}
          members={choice.members}
          value={table}
          onChange={(seat) => choice.change({ seat })}
        />
      )}
      {slot && slot.left > 0 && date !== null && (
        <Button
          component={Link}
          to={tablePath(offering.id, { date, slot: slot.starts_at, members: choice.members, table })}
          color="terracotta"
          className={classes.book}
        >
          {t("tables.reserve", { when: format.short(slot.starts_at) })}
        </Button>
      )}
    </div>
  );
}

interface Choice {
  members: number;
  date: string | null;
  /** Start of a slot. */
  slot: string | null;
  seat: number | null;
}

/** Choice of the visitor, in the address. */
function useTableChoice({
  id,
  members_min: min,
  members_max: max,
}: Offering): Choice & { change: (patch: Partial<Choice>) => void } {
  const [params, setParams] = usePageParams();
  const own = params.get("table") === String(id);
  const read = (name: string) => (own ? params.get(name) : null);
  const choice: Choice = {
    members: Math.min(max, Math.max(min, Math.floor(Number(read("members"))) || 2)),
    date: read("date"),
    slot: read("time"),
    seat: Number(read("seat")) || null,
  };
  const change = (patch: Partial<Choice>) => {
    const { members, date, slot, seat } = { ...choice, ...patch };
    const next = new URLSearchParams({ table: String(id), members: String(members) });
    if (date !== null) next.set("date", date);
    if (slot !== null) next.set("time", slot);
    if (seat !== null) next.set("seat", String(seat));
    setParams(next);
  };
  return { ...choice, change };
}
