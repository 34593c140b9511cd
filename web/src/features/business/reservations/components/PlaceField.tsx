import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { SelectField } from "@/ui/SelectField";
import { type Choice, freePlace, placesOf } from "../model/choice";
import type { BookablePlace, CompanyDay, Slot } from "../types";

interface PlaceFieldProps {
  day: CompanyDay;
  slot: Slot;
  choice: Choice;
  onChange: (place: number | null) => void;
}

/** Tables or members of staff that are free at the chosen time. A wish that is not free there is any. */
export function PlaceField({ day, slot, choice, onChange }: PlaceFieldProps) {
  const { t } = useTranslation("reservations");
  const format = useFormat();
  const places = placesOf(day);
  const [first] = places;
  if (!first) return null;
  const free = places.filter(({ id }) => slot.resources.includes(id));
  const joined = places.filter(({ id }) => slot.joined.includes(id)).map(({ name }) => name);
  const seats = ({ seats_min: min, seats_max: max }: BookablePlace) =>
    min === max ? t("party", { count: max }) : t("place.seats", { min, max });
  const label = (place: BookablePlace) =>
    [place.name, place.kind === "table" ? place.area : place.title, place.kind === "table" && seats(place)]
      .filter(Boolean)
      .join(" · ");
  return (
    <SelectField
      label={t(`place.${first.kind}`)}
      description={joined.length > 0 ? t("place.joined", { tables: format.list(joined) }) : undefined}
      data={[
        { value: "", label: t(`place.any.${first.kind}`) },
        ...free.map((place) => ({ value: String(place.id), label: label(place) })),
      ]}
      value={String(freePlace(slot, choice) ?? "")}
      onChange={({ currentTarget: { value } }) => onChange(value ? Number(value) : null)}
    />
  );
}
