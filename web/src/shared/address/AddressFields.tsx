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
import { PostalCodeField, usePostalCodes } from "./PostalCodeField";
import { useTowns } from "./useTowns";

export interface AddressValues {
  address: string;
  addressLine2?: string;
  city: string;
  postalCode: string;
  country: string;
}

/** Town with the postal codes that are known of it. */
interface Place {
  city: string;
  country: string;
  postal_codes: readonly string[];
}

interface AddressFieldsProps {
  values: AddressValues;
  /** Properties of the field of this name, of a controlled form. */
  field: (name: keyof AddressValues) => FieldProps;
  onChange: (values: Partial<AddressValues>) => void;
  /** City, postal code and country must be filled in too. */
  complete?: boolean;
  /** Reason why the address can be read only. */
  locked?: { readOnly?: boolean; description?: string };
}

/** Address fields, filled by town search, by geolocation or by hand. */
export function AddressFields({ values, field, onChange, complete = false, locked }: AddressFieldsProps) {
  const { t } = useTranslation("auth");
  const { tag } = useLanguage();
  const [query, setQuery] = useState("");
  const { towns, isError } = useTowns(query);
  const postal = usePostalCodes();
  const fill = ({ city, country, postal_codes }: Place) =>
    onChange({ city, country, postalCode: postal.choose(postal_codes, values.postalCode) });
  const take = (place: Place) => {
    fill(place);
    setQuery("");
    announce(t("address.taken", { place: `${place.city}, ${countryName(place.country, tag)}` }));
  };
  const place = (name: "city" | "country" | "postalCode") => ({
    ...field(name),
    label: t(`field.${name}`),
    optional: !complete,
    required: complete,
  });
  return (
    <>
      {!locked?.readOnly && (
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
          <HereButton onFound={fill} />
        </>
      )}
      <TextField
        {...field("address")}
        {...locked}
        label={t("field.address")}
        autoComplete="address-line1"
        required
      />
      {values.addressLine2 !== undefined && (
        <TextField
          {...field("addressLine2")}
          label={t("field.addressLine2")}
          optional
          autoComplete="address-line2"
        />
      )}
      <div className={classes.pair}>
        <PostalCodeField {...place("postalCode")} readOnly={locked?.readOnly} codes={postal.codes} />
        <TextField {...place("city")} readOnly={locked?.readOnly} autoComplete="address-level2" />
      </div>
      <CountryField {...place("country")} disabled={locked?.readOnly} />
    </>
  );
}

/** The town where one is now. Asked only when it is pressed. */
function HereButton({ onFound }: { onFound: (place: Place) => void }) {
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
            onSuccess(place) {
              onFound(place);
              setState("idle");
              announce(t("address.taken", { place: place.city }));
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
