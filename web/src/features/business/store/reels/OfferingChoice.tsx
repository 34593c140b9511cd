import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Offering, OfferingKind } from "@/shared/offering/types";
import { PickList, toggled } from "@/shared/people-picker/PickList";
import { SelectField } from "@/ui/SelectField";
import { useOfferings } from "../../catalogue/api";
import classes from "./Reels.module.css";

/** The server accepts at most this many. */
const MAX_OFFERINGS = 10;
const KINDS: readonly OfferingKind[] = ["service", "product", "ticket"];

interface OfferingChoiceProps {
  /** Ids in order. */
  chosen: readonly number[];
  linked: readonly Offering[];
  error: string | undefined;
  onChange: (chosen: readonly number[]) => void;
}

/** Chooses what is sold in a reel. The chosen ones stay in the list while others are searched. */
export function OfferingChoice({ chosen, linked, error, onChange }: OfferingChoiceProps) {
  const { t } = useTranslation("business-reels");
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
      <legend className={classes.legend}>{t("field.offerings")}</legend>
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
          label={t("field.offerings")}
          items={[...kept, ...rows]}
          chosen={chosen}
          max={MAX_OFFERINGS}
          onToggle={(id) => {
            const row = rows.find((one) => one.id === id);
            if (row) setNames(new Map([...names, [row.id, row.name]]));
            onChange(toggled(chosen, id));
          }}
        />
      </div>
    </fieldset>
  );
}
