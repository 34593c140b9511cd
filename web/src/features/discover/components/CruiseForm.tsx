import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { type Port, readPorts, type SailingQuery } from "../api";
import classes from "./Cruises.module.css";

interface CruiseFormProps {
  query: SailingQuery;
  onChange: (query: SailingQuery) => void;
}

/** Destination, date and departure port. Each takes effect at once. */
export function CruiseForm({ query, onChange }: CruiseFormProps) {
  const { t } = useTranslation("discover");
  const departures = usePortList("departure");
  const destinations = usePortList("destination");
  return (
    <search className={classes.form} aria-label={t("cruises.title")}>
      <PortField
        label={t("cruises.destination")}
        any={t("cruises.anywhere")}
        ports={destinations.data}
        value={query.destination}
        onChange={(destination) => onChange({ ...query, destination })}
      />
      <TextField
        type="date"
        label={t("cruises.date")}
        min={new Date().toISOString().slice(0, 10)}
        value={query.date ?? ""}
        onChange={(event) => onChange({ ...query, date: event.currentTarget.value || undefined })}
      />
      <PortField
        label={t("cruises.departure")}
        any={t("cruises.anyPort")}
        ports={departures.data}
        value={query.departure}
        onChange={(departure) => onChange({ ...query, departure })}
      />
    </search>
  );
}

const usePortList = (role: "departure" | "destination") =>
  useQuery({
    queryKey: ["ports", role],
    queryFn: () => readPorts(role),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface PortFieldProps {
  label: string;
  /** Choice of no port. */
  any: string;
  ports: Port[] | undefined;
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}

function PortField({ label, any, ports = [], value, onChange }: PortFieldProps) {
  const { tag } = useLanguage();
  const data = [
    { value: "", label: any },
    ...ports.map(({ code, name, country }) => ({
      value: code,
      label: `${name}, ${countryName(country, tag)}`,
    })),
  ];
  return (
    <SelectField
      label={label}
      data={data}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
