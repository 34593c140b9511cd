import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Policy } from "@/api/types";
import { toast } from "@/lib/toasts";
import { FACILITY_KEYS, type FacilityKey, facilityIcon } from "@/shared/facilities/facilities";
import { Icon } from "@/ui/Icon";
import { usePolicyChanges } from "../api";
import { MAX_ENTRIES } from "../model/kinds";
import classes from "./FacilityChecklist.module.css";

interface FacilityChecklistProps {
  entries: readonly Policy[];
  /** Asks before an entry with a text is deleted. */
  onDelete: (policy: Policy) => void;
}

/** The facilities of the list. Each change is saved at once. */
export function FacilityChecklist({ entries, onDelete }: FacilityChecklistProps) {
  const { t } = useTranslation("policies");
  return (
    <fieldset className={classes.facilities}>
      <legend className={classes.legend}>{t("facility.choose")}</legend>
      <div className={classes.grid}>
        {FACILITY_KEYS.map((facility) => (
          <FacilityTile
            key={facility}
            facility={facility}
            entry={entries.find((entry) => entry.facility === facility)}
            isFull={entries.length >= MAX_ENTRIES}
            onDelete={onDelete}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FacilityTileProps {
  facility: FacilityKey;
  entry: Policy | undefined;
  isFull: boolean;
  onDelete: (policy: Policy) => void;
}

function FacilityTile({ facility, entry, isFull, onDelete }: FacilityTileProps) {
  const { t } = useTranslation(["policies", "facility"]);
  const { add, remove } = usePolicyChanges("facility");
  const isPending = add.isPending || remove.isPending;
  const failed = (error: Error, again: () => void) =>
    toast.error(t("facility.notSaved", { name: t(`facility:${facility}`) }), error, again);
  const save = () => add.mutate({ facility }, { onError: (error) => failed(error, save) });
  const take = (id: number) => remove.mutate(id, { onError: (error) => failed(error, () => take(id)) });
  const toggle = () => {
    if (isPending) return;
    if (!entry) save();
    else if (entry.text) onDelete(entry);
    else take(entry.id);
  };
  return (
    <label className={classes.facility} aria-busy={isPending}>
      <input
        type="checkbox"
        className={classes.box}
        checked={add.isPending || (entry !== undefined && !remove.isPending)}
        disabled={isFull && !entry}
        onChange={toggle}
      />
      <Icon of={facilityIcon(facility)} size={24} />
      <span>{t(`facility:${facility}`)}</span>
      <span className={classes.tick}>
        <Icon of={IconCheck} size={16} />
      </span>
    </label>
  );
}
