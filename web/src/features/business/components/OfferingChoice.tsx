import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OfferingKind } from "@/shared/offering/types";
import { PickList, toggled } from "@/shared/people-picker/PickList";
import { SelectField } from "@/ui/SelectField";
import { useOfferings } from "../catalogue/api";
import classes from "./OfferingChoice.module.css";

/** The server accepts at most this many. */
const MAX_OFFERINGS = 10;
const KINDS: readonly OfferingKind[] = ["service", "product", "ticket"];

interface OfferingChoiceProps {
  /** Ids in order. */
  chosen: readonly number[];
  linked: readonly { id: number; name: string; kind?: OfferingKind }[];
  /** At most one. A choice replaces the one before. */
  single?: boolean;
  legend?: string;
  error: string | undefined;
  onChange: (chosen: readonly number[]) => void;
}

/** Chooses among what the company sells. The chosen ones stay in the list while others are searched. */
export function OfferingChoice({
  chosen,
  linked,
  single = false,
  legend,
  error,
  onChange,
}: OfferingChoiceProps) {
  const { t } = useTranslation("business-reels");
  const label = t("common:field.withOptional", { label: legend ?? t("field.offerings") });
  const [kind, setKind] = useState<OfferingKind>(linked[0]?.kind ?? "service");
  const [query, setQuery] = useState("");
  const [wanted] = useDebouncedValue(query.trim(), 200);
  const found = useOfferings({ kind, state: "active", ...(wanted && { query: wanted }), page: 1 });
  const [names, setNames] = useState(() => new Map(linked.map(({ id, name }) => [id, name])));
  const rows = (found.data?.rows ?? []).map(({ id, name }) => ({ id, name }));
  const kept = chosen
    .filter((id) => !rows.some((row) => row.id === id))
    .map((id) => ({ id, name: names.get(id) ?? "" }));
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{label}</legend>
      <SelectField
        label={t("field.kind")}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value as "service"}`) }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as OfferingKind)}
      />
      <TextInput
        type="search"
        label={t("field.findOffering")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        error={error}
        autoComplete="off"
      />
      <div className={classes.offerings}>
        <PickList
          label={label}
          items={[...kept, ...rows]}
          chosen={chosen}
          max={single ? Number.POSITIVE_INFINITY : MAX_OFFERINGS}
          onToggle={(id) => {
            const row = rows.find((one) => one.id === id);
            if (row) setNames(new Map([...names, [row.id, row.name]]));
            onChange(single ? [id].filter((one) => !chosen.includes(one)) : toggled(chosen, id));
          }}
        />
      </div>
    </fieldset>
  );
}
