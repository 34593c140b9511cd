import { Button } from "@mantine/core";
import {
  IconBan,
  IconBed,
  IconCalendarWeek,
  IconChevronLeft,
  IconChevronRight,
  IconColumns3,
  IconPlus,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { ViewSwitch } from "../../list/ViewSwitch";
import { isDate, plusDays, today } from "../../reservations/model/dates";
import { type Address, PAGE_DAYS, VIEWS } from "../model/address";
import type { Shown } from "../model/columns";
import classes from "./Calendar.module.css";

const ICONS = { week: IconCalendarWeek, day: IconColumns3, nights: IconBed } as const;

interface ToolbarProps {
  address: Address;
  dates: readonly string[];
  zone: string;
  shown: Shown;
  hasNights: boolean;
  mayBlock: boolean;
  onWrite: (change: Partial<Address>) => void;
  onBlock: () => void;
  onWalkIn: () => void;
}

/** View, dates, filters and actions. */
export function Toolbar(props: ToolbarProps) {
  const { address, dates, zone, shown, hasNights, mayBlock, onWrite, onBlock, onWalkIn } = props;
  const { t } = useTranslation(["business-calendar", "reservations"]);
  const { view, date, offering, resource } = address;
  const page = (sign: number) => onWrite({ date: plusDays(date, sign * PAGE_DAYS[view]) });
  const now = today(zone);
  const idOf = (value: string) => (value ? Number(value) : null);
  return (
    <>
      <div className={classes.top}>
        <ViewSwitch
          label={t("view.label")}
          views={VIEWS.filter((key) => key !== "nights" || hasNights).map((key) => ({
            key,
            icon: ICONS[key],
            label: t(`view.${key}`),
          }))}
          open={view}
          onOpen={(key) => onWrite({ view: key })}
        />
        <div className={classes.actions}>
          {mayBlock && (
            <Button variant="default" leftSection={<Icon of={IconBan} />} onClick={onBlock}>
              {t("block.add")}
            </Button>
          )}
          <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={onWalkIn}>
            {t("reservations:walkIn.add")}
          </Button>
        </div>
      </div>
      <div className={classes.bar}>
        <div className={classes.dates}>
          <IconButton
            icon={IconChevronLeft}
            directed
            label={t(`previous.${view}`)}
            onClick={() => page(-1)}
          />
          <TextField
            type="date"
            aria-label={t("date")}
            value={date}
            onChange={({ currentTarget: { value } }) => isDate(value) && onWrite({ date: value })}
          />
          <IconButton icon={IconChevronRight} directed label={t(`next.${view}`)} onClick={() => page(1)} />
          <Button variant="default" disabled={date === now} onClick={() => onWrite({ date: now })}>
            {t("today")}
          </Button>
        </div>
        <h2 className={classes.heading}>
          <Dates dates={dates} />
        </h2>
        <div className={classes.filters}>
          <SelectField
            aria-label={t("filter.offering")}
            data={[
              { value: "", label: t("filter.allOfferings") },
              ...shown.offerings.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(offering ?? "")}
            onChange={({ currentTarget: { value } }) => onWrite({ offering: idOf(value) })}
          />
          {shown.resources.length > 0 && view !== "nights" && (
            <SelectField
              aria-label={t("filter.resource")}
              data={[
                { value: "", label: t("filter.allResources") },
                ...shown.resources.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={String(resource ?? "")}
              onChange={({ currentTarget: { value } }) => onWrite({ resource: idOf(value) })}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Dates of the view: "November 23 – 29, 2026". */
function Dates({ dates }: { dates: readonly string[] }) {
  const { tag } = useLanguage();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  const format = new Intl.DateTimeFormat(tag, {
    ...(first === last && { weekday: "long" }),
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
    numberingSystem: "latn",
  });
  return <>{format.formatRange(new Date(first), new Date(last))}</>;
}
