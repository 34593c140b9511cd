import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { Autocomplete } from "@/ui/Autocomplete";
import { portsFor } from "../model/ports";
import { useAllPorts } from "../portsApi";
import { ArrangeList } from "./ArrangeList";
import classes from "./Catalogue.module.css";

interface FieldProps {
  label: string;
  error: string | undefined;
}

/** Names of ports and of their countries, and the search among them. */
function usePortSearch(text: string, chosen?: readonly string[]) {
  const { tag } = useLanguage();
  const { ports, failed, retry } = useAllPorts();
  // The field begins without a choice on another list: the same search is the same list.
  const suggestions = useMemo(
    () =>
      portsFor(text, ports, (code) => countryName(code, tag), chosen).map((port) => ({
        id: port.code,
        label: port.name,
        detail: countryName(port.country, tag),
      })),
    [text, ports, tag, chosen],
  );
  return {
    suggestions,
    failed,
    retry,
    /** Name of a port with this code; the code itself until the list is loaded. */
    named(code: string): string {
      const port = ports.find((one) => one.code === code);
      return port ? `${port.name}, ${countryName(port.country, tag)}` : code;
    },
  };
}

/** Port of departure or of return: found by its name. */
export function PortField({
  label,
  error,
  value,
  onChange,
}: FieldProps & { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation("business-catalogue");
  /** Text of the search. Null: the chosen port is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const { suggestions, failed, retry, named } = usePortSearch(typed ?? "");
  return (
    <div>
      <Autocomplete
        label={label}
        description={t("ports.text")}
        error={error}
        value={typed ?? (value && named(value))}
        suggestions={suggestions}
        onChange={(text) => {
          setTyped(text);
          if (!text.trim() && value) onChange("");
        }}
        onPick={({ id }) => {
          onChange(String(id));
          setTyped(null);
        }}
        // A text that is not a port is not kept.
        onBlur={() => setTyped(null)}
      />
      {failed && <ListFailed onRetry={retry} />}
    </div>
  );
}

/** Ports of call in their order. */
export function PortsField({
  label,
  error,
  value,
  onChange,
}: FieldProps & { value: readonly string[]; onChange: (codes: string[]) => void }) {
  const { t } = useTranslation("business-catalogue");
  const [typed, setTyped] = useState("");
  const { suggestions, failed, retry, named } = usePortSearch(typed, value);
  return (
    <div className={classes.stack}>
      <Autocomplete
        label={label}
        description={t("ports.addText")}
        error={error}
        value={typed}
        suggestions={suggestions}
        onChange={setTyped}
        onPick={(port) => {
          onChange([...value, String(port.id)]);
          setTyped("");
        }}
        onBlur={() => setTyped("")}
      />
      {failed && <ListFailed onRetry={retry} />}
      {value.length > 0 && (
        <ArrangeList
          label={label}
          items={value.map((code) => ({ id: code, name: named(code) }))}
          onChange={(items) => onChange(items.map((item) => String(item.id)))}
          onRemove={({ id: code }) => onChange(value.filter((one) => one !== code))}
        />
      )}
    </div>
  );
}

function ListFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation("business-catalogue");
  return (
    <p className={classes.problem} role="alert">
      {t("ports.failed")}{" "}
      <Button variant="subtle" onClick={onRetry}>
        {t("common:action.retry")}
      </Button>
    </p>
  );
}
