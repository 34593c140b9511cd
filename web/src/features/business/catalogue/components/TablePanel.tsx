import { Button } from "@mantine/core";
import { IconLink, IconUnlink } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Icon } from "@/ui/Icon";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import { type Resource, type ResourceForm, useResourceChanges } from "../api";
import { freeGroup, neighbours, PLAN, placeWithin } from "../model/floorPlan";
import { formOf } from "../model/resource";
import { refusedFields } from "../model/serverMessages";
import classes from "./FloorPlan.module.css";

interface TablePanelProps {
  table: Resource;
  /** Tables of all rooms. */
  tables: readonly Resource[];
}

/** Name, seats, shape, size and room of the selected table, and the tables that it can be joined with. */
export function TablePanel({ table, tables }: TablePanelProps) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const [edits, setEdits] = useState<Partial<ResourceForm>>({});
  const [size, setSize] = useState({ ...table.place });
  const form = { ...formOf(table), ...edits };
  const errors = save.error ? refusedFields(save.error, t) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The place may have changed on the plan since the panel opened.
    const { x, y } = placeWithin(size, table.place);
    save.mutate(
      { id: table.id, body: { ...form, place: { ...size, x, y } } },
      { onSuccess: () => toast.success(t("saved")) },
    );
  };
  const number = (key: "seats_max" | "seats_min") => (
    <TextField
      type="number"
      min={1}
      max={100}
      label={t(key === "seats_min" ? "staff.seatsMin" : "staff.seatsMax")}
      value={form[key] ?? 1}
      error={errors[key]}
      onChange={(event) => setEdits({ ...edits, [key]: Number(event.currentTarget.value) })}
    />
  );
  const side = (key: "height" | "width", max: number) => (
    <TextField
      type="number"
      min={4}
      max={max}
      label={t(`plan.${key}`)}
      value={size[key]}
      error={errors[`place.${key}`]}
      onChange={(event) => setSize({ ...size, [key]: Number(event.currentTarget.value) })}
    />
  );
  return (
    <div className={classes.panel}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <h3>{table.name}</h3>
        <TextField
          label={t("field.name")}
          required
          maxLength={80}
          value={form.name}
          error={errors.name}
          onChange={(event) => setEdits({ ...edits, name: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          {number("seats_min")}
          {number("seats_max")}
          {side("width", PLAN.width)}
          {side("height", PLAN.height)}
        </div>
        <TextField
          label={t("staff.area")}
          optional
          maxLength={40}
          value={size.area}
          error={errors["place.area"]}
          onChange={(event) => setSize({ ...size, area: event.currentTarget.value })}
        />
        <SwitchField
          label={t("staff.round")}
          checked={size.is_round}
          onChange={(is_round) => setSize({ ...size, is_round })}
        />
        <ActionError error={save.error} text={t(Object.keys(errors).length > 0 ? "fieldsWrong" : "failed")} />
        <Button type="submit" color="terracotta" loading={save.isPending}>
          {t("save")}
        </Button>
      </form>
      <Joining table={table} tables={tables} />
    </div>
  );
}

/** Joins a table with its neighbours, so that a large party takes them together. */
function Joining({ table, tables }: TablePanelProps) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const beside = neighbours(table, tables);
  const group = table.join_group ?? null;
  const joined =
    group === null ? [] : tables.filter((one) => one.id !== table.id && one.join_group === group);
  const names = (list: readonly Resource[]) => list.map(({ name }) => name).join(", ");
  const store = async (list: readonly Resource[], join_group: string | null) => {
    try {
      for (const one of list) await save.mutateAsync({ id: one.id, body: { ...formOf(one), join_group } });
    } catch {
      // The panel shows the error of the mutation.
    }
  };
  const join = () =>
    store(
      [table, ...beside],
      group ?? beside.find(({ join_group }) => join_group)?.join_group ?? freeGroup(tables),
    );
  return (
    <div className={classes.form}>
      <ActionError error={save.error} text={t("failed")} />
      <p className={classes.muted} role="status">
        {joined.length > 0
          ? t("plan.joinedWith", { names: names(joined) })
          : beside.length > 0
            ? t("plan.beside", { names: names(beside) })
            : t("plan.alone")}
      </p>
      {group === null ? (
        <Button
          variant="default"
          leftSection={<Icon of={IconLink} />}
          loading={save.isPending}
          disabled={beside.length === 0}
          onClick={join}
        >
          {t("plan.join")}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<Icon of={IconUnlink} />}
          loading={save.isPending}
          onClick={() => store([table], null)}
        >
          {t("plan.separate")}
        </Button>
      )}
    </div>
  );
}
