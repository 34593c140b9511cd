import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { SelectField } from "@/ui/SelectField";
import { ArrangeList } from "./ArrangeList";
import classes from "./Catalogue.module.css";

export interface ArrangedEntry {
  id: number;
  name: string;
}

/** Entries that are listed together. */
export interface ArrangeGroup {
  key: string;
  label: string;
  items: readonly ArrangedEntry[];
}

interface ArrangeFormProps {
  text: string;
  /** Name of the choice of a group. */
  choice: string;
  groups: readonly ArrangeGroup[];
  /** Group to begin with. */
  start?: string | undefined;
  /** Stores the order of a group. */
  onSave: (ids: number[]) => Promise<unknown>;
  onClose: () => void;
}

/** Order of the entries of each group. It is stored when the form is saved. */
export function ArrangeForm({ text, choice, groups, start, onSave, onClose }: ArrangeFormProps) {
  const { t } = useTranslation("business-catalogue");
  const [key, setKey] = useState(groups.some((group) => group.key === start) ? start : groups[0]?.key);
  const [changed, setChanged] = useState<ReadonlyMap<string, readonly ArrangedEntry[]>>(new Map());
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const group = groups.find((one) => one.key === key);
  const save = async () => {
    setSaving(true);
    setFailure(null);
    try {
      for (const items of changed.values()) await onSave(items.map(({ id }) => id));
      toast.success(t("saved"));
      onClose();
    } catch (error) {
      setFailure(error as Error);
      setSaving(false);
    }
  };
  return (
    <div className={classes.stack}>
      <p className={classes.muted}>{text}</p>
      {groups.length > 1 && (
        <SelectField
          label={choice}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data={groups.map((one) => ({ value: one.key, label: one.label }))}
        />
      )}
      {group && (
        <ArrangeList
          label={group.label}
          items={changed.get(group.key) ?? group.items}
          onChange={(items) => setChanged(new Map(changed).set(group.key, items))}
        />
      )}
      <ActionError error={failure} text={t("failed")} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
        <Button color="terracotta" loading={saving} disabled={changed.size === 0} onClick={() => void save()}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}
