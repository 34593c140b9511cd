import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { Count } from "@/shared/filters/Count";
import { countOf } from "@/shared/filters/details";
import pills from "@/shared/filters/Filters.module.css";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { type CruiseFacets, type Port, readPorts, type SailingQuery } from "../api";
import { lastDayFrom, PARTY_MAX, RANGE_DAYS } from "../model/sailings";
import { AmountField } from "./AmountField";
import classes from "./Cruises.module.css";

interface CruiseFormProps {
  query: SailingQuery;
  /** Cruises that each value would leave, undefined until known. */
  facets: CruiseFacets | undefined;
  /** Currency of the price. */
  currency: string;
  onChange: (query: SailingQuery) => void;
}

/** Ports, days, nights, party, price and facilities. Each takes effect at once. */
export function CruiseForm({ query, facets, currency, onChange }: CruiseFormProps) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const departures = usePortList("departure");
  const destinations = usePortList("destination");
  const today = new Date().toISOString().slice(0, 10);
  return (
    <search className={classes.form} aria-label={t("cruises.title")}>
      <div className={classes.fields}>
        <PortField
          label={t("cruises.destination")}
          any={t("cruises.anywhere")}
          ports={destinations.data}
          counts={facets?.destinations}
          value={query.destination}
          onChange={(destination) => onChange({ ...query, destination })}
        />
        <PortField
          label={t("cruises.departure")}
          any={t("cruises.anyPort")}
          ports={departures.data}
          counts={facets?.departures}
          value={query.departure}
          onChange={(departure) => onChange({ ...query, departure })}
        />
        <PortField
          label={t("cruises.call")}
          any={t("cruises.anyPort")}
          ports={facets?.calls.map(({ key, ...port }) => ({ code: key, ...port }))}
          counts={facets?.calls}
          value={query.call}
          onChange={(call) => onChange({ ...query, call })}
        />
        <TextField
          type="date"
          label={t("cruises.date")}
          min={today}
          value={query.date ?? ""}
          onChange={(event) => onChange({ ...query, date: event.currentTarget.value || undefined })}
        />
        <TextField
          type="date"
          label={t("cruises.until")}
          description={t("cruises.range", { days: format.number(RANGE_DAYS) })}
          min={query.date ?? today}
          max={query.date && lastDayFrom(query.date)}
          disabled={!query.date}
          value={query.until ?? ""}
          onChange={(event) => onChange({ ...query, until: event.currentTarget.value || undefined })}
        />
        <SelectField
          label={t("cruises.nights")}
          data={[
            { value: "", label: t("cruises.anyNights") },
            ...nightsOf(facets, query).map(({ key, count }) => ({
              value: key,
              label: withCount(t("cruises.nightsOf", { range: key.replace("-", "–") }), count),
            })),
          ]}
          value={query.nights ?? ""}
          onChange={(event) => onChange({ ...query, nights: event.currentTarget.value || undefined })}
        />
        <SelectField
          label={t("who.party")}
          data={[
            { value: "", label: t("cruises.anyParty") },
            ...Array.from({ length: PARTY_MAX }, (_, at) => ({
              value: String(at + 1),
              label: t("who.people", { count: at + 1 }),
            })),
          ]}
          value={query.people?.toString() ?? ""}
          onChange={(event) => onChange({ ...query, people: Number(event.currentTarget.value) || undefined })}
        />
        <AmountField
          label={t("cruises.price", { currency })}
          value={query.price ?? null}
          onChange={(price) => onChange({ ...query, price: price ?? undefined })}
        />
      </div>
      <Facilities query={query} facets={facets} onChange={onChange} />
    </search>
  );
}

/** Lengths with cruises, and the chosen one. */
function nightsOf(facets: CruiseFacets | undefined, { nights }: SailingQuery) {
  const counted = facets?.nights ?? [];
  const isListed = !nights || counted.some(({ key }) => key === nights);
  return isListed ? counted : [{ key: nights, count: 0 }, ...counted];
}

const withCount = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} (${count})`;

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
  ports: Pick<Port, "code" | "name" | "country">[] | undefined;
  counts: CruiseFacets["calls"] | undefined;
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}

function PortField({ label, any, ports = [], counts, value, onChange }: PortFieldProps) {
  const { tag } = useLanguage();
  const named = ports.map(({ code, name, country }) => ({
    value: code,
    label: withCount(`${name}, ${countryName(country, tag)}`, counts && countOf(counts, code)),
  }));
  const isListed = !value || named.some((port) => port.value === value);
  return (
    <SelectField
      label={label}
      data={[{ value: "", label: any }, ...(isListed ? [] : [{ value, label: value }]), ...named]}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** Facilities that ships of these cruises have. All that are chosen must be there. */
function Facilities({ query, facets, onChange }: Omit<CruiseFormProps, "currency">) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const chosen = query.facilities ?? [];
  const counted = facets?.facilities ?? [];
  const keys = [...new Set([...counted.map(({ key }) => key), ...chosen])];
  if (keys.length === 0) return null;
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key].sort();
    onChange({ ...query, facilities: next.length > 0 ? next : undefined });
  };
  return (
    <fieldset className={pills.group}>
      <legend className={pills.legend}>{t("cruises.facilities")}</legend>
      <div className={pills.pills}>
        {keys.map((key) => (
          <label key={key} className={pills.pill}>
            <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
            <span>
              {t(`option.${key}`, { ns: "catalogue", defaultValue: key })}
              <Count value={countOf(counted, key)} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
