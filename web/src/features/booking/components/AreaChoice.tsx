import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SelectField } from "@/ui/SelectField";
import { bookingKeys, readTables } from "../api";
import { freeAreas } from "../model/tables";
import type { BookableOffering, Slot } from "../types";

interface AreaChoiceProps {
  offering: BookableOffering;
  slot: Slot | undefined;
  members: number;
  value: number | null;
  onChange: (table: number | null) => void;
}

/** Area of the table. Shown if there is a choice. */
export function AreaChoice({ offering, slot, members, value, onChange }: AreaChoiceProps) {
  const { t } = useTranslation("booking");
  const { company, category } = offering;
  const { data: tables = [] } = useQuery({
    queryKey: bookingKeys.tables(company.id, category),
    queryFn: () => readTables(company.id, category),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const areas = freeAreas(tables, slot, members);
  const own = tables.find(({ id }) => id === value);
  // The own table is held and so not among the free ones.
  if (own) areas.set(own.area, own.id);
  if (areas.size < 2 && !own) return null;
  const options = [...areas].map(([area, id]) => ({ value: String(id), label: area }));
  return (
    <SelectField
      label={t("area.title")}
      value={value === null ? "" : String(value)}
      data={[{ value: "", label: t("area.any") }, ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? Number(currentTarget.value) : null)}
    />
  );
}
