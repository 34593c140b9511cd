import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { Autocomplete } from "@/ui/Autocomplete";
import { announce } from "@/ui/LiveRegion";
import type { TextFieldProps } from "@/ui/TextField";
import { countryName } from "./countries";
import { type Town, useTowns } from "./useTowns";

interface TownFieldProps extends Omit<TextFieldProps, "onChange" | "value"> {
  value: string;
  onChange: (city: string) => void;
  /** A town was chosen from the suggestions. */
  onPick: (town: Town) => void;
}

/** City of an address with suggestions. A city that is in no list can be typed all the same. */
export function TownField({ value, onChange, onPick, ...props }: TownFieldProps) {
  const { t } = useTranslation("auth");
  const { tag } = useLanguage();
  // A saved or chosen city is no search.
  const [query, setQuery] = useState("");
  const { towns } = useTowns(query);
  return (
    <Autocomplete
      {...props}
      value={value}
      onChange={(city) => {
        setQuery(city);
        onChange(city);
      }}
      suggestions={towns}
      onPick={(town) => {
        setQuery("");
        onPick(town);
        announce(t("address.taken", { place: `${town.city}, ${countryName(town.country, tag)}` }));
      }}
    />
  );
}
