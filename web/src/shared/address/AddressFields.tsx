import { Button } from "@mantine/core";
import { IconCurrentLocation } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "@/lib/form";
import { useLanguage } from "@/lib/i18n";
import { isInsecure } from "@/lib/secureContext";
import { ErrorMessage } from "@/shared/forms/ErrorMessage";
import classes from "@/shared/forms/forms.module.css";
import { Autocomplete } from "@/ui/Autocomplete";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import { TextField } from "@/ui/TextField";
import { useAutomaticAddress } from "./api";
import { CountryField } from "./CountryField";
import { countryName } from "./countries";
import { useTowns } from "./useTowns";

export interface AddressValues {
  address: string;
  addressLine2?: string;
  city: string;
  postalCode: string;
  country: string;
}

interface AddressFieldsProps {
  values: AddressValues;
  /** Properties of the field of this name, of a controlled form. */
  field: (name: keyof AddressValues) => FieldProps;
  onChange: (values: Partial<AddressValues>) => void;
}

/** Address fields, filled by town search, by geolocation or by hand. */
export function AddressFields({ values, field, onChange }: AddressFieldsProps) {
  const { t } = useTranslation("auth");
  const { tag } = useLanguage();
  const [query, setQuery] = useState("");
  const { towns, isError } = useTowns(query);
  const take = (place: { city: string; country: string }) => {
    onChange({ city: place.city, country: place.country });
    setQuery("");
    announce(t("address.taken", { place: `${place.city}, ${countryName(place.country, tag)}` }));
  };
  return (
    <>
      <Autocomplete
        label={t("address.find")}
        description={t("address.findHint")}
        value={query}
        onChange={setQuery}
        suggestions={towns}
        error={isError ? t("address.findFailed") : null}
        onPick={take}
      />
      <HereButton onFound={onChange} />
      <TextField
        {...field("address")}
        label={t("field.address")}
        autoComplete="address-line1"
        required
        withAsterisk={false}
      />
      {values.addressLine2 !== undefined && (
        <TextField {...field("addressLine2")} label={t("field.addressLine2")} autoComplete="address-line2" />
      )}
      <div className={classes.pair}>
        <TextField {...field("postalCode")} label={t("field.postalCode")} autoComplete="postal-code" />
        <TextField {...field("city")} label={t("field.city")} autoComplete="address-level2" />
      </div>
      <CountryField {...field("country")} />
    </>
  );
}

/** The town where one is now. Asked only when it is pressed. */
function HereButton({ onFound }: { onFound: (values: Partial<AddressValues>) => void }) {
  const { t } = useTranslation("auth");
  const automatic = useAutomaticAddress();
  const [state, setState] = useState<"idle" | "asking" | "refused">("idle");
  if (!("geolocation" in navigator)) return null;
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        automatic.mutate(
          { latitude, longitude },
          {
            onSuccess({ city, country }) {
              onFound({ city, country });
              setState("idle");
              announce(t("address.taken", { place: city }));
            },
            onError: () => setState("refused"),
          },
        ),
      () => setState("refused"),
      { timeout: 10_000, maximumAge: 600_000 },
    );
  };
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Icon of={IconCurrentLocation} />}
        loading={state === "asking"}
        onClick={ask}
      >
        {t("address.here")}
      </Button>
      {state === "refused" && (
        <ErrorMessage text={t(isInsecure() ? "common:insecure.position" : "address.hereFailed")} />
      )}
    </div>
  );
}
