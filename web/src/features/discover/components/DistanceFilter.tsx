import { Button } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { isInsecure } from "@/lib/secureContext";
import { usePlaces } from "@/shared/address/api";
import classes from "@/shared/filters/Filters.module.css";
import { usePosition } from "@/shared/place/usePosition";
import { Autocomplete } from "@/ui/Autocomplete";
import { Icon } from "@/ui/Icon";
import pills from "@/ui/Pills.module.css";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";

const DISTANCES = [1, 5, 10, 25, 50] as const;

interface DistanceFilterProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** The place to search near, and the greatest distance from it. */
export function DistanceFilter({ filters, onChange }: DistanceFilterProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  const name = useId();
  const { near, distance } = filters;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("filter.where")}</legend>
      <PlaceField
        key={near?.label ?? ""}
        label={near?.label ?? ""}
        onPick={(place) => onChange({ near: place })}
        onClear={() => near && onChange({ near: null })}
      />
      {near && (
        <div className={pills.pills} role="radiogroup" aria-label={t("catalogue:feature.distance_km")}>
          {[null, ...DISTANCES].map((km) => (
            <label key={km} className={pills.pill}>
              <input
                type="radio"
                name={name}
                checked={distance === km}
                onChange={() => onChange({ distance: km })}
              />
              <span>
                {km === null ? t("filter.anyDistance") : t("filter.within", { km: format.number(km) })}
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface PlaceFieldProps {
  label: string;
  onPick: (place: NonNullable<Filters["near"]>) => void;
  onClear: () => void;
}

function PlaceField({ label, onPick, onClear }: PlaceFieldProps) {
  const { t } = useTranslation("discover");
  const [text, setText] = useState(label);
  const places = usePlaces(text === label ? "" : text.trim());
  const position = usePosition((at, town) => onPick({ ...at, label: town?.city ?? "" }));
  return (
    <>
      <Autocomplete
        aria-label={t("filter.place")}
        placeholder={t("filter.placeHint")}
        value={text}
        maxLength={100}
        suggestions={places.data ?? []}
        onChange={(typed) => {
          setText(typed);
          if (!typed) onClear();
        }}
        onPick={({ city, latitude, longitude }) => onPick({ label: city, latitude, longitude })}
      />
      <Button
        variant="subtle"
        justify="start"
        leftSection={<Icon of={IconCurrentLocation} />}
        loading={position.busy}
        onClick={position.ask}
      >
        {t("filter.myPosition")}
      </Button>
      {position.refused && (
        <p className={classes.hint} role="alert">
          {t(isInsecure() ? "common:insecure.position" : "filter.noPosition")}
        </p>
      )}
    </>
  );
}
