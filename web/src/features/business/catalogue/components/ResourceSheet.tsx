import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import { type Resource, type ResourceForm, useResourceChanges } from "../api";
import type { PictureValue } from "../model/editor";
import { BLANK, formOf } from "../model/resource";
import { refusedFields } from "../model/serverMessages";
import classes from "./Catalogue.module.css";
import { StaffPicture } from "./StaffPicture";

const KINDS = ["staff", "table", "equipment"] as const;
const PLACE = { area: "", x: 0, y: 0, width: 10, height: 10, is_round: false };

interface ResourceSheetProps {
  /** Resource to edit. Without it the sheet adds one. */
  resource: Resource | undefined;
  onClose: () => void;
}

export function ResourceSheet({ resource, onClose }: ResourceSheetProps) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const [form, setForm] = useState<ResourceForm>(resource ? formOf(resource) : BLANK);
  const [picture, setPicture] = useState<PictureValue | null>(resource?.picture ?? null);
  const errors = save.error ? refusedFields(save.error, t) : {};
  const set = (change: Partial<ResourceForm>) => setForm((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { id: resource?.id ?? null, body: { ...form, picture_id: picture?.id ?? null } },
      {
        onSuccess() {
          toast.success(t("saved"));
          onClose();
        },
      },
    );
  };
  const place = { ...PLACE, ...form.place };
  return (
    <Sheet opened onClose={onClose} title={resource?.name ?? t("staff.add")}>
      <form className={classes.stack} noValidate onSubmit={submit}>
        <SelectField
          label={t("staff.type")}
          value={form.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as ResourceForm["kind"] })}
          data={KINDS.map((kind) => ({ value: kind, label: t(`staff.kind.${kind}`) }))}
        />
        <TextField
          label={t("field.name")}
          required
          maxLength={80}
          value={form.name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {form.kind === "staff" && (
          <>
            <TextField
              label={t("staff.title")}
              optional
              maxLength={80}
              value={form.title ?? ""}
              error={errors.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            <StaffPicture
              name={form.name}
              picture={picture}
              error={errors.picture_id}
              onChange={setPicture}
            />
          </>
        )}
        {form.kind === "table" && (
          <>
            <div className={classes.fields}>
              <TextField
                type="number"
                min={1}
                max={100}
                label={t("staff.seatsMin")}
                value={form.seats_min ?? 1}
                error={errors.seats_min}
                onChange={(event) => set({ seats_min: Number(event.currentTarget.value) })}
              />
              <TextField
                type="number"
                min={1}
                max={100}
                label={t("staff.seatsMax")}
                value={form.seats_max ?? 1}
                error={errors.seats_max}
                onChange={(event) => set({ seats_max: Number(event.currentTarget.value) })}
              />
              <TextField
                label={t("staff.area")}
                optional
                maxLength={40}
                value={place.area}
                error={errors["place.area"]}
                onChange={(event) => set({ place: { ...place, area: event.currentTarget.value } })}
              />
              <TextField
                label={t("staff.joinGroup")}
                optional
                maxLength={40}
                value={form.join_group ?? ""}
                error={errors.join_group}
                onChange={(event) => set({ join_group: event.currentTarget.value })}
              />
            </div>
            <SwitchField
              label={t("staff.round")}
              checked={place.is_round}
              onChange={(is_round) => set({ place: { ...place, is_round } })}
            />
          </>
        )}
        <ActionError error={save.error} text={t(Object.keys(errors).length > 0 ? "fieldsWrong" : "failed")} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button type="submit" color="terracotta" loading={save.isPending}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
